// The search of a campaign: a prover that does one job after the other, each about the question
// that is to be searched next (queries/campaign/campaign_choice.h), and notes in the frontier how
// far it came. It keeps its memory from one job to the next, so that a question continues where an
// earlier one about the same line of play stopped.
//
// It does not read or write the frontier file, and does not check proofs: the caller does.
//
// A searcher belongs to one thread at a time, and starts threads while it searches.
#ifndef KAURI_QUERIES_CAMPAIGN_SEARCHER_H
#define KAURI_QUERIES_CAMPAIGN_SEARCHER_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/campaign/campaign_frontier.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_searcher_options {
    struct kauri_campaign_frontier *frontier; // with roots; must outlive the searcher
    uint64_t memory;                          // bytes, at least kauri_searcher_least
    unsigned threads;
    uint64_t seed;       // seed of the prover
    uint64_t budget;     // positions that a job may expand; at least 1
    uint64_t nodes;      // positions that all jobs together may expand; 0: no limit
    uint64_t fact_work;  // bounds that cost at least this many positions get separate proofs
    unsigned fact_most;  // most separate proofs after each job
    uint64_t steps;      // most steps of a proof; 0: as many as the memory allows
    double stop_seconds; // time that a stopped job may still take for its proof
    const char *proof;   // file that each proof is written to; must outlive the searcher
    // Called for each bound with a new proof: checks the file, and moves it to where it is kept. A
    // failure ends the job with it; otherwise the bound is recorded in the frontier.
    enum kauri_status (*found)(void *context, const struct kauri_position *position,
                               struct kauri_bounds r, uint64_t digest, struct kauri_error *error);
    void *context;
    const struct kauri_progress *progress; // may be NULL; reports the positions of all jobs
};

// What a searcher has done.
struct kauri_searcher_tally {
    uint64_t jobs;      // jobs that have ended
    uint64_t positions; // positions that they expanded
};

struct kauri_searcher;

// The least memory that works.
uint64_t kauri_searcher_least(const struct kauri_campaign_frontier *frontier, unsigned threads);

// KAURI_RESOURCE.
enum kauri_status kauri_searcher_new(const struct kauri_searcher_options *options,
                                     struct kauri_searcher **searcher, struct kauri_error *error);
// Accepts NULL.
void kauri_searcher_free(struct kauri_searcher *searcher);

// Chooses a job and does it; *any is false if there is none, because the roots are answered or all
// positions are used up. Bounds that cost much get proofs of their own, and later proofs cite them.
// A question that has used up its budget is split into those after its moves, and so is one whose
// proof is too large. Adds to *tally, which is zero at first. KAURI_RESOURCE: out of memory, or the
// disk is full. KAURI_INTERNAL: a defect. Errors of `found`.
enum kauri_status kauri_searcher_do_job(struct kauri_searcher *searcher,
                                        struct kauri_searcher_tally *tally, bool *any,
                                        struct kauri_error *error);

#endif
