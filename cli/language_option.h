// The option --lang of the commands that draw.
#ifndef KAURI_CLI_LANGUAGE_OPTION_H
#define KAURI_CLI_LANGUAGE_OPTION_H

#include "common/status.h"
#include "kauri/kauri.h"

#define KAURI_OPTION_LANG(target)                                                                  \
    {                                                                                              \
        .name = "lang", .argument = "LANG",                                                        \
        .help = "language of the drawing: en or de (default en)", .choices = "en de",              \
        .text = (target)                                                                           \
    }

// Parses the value of the option, "en" or "de"; NULL, not given, is English. KAURI_USAGE for
// anything else.
enum kauri_status kauri_language_parse(const char *word, enum kauri_language *language,
                                       struct kauri_error *error);

#endif
