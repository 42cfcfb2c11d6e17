// The certificate as bytes (docs/FORMAT.md, section 5).
#ifndef KAURI_DB_CERTIFICATE_H
#define KAURI_DB_CERTIFICATE_H

#include "db/header.h"
#include "db/table_files.h"

// Encodes the certificate; the caller frees *bytes with free(). Errors: KAURI_RESOURCE.
enum kauri_status kauri_certificate_encode(const struct kauri_certificate *certificate,
                                           uint8_t **bytes, size_t *size,
                                           struct kauri_error *error);

// Reads the certificate and checks it against the header and against `digest`, the digest of the
// page index (kauri_page_index_digest). On success the caller owns certificate->counts and frees it
// with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_certificate_read(struct kauri_table_file *file,
                                         const struct kauri_header *header, uint64_t digest,
                                         struct kauri_certificate *certificate,
                                         struct kauri_error *error);

#endif
