// The loops of solver/kernels/kernel.h that pack the history into records and read it back: a part
// of solver/kernels/kernel_body.h, which includes it after telling the compiler what it may use.
#ifndef KAURI_SOLVER_KERNELS_KERNEL_RECORDS_H
#define KAURI_SOLVER_KERNELS_KERNEL_RECORDS_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined KERNEL_AVX512 || defined KERNEL_BMI2
#include <immintrin.h>
#endif

#define EACH_BYTE UINT64_C(0x0101010101010101)
enum { GAP_LONG = 251 }; // a gap from here on follows in two bytes

// Writes a word of a record: its gap, a byte that says which of its eight bytes are not zero, and
// those bytes. A change to this requires a new KAURI_SOLVER_FORMAT.
static inline uint8_t *put_word(uint8_t *to, uint32_t gap, uint64_t bits)
{
    if (gap < GAP_LONG) {
        *to++ = (uint8_t)gap;
    } else {
        *to++ = GAP_LONG;
        *to++ = (uint8_t)gap;
        *to++ = (uint8_t)(gap >> 8);
    }
    const uint64_t sevens = 0x7f * EACH_BYTE;
    const uint64_t marks = (((bits & sevens) + sevens) | bits) >> 7 & EACH_BYTE;
#if defined KERNEL_BMI2 || defined KERNEL_AVX512
    const uint64_t which = _pext_u64(marks, EACH_BYTE);
    const uint64_t packed = _pext_u64(bits, marks * 0xff);
    *to++ = (uint8_t)which;
    memcpy(to, &packed, 8);
    return to + __builtin_popcountll(which);
#else
    *to++ = (uint8_t)(marks * UINT64_C(0x0102040810204080) >> 56);
    for (unsigned i = 0; i < 8; i++) {
        *to = (uint8_t)(bits >> 8 * i);
        to += marks >> 8 * i & 1U;
    }
    return to;
#endif
}

static uint8_t *encode(uint8_t *to, uint32_t gap, uint64_t bits)
{
    return put_word(to, gap, bits);
}

static uint8_t *encode_part(uint8_t *to, const uint16_t *words, const uint64_t *bits,
                            const uint64_t *wanted, uint32_t count)
{
    enum { BATCH = 256 };
    uint64_t part[BATCH + 8];
    uint16_t numbers[BATCH + 8];
    uint32_t next = 0;
    for (uint32_t i = 0; i < count;) {
        // Words of which nothing is left are left out first, without a branch.
        const uint32_t stop = i + BATCH < count ? i + BATCH : count;
        uint32_t found = 0;
        for (; i < stop; i++) {
            part[found] = bits[i] & wanted[i];
            numbers[found] = words[i];
            found += part[found] != 0;
        }
        for (uint32_t j = 0; j < found; j++) {
            to = put_word(to, numbers[j] - next, part[j]);
            next = numbers[j] + 1U;
        }
    }
    return to;
}

static uint32_t decode(const uint8_t **from, const uint8_t *end, uint32_t *word, uint32_t *words,
                       uint64_t *bits, uint32_t most)
{
    const uint8_t *at = *from;
    uint32_t next = *word;
    uint32_t count = 0;
    for (; count < most && at < end; count++) {
        uint32_t gap = *at++;
        if (gap == GAP_LONG) {
            gap = (uint32_t)(at[0] | at[1] << 8);
            at += 2;
        }
        const unsigned which = *at++;
        words[count] = next + gap;
        next += gap + 1;
#if defined KERNEL_BMI2 || defined KERNEL_AVX512
        uint64_t packed;
        memcpy(&packed, at, 8);
        bits[count] = _pdep_u64(packed, _pdep_u64(which, EACH_BYTE) * 0xff);
        at += __builtin_popcount(which);
#else
        bits[count] = 0;
        for (unsigned i = 0; i < 8; i++) {
            if (which >> i & 1U) {
                bits[count] |= (uint64_t)*at++ << 8 * i;
            }
        }
#endif
    }
    *from = at;
    *word = next;
    return count;
}

static inline void scatter_word(void *values, bool wide, uint32_t value, uint32_t place,
                                uint64_t bits)
{
#if defined KERNEL_AVX512
    // A loop over the bits would end after about three, at a branch that is hard to predict.
    if (!wide) {
        uint16_t *to = (uint16_t *)values + place;
        const __m512i all = _mm512_set1_epi16((short)value);
        _mm512_mask_storeu_epi16(to, (__mmask32)bits, all);
        _mm512_mask_storeu_epi16(to + 32, (__mmask32)(bits >> 32), all);
        return;
    }
#endif
    for (; bits != 0; bits &= bits - 1) {
        const uint32_t at = place + (uint32_t)__builtin_ctzll(bits);
        if (wide) {
            ((uint32_t *)values)[at] = value;
        } else {
            ((uint16_t *)values)[at] = (uint16_t)value;
        }
    }
}

static inline uint64_t scatter_as(void *values, bool wide, uint32_t value, const uint32_t *places,
                                  const uint64_t *bits, uint32_t count)
{
    uint64_t positions = 0;
    for (uint32_t i = 0; i < count; i++) {
        positions += (uint64_t)__builtin_popcountll(bits[i]);
        scatter_word(values, wide, value, places[i], bits[i]);
    }
    return positions;
}

static uint64_t scatter(void *values, bool wide, uint32_t value, const uint32_t *places,
                        const uint64_t *bits, uint32_t count)
{
    return wide ? scatter_as(values, true, value, places, bits, count)
                : scatter_as(values, false, value, places, bits, count);
}

#endif
