// Writing a game into a file.
#ifndef KAURI_CLI_GAMES_RECORD_FILE_H
#define KAURI_CLI_GAMES_RECORD_FILE_H

#include "records/record.h"

// Writes the record as kauri_record_format does. The file is whole or as it was before.
// KAURI_RESOURCE when it cannot be written.
enum kauri_status kauri_record_file_write(const char *path, const struct kauri_record *record,
                                          struct kauri_error *error);

#endif
