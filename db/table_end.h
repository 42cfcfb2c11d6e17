// The end of a table file: everything that follows the directories.
#ifndef KAURI_DB_TABLE_END_H
#define KAURI_DB_TABLE_END_H

#include "common/output.h"
#include "db/header.h"

// Writes the certificate after what has been written so far, and then the header over the beginning
// of the file. *header must be complete but for certificate_offset and file_bytes, which this
// function sets. Errors: KAURI_RESOURCE.
enum kauri_status kauri_table_end(struct kauri_output *output, struct kauri_header *header,
                                  const struct kauri_certificate *certificate,
                                  struct kauri_error *error);

#endif
