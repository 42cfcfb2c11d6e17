// Folders of proofs that cite one another: what is accepted is true, and every fault is found.
#include "tests/cmocka_all.h"

#include "common/digest.h"
#include "queries/prover/proof_write.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/verify/proof_bench.h"
#include "verify/proof_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 16, DIGEST_BYTES = 8, PROOFS = 60 };

// holes, cowries, seeds
static const unsigned boards[][3] = {{1, 3, 5}, {2, 2, 4}, {2, 4, 3}, {3, 2, 3}};

// ------------------------------------------------------------------------------- folders that hold

// The path of a file in the folder of the bench.
static const char *path_of(const struct proof_bench *bench, const char *name,
                           char path[PROOF_PATH_BYTES + 32])
{
    (void)snprintf(path, PROOF_PATH_BYTES + 32, "%s/%s", bench->folder, name);
    return path;
}

static void new_prover(struct proof_bench *bench, uint64_t seed)
{
    const struct kauri_prover_options options = {
        .shape = bench->shape,
        .seeds = bench->seeds,
        .memory = 1 << 20,
        .threads = 1,
        .seed = seed,
        .tables = bench->tables,
    };
    kauri_prover_free(bench->prover);
    assert_int_equal(kauri_prover_new(&options, &bench->prover, NULL), KAURI_OK);
}

// Proves bounds of a position at bench->path.
static struct kauri_written_proof
prove(struct proof_bench *bench, const struct kauri_position *position, struct kauri_bounds r)
{
    const struct kauri_prover_limits limits = {.seconds = 1000};
    const struct kauri_walk_limits walk = {.seconds = 1000};
    struct kauri_prover_report report;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    assert_int_equal(kauri_prover_ask(bench->prover, position, r.low, &limits, &report, &error),
                     KAURI_OK);
    assert_int_equal(report.answer, KAURI_PROVER_YES);
    assert_int_equal(
        kauri_prover_ask(bench->prover, position, r.high + 1, &limits, &report, &error), KAURI_OK);
    assert_int_equal(report.answer, KAURI_PROVER_NO);
    if (kauri_prover_write_proof(bench->prover, position, r, &walk, bench->path,
                                 KAURI_OUTPUT_REPLACE, &written, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return written;
}

// A random position of a random layer, with a score, and true bounds of it: exact ones, one bound,
// or bounds with some room.
static struct kauri_position choose(const struct proof_bench *bench, uint64_t *random,
                                    struct kauri_bounds *r)
{
    const unsigned seeds = (unsigned)(random_next(random) % (bench->seeds + 1));
    struct kauri_position position = proof_bench_position(bench, seeds, random_next(random));
    const int most = 3 * (int)seeds + 1;
    const int value = oracle_get(bench->oracle, &position).r;
    const unsigned kind = (unsigned)(random_next(random) % 4);
    position.score[1] = (uint8_t)(random_next(random) % 3);
    *r = (struct kauri_bounds){kind == 1 ? -most : value, kind == 2 ? most : value};
    if (kind == 3) {
        r->low = value - 3 < -most ? -most : value - 3;
    }
    return position;
}

// Fills the folder with proofs of random bounds. Each may cite those before it.
static void fill_folder(struct proof_bench *bench, unsigned count, uint64_t *random)
{
    for (unsigned i = 0; i < count; i++) {
        struct kauri_bounds r;
        char name[KAURI_PROOF_NAME_BYTES];
        char path[PROOF_PATH_BYTES + 32];
        const struct kauri_position position = choose(bench, random, &r);
        const struct kauri_written_proof written = prove(bench, &position, r);
        assert_int_equal(
            rename(bench->path, path_of(bench, kauri_proof_name(written.digest, name), path)), 0);
        assert_int_equal(kauri_prover_cite(bench->prover, &position, r, written.digest, NULL),
                         KAURI_OK);
    }
}

static void check_true(const struct proof_bench *bench, const struct kauri_proof_folder *folder)
{
    uint64_t steps = 0;
    uint64_t citations = 0;
    for (size_t i = 0; i < folder->count; i++) {
        const struct kauri_proof_entry *entry = &folder->entry[i];
        const int r = oracle_get(bench->oracle, &entry->position).r;
        assert_true(entry->low <= r && r <= entry->high);
        assert_true(entry->named);
        steps += entry->steps;
        citations += entry->citations.count;
    }
    assert_int_equal(folder->steps, steps);
    assert_int_equal(folder->citations, citations);
}

static void folders_of_real_proofs_are_accepted(void **state)
{
    (void)state;
    uint64_t random = 7;
    uint64_t citations = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 0; top++) {
            struct proof_bench bench;
            struct kauri_proof_folder folder;
            struct kauri_error error = {.message = ""};
            proof_bench_make(&bench, boards[i], top);
            new_prover(&bench, i);
            fill_folder(&bench, PROOFS, &random);
            for (unsigned threads = 1; threads <= 4; threads += 3) {
                const struct kauri_proof_check_options options = {.threads = threads};
                if (kauri_proof_folder_check(bench.folder, bench.tables, &options, &folder,
                                             &error) != KAURI_OK) {
                    fail_msg("%s", error.message);
                }
                check_true(&bench, &folder);
                assert_int_equal(folder.tables, top + 1);
                citations += folder.citations;
                // Every proof by itself is accepted with what it cites, and only with that.
                for (size_t k = 0; k < folder.count; k++) {
                    struct kauri_proof_folder one;
                    assert_int_equal(kauri_proof_folder_check(folder.entry[k].path, bench.tables,
                                                              &options, &one, &error),
                                     KAURI_OK);
                    assert_true(one.count <= folder.count);
                    assert_int_equal(one.entry[0].digest, folder.entry[k].digest);
                    assert_true(one.count == 1 || one.citations > 0);
                    for (size_t n = 1; n < one.count; n++) {
                        assert_true(one.entry[n].cited);
                    }
                    kauri_proof_folder_clear(&one);
                }
                kauri_proof_folder_clear(&folder);
            }
            proof_bench_remove(&bench);
        }
    }
    assert_true(citations > 200);
}

// ----------------------------------------------------------------------------------------- changes

// Changes every bit of a proof that cites others, and every byte to some others, with and without
// the right digest: what is accepted together with the cited proofs is true.
static void change_everything(struct proof_bench *bench, const uint8_t *file, size_t size)
{
    static const int more[] = {-3, 3, 5, 100};
    static uint8_t changed[FILE_BYTES];
    for (size_t i = 0; i < size - DIGEST_BYTES; i++) {
        for (unsigned k = 0; k < 8 + sizeof more / sizeof more[0]; k++) {
            memcpy(changed, file, size);
            changed[i] = (uint8_t)(k < 8 ? changed[i] ^ 1 << k : changed[i] + more[k - 8]);
            if (!bench->is_short) {
                proof_bench_write_sealed(bench->path, (const char *)changed, size);
            } else {
                const uint64_t digest = kauri_digest(changed, size - DIGEST_BYTES);
                for (unsigned b = 0; b < DIGEST_BYTES; b++) {
                    changed[size - DIGEST_BYTES + b] = (uint8_t)(digest >> 8 * b);
                }
                proof_bench_write(bench->path, changed, size);
            }
            proof_bench_judge(bench);
        }
    }
}

static void no_change_of_a_citing_proof_proves_anything_false(void **state)
{
    (void)state;
    static uint8_t file[FILE_BYTES];
    uint64_t random = 23;
    unsigned accepted = 0;
    unsigned refused = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct proof_bench bench;
        unsigned done = 0;
        proof_bench_make(&bench, boards[i], -1);
        bench.is_citing = true;
        new_prover(&bench, i);
        fill_folder(&bench, PROOFS, &random);
        for (unsigned tries = 0; tries < 300 && done < fewer(1, 3); tries++) {
            struct kauri_bounds r;
            const struct kauri_position position = choose(&bench, &random, &r);
            const struct kauri_written_proof written = prove(&bench, &position, r);
            if (written.citations == 0 || written.steps < 2 || written.steps > 20) {
                continue;
            }
            struct kauri_proof_folder folder;
            struct kauri_proof_check_options options = {.text = NULL};
            assert_int_equal(
                kauri_output_open(bench.text_path, KAURI_OUTPUT_REPLACE, &options.text, NULL),
                KAURI_OK);
            assert_int_equal(kauri_proof_folder_check(bench.path, NULL, &options, &folder, NULL),
                             KAURI_OK);
            assert_int_equal(kauri_output_commit(options.text, NULL), KAURI_OK);
            kauri_proof_folder_clear(&folder);
            const size_t size = proof_bench_read(bench.path, file, sizeof file);
            bench.is_short = true;
            change_everything(&bench, file, size);
            const size_t text_size = proof_bench_read(bench.text_path, file, sizeof file);
            bench.is_short = false;
            change_everything(&bench, file, text_size);
            done++;
        }
        accepted += bench.accepted;
        refused += bench.refused;
        proof_bench_remove(&bench);
    }
    print_message("%u changes refused, %u accepted and true\n", refused, accepted);
    assert_true(refused > 1000 && accepted > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders_of_real_proofs_are_accepted),
        cmocka_unit_test(no_change_of_a_citing_proof_proves_anything_false),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
