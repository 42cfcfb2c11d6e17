// Chooses the question of a frontier to search next: the most proving one, as in
// docs/reference/SEARCH.md, "Proof numbers", with the graph in memory instead of a depth-first
// search.
//
// The efforts of a question with others below it are computed from theirs. Where quiet moves lead
// back to a question of the path, it counts as answered against the player who needs progress. That
// guides the choice and proves nothing: an answer needs a proof.
#ifndef KAURI_QUERIES_CAMPAIGN_CAMPAIGN_CHOICE_H
#define KAURI_QUERIES_CAMPAIGN_CAMPAIGN_CHOICE_H

#include "common/status.h"
#include "queries/campaign/campaign_frontier.h"

#include <stdint.h>

// Sets the efforts of all questions that matter for the open roots, in time proportional to their
// number. KAURI_RESOURCE.
enum kauri_status kauri_campaign_evaluate(struct kauri_campaign_frontier *frontier,
                                          struct kauri_error *error);

// The questions from a root to one that is searched, each with the efforts at which another one
// becomes better.
enum { KAURI_CAMPAIGN_PATH = 256 }; // longest path; questions beyond it are found again
struct kauri_campaign_path {
    unsigned count; // 0: none
    struct kauri_campaign_step {
        uint32_t question;
        struct kauri_efforts until;
    } step[KAURI_CAMPAIGN_PATH];
    struct kauri_efforts until; // until when to search the chosen question
};

// Chooses a question for a job, after kauri_campaign_evaluate: the one of the least effort below
// the first open root. It is a leaf, or a question that those below it seem to answer; or the root
// itself, if everything below it seems to be answered, but only by repetitions. None only if every
// root is answered.
//
// `path` is that of the last job, or empty, and becomes that of the next one: as a depth-first
// search, it stays below a question until another one is better by half.
uint32_t kauri_campaign_choose(const struct kauri_campaign_frontier *frontier,
                               struct kauri_campaign_path *path);

#endif
