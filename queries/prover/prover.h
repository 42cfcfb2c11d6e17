// Depth-first proof-number search: decides questions "is r >= x?" about positions above the tables
// (docs/reference/SEARCH.md has the method and the proof that its answers are true).
//
// A prover keeps its results, so each question begins with the bounds that earlier ones proved.
// Answers do not depend on the number of threads; which of two open questions is answered first
// may.
//
// Each thread searches depth-first (queries/prover/explore.h). Where it arrives, the moves and what
// is known of them come from queries/prover/branches.h, which asks the tables; a new position gets
// its first efforts from queries/prover/leaf.h, and results are kept in
// queries/prover/proof_table.h.
#ifndef KAURI_QUERIES_PROVER_PROVER_H
#define KAURI_QUERIES_PROVER_PROVER_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "kauri/kauri.h"
#include "queries/estimate/net.h"
#include "queries/lookup/bounds.h"
#include "queries/packed/packed_board.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_prover;

struct kauri_prover_options {
    struct kauri_shape shape;
    unsigned seeds;   // greatest number in a position that is asked about
    uint64_t memory;  // bytes reserved for the table of proof numbers, which grows
    unsigned threads; // at least 1
    // A different seed makes the search take a different course: positions have other places in the
    // table, and other moves among those with equal efforts come first.
    uint64_t seed;
    struct kauri_tablebase *tables; // NULL: none; must stay open
    // The table has all of its memory from the start, as a search needs that is to be repeated
    // exactly. A table that grows begins small, and `memory` is rounded down to a multiple of that.
    bool whole;
    // Network for leaf initialisation, must outlive the prover; NULL: the fitted one.
    const struct kauri_net *net;
};

enum kauri_prover_answer {
    KAURI_PROVER_OPEN, // a limit came first, or the answer rests on a line longer than the prover
                       // follows
    KAURI_PROVER_YES,
    KAURI_PROVER_NO,
};

struct kauri_prover_limits {
    double seconds; // limit of elapsed time
    uint64_t nodes; // positions expanded by this question; 0: no limit
    // Efforts to prove and to refute at which the question is given up, since another one has
    // become better; 0: none.
    uint32_t phi, delta;
    // Maximum number of threads for this question; 0: all threads of the prover. Threads are
    // started for each question, which is much of the work for a small one (KAURI_PROVER_SMALL).
    unsigned threads;
    // NULL, or called about every tenth of a second, with `done` the positions expanded.
    const struct kauri_progress *progress;
};

// A question of so many positions is answered by one thread as soon as by several.
enum { KAURI_PROVER_SMALL = 20000 };

// One question, answered or not.
struct kauri_prover_report {
    enum kauri_prover_answer answer;
    uint64_t nodes; // positions expanded
    uint32_t phi;   // estimated effort to prove "yes"; 0: proven
    uint32_t delta; // estimated effort to prove "no"; 0: proven
    bool stopped;   // the progress asked to stop
};

// KAURI_RESOURCE if the memory is too small (kauri_prover_least) or cannot be allocated.
enum kauri_status kauri_prover_new(const struct kauri_prover_options *options,
                                   struct kauri_prover **prover, struct kauri_error *error);
// Accepts NULL.
void kauri_prover_free(struct kauri_prover *prover);

// The smallest sufficient memory, in bytes.
uint64_t kauri_prover_least(struct kauri_shape shape, unsigned seeds);

// Maximum number of bytes that a prover takes in addition to its table, including stacks.
uint64_t kauri_prover_overhead(unsigned threads);

// Stores bounds that are proven elsewhere, as if they had cost more than anything else. The
// position must have the shape and at most the seeds of the prover. Not while it is asked.
void kauri_prover_learn(struct kauri_prover *prover, const struct kauri_position *position,
                        struct kauri_bounds r);

// Stores bounds that another proof establishes, whose file ends with `digest`; otherwise as
// kauri_prover_learn. Proofs of this prover cite that file instead of proving the bounds again
// (docs/reference/PROOF.md, section 6). Of several proofs about a position, the one with the
// greatest lower bound is cited for that bound, the one with the least upper bound for the other.
// The prover believes the caller. Takes at most 200 bytes of memory besides that of the prover for
// each position. KAURI_RESOURCE: out of memory.
enum kauri_status kauri_prover_cite(struct kauri_prover *prover,
                                    const struct kauri_position *position, struct kauri_bounds r,
                                    uint64_t digest, struct kauri_error *error);

// Notes that bounds which the prover learned or cites rest on the tables of layers 0 to tables - 1,
// as if it had asked these tables (kauri_prover_history).
void kauri_prover_rest_on(struct kauri_prover *prover, unsigned tables);

// Asks whether r >= x for the player to move. The position must have the shape and at most the
// seeds of the prover. Errors: those of the tables. One thread at a time.
enum kauri_status kauri_prover_ask(struct kauri_prover *prover,
                                   const struct kauri_position *position, int x,
                                   const struct kauri_prover_limits *limits,
                                   struct kauri_prover_report *report, struct kauri_error *error);

// Asks like kauri_prover_ask, although the table may have the answer, so that the table has what it
// rests on. On KAURI_PROVER_YES, *branch receives the number of a move that proves it, among the
// moves in the order of their holes. The question must not be one that the rules alone answer.
enum kauri_status kauri_prover_ask_again(struct kauri_prover *prover,
                                         const struct kauri_packed *board, int x,
                                         const struct kauri_prover_limits *limits,
                                         struct kauri_prover_report *report, unsigned *branch,
                                         struct kauri_error *error);

// The proven bounds of a position so far, and the proof numbers of the last question about it.
struct kauri_prover_known {
    struct kauri_bounds r;
    bool visited;        // the following members are set
    int x;               // threshold of the last question
    uint32_t phi, delta; // proof and disproof number of the last question
    uint64_t work;       // approximate number of positions expanded for it
};
void kauri_prover_known(const struct kauri_prover *prover, const struct kauri_position *position,
                        struct kauri_prover_known *known);

// The cost of all questions so far.
struct kauri_prover_history {
    uint64_t nodes;  // positions expanded
    uint64_t layers; // bit n: proven bounds may rest on the table of layer n, because it was asked,
                     // or a table above it whose values may be derived from it
};
// Returns the history. May be called while the prover is asked, from the thread that asks.
struct kauri_prover_history kauri_prover_history(const struct kauri_prover *prover);

// The share of the memory that is in use: 0..1.
double kauri_prover_fill(const struct kauri_prover *prover);

// The bounds in the memory of a prover that cost most, for handing them on with proofs of their
// own.

struct kauri_costly_bound {
    struct kauri_position position; // South to move, score 0:0
    struct kauri_bounds r;          // the bound that answers the last question about it
    uint64_t work;                  // approximate number of positions expanded for it
};

// Fills `bounds` with at most `maximum` bounds whose work is at least `least`, those that cost
// most, ascending by work. Bounds that were learned from elsewhere are left out. Returns their
// number. Reads the whole memory. Not while the prover is asked.
unsigned kauri_prover_costly(const struct kauri_prover *prover, uint64_t least, unsigned maximum,
                             struct kauri_costly_bound *bounds);

#endif
