// The coordinator of a campaign: assigns jobs to searchers (queries/campaign/searcher.h), and
// collects their results.
//
// It does not deal with processes or files: the caller transfers the lines, checks the proofs, and
// writes the frontier. It may be used by one thread at a time.
#ifndef KAURI_QUERIES_CAMPAIGN_COORDINATOR_H
#define KAURI_QUERIES_CAMPAIGN_COORDINATOR_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/campaign_frontier.h"
#include "queries/campaign/campaign_line.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_coordinator_options {
    unsigned workers; // at least 1
    uint64_t budget;  // positions that a job may expand; at least 1
    uint64_t nodes;   // positions that all jobs together may expand; 0: no limit
    // Checks that the proof of a line (fact, yes or no) establishes its bounds, and keeps the
    // proof. KAURI_INTERRUPTED: the bounds are not recorded; a job that found them has ended.
    enum kauri_status (*accept)(void *context, const struct kauri_campaign_line *line,
                                struct kauri_error *error);
    void *context;
};

struct kauri_coordinator_worker {
    uint32_t question;               // question under search, or none
    uint64_t budget;                 // positions that this job may expand
    struct kauri_campaign_path path; // path to the question of its last job
    bool short_budget; // the budget is less than options.budget, since options.nodes are nearly
                       // used up
    uint64_t at;       // positions expanded so far
    uint32_t bounds;   // number of bounds in the frontier that it has been sent
    // Lines that the job leaves: the questions after its moves and, for a forced line, each
    // question that is split, followed by those after its moves.
    struct kauri_campaign_line left[(KAURI_CAMPAIGN_LINE_PLIES + 1) * (KAURI_HOLES_MAX + 1)];
    unsigned left_count;
};

struct kauri_coordinator {
    struct kauri_coordinator_options options;
    struct kauri_campaign_frontier *frontier; // as given
    struct kauri_coordinator_worker *workers;
    uint64_t positions; // positions expanded by jobs that have ended
    uint64_t jobs;      // jobs that have ended
    bool changed;       // the frontier has changed since the caller set this to false
};

// The frontier must outlive the coordinator. KAURI_RESOURCE.
enum kauri_status kauri_coordinator_new(const struct kauri_coordinator_options *options,
                                        struct kauri_campaign_frontier *frontier,
                                        struct kauri_coordinator **coordinator,
                                        struct kauri_error *error);
// Accepts NULL.
void kauri_coordinator_free(struct kauri_coordinator *coordinator);

// Gives a job to a worker without one: *worker receives its number, and `lines` what to send to it.
// *worker becomes KAURI_CAMPAIGN_NONE if all have a job, or there is none to give. A worker stays
// near the questions that it knows, as long as they are the best. KAURI_RESOURCE.
enum kauri_status kauri_coordinator_next(struct kauri_coordinator *coordinator, uint32_t *worker,
                                         struct kauri_string *lines, struct kauri_error *error);

// Processes a line from a worker. Errors of `accept`; KAURI_INTERNAL: not a line that this worker
// should send. KAURI_RESOURCE.
enum kauri_status kauri_coordinator_take(struct kauri_coordinator *coordinator, uint32_t worker,
                                         const struct kauri_campaign_line *line,
                                         struct kauri_error *error);

// Number of workers with a job.
unsigned kauri_coordinator_busy(const struct kauri_coordinator *coordinator);

// The question that the next job is about, when `idle` workers could have one: the most proving one
// (kauri_campaign_choose). If there is only this one, and it was never searched, it is divided
// first, so that others have work, too. Sets at_work. KAURI_CAMPAIGN_NONE: there is no question.
// KAURI_RESOURCE.
enum kauri_status kauri_coordinator_choose(struct kauri_campaign_frontier *frontier, unsigned idle,
                                           struct kauri_campaign_path *path, uint32_t *question,
                                           struct kauri_error *error);

#endif
