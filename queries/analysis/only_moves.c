#include "queries/analysis/only_moves.h"

#include "common/checked.h"
#include "queries/analysis/layer_scan.h"
#include "tablebase/opposite_r.h"

#include <stdlib.h>

// Two positions in a byte. A block begins with a new byte, so that threads that work on different
// blocks never write the same one.
struct only_layer {
    struct kauri_layer index;
    size_t block_bytes;
    uint8_t *halves; // KAURI_ONLY_NONE: the player to move has no move
};

struct kauri_only_moves {
    unsigned seeds;
    struct only_layer layers[KAURI_SEEDS_MAX + 1];
};

static bool layer_bytes(struct kauri_layer *layer, struct kauri_shape shape, unsigned seeds,
                        uint64_t *bytes)
{
    return kauri_layer_init(layer, shape, seeds, NULL) == KAURI_OK &&
           kauri_checked_multiply(layer->block_count, (layer->cowrie_count + 1) / 2, bytes) &&
           *bytes <= SIZE_MAX;
}

uint64_t kauri_only_moves_bytes(struct kauri_shape shape, unsigned seeds, uint64_t *positions)
{
    uint64_t sum = 0;
    *positions = 0;
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_layer layer;
        uint64_t bytes = 0;
        if (!layer_bytes(&layer, shape, n, &bytes) || !kauri_checked_add(sum, bytes, &sum)) {
            return UINT64_MAX;
        }
        *positions += layer.positions;
    }
    return sum;
}

// The scan of one layer.
struct only_scan {
    struct only_layer *layer;
    unsigned threads;
    struct kauri_keeping_counts *counter;
    uint8_t *codes; // of a block for each worker
};

static enum kauri_status begin(void *context, const struct kauri_layer *layer, unsigned slots,
                               struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    (void)slots;
    struct only_scan *scan = context;
    scan->codes = malloc((size_t)scan->threads * layer->cowrie_count);
    if (scan->codes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for only moves");
    }
    return kauri_keeping_counts_new(opposite, scan->threads, &scan->counter, error);
}

static enum kauri_status visit(void *context, unsigned worker,
                               const struct kauri_scanned_block *block,
                               struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    (void)opposite;
    const struct only_scan *scan = context;
    const struct kauri_layer *layer = &scan->layer->index;
    const uint32_t positions = layer->cowrie_count;
    const uint64_t number = block->first / positions;
    uint8_t *codes = scan->codes + (size_t)worker * positions;
    uint8_t *halves = scan->layer->halves + number * scan->layer->block_bytes;
    KAURI_TRY(kauri_keeping_counts_only(scan->counter, worker, number, block->r, codes, error));
    // Those without a cowrie in the mover's row come first.
    for (uint32_t rank = layer->half_start[1]; rank < positions; rank++) {
        if (codes[rank] == KAURI_ONLY_NONE) {
            status =
                kauri_fail(error, KAURI_CORRUPT,
                           "no move of position %llu of layer %u has the value of the position",
                           (unsigned long long)(block->first + rank), layer->seeds);
            goto cleanup;
        }
    }
    for (uint32_t pair = 0; pair < positions / 2; pair++) {
        halves[pair] = (uint8_t)(codes[2 * pair] | codes[2 * pair + 1] << 4);
    }
    if (positions % 2 == 1) {
        halves[positions / 2] = codes[positions - 1];
    }
cleanup:
    return status;
}

static enum kauri_status find_layer(struct kauri_tablebase *tables, unsigned threads,
                                    const struct kauri_progress *progress, struct only_layer *layer,
                                    struct kauri_error *error)
{
    struct only_scan only = {.layer = layer, .threads = threads};
    const struct kauri_layer_scan scan = {
        .tables = tables,
        .seeds = layer->index.seeds,
        .threads = threads,
        .with_opposite = true,
        .progress = progress,
        .stage = "only moves",
        .context = &only,
        .begin = begin,
        .visit = visit,
    };
    const enum kauri_status status = kauri_layer_scan_run(&scan, error);
    kauri_keeping_counts_free(only.counter);
    free(only.codes);
    return status;
}

enum kauri_status kauri_only_moves_new(struct kauri_tablebase *tables, unsigned seeds,
                                       unsigned threads, const struct kauri_progress *progress,
                                       struct kauri_only_moves **only, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *top = NULL;
    struct kauri_only_moves *made = calloc(1, sizeof *made);
    *only = NULL;
    if (made == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for only moves");
        goto cleanup;
    }
    made->seeds = seeds;
    KAURI_TRY(kauri_tablebase_layer(tables, seeds, &top, error));
    for (unsigned n = 0; n <= seeds; n++) {
        struct only_layer *layer = &made->layers[n];
        uint64_t bytes = 0;
        if (layer_bytes(&layer->index, top->index.shape, n, &bytes)) {
            layer->halves = malloc((size_t)bytes);
        }
        if (layer->halves == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for only moves");
            goto cleanup;
        }
        layer->block_bytes = (layer->index.cowrie_count + 1) / 2;
        KAURI_TRY(find_layer(tables, threads, progress, layer, error));
    }
    *only = made;
    made = NULL;
cleanup:
    kauri_only_moves_free(made);
    return status;
}

void kauri_only_moves_free(struct kauri_only_moves *only)
{
    if (only == NULL) {
        return;
    }
    for (unsigned n = 0; n <= only->seeds; n++) {
        free(only->layers[n].halves);
    }
    free(only);
}

static unsigned code_of(const struct kauri_only_moves *only, const struct kauri_position *position,
                        unsigned seeds)
{
    const struct only_layer *layer = &only->layers[seeds];
    const struct kauri_block_place place = kauri_block_place(&layer->index, position);
    const uint8_t pair = layer->halves[place.block * layer->block_bytes + place.cowrie_rank / 2];
    return place.cowrie_rank % 2 == 0 ? pair & 15U : pair >> 4;
}

struct kauri_only_line kauri_only_moves_follow(const struct kauri_only_moves *only,
                                               struct kauri_position position, unsigned most)
{
    unsigned seeds = kauri_seeds(&position);
    unsigned code = code_of(only, &position, seeds);
    struct kauri_only_line line = {
        .single = code != KAURI_ONLY_NONE && code != KAURI_ONLY_SEVERAL,
    };
    while (line.length < most) {
        if (code == KAURI_ONLY_NONE && seeds > 0) {
            (void)kauri_play(&position, KAURI_MOVE_PASS);
            code = code_of(only, &position, seeds);
        }
        if (code == KAURI_ONLY_NONE || code == KAURI_ONLY_SEVERAL) {
            break;
        }
        const struct kauri_capture captured = kauri_play(&position, (int)code - 1);
        seeds -= captured.own + captured.opponent;
        code = code_of(only, &position, seeds);
        line.length++;
    }
    return line;
}
