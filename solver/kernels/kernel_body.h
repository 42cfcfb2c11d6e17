// The loops of solver/kernels/kernel.h, compiled once for each instruction set.
//
// The file that includes this defines KERNEL_NAME (the symbol of its table), KERNEL_TITLE, and, for
// x86, KERNEL_BMI2 or KERNEL_AVX512 after telling the compiler which instructions to use.
// Everything here is static, so that the linker cannot mix code for different processors.
#ifndef KAURI_SOLVER_KERNELS_KERNEL_BODY_H
#define KAURI_SOLVER_KERNELS_KERNEL_BODY_H

#include "common/lanes.h"
#include "solver/kernels/kernel.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined KERNEL_AVX512 || defined KERNEL_BMI2
#include <immintrin.h>
#endif

// ------------------------------------------------------------------------------------- captures

// A run is taken by spans of constant size, which compilers turn into vector instructions. The last
// span of a run overlaps the one before it: raising twice does no harm.

// Raises `size` numbers from `at` on.
#define RAISE_SPAN(type, at, size)                                                                 \
    do {                                                                                           \
        type *restrict span = best + run->first + (at);                                            \
        const type *restrict from = (const type *)run->values + place + run->to + (at);            \
        KAURI_LANES for (uint32_t i = 0; i < (size); i++)                                          \
        {                                                                                          \
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

// -------------------------------------------------------------------------------------- records

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
        // Words without a remaining bit are dropped first, without a branch.
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
                       uint64_t *bits, uint32_t maximum)
{
    const uint8_t *at = *from;
    uint32_t next = *word;
    uint32_t count = 0;
    for (; count < maximum && at < end; count++) {
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

// --------------------------------------------------------------------------------------- rounds

#if defined KERNEL_BMI2 || defined KERNEL_AVX512
static inline uint64_t extract(uint64_t bits, uint64_t mask)
{
    return _pext_u64(bits, mask);
}
#else
// Extracts the bits of a frontier word under a mask. Frontier words have about three bits, so a
// loop over them is shorter than one over the mask.
static inline uint64_t extract(uint64_t bits, uint64_t mask)
{
    if (mask == UINT64_MAX) {
        return bits;
    }
    uint64_t result = 0;
    for (bits &= mask; bits != 0; bits &= bits - 1) {
        const uint64_t below = (bits & -bits) - 1;
        result |= UINT64_C(1) << __builtin_popcountll(mask & below);
    }
    return result;
}
#endif

// Puts the positions that were just decided, whose mover's row is in emit_word, into the turned
// frontier.
static inline void emit(struct kauri_work *work, uint32_t count)
{
    const struct kauri_turned_place *turns = work->geometry->turned;
    const uint32_t *word_first = work->geometry->word_first;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t bits = work->emit_bits[i];
        const struct kauri_turned_place turn = turns[work->emit_word[i] >> 32];
        const int64_t opponent = turn.opponent + 64 * (int64_t)(uint32_t)work->emit_word[i];
        const uint64_t bit = UINT64_C(1) << turn.bit;
        do {
            const uint32_t word = word_first[opponent + __builtin_ctzll(bits)] + turn.word;
            bits &= bits - 1;
            work->frontier[word] |= bit;
            work->lines[word / 8] = 1;
        } while (bits != 0);
    }
}

static void apply(struct kauri_work *work, uint64_t *planes, enum kauri_sign made)
{
    const uint32_t queued = work->queued;
    uint32_t count = 0;
    for (uint32_t i = 0; i < queued; i++) {
        const uint64_t word = work->queue_word[i];
        uint64_t *plane = planes + 3 * (uint64_t)(uint32_t)word;
        uint64_t ones = plane[0];
        uint64_t twos = plane[1];
        uint64_t fours = plane[2];
        // Positions without open moves are left out.
        const uint64_t bits = work->queue_bits[i] & (ones | twos | fours);
        uint64_t decided = bits;
        if (made == KAURI_LOST) {
            const uint64_t borrow = bits & ~ones;
            ones ^= bits;
            fours ^= borrow & ~twos;
            twos ^= borrow;
            decided &= ~(ones | twos | fours);
        } else {
            ones &= ~bits;
            twos &= ~bits;
            fours &= ~bits;
        }
        plane[0] = ones;
        plane[1] = twos;
        plane[2] = fours;
        work->emit_bits[count] = decided;
        work->emit_word[count] = word;
        count += decided != 0;
    }
    work->queued = 0;
    emit(work, count);
}

static void apply_either(struct kauri_work *work, uint64_t *planes, enum kauri_sign made)
{
    // Two calls, so that each is compiled without the choice inside its loop.
    if (made == KAURI_LOST) {
        apply(work, planes, KAURI_LOST);
    } else {
        apply(work, planes, KAURI_WON);
    }
}

// A task touches two words of the planes, six words of memory: mostly one cache line, often two.
// They are fetched into the second cache, because a batch of tasks asks for several hundred lines,
// and the first cache has a few buffers for lines that are on their way.
static inline void prefetch_words(const uint64_t *planes, uint32_t place)
{
    const uint64_t *first = planes + 3 * (uint64_t)(place / 64);
    __builtin_prefetch(first, 1, 2);
    __builtin_prefetch(first + 5, 1, 2);
}

// Runs the tasks. A task is packed as word of the list << 32 | k << 16 | row before the move.
static inline void run_tasks(struct kauri_work *work, uint64_t *planes,
                             const struct kauri_hole_view *hole, const struct kauri_list_view *list,
                             uint32_t count, enum kauri_sign made)
{
    const uint32_t *base = work->geometry->base;
#if defined KERNEL_AVX512
    uint32_t queued = 0;
    // Vectors are loaded after many more words have been stored: a load that is wider than the
    // stores that it reads has to wait until they have left the processor's store buffer.
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t task = work->task[i];
        const uint64_t at = task >> 32;
        const struct kauri_mask_word *word = hole->words[task >> 16 & 0xff] + list->masks[at];
        work->before[i] = extract(list->bits[at] & word->allowed, word->image);
        work->place[i] = base[task & 0xffff] + word->offset;
        prefetch_words(planes, work->place[i]);
    }
    for (uint32_t i = 0; i < count; i += 8) {
        const __m512i bits = _mm512_loadu_si512(work->before + i);
        const __m512i places =
            _mm512_cvtepu32_epi64(_mm256_loadu_si256((const void *)(work->place + i)));
        const __m512i rows = _mm512_slli_epi64(_mm512_loadu_si512(work->task + i), 48);
        const __m512i shift = _mm512_and_si512(places, _mm512_set1_epi64(63));
        const __m512i words =
            _mm512_or_si512(_mm512_srli_epi64(rows, 16), _mm512_srli_epi64(places, 6));
        const __m512i low = _mm512_sllv_epi64(bits, shift);
        const __m512i high =
            _mm512_srlv_epi64(bits, _mm512_sub_epi64(_mm512_set1_epi64(64), shift));
        const unsigned live = i + 8 > count ? (1U << (count - i)) - 1U : 0xffU;
        const __mmask8 lows = (__mmask8)(_mm512_test_epi64_mask(low, low) & live);
        const __mmask8 highs = (__mmask8)(_mm512_test_epi64_mask(high, high) & live);
        _mm512_storeu_si512(work->queue_bits + queued, _mm512_maskz_compress_epi64(lows, low));
        _mm512_storeu_si512(work->queue_word + queued, _mm512_maskz_compress_epi64(lows, words));
        queued += (uint32_t)__builtin_popcount(lows);
        if (highs != 0) {
            const __m512i next = _mm512_add_epi64(words, _mm512_set1_epi64(1));
            _mm512_storeu_si512(work->queue_bits + queued,
                                _mm512_maskz_compress_epi64(highs, high));
            _mm512_storeu_si512(work->queue_word + queued,
                                _mm512_maskz_compress_epi64(highs, next));
            queued += (uint32_t)__builtin_popcount(highs);
        }
    }
    work->queued = queued;
#else
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t task = work->task[i];
        const uint64_t at = task >> 32;
        const struct kauri_mask_word *word = hole->words[task >> 16 & 0xff] + list->masks[at];
        const uint64_t before = extract(list->bits[at] & word->allowed, word->image);
        const uint32_t place = base[task & 0xffff] + word->offset;
        prefetch_words(planes, place);
        kauri_work_put(work, before, place, (uint32_t)(task & 0xffff));
    }
#endif
    apply_either(work, planes, made);
}

// Copies the first `count` tasks of a run, which have word 0, and gives them word `at` of the list.
// May write up to 2 * KAURI_COWRIES_MAX elements after them.
static inline void fill_tasks(uint64_t *task, const uint64_t run[16], uint64_t at, uint32_t count)
{
#if defined KERNEL_AVX512
    const __m512i high = _mm512_set1_epi64((int64_t)(at << 32));
    _mm512_storeu_si512(task, _mm512_add_epi64(_mm512_loadu_si512(run), high));
    if (__builtin_expect(count > 8, 0)) {
        _mm512_storeu_si512(task + 8, _mm512_add_epi64(_mm512_loadu_si512(run + 8), high));
    }
#else
    for (uint32_t i = 0; i < count; i += 4) {
        task[i] = run[i] + (at << 32);
        task[i + 1] = run[i + 1] + (at << 32);
        task[i + 2] = run[i + 2] + (at << 32);
        task[i + 3] = run[i + 3] + (at << 32);
    }
#endif
}

static void expand(struct kauri_work *work, uint64_t *planes, const struct kauri_hole_view *hole,
                   const struct kauri_list_view *list, enum kauri_sign made)
{
    enum { BATCH = 256 };
    struct {
        uint32_t entry, first, end;
    } active[BATCH + 1];
    uint32_t tasks = 0;
    const uint32_t *entries = hole->origins->entry;
    for (uint32_t run = 0; run < list->run_count;) {
        // Rows without an origin are dropped first, without a branch.
        const uint32_t stop = run + BATCH < list->run_count ? run + BATCH : list->run_count;
        uint32_t count = 0;
        for (; run < stop; run++) {
            const uint32_t entry = entries[list->runs[run].row];
            active[count].entry = entry;
            active[count].first = list->runs[run].first;
            active[count].end = list->runs[run + 1].first;
            count += (entry & 0xf) != 0;
        }
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t low = active[i].entry >> 4 & 0xf; // k - 1 of the first row
            const uint32_t rows = active[i].entry & 0xf;
            const uint16_t *before = hole->origins->rows + (active[i].entry >> 8);
            uint64_t each[16];
            for (uint32_t j = 0; j < 16; j++) {
                each[j] = before[j] + ((uint64_t)(low + 1 + j) << 16);
            }
            for (uint32_t at = active[i].first; at < active[i].end; at++) {
                const uint32_t maximum = hole->maximum[list->masks[at]];
                const uint32_t allowed = maximum > low ? maximum - low : 0;
                const uint32_t wanted = rows < allowed ? rows : allowed;
                fill_tasks(work->task + tasks, each, at, wanted);
                tasks += wanted;
            }
            if (tasks > KAURI_TASKS_ENOUGH) {
                run_tasks(work, planes, hole, list, tasks, made);
                tasks = 0;
            }
        }
    }
    if (tasks > 0) {
        run_tasks(work, planes, hole, list, tasks, made);
    }
}

// Lists the lines of the frontier that hold any bit, and clears their marks.
static uint32_t find_lines(struct kauri_work *work)
{
    const uint32_t line_total = work->geometry->word_total / 8 + 1;
    uint8_t *lines = work->lines;
    uint32_t count = 0;
    for (uint32_t i = 0; i < line_total; i += 64) {
#if defined KERNEL_AVX512
        const __m512i marks = _mm512_loadu_si512(lines + i);
        uint64_t set = _mm512_test_epi8_mask(marks, marks);
        if (set != 0) {
            _mm512_storeu_si512(lines + i, _mm512_setzero_si512());
            do {
                work->line_list[count++] = (uint16_t)(i + (uint32_t)__builtin_ctzll(set));
                set &= set - 1;
            } while (set != 0);
        }
#else
        for (uint32_t j = i; j < i + 64; j += 8) {
            uint64_t marks;
            memcpy(&marks, lines + j, 8);
            if (marks != 0) {
                for (uint32_t k = j; k < j + 8; k++) {
                    work->line_list[count] = (uint16_t)k;
                    count += lines[k];
                }
                memset(lines + j, 0, 8);
            }
        }
#endif
    }
    return count;
}

static uint32_t find_words(struct kauri_work *work, uint32_t line_count)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < line_count; i++) {
        const uint32_t first = work->line_list[i] * 8U;
#if defined KERNEL_AVX512
        const __m512i line = _mm512_loadu_si512(work->frontier + first);
        const __mmask8 set = _mm512_test_epi64_mask(line, line);
        const __m512i numbers =
            _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
        _mm_storeu_si128((void *)(work->word_list + count),
                         _mm512_cvtepi64_epi16(_mm512_maskz_compress_epi64(set, numbers)));
        count += (uint32_t)__builtin_popcount(set);
#else
        for (uint32_t word = first; word < first + 8; word++) {
            work->word_list[count] = (uint16_t)word;
            count += work->frontier[word] != 0;
        }
#endif
    }
    return count;
}

static struct kauri_collected collect(struct kauri_work *work)
{
    const struct kauri_geometry *geometry = work->geometry;
    const uint32_t count = find_words(work, find_lines(work));
    uint64_t *bits = (void *)work->list;
    uint16_t *masks = (void *)(bits + count);
    struct kauri_run *runs =
        (void *)(work->list + (size_t)count * 8 + ((size_t)count * 2 + 7) / 8 * 8);
    uint32_t run_count = 0;
    uint32_t last_row = UINT32_MAX;
    uint32_t next = 0;
    uint8_t *record = work->record;
    uint64_t positions = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t word = work->word_list[i];
        const uint64_t decided = work->frontier[word];
        const uint32_t row = geometry->word_row[word];
        work->frontier[word] = 0;
        bits[i] = decided;
        masks[i] = geometry->word_mask[word];
        runs[run_count] = (struct kauri_run){.first = i, .row = row};
        run_count += row != last_row;
        last_row = row;
        positions += (uint64_t)__builtin_popcountll(decided);
        record = put_word(record, word - next, decided);
        next = word + 1;
    }
    runs[run_count] = (struct kauri_run){.first = count};
    return (struct kauri_collected){
        .word_count = count,
        .run_count = run_count,
        .record_bytes = (uint32_t)(record - work->record),
        .positions = positions,
    };
}

const struct kauri_kernel KERNEL_NAME = {
    .name = KERNEL_TITLE,
    .expand = expand,
    .apply = apply_either,
    .collect = collect,
    .raise = raise_best,
    .encode = encode,
    .encode_part = encode_part,
    .decode = decode,
    .scatter = scatter,
};

#endif
