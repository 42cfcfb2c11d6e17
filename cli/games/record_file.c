#include "cli/games/record_file.h"

#include "cli/output_file.h"
#include "records/record_write.h"

#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_record_file_write(const char *path, bool force,
                                          const struct kauri_record *record,
                                          struct kauri_error *error)
{
    char *text = NULL;
    enum kauri_status status = kauri_record_format(record, &text, error);
    if (status == KAURI_OK) {
        status = kauri_output_file_write(path, force, text, strlen(text), error);
    }
    free(text);
    return status;
}
