// The loop of solver/kernels/kernel.h that values captures: a part of solver/kernels/kernel_body.h,
// which includes it after telling the compiler what it may use.
//
// A run is taken by spans of constant size, which compilers turn into vector instructions. The last
// span of a run overlaps the one before it: raising twice does no harm.
#ifndef KAURI_SOLVER_KERNELS_KERNEL_CAPTURES_H
#define KAURI_SOLVER_KERNELS_KERNEL_CAPTURES_H

#include "solver/kernels/kernel.h"

#include <stdint.h>

// Raises `size` numbers from `at` on.
#define RAISE_SPAN(type, at, size)                                                                 \
    do {                                                                                           \
        type *restrict span = best + run->first + (at);                                            \
        const type *restrict from = (const type *)run->values + place + run->to + (at);            \
        for (uint32_t i = 0; i < (size); i++) {                                                    \
            const type r = (type)(run->gain - from[i]);                                            \
            span[i] = r > span[i] ? r : span[i];                                                   \
        }                                                                                          \
    } while (0)

#define RAISE_RUN(type)                                                                            \
    do {                                                                                           \
        const uint32_t size = run->count;                                                          \
        if (size >= 32) {                                                                          \
            for (uint32_t at = 0; at + 32 < size; at += 32) {                                      \
                RAISE_SPAN(type, at, 32);                                                          \
            }                                                                                      \
            RAISE_SPAN(type, size - 32, 32);                                                       \
        } else if (size >= 8) {                                                                    \
            for (uint32_t at = 0; at + 8 < size; at += 8) {                                        \
                RAISE_SPAN(type, at, 8);                                                           \
            }                                                                                      \
            RAISE_SPAN(type, size - 8, 8);                                                         \
        } else {                                                                                   \
            RAISE_SPAN(type, 0, size);                                                             \
        }                                                                                          \
    } while (0)

static void raise_narrow(int8_t *best, const struct kauri_capture_run *runs, uint32_t count,
                         uint32_t place)
{
    for (const struct kauri_capture_run *run = runs; run < runs + count; run++) {
        RAISE_RUN(int8_t);
    }
}

static void raise_wide(int16_t *best, const struct kauri_capture_run *runs, uint32_t count,
                       uint32_t place)
{
    for (const struct kauri_capture_run *run = runs; run < runs + count; run++) {
        RAISE_RUN(int16_t);
    }
}

static void raise_best(void *best, bool wide, const struct kauri_capture_run *runs, uint32_t count,
                       uint32_t place)
{
    if (wide) {
        raise_wide(best, runs, count, place);
    } else {
        raise_narrow(best, runs, count, place);
    }
}

#endif
