// The inner loops in all their variants: the same bytes. Variants that the processor lacks are left
// out, since kauri_kernel_get gives another one for them, which would be compared with itself.
#include "tests/test.h"

#include "common/digest.h"
#include "solver/kernels/kernel.h"
#include "tests/indexer/layers.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

#include <string.h>

enum { KERNELS = 3 };
static const enum kauri_kernel_choice kernels[KERNELS] = {
    KAURI_KERNEL_PORTABLE,
    KAURI_KERNEL_BMI2,
    KAURI_KERNEL_AVX512,
};
static const char *const names[KERNELS] = {"portable", "bmi2", "avx512"};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

TEST(records_read_back_the_same_everywhere)
{
    enum { WORDS = 3000 };
    static uint32_t gaps[WORDS];
    static uint64_t bits[WORDS];
    static uint8_t records[KERNELS][WORDS * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK];
    uint64_t seed = 1;
    for (unsigned i = 0; i < WORDS; i++) {
        const uint64_t random = next_random(&seed);
        gaps[i] = random % 7 == 0 ? (uint32_t)(random >> 20) % 35000 : (uint32_t)random % 4;
        gaps[i] = i % 100 == 0 ? 249 + i / 100 % 4 : gaps[i];
        bits[i] = next_random(&seed);
        bits[i] &= next_random(&seed);
        bits[i] &= next_random(&seed);
        bits[i] = i % 10 == 0 ? UINT64_MAX : i % 11 == 0 ? UINT64_C(1) << i % 64 : bits[i];
        bits[i] = bits[i] == 0 ? 1 : bits[i];
    }
    size_t size = 0;
    for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
        if (!kauri_kernel_possible(kernels[kernel])) {
            continue;
        }
        const struct kauri_kernel *writer = kauri_kernel_get(kernels[kernel]);
        uint8_t *to = records[kernel];
        for (unsigned i = 0; i < WORDS; i++) {
            to = writer->encode(to, gaps[i], bits[i]);
        }
        size = kernel == 0 ? (size_t)(to - records[0]) : size;
        assert_int_equal(to - records[kernel], size);
        assert_memory_equal(records[kernel], records[0], size);
    }
    // These bytes are those of the format number: raise it with them.
    assert_int_equal(KAURI_SOLVER_FORMAT, 1);
    assert_int_equal(kauri_digest(records[0], size), UINT64_C(0x98c1411d56963e50));
    for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
        if (!kauri_kernel_possible(kernels[kernel])) {
            continue;
        }
        const struct kauri_kernel *reader = kauri_kernel_get(kernels[kernel]);
        const uint8_t *from = records[kernel];
        uint32_t next = 0;
        uint32_t expected = 0;
        unsigned done = 0;
        while (done < WORDS) {
            uint32_t words[50];
            uint64_t read[50];
            const uint32_t count =
                reader->decode(&from, records[kernel] + size, &next, words, read, 50);
            assert_int_equal(count, WORDS - done < 50 ? WORDS - done : 50);
            for (unsigned i = 0; i < count; i++, done++) {
                expected += gaps[done];
                assert_int_equal(words[i], expected++);
                assert_int_equal(read[i], bits[done]);
            }
        }
        assert_ptr_equal(from, records[kernel] + size);
    }
}

// A part of a list, against a record of the same words that is made one by one.
TEST(parts_of_lists_are_records)
{
    enum { WORDS = 700 }; // several batches, and a rest
    static uint16_t words[WORDS];
    static uint64_t bits[WORDS];
    static uint64_t wanted[WORDS];
    static uint8_t expected[WORDS * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK];
    static uint8_t record[WORDS * KAURI_RECORD_WORD_BYTES + KAURI_RECORD_SLACK];
    const struct kauri_kernel *writer = kauri_kernel_get(KAURI_KERNEL_PORTABLE);
    uint64_t seed = 2;
    uint32_t word = 3;
    for (unsigned i = 0; i < WORDS; i++) {
        const uint64_t random = next_random(&seed);
        words[i] = (uint16_t)word;
        word += 1 + (random % 50 == 0 ? (uint32_t)(random >> 20) % 600 : (uint32_t)random % 3);
        bits[i] = random | 1;
        wanted[i] = i < 20 || i % 3 == 0 ? 0 : i % 3 == 1 ? UINT64_MAX : next_random(&seed);
    }
    const uint32_t counts[] = {0, 1, 20, 21, 255, 256, 257, WORDS};
    for (unsigned c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        uint8_t *end = expected;
        uint32_t next = 0;
        for (uint32_t i = 0; i < counts[c]; i++) {
            if ((bits[i] & wanted[i]) != 0) {
                end = writer->encode(end, words[i] - next, bits[i] & wanted[i]);
                next = words[i] + 1U;
            }
        }
        for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
            if (kauri_kernel_possible(kernels[kernel])) {
                const uint8_t *made = kauri_kernel_get(kernels[kernel])
                                          ->encode_part(record, words, bits, wanted, counts[c]);
                assert_int_equal(made - record, end - expected);
                assert_memory_equal(record, expected, (size_t)(end - expected));
            }
        }
    }
}

// Runs of every length, against a loop over single rows.
TEST(captures_raise_the_same_everywhere)
{
    enum { ROWS = 700, RUNS = 100, PLACE = 5 };
    static int16_t values[2][2 * ROWS]; // narrow values are int8_t in the first half
    static int16_t best[ROWS + 1];
    uint64_t seed = 2;
    for (unsigned wide = 0; wide < 2; wide++) {
        for (unsigned i = 0; i < 2 * ROWS; i++) {
            for (unsigned source = 0; source < 2; source++) {
                const int value = (int)(next_random(&seed) % 101) - 50;
                if (wide) {
                    values[source][i] = (int16_t)(value * 7);
                } else {
                    ((int8_t *)values[source])[i] = (int8_t)value;
                }
            }
        }
        struct kauri_capture_run runs[RUNS];
        int expected[ROWS];
        const int least = wide ? INT16_MIN : INT8_MIN;
        for (unsigned i = 0; i < ROWS; i++) {
            expected[i] = least;
        }
        for (unsigned i = 0; i < RUNS; i++) {
            const unsigned source = i % 2;
            runs[i] = (struct kauri_capture_run){
                .values = values[source],
                .first = (uint16_t)(next_random(&seed) % (ROWS - RUNS)),
                .count = (uint16_t)(1 + i),
                .to = (uint16_t)(next_random(&seed) % ROWS),
                .gain = (int16_t)((int)(next_random(&seed) % 101) - 50),
            };
            for (unsigned j = 0; j < runs[i].count; j++) {
                const unsigned at = PLACE + runs[i].to + j;
                const int r = runs[i].gain -
                              (wide ? values[source][at] : ((const int8_t *)values[source])[at]);
                int *to = &expected[runs[i].first + j];
                *to = r > *to ? r : *to;
            }
        }
        for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
            if (!kauri_kernel_possible(kernels[kernel])) {
                continue;
            }
            memset(best, 0x80, sizeof best);
            for (unsigned i = 0; wide && i < ROWS; i++) {
                best[i] = INT16_MIN;
            }
            kauri_kernel_get(kernels[kernel])->raise(best, wide, runs, RUNS, PLACE);
            for (unsigned i = 0; i < ROWS; i++) {
                assert_int_equal(wide ? best[i] : ((const int8_t *)best)[i], expected[i]);
            }
        }
    }
}

TEST(a_kernel_that_is_not_there_gives_the_next_best)
{
    assert_true(kauri_kernel_possible(KAURI_KERNEL_PORTABLE));
    assert_string_equal(kauri_kernel_get(KAURI_KERNEL_PORTABLE)->name, "portable");
    assert_string_equal(kauri_kernel_get(KAURI_KERNEL_BMI2)->name,
                        kauri_kernel_possible(KAURI_KERNEL_BMI2) ? "bmi2" : "portable");
    if (kauri_kernel_possible(KAURI_KERNEL_AVX512)) {
        assert_string_equal(kauri_kernel_get(KAURI_KERNEL_AVX512)->name, "avx512");
        assert_string_equal(kauri_kernel_get(KAURI_KERNEL_AUTO)->name, "avx512");
    }
}

TEST(the_payload_does_not_depend_on_the_kernel)
{
    // Full rows, laps, passes and cycles.
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
    } boards[] = {{{6, 12}, 0}, {{6, 6}, 1}, {{5, 5}, 2}, {{3, 8}, 3}, {{2, 12}, 3}, {{1, 7}, 9}};
    for (unsigned b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        uint64_t first[16] = {0};
        for (unsigned i = 0; i < 3 * KERNELS; i++) {
            if (!kauri_kernel_possible(kernels[i / 3])) {
                continue;
            }
            char folder[TEMPORARY_BYTES];
            const struct kauri_solve_options options = {
                .threads = 1 + i % 3,
                .level = 1,
                .kernel = kernels[i / 3],
            };
            temporary_make(folder);
            solve_layers_with(folder, boards[b].shape, 0, boards[b].seeds, &options);
            for (unsigned n = 0; n <= boards[b].seeds; n++) {
                const uint64_t digest = digest_of(folder, boards[b].shape, n);
                first[n] = i == 0 ? digest : first[n];
                if (digest != first[n]) {
                    fail_msg("2x%u, %u cowries, layer %u differs with %s and %u threads",
                             boards[b].shape.holes, boards[b].shape.cowries, n,
                             kauri_kernel_get(options.kernel)->name, options.threads);
                }
            }
            temporary_remove(folder);
        }
    }
}

int main(void)
{
    // Said, since the tests pass without them.
    for (unsigned kernel = 0; kernel < KERNELS; kernel++) {
        if (!kauri_kernel_possible(kernels[kernel])) {
            print_message("skipped the kernel %s: this processor lacks it\n", names[kernel]);
        }
    }
    return tests_run();
}
