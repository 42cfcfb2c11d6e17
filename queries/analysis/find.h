// Finds the positions of a layer that meet conditions.
//
// All values are those of the player to move. A move *keeps* the value if it is as good as any: if
// 3 * gain - r(successor) = r, where gain is what the move captures for the player who makes it,
// minus what it captures for the opponent. A pass is not counted as a move.
//
// A position is a *mutual zugzwang* if both sides would rather not be the one to move. Let r be the
// value of the position, and r' that of the same board with the opponent to move, each for its own
// player to move. The player gets r with the move, and -r' without it. So having to move costs the
// player -(r + r'), and the opponent as much: each of the two would rather not move exactly if r +
// r' < 0. One condition therefore serves both sides.
//
// In addition, both sides must have a move, because it is zugzwang only if one has to make a move
// that one does not want. With seeds on the board this follows: if one of the two cannot move, that
// player's pass leads to the same board with the other to move, so r = -r' (R7). Without seeds, the
// player who cannot move has lost (R9); that loss is not caused by a move.
//
// A position has a *unique line* of k moves if the next k moves, by both sides, are each the only
// one that keeps the value. A move that is the only legal one counts; passes between moves do not.
// Captures continue into lower layers, and the last one into the cowrie phase, whatever the score.
//
// In a problem, the task is to win or to draw, and another move may do that as well although it
// gives away seeds. Conditions *by result* therefore ask for the win, draw or loss under a set of
// rules and at a score. A line is a *solution* if the player who is to move in the position does
// not lose, and each of that player's moves in the line is the only one that keeps this result. The
// opponent's moves need not: a player who loses has nothing to keep. A position is a mutual
// zugzwang by result if the results of both sides with the move sum to less than 0, as r does.
#ifndef KAURI_QUERIES_ANALYSIS_FIND_H
#define KAURI_QUERIES_ANALYSIS_FIND_H

#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "kauri/kauri.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The whole numbers low .. high.
struct kauri_span {
    int32_t low, high;
};
#define KAURI_SPAN_ALL ((struct kauri_span){INT32_MIN, INT32_MAX})

static inline bool kauri_span_has(struct kauri_span span, int32_t number)
{
    return span.low <= number && number <= span.high;
}
static inline bool kauri_span_is_all(struct kauri_span span)
{
    return span.low == INT32_MIN && span.high == INT32_MAX;
}

// A position that meets the conditions.
struct kauri_found {
    uint64_t index; // index in its layer
    int32_t r;
    uint32_t dtc;       // 0 where r is 0; KAURI_DTC_UNKNOWN if the tables have no distances;
                        // unspecified if neither requested nor a condition
    int32_t opposite_r; // r if the opponent were to move; only with the condition `zugzwang`
    uint8_t moves;      // legal moves
    uint8_t keeping;    // moves that keep the value; only if kauri_find_counts_keeping
    uint8_t holding;    // moves that keep the result; only with the condition `holding`
};

// Maximum number of positions passed at a time.
enum { KAURI_FOUND_MAX = 1 << 16 };

// Keeps the positions of the greatest, or of the least, distance among those that were found. Of
// positions of the same distance, the one with the lower index comes first. Positions with r = 0
// have no distance and come last. Used by one thread at a time.
struct kauri_found_best {
    bool shortest; // keeps the shortest distances, otherwise the longest
    size_t limit;
    size_t count;
    // Room for twice the limit; when full, it is sorted and the worse half dropped.
    struct kauri_found *items;
};

// Keeps up to `limit` positions, at least 1. Errors: KAURI_RESOURCE. The caller clears *best.
enum kauri_status kauri_found_best_init(struct kauri_found_best *best, bool shortest, size_t limit,
                                        struct kauri_error *error);
// Accepts NULL and zeroed ones.
void kauri_found_best_clear(struct kauri_found_best *best);

void kauri_found_best_add(struct kauri_found_best *best, const struct kauri_found *found,
                          size_t count);

// Sorts best->items, best first, and drops those beyond the limit.
void kauri_found_best_sort(struct kauri_found_best *best);

// Conditions that a position must all meet.
struct kauri_find_conditions {
    struct kauri_span r;
    struct kauri_span net;                         // net captures to come (kauri_value_net)
    struct kauri_span dtc;                         // positions with r = 0 meet only KAURI_SPAN_ALL
    struct kauri_span mover_seeds, opponent_seeds; // seeds in the row of each player
    struct kauri_span mover_cowries, opponent_cowries; // cowries in the row of each player
    struct kauri_span moves;                           // number of legal moves
    struct kauri_span keeping;                         // number of moves that keep the value
    bool zugzwang;                                     // must be a mutual zugzwang
    unsigned line;                                     // least length of the unique line
    // Lines must be solutions, and zugzwangs are judged by the result. The members below belong to
    // this.
    bool by_result;
    enum kauri_ruleset rules;
    uint8_t score[2]; // captures of South, who is to move, and of North
    bool result_given;
    enum kauri_result result;  // result for the mover
    struct kauri_span holding; // number of moves that keep the result
};

// Returns conditions that every position meets.
struct kauri_find_conditions kauri_find_conditions_none(void);

// Returns whether kauri_found.keeping is known with these conditions.
bool kauri_find_counts_keeping(const struct kauri_find_conditions *conditions);

struct kauri_find_options {
    unsigned threads; // at least 1
    bool with_dtc;    // dtc of the positions is requested, where tables have it
    uint64_t memory;  // bytes for decoded blocks (struct kauri_layer_scan)
    const struct kauri_progress *progress; // may be NULL
    // Called by the calling thread with positions that were found, in the order of the index, at
    // most KAURI_FOUND_MAX at a time. Another status than KAURI_OK ends the work. May be NULL.
    enum kauri_status (*found)(void *context, const struct kauri_found *found, size_t count,
                               struct kauri_error *error);
    void *context;
};

// Finds the positions of layer `seeds` and sets *count to their number. Conditions on r, dtc, seeds
// and cowries are tested first, then `zugzwang` and the number of moves that keep the value, all
// for whole blocks at a time; `holding` and lines last, by looking up the successors of the
// positions that are left. Needs the lower layers for these three, or if the table does not hold
// all positions. The result depends neither on the number of threads nor on `memory`. Memory: that
// of kauri_layer_scan_run, up to 7 bytes for each position of a round, and about 200 MiB for lines.
// Errors: those of kauri_layer_scan_run, of `found`, KAURI_MISSING for a condition on dtc where the
// table has no distances, and KAURI_CORRUPT when the values of a position and its moves contradict
// one another.
enum kauri_status kauri_find(struct kauri_tablebase *tables, unsigned seeds,
                             const struct kauri_find_conditions *conditions,
                             const struct kauri_find_options *options, uint64_t *count,
                             struct kauri_error *error);

#endif
