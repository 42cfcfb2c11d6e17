#include "solver/pinned_values.h"

#include "common/memory.h"

#include <stdlib.h>

// A lower block that a worker uses.
struct pin {
    uint64_t block;
    unsigned seeds;
    const void *values;
};

struct pin_list {
    struct pin *pins;
    uint32_t count;
    size_t capacity;
};

struct kauri_pinned_values {
    const struct kauri_part *part;
    struct kauri_lower *lower;
    unsigned threads;
    struct pin_list *workers;
};

enum kauri_status kauri_pinned_values_new(const struct kauri_part *part, struct kauri_lower *lower,
                                          unsigned threads, struct kauri_pinned_values **pinned,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_pinned_values *made = NULL;
    *pinned = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the captures"));
    *made = (struct kauri_pinned_values){.part = part, .lower = lower};
    KAURI_TRY(KAURI_NEW(made->workers, threads, error, "the captures"));
    made->threads = threads;
    *pinned = made;
    made = NULL;
cleanup:
    kauri_pinned_values_free(made);
    return status;
}

static void unpin(struct kauri_pinned_values *pinned, struct pin_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        kauri_turned_release(pinned->lower->blocks, list->pins[i].seeds, list->pins[i].block);
    }
    list->count = 0;
}

void kauri_pinned_values_free(struct kauri_pinned_values *pinned)
{
    if (pinned == NULL) {
        return;
    }
    for (unsigned worker = 0; worker < pinned->threads; worker++) {
        unpin(pinned, &pinned->workers[worker]);
        free(pinned->workers[worker].pins);
    }
    free(pinned->workers);
    free(pinned);
}

// Points *values to those of the lower block that the outcome leads to, and pins the block.
static enum kauri_status pin(struct kauri_pinned_values *pinned, unsigned worker,
                             const struct kauri_outcome *outcome, const void **values,
                             struct kauri_error *error)
{
    struct pin_list *list = &pinned->workers[worker];
    for (uint32_t i = list->count; i > 0; i--) {
        const struct pin *known = &list->pins[i - 1];
        if (known->block == outcome->block && known->seeds == outcome->seeds_left) {
            *values = known->values;
            return KAURI_OK;
        }
    }
    KAURI_PASS(KAURI_FIT(list->pins, list->count + 1, list->capacity, error, "the captures"));
    KAURI_PASS(kauri_lower_acquire(pinned->lower, worker, outcome->seeds_left, outcome->block,
                                   values, error));
    list->pins[list->count++] =
        (struct pin){.block = outcome->block, .seeds = outcome->seeds_left, .values = *values};
    return KAURI_OK;
}

enum kauri_status kauri_pinned_values_load(struct kauri_pinned_values *pinned, unsigned worker,
                                           uint64_t slot, const struct kauri_outcomes *outcomes,
                                           kauri_capture_values values, struct kauri_error *error)
{
    const struct kauri_part *part = pinned->part;
    const struct kauri_block *block = &part->blocks[slot];
    const struct kauri_shape shape = part->layer.shape;
    unpin(pinned, &pinned->workers[worker]);
    for (unsigned h = 0; h < shape.holes; h++) {
        for (unsigned k = 1; k <= shape.cowries; k++) {
            const uint64_t quiet = part->masks.masks[block->mask[h][k]].classes;
            for (unsigned occupied = 0; occupied < 1U << shape.holes; occupied++) {
                if (!(quiet >> occupied & 1U)) {
                    KAURI_PASS(pin(pinned, worker, &outcomes->of[h][k][occupied],
                                   &values[h][k][occupied], error));
                }
            }
        }
    }
    return KAURI_OK;
}
