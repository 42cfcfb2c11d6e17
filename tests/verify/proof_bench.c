#include "tests/verify/proof_bench.h"

#include "common/digest.h"
#include "indexer/layer.h"
#include "tests/test.h"
#include "verify/proof_folder.h"
#include "verify/proof_text.h"

#include <stdio.h>
#include <string.h>

enum { SEALED_BYTES = (2 << 20) + 64 };

void proof_bench_make(struct proof_bench *bench, const unsigned board[3], int top)
{
    *bench =
        (struct proof_bench){.shape = {(uint8_t)board[0], (uint8_t)board[1]}, .seeds = board[2]};
    bench->oracle = oracle_new(board[0], board[1], board[2]);
    temporary_make(bench->folder);
    (void)snprintf(bench->path, PROOF_PATH_BYTES, "%s/proof", bench->folder);
    (void)snprintf(bench->text_path, PROOF_PATH_BYTES, "%s/text", bench->folder);
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
    struct kauri_layer layer;
    struct kauri_view view;
    assert_int_equal(kauri_layer_init(&layer, bench->shape, seeds, NULL), KAURI_OK);
    kauri_unindex(&layer, index % layer.positions, &view);
    return kauri_view_position(&view, bench->shape.holes);
}

void proof_bench_accept(const struct proof_bench *bench, const struct kauri_position *position,
                        struct kauri_bounds r, uint64_t steps)
{
    struct kauri_proof_result result;
    struct kauri_error error = {.message = ""};
    if (kauri_proof_check(bench->path, bench->tables, NULL, &result, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(kauri_position_equal(&result.position, position));
    assert_int_equal(result.low, r.low);
    assert_int_equal(result.high, r.high);
    assert_int_equal(result.steps, steps);
}

void proof_bench_print(const struct proof_bench *bench, const char *from, const char *to,
                       const struct kauri_position *position, uint64_t steps)
{
    struct kauri_error error = {.message = ""};
    struct kauri_proof_result result;
    struct kauri_proof_check_options options = {.text = NULL};
    if (kauri_output_open(to, KAURI_OUTPUT_REPLACE, &options.text, &error) != KAURI_OK ||
        kauri_proof_check(from, bench->tables, &options, &result, &error) != KAURI_OK ||
        kauri_output_commit(options.text, &error) != KAURI_OK ||
        kauri_proof_check(to, bench->tables, NULL, &result, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    assert_true(kauri_position_equal(&result.position, position));
    assert_int_equal(result.steps, steps);
}

static void check_truth(struct proof_bench *bench, const struct kauri_proof_result *result)
{
    struct kauri_proof_text text;
    if (kauri_seeds(&result->position) > bench->seeds) {
        bench->beyond++;
        return;
    }
    assert_int_equal(kauri_proof_text_read(bench->path, &text, NULL), KAURI_OK);
    assert_true(text.is_short == bench->is_short);
    const int root = oracle_get(bench->oracle, &result->position).r;
    assert_true(result->low <= root && root <= result->high);
    assert_int_equal(text.steps.count, result->steps);
    for (size_t i = 0; i < text.steps.count; i++) {
        const struct kauri_proof_step *step = &text.steps.step[i];
        const struct kauri_position position =
            kauri_step_key_position(step->key, bench->shape.holes);
        const int r = oracle_get(bench->oracle, &position).r;
        assert_true((kauri_step_key_kind(step->key) == KAURI_STEP_OWN ? r : -r) >= step->value);
    }
    kauri_proof_text_clear(&text);
}

// Checks the proof, and what it cites if the bench wants that.
static enum kauri_status check_changed(const struct proof_bench *bench,
                                       struct kauri_proof_result *result, struct kauri_error *error)
{
    struct kauri_proof_folder folder;
    if (!bench->is_citing) {
        return kauri_proof_check(bench->path, bench->tables, NULL, result, error);
    }
    const enum kauri_status status =
        kauri_proof_folder_check(bench->path, bench->tables, NULL, &folder, error);
    if (status == KAURI_OK) {
        *result = (struct kauri_proof_result){.position = folder.entry[0].position,
                                              .low = folder.entry[0].low,
                                              .high = folder.entry[0].high,
                                              .steps = folder.entry[0].steps};
    }
    kauri_proof_folder_clear(&folder);
    return status;
}

void proof_bench_judge(struct proof_bench *bench)
{
    struct kauri_proof_result result;
    struct kauri_error error;
    const enum kauri_status status = check_changed(bench, &result, &error);
    if (status == KAURI_OK) {
        bench->accepted++;
        check_truth(bench, &result);
        return;
    }
    bench->refused++;
    assert_true(status == KAURI_WRONG || status == KAURI_BAD_INPUT || status == KAURI_MISSING);
    assert_non_null(strstr(error.message, bench->path));
}

size_t proof_bench_read(const char *path, void *bytes, size_t room)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, room, file);
    assert_int_equal(fclose(file), 0);
    assert_true(size < room);
    ((char *)bytes)[size] = '\0';
    return size;
}

void proof_bench_write(const char *path, const void *bytes, size_t size)
{
    (void)remove(path); // file systems are slow to rewrite files in place
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void proof_bench_write_sealed(const char *path, const char *text, size_t bytes)
{
    static char sealed[SEALED_BYTES];
    size_t before = bytes > 0 ? bytes - 1 : 0;
    while (before > 0 && text[before - 1] != '\n') {
        before--;
    }
    if (bytes < before + 4 || memcmp(text + before, "end ", 4) != 0) {
        proof_bench_write(path, text, bytes);
        return;
    }
    memcpy(sealed, text, before);
    const int more = snprintf(sealed + before, SEALED_BYTES - before, "end %016llx\n",
                              (unsigned long long)kauri_digest(text, before));
    proof_bench_write(path, sealed, before + (size_t)more);
}
