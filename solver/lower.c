#include "solver/lower.h"

#include "common/checked.h"
#include "common/memory.h"
#include "db/tables/layer_table.h"

#include <stdlib.h>

// Returns whether the values of the layers below `seeds` take two bytes. The values of layer
// `seeds` that captures yield have to fit as well: with 43 seeds only these need two bytes.
static bool is_wide(unsigned seeds)
{
    return kauri_derive_form_r(seeds) == KAURI_DERIVE_R_WIDE;
}

uint64_t kauri_lower_bytes(struct kauri_shape shape, unsigned seeds)
{
    uint64_t bytes = 0;
    for (unsigned n = 0; n < seeds; n++) {
        struct kauri_layer layer;
        uint64_t more = 0;
        if (kauri_layer_init(&layer, shape, n, NULL) != KAURI_OK ||
            !kauri_checked_multiply(layer.positions, is_wide(seeds) ? 2 : 1, &more) ||
            !kauri_checked_add(bytes, more, &bytes)) {
            return UINT64_MAX;
        }
    }
    return bytes;
}

uint64_t kauri_lower_blocks_most(unsigned seeds)
{
    // The captures of one block of layers 1 to 7 of the full board lead to at most 1, 4, 10, 22,
    // 46, 64 and 93 blocks.
    return 2 * (uint64_t)seeds * seeds + kauri_turned_pins_most(seeds);
}

enum kauri_status kauri_lower_open(const char *folder, struct kauri_shape shape, unsigned seeds,
                                   unsigned threads, uint64_t memory, struct kauri_lower **lower,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *lower = NULL;
    struct kauri_lower *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the lower layers"));
    made->seeds = seeds;
    made->wide = is_wide(seeds);
    for (unsigned n = 0; n < seeds; n++) {
        KAURI_TRY(kauri_layer_table_open(folder, shape, n, &made->readers[n], error));
    }
    if (seeds > 0) {
        const struct kauri_turned_options options = {
            .shape = shape,
            .layer_count = seeds,
            .form = kauri_derive_form_r(seeds),
            .threads = threads,
            .memory = memory,
        };
        KAURI_TRY(kauri_turned_new((const struct kauri_reader *const *)made->readers, &options,
                                   &made->blocks, error));
    }
    *lower = made;
    made = NULL;
cleanup:
    kauri_lower_close(made);
    return status;
}

void kauri_lower_close(struct kauri_lower *lower)
{
    if (lower == NULL) {
        return;
    }
    kauri_turned_free(lower->blocks);
    for (unsigned n = 0; n < lower->seeds; n++) {
        kauri_reader_close(lower->readers[n]);
    }
    free(lower);
}

enum kauri_status kauri_lower_acquire(struct kauri_lower *lower, unsigned worker, unsigned seeds,
                                      uint64_t block, const void **values,
                                      struct kauri_error *error)
{
    const enum kauri_status status =
        kauri_turned_acquire(lower->blocks, worker, seeds, block, values, error);
    if (status == KAURI_CORRUPT) {
        kauri_error_append(error, KAURI_TABLE_REMEDY);
    }
    return status;
}
