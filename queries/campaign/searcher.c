#include "queries/campaign/searcher.h"

#include "common/folder.h"
#include "queries/campaign/campaign_frontier.h"
#include "queries/prover/leaf.h"
#include "queries/prover/proof_write.h"
#include "queries/prover/prover.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROOF_SHARE = 4,  // the steps of a proof get a quarter of the memory
    FACT_SHARE = 32,  // the proof of a bound that answers no question gets 1/32 of the steps
    STEP_BYTES = 120, // bytes of memory that a step takes at most
    // A job expands at least 1/128 of its positions, unless it is answered sooner.
    LEAST_SHARE = 128,
    SCAN_BYTES = 256,   // bytes of memory for each position between two scans of the whole table
    LINE_SHARE = 8,     // the other moves of a forced line may have cost at most 1/8 of it
    STUCK_NODES = 1024, // a search that expanded fewer, with no answer and the same efforts, has
                        // nothing left to search
    SECONDS_ANY = 1000000000,
};

struct kauri_searcher {
    struct kauri_searcher_options options;
    struct kauri_sowing sowing;
    struct kauri_question_values values;
    struct kauri_prover *prover;
    struct kauri_folder *folder;
    struct kauri_costly_bound *costly;
    uint64_t before;                // positions that the job expanded before the current question
    uint64_t scan_least;            // positions between two looks for costly bounds
    uint64_t scanned;               // positions expanded when costly bounds were looked for last
    struct kauri_progress progress; // progress of the prover
    double stopped_at;              // when a proof first noticed the stop; 0 before
};

const char *kauri_campaign_unchecked_name(uint64_t digest, char name[KAURI_CAMPAIGN_NAME_BYTES])
{
    (void)snprintf(name, KAURI_CAMPAIGN_NAME_BYTES, "%016" PRIx64 ".unchecked", digest);
    return name;
}

static uint64_t share_of_proof(uint64_t memory)
{
    return memory / PROOF_SHARE;
}

// Steps that a walk may take.
static uint64_t steps_of_proof(const struct kauri_searcher *searcher)
{
    const uint64_t steps = share_of_proof(searcher->options.memory) / STEP_BYTES;
    const uint64_t maximum = searcher->options.steps;
    return maximum != 0 && maximum < steps ? maximum : steps;
}

uint64_t kauri_searcher_least(struct kauri_shape shape, unsigned seeds, unsigned threads)
{
    const uint64_t prover = kauri_prover_overhead(threads) + kauri_prover_least(shape, seeds);
    return prover + prover / (PROOF_SHARE - 1) + 1;
}

// Reports the progress of the job to the caller.
static void report(void *context, const struct kauri_progress_report *from)
{
    const struct kauri_searcher *searcher = context;
    struct kauri_progress_report now = *from;
    now.done += searcher->before;
    kauri_progress_report(searcher->options.progress, &now);
}

static bool is_cancelled(void *context)
{
    const struct kauri_searcher *searcher = context;
    return kauri_progress_cancelled(searcher->options.progress);
}

// A stop leaves a proof some time, since most are written soon, and an answer without a proof is
// lost.
static bool is_proof_cancelled(void *context)
{
    struct kauri_searcher *searcher = context;
    if (!is_cancelled(searcher)) {
        return false;
    }
    const double now = kauri_clock_seconds();
    searcher->stopped_at = searcher->stopped_at > 0 ? searcher->stopped_at : now;
    return now - searcher->stopped_at >= searcher->options.stop_seconds;
}

enum kauri_status kauri_searcher_new(const struct kauri_searcher_options *options,
                                     struct kauri_searcher **searcher, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *searcher = NULL;
    struct kauri_searcher *made = aligned_alloc(16, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    memset(made, 0, sizeof *made);
    made->options = *options;
    made->progress =
        (struct kauri_progress){.report = report, .cancelled = is_cancelled, .context = made};
    const uint64_t proof = share_of_proof(options->memory);
    const uint64_t overhead = kauri_prover_overhead(options->threads);
    const struct kauri_prover_options prover = {
        .shape = options->shape,
        .seeds = options->seeds,
        .memory = options->memory - proof > overhead ? options->memory - proof - overhead : 0,
        .threads = options->threads,
        .seed = options->seed,
    };
    made->scan_least = prover.memory / SCAN_BYTES;
    kauri_sowing_init(&made->sowing, options->shape.holes);
    kauri_question_values_init(&made->values);
    made->costly = malloc((options->fact_most + (size_t)1) * sizeof *made->costly);
    if (made->costly == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
        goto cleanup;
    }
    KAURI_TRY(kauri_folder_open(options->folder, &made->folder, error));
    KAURI_TRY(kauri_prover_new(&prover, &made->prover, error));
    *searcher = made;
    made = NULL;
cleanup:
    kauri_searcher_free(made);
    return status;
}

void kauri_searcher_free(struct kauri_searcher *searcher)
{
    if (searcher == NULL) {
        return;
    }
    kauri_prover_free(searcher->prover);
    kauri_folder_close(searcher->folder);
    free(searcher->costly);
    free(searcher);
}

// ---------------------------------------------------------------------------------------- proofs

// Writes a proof into the folder, under the name of its digest, has the prover cite it, and reports
// it. The walk may take `steps` steps, at least 1. *proven becomes false if the proof is too large,
// or if a stop leaves it too little time.
static enum kauri_status prove(struct kauri_searcher *searcher, uint64_t steps,
                               const struct kauri_position *position, struct kauri_bounds r,
                               bool *proven, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool too_large = false;
    const struct kauri_progress progress = {.cancelled = is_proof_cancelled, .context = searcher};
    const struct kauri_walk_limits limits = {
        .seconds = SECONDS_ANY,
        .steps = steps < INT32_MAX ? (uint32_t)steps : INT32_MAX,
        .too_large = &too_large,
        .progress = &progress,
    };
    static const char name[] = "job-0";
    char unchecked[KAURI_CAMPAIGN_NAME_BYTES];
    struct kauri_written_proof written;
    char *path = kauri_folder_join(searcher->folder, name);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the proof");
    }
    status = kauri_prover_write_proof(searcher->prover, position, r, &limits, path,
                                      KAURI_OUTPUT_REPLACE, &written, error);
    *proven = status == KAURI_OK;
    if (!*proven) {
        status = too_large || status == KAURI_INTERRUPTED ? KAURI_OK : status;
        goto cleanup;
    }
    const int folder = kauri_folder_descriptor(searcher->folder);
    if (renameat(folder, name, folder, kauri_campaign_unchecked_name(written.digest, unchecked)) !=
        0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot rename %s", path);
        goto cleanup;
    }
    KAURI_TRY(kauri_prover_cite(searcher->prover, position, r, written.digest, error));
    const struct kauri_campaign_line fact = {
        .word = KAURI_CAMPAIGN_LINE_FACT, .position = *position, .r = r, .digest = written.digest};
    status = searcher->options.found(searcher->options.context, &fact, error);
cleanup:
    free(path);
    return status;
}

// Proves the costly bounds separately, the cheaper ones first, since the others cite them. Looks
// for such bounds only if there may be some and if the search took much longer than looking for
// them will. The bound of the question itself comes with its answer. A bound whose proof is too
// large is marked as learned, so that it is not tried again.
static enum kauri_status prove_costly(struct kauri_searcher *searcher,
                                      const struct kauri_position *question,
                                      struct kauri_error *error)
{
    const uint64_t nodes = kauri_prover_history(searcher->prover).nodes;
    const uint64_t since = nodes - searcher->scanned;
    if (since < searcher->options.fact_work || since < searcher->scan_least) {
        return KAURI_OK;
    }
    searcher->scanned = nodes;
    const uint64_t steps = steps_of_proof(searcher) / FACT_SHARE + 1;
    const unsigned count = kauri_prover_costly(searcher->prover, searcher->options.fact_work,
                                               searcher->options.fact_most, searcher->costly);
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_costly_bound *bound = &searcher->costly[i];
        bool proven = false;
        if (kauri_position_equal(&bound->position, question)) {
            continue;
        }
        KAURI_PASS(prove(searcher, steps, &bound->position, bound->r, &proven, error));
        if (!proven) {
            kauri_prover_learn(searcher->prover, &bound->position, bound->r);
        }
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------------ jobs

// Leaves the questions after the moves, with what is known about them. A move that is refuted is
// left out if that took little work, since whoever needs it can find it again, unless `all` moves
// are to have proofs of their own.
static void leave_moves(const struct kauri_searcher *searcher,
                        const struct kauri_position *position, int x, bool all,
                        struct kauri_campaign_end *end)
{
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_question_moves(&searcher->values, position, x, moves);
    for (unsigned i = 0; i < count; i++) {
        struct kauri_prover_known known;
        struct kauri_campaign_line line = {
            .word = KAURI_CAMPAIGN_LINE_OPEN, .position = moves[i].after, .x = moves[i].x};
        if (moves[i].trivial) {
            continue;
        }
        kauri_prover_known(searcher->prover, &moves[i].after, &known);
        if (known.r.low >= line.x || known.r.high < line.x) {
            if (!all && known.r.low >= line.x && known.work < searcher->options.fact_work) {
                continue;
            }
            line.efforts = kauri_efforts_nearly(known.r.low >= line.x);
        } else if (known.visited && known.x == line.x) {
            line.efforts = kauri_efforts_within((struct kauri_efforts){known.phi, known.delta});
        } else {
            line.efforts = kauri_question_first(&searcher->sowing, &line.position, line.x);
        }
        end->left[end->left_count++] = line;
    }
}

// Goes on to the question after a move, if it is open and took nearly all of what the question
// before it cost. Returns whether there is one.
static bool find_costly_move(const struct kauri_searcher *searcher, struct kauri_campaign_line *at)
{
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    struct kauri_prover_known above;
    const unsigned count = kauri_question_moves(&searcher->values, &at->position, at->x, moves);
    kauri_prover_known(searcher->prover, &at->position, &above);
    for (unsigned i = 0; i < count; i++) {
        struct kauri_prover_known known;
        if (moves[i].trivial) {
            continue;
        }
        kauri_prover_known(searcher->prover, &moves[i].after, &known);
        if (known.visited && known.x == moves[i].x && known.r.low < known.x &&
            known.r.high >= known.x && known.work >= above.work - above.work / LINE_SHARE) {
            at->position = moves[i].after;
            at->x = moves[i].x;
            return true;
        }
    }
    return false;
}

static bool is_among(const struct kauri_position *line, unsigned count,
                     const struct kauri_position *position)
{
    for (unsigned i = 0; i < count; i++) {
        if (kauri_position_equal(&line[i], position)) {
            return true;
        }
    }
    return false;
}

// Follows the line along which one move after another took nearly all of what the job cost, and
// leaves each question on it as split, before those after its moves. Another job for each of them
// would search the same question at the end of the line again.
static void leave_line(const struct kauri_searcher *searcher, const struct kauri_campaign_job *job,
                       struct kauri_campaign_end *end)
{
    struct kauri_position line[KAURI_CAMPAIGN_LINE_PLIES];
    struct kauri_campaign_line at = {
        .word = KAURI_CAMPAIGN_LINE_SPLIT, .position = job->position, .x = job->x};
    for (unsigned ply = 0; ply < KAURI_CAMPAIGN_LINE_PLIES; ply++) {
        line[ply] = at.position;
        if (!find_costly_move(searcher, &at) || is_among(line, ply + 1, &at.position)) {
            return;
        }
        end->left[end->left_count++] = at;
        leave_moves(searcher, &at.position, at.x, false, end);
    }
}

static uint32_t half_more(uint32_t effort)
{
    return kauri_efforts_within((struct kauri_efforts){kauri_effort_wider(effort), 1}).phi;
}

// Asks the question until it is answered, until the budget is used, or until another question is
// better; for that it stops only after some positions, because each job has a fixed cost. *used
// becomes true if nothing more is to be expected of the question as a whole. With several threads,
// a search that has passed the efforts may report lower ones, which another thread stored last.
static enum kauri_status ask(struct kauri_searcher *searcher, const struct kauri_campaign_job *job,
                             struct kauri_prover_report *found, bool *used,
                             struct kauri_error *error)
{
    struct kauri_efforts until = job->until;
    uint64_t nodes = 0;
    bool stuck = false;
    do {
        const struct kauri_prover_limits limits = {
            .seconds = SECONDS_ANY,
            .nodes = job->positions - nodes,
            .phi = until.phi,
            .delta = until.delta,
            .threads = job->positions <= KAURI_PROVER_SMALL ? 1 : 0,
            .progress = &searcher->progress,
        };
        searcher->before = nodes;
        KAURI_PASS(
            kauri_prover_ask(searcher->prover, &job->position, job->x, &limits, found, error));
        nodes += found->nodes;
        stuck = found->phi < until.phi && found->delta < until.delta && found->nodes < STUCK_NODES;
        until = (struct kauri_efforts){half_more(until.phi), half_more(until.delta)};
    } while (found->answer == KAURI_PROVER_OPEN && !found->stopped && !stuck &&
             nodes < job->positions / LEAST_SHARE);
    *used = !found->stopped && (nodes >= job->positions || stuck);
    return KAURI_OK;
}

enum kauri_status kauri_searcher_search(struct kauri_searcher *searcher,
                                        const struct kauri_campaign_job *job,
                                        struct kauri_campaign_end *end, struct kauri_error *error)
{
    const uint64_t before = kauri_prover_history(searcher->prover).nodes;
    struct kauri_prover_report found;
    memset(end, 0, sizeof *end);
    KAURI_PASS(ask(searcher, job, &found, &end->used, error));
    KAURI_PASS(prove_costly(searcher, &job->position, error));
    const bool answered = found.answer != KAURI_PROVER_OPEN;
    if (answered) {
        const struct kauri_bounds r = kauri_question_answer(
            &searcher->values, &job->position, job->x, found.answer == KAURI_PROVER_YES);
        KAURI_PASS(
            prove(searcher, steps_of_proof(searcher), &job->position, r, &end->proven, error));
    }
    if (!end->proven) {
        // An answer without a proof counts as open. Its question is split, so that each move gets a
        // proof of its own.
        end->efforts = kauri_efforts_within((struct kauri_efforts){found.phi, found.delta});
        leave_moves(searcher, &job->position, job->x, answered, end);
        if (end->used && !answered) {
            leave_line(searcher, job, end);
        }
        end->used = end->used || answered;
    }
    end->positions = kauri_prover_history(searcher->prover).nodes - before;
    return KAURI_OK;
}

enum kauri_status kauri_searcher_cite(struct kauri_searcher *searcher,
                                      const struct kauri_position *position, struct kauri_bounds r,
                                      uint64_t digest, struct kauri_error *error)
{
    return kauri_prover_cite(searcher->prover, position, r, digest, error);
}
