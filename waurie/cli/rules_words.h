// The options --win and --lap, which choose between rules that sources disagree on.
#ifndef KAURI_WAURIE_CLI_RULES_WORDS_H
#define KAURI_WAURIE_CLI_RULES_WORDS_H

#include "common/status.h"
#include "waurie/pits.h"

// What the command line gave; NULL where the option was not given.
struct waurie_rules_words {
    const char *win;
    const char *lap;
};

#define WAURIE_OPTION_WIN(target)                                                                  \
    {                                                                                              \
        .name = "win", .argument = "WHEN",                                                         \
        .help = "when an empty row wins: at-once (default), or at-turn, on its owner's turn",      \
        .choices = "at-once at-turn", .text = (target)                                             \
    }
#define WAURIE_OPTION_LAP(target)                                                                  \
    {                                                                                              \
        .name = "lap", .argument = "HOW",                                                          \
        .help = "what a sowing does when it comes round to the emptied pit: drop a seed into it "  \
                "(default), or skip it",                                                           \
        .choices = "into skip", .text = (target)                                                   \
    }

// KAURI_USAGE for other words.
enum kauri_status waurie_rules_parse(struct waurie_rules_words words, struct waurie_rules *rules,
                                     struct kauri_error *error);

#endif
