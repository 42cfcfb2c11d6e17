// Who wins the starts of `waurie starts`, as text, Markdown and JSON.
//
// Implemented in starts_text.c and starts_json.c.
#ifndef KAURI_WAURIE_CLI_STARTS_H
#define KAURI_WAURIE_CLI_STARTS_H

#include "waurie/cli/winner.h"

enum { WAURIE_START_SEEDS_MAX = 6, WAURIE_STARTS_MAX = WAURIE_PITS_MAX * WAURIE_START_SEEDS_MAX };

struct waurie_start {
    unsigned pits;
    unsigned seeds; // in each pit
    bool tried;     // otherwise nothing below is filled
    struct waurie_found
        found; // for South; without a line. `counts` and `seconds` are of this start
};

struct waurie_starts {
    struct waurie_rules rules;
    double seconds; // for each start
    size_t count;
    struct waurie_start list[WAURIE_STARTS_MAX]; // by pits, then by seeds
};

enum waurie_start_source {
    WAURIE_START_NOT_TRIED,
    WAURIE_START_OPEN,   // the winner, or whether some move wins, is not known
    WAURIE_START_SEARCH, // above the tables of at most found.known_seeds seeds, if that is not -1
    WAURIE_START_TABLE,
};
enum waurie_start_source waurie_start_source(const struct waurie_start *start);

// Adds a line without newline about one start, when it is finished.
void waurie_start_say(const struct waurie_starts *starts, const struct waurie_start *start,
                      struct kauri_string *out);
// Adds the rows of the table, with tabs between cells, the header first.
void waurie_starts_rows(const struct waurie_starts *starts, struct kauri_string *out);
// Adds text for people, or one JSON object on a line (docs/JSON.md).
void waurie_starts_text(const struct waurie_starts *starts, int columns, struct kauri_string *out);
void waurie_starts_json(const struct waurie_starts *starts, struct kauri_string *out);

#endif
