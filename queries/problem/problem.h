// Problems from tables: "South to move and win".
//
// South, the *solver*, is to move. A move *holds* if South still gets the result that the problem
// asks for, under its rules and at its score. At first exactly one of several moves holds and
// captures nothing, the *key*. The line continues in this way to the end of the game: North answers
// with the move that costs the fewest seeds and then delays longest, and South has exactly one move
// that holds again. Where the line began with seeds, it may also end in the cowrie phase, when
// several moves hold. A position in which South has several moves is a *choice*. What follows the
// last one is cut; up to it, neither side is forced: each has several moves every time.
//
// The solution is a tree: it has North's replies that *refute* each move that does not hold, and
// South's moves that hold after each other reply. Where these are two or more after a reply that
// *resists*, which costs North no more than the best one, the solution has a *minor dual*.
//
// A problem is plain data; its functions are thread-safe.
#ifndef KAURI_QUERIES_PROBLEM_PROBLEM_H
#define KAURI_QUERIES_PROBLEM_PROBLEM_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "kauri/analysis.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_PROBLEM_MOVES = 3,       // least number of legal moves at first
    KAURI_PROBLEM_PLIES_MAX = 100, // longest line; longer ones make no problem
    KAURI_PROBLEM_GRADES = 5,      // 1 is easy
    KAURI_PROBLEM_NODES = 20000,   // positions that the strongest engine looks at for a move, and a
                                   // search for a proof at most
    KAURI_PROBLEM_STRENGTH = 3,    // weakest opponent whose mistakes count; those below it hardly
                                   // look at a position
};

// Themes, as bits of a set.
enum kauri_problem_theme {
    KAURI_THEME_ZUGZWANG, // mutual zugzwang: after a move of the line, South would not hold if
                          // South were to move
    KAURI_THEME_GIFT, // the key lets North capture, by itself (R4) or in the reply, and some other
                      // move does not
    KAURI_THEME_TRAP, // some move captures, but every capture fails to hold
    KAURI_THEME_WAITING, // South would hold if North were to move; the key moves only cowries,
                         // within South's row
    KAURI_THEME_COWRIES, // the captures are equal in the end, and the cowries decide
    KAURI_THEME_DRAW,    // South holds a draw
    KAURI_THEMES,
};

// What keeps a position from being a problem, as bits of a set.
enum kauri_problem_blemish {
    KAURI_BLEMISH_LOST,    // South does not get the result
    KAURI_BLEMISH_SEVERAL, // several moves hold at first
    KAURI_BLEMISH_FEW,     // there are fewer than KAURI_PROBLEM_MOVES moves at first
    KAURI_BLEMISH_CAPTURE, // the key captures
    KAURI_BLEMISH_FORCED,  // a side has a single move before the last choice
    KAURI_BLEMISH_DUAL,    // several moves hold after the best reply; the line ends before it
    KAURI_BLEMISH_LONG,    // the line has more than KAURI_PROBLEM_PLIES_MAX plies
    KAURI_BLEMISHES,
};

// The problem that is asked for. If everything is zero: under the rules that give the longer line,
// at the score of a whole game at which the key only just holds, a win, or a draw where North
// captures more of the seeds.
struct kauri_problem_wish {
    bool rules_given, result_given, score_given;
    enum kauri_ruleset rules;
    enum kauri_result result;
    uint8_t score[2]; // South:North
};

struct kauri_problem_ply {
    struct kauri_probe_result probe; // moves[0] is played; of South's it alone holds
    // South's move leads to a mutual zugzwang: both sides have a move, and South would not hold if
    // it were South's turn. Then `other_r` is the value for South in that case.
    bool zugzwang;
    int32_t other_r;
    // The answers to each move but moves[0], as bits by hole of the side that answers: the replies
    // that refute a move of South, or South's moves that hold after a reply of North. None if the
    // game is over, or the answer is a pass.
    uint8_t answers[KAURI_HOLES_MAX];
};

struct kauri_problem {
    struct kauri_position position;
    enum kauri_ruleset rules;
    enum kauri_result result; // a win or a draw; a loss if the position is only examined
    unsigned choices;         // moves of South in the line; 0: it is no problem, and only
                              // `position` is set
    unsigned blemishes;       // what keeps it from being a problem, as bits; 0 if it was composed
    unsigned themes;
    unsigned wrong;    // wrong moves in all choices
    unsigned tempting; // wrong moves that capture or have a single refutation
    unsigned duals;    // replies of North that resist, after which several moves of South hold
    // Two problems belong to one family if they have the board of the last choice in common, or the
    // moves of the line.
    uint64_t last, moves;
    unsigned ply_count;
    struct kauri_problem_ply plies[KAURI_PROBLEM_PLIES_MAX];
    // Members set by kauri_problem_rate.
    unsigned failing; // strengths of the engine that choose a wrong move, as bits
    unsigned proof;   // positions that a search for a proof took; KAURI_PROBLEM_NODES: no proof
    unsigned points;
    unsigned grade; // 1..KAURI_PROBLEM_GRADES
};

// Returns whether a set of answers has exactly one move.
static inline bool kauri_problem_is_single(unsigned answers)
{
    return answers != 0 && (answers & (answers - 1)) == 0;
}

// Returns whether a reply of North, a place in its moves, costs North no more seeds than the best
// one and, under the tie-breaker rules, no more in the cowrie phase.
bool kauri_problem_resists(const struct kauri_problem *problem, const struct kauri_problem_ply *ply,
                           unsigned reply);

// Returns the name of a theme, such as "zugzwang"; static storage.
const char *kauri_problem_theme_name(enum kauri_problem_theme theme);

// Returns the name of a blemish, such as "several"; static storage.
const char *kauri_problem_blemish_name(enum kauri_problem_blemish blemish);

// Returns whether there may be a problem in a position that was probed: enough moves, a single one
// of which has the value and captures nothing.
bool kauri_problem_promises(const struct kauri_probe_result *probe);

// Makes a problem of the position as its mover sees it, or finds that there is none. Its score is
// that of the wish, or else its own unless it is 0:0, or else searched for. Errors: those of
// kauri_probe_root.
enum kauri_status kauri_problem_compose(struct kauri_tablebase *tables,
                                        const struct kauri_position *position,
                                        const struct kauri_problem_wish *wish,
                                        struct kauri_problem *problem, struct kauri_error *error);

// Says of any position whether it is a problem, as its mover sees it and at its own score: sets
// `position`, `result`, `blemishes` and plies[0].probe. If a single move holds at first and leaves
// a choice, the rest is set as if there were no other blemish; otherwise `choices` is 0. Errors:
// those of kauri_probe_root.
enum kauri_status kauri_problem_examine(struct kauri_tablebase *tables,
                                        const struct kauri_position *position,
                                        enum kauri_ruleset rules, struct kauri_problem *problem,
                                        struct kauri_error *error);

// Lets the engine choose at each strength and the prover search for a proof, both without tables,
// and grades the problem. The same problem always gets the same grade. Takes up to some hundredths
// of a second. Errors: KAURI_RESOURCE.
enum kauri_status kauri_problem_rate(struct kauri_problem *problem, struct kauri_error *error);

#endif
