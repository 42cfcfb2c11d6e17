// A search above the tables of a folder, which share its memory.
#ifndef KAURI_WAURIE_CLI_TABLED_SEARCH_H
#define KAURI_WAURIE_CLI_TABLED_SEARCH_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/tables.h"
#include "waurie/winner_search.h"

// Plain data; begins as {0}. Released by waurie_tabled_search_close.
struct waurie_tabled_search {
    struct waurie_search *search;
    struct waurie_tables *tables; // NULL: none
    int known_seeds;              // of the tables; -1: none
};

// Opens the tables of `folder` (NULL: none) with at most `layers` seeds, as many as fit into half
// of `memory`, and a search with the rest of it. Errors: those of waurie_tables_open and
// waurie_search_new; *tabled must be closed then, too.
enum kauri_status waurie_tabled_search_open(const char *folder, const struct waurie_rules *rules,
                                            unsigned pits, unsigned layers, uint64_t memory,
                                            unsigned threads, const struct kauri_progress *progress,
                                            struct waurie_tabled_search *tabled,
                                            struct kauri_error *error);
void waurie_tabled_search_close(struct waurie_tabled_search *tabled);

#endif
