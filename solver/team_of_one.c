#include "solver/team_of_one.h"

#include "db/writer.h"

#include <stdlib.h>

// State of the team's functions while a layer is solved.
struct one {
    struct kauri_writer *writer;
};

// ------------------------------------------------------------------------------------ the part

static enum kauri_status begin_layer(struct kauri_part *part, unsigned threads,
                                     struct kauri_error *error)
{
    const struct kauri_layer *layer = &part->layer;
    part->state = calloc(1, sizeof(struct one));
    if (part->state == NULL) {
        return kauri_layer_out_of_memory(layer, "the blocks of", error);
    }
    part->block_count = layer->block_count;
    part->slot_count = layer->block_count;
    KAURI_PASS(kauri_stored_blocks_init(&part->stored, layer, error));
    return kauri_blocks_new(layer, NULL, layer->block_count, threads, &part->masks, &part->blocks,
                            error);
}

static void abandon_table(struct kauri_part *part)
{
    struct one *one = part->state;
    kauri_writer_abandon(one->writer);
    one->writer = NULL;
}

static void end_layer(struct kauri_part *part)
{
    if (part->state != NULL) {
        abandon_table(part);
        free(part->state);
        part->state = NULL;
    }
}

static enum kauri_status find_checkpoint(const struct kauri_team *team,
                                         struct kauri_workplace *place, bool *any,
                                         struct kauri_error *error)
{
    (void)team;
    (void)error;
    *any = kauri_workplace_has_checkpoint(place, NULL);
    return KAURI_OK;
}

static uint64_t no_memory(const struct kauri_part *part)
{
    (void)part;
    return 0;
}

// ----------------------------------------------------------------------------------- the rounds

static enum kauri_status send_nothing(const struct kauri_part *part, unsigned worker, uint64_t slot,
                                      enum kauri_sign sign, const struct kauri_work *work,
                                      const struct kauri_collected *collected,
                                      struct kauri_error *error)
{
    (void)part;
    (void)worker;
    (void)slot;
    (void)sign;
    (void)work;
    (void)collected;
    (void)error;
    return KAURI_OK;
}

static enum kauri_status begin_report(const struct kauri_part *part,
                                      const struct kauri_round_report *report,
                                      enum kauri_status status, struct kauri_error *error)
{
    (void)part;
    (void)report;
    (void)status;
    (void)error;
    return KAURI_OK;
}

static enum kauri_status finish_report(const struct kauri_part *part,
                                       struct kauri_round_report *report, enum kauri_status status,
                                       struct kauri_error *error)
{
    (void)part;
    (void)report;
    (void)error;
    return status;
}

static enum kauri_status receive_nothing(const struct kauri_part *part, struct kauri_frontier *into,
                                         struct kauri_pace *pace, struct kauri_error *error)
{
    (void)part;
    (void)into;
    (void)pace;
    (void)error;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------ the table

static enum kauri_status open_table(struct kauri_part *part, const struct kauri_table_plan *plan,
                                    enum kauri_status status, struct kauri_error *error)
{
    struct one *one = part->state;
    const struct kauri_writer_options options = {.level = plan->level, .threads = plan->threads};
    return status == KAURI_OK ? kauri_writer_open_in(plan->place->folder, plan->place->table,
                                                     plan->info, &options, &one->writer, error)
                              : status;
}

static enum kauri_status append_table(struct kauri_part *part,
                                      const struct kauri_table_batch *batch,
                                      struct kauri_pace *pace, struct kauri_error *error)
{
    (void)pace;
    const struct one *one = part->state;
    const void *columns[KAURI_COLUMNS];
    for (unsigned c = 0; c < KAURI_COLUMNS; c++) {
        columns[c] = batch->columns[c];
    }
    return kauri_writer_append(one->writer, columns, batch->count * part->layer.cowrie_count,
                               error);
}

static enum kauri_status commit_table(struct kauri_part *part, const struct kauri_totals *totals,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error)
{
    struct one *one = part->state;
    struct kauri_writer *writer = one->writer;
    one->writer = NULL;
    return kauri_writer_commit(writer, totals, certificate, error);
}

// ------------------------------------------------------------------------------------- the team

static enum kauri_status keep_numbers(void *context, uint64_t *numbers, unsigned count,
                                      struct kauri_error *error)
{
    (void)context;
    (void)numbers;
    (void)count;
    (void)error;
    return KAURI_OK;
}

const struct kauri_team *kauri_team_of_one(void)
{
    static const struct kauri_teamwork work = {
        .delayed = false,
        .steps = 1,
        .begin = begin_layer,
        .end = end_layer,
        .find_checkpoint = find_checkpoint,
        .message_memory = no_memory,
        .send = send_nothing,
        .report_begin = begin_report,
        .report_finish = finish_report,
        .receive = receive_nothing,
        .table_open = open_table,
        .table_append = append_table,
        .table_commit = commit_table,
        .table_abandon = abandon_table,
    };
    static const struct kauri_team one = {
        .rank = 0,
        .ranks = 1,
        .sum = keep_numbers,
        .greatest = keep_numbers,
        .work = &work,
    };
    return &one;
}
