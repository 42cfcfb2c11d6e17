#include "cli/language_option.h"

#include <string.h>

enum kauri_status kauri_language_parse(const char *word, enum kauri_language *language,
                                       struct kauri_error *error)
{
    *language = KAURI_ENGLISH;
    if (word == NULL || strcmp(word, "en") == 0) {
        return KAURI_OK;
    }
    if (strcmp(word, "de") == 0) {
        *language = KAURI_GERMAN;
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_USAGE, "--lang takes en or de, not '%.80s'", word);
}
