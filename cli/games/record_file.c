#include "cli/games/record_file.h"

#include "common/file.h"
#include "records/record_write.h"

#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_record_file_write(const char *path, const struct kauri_record *record,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    struct kauri_output *output = NULL;
    KAURI_TRY(kauri_record_format(record, &text, error));
    KAURI_TRY(kauri_output_open(path, &output, error));
    KAURI_TRY(kauri_output_write(output, text, strlen(text), error));
    status = kauri_output_commit(output, error);
    output = NULL; // freed by commit, whatever came of it
cleanup:
    kauri_output_abandon(output);
    free(text);
    return status;
}
