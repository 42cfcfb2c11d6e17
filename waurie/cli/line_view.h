// A line of play with the worth of its moves, as text and as JSON (docs/reference/JSON.md, "waurie
// replay").
#ifndef KAURI_WAURIE_CLI_LINE_VIEW_H
#define KAURI_WAURIE_CLI_LINE_VIEW_H

#include "common/string_buffer.h"
#include "waurie/waurie_replay.h"

enum waurie_verdict { WAURIE_NOT_WRITTEN, WAURIE_NOT_CHECKED, WAURIE_AGREES, WAURIE_DIFFERS };

// A line that was played, and what is known of it. Results that are not known are open.
struct waurie_judged_line {
    const char *text; // the text that it was read from
    const struct waurie_played_line *line;
    const struct waurie_answer *answers; // answers to the positions before the sowings
    struct waurie_answer end;        // answer to the position at the end, if the game is not over
    enum waurie_verdict verdict;     // verdict on the result that is written after the line
    const struct kauri_error *fault; // why the line breaks off; NULL: it does not
};

// The move of sowing number `i`, from the answer to its position.
const struct waurie_answer_move *waurie_judged_move(const struct waurie_judged_line *judged,
                                                    size_t i);
// Returns whether sowing number `i` loses a position that is won.
bool waurie_judged_loses(const struct waurie_judged_line *judged, size_t i);

// Number of turns that the line has.
unsigned waurie_judged_turns(const struct waurie_judged_line *judged);

void waurie_add_line_text(const struct waurie_judged_line *judged, struct kauri_string *out);
void waurie_add_line_json(const struct waurie_judged_line *judged, struct kauri_string *out);

#endif
