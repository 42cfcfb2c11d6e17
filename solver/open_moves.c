#include "solver/open_moves.h"

#include <stdlib.h>
#include <string.h>

enum { WORDS = KAURI_SEGMENT_WORDS_MAX, DECODE_WORDS = 256 };

// The scratch memory of one worker.
struct open_counter {
    struct kauri_spool_buffer buffer;
    uint64_t *captured; // word_total: positions of a block that can capture
    // Open moves of one mover's row, by opponent's row.
    uint64_t ones[WORDS], twos[WORDS], fours[WORDS];
};

struct open_moves_pass {
    const struct kauri_part *part;
    const struct kauri_captures *captures;
    struct kauri_planes *planes;
    struct open_counter *counters;
};

static inline void add_one(struct open_counter *counter, const uint64_t *bits, uint32_t count)
{
    for (uint32_t word = 0; word < count; word++) {
        const uint64_t carry = counter->ones[word] & bits[word];
        counter->ones[word] ^= bits[word];
        counter->fours[word] ^= counter->twos[word] & carry;
        counter->twos[word] ^= carry;
    }
}

// Marks the positions of a block that can capture, whatever their captures are worth.
static enum kauri_status find_captures(const struct open_moves_pass *pass,
                                       struct open_counter *counter, uint64_t slot,
                                       struct kauri_error *error)
{
    const struct kauri_captures *captures = pass->captures;
    const uint32_t word_total = pass->part->geometry->word_total;
    const int greatest = kauri_most_r(captures->part->layer.seeds);
    memset(counter->captured, 0, word_total * sizeof *counter->captured);
    for (int r = -greatest; r <= greatest; r++) {
        const struct kauri_chunk chunk = kauri_captures_of(captures, slot, r);
        const uint8_t *record = NULL;
        uint32_t next = 0;
        if (chunk.size == 0) {
            continue;
        }
        KAURI_PASS(kauri_spool_view(captures->spool, chunk, &counter->buffer, &record, error));
        for (const uint8_t *end = record + chunk.size; record < end;) {
            uint32_t words[DECODE_WORDS];
            uint64_t bits[DECODE_WORDS];
            const uint32_t count =
                pass->part->kernel->decode(&record, end, &next, words, bits, DECODE_WORDS);
            for (uint32_t i = 0; i < count; i++) {
                if (words[i] >= word_total) {
                    return kauri_fail(error, KAURI_CORRUPT,
                                      "a record of captures of layer %u is damaged",
                                      captures->part->layer.seeds);
                }
                counter->captured[words[i]] |= bits[i];
            }
        }
    }
    return KAURI_OK;
}

static inline void store_word(uint64_t *planes, uint32_t place, uint64_t ones, uint64_t twos,
                              uint64_t fours)
{
    const unsigned shift = place % 64;
    uint64_t *at = planes + 3 * (uint64_t)(place / 64);
    at[0] |= ones << shift;
    at[1] |= twos << shift;
    at[2] |= fours << shift;
    at[3] |= ones >> 1 >> (63 - shift);
    at[4] |= twos >> 1 >> (63 - shift);
    at[5] |= fours >> 1 >> (63 - shift);
}

static void count_row(const struct open_moves_pass *pass, const struct kauri_block *block,
                      struct open_counter *counter, uint32_t mover, uint64_t *planes)
{
    const struct kauri_geometry *geometry = pass->part->geometry;
    const struct kauri_layer *layer = &pass->part->layer;
    const uint32_t first_word = geometry->word_first[mover];
    const uint32_t count = geometry->word_first[mover + 1] - first_word;
    const uint32_t first_mask = geometry->word_mask[first_word];
    const size_t bytes = count * sizeof(uint64_t);
    memset(counter->ones, 0, bytes);
    memset(counter->twos, 0, bytes);
    memset(counter->fours, 0, bytes);
    for (unsigned h = 0; h < layer->shape.holes; h++) {
        const unsigned k = geometry->row[mover][h];
        if (k > 0) {
            const struct kauri_mask *mask = &pass->part->masks.masks[block->mask[h][k]];
            add_one(counter, mask->quiet + first_mask, count);
        }
    }
    if (geometry->cowries[mover] == 0 && layer->seeds > 0) {
        add_one(counter, geometry->mask_full + first_mask, count); // a pass (R7)
    }
    add_one(counter, counter->captured + first_word, count);
    for (uint32_t word = 0; word < count; word++) {
        store_word(planes, geometry->base[mover] + word * 64, counter->ones[word],
                   counter->twos[word], counter->fours[word]);
    }
}

static enum kauri_status count_block(void *context, unsigned worker, uint64_t slot,
                                     struct kauri_error *error)
{
    const struct open_moves_pass *pass = context;
    struct open_counter *counter = &pass->counters[worker];
    uint64_t *planes = NULL;
    KAURI_PASS(find_captures(pass, counter, slot, error));
    KAURI_PASS(kauri_planes_acquire(pass->planes, worker, slot, true, &planes, error));
    for (uint32_t mover = 0; mover < pass->part->geometry->row_total; mover++) {
        count_row(pass, &pass->part->blocks[slot], counter, mover, planes);
    }
    return kauri_planes_release(pass->planes, worker, slot, true, error);
}

enum kauri_status kauri_open_moves_run(const struct kauri_captures *captures,
                                       struct kauri_planes *planes, struct kauri_pace *pace,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_part *part = captures->part;
    struct open_moves_pass pass = {.part = part, .captures = captures, .planes = planes};
    pass.counters = calloc(pace->threads, sizeof *pass.counters);
    bool enough = pass.counters != NULL;
    for (unsigned i = 0; enough && i < pace->threads; i++) {
        pass.counters[i].captured =
            malloc(part->geometry->word_total * sizeof *pass.counters[i].captured);
        enough = pass.counters[i].captured != NULL;
    }
    if (!enough) {
        KAURI_TRY(kauri_layer_out_of_memory(&part->layer, "the open moves of", error));
    }
    kauri_pace_stage(pace, "open moves");
    const struct kauri_loop loop = {
        .pace = pace, .count = part->block_count, .positions = part->layer.positions};
    status = kauri_loop(&loop, count_block, &pass, error);
cleanup:
    for (unsigned i = 0; pass.counters != NULL && i < pace->threads; i++) {
        kauri_spool_buffer_clear(&pass.counters[i].buffer);
        free(pass.counters[i].captured);
    }
    free(pass.counters);
    return status;
}
