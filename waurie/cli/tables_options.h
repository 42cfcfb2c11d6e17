// The options that the commands on tables of Waurie share.
#ifndef KAURI_WAURIE_CLI_TABLES_OPTIONS_H
#define KAURI_WAURIE_CLI_TABLES_OPTIONS_H

#include "cli/options.h"
#include "waurie/cli/rules_words.h"

// What the command line gave.
struct waurie_tables_choice {
    const char *folder;
    struct waurie_rules_words words;
    struct waurie_rules rules; // after waurie_tables_choice_finish
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

// Fills in what was not given. Errors: KAURI_USAGE for other words than those of the rules.
enum kauri_status waurie_tables_choice_finish(struct waurie_tables_choice *choice,
                                              struct kauri_error *error);

// Appends to a message that layers are missing: the command that makes layers 0 to `seeds` in
// `folder`.
void waurie_tables_advise(const char *folder, const struct waurie_rules *rules, unsigned pits,
                          unsigned seeds, struct kauri_error *error);

// KAURI_MISSING, with the command that makes them, if layers 0 to `seeds` are not all in the
// folder; `layers` is the number of layers that are.
enum kauri_status waurie_tables_missing(const struct waurie_tables_choice *choice, unsigned layers,
                                        struct kauri_error *error);

#endif
