#include "cli/lookup/position_argument.h"

#include <string.h>

void kauri_position_argument_advise(const char *text, struct kauri_error *error)
{
    if (error->status == KAURI_BAD_INPUT && strchr(text, '/') != NULL &&
        strchr(text, ' ') == NULL) {
        kauri_error_append(error, " (a position is one argument: put it in quotes)");
    }
}
