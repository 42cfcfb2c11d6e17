// Plays lines of play (waurie/waurie_record.h) from their positions: a main line, and the
// variations that leave it or one another.
#ifndef KAURI_WAURIE_WAURIE_REPLAY_H
#define KAURI_WAURIE_WAURIE_REPLAY_H

#include "waurie/waurie_record.h"

struct waurie_played_sowing {
    struct waurie_position before;
    unsigned turn; // number of the turn, from 1; in a variation it goes on from the turn that is
                   // replaced
    unsigned turn_from; // number of the first sowing of the turn, within the line
    bool again;         // a bonus move follows
};

struct waurie_played_line {
    struct waurie_written_line written; // owned
    // How the first `count` sowings were played; the rest cannot be played.
    struct waurie_played_sowing *played;
    size_t count;
    unsigned first_turn;        // number of the turn that the line begins with
    struct waurie_position end; // position after the last sowing; as it was before if the move won
    bool over;                  // the game is over at the end of the line
    bool north_won;             // North has won, if the game is over
};

// The last main line and the variations after it; zeros at first. Used by one thread at a time.
struct waurie_replay {
    struct waurie_played_line *lines;
    size_t count;
    size_t capacity;
};

// Plays a line and adds it, also after KAURI_BAD_INPUT, with what can be played. A main line begins
// with `start` and takes the place of all lines before it. A variation takes the place of the turn
// that its letter follows in an earlier line; KAURI_BAD_INPUT if there is none. The replay becomes
// the owner of the sowings of *written. KAURI_BAD_INPUT, with line and column, for a sowing that
// cannot be played, or that is not followed by a hyphen if it earns a bonus move, or is if it does
// not; KAURI_RESOURCE, and nothing is added.
enum kauri_status waurie_replay_add(struct waurie_replay *replay, const struct waurie_rules *rules,
                                    const struct waurie_position *start,
                                    struct waurie_written_line *written, struct kauri_error *error);

// Frees all lines.
void waurie_replay_clear(struct waurie_replay *replay);

#endif
