// The certificate of a table of version 1 (docs/FORMAT.md, appendix A).
#ifndef KAURI_DB_VERSION1_CERTIFICATE_H
#define KAURI_DB_VERSION1_CERTIFICATE_H

#include "db/table_files.h"
#include "db/version1_header.h"

// Reads the certificate and checks it against the header and against `digest`, the digest of the
// page index (kauri_version1_index_digest). On success the caller owns certificate->counts and
// frees it with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_version1_certificate_read(struct kauri_table_file *file,
                                                  const struct kauri_version1_header *header,
                                                  uint64_t digest,
                                                  struct kauri_certificate *certificate,
                                                  struct kauri_error *error);

#endif
