#include "cli/rules_option.h"

#include <string.h>

enum kauri_status kauri_rules_parse(const char *word, enum kauri_ruleset *rules,
                                    struct kauri_error *error)
{
    *rules = strcmp(word, "tie-breaker") == 0 ? KAURI_TIEBREAKER : KAURI_STANDARD;
    if (*rules == KAURI_TIEBREAKER || strcmp(word, "standard") == 0) {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_USAGE, "--rules takes standard or tie-breaker, not '%.80s'",
                      word);
}
