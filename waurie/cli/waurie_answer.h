// What is known about a position, in the forms in which `waurie probe`, `best` and `line` show it.
#ifndef KAURI_WAURIE_CLI_WAURIE_ANSWER_H
#define KAURI_WAURIE_CLI_WAURIE_ANSWER_H

#include "common/string_buffer.h"
#include "waurie/decide.h"
#include "waurie/tables.h"
#include "waurie/waurie_notation.h"

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

// Decides the position and its moves.
enum kauri_status waurie_answer_make(struct waurie_decider *decider,
                                     const struct waurie_position *position,
                                     struct waurie_answer *answer, struct kauri_error *error);

// Looks the position and its moves up in tables of these rules, which cover its seeds: who wins,
// without distances.
void waurie_answer_look_up(const struct waurie_tables *tables, const struct waurie_rules *rules,
                           const struct waurie_position *position, struct waurie_answer *answer);

// Adds the answer as text; with `best_only`, of the moves only the best.
void waurie_answer_text(const struct waurie_answer *answer, bool best_only, int columns,
                        struct kauri_string *out);

// One step of best play.
struct waurie_step {
    struct waurie_position before;
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

// Finds best play: in each position the first of the best moves.
enum kauri_status waurie_play_out_make(struct waurie_decider *decider,
                                       const struct waurie_position *position,
                                       struct waurie_play_out *line, struct kauri_error *error);
void waurie_play_out_clear(struct waurie_play_out *line);

// Adds the moves in the notation of the article, "5/3/1/6-1".
void waurie_play_out_moves(const struct waurie_play_out *line, struct kauri_string *out);

// Adds the answer with best play as text.
void waurie_play_out_text(const struct waurie_answer *answer, const struct waurie_play_out *line,
                          int columns, struct kauri_string *out);

#endif
