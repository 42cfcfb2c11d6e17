// A searcher of a campaign: a prover that takes jobs and keeps its memory from one to the next, so
// that a question continues where an earlier one about the same line of play stopped.
//
// Its proofs are in the folder of the campaign as DIGEST.unchecked until somebody has checked them.
//
// A searcher belongs to one thread at a time, and starts threads while it searches.
#ifndef KAURI_QUERIES_CAMPAIGN_SEARCHER_H
#define KAURI_QUERIES_CAMPAIGN_SEARCHER_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "queries/campaign/campaign_job.h"

#include <stdint.h>

struct kauri_searcher_options {
    struct kauri_shape shape;
    unsigned seeds;  // most seeds of a position
    uint64_t memory; // bytes, at least kauri_searcher_least
    unsigned threads;
    uint64_t seed;       // seed of the prover
    const char *folder;  // folder of the campaign; must outlive the searcher
    uint64_t fact_work;  // bounds that cost at least this many positions get separate proofs
    unsigned fact_most;  // most separate proofs after each job
    uint64_t steps;      // most steps of a proof; 0: as many as the memory allows
    double stop_seconds; // time that a stopped job may still take for its proof
    // Called for each bound with a new proof, as a `fact` line. A failure ends the job with it.
    enum kauri_status (*found)(void *context, const struct kauri_campaign_line *fact,
                               struct kauri_error *error);
    void *context;
    const struct kauri_progress *progress; // may be NULL; reports the positions of the job
};

struct kauri_searcher;

// The least memory that works.
uint64_t kauri_searcher_least(struct kauri_shape shape, unsigned seeds, unsigned threads);

// KAURI_RESOURCE.
enum kauri_status kauri_searcher_new(const struct kauri_searcher_options *options,
                                     struct kauri_searcher **searcher, struct kauri_error *error);
// Accepts NULL.
void kauri_searcher_free(struct kauri_searcher *searcher);

// Makes a bound known that has a proof, which the next proofs may cite. KAURI_RESOURCE.
enum kauri_status kauri_searcher_cite(struct kauri_searcher *searcher,
                                      const struct kauri_position *position, struct kauri_bounds r,
                                      uint64_t digest, struct kauri_error *error);

// Does a job. Bounds that cost much get proofs of their own. An answer whose proof is too large
// counts as open: its question is split. KAURI_RESOURCE: out of memory, or the disk is full.
// KAURI_INTERNAL: a defect. Errors of `found`.
enum kauri_status kauri_searcher_search(struct kauri_searcher *searcher,
                                        const struct kauri_campaign_job *job,
                                        struct kauri_campaign_end *end, struct kauri_error *error);

// The name of a proof with this digest that is not checked yet.
enum { KAURI_CAMPAIGN_NAME_BYTES = 32 };
const char *kauri_campaign_unchecked_name(uint64_t digest, char name[KAURI_CAMPAIGN_NAME_BYTES]);

#endif
