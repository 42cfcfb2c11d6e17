#include "solver/cluster/cluster.h"

#include "solver/cluster/exchange.h"
#include "solver/cluster/gather.h"
#include "solver/cluster/share.h"
#include "solver/store.h"
#include "solver/team_of_one.h"

#include <stdlib.h>
#include <string.h>

// State of the team's functions while a layer is solved.
struct cluster {
    struct kauri_share share;
    struct kauri_exchange *exchange;
    struct kauri_gather *gather; // used while the table is written
    struct kauri_writer *writer; // used by rank 0 while the table is written
};

// -------------------------------------------------------------------------------------- memory

// A position takes 0.016 bytes in the messages of the largest round of layer 3; the bound is 2.6
// times that. Messages are in two sets of send buffers and an inbox, which are never all full at
// the same time.
enum { MESSAGES_PART = 24, MESSAGES_LEAST = 1 << 20 };

// Estimates the bytes of the messages of a rank: those of a round, and those of a batch of the
// table, in which the compressed pages are held twice: by the rank that sends them, and by rank 0.
// Each copy takes a third of the size of the columns; the rest is working memory of the threads.
static uint64_t message_bytes(const struct kauri_part *part, unsigned threads)
{
    return kauri_part_positions(part) / MESSAGES_PART + MESSAGES_LEAST +
           kauri_store_memory(&part->layer, threads);
}

// ------------------------------------------------------------------------------------ the part

static enum kauri_status make_blocks(struct kauri_part *part, unsigned threads,
                                     struct kauri_error *error)
{
    part->state = calloc(1, sizeof(struct cluster));
    if (part->state == NULL) {
        return kauri_layer_out_of_memory(&part->layer, "the blocks of", error);
    }
    KAURI_PASS(kauri_share_blocks(part, error));
    return kauri_blocks_new(&part->layer, part->numbers, part->block_count, threads, &part->masks,
                            &part->blocks, error);
}

static enum kauri_status begin_layer(struct kauri_part *part, unsigned threads,
                                     struct kauri_error *error)
{
    enum kauri_status status = make_blocks(part, threads, error);
    KAURI_PASS(kauri_team_status(part->team, status, error));
    struct cluster *cluster = part->state;
    KAURI_PASS(kauri_share_connect(&cluster->share, part, status, error));
    status = kauri_exchange_new(part, &cluster->share, threads, &cluster->exchange, error);
    KAURI_PASS(kauri_team_status(part->team, status, error));
    part->message_bytes = kauri_exchange_memory(cluster->exchange) + message_bytes(part, threads);
    return status;
}

static void abandon_table(struct kauri_part *part)
{
    struct cluster *cluster = part->state;
    kauri_writer_abandon(cluster->writer);
    kauri_gather_free(cluster->gather);
    cluster->writer = NULL;
    cluster->gather = NULL;
}

static void end_layer(struct kauri_part *part)
{
    struct cluster *cluster = part->state;
    if (cluster != NULL) {
        abandon_table(part);
        kauri_exchange_free(cluster->exchange);
        kauri_share_clear(&cluster->share);
        free(cluster);
        part->state = NULL;
    }
}

// Finds the newest generation of checkpoints that all ranks have.
static enum kauri_status find_checkpoint(const struct kauri_team *team,
                                         struct kauri_workplace *place, bool *any,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t generation = UINT64_MAX;
    for (;;) {
        // The newest of this rank, and the oldest and the newest of these over all ranks.
        uint64_t newest = 0;
        status = kauri_workplace_generation(place, generation, &newest, error);
        KAURI_PASS(kauri_team_status(team, status, error));
        uint64_t bounds[2] = {UINT64_MAX - newest, newest};
        KAURI_PASS(team->greatest(team->context, bounds, 2, error));
        generation = UINT64_MAX - bounds[0];
        if (generation == bounds[1] || generation == 0) {
            break;
        }
    }
    *any = generation > 0;
    if (*any) {
        status = kauri_workplace_set_generation(place, generation, error);
    }
    return kauri_team_status(team, status, error);
}

static uint64_t message_memory(const struct kauri_part *part)
{
    const struct cluster *cluster = part->state;
    return kauri_exchange_memory(cluster->exchange);
}

// ----------------------------------------------------------------------------------- the rounds

static enum kauri_status send(const struct kauri_part *part, unsigned worker, uint64_t slot,
                              enum kauri_sign sign, const struct kauri_work *work,
                              const struct kauri_collected *collected, struct kauri_error *error)
{
    const struct cluster *cluster = part->state;
    return kauri_exchange_pack(cluster->exchange, worker, slot, sign, work, collected, error);
}

enum { REPORT_NUMBERS = sizeof(struct kauri_round_report) / sizeof(uint64_t) };

static enum kauri_status begin_report(const struct kauri_part *part,
                                      const struct kauri_round_report *report,
                                      enum kauri_status status, struct kauri_error *error)
{
    const struct cluster *cluster = part->state;
    uint64_t numbers[REPORT_NUMBERS];
    memcpy(numbers, report, sizeof numbers);
    return kauri_exchange_begin(cluster->exchange, numbers, REPORT_NUMBERS, status, error);
}

static enum kauri_status finish_report(const struct kauri_part *part,
                                       struct kauri_round_report *report, enum kauri_status status,
                                       struct kauri_error *error)
{
    const struct cluster *cluster = part->state;
    uint64_t numbers[REPORT_NUMBERS];
    KAURI_PASS(kauri_exchange_finish(cluster->exchange, numbers, status, error));
    memcpy(report, numbers, sizeof numbers);
    return KAURI_OK;
}

static enum kauri_status receive(const struct kauri_part *part, struct kauri_frontier *into,
                                 struct kauri_pace *pace, struct kauri_error *error)
{
    const struct cluster *cluster = part->state;
    return kauri_exchange_unpack(cluster->exchange, into, pace, error);
}

// ------------------------------------------------------------------------------------ the table

static enum kauri_status open_table(struct kauri_part *part, const struct kauri_table_plan *plan,
                                    enum kauri_status status, struct kauri_error *error)
{
    struct cluster *cluster = part->state;
    const struct kauri_writer_options options = {.level = plan->level, .threads = plan->threads};
    if (status == KAURI_OK && part->team->rank == 0) {
        status = kauri_writer_open_in(plan->place->folder, plan->place->table, plan->info, &options,
                                      &cluster->writer, error);
    }
    if (status == KAURI_OK) {
        status = kauri_gather_new(part, plan->info, plan->level, plan->threads, plan->batch_blocks,
                                  cluster->writer, &cluster->gather, error);
    }
    return kauri_team_status(part->team, status, error);
}

static enum kauri_status append_table(struct kauri_part *part,
                                      const struct kauri_table_batch *batch,
                                      struct kauri_pace *pace, struct kauri_error *error)
{
    const struct cluster *cluster = part->state;
    return kauri_gather_batch(cluster->gather, batch, pace, error);
}

static enum kauri_status commit_table(struct kauri_part *part, const struct kauri_totals *totals,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error)
{
    struct cluster *cluster = part->state;
    struct kauri_writer *writer = cluster->writer;
    enum kauri_status status = KAURI_OK;
    KAURI_PASS(kauri_gather_end(cluster->gather, error));
    if (writer != NULL) {
        cluster->writer = NULL;
        status = kauri_writer_commit(writer, totals, certificate, error);
    }
    return kauri_team_status(part->team, status, error);
}

const struct kauri_teamwork *kauri_cluster_work(unsigned ranks)
{
    static const struct kauri_teamwork work = {
        .delayed = true,
        .steps = 32,
        .begin = begin_layer,
        .end = end_layer,
        .find_checkpoint = find_checkpoint,
        .message_memory = message_memory,
        .send = send,
        .report_begin = begin_report,
        .report_finish = finish_report,
        .receive = receive,
        .table_open = open_table,
        .table_append = append_table,
        .table_commit = commit_table,
        .table_abandon = abandon_table,
    };
    return ranks > 1 ? &work : kauri_team_of_one()->work;
}
