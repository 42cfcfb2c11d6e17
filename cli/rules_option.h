// The value of an option --rules of the program `kauri`.
#ifndef KAURI_CLI_RULES_OPTION_H
#define KAURI_CLI_RULES_OPTION_H

#include "common/status.h"
#include "rules/value.h"

// Parses the value of an option --rules, "standard" or "tie-breaker". KAURI_USAGE for anything
// else.
enum kauri_status kauri_rules_parse(const char *word, enum kauri_ruleset *rules,
                                    struct kauri_error *error);

#endif
