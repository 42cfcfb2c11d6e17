// Parses the options of a command, all of them long, from a table that also gives the help text.
#ifndef KAURI_CLI_OPTIONS_H
#define KAURI_CLI_OPTIONS_H

#include "common/status.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// One option, "--name" or "--name VALUE" or "--name=VALUE". Exactly one of flag, text, number and
// size is not NULL and receives the value. It keeps its value if the option is not given.
struct kauri_option {
    const char *name;     // without the dashes
    const char *argument; // name of the value in the help text ("DIR"); NULL for a flag
    const char *help;     // one line
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
    const char *arguments; // after the options: "POSITION...", or ""
    // Describes the command. Lines are filled, except those that begin with a space.
    const char *text;
    size_t option_count;
    const struct kauri_option *options;
    int arguments_min, arguments_max; // number of arguments it accepts
};

// The arguments that are not options. Points into argv.
struct kauri_arguments {
    bool help; // --help or -h was given; the help has been printed, and nothing is left to do
    int count;
    char **values;
};

// Parses argv[1..]. Arguments that are not options are moved to the front, in order. "--" ends the
// options, and a dash followed by a digit begins an argument. No option may be given twice.
// KAURI_USAGE names the option or argument that is wrong.
enum kauri_status kauri_options_parse(const struct kauri_usage *usage, int argc, char **argv,
                                      struct kauri_arguments *arguments, struct kauri_error *error);

// Parses the value of an option --rules, "standard" or "tie-breaker". KAURI_USAGE for anything
// else.
enum kauri_status kauri_rules_parse(const char *word, enum kauri_ruleset *rules,
                                    struct kauri_error *error);

// Prints "kauri: <message>" on standard error and returns the status as an exit status.
int kauri_report_error(const struct kauri_error *error);

// Options that several commands share.
#define KAURI_OPTION_TABLES(target)                                                                \
    {                                                                                              \
        .name = "tables", .argument = "DIR", .help = "folder of the tables", .required = true,     \
        .text = (target)                                                                           \
    }
#define KAURI_OPTION_QUIET(target)                                                                 \
    {                                                                                              \
        .name = "quiet", .help = "no progress on standard error", .flag = (target)                 \
    }
// For the commands that make many searches.
#define KAURI_OPTION_SEARCH_MEMORY(target)                                                         \
    {                                                                                              \
        .name = "memory", .argument = "SIZE", .help = "memory of each search (default 512M)",      \
        .size = (target)                                                                           \
    }
#define KAURI_OPTION_SEARCH_NODES(target)                                                          \
    {                                                                                              \
        .name = "nodes", .argument = "N", .help = "positions for each search (default: no limit)", \
        .number = (target), .low = 1, .high = UINT64_MAX                                           \
    }
#define KAURI_OPTION_JSON(target)                                                                  \
    {                                                                                              \
        .name = "json", .help = "print JSON (docs/JSON.md) instead of text", .flag = (target)      \
    }
// *target stays 0 if the option is not given: one thread for each processor.
#define KAURI_THREADS_MAX 1024
#define KAURI_OPTION_THREADS(target)                                                               \
    {                                                                                              \
        .name = "threads", .argument = "T", .help = "threads to use (default: one per processor)", \
        .number = (target), .low = 1, .high = KAURI_THREADS_MAX                                    \
    }

#endif
