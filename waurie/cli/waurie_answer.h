// What is known about a position, in the forms in which `waurie probe`, `best` and `line` show it.
#ifndef KAURI_WAURIE_CLI_WAURIE_ANSWER_H
#define KAURI_WAURIE_CLI_WAURIE_ANSWER_H

#include "common/string_buffer.h"
#include "waurie/decide.h"
#include "waurie/tables.h"
#include "waurie/waurie_notation.h"

// Positions with more seeds are not searched but looked up, if there are tables.
enum { WAURIE_SEARCHED_SEEDS = 10 };

// Where answers come from.
struct waurie_sources {
    struct waurie_decider *decider;
    struct waurie_tables *tables; // of the board, and the rules of the decider; NULL: none
};

struct waurie_answer_move {
    uint8_t pit; // 0..5
    struct waurie_value value;
    bool best;                    // wins as soon, or loses as late, as any move does, in turns
    bool again;                   // a bonus move
    bool ends;                    // the game is over
    struct waurie_position after; // unless it ends
};

struct waurie_answer {
    struct waurie_position position;
    struct waurie_value value;
    bool distances; // the distances of the values are known, not only who wins
    unsigned count; // of moves; 0 when the game is over
    struct waurie_answer_move moves[WAURIE_PITS_MAX]; // best first
};

// Decides the position and its moves by search or, if it has more than WAURIE_SEARCHED_SEEDS seeds
// and there are tables, looks up who wins. Errors: those of waurie_decide and
// waurie_tables_look_up.
enum kauri_status waurie_answer_make(const struct waurie_sources *sources,
                                     const struct waurie_position *position,
                                     struct waurie_answer *answer, struct kauri_error *error);

// Adds the answer as text; with `best_only`, of the moves only the best.
void waurie_answer_text(const struct waurie_answer *answer, bool best_only, int columns,
                        struct kauri_string *out);

// One step of best play.
struct waurie_step {
    struct waurie_position before;
    struct waurie_value value; // of the position before it
    bool distances;            // those of the value are known
    uint8_t pit;
    bool again; // a bonus move
};

// Best play from a position to the end of the game. Must be zeroed at first; freed with
// waurie_play_out_clear.
struct waurie_play_out {
    size_t count;
    size_t room;
    struct waurie_step *steps;
};

// Finds best play: in each position the first of the best moves. Where distances are not known, the
// best moves of the winner are all that keep the win; play ends all the same (W10 of
// docs/WAURIE.md).
enum kauri_status waurie_play_out_make(const struct waurie_sources *sources,
                                       const struct waurie_position *position,
                                       struct waurie_play_out *line, struct kauri_error *error);
void waurie_play_out_clear(struct waurie_play_out *line);

// Adds the moves in the notation of the article, "5/3/1/6-1".
void waurie_play_out_moves(const struct waurie_play_out *line, struct kauri_string *out);

// Adds the answer with best play as text.
void waurie_play_out_text(const struct waurie_answer *answer, const struct waurie_play_out *line,
                          int columns, struct kauri_string *out);

#endif
