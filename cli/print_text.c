#include "cli/print_text.h"

#include <stdio.h>

enum kauri_status kauri_print_text(struct kauri_string *text, struct kauri_error *error)
{
    const enum kauri_status status = kauri_string_check(text, error);
    if (status == KAURI_OK) {
        (void)fputs(kauri_string_text(text), stdout);
    }
    kauri_string_clear(text);
    return status;
}
