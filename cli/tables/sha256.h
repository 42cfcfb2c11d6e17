// SHA-256 of files, by OpenSSL's libcrypto if the program was built with it.
#ifndef KAURI_CLI_TABLES_SHA256_H
#define KAURI_CLI_TABLES_SHA256_H

#include "common/progress.h"
#include "common/status.h"

#define KAURI_SHA256_TEXT_BYTES 65

// Reads the file of a layer and writes its SHA-256 as 64 hexadecimal digits. `progress` may be
// NULL; its counts are bytes. KAURI_USAGE if the program was built without libcrypto;
// KAURI_INTERRUPTED; those of kauri_input_open and kauri_input_read_at.
enum kauri_status kauri_sha256_file(const char *path, unsigned layer,
                                    const struct kauri_progress *progress,
                                    char text[KAURI_SHA256_TEXT_BYTES], struct kauri_error *error);

#endif
