#include "solver/round.h"

#include "solver/team.h"

enum { DECODE_WORDS = 256 };

// Moves the positions that the worker has decided in a block into the frontier and the history.
static enum kauri_status gather(struct kauri_round *round, unsigned worker_number, uint64_t slot,
                                enum kauri_sign sign, struct kauri_frontier *into,
                                struct kauri_error *error)
{
    const struct kauri_part *part = round->part;
    struct kauri_round_worker *worker = &round->workers[worker_number];
    const double began = kauri_clock_seconds();
    const struct kauri_collected collected = part->kernel->collect(worker->work);
    if (collected.word_count > 0) {
        KAURI_PASS(kauri_frontier_put(into, worker_number, sign, slot, worker->work->list,
                                      collected.word_count, collected.run_count, error));
        worker->decided[sign] += collected.positions;
        if (kauri_block_stored(&part->stored, slot)) {
            worker->stored += collected.positions;
            KAURI_PASS(kauri_history_add(round->history, worker_number,
                                         kauri_stored_rank(&part->stored, slot), round->steps[sign],
                                         worker->work->record, collected.record_bytes, error));
        }
        KAURI_PASS(part->team->work->send(part, worker_number, slot, sign, worker->work, &collected,
                                          error));
    }
    worker->gathering += kauri_clock_seconds() - began;
    return KAURI_OK;
}

// Decides the positions of a record of captures. The record may come from the file of a checkpoint:
// words and bits that no position has are refused.
static enum kauri_status decide_record(const struct kauri_part *part, struct kauri_work *work,
                                       uint64_t *planes, const uint8_t *record, const uint8_t *end,
                                       enum kauri_sign made, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = part->geometry;
    uint32_t next = 0;
    while (record < end) {
        uint32_t words[DECODE_WORDS];
        uint64_t bits[DECODE_WORDS];
        const uint32_t count = part->kernel->decode(&record, end, &next, words, bits, DECODE_WORDS);
        for (uint32_t i = 0; i < count; i++) {
            if (words[i] >= geometry->word_total ||
                (bits[i] & ~geometry->mask_full[geometry->word_mask[words[i]]]) != 0) {
                return kauri_fail(error, KAURI_CORRUPT,
                                  "a record of captures of layer %u is damaged", part->layer.seeds);
            }
            kauri_work_put(work, bits[i], geometry->word_place[words[i]],
                           geometry->word_row[words[i]]);
        }
        part->kernel->apply(work, planes, made);
    }
    return KAURI_OK;
}

// The first round of a value, for one block: takes the captures that are worth it.
static enum kauri_status capture_block(void *context, unsigned worker_number, uint64_t index,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_round *round = context;
    const uint64_t slot = kauri_part_ordered(round->part, round->from + index);
    struct kauri_round_worker *worker = &round->workers[worker_number];
    uint64_t *planes = NULL;
    for (int made = KAURI_LOST; made <= KAURI_WON; made++) {
        const int r = made == KAURI_WON ? round->value : -round->value;
        const struct kauri_chunk chunk = kauri_captures_of(round->captures, slot, r);
        const uint8_t *record = NULL;
        if (chunk.size == 0) {
            continue;
        }
        if (planes == NULL) {
            KAURI_TRY(
                kauri_planes_acquire(round->planes, worker_number, slot, false, &planes, error));
        }
        KAURI_TRY(kauri_spool_view(round->captures->spool, chunk, &worker->buffer, &record, error));
        KAURI_TRY(decide_record(round->part, worker->work, planes, record, record + chunk.size,
                                (enum kauri_sign)made, error));
        KAURI_TRY(gather(round, worker_number, slot, (enum kauri_sign)made, &round->now, error));
    }
    if (planes != NULL) {
        status = kauri_planes_release(round->planes, worker_number, slot, true, error);
    }
cleanup:
    return status;
}

// Goes back over the passes that lead to the positions of the list: a player without cowries in the
// own row passes to a position in which the opponent has none. These come first in the list, in the
// run of the empty row.
static void expand_passes(const struct kauri_part *part, struct kauri_work *work, uint64_t *planes,
                          const struct kauri_list_view *list, enum kauri_sign made)
{
    const struct kauri_geometry *geometry = part->geometry;
    const uint32_t first_mask = geometry->mask_first[geometry->layer.shape.cowries];
    const uint32_t end = list->runs[0].row == 0 ? list->runs[1].first : 0;
    for (uint32_t i = 0; i < end; i++) {
        kauri_work_put(work, list->bits[i], (list->masks[i] - first_mask) * 64, 0);
    }
    part->kernel->apply(work, planes, made);
}

// Goes back over the quiet moves of hole h that lead to the positions of the list.
static void expand_moves(const struct kauri_part *part, const struct kauri_block *block, unsigned h,
                         struct kauri_work *work, uint64_t *planes,
                         const struct kauri_list_view *list, enum kauri_sign made)
{
    struct kauri_hole_view hole = {
        .origins = &part->geometry->origins[h][block->start[h]],
        .most = part->masks.limits[block->limit[h]].most,
    };
    for (unsigned k = 1; k <= part->layer.shape.cowries; k++) {
        hole.words[k] = part->masks.masks[block->mask[h][k]].words;
    }
    part->kernel->expand(work, planes, &hole, list, made);
}

// A further round, for one block: the predecessors, in this block, of the positions that the last
// round decided.
static enum kauri_status expand_block(void *context, unsigned worker_number, uint64_t index,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_round *round = context;
    const struct kauri_part *part = round->part;
    const uint64_t slot = kauri_part_ordered(part, round->from + index);
    struct kauri_round_worker *worker = &round->workers[worker_number];
    const struct kauri_block *block = &part->blocks[slot];
    const unsigned holes = part->layer.shape.holes;
    const unsigned moves = part->layer.seeds > 0 ? holes + 1 : holes; // a pass comes last
    uint64_t *planes = NULL;
    for (int made = KAURI_LOST; made <= KAURI_WON; made++) {
        // A move to a lost position wins, and a move to a won position is refuted.
        const enum kauri_sign sign = made == KAURI_WON ? KAURI_LOST : KAURI_WON;
        const double began = kauri_clock_seconds();
        bool reached = false;
        for (unsigned h = 0; h < moves; h++) {
            struct kauri_list_view list;
            const uint64_t successor = block->successor[h];
            if (kauri_frontier_empty(&round->now, sign, successor)) {
                continue;
            }
            if (planes == NULL) {
                KAURI_TRY(kauri_planes_acquire(round->planes, worker_number, slot, false, &planes,
                                               error));
            }
            KAURI_TRY(
                kauri_frontier_view(&round->now, sign, successor, &worker->buffer, &list, error));
            reached = true;
            if (h == holes) {
                expand_passes(part, worker->work, planes, &list, (enum kauri_sign)made);
            } else {
                expand_moves(part, block, h, worker->work, planes, &list, (enum kauri_sign)made);
            }
        }
        if (reached) {
            worker->expanding += kauri_clock_seconds() - began;
            KAURI_TRY(
                gather(round, worker_number, slot, (enum kauri_sign)made, &round->next, error));
        }
    }
    if (planes != NULL) {
        status = kauri_planes_release(round->planes, worker_number, slot, true, error);
    }
cleanup:
    return status;
}

// Gives the round its steps of the history, unless it was begun before.
static enum kauri_status open_round(struct kauri_round *round, uint32_t distance,
                                    struct kauri_error *error)
{
    if (round->distance == distance) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_history_step(round->history, -round->value, distance,
                                  &round->steps[KAURI_LOST], error));
    KAURI_PASS(kauri_history_step(round->history, round->value, distance, &round->steps[KAURI_WON],
                                  error));
    round->distance = distance;
    round->first = distance == kauri_round_first(&round->part->layer);
    round->from = 0;
    kauri_frontier_reset(round->first ? &round->now : &round->next);
    return KAURI_OK;
}

enum kauri_status kauri_round_begin(struct kauri_round *round, uint32_t distance, uint64_t reached,
                                    struct kauri_pace *pace, struct kauri_error *error)
{
    const uint64_t inner = round->part->inner_count;
    const struct kauri_loop loop = {.pace = pace, .count = inner, .positions = reached + inner};
    KAURI_PASS(open_round(round, distance, error));
    KAURI_PASS(kauri_loop(&loop, expand_block, round, error));
    round->from = inner;
    return KAURI_OK;
}

enum kauri_status kauri_round_end(struct kauri_round *round, uint32_t distance, uint64_t reached,
                                  struct kauri_pace *pace, struct kauri_error *error)
{
    KAURI_PASS(open_round(round, distance, error));
    const uint64_t left = round->part->block_count - round->from;
    const struct kauri_loop loop = {.pace = pace, .count = left, .positions = reached + left};
    pace->report.round = distance;
    KAURI_PASS(kauri_loop(&loop, round->first ? capture_block : expand_block, round, error));
    if (!round->first) {
        const struct kauri_frontier last = round->now;
        round->now = round->next;
        round->next = last;
    }
    return KAURI_OK;
}
