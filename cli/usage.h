// The options and arguments of a command: what cli/options.h parses and cli/help/ describes.
#ifndef KAURI_CLI_USAGE_H
#define KAURI_CLI_USAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The type of the member that receives the value of an option.
enum kauri_option_kind {
    KAURI_OPTION_FLAG,    // bool: an option without a value, or with one of two words,
                          // the second of which sets it
    KAURI_OPTION_TEXT,    // const char *: points into argv, and is not empty
    KAURI_OPTION_NUMBER,  // uint64_t: a whole number in [low, high], or a size in bytes
    KAURI_OPTION_CHOICE,  // an enum, or unsigned: the number of the word in `choices`
    KAURI_OPTION_RANGE,   // struct kauri_range: "A-B" or "A", within [low, high]
    KAURI_OPTION_SECONDS, // double: 0.001 to `high`
};

struct kauri_range {
    unsigned first, last;
};

// One option, "--name", "--name VALUE" or "--name=VALUE". What is not given keeps its default.
struct kauri_option {
    const char *name;     // without the dashes
    const char *argument; // name of the value in the help; NULL for a flag. Shells complete a "DIR"
                          // with folders and a "FILE" with files
    const char *help;     // one line
    const char *choices;  // the words that may be the value, with spaces between them, or NULL
    const char *excludes; // options that may not be given with it, with spaces between them
    const char *needs;    // options one of which must be given with it, likewise
    bool required;
    bool is_size; // of a number: bytes, in the notation of kauri_parse_size
    bool in_run;
    enum kauri_option_kind kind;
    size_t offset; // in the settings, or in the run
    uint64_t low, high;
    const char *unit; // of a number ("seconds"), or NULL
    bool *flag;
    const char **text; // points into argv
    uint64_t *number;
    uint64_t *size;
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
