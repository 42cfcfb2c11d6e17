#include "queries/prover/proof_asker.h"

#include "queries/prover/prover_state.h"

#include <limits.h>

enum {
    POLLS = 4096, // calls for one look at the limits
};

// Tells the caller of the walk how far it is.
static void report_walk(const struct kauri_proof_asker *asker)
{
    const struct kauri_progress_report report = {
        .stage = "proof",
        .round = asker->asked < UINT_MAX ? (unsigned)asker->asked : UINT_MAX,
        .done = asker->steps,
        .seconds = kauri_clock_seconds() - asker->started,
    };
    kauri_progress_report(asker->limits.progress, &report);
}

// Called by the prover during a question.
static void report_question(void *context, const struct kauri_progress_report *report)
{
    (void)report;
    report_walk(context);
}

static bool is_cancelled(void *context)
{
    const struct kauri_proof_asker *asker = context;
    return kauri_progress_cancelled(asker->limits.progress);
}

void kauri_proof_asker_begin(struct kauri_proof_asker *asker, struct kauri_prover *prover,
                             const struct kauri_walk_limits *limits)
{
    *asker = (struct kauri_proof_asker){
        .prover = prover,
        .limits = *limits,
        .started = kauri_clock_seconds(),
        .progress = {.report = report_question, .cancelled = is_cancelled, .context = asker}};
}

static enum kauri_status stopped(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_INTERRUPTED, "the proof was stopped on request");
}

enum kauri_status kauri_proof_asker_poll(struct kauri_proof_asker *asker, uint32_t steps,
                                         struct kauri_error *error)
{
    if (asker->polls++ % POLLS != 0) {
        return KAURI_OK;
    }
    asker->steps = steps;
    report_walk(asker);
    if (kauri_progress_cancelled(asker->limits.progress)) {
        return stopped(error);
    }
    if (kauri_clock_seconds() - asker->started >= asker->limits.seconds) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the time for the proof is over after %lu steps; it needs more time, or "
                          "a search with more memory",
                          (unsigned long)steps);
    }
    return KAURI_OK;
}

// Limits of a question with at most `nodes` positions (0: as many as are left) on so many threads.
static struct kauri_prover_limits limits_of(const struct kauri_proof_asker *asker, uint64_t nodes,
                                            unsigned threads)
{
    const uint64_t most = asker->limits.nodes;
    if (most != 0) {
        const uint64_t left = most > asker->searched ? most - asker->searched : 1;
        nodes = nodes == 0 || left < nodes ? left : nodes;
    }
    return (struct kauri_prover_limits){
        .seconds = asker->limits.seconds - (kauri_clock_seconds() - asker->started),
        .nodes = nodes,
        .threads = threads,
        .progress = &asker->progress,
    };
}

static enum kauri_status ask_once(struct kauri_proof_asker *asker,
                                  const struct kauri_statement *statement, bool again,
                                  uint64_t nodes, unsigned threads,
                                  struct kauri_prover_report *report, unsigned *branch,
                                  struct kauri_error *error)
{
    struct kauri_prover *prover = asker->prover;
    const int x = kauri_statement_question(prover, statement);
    const struct kauri_prover_limits limits = limits_of(asker, nodes, threads);
    enum kauri_status status = KAURI_OK;
    if (again) {
        status =
            kauri_prover_ask_again(prover, &statement->board, x, &limits, report, branch, error);
    } else {
        const struct kauri_position position = kauri_unpack(&statement->board, prover->shape.holes);
        status = kauri_prover_ask(prover, &position, x, &limits, report, error);
    }
    asker->searched += report->nodes;
    return status;
}

enum kauri_status kauri_proof_asker_ask(struct kauri_proof_asker *asker,
                                        const struct kauri_statement *statement, bool again,
                                        uint32_t steps, unsigned *branch, struct kauri_error *error)
{
    struct kauri_prover_report report;
    asker->asked++;
    asker->steps = steps;
    enum kauri_status status = // most questions are small
        ask_once(asker, statement, again, KAURI_PROVER_SMALL, 1, &report, branch, error);
    if (status == KAURI_OK && report.answer == KAURI_PROVER_OPEN && !report.stopped) {
        status = ask_once(asker, statement, again, 0, 0, &report, branch, error);
    }
    if (status != KAURI_OK) {
        return status;
    }
    if (report.stopped) {
        return stopped(error);
    }
    if (report.answer == KAURI_PROVER_OPEN) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "a part of the proof was overwritten, and searching it again exceeded a "
                          "limit after %lu steps; it needs a search with more memory or time",
                          (unsigned long)steps);
    }
    if ((report.answer == KAURI_PROVER_YES) != (statement->kind == KAURI_PROOF_OWN)) {
        return kauri_fail(error, KAURI_INTERNAL, "the search contradicts a bound to be proven");
    }
    return KAURI_OK;
}
