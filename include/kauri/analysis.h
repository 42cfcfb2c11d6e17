// SPDX-License-Identifier: MIT
//
// analysis.h - positions above the tables: searches that prove values, and proof files.
//
// The second part of the public interface of libkauri, since 1.1. Everything that the first comment
// of kauri.h says about versions, results, threads, memory and units also applies here.
#ifndef KAURI_ANALYSIS_H
#define KAURI_ANALYSIS_H

#include <kauri/kauri.h>

#ifdef __cplusplus
extern "C" {
#endif

// Bounds of r: low <= r <= high. r is exact if the two are equal.
struct kauri_bounds {
    int32_t low, high;
};

enum { KAURI_ESTIMATE_UNIT = 16 }; // estimate units per unit of r, so 48 are one seed

// ------------------------------------------------------------------------------------------ search

// Proves values of positions above the tables (docs/reference/SEARCH.md). A search keeps its
// results in memory, so later questions about the same position, or about others of the game, build
// on them.
struct kauri_search;

struct kauri_proofs; // proofs that kauri_proofs_check has accepted
struct kauri_book;   // a solution book (docs/reference/BOOK.md)

// Opens a solution book, which says who wins and with which move at every position that play
// reaches while the winner follows it. Takes some 30 bytes of memory for each entry. An open book
// is constant: thread-safe. KAURI_MISSING, KAURI_BAD_INPUT (no book), KAURI_WRONG (other rules),
// KAURI_CORRUPT, KAURI_RESOURCE. *book is NULL on failure. Since 1.2.
KAURI_API enum kauri_status kauri_book_open(const char *path, struct kauri_book **book,
                                            struct kauri_error *error);

// Accepts NULL. Since 1.2.
KAURI_API void kauri_book_close(struct kauri_book *book);

// Zero in any other member means the default.
struct kauri_search_options {
    size_t struct_bytes;            // sizeof(struct kauri_search_options)
    struct kauri_tablebase *tables; // NULL: none; must stay open until kauri_search_free
    uint64_t memory_bytes;          // memory in addition to that of the tables; default 256 MiB
    unsigned threads;               // at most 4096, and no more than the memory suffices for;
                                    // default one per processor
    bool no_openings; // ignored since 1.2: without `book` nothing is known of openings
    const struct kauri_proofs *proofs; // accept their statements as proven, and cite them in proofs
                                       // that are written; NULL: none. Copied.
    // Since 1.2: a solution book whose entries are taken for proven; NULL: none, as proofs that are
    // to be written need. Must stay open until kauri_search_free.
    const struct kauri_book *book;
};

// Makes a search, whose memory is allocated only by the first question. `options` may be NULL.
// KAURI_USAGE for options out of range, KAURI_BAD_INPUT for proofs of impossible bounds,
// KAURI_RESOURCE. *search is NULL on failure.
KAURI_API enum kauri_status kauri_search_new(const struct kauri_search_options *options,
                                             struct kauri_search **search,
                                             struct kauri_error *error);

// Accepts NULL.
KAURI_API void kauri_search_free(struct kauri_search *search);

// What a search is to find out about a position. The first two equal those of enum kauri_ruleset.
enum kauri_goal {
    KAURI_GOAL_STANDARD = 0,   // the result for its score under the standard rules
    KAURI_GOAL_TIEBREAKER = 1, // the result for its score under the tie-breaker rules
    KAURI_GOAL_VALUE = 2,      // r, which gives the results under both rules
    KAURI_GOAL_AT_LEAST = 3,   // whether r >= x
};

enum kauri_search_stop {
    KAURI_SEARCH_STOP_NONE = 0, // the search reached its goal
    KAURI_SEARCH_STOP_TIME = 1,
    KAURI_SEARCH_STOP_MEMORY = 2, // memory_bytes is less than the minimum
    KAURI_SEARCH_STOP_NODES = 3,
    KAURI_SEARCH_STOP_REQUEST = 4, // `stop` asked to stop
    KAURI_SEARCH_STOP_LENGTH = 5,  // lines of play are longer than the search follows
};

// One move of a searched position, from the view of the player who makes it, captures of the move
// included.
struct kauri_search_move {
    int hole; // 0 = leftmost, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    struct kauri_bounds r; // proven bounds
    uint32_t dtc;          // as in struct kauri_probe_move if tables contain it; otherwise 0
    bool best;             // no move is proven to be worth more
    struct kauri_position successor;
};

// Everything proven about a position, for its player to move. Plain data except for the line, which
// kauri_search_result_clear releases.
struct kauri_search_result {
    struct kauri_position position;
    bool decided;                // the goal is reached
    enum kauri_search_stop stop; // why the search ended before that
    struct kauri_bounds r;
    // Results for the score under each enum kauri_ruleset: at least worst, at most best; the same
    // when the result is proven.
    enum kauri_result worst[2];
    enum kauri_result best[2];
    uint64_t nodes;     // positions expanded; 0 if the tables have the answer
    double seconds;     // elapsed time
    double memory_used; // share of the memory, 0..1
    unsigned move_count;
    struct kauri_search_move moves[KAURI_HOLES_MAX]; // best first
    // Moves that keep r, or the result if that was the goal; from ply table_from on, those of the
    // tables. Empty if the goal was not reached, or was KAURI_GOAL_AT_LEAST.
    struct kauri_best_line line;
};

// A question. Zero means no limit or callback; a goal of zero is KAURI_GOAL_STANDARD.
struct kauri_search_request {
    size_t struct_bytes; // sizeof(struct kauri_search_request)
    enum kauri_goal goal;
    // Threshold of KAURI_GOAL_AT_LEAST, -181..181; 3 * k - 1 asks whether net is at least k.
    int x;
    bool value_only; // do not spend time on the best move and the line
    // Limits of the whole run, in which the best move and the line are proven as well. The clock is
    // read about every thousand positions of a thread. Without a limit of time, the best move and
    // the line get at most 20 s.
    double seconds; // elapsed time
    uint64_t nodes; // positions to expand; each thread but one may add one
    // Both are called about ten times a second: `progress` with everything that is proven so far,
    // without a line; `stop` to ask whether to end the search, as at a limit.
    void (*progress)(void *context, const struct kauri_search_result *so_far);
    bool (*stop)(void *context);
    void *context;
};

// Searches until the goal or a limit is reached; all bounds in *result hold either way. A position
// that the tables cover is looked up. A position on a board of another shape clears the memory of
// the search, as may one with more seeds if memory_bytes is below 36 MiB. Takes up to 2 MiB of the
// calling thread's stack. KAURI_USAGE for a request out of range; KAURI_BAD_INPUT for an invalid
// position or one that does not match the shape of the tables; KAURI_RESOURCE, also if the memory
// cannot be allocated; KAURI_MISSING and KAURI_CORRUPT from reading tables; KAURI_WRONG if proofs
// that did not come from kauri_proofs_check contradict one another or the tables. *result needs no
// initialisation, and what it holds is not released: clear the result of an earlier run before it
// is used again. It is all 0 on failure.
KAURI_API enum kauri_status kauri_search_run(struct kauri_search *search,
                                             const struct kauri_position *position,
                                             const struct kauri_search_request *request,
                                             struct kauri_search_result *result,
                                             struct kauri_error *error);

// Releases the line and sets the result to 0, so that it can be used again. Accepts NULL, and a
// result that is all 0. Since 1.2.
KAURI_API void kauri_search_result_clear(struct kauri_search_result *result);

// ------------------------------------------------------------------------------------------ proofs

// A file that shows step by step why bounds of r hold (docs/reference/PROOF.md).

// Zero in any other member means the default.
struct kauri_proof_write_options {
    size_t struct_bytes;   // sizeof(struct kauri_proof_write_options)
    bool replace;          // replace an existing file; otherwise it is refused
    uint64_t memory_bytes; // limit for the steps, in addition to the memory of the search; default
                           // unlimited
    double seconds;        // limit of elapsed time; default unlimited
    bool (*stop)(void *context); // NULL, or asked ten times a second whether to give up
    void *context;
};

struct kauri_written_proof {
    uint64_t steps;
    uint64_t repairs;   // statements that had to be searched again
    uint64_t citations; // number of citations of other proofs
    uint64_t digest;    // digest at the end of the file, by which other proofs cite it
};

// Writes a proof of the result of the last kauri_search_run: the bounds of r, or for
// KAURI_GOAL_AT_LEAST the answer. `options` and `written` may be NULL. KAURI_USAGE: nothing was
// searched, the question is open, a book was used, or the file exists.
// KAURI_RESOURCE: memory or time do not suffice, or the file cannot be written. KAURI_INTERRUPTED:
// by `stop`. KAURI_CORRUPT from reading tables. No file is written on failure.
KAURI_API enum kauri_status
kauri_search_write_proof(struct kauri_search *search, const char *path,
                         const struct kauri_proof_write_options *options,
                         struct kauri_written_proof *written, struct kauri_error *error);

// An accepted proof. It holds if those that it cites hold and its tables are correct.
struct kauri_checked_proof {
    const char *path;
    struct kauri_position position;
    struct kauri_bounds r; // bounds of r for the player to move
    uint64_t steps;
    uint64_t citations; // number of citations of other proofs
    uint64_t digest;    // digest at the end of the file
    unsigned tables;    // the proof rests on the tables of layers 0 to tables - 1; 0: on the rules
                        // alone
};

// Proofs that were accepted together. Released by kauri_proofs_clear.
struct kauri_proofs {
    size_t count;
    struct kauri_checked_proof *proof; // sorted by path; after checking a single file,
                                       // that one is first
    unsigned tables;                   // tables that all proofs together rest on
    // Digests of these tables (docs/reference/FORMAT.md, section 5).
    uint64_t table_digest[KAURI_SEEDS_MAX + 1];
};

// Zero in any other member means the default.
struct kauri_proofs_check_options {
    size_t struct_bytes;         // sizeof(struct kauri_proofs_check_options)
    bool trust_tables;           // trust the digests stated in the tables; otherwise the tables
                                 // that proofs rest on are decoded and digested again
    unsigned threads;            // at most 4096; default that of the tables, or one per processor
    bool (*stop)(void *context); // NULL, or asked now and then, at most ten times a second and
                                 // only by the calling thread (worker 0 of the loop over files),
                                 // whether to give up
    void *context;
};

// Checks the proof in the file `path` with everything that it cites, or every file "*.proof" of the
// folder `path`, with code that shares only rules, index and tables with the search. Cited proofs
// are files "DIGEST.proof" of the same folder. `tables` may be NULL if no proof rests on tables;
// `options` may be NULL. For n steps, time is at most proportional to n log n and memory to n,
// whatever the files contain. KAURI_WRONG: a step does not hold, or a table has another digest; the
// message says where. KAURI_BAD_INPUT: a file is not a proof. KAURI_MISSING: no such file, table or
// cited proof. KAURI_CORRUPT: a table is damaged. KAURI_INTERRUPTED: by `stop`. KAURI_USAGE,
// KAURI_RESOURCE. *proofs needs no initialisation, and what it holds is not released: clear proofs
// of an earlier call before they are used again. It is empty on failure.
KAURI_API enum kauri_status kauri_proofs_check(const char *path, struct kauri_tablebase *tables,
                                               const struct kauri_proofs_check_options *options,
                                               struct kauri_proofs *proofs,
                                               struct kauri_error *error);

// Releases the proofs and leaves none. Accepts NULL.
KAURI_API void kauri_proofs_clear(struct kauri_proofs *proofs);

// The steps of a proof that was read from a file. Constant: thread-safe.
struct kauri_proof_reading;

// One statement of a proof about a position, and the player whose result is proven, the prover.
struct kauri_proof_statement {
    struct kauri_position position; // score 0:0, South to move
    bool prover_moves;              // true: r >= value; false, the other player moves: r <= -value
    int32_t value;                  // the prover is sure of this much
    bool cited;      // proven by another proof, the one with `digest`; the members below are 0
    int hole;        // if the prover moves: the move that gets it, or KAURI_MOVE_PASS
    uint32_t rank;   // of steps without captures that follow one another, where value > 0: it falls
    uint64_t digest; // 0 unless `cited`
};

// Reads a proof, so that it can be walked from its root: *root receives the position, the bounds
// and what else the file states about itself. Checks that the file has its digest and that its
// moves can be played, but not whether its steps hold, which kauri_proofs_check does. Takes up to
// 70 bytes for each step. Errors: those of kauri_proofs_check for one file. `root` may be NULL; its
// `path` is the one given here. *reading is NULL on failure. Since 1.2.
KAURI_API enum kauri_status kauri_proof_read_steps(const char *path,
                                                   struct kauri_proof_reading **reading,
                                                   struct kauri_checked_proof *root,
                                                   struct kauri_error *error);

// Accepts NULL. Since 1.2.
KAURI_API void kauri_proof_reading_free(struct kauri_proof_reading *reading);

// What the proof says of a position if the prover is, or is not, to move there: its step, or its
// citation. The score does not matter. KAURI_MISSING if it says nothing: the tables that it rests
// on, or the rules, then suffice. KAURI_BAD_INPUT for an invalid position. Since 1.2.
KAURI_API enum kauri_status kauri_proof_find(const struct kauri_proof_reading *reading,
                                             const struct kauri_position *position,
                                             bool prover_moves,
                                             struct kauri_proof_statement *statement,
                                             struct kauri_error *error);

// Step `index`, from 0 to the number of steps - 1, in no order that means anything. KAURI_USAGE.
// Since 1.2.
KAURI_API enum kauri_status kauri_proof_step_at(const struct kauri_proof_reading *reading,
                                                uint64_t index,
                                                struct kauri_proof_statement *statement,
                                                struct kauri_error *error);

// --------------------------------------------------------------------------------- verification

// Zero in any other member means the default.
struct kauri_layer_check_options {
    size_t struct_bytes;   // sizeof(struct kauri_layer_check_options)
    uint64_t memory_bytes; // most memory; default what is free
    unsigned threads;      // at most 4096; default one per processor
    uint64_t sample; // positions to check, spread over the layer by a fixed rule; default all,
                     // and the certificate
    // Both may be NULL, and are called about ten times a second, with a number of positions.
    void (*progress)(void *context, uint64_t done, uint64_t total);
    bool (*stop)(void *context);
    void *context;
};

// Checks layer `seeds` as `kauri verify` does: evaluates the equations of r and dtc at its
// positions, without the solver. If they hold, and the lower layers are right, the layer is right
// (docs/guide/RULES.md). KAURI_OK if all hold; KAURI_WRONG if not, with the first wrong position in
// the message. `positions`, the number of those that were checked, may be NULL. KAURI_INTERRUPTED
// by `stop`, KAURI_USAGE, KAURI_MISSING, KAURI_CORRUPT, KAURI_RESOURCE. `options` may be NULL.
// Since 1.2.
KAURI_API enum kauri_status kauri_layer_check(struct kauri_tablebase *tables, unsigned seeds,
                                              const struct kauri_layer_check_options *options,
                                              uint64_t *positions, struct kauri_error *error);

#ifdef __cplusplus
}
#endif

// The engine is a part of its own, which a library may be built without.
#if __has_include(<kauri/game_engine.h>)
#include <kauri/game_engine.h>
#endif

// So is the solver.
#if __has_include(<kauri/solving.h>)
#include <kauri/solving.h>
#endif

// Questions as text need both parts, and more.
#if __has_include(<kauri/answers.h>)
#include <kauri/answers.h>
#endif

#endif
