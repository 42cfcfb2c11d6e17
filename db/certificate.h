// The certificate of a table (docs/reference/FORMAT.md, section 5).
#ifndef KAURI_DB_CERTIFICATE_H
#define KAURI_DB_CERTIFICATE_H

#include "db/header.h"
#include "db/table_file.h"

// The table digest that follows from the column digests.
uint64_t kauri_certificate_digest(const struct kauri_table_info *info,
                                  const uint64_t column_digest[KAURI_COLUMNS_MAX]);

// Replaces the counts and maxima over all positions, which so far are those over the entries, by
// *all. Errors: KAURI_INTERNAL if *all contradicts the entries or the number of positions,
// KAURI_RESOURCE.
enum kauri_status kauri_certificate_complete(struct kauri_certificate *certificate,
                                             const struct kauri_table_info *info,
                                             const struct kauri_totals *all,
                                             struct kauri_error *error);

// Encodes the certificate; the caller frees *bytes with free(). Errors: KAURI_RESOURCE.
enum kauri_status kauri_certificate_encode(const struct kauri_certificate *certificate,
                                           uint8_t **bytes, size_t *size,
                                           struct kauri_error *error);

// Reads the certificate and checks it against the header. On success the caller owns
// certificate->counts and frees it with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_certificate_read(struct kauri_table_file *file,
                                         const struct kauri_header *header,
                                         struct kauri_certificate *certificate,
                                         struct kauri_error *error);

#endif
