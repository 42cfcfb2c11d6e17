#include "tests/verify/proof_bench.h"

#include "common/digest.h"
#include "tests/indexer/layers.h"
#include "tests/test.h"
#include "verify/proof_folder.h"

#include <stdio.h>
#include <string.h>

enum { FILE_BYTES = 1 << 16 };

void proof_bench_make(struct proof_bench *bench, const unsigned board[3], int top)
{
    *bench =
        (struct proof_bench){.shape = {(uint8_t)board[0], (uint8_t)board[1]}, .seeds = board[2]};
    bench->oracle = oracle_new(board[0], board[1], board[2]);
    temporary_make(bench->folder);
    (void)snprintf(bench->path, PROOF_PATH_BYTES, "%s/proof", bench->folder);
    if (top >= 0) {
        solved_make(&bench->solved, board[0], board[1], (unsigned)top);
        bench->tables = bench->solved.tables;
    }
}

void proof_bench_remove(struct proof_bench *bench)
{
    kauri_prover_free(bench->prover);
    oracle_free(bench->oracle);
    temporary_remove(bench->folder);
    if (bench->tables != NULL) {
        solved_remove(&bench->solved);
    }
}

void proof_bench_new_prover(struct proof_bench *bench, uint64_t seed)
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

struct kauri_position proof_bench_position(const struct proof_bench *bench, unsigned seeds,
                                           uint64_t index)
{
    const struct kauri_layer layer = layer_of(bench->shape, seeds);
    return kauri_layer_position(&layer, index % layer.positions);
}

void proof_bench_accept(const struct proof_bench *bench, const struct kauri_position *position,
                        struct kauri_bounds r, uint64_t steps)
{
    struct kauri_proof_entry result;
    struct kauri_error error = {.message = ""};
    assert_ok(kauri_proof_check(bench->path, bench->tables, NULL, &result, NULL, &error), &error);
    assert_true(kauri_position_equal(&result.position, position));
    assert_int_equal(result.low, r.low);
    assert_int_equal(result.high, r.high);
    assert_int_equal(result.steps, steps);
}

static void check_truth(struct proof_bench *bench, const struct kauri_proof_entry *result)
{
    struct kauri_proof proof;
    if (kauri_seeds(&result->position) > bench->seeds) {
        bench->beyond++;
        return;
    }
    assert_int_equal(kauri_proof_read(bench->path, &proof, NULL, NULL), KAURI_OK);
    const int root = oracle_get(bench->oracle, &result->position).r;
    assert_true(result->low <= root && root <= result->high);
    assert_int_equal(proof.steps.count, result->steps);
    proof_bench_check_steps(bench, &proof);
    kauri_proof_clear(&proof);
}

void proof_bench_check_steps(const struct proof_bench *bench, const struct kauri_proof *proof)
{
    for (size_t i = 0; i < proof->steps.count; i++) {
        const struct kauri_proof_step *step = &proof->steps.step[i];
        const struct kauri_position position =
            kauri_step_key_position(step->key, bench->shape.holes);
        const int r = oracle_get(bench->oracle, &position).r;
        assert_true((kauri_step_key_kind(step->key) == KAURI_STEP_OWN ? r : -r) >= step->value);
    }
}

void proof_bench_judge(struct proof_bench *bench)
{
    struct kauri_proof_entry alone;
    struct kauri_proof_folder folder = {.count = 0};
    struct kauri_error error;
    const enum kauri_status status =
        bench->is_citing
            ? kauri_proof_folder_check(bench->path, bench->tables, NULL, &folder, &error)
            : kauri_proof_check(bench->path, bench->tables, NULL, &alone, NULL, &error);
    if (status == KAURI_OK) {
        bench->accepted++;
        check_truth(bench, bench->is_citing ? &folder.entry[0] : &alone);
    } else {
        bench->refused++;
        assert_true(status == KAURI_WRONG || status == KAURI_BAD_INPUT || status == KAURI_MISSING);
        assert_non_null(strstr(error.message, bench->path));
    }
    kauri_proof_folder_clear(&folder);
}

size_t proof_bench_read(const char *path, void *bytes, size_t capacity)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, capacity, file);
    assert_int_equal(fclose(file), 0);
    assert_true(size < capacity);
    ((char *)bytes)[size] = '\0';
    return size;
}

void proof_bench_write(const char *path, const void *bytes, size_t size)
{
    (void)remove(path); // file systems are slow to rewrite files in place
    temporary_write(path, bytes, size);
}

uint64_t proof_bench_seal(const char *path, const void *bytes, size_t size)
{
    static uint8_t sealed[FILE_BYTES + PROOF_DIGEST_BYTES];
    const uint64_t digest = kauri_digest(bytes, size);
    assert_true(size <= FILE_BYTES);
    memcpy(sealed, bytes, size);
    for (unsigned i = 0; i < PROOF_DIGEST_BYTES; i++) {
        sealed[size + i] = (uint8_t)(digest >> 8 * i);
    }
    proof_bench_write(path, sealed, size + PROOF_DIGEST_BYTES);
    return digest;
}

uint64_t proof_bench_seal_head(const char *path, const char *head)
{
    char text[1024];
    const int bytes = snprintf(text, sizeof text,
                               "kauri-proof 3\nrules kauri-r1-r10;unlimited=0\n%smoves 0\n", head);
    assert_true(bytes < (int)sizeof text);
    return proof_bench_seal(path, text, (size_t)bytes);
}

void proof_bench_change_all(struct proof_bench *bench, const uint8_t *file, size_t size,
                            bool sealed)
{
    static const int steps[] = {-3, 3, 5, 100};
    static uint8_t changed[FILE_BYTES];
    for (size_t i = 0; i < size - (sealed ? PROOF_DIGEST_BYTES : 0); i++) {
        for (unsigned k = 0; k < 8 + sizeof steps / sizeof steps[0]; k++) {
            memcpy(changed, file, size);
            changed[i] = (uint8_t)(k < 8 ? changed[i] ^ 1 << k : changed[i] + steps[k - 8]);
            if (sealed) {
                (void)proof_bench_seal(bench->path, changed, size - PROOF_DIGEST_BYTES);
            } else {
                proof_bench_write(bench->path, changed, size);
            }
            proof_bench_judge(bench);
        }
    }
}
