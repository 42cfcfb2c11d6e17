// The loops of db/tables/derive_kernel.h, compiled once for each instruction set.
//
// The file that includes this defines KERNEL_NAME, the symbol of its table. Everything here is
// static, so that the linker cannot mix code for different processors.
//
// Implemented in derive_portable.c and derive_avx2.c.
//
// A loop over a run processes its elements in spans of constant size, which the compiler turns into
// vector instructions. The last span of a run overlaps the one before it instead of ending in a
// loop over single elements: raising a result twice does no harm.
#ifndef KAURI_DB_TABLES_DERIVE_KERNEL_BODY_H
#define KAURI_DB_TABLES_DERIVE_KERNEL_BODY_H

#include "common/lanes.h"
#include "db/tables/derive_kernel.h"

// Defines name(result, values, gain, count), which calls name_span(result, values, gain, size) for
// spans of `count` elements.
#define DEFINE_SPANS(name, RESULT, VALUE)                                                          \
    static inline void name(RESULT *result, const VALUE *values, RESULT gain, uint32_t count)      \
    {                                                                                              \
        if (count >= 16) {                                                                         \
            for (uint32_t i = 0; i + 16 < count; i += 16) {                                        \
                name##_span(result + i, values + i, gain, 16);                                     \
            }                                                                                      \
            name##_span(result + count - 16, values + count - 16, gain, 16);                       \
        } else if (count >= 8) {                                                                   \
            name##_span(result, values, gain, 8);                                                  \
            name##_span(result + count - 8, values + count - 8, gain, 8);                          \
        } else if (count >= 4) {                                                                   \
            name##_span(result, values, gain, 4);                                                  \
            name##_span(result + count - 4, values + count - 4, gain, 4);                          \
        } else {                                                                                   \
            for (uint32_t i = 0; i < count; i++) {                                                 \
                name##_span(result + i, values + i, gain, 1);                                      \
            }                                                                                      \
        }                                                                                          \
    }

// Defines the functions of one form: the type RESULT of its results and of values of the same
// layer, the type LOWER of values of lower layers, and the shift of its scale, or 0 for results r.
// A value of a quiet successor is r, or a worth already.
#define DEFINE_FORM(name, RESULT, LOWER, SHIFT, LEAST)                                             \
    static inline void name##_quiet_span(RESULT *restrict result, const RESULT *restrict values,   \
                                         RESULT gain, uint32_t size)                               \
    {                                                                                              \
        (void)gain;                                                                                \
        KAURI_LANES for (uint32_t i = 0; i < size; i++)                                            \
        {                                                                                          \
            const RESULT worth = (RESULT)(SHIFT == 0 ? -values[i] : values[i]);                    \
            result[i] = worth > result[i] ? worth : result[i];                                     \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    /* The distance of a capture is one ply. */                                                    \
    static inline void name##_capture_span(RESULT *restrict result, const LOWER *restrict values,  \
                                           RESULT gain, uint32_t size)                             \
    {                                                                                              \
        KAURI_LANES for (uint32_t i = 0; i < size; i++)                                            \
        {                                                                                          \
            const RESULT r = (RESULT)(gain - values[i]);                                           \
            const RESULT sign = (RESULT)((r > 0) - (r < 0));                                       \
            const RESULT worth = (RESULT)(SHIFT == 0 ? r : r * (1 << SHIFT) - sign);               \
            result[i] = worth > result[i] ? worth : result[i];                                     \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    DEFINE_SPANS(name##_quiet, RESULT, RESULT)                                                     \
    DEFINE_SPANS(name##_capture, RESULT, LOWER)                                                    \
                                                                                                   \
    static void name##_raise(void *result, const struct kauri_derive_paths *paths,                 \
                             const struct kauri_derive_source *sources, uint32_t place)            \
    {                                                                                              \
        RESULT *raised = result;                                                                   \
        const RESULT *values = (const RESULT *)sources[paths->source].values + place;              \
        for (uint32_t i = 0; i < paths->quiet_count; i++) {                                        \
            const struct kauri_derive_run *run = &paths->quiet[i];                                 \
            name##_quiet(raised + run->first, values + run->to, 0, run->count);                    \
        }                                                                                          \
        for (uint32_t i = 0; i < paths->step_count; i++) {                                         \
            const struct kauri_derive_step *step = &paths->steps[i];                               \
            name##_quiet_span(raised + step->first, values + step->to, 0, 1);                      \
        }                                                                                          \
        for (uint32_t i = 0; i < paths->capture_count; i++) {                                      \
            const struct kauri_derive_run *run = &paths->captures[i];                              \
            const LOWER *lower = (const LOWER *)sources[run->source].values + place;               \
            name##_capture(raised + run->first, lower + run->to, (RESULT)run->gain, run->count);   \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void name##_pass(void *result, const void *values, uint32_t count)                      \
    {                                                                                              \
        for (uint32_t i = 0; i < count; i++) {                                                     \
            const RESULT value = ((const RESULT *)values)[i];                                      \
            ((RESULT *)result)[i] = (RESULT)(SHIFT == 0 ? -value : value);                         \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static void name##_clear(void *result, uint32_t count)                                         \
    {                                                                                              \
        for (uint32_t i = 0; i < count; i++) {                                                     \
            ((RESULT *)result)[i] = LEAST;                                                         \
        }                                                                                          \
    }

DEFINE_FORM(r, int8_t, int8_t, 0, INT8_MIN)
DEFINE_FORM(r_wide, int16_t, int16_t, 0, INT16_MIN)
DEFINE_FORM(keys, int16_t, int8_t, KAURI_DERIVE_SHIFT, INT16_MIN)
DEFINE_FORM(keys_wide, int32_t, int16_t, KAURI_DERIVE_SHIFT_WIDE, INT32_MIN)

const struct kauri_derive_kernel KERNEL_NAME = {
    .raise = {r_raise, r_wide_raise, keys_raise, keys_wide_raise},
    .pass = {r_pass, r_wide_pass, keys_pass, keys_wide_pass},
    .clear = {r_clear, r_wide_clear, keys_clear, keys_wide_clear},
};

#endif
