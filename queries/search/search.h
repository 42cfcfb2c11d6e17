// Exact search above the tables (docs/reference/SEARCH.md): the value of a position with more seeds
// than the tables hold, or proven bounds if a limit ends the search.
//
// It asks the prover (queries/prover/prover.h) questions "is r >= x?" until they determine the
// value: queries/search/search_questions.h chooses them, queries/search/search_watch.h asks. The
// result comes first, and then by how much. What a book says of the position and of those just
// below it is known from the beginning (queries/known/known.h). Every bound is sound, however early
// the search ends.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_H
#define KAURI_QUERIES_SEARCH_SEARCH_H

#include "common/output.h"
#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "kauri/kauri.h"
#include "queries/lookup/bounds.h"
#include "queries/lookup/line.h"
#include "queries/prover/proof_write.h"
#include "queries/search/search_memory.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

enum kauri_search_status {
    KAURI_SEARCH_EXACT,  // the goal is reached: r is exact, or the result or question is decided
    KAURI_SEARCH_BOUNDS, // a limit or an interruption came first
};

// The question "r >= x?" about the position, and its answer.
struct kauri_search_question {
    bool asked; // limits->ask was set; otherwise the rest is 0
    int x;
    enum kauri_prover_answer answer;
    // Estimated efforts to prove either answer while the question is open; 0: not known.
    uint32_t yes, no;
};

// Released by kauri_search_answer_free. Plain data but for `asked`; does not change after it is
// made.
struct kauri_search_answer {
    struct kauri_position position;
    enum kauri_goal goal;
    enum kauri_search_status status;
    struct kauri_search_question question;
    struct kauri_bounds r;           // bounds for the player to move
    enum kauri_bounds_source source; // where they come from
    uint64_t nodes;                  // positions expanded until the goal was reached
    uint64_t seed;                   // seed from the limits
    double fill;                     // share of the table of the prover that is in use, 0..1
    double seconds;
    enum kauri_search_stop stop;
    unsigned move_count; // 0: no seeds and no cowrie in the own row
    // Best first. A move is `best` if its low reaches the position's high, so that no other move is
    // worth more, whatever the goal. If r is exact, there is such a move, unless limits->value_only
    // was set or it would have taken too long to prove that.
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    // The tables hold the position and its successors: nothing was searched, `probe` is their
    // answer, and the moves are in its order.
    bool covered;
    struct kauri_probe_result probe;
    // Best play if the status is exact, unless limits->value_only was set: moves that keep both
    // bounds, first those that the search found and from ply table_from on those of the tables, to
    // the end of the game or until nothing more is proven or stored (KAURI_LINE_OPEN). If r is not
    // exact, the moves keep the result, and from table_from on the value. Without plies, and open,
    // if the status is bounds.
    struct kauri_best_line line;
    struct kauri_tablebase *tables;   // as given
    const struct kauri_book *book;    // that the answer may rest on; NULL: none
    struct kauri_search_prover asked; // its prover is NULL if nothing was searched
};

// Searches. `tables` may be NULL (the search then goes down to the last cowrie) and may have any
// layers, but must be of the position's shape; it must stay open until the result is freed.
// KAURI_BAD_INPUT for a position of another shape than the tables; KAURI_CORRUPT and KAURI_RESOURCE
// from reading tables; KAURI_RESOURCE if the memory that the limits allow cannot be allocated.
// *search is NULL on failure. One thread at a time.
enum kauri_status
kauri_search_answer_find(struct kauri_tablebase *tables, const struct kauri_position *position,
                         enum kauri_goal goal, const struct kauri_search_limits *limits,
                         struct kauri_search_answer **search, struct kauri_error *error);

// Accepts NULL.
void kauri_search_answer_free(struct kauri_search_answer *search);

// Limits of writing the proof of the bounds that a search found (docs/reference/PROOF.md).
struct kauri_search_proof_limits {
    uint64_t memory; // bytes of the steps, besides the memory of the search; 0: any number
    double seconds;  // limit of elapsed time; 0: none
    // NULL, or called now and then, with stage "proof", `done` the steps so far and `round` the
    // statements that were searched again. It may cancel the proof.
    const struct kauri_progress *progress;
};

// Adds a proof of search->r, or if the search was for a question, of its answer alone, to a string,
// which is empty before: the bytes of a file that verify/proof_check.h accepts. `written` and
// `limits` may be NULL. If the memory is shared, this should be called before the next search in
// it. KAURI_USAGE if the question is open; KAURI_RESOURCE if memory or time do not suffice;
// KAURI_INTERRUPTED; errors of the tables.
enum kauri_status kauri_search_answer_make_proof(const struct kauri_search_answer *search,
                                                 const struct kauri_search_proof_limits *limits,
                                                 struct kauri_string *out,
                                                 struct kauri_written_proof *written,
                                                 struct kauri_error *error);

// Writes it into a file. `mode` says whether an existing one is replaced (common/output.h).
// KAURI_USAGE if it is not; errors as above. Without success, the file is as it was.
enum kauri_status kauri_search_answer_prove(const struct kauri_search_answer *search,
                                            const struct kauri_search_proof_limits *limits,
                                            const char *path, enum kauri_output_mode mode,
                                            struct kauri_written_proof *written,
                                            struct kauri_error *error);

#endif
