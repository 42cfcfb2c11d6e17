// What the tests of states share: provers that are asked, saved and loaded.
#ifndef KAURI_TESTS_QUERIES_PROVER_STATES_H
#define KAURI_TESTS_QUERIES_PROVER_STATES_H

#include "tests/test.h"

#include "queries/prover/prover_file.h"
#include "queries/prover/prover_state.h"
#include "tests/rules/positions.h"
#include "tests/temporary.h"

#include <stdio.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 16, START_SEEDS = 60 };

static const char start_text[] =
    "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"; // as every game begins
static const struct kauri_shape full_board = {6, 12};
static const struct kauri_shape small_board = {3, 2};
// A position whose questions take some thousand positions.
static const char longer_text[] = "2+1,2,1,0/1,2+1,1,2 S 0:0";
static const struct kauri_shape longer_board = {4, 2};

static inline struct kauri_prover *prover_of(struct kauri_shape shape, unsigned seeds,
                                             uint64_t memory, unsigned threads, uint64_t seed)
{
    const struct kauri_prover_options options = {.shape = shape,
                                                 .seeds = seeds,
                                                 .memory = memory,
                                                 .threads = threads,
                                                 .seed = seed,
                                                 .small = true};
    struct kauri_prover *prover = NULL;
    struct kauri_error error;
    assert_int_equal(kauri_prover_new(&options, &prover, &error), KAURI_OK);
    return prover;
}

static inline struct kauri_prover_report ask(struct kauri_prover *prover,
                                             const struct kauri_position *position, int x,
                                             uint64_t nodes, const struct kauri_progress *progress)
{
    const struct kauri_prover_limits limits = {
        .seconds = 1000, .nodes = nodes, .progress = progress};
    struct kauri_prover_report report;
    struct kauri_error error;
    assert_int_equal(kauri_prover_ask(prover, position, x, &limits, &report, &error), KAURI_OK);
    return report;
}

// A prover that has searched the start position for a while: positions beyond 2^64 among others.
static inline struct kauri_prover *prover_of_start(uint64_t nodes)
{
    const struct kauri_position position = position_of(start_text);
    struct kauri_prover *prover = prover_of(full_board, START_SEEDS, 32 << 20, 1, 1);
    (void)ask(prover, &position, 2, nodes, NULL);
    return prover;
}

static inline void save(const struct kauri_prover *prover, const char *path)
{
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_prover_save(prover, path, NULL, NULL, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
}

static inline void load(struct kauri_prover *prover, const char *path)
{
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_prover_load(prover, path, NULL, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
}

static inline void make_path(char folder[TEMPORARY_BYTES], char path[PATH_BYTES])
{
    temporary_make(folder);
    (void)snprintf(path, PATH_BYTES, "%s/state", folder);
}

// How many entries of a prover another one has, all of them the same. Counts what they cost.
struct overlap {
    uint64_t entries, found;
    uint64_t work, found_work;
    bool tall;
};

static inline struct overlap compare(const struct kauri_prover *first,
                                     const struct kauri_prover *second)
{
    struct overlap overlap = {0};
    for (uint64_t bucket = 0; bucket < first->table.buckets; bucket++) {
        struct kauri_table_place places[KAURI_TABLE_WAYS];
        struct kauri_table_entry entries[KAURI_TABLE_WAYS];
        const unsigned count = kauri_proof_table_bucket(&first->table, bucket, places, entries);
        for (unsigned i = 0; i < count; i++) {
            const struct kauri_table_entry *entry = &entries[i];
            struct kauri_table_entry other;
            const struct kauri_board_number number =
                kauri_proof_table_number(&first->table, places[i]);
            overlap.entries++;
            overlap.work += entry->work;
            overlap.tall |= number.high != 0;
            if (!kauri_proof_table_load(&second->table,
                                        kauri_proof_table_place(&second->table, number), &other)) {
                continue;
            }
            overlap.found++;
            overlap.found_work += entry->work;
            assert_int_equal(other.low, entry->low);
            assert_int_equal(other.high, entry->high);
            assert_int_equal(other.x, entry->x);
            assert_int_equal(other.phi, entry->phi);
            assert_int_equal(other.delta, entry->delta);
            assert_int_equal(other.work, entry->work);
        }
    }
    return overlap;
}

#endif
