#include "queries/campaign/searcher.h"

#include "common/memory.h"
#include "queries/campaign/campaign_choice.h"
#include "queries/prover/leaf.h"
#include "queries/prover/proof_write.h"
#include "queries/prover/prover.h"

#include <stdlib.h>

enum {
    PROOF_SHARE = 4,  // the steps of a proof get a quarter of the memory
    FACT_SHARE = 32,  // the proof of a bound that answers no question gets 1/32 of the steps
    STEP_BYTES = 120, // bytes of memory that a step takes at most
    // A job expands at least 1/128 of its positions, unless it is answered sooner.
    LEAST_SHARE = 128,
    SCAN_BYTES = 256,   // bytes of memory for each position between two scans of the whole table
    LINE_PLIES = 32,    // longest forced line that is split
    LINE_SHARE = 8,     // the other moves of a forced line may have cost at most 1/8 of it
    STUCK_NODES = 1024, // a search that expanded fewer, with no answer and the same efforts, has
                        // nothing left to search
    SECONDS_ANY = 1000000000,
};

struct kauri_searcher {
    struct kauri_searcher_options options;
    struct kauri_prover *prover;
    struct kauri_costly_bound *costly;
    struct kauri_campaign_path path; // path to the question of the last job
    uint32_t cited;                  // bounds of the frontier that the prover knows
    uint64_t before;                 // positions that were expanded before the current question
    uint64_t scan_least;             // positions between two looks for costly bounds
    uint64_t scanned;                // positions expanded when costly bounds were looked for last
    struct kauri_progress progress;  // progress of the prover
    double stopped_at;               // when a proof first noticed the stop; 0 before
};

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

// The greatest number of seeds of a position of the frontier.
static unsigned most_seeds(const struct kauri_campaign_frontier *frontier)
{
    unsigned seeds = 0;
    for (uint32_t i = 0; i < frontier->boards.count; i++) {
        seeds = frontier->places[i].seeds > seeds ? frontier->places[i].seeds : seeds;
    }
    return seeds;
}

uint64_t kauri_searcher_least(const struct kauri_campaign_frontier *frontier, unsigned threads)
{
    const uint64_t prover =
        kauri_prover_overhead(threads) + kauri_prover_least(frontier->shape, most_seeds(frontier));
    return prover + prover / (PROOF_SHARE - 1) + 1;
}

// Reports the progress of all jobs to the caller.
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
    struct kauri_searcher *made;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the search"));
    made->options = *options;
    made->progress =
        (struct kauri_progress){.report = report, .cancelled = is_cancelled, .context = made};
    const uint64_t proof = share_of_proof(options->memory);
    const uint64_t overhead = kauri_prover_overhead(options->threads);
    const struct kauri_prover_options prover = {
        .shape = options->frontier->shape,
        .seeds = most_seeds(options->frontier),
        .memory = options->memory - proof > overhead ? options->memory - proof - overhead : 0,
        .threads = options->threads,
        .seed = options->seed,
    };
    made->scan_least = prover.memory / SCAN_BYTES;
    KAURI_TRY(KAURI_NEW(made->costly, options->fact_most + (size_t)1, error, "the search"));
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
    free(searcher->costly);
    free(searcher);
}

// ---------------------------------------------------------------------------------------- proofs

// Has the prover cite the bounds of the frontier that it does not know yet.
static enum kauri_status cite(struct kauri_searcher *searcher, struct kauri_error *error)
{
    const struct kauri_campaign_frontier *frontier = searcher->options.frontier;
    for (; searcher->cited < frontier->bound_count; searcher->cited++) {
        const struct kauri_campaign_bound *bound = &frontier->bounds[searcher->cited];
        const struct kauri_position position = kauri_campaign_position(frontier, bound->place);
        KAURI_PASS(kauri_prover_cite(searcher->prover, &position, bound->r, bound->digest, error));
    }
    return KAURI_OK;
}

// Writes a proof, reports it, and records the bound. The walk may take `steps` steps, at least 1.
// *proven becomes false if the proof is too large, or if a stop leaves it too little time.
static enum kauri_status prove(struct kauri_searcher *searcher, uint64_t steps,
                               const struct kauri_position *position, struct kauri_bounds r,
                               bool *proven, struct kauri_error *error)
{
    const struct kauri_searcher_options *options = &searcher->options;
    bool too_large = false;
    const struct kauri_progress progress = {.cancelled = is_proof_cancelled, .context = searcher};
    const struct kauri_walk_limits limits = {
        .seconds = SECONDS_ANY,
        .steps = steps < INT32_MAX ? (uint32_t)steps : INT32_MAX,
        .too_large = &too_large,
        .progress = &progress,
    };
    struct kauri_written_proof written;
    const enum kauri_status status =
        kauri_prover_write_proof(searcher->prover, position, r, &limits, options->proof,
                                 KAURI_OUTPUT_REPLACE, &written, error);
    *proven = status == KAURI_OK;
    if (!*proven) {
        return too_large || status == KAURI_INTERRUPTED ? KAURI_OK : status;
    }
    KAURI_PASS(options->found(options->context, position, r, written.digest, error));
    KAURI_PASS(kauri_campaign_record(options->frontier, position, r, written.digest, error));
    return cite(searcher, error);
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

// A job: the question that it is about.
struct campaign_job {
    uint32_t question;
    struct kauri_position position;
    int x;
    struct kauri_efforts until; // at these efforts, another question has become better
    uint64_t budget;            // positions after which the question is split
    uint64_t positions;         // positions that may be expanded: the budget, or what is left
};

// Splits a question into those after its moves, with what is known about them. A move that is
// refuted is left out if that took little work, since whoever needs it can find it again, unless
// `all` moves are to have proofs of their own. A question without moves that matter stays a leaf.
static enum kauri_status split(struct kauri_searcher *searcher, uint32_t question, bool all,
                               struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = searcher->options.frontier;
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_campaign_moves(frontier, question, moves);
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_question_move *move = &moves[i];
        struct kauri_prover_known known;
        struct kauri_efforts efforts;
        if (move->trivial) {
            continue;
        }
        kauri_prover_known(searcher->prover, &move->after, &known);
        if (known.r.low >= move->x || known.r.high < move->x) {
            if (!all && known.r.low >= move->x && known.work < searcher->options.fact_work) {
                continue;
            }
            efforts = kauri_efforts_nearly(known.r.low >= move->x);
        } else if (known.visited && known.x == move->x) {
            efforts = kauri_efforts_within((struct kauri_efforts){known.phi, known.delta});
        } else {
            efforts = kauri_question_first(&frontier->sowing, &move->after, move->x);
        }
        any = true;
        if (kauri_campaign_find(frontier, &move->after, move->x) == KAURI_CAMPAIGN_NONE) {
            KAURI_PASS(kauri_campaign_add(frontier, &move->after, move->x, efforts, NULL, error));
        }
    }
    if (any) {
        kauri_campaign_link(frontier, question);
    }
    return KAURI_OK;
}

// The question after a move that is open and took nearly all of what the question before it cost,
// or none.
static uint32_t costly_move(const struct kauri_searcher *searcher, uint32_t question)
{
    const struct kauri_campaign_frontier *frontier = searcher->options.frontier;
    const struct kauri_position position =
        kauri_campaign_position(frontier, frontier->questions[question].place);
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    struct kauri_prover_known above;
    const unsigned count = kauri_campaign_moves(frontier, question, moves);
    kauri_prover_known(searcher->prover, &position, &above);
    for (unsigned i = 0; i < count; i++) {
        struct kauri_prover_known known;
        if (moves[i].trivial) {
            continue;
        }
        kauri_prover_known(searcher->prover, &moves[i].after, &known);
        if (known.visited && known.x == moves[i].x && known.r.low < known.x &&
            known.r.high >= known.x && known.work >= above.work - above.work / LINE_SHARE) {
            return kauri_campaign_find(frontier, &moves[i].after, moves[i].x);
        }
    }
    return KAURI_CAMPAIGN_NONE;
}

// Follows the line along which one move after another took nearly all of what the job cost, and
// splits each question on it. Another job for each of them would search the same question at the
// end of the line again.
static enum kauri_status split_line(struct kauri_searcher *searcher, uint32_t question,
                                    struct kauri_error *error)
{
    const struct kauri_campaign_frontier *frontier = searcher->options.frontier;
    uint32_t line[LINE_PLIES]; // places of the questions
    for (unsigned ply = 0; ply < LINE_PLIES; ply++) {
        line[ply] = frontier->questions[question].place;
        question = costly_move(searcher, question);
        for (unsigned i = 0; i <= ply && question != KAURI_CAMPAIGN_NONE; i++) {
            if (line[i] == frontier->questions[question].place) {
                question = KAURI_CAMPAIGN_NONE;
            }
        }
        if (question == KAURI_CAMPAIGN_NONE) {
            break;
        }
        if (frontier->questions[question].state == KAURI_CAMPAIGN_LEAF) {
            KAURI_PASS(split(searcher, question, false, error));
        }
    }
    return KAURI_OK;
}

static uint32_t half_more(uint32_t effort)
{
    return kauri_efforts_within((struct kauri_efforts){kauri_effort_wider(effort), 1}).phi;
}

// Asks the question until it is answered, until the budget is used, or until another question is
// better; for that it stops only after some positions, because each job has a fixed cost. *used
// becomes true if nothing more is to be expected of the question as a whole. With several threads,
// a search that has passed the efforts may report lower ones, which another thread stored last.
static enum kauri_status ask(struct kauri_searcher *searcher, const struct campaign_job *job,
                             struct kauri_prover_report *found, bool *used,
                             struct kauri_error *error)
{
    struct kauri_efforts until = job->until;
    const uint64_t before = searcher->before;
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
        searcher->before = before + nodes;
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

// Chooses the next job, within `left` positions; its question is none if there is none. It stays
// near the question of the last job as long as that is the best.
static enum kauri_status choose(struct kauri_searcher *searcher, uint64_t left,
                                struct campaign_job *job, struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = searcher->options.frontier;
    KAURI_PASS(kauri_campaign_evaluate(frontier, error));
    job->question = kauri_campaign_choose(frontier, &searcher->path);
    if (job->question == KAURI_CAMPAIGN_NONE) {
        return KAURI_OK;
    }
    const struct kauri_campaign_question *question = &frontier->questions[job->question];
    job->position = kauri_campaign_position(frontier, question->place);
    job->x = question->x;
    job->until = searcher->path.until;
    // A question that seems to be answered by those below it usually takes only a few positions. If
    // it has already taken more than the budget, it gets as many again.
    job->budget = searcher->options.budget;
    if (question->state == KAURI_CAMPAIGN_SPLIT && question->positions > job->budget) {
        job->budget = question->positions;
    }
    job->positions = job->budget < left ? job->budget : left;
    return KAURI_OK;
}

// Searches, proves what was found, and notes in the frontier how far that came. An answer without a
// proof counts as open, and its question is split, so that each move gets a proof of its own.
static enum kauri_status do_job(struct kauri_searcher *searcher, const struct campaign_job *job,
                                uint64_t *expanded, struct kauri_error *error)
{
    struct kauri_campaign_frontier *frontier = searcher->options.frontier;
    const uint64_t before = kauri_prover_history(searcher->prover).nodes;
    struct kauri_prover_report found;
    bool used = false;
    bool proven = false;
    KAURI_PASS(ask(searcher, job, &found, &used, error));
    KAURI_PASS(prove_costly(searcher, &job->position, error));
    const bool answered = found.answer != KAURI_PROVER_OPEN;
    if (answered) {
        const struct kauri_bounds r = kauri_question_answer(
            &frontier->values, &job->position, job->x, found.answer == KAURI_PROVER_YES);
        KAURI_PASS(prove(searcher, steps_of_proof(searcher), &job->position, r, &proven, error));
    }
    *expanded = kauri_prover_history(searcher->prover).nodes - before;
    struct kauri_campaign_question *question = &frontier->questions[job->question];
    question->positions += *expanded;
    if (proven || question->state != KAURI_CAMPAIGN_LEAF) {
        return KAURI_OK;
    }
    question->leaf = kauri_efforts_within((struct kauri_efforts){found.phi, found.delta});
    const bool whole = job->positions == job->budget;
    if ((whole && (used || answered)) || question->positions >= job->budget) {
        KAURI_PASS(split(searcher, job->question, answered, error));
        return used && !answered ? split_line(searcher, job->question, error) : KAURI_OK;
    }
    return KAURI_OK;
}

enum kauri_status kauri_searcher_do_job(struct kauri_searcher *searcher,
                                        struct kauri_searcher_tally *tally, bool *any,
                                        struct kauri_error *error)
{
    const uint64_t nodes = searcher->options.nodes;
    // A job may expand a few positions more than it should.
    const uint64_t left = nodes == 0                 ? UINT64_MAX
                          : nodes > tally->positions ? nodes - tally->positions
                                                     : 0;
    uint64_t expanded = 0;
    struct campaign_job job = {.question = KAURI_CAMPAIGN_NONE};
    if (left > 0) {
        KAURI_PASS(cite(searcher, error));
        KAURI_PASS(choose(searcher, left, &job, error));
    }
    *any = job.question != KAURI_CAMPAIGN_NONE;
    if (*any) {
        searcher->before = tally->positions;
        KAURI_PASS(do_job(searcher, &job, &expanded, error));
        tally->positions += expanded;
        tally->jobs++;
    }
    return KAURI_OK;
}
