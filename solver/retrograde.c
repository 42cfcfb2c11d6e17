#include "solver/retrograde.h"

#include "common/checked.h"
#include "common/parallel.h"
#include "common/size.h"
#include "solver/frontier.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// One value's analysis, shared by the threads of a round; each block is written by one of them.
struct search {
    struct kauri_retrograde *retrograde;
    struct kauri_frontier now;  // decided in the last round
    struct kauri_frontier next; // decided in this one
    unsigned win;               // code of the value
    unsigned loss;              // code of its negative
    uint32_t round;             // dtc of the positions decided now
    atomic_bool out_of_memory;
};

uint64_t kauri_retrograde_bytes(const struct kauri_layer *layer)
{
    const uint64_t position = sizeof(uint16_t) + sizeof(uint8_t);
    uint64_t bytes = 0;
    if (!kauri_checked_multiply(layer->positions, position, &bytes) ||
        !kauri_checked_add(bytes, layer->block_count * sizeof(struct kauri_block), &bytes)) {
        return UINT64_MAX;
    }
    return bytes;
}

enum kauri_status kauri_retrograde_new(const struct kauri_layer *layer,
                                       const struct kauri_geometry *geometry,
                                       struct kauri_retrograde **retrograde,
                                       struct kauri_error *error)
{
    char size[KAURI_SIZE_TEXT_BYTES];
    const uint64_t bytes = kauri_retrograde_bytes(layer);
    struct kauri_retrograde *made = NULL;
    *retrograde = NULL;
    if (bytes > SIZE_MAX / 2 || layer->block_count > UINT32_MAX) {
        goto refuse;
    }
    made = calloc(1, sizeof *made);
    if (made == NULL) {
        goto refuse;
    }
    made->layer = *layer;
    made->geometry = geometry;
    made->blocks = calloc(layer->block_count, sizeof *made->blocks);
    made->state = malloc(layer->positions * sizeof *made->state);
    made->dtc = calloc(layer->positions, 1);
    if (made->blocks == NULL || made->state == NULL || made->dtc == NULL) {
        goto refuse;
    }
    *retrograde = made;
    return KAURI_OK;
refuse:
    kauri_retrograde_free(made);
    return kauri_fail(error, KAURI_RESOURCE, "layer %u needs %s of memory, more than there is",
                      layer->seeds, kauri_format_size(bytes, size));
}

void kauri_retrograde_free(struct kauri_retrograde *retrograde)
{
    if (retrograde == NULL) {
        return;
    }
    free(retrograde->blocks);
    free(retrograde->state);
    free(retrograde->dtc);
    free(retrograde->dtc_high);
    free(retrograde);
}

static void decide(struct search *search, struct kauri_list *list, uint64_t index, unsigned code,
                   uint32_t mover, uint32_t opponent)
{
    struct kauri_retrograde *retrograde = search->retrograde;
    retrograde->state[index] = (uint16_t)code;
    retrograde->dtc[index] = (uint8_t)search->round;
    if (retrograde->dtc_high != NULL) {
        retrograde->dtc_high[index] = (uint8_t)(search->round >> 8);
    }
    if (!kauri_list_push(list, mover, opponent)) {
        atomic_store(&search->out_of_memory, true);
    }
}

// First round of a value: positions that a capture decides, and those that have lost on the spot.
static void seed_block(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct search *search = context;
    struct kauri_retrograde *retrograde = search->retrograde;
    const struct kauri_layer *layer = &retrograde->layer;
    const struct kauri_geometry *geometry = retrograde->geometry;
    struct kauri_list *won = &search->now.won[number];
    struct kauri_list *lost = &search->now.lost[number];
    won->count = 0;
    lost->count = 0;
    uint64_t index = number * layer->cowrie_count;
    for (uint32_t mover = 0; mover < geometry->row_total; mover++) {
        const unsigned opposite = layer->shape.cowries - geometry->cowries[mover];
        const uint32_t first = geometry->row_first[opposite];
        const uint32_t end = geometry->row_first[opposite + 1];
        for (uint32_t opponent = first; opponent < end; opponent++, index++) {
            const unsigned state = retrograde->state[index];
            if ((state & (KAURI_STATE_OPEN | KAURI_STATE_CODE)) ==
                (KAURI_STATE_OPEN | search->win)) {
                decide(search, won, index, search->win, mover, opponent);
            } else if (state == (KAURI_STATE_OPEN | search->loss)) {
                decide(search, lost, index, search->loss, mover, opponent);
            }
        }
    }
}

// Positions of `block` from which a quiet move of hole h reaches one of `list`. Those with a
// successor that is lost for the opponent are won; the others have one move less.
static void push_back(struct search *search, const struct kauri_block *block, uint64_t number,
                      unsigned h, const struct kauri_list *list, bool successor_lost)
{
    struct kauri_retrograde *retrograde = search->retrograde;
    const struct kauri_geometry *geometry = retrograde->geometry;
    const unsigned start = block->start[h];
    const uint64_t base = number * retrograde->layer.cowrie_count;
    const uint16_t *undroppable = geometry->undroppable[start];
    const uint16_t *unmovable = geometry->unmovable[h][start];
    const uint16_t *unmoved = geometry->unmoved[h][start];
    for (uint32_t i = 0; i < list->count; i++) {
        const struct kauri_pair pair = list->pairs[i];
        unsigned ks = (unsigned)undroppable[pair.mover] & unmovable[pair.opponent];
        for (; ks != 0; ks &= ks - 1) {
            const unsigned k = (unsigned)__builtin_ctz(ks);
            const uint32_t opponent = geometry->undropped[start][k][pair.mover];
            const uint32_t mover = unmoved[k * geometry->row_total + pair.opponent];
            if (!(block->quiet[h][k] >> geometry->occupied[opponent] & 1U)) {
                continue;
            }
            const uint64_t index = base + kauri_place(geometry, mover, opponent);
            unsigned state = retrograde->state[index];
            if (!(state & KAURI_STATE_OPEN)) {
                continue;
            }
            if (successor_lost) {
                decide(search, &search->next.won[number], index, search->win, mover, opponent);
                continue;
            }
            state -= KAURI_STATE_MOVE;
            if ((state & KAURI_STATE_MOVES) == 0 && (state & KAURI_STATE_CODE) <= search->loss) {
                decide(search, &search->next.lost[number], index, search->loss, mover, opponent);
            } else {
                retrograde->state[index] = (uint16_t)state;
            }
        }
    }
}

// The same over passes: the mover has no cowries, so the passer's opponent row is the list's mover
// row and the other way round.
static void push_back_passes(struct search *search, uint64_t number, const struct kauri_list *list,
                             bool successor_lost)
{
    struct kauri_retrograde *retrograde = search->retrograde;
    const struct kauri_geometry *geometry = retrograde->geometry;
    const uint64_t base = number * retrograde->layer.cowrie_count;
    for (uint32_t i = 0; i < list->count; i++) {
        const struct kauri_pair pair = list->pairs[i];
        if (geometry->cowries[pair.opponent] != 0) {
            continue;
        }
        const uint64_t index = base + kauri_place(geometry, pair.opponent, pair.mover);
        if (!(retrograde->state[index] & KAURI_STATE_OPEN)) {
            continue;
        }
        // The pass is the only move: its value is the position's.
        if (successor_lost) {
            decide(search, &search->next.won[number], index, search->win, pair.opponent,
                   pair.mover);
        } else {
            decide(search, &search->next.lost[number], index, search->loss, pair.opponent,
                   pair.mover);
        }
    }
}

// One round for one block: pulls from the frontiers of its successors, so that no other thread
// writes here.
static void round_block(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct search *search = context;
    struct kauri_retrograde *retrograde = search->retrograde;
    const struct kauri_block *block = &retrograde->blocks[number];
    const unsigned holes = retrograde->layer.shape.holes;
    search->next.won[number].count = 0;
    search->next.lost[number].count = 0;
    for (unsigned h = 0; h < holes; h++) {
        const uint32_t successor = block->successor[h];
        push_back(search, block, number, h, &search->now.won[successor], false);
        push_back(search, block, number, h, &search->now.lost[successor], true);
    }
    if (retrograde->layer.seeds > 0) {
        const uint32_t successor = block->successor[holes];
        push_back_passes(search, number, &search->now.won[successor], false);
        push_back_passes(search, number, &search->now.lost[successor], true);
    }
}

static enum kauri_status more_dtc_bits(struct kauri_retrograde *retrograde,
                                       struct kauri_error *error)
{
    retrograde->dtc_high = calloc(retrograde->layer.positions, 1);
    return retrograde->dtc_high != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for distances above 255");
}

// Everything that is worth +value or -value to its mover.
static enum kauri_status decide_value(struct search *search, int value, unsigned threads,
                                      uint64_t *decided, double began,
                                      const struct kauri_progress *progress,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_retrograde *retrograde = search->retrograde;
    const struct kauri_layer *layer = &retrograde->layer;
    char stage[32];
    (void)snprintf(stage, sizeof stage, "value %d", value);
    search->win = kauri_code_of(layer, value);
    search->loss = kauri_code_of(layer, -value);
    // Layer 0 counts the plies to a position without a move, which itself has distance 0.
    search->round = layer->seeds > 0 ? 1 : 0;
    kauri_parallel_for(threads, layer->block_count, 1, seed_block, search);
    for (;;) {
        if (atomic_load(&search->out_of_memory)) {
            status = kauri_fail(error, KAURI_RESOURCE,
                                "out of memory for the frontiers of layer %u", layer->seeds);
            goto cleanup;
        }
        const uint64_t count = kauri_frontier_count(&search->now);
        *decided += count;
        const uint64_t bytes =
            kauri_frontier_bytes(&search->now) + kauri_frontier_bytes(&search->next);
        if (bytes > retrograde->frontier_bytes) {
            retrograde->frontier_bytes = bytes;
        }
        const struct kauri_progress_report report = {
            .stage = stage,
            .layer = layer->seeds,
            .round = search->round,
            .done = *decided,
            .total = layer->positions,
            .seconds = kauri_clock_seconds() - began,
            .memory = kauri_retrograde_bytes(layer) + bytes,
        };
        kauri_progress_report(progress, &report);
        if (kauri_progress_cancelled(progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", layer->seeds);
            goto cleanup;
        }
        if (count == 0) {
            break;
        }
        if (search->round > retrograde->max_dtc) {
            retrograde->max_dtc = search->round;
        }
        search->round++;
        if (search->round == 1U << 8) {
            if (retrograde->dtc_high == NULL) {
                KAURI_TRY(more_dtc_bits(retrograde, error));
            }
        } else if (search->round == 1U << 15) {
            status = kauri_fail(error, KAURI_INTERNAL, "a distance above 32767 in layer %u",
                                layer->seeds);
            goto cleanup;
        }
        kauri_parallel_for(threads, layer->block_count, 1, round_block, search);
        const struct kauri_frontier last = search->now;
        search->now = search->next;
        search->next = last;
    }
cleanup:
    return status;
}

static void settle_block(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct search *search = context;
    struct kauri_retrograde *retrograde = search->retrograde;
    const struct kauri_layer *layer = &retrograde->layer;
    uint16_t *state = retrograde->state + number * layer->cowrie_count;
    for (uint32_t i = 0; i < layer->cowrie_count; i++) {
        if (state[i] & KAURI_STATE_OPEN) {
            state[i] = (uint16_t)kauri_code_of(layer, 0);
        }
    }
}

enum kauri_status kauri_retrograde_run(struct kauri_retrograde *retrograde, unsigned threads,
                                       const struct kauri_progress *progress,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &retrograde->layer;
    const double began = kauri_clock_seconds();
    uint64_t decided = 0;
    struct search search = {.retrograde = retrograde};
    if (!kauri_frontier_init(&search.now, layer->block_count) ||
        !kauri_frontier_init(&search.next, layer->block_count)) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the frontiers of layer %u",
                            layer->seeds);
        goto cleanup;
    }
    for (int value = 3 * layer->seeds + 1; value > 0; value--) {
        KAURI_TRY(decide_value(&search, value, threads, &decided, began, progress, error));
    }
    kauri_parallel_for(threads, layer->block_count, 1, settle_block, &search);
cleanup:
    kauri_frontier_clear(&search.now);
    kauri_frontier_clear(&search.next);
    return status;
}
