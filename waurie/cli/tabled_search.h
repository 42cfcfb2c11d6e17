// A search above the tables of a folder, which share its memory, and what it finds out about a
// position.
#ifndef KAURI_WAURIE_CLI_TABLED_SEARCH_H
#define KAURI_WAURIE_CLI_TABLED_SEARCH_H

#include "common/string_buffer.h"
#include "waurie/answer.h"
#include "waurie/winner_search.h"

// Plain data; begins as {0}. Released by waurie_tabled_search_close.
struct waurie_tabled_search {
    struct waurie_search *search;
    struct waurie_window window;
};

struct waurie_tabled_options {
    const char *folder; // NULL: no tables
    struct waurie_rules rules;
    unsigned pits;
    unsigned layers;     // the greatest layer to use
    unsigned seeds_most; // of the positions that will be asked about
    uint64_t memory;
    unsigned threads;
    const struct kauri_progress *progress; // may be NULL
};

// Opens the tables (waurie/table_window.h), which take at most 13/16 of the memory for layers and
// 1/16 for pages, and a search with the rest of it. Errors: those of waurie_window_open and
// waurie_search_new; *tabled must be closed then, too.
enum kauri_status waurie_tabled_search_open(const struct waurie_tabled_options *options,
                                            struct waurie_tabled_search *tabled,
                                            struct kauri_error *error);
// The greatest number of seeds in the tables that an answer about a position with so many seeds is
// found with; -1: without tables.
int waurie_tabled_search_depth(const struct waurie_tabled_search *tabled, unsigned seeds);

void waurie_tabled_search_close(struct waurie_tabled_search *tabled);

struct waurie_found {
    struct waurie_answer answer; // without distances
    bool stopped;                // by the time or the progress, with something left open
    int table_seeds;             // of the tables that it was found with; -1: none
    struct kauri_string line;    // in the notation of the article; empty without a line
    double seconds;
    uint64_t nodes; // searched for it
};

// Decides the position, then its moves, then (with_line) a line of play, until `seconds` (0: no
// limit) are over or the progress asks to stop. Of several moves, those whose results are
// remembered or in tables come before those that must be searched: a search may forget what it
// remembers. The line ends with the game, or where the next position is not decided. The caller
// frees the line. Errors: a table is damaged (waurie_search_failure).
enum kauri_status waurie_find(const struct waurie_tabled_search *tabled,
                              const struct waurie_rules *rules,
                              const struct waurie_position *position, bool with_line,
                              double seconds, const struct kauri_progress *progress,
                              struct waurie_found *found, struct kauri_error *error);

#endif
