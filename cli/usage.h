// The options and arguments of a command: what cli/options.h parses and cli/help/ describes.
#ifndef KAURI_CLI_USAGE_H
#define KAURI_CLI_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One option, "--name" or "--name VALUE" or "--name=VALUE". Exactly one of flag, text, number and
// size is not NULL and receives the value. It keeps its value if the option is not given.
struct kauri_option {
    const char *name;     // without the dashes
    const char *argument; // name of the value in the help text; NULL for a flag. Shells complete
                          // a "DIR" with folders and a "FILE" with files
    const char *help;     // one line
    const char *choices;  // the words that may be the value, with spaces between them, or NULL
    bool required;        // the caller first sets text to NULL or number to UINT64_MAX: not given
    bool *flag;
    const char **text; // points into argv
    uint64_t *number;  // a whole number in [low, high]
    uint64_t low, high;
    const char *unit; // of the number ("seconds"), or NULL
    uint64_t *size;   // bytes, in the notation of kauri_parse_size
};

enum { KAURI_OPTIONS_MAX = 32 }; // of one command

// A command line as --help describes it.
struct kauri_usage {
    const char *name;      // of the command
    const char *arguments; // after the options: "POSITION...", or ""; shells complete "FILE"
    // Describes the command. Lines are filled, except those that begin with a space.
    const char *text;
    size_t option_count;
    const struct kauri_option *options;
    int arguments_min, arguments_max; // number of arguments it accepts
};

#endif
