// The options that the commands on tables of Waurie share.
#ifndef KAURI_WAURIE_CLI_TABLES_OPTIONS_H
#define KAURI_WAURIE_CLI_TABLES_OPTIONS_H

#include "cli/options.h"
#include "waurie/cli/rules_words.h"

// What the command line gave; complete when the work of a command begins.
struct waurie_tables_choice {
    const char *folder;
    struct waurie_rules_words words;
    struct waurie_rules rules;
    uint64_t pits;
    uint64_t seeds; // UINT64_MAX: not given
    uint64_t threads;
    uint64_t memory;
    bool json;
    bool quiet;
};

#define WAURIE_OPTION_PITS(target)                                                                 \
    {                                                                                              \
        .name = "pits", .argument = "N", .help = "pits in a row, 1 to 6 (default 6)",              \
        .number = (target), .low = 1, .high = WAURIE_PITS_MAX                                      \
    }
#define WAURIE_OPTION_TABLES_MEMORY(target)                                                        \
    {                                                                                              \
        .name = "memory", .argument = "SIZE",                                                      \
        .help = "at most this much memory (default: three quarters of what is free)",              \
        .size = (target)                                                                           \
    }
#define WAURIE_OPTIONS_TABLES(choice)                                                              \
    KAURI_OPTION_TABLES(&(choice)->folder), WAURIE_OPTION_PITS(&(choice)->pits),                   \
        WAURIE_OPTION_WIN(&(choice)->words.win), WAURIE_OPTION_LAP(&(choice)->words.lap),          \
        KAURI_OPTION_THREADS(&(choice)->threads), WAURIE_OPTION_TABLES_MEMORY(&(choice)->memory),  \
        KAURI_OPTION_JSON(&(choice)->json), KAURI_OPTION_QUIET(&(choice)->quiet)

// The choice before the options are read.
struct waurie_tables_choice waurie_tables_choice_begin(void);

// The work of a command on tables. `context` is that of waurie_tables_command.
typedef enum kauri_status waurie_tables_body(void *context, struct kauri_error *error);

// Runs a command on tables and returns its exit status: parses its options, among them those of
// *choice, fills in what was not given, and calls `body`. Reports an error.
int waurie_tables_command(const struct kauri_usage *usage, int argc, char **argv,
                          struct waurie_tables_choice *choice, waurie_tables_body *body,
                          void *context);

// Appends to a message that layers are missing: the command that makes layers 0 to `seeds` in
// `folder`.
void waurie_tables_advise(const char *folder, const struct waurie_rules *rules, unsigned pits,
                          unsigned seeds, struct kauri_error *error);

// The error of a command that needs more layers than it has: the folder has no layer `layers`, and
// the message ends with the command that makes it (KAURI_MISSING), or the layer is there and did
// not fit into the memory (KAURI_RESOURCE).
enum kauri_status waurie_tables_missing(const struct waurie_tables_choice *choice, unsigned layers,
                                        struct kauri_error *error);

#endif
