// What is predicted against what is measured, and moves counted against moves played.
#include "tests/test.h"

#include "common/memory.h"
#include "indexer/stored_blocks.h"
#include "rules/board.h"
#include "solver/predict.h"
#include "tests/indexer/layers.h"
#include "tests/sanitized.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct kauri_shape board = {6, 12};

// Solves layer 1 of the full board in a process of its own; bytes it had resident at the peak.
static uint64_t peak_of(const char *folder, const struct kauri_solve_options *options)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct kauri_solve_result result;
        _exit(kauri_solve_layer(folder, board, 1, options, &result, NULL) == KAURI_OK ? 0 : 1);
    }
    struct rusage usage;
    int status = 0;
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return (uint64_t)usage.ru_maxrss * 1024;
}

// First: it measures processes that begin as copies of this one.
TEST_IN_FOLDER(memory_is_as_predicted, folder)
{
    SKIP_IF_SANITIZED();
    static const struct {
        unsigned threads;
        uint64_t memory;
    } cases[] = {{1, UINT64_C(36) << 20}, {2, UINT64_C(42) << 20}, {2, 0}, {4, UINT64_C(72) << 20}};
    // Layer 0 in a child too: this process must stay small, and without threads.
    const pid_t child = fork();
    if (child == 0) {
        solve_layers(folder, board, 0, 0, 1);
        _exit(0);
    }
    assert_int_equal(waitpid(child, NULL, 0), child);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct kauri_solve_options options = {
            .threads = cases[i].threads,
            .level = 1,
            .memory = cases[i].memory,
        };
        struct kauri_prediction prediction;
        assert_int_equal(kauri_predict_layer(board, 1, &options, &prediction, NULL), KAURI_OK);
        assert_true(prediction.fits);
        // On a busy machine a thread may end up without work, and without memory.
        const double predicted = (double)prediction.memory;
        double peak = 0;
        for (int run = 0; run < 5 && peak < 0.95 * predicted; run++) {
            const double measured = (double)peak_of(folder, &options);
            peak = measured > peak ? measured : peak;
        }
        const double error = (predicted - peak) / peak;
        if (error < -0.1 || error > 0.1) {
            fail_msg("%u threads, %u MiB: %u KiB predicted, %u KiB measured", cases[i].threads,
                     (unsigned)(cases[i].memory >> 20), (unsigned)(prediction.memory >> 10),
                     (unsigned)(peak / 1024));
        }
    }
}

static void assert_near(const char *what, unsigned seeds, double predicted, double measured)
{
    // A board's least layer has next to no captures.
    const double error = (predicted - measured) / (measured < 10000 ? 10000 : measured);
    if (error < -0.05 || error > 0.05) {
        fail_msg("%s of layer %u: %.0f predicted, %.0f measured", what, seeds, predicted, measured);
    }
}

// Bytes of captures, history and table on the full board: of layers 0 to 5, capture_bytes,
// history_bytes and file_bytes of `measure solver --seeds N`; of layers 6 and 7, the sizes of
// the files while the layers of docs/results/RESULTS.md were solved.
TEST_IN_FOLDER(files_are_as_large_as_measured, folder)
{
    static const struct {
        unsigned seeds;
        double captures, history, table;
    } measured[] = {
        {0, 968, 1144776, 285853},
        {1, 507168, 9482096, 4090342},
        {2, 7025720, 71309784, 33184133},
        {3, 52979128, 319868824, 149695523},
        {4, 274766792, 1320102864, 617583235},
        {5, 1121625848, 4190775984, 1947494770},
        {6, 3856686928, 12472812368, 5775867896},
        {7, 11614027776, 31826858368, 14687751653},
    };
    const struct kauri_solve_options options = {.threads = 2, .level = 1};
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
        const unsigned seeds = measured[i].seeds;
        struct kauri_prediction prediction;
        assert_int_equal(kauri_predict_layer(board, seeds, &options, &prediction, NULL), KAURI_OK);
        assert_near("captures", seeds, (double)prediction.capture_bytes, measured[i].captures);
        assert_near("history", seeds, (double)prediction.history_bytes, measured[i].history);
        assert_near("table", seeds, (double)prediction.table_bytes, measured[i].table);
        if (seeds < fewer(1, 2)) {
            struct kauri_solve_result result;
            assert_int_equal(kauri_solve_layer(folder, board, seeds, &options, &result, NULL),
                             KAURI_OK);
            assert_near("captures", seeds, (double)result.capture_bytes, measured[i].captures);
            assert_near("history", seeds, (double)result.history_bytes, measured[i].history);
            assert_near("table", seeds, (double)result.file_bytes, measured[i].table);
            kauri_solve_result_clear(&result);
        }
    }
}

// Peaks that were measured on the full board with 2 threads: in core by `scripts/measure/bench 2 3
// 4 5`, and with less memory while the layers of docs/results/RESULTS.md were solved.
TEST(peaks_are_as_measured)
{
    static const struct {
        unsigned seeds;
        uint64_t limit; // MiB; more than enough for layers 2 to 5
        unsigned checkpoint_seconds;
        double memory; // MiB
        double disk;   // GiB of work files and checkpoints; 0: not measured
    } measured[] = {
        {2, 14336, 0, 107.3, 0},  {3, 14336, 0, 484.2, 0},     {4, 14336, 0, 1766.2, 0},
        {5, 14336, 0, 5665.0, 0}, {6, 14336, 300, 13512.5, 0}, {7, 16500, 900, 15995.1, 56.88},
    };
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
        const struct kauri_solve_options options = {
            .threads = 2,
            .level = 1,
            .memory = measured[i].limit << 20,
            .checkpoint_seconds = measured[i].checkpoint_seconds,
        };
        struct kauri_prediction prediction;
        assert_int_equal(kauri_predict_layer(board, measured[i].seeds, &options, &prediction, NULL),
                         KAURI_OK);
        const double memory = (double)prediction.memory / (1 << 20);
        const double disk = (double)prediction.work_bytes / (1 << 30);
        if (fabs(memory / measured[i].memory - 1) > 0.1) {
            fail_msg("layer %u: %.1f MiB predicted, %.1f measured", measured[i].seeds, memory,
                     measured[i].memory);
        }
        if (measured[i].disk > 0 && fabs(disk / measured[i].disk - 1) > 0.1) {
            fail_msg("layer %u: %.2f GiB on the disk predicted, %.2f measured", measured[i].seeds,
                     disk, measured[i].disk);
        }
    }
}

// The least memory that is named is enough, and a little less is not.
TEST(the_least_memory_is_the_least)
{
    for (unsigned seeds = 0; seeds < 12; seeds++) {
        struct kauri_solve_options options = {.threads = 2, .level = 1, .memory = 1};
        struct kauri_prediction prediction;
        assert_int_equal(kauri_predict_layer(board, seeds, &options, &prediction, NULL), KAURI_OK);
        assert_false(prediction.fits);
        assert_int_equal(prediction.limit, 1);
        assert_int_equal(prediction.memory, 0);
        const uint64_t least = prediction.least_memory;
        options.memory = least - least / 100;
        assert_int_equal(kauri_predict_layer(board, seeds, &options, &prediction, NULL), KAURI_OK);
        assert_false(prediction.fits);
        options.memory = least + least / 100;
        assert_int_equal(kauri_predict_layer(board, seeds, &options, &prediction, NULL), KAURI_OK);
        assert_true(prediction.fits);
        assert_true(prediction.memory <= options.memory);
    }
}

TEST(predictions_reach_the_last_layer)
{
    uint64_t least = 0;
    uint64_t table = 0;
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds += 12) {
        const struct kauri_solve_options options = {
            .threads = 1, .level = 1, .memory = 1 << 30, .checkpoint_seconds = 60};
        struct kauri_prediction prediction;
        assert_int_equal(kauri_predict_layer(board, seeds, &options, &prediction, NULL), KAURI_OK);
        assert_true(prediction.least_memory > least && prediction.table_bytes > table);
        least = prediction.least_memory;
        table = prediction.table_bytes;
        assert_int_equal(prediction.fits, seeds == 0);
    }
    // Nothing overflows or is cut off where there is memory for everything.
    uint64_t memory = 0;
    uint64_t work = 0;
    for (unsigned seeds = 44; seeds <= KAURI_SEEDS_MAX; seeds += 4) {
        const struct kauri_solve_options options = {
            .threads = 1, .level = 1, .memory = UINT64_MAX / 2, .checkpoint_seconds = 60};
        struct kauri_prediction prediction;
        assert_int_equal(kauri_predict_layer(board, seeds, &options, &prediction, NULL), KAURI_OK);
        assert_true(prediction.fits && prediction.resident == prediction.blocks);
        assert_true(prediction.memory > memory && prediction.memory > prediction.positions);
        assert_true(prediction.work_bytes > work && prediction.work_bytes != UINT64_MAX);
        memory = prediction.memory;
        work = prediction.work_bytes;
    }
    struct kauri_prediction prediction;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    assert_int_equal(
        kauri_predict_layer((struct kauri_shape){7, 12}, 1, &options, &prediction, NULL),
        KAURI_USAGE);
}

struct counted {
    uint64_t all, quiet;
};

static struct counted play_all(const struct kauri_layer *layer)
{
    struct counted counted = {0, 0};
    for (uint64_t index = 0; index < layer->positions; index++) {
        const struct kauri_position position = kauri_layer_position(layer, index);
        const struct kauri_moves moves = kauri_legal_moves(&position);
        if (moves.count == 0 && layer->seeds > 0) { // a pass (R7)
            counted.all++;
            counted.quiet++;
        }
        for (unsigned i = 0; i < moves.count; i++) {
            struct kauri_position after = position;
            const struct kauri_capture capture = kauri_play(&after, moves.hole[i]);
            counted.all++;
            counted.quiet += capture.own + capture.opponent == 0;
        }
    }
    return counted;
}

TEST(moves_are_counted_as_they_are_played)
{
    static const struct {
        struct kauri_shape shape;
        unsigned last;
    } boards[] = {{{1, 2}, 6}, {{2, 4}, 4}, {{3, 5}, 2}, {{4, 3}, 2}, {{2, 0}, 2}};
    for (size_t b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        for (unsigned seeds = 0; seeds <= boards[b].last; seeds++) {
            struct kauri_solve_result result;
            const struct kauri_solve_options options = {.threads = 1, .level = 1};
            const struct kauri_layer layer = layer_of(boards[b].shape, seeds);
            const struct counted counted = play_all(&layer);
            assert_int_equal(kauri_move_count(&layer), counted.all);
            assert_int_equal(
                kauri_solve_layer(folder, boards[b].shape, seeds, &options, &result, NULL),
                KAURI_OK);
            assert_int_equal(counted.all - result.capture_moves, counted.quiet);
            kauri_solve_result_clear(&result);
        }
        temporary_remove(folder);
    }
    const struct kauri_layer last = layer_of(board, KAURI_SEEDS_MAX);
    assert_true(kauri_move_count(&last) > last.positions);
}
