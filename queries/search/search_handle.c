// kauri_search_* of the public interface: questions one after the other, in memory that is kept.
#include "kauri/analysis.h"

#include "common/checked.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "queries/search/search.h"
#include "queries/search/search_memory.h"
#include "rules/board.h"

#include <stdlib.h>
#include <string.h>

enum {
    MEMORY_DEFAULT = 256 << 20,
    X_MAX = 3 * KAURI_SEEDS_MAX + 1,
    SECONDS_ANY = 1000000000,
};

// The least size of options: that of version 1.1, up to the end of the last member.
#define OPTIONS_BYTES_1_1 KAURI_STRUCT_END(struct kauri_search_options, proofs)
#define REQUEST_BYTES_1_1 KAURI_STRUCT_END(struct kauri_search_request, context)
#define PROOF_BYTES_1_1   KAURI_STRUCT_END(struct kauri_proof_write_options, context)

struct kauri_search {
    struct kauri_search_options options; // options as given, without `proofs`
    struct kauri_search_fact *facts;     // statements of the proofs
    size_t fact_count;
    struct kauri_search_memory *memory; // NULL: none yet
    struct kauri_shape shape;           // shape of the boards in `memory`
    unsigned seeds;                     // greatest number in a position of `memory`
    struct kauri_search_answer *answer; // answer to the last question; NULL: none
};

// ------------------------------------------------------------------------------------ the handle

static enum kauri_status take_proofs(struct kauri_search *search, const struct kauri_proofs *proofs,
                                     struct kauri_error *error)
{
    search->fact_count = proofs->count;
    KAURI_PASS(KAURI_NEW(search->facts, proofs->count + 1, error, "%zu proofs", proofs->count));
    for (size_t i = 0; i < proofs->count; i++) {
        const struct kauri_checked_proof *proof = &proofs->proof[i];
        KAURI_PASS(kauri_position_check(&proof->position, error));
        const struct kauri_bounds all = kauri_bounds_trivial(kauri_seeds(&proof->position));
        if (proof->r.low < all.low || proof->r.high > all.high || proof->r.low > proof->r.high ||
            proof->tables > KAURI_SEEDS_MAX + 1) {
            return kauri_fail(error, KAURI_BAD_INPUT, "proof %zu states impossible bounds", i);
        }
        search->facts[i] = (struct kauri_search_fact){.position = proof->position,
                                                      .r = proof->r,
                                                      .digest = proof->digest,
                                                      .tables = proof->tables};
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_new(const struct kauri_search_options *options,
                                   struct kauri_search **search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search *made = NULL;
    *search = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the search"));
    if (options != NULL) {
        KAURI_TRY(kauri_struct_take(options, OPTIONS_BYTES_1_1, &made->options,
                                    sizeof made->options, "kauri_search_options", error));
    }
    KAURI_TRY(kauri_threads_check(made->options.threads, error));
    if (made->options.threads == 0) {
        made->options.threads = kauri_loop_threads();
    }
    if (made->options.memory_bytes == 0) {
        made->options.memory_bytes = MEMORY_DEFAULT;
    }
    if (made->options.proofs != NULL) {
        KAURI_TRY(take_proofs(made, made->options.proofs, error));
        made->options.proofs = NULL;
    }
    *search = made;
    made = NULL;
cleanup:
    kauri_search_free(made);
    return status;
}

static void forget(struct kauri_search *search)
{
    kauri_search_answer_free(search->answer);
    kauri_search_memory_free(search->memory);
    search->answer = NULL;
    search->memory = NULL;
}

void kauri_search_free(struct kauri_search *search)
{
    if (search != NULL) {
        forget(search);
        free(search->facts);
        free(search);
    }
}

// Makes memory for the position, unless there is some that takes it: for all positions of its board
// if the size suffices, otherwise for those with as many seeds.
static enum kauri_status reserve(struct kauri_search *search, const struct kauri_position *position,
                                 struct kauri_error *error)
{
    const struct kauri_search_options *options = &search->options;
    const struct kauri_shape shape = kauri_shape_of(position);
    const unsigned seeds = kauri_seeds(position);
    struct kauri_position largest = *position;
    if (search->memory != NULL && kauri_shape_equal(shape, search->shape) &&
        seeds <= search->seeds) {
        return KAURI_OK;
    }
    forget(search);
    search->shape = shape;
    search->seeds = seeds;
    if (kauri_search_least(shape, KAURI_SEEDS_MAX, 1) <= options->memory_bytes) {
        search->seeds = KAURI_SEEDS_MAX;
        memset(largest.score, 0, sizeof largest.score);
        largest.seeds[0] = (uint8_t)(largest.seeds[0] + KAURI_SEEDS_MAX - seeds);
    }
    return kauri_search_memory_new(options->tables, &largest, options->memory_bytes,
                                   options->threads, &search->memory, error);
}

// ------------------------------------------------------------------------------------- questions

// Copies what an answer has so far, without the line.
static void fill(const struct kauri_search_answer *answer, struct kauri_search_result *result)
{
    *result = (struct kauri_search_result){
        .position = answer->position,
        .decided = answer->status == KAURI_SEARCH_EXACT,
        .stop = answer->stop,
        .r = answer->r,
        .nodes = answer->nodes,
        .seconds = answer->seconds,
        .memory_used = answer->fill,
        .move_count = answer->move_count,
        .line = {.last = answer->position, .end = KAURI_LINE_OPEN},
    };
    for (int rules = KAURI_STANDARD; rules <= KAURI_TIEBREAKER; rules++) {
        result->worst[rules] =
            kauri_result_under((enum kauri_ruleset)rules, &answer->position, answer->r.low);
        result->best[rules] =
            kauri_result_under((enum kauri_ruleset)rules, &answer->position, answer->r.high);
    }
    for (unsigned i = 0; i < answer->move_count; i++) {
        const struct kauri_valued_move *move = &answer->moves[i];
        result->moves[i] = (struct kauri_search_move){.hole = move->hole,
                                                      .captured = move->captured,
                                                      .r = move->r,
                                                      .dtc = move->dtc_known ? move->dtc : 0,
                                                      .best = move->best,
                                                      .successor = move->successor};
    }
}

// Returns whether the bounds leave no value, which only proofs that contradict one another, or the
// tables, can bring about.
static bool is_contradictory(const struct kauri_search_answer *answer)
{
    bool contradicts = answer->r.low > answer->r.high;
    for (unsigned i = 0; i < answer->move_count; i++) {
        contradicts = contradicts || answer->moves[i].r.low > answer->moves[i].r.high;
    }
    return contradicts;
}

static void follow(void *follower, const struct kauri_search_answer *answer)
{
    const struct kauri_search_request *request = follower;
    struct kauri_search_result so_far;
    if (is_contradictory(answer)) {
        return;
    }
    fill(answer, &so_far);
    so_far.decided = false;
    request->progress(request->context, &so_far);
}

static enum kauri_status take_request(const struct kauri_search_request *given,
                                      struct kauri_search_request *request,
                                      struct kauri_error *error)
{
    KAURI_PASS(kauri_struct_take(given, REQUEST_BYTES_1_1, request, sizeof *request,
                                 "kauri_search_request", error));
    const char *wrong = request->goal > KAURI_GOAL_AT_LEAST         ? "goal"
                        : request->x < -X_MAX || request->x > X_MAX ? "x"
                        : !(request->seconds >= 0)                  ? "seconds"
                                                                    : NULL;
    return wrong == NULL ? KAURI_OK
                         : kauri_fail(error, KAURI_USAGE,
                                      "`%s` of struct kauri_search_request is out of range", wrong);
}

enum kauri_status kauri_search_run(struct kauri_search *search,
                                   const struct kauri_position *position,
                                   const struct kauri_search_request *request,
                                   struct kauri_search_result *result, struct kauri_error *error)
{
    struct kauri_tablebase *tables = search->options.tables;
    struct kauri_search_request taken;
    memset(result, 0, sizeof *result);
    KAURI_PASS(take_request(request, &taken, error));
    KAURI_PASS(tables != NULL ? kauri_tablebase_fits(tables, position, error)
                              : kauri_position_check(position, error));
    KAURI_PASS(reserve(search, position, error));
    struct kauri_stop stop = {.stop = taken.stop, .context = taken.context};
    const struct kauri_progress progress = kauri_stop_progress(&stop);
    const bool ask = taken.goal == KAURI_GOAL_AT_LEAST;
    const struct kauri_search_limits limits = {
        .shared = search->memory,
        .seconds = taken.seconds > 0 && taken.seconds < SECONDS_ANY ? taken.seconds : SECONDS_ANY,
        .nodes = taken.nodes,
        .book = search->options.book,
        .value_only = taken.value_only,
        .ask = ask,
        .x = taken.x,
        .facts = search->facts,
        .fact_count = search->fact_count,
        .progress = &progress,
        .follow = taken.progress != NULL ? follow : NULL,
        .follower = &taken,
    };
    kauri_search_answer_free(search->answer);
    search->answer = NULL;
    KAURI_PASS(kauri_search_answer_find(tables, position, ask ? KAURI_GOAL_VALUE : taken.goal,
                                        &limits, &search->answer, error));
    if (is_contradictory(search->answer)) {
        forget(search);
        return kauri_fail(error, KAURI_WRONG,
                          "the given proofs contradict one another, or the tables");
    }
    fill(search->answer, result);
    result->line = search->answer->line;
    search->answer->line = (struct kauri_best_line){.steps = NULL};
    return KAURI_OK;
}

void kauri_search_result_clear(struct kauri_search_result *result)
{
    if (result != NULL) {
        kauri_line_clear(&result->line);
        memset(result, 0, sizeof *result);
    }
}

// ---------------------------------------------------------------------------------------- proofs

enum kauri_status kauri_search_write_proof(struct kauri_search *search, const char *path,
                                           const struct kauri_proof_write_options *options,
                                           struct kauri_written_proof *written,
                                           struct kauri_error *error)
{
    struct kauri_proof_write_options taken = {.replace = false};
    if (options != NULL) {
        KAURI_PASS(kauri_struct_take(options, PROOF_BYTES_1_1, &taken, sizeof taken,
                                     "kauri_proof_write_options", error));
    }
    if (!(taken.seconds >= 0)) {
        return kauri_fail(error, KAURI_USAGE,
                          "`seconds` of struct kauri_proof_write_options is out of range");
    }
    if (search->answer == NULL) {
        return kauri_fail(error, KAURI_USAGE, "nothing was searched that could be proven");
    }
    if (search->options.book != NULL) {
        return kauri_fail(error, KAURI_USAGE,
                          "the search took a book for proven; a proof needs one made without "
                          "`book`");
    }
    struct kauri_stop stop = {.stop = taken.stop, .context = taken.context};
    const struct kauri_progress progress = kauri_stop_progress(&stop);
    const struct kauri_search_proof_limits limits = {
        .memory = taken.memory_bytes, .seconds = taken.seconds, .progress = &progress};
    return kauri_search_answer_prove(search->answer, &limits, path,
                                     taken.replace ? KAURI_OUTPUT_REPLACE : KAURI_OUTPUT_NEW,
                                     written, error);
}
