// Writes a game into a file.
#ifndef KAURI_CLI_GAMES_RECORD_FILE_H
#define KAURI_CLI_GAMES_RECORD_FILE_H

#include "records/record.h"

#include <stdbool.h>

// Writes the record as kauri_record_format does, into a new file or, with `force`, over one that is
// there (cli/output_file.h). The file is whole or as it was before. KAURI_USAGE, KAURI_RESOURCE,
// and KAURI_BAD_INPUT as kauri_record_format.
enum kauri_status kauri_record_file_write(const char *path, bool force,
                                          const struct kauri_record *record,
                                          struct kauri_error *error);

#endif
