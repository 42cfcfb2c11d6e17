// The certificate as a part of a table file: what all versions of the format have in common.
#ifndef KAURI_DB_CERTIFICATE_PART_H
#define KAURI_DB_CERTIFICATE_PART_H

#include "db/table.h"
#include "db/table_files.h"

// Where the certificate is, and the sizes and the offset of its fields in bytes. A count at least,
// and at most counts_most, follow one another between the first fields and the checksum.
struct kauri_certificate_part {
    uint64_t offset; // in the file
    uint64_t bytes;
    size_t fixed_bytes; // everything but the counts
    size_t count_bytes;
    size_t at_count_count;
    uint64_t counts_most;
};

// Decodes a certificate into *certificate, in which count_count is set already and `counts` has
// room. Returns NULL, or the fault of the certificate.
typedef const char *kauri_certificate_decode(const void *context, const uint8_t *bytes,
                                             struct kauri_certificate *certificate);

// Reads the part, checks its size and its checksum, and calls `decode`. On success the caller owns
// certificate->counts and frees it with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_certificate_part_read(struct kauri_table_file *file,
                                              const struct kauri_certificate_part *part,
                                              kauri_certificate_decode *decode, const void *context,
                                              struct kauri_certificate *certificate,
                                              struct kauri_error *error);

#endif
