// A searcher of a campaign: a prover that takes jobs and keeps its memory from one to the next, so
// that a question continues where an earlier one about the same line of play stopped.
//
// It reads and sends lines (queries/campaign/campaign_line.h). Its proofs are in the folder of the
// campaign as DIGEST.unchecked until the coordinator has checked them.
//
//     fact ...                           a bound that others proved: used, and cited in proofs
//     search ROWS X PHI DELTA POSITIONS  a job; the searcher sends
//         at POSITIONS                   now and then,
//         fact ...                       bounds that cost much, with proofs of their own,
//     and then
//         yes|no ...                     the answer, with its proof, or
//         open ...                       the questions after the moves that may still matter, and
//         used|stopped ...               the efforts of the question
//
// A searcher belongs to one thread at a time, and starts threads while it searches.
#ifndef KAURI_QUERIES_CAMPAIGN_SEARCHER_H
#define KAURI_QUERIES_CAMPAIGN_SEARCHER_H

#include "common/progress.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "queries/campaign/campaign_line.h"

#include <stdint.h>

struct kauri_searcher_options {
    struct kauri_shape shape;
    unsigned seeds;  // most seeds of a position
    uint64_t memory; // bytes, at least kauri_searcher_least
    unsigned threads;
    uint64_t seed;       // seed of the prover
    const char *folder;  // folder of the campaign; must outlive the searcher
    unsigned number;     // number of the searcher, unique in the folder
    uint64_t fact_work;  // bounds that cost at least this many positions get separate proofs
    unsigned fact_most;  // most separate proofs after each job
    uint64_t steps;      // most steps of a proof; 0: as many as the memory allows
    double stop_seconds; // time that a stopped job may still take for its proof
    // A failure to send is noticed by the caller, whose progress stops the searcher.
    void (*send)(void *context, const struct kauri_campaign_line *line);
    void *context;
    const struct kauri_progress *progress; // NULL, or called to ask whether to stop a job
};

struct kauri_searcher;

// The least memory that works.
uint64_t kauri_searcher_least(struct kauri_shape shape, unsigned seeds, unsigned threads);

// KAURI_RESOURCE.
enum kauri_status kauri_searcher_new(const struct kauri_searcher_options *options,
                                     struct kauri_searcher **searcher, struct kauri_error *error);
// Accepts NULL.
void kauri_searcher_free(struct kauri_searcher *searcher);

// Carries out lines, each with a newline. An answer whose proof is too large counts as open: its
// question is split. KAURI_RESOURCE: out of memory, or the disk is full. KAURI_BAD_INPUT,
// KAURI_INTERNAL: not lines for a searcher, or a defect.
enum kauri_status kauri_searcher_take(struct kauri_searcher *searcher, const char *lines,
                                      struct kauri_error *error);

// The name of a proof with this digest that is not checked yet.
enum { KAURI_CAMPAIGN_NAME_BYTES = 32 };
const char *kauri_campaign_unchecked_name(uint64_t digest, char name[KAURI_CAMPAIGN_NAME_BYTES]);

#endif
