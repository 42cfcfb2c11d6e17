#include "solver/retrograde.h"

enum { DECODE_WORDS = 256 };

// Takes what the worker's frontier holds into the lists and the history.
static enum kauri_status gather(struct kauri_retrograde *retrograde, unsigned worker_number,
                                uint64_t number, enum kauri_sign sign, struct kauri_frontier *into,
                                struct kauri_error *error)
{
    const struct kauri_round *round = &retrograde->round;
    struct kauri_retrograde_worker *worker = &retrograde->workers[worker_number];
    const double began = kauri_clock_seconds();
    const struct kauri_harvest harvest = retrograde->kernel->collect(worker->work);
    if (harvest.word_count > 0) {
        KAURI_PASS(kauri_frontier_put(into, worker_number, sign, number, worker->work->list,
                                      harvest.word_count, harvest.run_count, error));
        worker->decided[sign] += harvest.positions;
        if (kauri_block_stored(retrograde->stored, number)) {
            worker->stored += harvest.positions;
            KAURI_PASS(kauri_history_add(
                retrograde->history, worker_number, kauri_stored_rank(retrograde->stored, number),
                round->steps[sign], worker->work->record, harvest.record_bytes, error));
        }
        KAURI_PASS(kauri_exchange_pack(retrograde->exchange, worker_number, number, sign,
                                       worker->work, &harvest, error));
    }
    worker->gathering += kauri_clock_seconds() - began;
    return KAURI_OK;
}

// Gives the positions of a record of captures their sign. The record may come from the file of a
// checkpoint: words and bits that no position has are refused.
static enum kauri_status apply_record(const struct kauri_retrograde *retrograde,
                                      struct kauri_work *work, uint64_t *planes,
                                      const uint8_t *record, const uint8_t *end,
                                      enum kauri_sign made, struct kauri_error *error)
{
    const struct kauri_geometry *geometry = retrograde->geometry;
    uint32_t next = 0;
    while (record < end) {
        uint32_t words[DECODE_WORDS];
        uint64_t bits[DECODE_WORDS];
        const uint32_t count =
            retrograde->kernel->decode(&record, end, &next, words, bits, DECODE_WORDS);
        for (uint32_t i = 0; i < count; i++) {
            if (words[i] >= geometry->word_total ||
                (bits[i] & ~geometry->mask_full[geometry->word_mask[words[i]]]) != 0) {
                return kauri_fail(error, KAURI_CORRUPT,
                                  "a record of captures of layer %u is damaged",
                                  retrograde->layer.seeds);
            }
            kauri_work_put(work, bits[i], geometry->word_place[words[i]],
                           geometry->word_row[words[i]]);
        }
        retrograde->kernel->apply(work, planes, made);
    }
    return KAURI_OK;
}

// First round of a value, for one block.
static enum kauri_status seed_block(void *context, unsigned worker_number, uint64_t index,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_retrograde *retrograde = context;
    const struct kauri_round *round = &retrograde->round;
    const uint64_t number = kauri_share_ordered(retrograde->share, round->from + index);
    struct kauri_retrograde_worker *worker = &retrograde->workers[worker_number];
    uint64_t *planes = NULL;
    for (int made = KAURI_LOST; made <= KAURI_WON; made++) {
        const int r = made == KAURI_WON ? round->value : -round->value;
        const struct kauri_chunk chunk = kauri_captures_of(retrograde->captures, number, r);
        const uint8_t *record = NULL;
        if (chunk.size == 0) {
            continue;
        }
        if (planes == NULL) {
            KAURI_TRY(kauri_planes_acquire(retrograde->planes, worker_number, number, false,
                                           &planes, error));
        }
        KAURI_TRY(
            kauri_spool_view(retrograde->captures->spool, chunk, &worker->buffer, &record, error));
        KAURI_TRY(apply_record(retrograde, worker->work, planes, record, record + chunk.size,
                               (enum kauri_sign)made, error));
        KAURI_TRY(gather(retrograde, worker_number, number, (enum kauri_sign)made, &retrograde->now,
                         error));
    }
    if (planes != NULL) {
        status = kauri_planes_release(retrograde->planes, worker_number, number, true, error);
    }
cleanup:
    return status;
}

// Positions of this block without own cowries pass to those of the list in which the opponent has
// none: the run of the empty row, which comes first.
static void apply_passes(const struct kauri_retrograde *retrograde, struct kauri_work *work,
                         uint64_t *planes, const struct kauri_list_view *list, enum kauri_sign made)
{
    const struct kauri_geometry *geometry = retrograde->geometry;
    const uint32_t first_mask = geometry->mask_first[geometry->layer.shape.cowries];
    const uint32_t end = list->runs[0].row == 0 ? list->runs[1].first : 0;
    for (uint32_t i = 0; i < end; i++) {
        kauri_work_put(work, list->bits[i], (list->masks[i] - first_mask) * 64, 0);
    }
    retrograde->kernel->apply(work, planes, made);
}

// One round for one block: pulls from the lists of its successors.
static enum kauri_status round_block(void *context, unsigned worker_number, uint64_t index,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_retrograde *retrograde = context;
    const struct kauri_round *round = &retrograde->round;
    const uint64_t number = kauri_share_ordered(retrograde->share, round->from + index);
    struct kauri_retrograde_worker *worker = &retrograde->workers[worker_number];
    const struct kauri_block *block = &retrograde->blocks[number];
    const unsigned holes = retrograde->layer.shape.holes;
    uint64_t *planes = NULL;
    for (int made = KAURI_LOST; made <= KAURI_WON; made++) {
        // A move to a position that has lost wins, and the other way round.
        const enum kauri_sign sign = made == KAURI_WON ? KAURI_LOST : KAURI_WON;
        const double began = kauri_clock_seconds();
        bool reached = false;
        for (unsigned h = 0; h < (retrograde->layer.seeds > 0 ? holes + 1 : holes); h++) {
            struct kauri_list_view list;
            const uint64_t successor = block->successor[h];
            if (kauri_frontier_empty(&retrograde->now, sign, successor)) {
                continue;
            }
            if (planes == NULL) {
                KAURI_TRY(kauri_planes_acquire(retrograde->planes, worker_number, number, false,
                                               &planes, error));
            }
            KAURI_TRY(kauri_frontier_view(&retrograde->now, sign, successor, &worker->buffer, &list,
                                          error));
            reached = true;
            if (h == holes) {
                apply_passes(retrograde, worker->work, planes, &list, (enum kauri_sign)made);
                continue;
            }
            struct kauri_hole_view hole = {
                .origins = &retrograde->geometry->origins[h][block->start[h]],
                .most = retrograde->masks->limits[block->limit[h]].most,
            };
            for (unsigned k = 1; k <= retrograde->layer.shape.cowries; k++) {
                hole.words[k] = retrograde->masks->masks[block->mask[h][k]].words;
            }
            retrograde->kernel->expand(worker->work, planes, &hole, &list, (enum kauri_sign)made);
        }
        if (reached) {
            worker->expanding += kauri_clock_seconds() - began;
            KAURI_TRY(gather(retrograde, worker_number, number, (enum kauri_sign)made,
                             &retrograde->next, error));
        }
    }
    if (planes != NULL) {
        status = kauri_planes_release(retrograde->planes, worker_number, number, true, error);
    }
cleanup:
    return status;
}

// Begins a round of its own for the history, once.
static enum kauri_status open_round(struct kauri_retrograde *retrograde, uint32_t distance,
                                    struct kauri_error *error)
{
    struct kauri_round *round = &retrograde->round;
    if (round->distance == distance) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_history_step(retrograde->history, -round->value, distance,
                                  &round->steps[KAURI_LOST], error));
    KAURI_PASS(kauri_history_step(retrograde->history, round->value, distance,
                                  &round->steps[KAURI_WON], error));
    round->distance = distance;
    round->first = distance == kauri_round_first(&retrograde->layer);
    round->from = 0;
    kauri_frontier_reset(round->first ? &retrograde->now : &retrograde->next);
    return KAURI_OK;
}

enum kauri_status kauri_round_begin(struct kauri_retrograde *retrograde, uint32_t distance,
                                    uint64_t reached, struct kauri_pace *pace,
                                    struct kauri_error *error)
{
    const uint64_t inner = retrograde->share->inner_count;
    const struct kauri_loop loop = {.pace = pace, .count = inner, .positions = reached + inner};
    KAURI_PASS(open_round(retrograde, distance, error));
    KAURI_PASS(kauri_loop(&loop, round_block, retrograde, error));
    retrograde->round.from = inner;
    return KAURI_OK;
}

enum kauri_status kauri_round_end(struct kauri_retrograde *retrograde, uint32_t distance,
                                  uint64_t reached, struct kauri_pace *pace,
                                  struct kauri_error *error)
{
    const struct kauri_round *round = &retrograde->round;
    KAURI_PASS(open_round(retrograde, distance, error));
    const uint64_t left = retrograde->share->own_count - round->from;
    const struct kauri_loop loop = {.pace = pace, .count = left, .positions = reached + left};
    pace->report.round = distance;
    KAURI_PASS(kauri_loop(&loop, round->first ? seed_block : round_block, retrograde, error));
    if (!round->first) {
        const struct kauri_frontier last = retrograde->now;
        retrograde->now = retrograde->next;
        retrograde->next = last;
    }
    return KAURI_OK;
}
