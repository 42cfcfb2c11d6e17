#include "studies/net/net_search.h"

#include "common/loop.h"
#include "queries/prover/prover.h"
#include "queries/prover/prover_state.h"
#include "studies/net/plain_math.h"
#include "studies/random.h"

#include <stdlib.h>

enum {
    MEMORY = 40 << 20,
    MEMORY_PER_NODE = 40,
};

struct job {
    const struct kauri_net_searches *searches;
    struct kauri_net_samples *samples; // one for each search
};

// Decides whether the entry becomes a sample: most of those that cost much, and few of the many
// that cost little.
static bool chosen(const struct kauri_table_entry *entry, bool answered, uint64_t *state)
{
    const float share = answered ? (entry->work >= 256  ? 1.0F
                                    : entry->work >= 16 ? 0.7F
                                                        : 0.175F)
                                 : (entry->work >= 64 ? 0.35F : 0.045F);
    return kauri_net_random_share(state) < share;
}

static enum kauri_status take_table(const struct kauri_prover *prover, uint64_t *state,
                                    struct kauri_net_samples *samples, struct kauri_error *error)
{
    for (uint64_t bucket = 0; bucket < prover->table.buckets; bucket++) {
        struct kauri_table_place places[KAURI_TABLE_WAYS];
        struct kauri_table_entry entries[KAURI_TABLE_WAYS];
        const unsigned count = kauri_proof_table_bucket(&prover->table, bucket, places, entries);
        for (unsigned i = 0; i < count; i++) {
            const struct kauri_table_entry *entry = &entries[i];
            const bool yes = entry->low >= entry->x, no = entry->high < entry->x;
            if (!chosen(entry, yes || no, state)) {
                continue;
            }
            const struct kauri_packed board = kauri_board_of_number(
                &prover->numbering, kauri_proof_table_number(&prover->table, places[i]));
            struct kauri_net_sample sample = {
                .label = yes  ? KAURI_NET_YES
                         : no ? KAURI_NET_NO
                              : KAURI_NET_OPEN,
                .held_out = kauri_net_held_out(&board, prover->shape.holes),
                .work = kauri_log2(entry->work < 1 ? 1.0 : (double)entry->work),
            };
            sample.target =
                yes  ? 1.0F
                : no ? 0.0F
                     : (float)entry->delta / ((float)entry->delta + 3.0F * (float)entry->phi);
            kauri_net_rows(&board, prover->shape.holes, kauri_packed_seeds(&board), entry->x,
                           sample.rows);
            const enum kauri_status status = kauri_net_samples_add(samples, &sample, error);
            if (status != KAURI_OK) {
                return status;
            }
        }
    }
    return KAURI_OK;
}

static enum kauri_status search(const struct kauri_net_searches *searches, uint64_t state,
                                struct kauri_net_samples *samples, struct kauri_error *error)
{
    struct kauri_prover *prover = NULL;
    struct kauri_prover_report report;
    const struct kauri_net_question question =
        kauri_net_question_from(searches->start, searches->campaign, searches->net, &state);
    const struct kauri_position *position = &question.position;
    enum kauri_status status = KAURI_OK;
    struct kauri_prover_options options = {
        .shape = {position->holes, 0},
        .seeds = kauri_seeds(position),
        .memory = MEMORY + MEMORY_PER_NODE * searches->nodes,
        .threads = 1,
        .seed = 1 + kauri_random(&state) % 1000,
        .net = searches->net,
        .whole = true, // samples are taken in the order of the table
    };
    for (unsigned i = 0; i < 2U * position->holes; i++) {
        options.shape.cowries += position->cowries[i];
    }
    const struct kauri_prover_limits limits = {.seconds = 1e9, .nodes = searches->nodes};
    KAURI_TRY(kauri_prover_new(&options, &prover, error));
    KAURI_TRY(kauri_prover_ask(prover, position, question.x, &limits, &report, error));
    KAURI_TRY(take_table(prover, &state, samples, error));
cleanup:
    kauri_prover_free(prover);
    return status;
}

static enum kauri_status search_one(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    const struct job *job = context;
    (void)worker;
    return search(job->searches, job->searches->seed + index * UINT64_C(0xd1342543de82ef95),
                  &job->samples[index], error);
}

enum kauri_status kauri_net_search_samples(const struct kauri_net_searches *searches,
                                           struct kauri_net_samples *samples,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct job job = {.searches = searches,
                      .samples = calloc(searches->count, sizeof *job.samples)};
    struct kauri_pace pace = {.threads = searches->threads};
    const struct kauri_loop loop = {.pace = &pace, .count = searches->count};
    if (job.samples == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for searches");
    }
    KAURI_TRY(kauri_loop(&loop, search_one, &job, error));
    for (unsigned i = 0; i < searches->count; i++) {
        KAURI_TRY(kauri_net_samples_append(samples, &job.samples[i], error));
    }
cleanup:
    for (unsigned i = 0; i < searches->count; i++) {
        free(job.samples[i].items);
    }
    free(job.samples);
    return status;
}
