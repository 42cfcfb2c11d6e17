// Parses the options of a command, all of them long, from a table that also gives the help.
#ifndef KAURI_CLI_OPTIONS_H
#define KAURI_CLI_OPTIONS_H

#include "cli/command.h"
#include "cli/usage.h"
#include "common/status.h"

// The arguments that are not options. Points into argv.
struct kauri_arguments {
    bool help; // --help, --help=FORMAT or -h was given; the help has been printed, and nothing is
               // left to do
    int count;
    char **values;
};

// Parses argv[1..]. Arguments that are not options are moved to the front, in order. "--" ends the
// options, and a dash followed by a digit begins an argument. No option may be given twice.
// KAURI_USAGE names the option or argument that is wrong.
enum kauri_status kauri_options_parse(const struct kauri_usage *usage, int argc, char **argv,
                                      struct kauri_arguments *arguments, struct kauri_error *error);

// Reads the value of option `name`, a range "A-B" or a number "A" within `low` to `high`.
// KAURI_USAGE for anything else.
enum kauri_status kauri_options_range(const char *name, const char *text, unsigned low,
                                      unsigned high, unsigned *first, unsigned *last,
                                      struct kauri_error *error);

// Reads argv[1..] into run->settings, the shared members of the run, and run->arguments; or prints
// the help and sets run->help_given. Otherwise as kauri_options_parse.
enum kauri_status kauri_options_read(struct kauri_command_run *run, int argc, char **argv,
                                     struct kauri_error *error);

// Options that several commands share.
#define KAURI_OPTION_TABLES(target)                                                                \
    {                                                                                              \
        .name = "tables", .argument = "DIR", .help = "folder of the tables", .required = true,     \
        .text = (target)                                                                           \
    }
#define KAURI_OPTION_LAYER(target)                                                                 \
    {                                                                                              \
        .name = "seeds", .argument = "N", .help = "the layer: positions with N seeds",             \
        .required = true, .number = (target), .high = KAURI_SEEDS_MAX                              \
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
#ifndef KAURI_THREADS_MAX
#define KAURI_THREADS_MAX 1024
#endif
#define KAURI_OPTION_THREADS(target)                                                               \
    {                                                                                              \
        .name = "threads", .argument = "T", .help = "threads to use (default: one per processor)", \
        .number = (target), .low = 1, .high = KAURI_THREADS_MAX                                    \
    }

#endif
