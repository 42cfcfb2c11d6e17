#include "solver/round.h"

#include "solver/team.h"

enum { DECODE_WORDS = 256 };

// The work of a worker on one block in a round.
struct block_work {
    struct kauri_round *round;
    unsigned number; // number of the worker
    struct kauri_round_worker *worker;
    uint64_t slot;
    uint64_t *planes; // open moves of the block; NULL until a position of it is reached
};

// Borrows the planes of the block, unless that is done already. Most rounds leave most blocks
// alone.
static enum kauri_status acquire_planes(struct block_work *block, struct kauri_error *error)
{
    return block->planes != NULL ? KAURI_OK
                                 : kauri_planes_acquire(block->round->planes, block->number,
                                                        block->slot, false, &block->planes, error);
}

// Moves the positions that the kernel has just decided with one sign to the next frontier, to the
// history if the table stores the block, and to the ranks that have moves to them.
static enum kauri_status gather(struct block_work *block, enum kauri_sign sign,
                                struct kauri_error *error)
{
    struct kauri_round *round = block->round;
    struct kauri_round_worker *worker = block->worker;
    const struct kauri_part *part = round->part;
    const uint64_t slot = block->slot;
    const double began = kauri_clock_seconds();
    const struct kauri_collected collected = part->kernel->collect(worker->work);
    if (collected.word_count > 0) {
        KAURI_PASS(kauri_frontier_put(&round->next, block->number, sign, slot, worker->work->list,
                                      collected.word_count, collected.run_count, error));
        worker->decided[sign] += collected.positions;
        if (kauri_block_stored(&part->stored, slot)) {
            worker->stored += collected.positions;
            KAURI_PASS(kauri_history_add(round->history, block->number,
                                         kauri_stored_rank(&part->stored, slot), round->steps[sign],
                                         worker->work->record, collected.record_bytes, error));
        }
        KAURI_PASS(part->team->work->send(part, block->number, slot, sign, worker->work, &collected,
                                          error));
    }
    worker->gathering += kauri_clock_seconds() - began;
    return KAURI_OK;
}

// ---------------------------------------------------------------------- the first round of a value

// Removes the captures of a record from the open moves: all open moves of a position if they win,
// one if they lose. The record may come from the file of a checkpoint, so words and bits that no
// position has are refused.
static enum kauri_status apply_record(const struct block_work *block, const uint8_t *record,
                                      const uint8_t *end, enum kauri_sign sign,
                                      struct kauri_error *error)
{
    const struct kauri_part *part = block->round->part;
    const struct kauri_geometry *geometry = part->geometry;
    struct kauri_work *work = block->worker->work;
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
        part->kernel->apply(work, block->planes, sign);
    }
    return KAURI_OK;
}

// Decides the positions of the block that win, or lose, by their best captures.
static enum kauri_status take_captures(struct block_work *block, enum kauri_sign sign,
                                       struct kauri_error *error)
{
    const struct kauri_captures *captures = block->round->captures;
    const int value = block->round->number.value;
    const struct kauri_chunk chunk =
        kauri_captures_of(captures, block->slot, sign == KAURI_WON ? value : -value);
    const uint8_t *record = NULL;
    if (chunk.size == 0) {
        return KAURI_OK;
    }
    KAURI_PASS(acquire_planes(block, error));
    KAURI_PASS(kauri_spool_view(captures->spool, chunk, &block->worker->buffer, &record, error));
    KAURI_PASS(apply_record(block, record, record + chunk.size, sign, error));
    return gather(block, sign, error);
}

// ---------------------------------------------------------------------------------- further rounds

// Goes back over the passes that lead to the positions of the list. A player who passes has no
// cowrie. The turned layout fixes that player's row, here the empty one, which is row 0 and comes
// first in a list; the rows that run, of which `first_mask` holds the first, have all cowries.
static void expand_passes(const struct block_work *block, const struct kauri_list_view *list,
                          enum kauri_sign sign)
{
    const struct kauri_part *part = block->round->part;
    const struct kauri_geometry *geometry = part->geometry;
    struct kauri_work *work = block->worker->work;
    const uint32_t first_mask = geometry->mask_first[geometry->layer.shape.cowries];
    const uint32_t end = list->runs[0].row == 0 ? list->runs[1].first : 0;
    for (uint32_t i = 0; i < end; i++) {
        kauri_work_put(work, list->bits[i], (list->masks[i] - first_mask) * 64, 0);
    }
    part->kernel->apply(work, block->planes, sign);
}

// Goes back over the quiet moves of hole h that lead to the positions of the list.
static void expand_moves(const struct block_work *block, unsigned h,
                         const struct kauri_list_view *list, enum kauri_sign sign)
{
    const struct kauri_part *part = block->round->part;
    const struct kauri_block *moves = &part->blocks[block->slot];
    struct kauri_hole_view hole = {
        .origins = &part->geometry->origins[h][moves->start[h]],
        .maximum = part->masks.limits[moves->limit[h]].maximum,
    };
    for (unsigned k = 1; k <= part->layer.shape.cowries; k++) {
        hole.words[k] = part->masks.masks[moves->mask[h][k]].words;
    }
    part->kernel->expand(block->worker->work, block->planes, &hole, list, sign);
}

// Decides the positions of the block that win, or lose, because of what the last round decided: a
// move to a lost position wins, and a position loses when its last open move leads to a won one.
static enum kauri_status expand(struct block_work *block, enum kauri_sign sign,
                                struct kauri_error *error)
{
    const struct kauri_round *round = block->round;
    const struct kauri_layer *layer = &round->part->layer;
    const struct kauri_block *moves = &round->part->blocks[block->slot];
    const enum kauri_sign successor_sign = sign == KAURI_WON ? KAURI_LOST : KAURI_WON;
    const unsigned holes = layer->shape.holes;
    const unsigned move_count = layer->seeds > 0 ? holes + 1 : holes; // a pass comes last
    const double began = kauri_clock_seconds();
    bool reached = false;
    for (unsigned h = 0; h < move_count; h++) {
        struct kauri_list_view list;
        const uint64_t successor = moves->successor[h];
        if (kauri_frontier_empty(&round->now, successor_sign, successor)) {
            continue;
        }
        reached = true;
        KAURI_PASS(acquire_planes(block, error));
        KAURI_PASS(kauri_frontier_view(&round->now, successor_sign, successor,
                                       &block->worker->buffer, &list, error));
        if (h == holes) {
            expand_passes(block, &list, sign);
        } else {
            expand_moves(block, h, &list, sign);
        }
    }
    if (!reached) {
        return KAURI_OK;
    }
    block->worker->expanding += kauri_clock_seconds() - began;
    return gather(block, sign, error);
}

// --------------------------------------------------------------------------------------- the round

static enum kauri_status decide_block(void *context, unsigned worker, uint64_t index,
                                      struct kauri_error *error)
{
    struct kauri_round *round = context;
    const bool first = round->number.distance == kauri_round_first(&round->part->layer);
    struct block_work block = {
        .round = round,
        .number = worker,
        .worker = &round->workers[worker],
        .slot = kauri_part_ordered(round->part, round->blocks_done + index),
    };
    for (int sign = KAURI_LOST; sign <= KAURI_WON; sign++) {
        KAURI_PASS(first ? take_captures(&block, (enum kauri_sign)sign, error)
                         : expand(&block, (enum kauri_sign)sign, error));
    }
    return block.planes == NULL
               ? KAURI_OK
               : kauri_planes_release(round->planes, worker, block.slot, true, error);
}

// Decides the next `count` blocks in the order of the part.
static enum kauri_status decide_blocks(struct kauri_round *round, uint64_t count, uint64_t reached,
                                       struct kauri_pace *pace, struct kauri_error *error)
{
    const struct kauri_loop loop = {.pace = pace, .count = count, .positions = reached + count};
    KAURI_PASS(kauri_loop(&loop, decide_block, round, error));
    round->blocks_done += count;
    return KAURI_OK;
}

// Empties the next frontier and adds the steps of the round to the history, unless
// kauri_round_run_inner has done so.
static enum kauri_status begin(struct kauri_round *round, struct kauri_round_number number,
                               struct kauri_error *error)
{
    if (round->number.value == number.value && round->number.distance == number.distance) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_history_step(round->history, -number.value, number.distance,
                                  &round->steps[KAURI_LOST], error));
    KAURI_PASS(kauri_history_step(round->history, number.value, number.distance,
                                  &round->steps[KAURI_WON], error));
    round->number = number;
    round->blocks_done = 0;
    kauri_frontier_reset(&round->next);
    return KAURI_OK;
}

enum kauri_status kauri_round_run_inner(struct kauri_round *round, struct kauri_round_number number,
                                        uint64_t reached, struct kauri_pace *pace,
                                        struct kauri_error *error)
{
    KAURI_PASS(begin(round, number, error));
    return decide_blocks(round, round->part->inner_count, reached, pace, error);
}

enum kauri_status kauri_round_run(struct kauri_round *round, struct kauri_round_number number,
                                  uint64_t reached, struct kauri_pace *pace,
                                  struct kauri_error *error)
{
    KAURI_PASS(begin(round, number, error));
    pace->report.round = number.distance;
    KAURI_PASS(
        decide_blocks(round, round->part->block_count - round->blocks_done, reached, pace, error));
    const struct kauri_frontier last = round->now;
    round->now = round->next;
    round->next = last;
    return KAURI_OK;
}
