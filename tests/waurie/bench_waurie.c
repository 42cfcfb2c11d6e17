// Measures the solver of Waurie beside the plain program (tests/waurie/plain.c):
//
//     bench_waurie [SEEDS [PLAIN_SEEDS [THREADS]]]
//
// solves layers 0 to SEEDS (default 20) of the 2x6 board with each build of the operations on lines
// and layers 0 to PLAIN_SEEDS (default 12) with the plain program, on one thread; then with 1, 2,
// 4,
// ... and THREADS threads (default: one for each processor). Beside the elapsed time it prints the
// processor time of all threads, which other work on the machine disturbs little; comparisons of
// one thread use it. It also counts the bytes that the operations read and write, and measures how
// fast the processor copies from its cache.
#include "common/loop.h"
#include "common/progress.h"
#include "tests/waurie/plain.h"
#include "waurie/solver/solve_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PITS = 6,
    WORD = sizeof(uint64_t),
    COPY_BYTES = 256 << 10,
    COPIES = 20000,
    THREADS_MAX = 1024
};

static const struct waurie_rules article = {.at_turn = false};
static uint64_t bytes_moved;

// Operations that count the bytes they read and write: lines, results, and masks.
static void count_gather(const struct waurie_mask *mask, const uint64_t *from, uint64_t *to)
{
    bytes_moved += mask->words * (3ULL * WORD + sizeof *mask->index);
    waurie_lines_best()->gather_not(mask, from, to);
}

static void count_scatter(const struct waurie_mask *mask, const uint64_t *from, uint64_t *to)
{
    bytes_moved += mask->words * (4ULL * WORD + 2 * sizeof *mask->index);
    waurie_lines_best()->scatter_or(mask, from, to);
}

static void count_or(const uint64_t *from, uint64_t words, uint64_t *to)
{
    bytes_moved += 3 * words * WORD;
    waurie_lines_best()->or_words(from, words, to);
}

static void count_or_not(const uint64_t *from, uint64_t words, uint64_t *to)
{
    bytes_moved += 3 * words * WORD;
    waurie_lines_best()->or_not_words(from, words, to);
}

static void count_transpose(const uint64_t *from, uint32_t lines, uint32_t bits,
                            uint32_t from_words, uint64_t *to, uint32_t to_words)
{
    bytes_moved +=
        ((uint64_t)lines * ((bits + 63) / 64) + (uint64_t)bits * ((lines + 63) / 64)) * WORD;
    waurie_lines_best()->transpose(from, lines, bits, from_words, to, to_words);
}

static const struct waurie_lines counting = {
    "counting", count_gather, count_scatter, count_or, count_or_not, count_transpose,
};

// Solves the layers in memory and returns the number of positions, or 0 if memory runs out.
static uint64_t solve(unsigned seeds, unsigned threads, const struct waurie_lines *lines)
{
    struct waurie_tables *tables = NULL;
    const struct waurie_tables_options options = {
        .rules = article, .pits = PITS, .threads = threads};
    uint64_t positions = 0;
    enum kauri_status status = waurie_tables_open(&options, &tables, NULL);
    for (unsigned n = 0; n <= seeds && status == KAURI_OK; n++) {
        status = waurie_solve_in_memory(tables, n, lines, NULL);
        positions += waurie_layer_positions(&waurie_tables_layers(tables)[n]);
    }
    waurie_tables_close(tables);
    return status == KAURI_OK ? positions : 0;
}

static double measure(const char *name, unsigned seeds, const struct waurie_lines *lines)
{
    const double begin = kauri_clock_processor();
    const uint64_t positions = solve(seeds, 1, lines);
    const double seconds = kauri_clock_processor() - begin;
    const double speed = (double)positions / seconds / 1e6;
    printf("%-14s layers 0 to %u: %.2f s, %8.2f M positions/s\n", name, seeds, seconds, speed);
    return speed;
}

static void measure_threads(unsigned seeds, unsigned threads)
{
    const double wall = kauri_clock_seconds();
    const double used = kauri_clock_processor();
    const uint64_t positions = solve(seeds, threads, waurie_lines_best());
    const double seconds = kauri_clock_seconds() - wall;
    const double processor = kauri_clock_processor() - used;
    printf("%2u thread%s     layers 0 to %u: %.2f s elapsed, %8.2f M positions/s; %.2f s of "
           "processor time\n",
           threads, threads == 1 ? " " : "s", seeds, seconds, (double)positions / seconds / 1e6,
           processor);
}

static double measure_plain(unsigned seeds)
{
    uint64_t positions = 0;
    for (unsigned n = 0; n <= seeds; n++) {
        struct waurie_layer layer;
        waurie_layer_make(PITS, n, &layer);
        positions += waurie_layer_positions(&layer);
    }
    const double begin = kauri_clock_processor();
    struct plain *plain = plain_solve(&article, PITS, seeds);
    const double seconds = kauri_clock_processor() - begin;
    const double speed = (double)positions / seconds / 1e6;
    plain_free(plain);
    printf("%-14s layers 0 to %u: %.2f s, %8.2f M positions/s\n", "plain", seeds, seconds, speed);
    return speed;
}

// Bytes read and written each second by copies within the second-level cache.
static double measure_copy(void)
{
    static uint8_t from[COPY_BYTES];
    static uint8_t to[COPY_BYTES];
    const double begin = kauri_clock_processor();
    for (unsigned i = 0; i < COPIES; i++) {
        from[i % COPY_BYTES] = (uint8_t)i;
        memcpy(to, from, COPY_BYTES);
        __asm__ volatile("" : : "r"(to) : "memory");
    }
    return 2.0 * COPIES * COPY_BYTES / (kauri_clock_processor() - begin);
}

int main(int argc, char **argv)
{
    const unsigned seeds = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 20;
    const unsigned plain_seeds = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 12;
    const unsigned threads = argc > 3 ? (unsigned)strtoul(argv[3], NULL, 10) : kauri_loop_threads();
    if (seeds > 24 || plain_seeds > 16 || threads < 1 || threads > THREADS_MAX) {
        fprintf(stderr,
                "bench_waurie: at most 24 seeds, 16 for the plain program, and 1 to %d "
                "threads\n",
                THREADS_MAX);
        return 2;
    }
    const double plain = measure_plain(plain_seeds);
    const double portable = measure("portable", seeds, waurie_lines_portable());
    const double best = measure(waurie_lines_best()->name, seeds, waurie_lines_best());
    printf("times plain:   portable %.0f, %s %.0f\n", portable / plain, waurie_lines_best()->name,
           best / plain);
    for (unsigned t = 1; t < threads; t *= 2) {
        measure_threads(seeds, t);
    }
    measure_threads(seeds, threads);
    const double positions = (double)solve(seeds, 1, &counting);
    const double bytes = (double)bytes_moved / positions;
    const double copied = measure_copy();
    printf("limit:         %.2f bytes read and written per position; copies in the cache move "
           "%.1f GB/s: %.0f M positions/s\n",
           bytes, copied / 1e9, copied / bytes / 1e6);
    return 0;
}
