// The commands of the waurie program, whose table is in waurie_main.c; the options that they share;
// and answers as text and as JSON (docs/reference/JSON.md).
//
// Implemented in waurie/cli/waurie_commands.c and waurie/cli/*_command.c.
#ifndef KAURI_WAURIE_CLI_WAURIE_COMMANDS_H
#define KAURI_WAURIE_CLI_WAURIE_COMMANDS_H

#include "cli/run.h"
#include "queries/answers/text_table.h"
#include "waurie/cli/answer_json.h"
#include "waurie/waurie_position.h"

extern const struct kauri_command waurie_command_solve;
extern const struct kauri_command waurie_command_verify;
extern const struct kauri_command waurie_command_probe;
extern const struct kauri_command waurie_command_line;
extern const struct kauri_command waurie_command_replay;
extern const struct kauri_command waurie_command_search;

// ---------------------------------------------------------------------------------------- options

// The settings of the commands on tables have a member `choice` of this type.
struct waurie_tables_choice {
    struct waurie_rules rules;
    uint64_t pits;
    uint64_t seeds; // UINT64_MAX: not given
    uint64_t memory;
    // Members that are filled in when the work of a command begins.
    const char *folder;
    unsigned threads;
    bool json;
};

#define WAURIE_TABLES_CHOICE_NONE                                                                  \
    {                                                                                              \
        .pits = WAURIE_PITS_MAX, .seeds = UINT64_MAX                                               \
    }

// The options that choose between rules on which sources disagree. `member` is a struct
// waurie_rules.
#define WAURIE_RULES_OPTIONS(type, member)                                                         \
    KAURI_OPTION("win", "WHEN",                                                                    \
                 "when an empty row wins: at-once (default), or at-turn, on its owner's turn",     \
                 KAURI_STORED(type, member.at_turn), .choices = "at-once at-turn"),                \
        KAURI_OPTION("lap", "HOW",                                                                 \
                     "what a sowing does when it comes round to the emptied pit: drop a seed "     \
                     "into it (default), or skip it",                                              \
                     KAURI_STORED(type, member.skip), .choices = "into skip"),                     \
        KAURI_OPTION("stores", "WHICH",                                                            \
                     "into which stores seeds are sown: the player's own (default), or both, "     \
                     "as in Kid-Cala",                                                             \
                     KAURI_STORED(type, member.both), .choices = "own both")
#define WAURIE_TABLES_OPTIONS(type)                                                                \
    KAURI_ONE_FOLDER_OPTION,                                                                       \
        KAURI_OPTION("pits", "N", "pits in a row, 1 to 6 (default 6)",                             \
                     KAURI_STORED(type, choice.pits), .low = 1, .high = WAURIE_PITS_MAX),          \
        WAURIE_RULES_OPTIONS(type, choice.rules), KAURI_THREADS_OPTION,                            \
        KAURI_OPTION("memory", "SIZE",                                                             \
                     "at most this much memory (default: three quarters of what is free)",         \
                     KAURI_STORED(type, choice.memory), .is_size = true),                          \
        KAURI_JSON_OPTION, KAURI_QUIET_OPTION

// Fills in what was not given.
void waurie_tables_choice_complete(struct waurie_tables_choice *choice,
                                   const struct kauri_command_run *run);

// Completes the message that layers are missing with the command that makes layers 0 to `seeds` in
// `folder`.
void waurie_tables_advise(const char *folder, const struct waurie_rules *rules, unsigned pits,
                          unsigned seeds, struct kauri_error *error);

// The error of a command that needs more layers than it has: the folder has no layer `layers`, and
// the message ends with the command that makes it (KAURI_MISSING), or the layer exists and did not
// fit into the memory (KAURI_RESOURCE).
enum kauri_status waurie_tables_missing(const struct waurie_tables_choice *choice, unsigned layers,
                                        struct kauri_error *error);

// ---------------------------------------------------------------------------------------- answers

// Begins an object with the board and the rules.
void waurie_json_begin(struct kauri_json *json, const struct waurie_tables_choice *choice);

// Adds the records of layers, described by `fields`: as a table, or as an object with the board and
// the rules.
void waurie_add_layers(const struct waurie_tables_choice *choice, const struct kauri_field *fields,
                       size_t field_count, const void *records, size_t record_bytes, size_t count,
                       struct kauri_string *out);

#endif
