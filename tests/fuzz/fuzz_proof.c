// Checks any text as a proof of searched bounds. Links verify, and with it the rules, the indexer,
// db and the tablebase.
//
// The last eight bytes of the input get the digest of what is before them, except in one input of
// eight, so that an alteration gets past the check of the digest. Whatever is accepted must be
// true, if the statements that it cites are: on small boards every step and the bounds are compared
// with values that are computed here from the rules alone.
#include "common/digest.h"
#include "indexer/layer.h"
#include "tests/fuzz/must.h"
#include "verify/proof_check.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    INPUT_MAX = 1 << 16,
    DIGEST_BYTES = 8,
    // Boards for which values are computed: at most some thousand positions.
    HOLES_MAX = 2,
    COWRIES_MAX = 4,
    SEEDS_MAX = 5,
};

// All positions of a board with up to SEEDS_MAX seeds, by layer and index.
struct values {
    struct kauri_layer layers[SEEDS_MAX + 1];
    int *r[SEEDS_MAX + 1];
};

static int *value_at(const struct values *values, const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    const struct kauri_view view = kauri_view_of(position);
    return &values->r[seeds][kauri_index(&values->layers[seeds], &view)];
}

// The value when play stops after one more ply than the values of this layer stand for.
static int next_value(const struct values *values, const struct kauri_position *position)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    const bool passes = moves.count == 0 && kauri_seeds(position) > 0;
    int best = passes || moves.count > 0 ? INT_MIN : -1;
    for (unsigned i = 0; i < moves.count + (passes ? 1U : 0U); i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured =
            kauri_play(&after, passes ? KAURI_MOVE_PASS : moves.hole[i]);
        const int r = 3 * ((int)captured.own - (int)captured.opponent) - *value_at(values, &after);
        best = r > best ? r : best;
    }
    return best;
}

// Values of play that stops after 0, 1, 2, ... plies. They move away from 0 only, and stand still
// at r.
static void iterate(struct values *values, unsigned seeds)
{
    const size_t count = (size_t)values->layers[seeds].positions;
    int *next = calloc(count, sizeof *next);
    values->r[seeds] = calloc(count, sizeof *values->r[seeds]);
    must(next != NULL && values->r[seeds] != NULL, "out of memory");
    for (bool moving = true; moving;) {
        moving = false;
        for (size_t i = 0; i < count; i++) {
            const struct kauri_position position = kauri_layer_position(&values->layers[seeds], i);
            next[i] = next_value(values, &position);
            moving = moving || next[i] != values->r[seeds][i];
        }
        memcpy(values->r[seeds], next, count * sizeof *next);
    }
    free(next);
}

// The values of a board, computed once; NULL for a board that is too large.
static const struct values *values_of(unsigned holes, unsigned cowries)
{
    static struct values *boards[HOLES_MAX + 1][COWRIES_MAX + 1];
    if (holes > HOLES_MAX || cowries > COWRIES_MAX) {
        return NULL;
    }
    struct values **board = &boards[holes][cowries];
    if (*board == NULL) {
        *board = calloc(1, sizeof **board);
        must(*board != NULL, "out of memory");
        for (unsigned n = 0; n <= SEEDS_MAX; n++) {
            const struct kauri_shape shape = {.holes = (uint8_t)holes, .cowries = (uint8_t)cowries};
            must(kauri_layer_init(&(*board)->layers[n], shape, n, NULL) == KAURI_OK, "no layer");
            iterate(*board, n);
        }
    }
    return *board;
}

// Returns whether all cited statements are true. On boards without values they are taken for false.
static bool are_true(const struct kauri_proof_citations *citations, const struct values *values,
                     unsigned holes)
{
    for (size_t i = 0; i < citations->count; i++) {
        const struct kauri_cited_statement *cited = &citations->statement[i];
        const struct kauri_position position = kauri_step_key_position(cited->key, holes);
        const int r = values != NULL ? *value_at(values, &position) : 0;
        const bool own = kauri_step_key_kind(cited->key) == KAURI_STEP_OWN;
        if (values == NULL || (own ? r : -r) < cited->value) {
            return false;
        }
    }
    return true;
}

static void check_truth(const char *path, const struct kauri_proof_entry *result)
{
    struct kauri_proof proof;
    const unsigned seeds = kauri_seeds(&result->position);
    const int maximum = 3 * (int)seeds + 1;
    must(result->low <= result->high && result->low <= maximum && result->high >= -maximum,
         "accepted bounds that no position has");
    must(kauri_proof_read(path, &proof, NULL, NULL) == KAURI_OK, "accepted what cannot be read");
    must(proof.steps.count == result->steps, "the number of steps is wrong");
    const struct values *values = seeds <= SEEDS_MAX ? values_of(proof.holes, proof.cowries) : NULL;
    if (!are_true(&proof.citations, values, proof.holes)) {
        values = NULL; // false statements may follow from false ones
    }
    if (values != NULL) {
        const int root = *value_at(values, &result->position);
        must(result->low <= root && root <= result->high, "accepted bounds that are false");
    }
    for (size_t i = 0; i < proof.steps.count; i++) {
        const struct kauri_proof_step *step = &proof.steps.step[i];
        const struct kauri_position position = kauri_step_key_position(step->key, proof.holes);
        const int bound = 3 * (int)kauri_seeds(&position) + 1;
        must(step->value >= -bound && step->value <= bound, "accepted a value out of range");
        if (values != NULL) {
            const int r = *value_at(values, &position);
            const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
            must((own ? r : -r) >= step->value, "accepted a step that is false");
        }
    }
    kauri_proof_clear(&proof);
}

// Writes the input, with the right digest at its end if that is wanted.
static void save(const char *path, const uint8_t *data, size_t size, bool repair)
{
    const size_t before = size > DIGEST_BYTES ? size - DIGEST_BYTES : 0;
    const uint64_t right = kauri_digest(data, before);
    uint8_t digest[DIGEST_BYTES];
    for (unsigned i = 0; i < DIGEST_BYTES; i++) {
        digest[i] = (uint8_t)(right >> 8 * i);
    }
    FILE *file = fopen(path, "wb");
    must(file != NULL, "cannot write the temporary file");
    must(fwrite(data, 1, before, file) == before &&
             fwrite(repair ? digest : data + before, 1, size - before, file) == size - before &&
             fclose(file) == 0,
         "cannot write the temporary file");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT_MAX) {
        return 0;
    }
    struct kauri_proof_entry result;
    struct kauri_error error = {.message = ""};
    const char *temporary = getenv("TMPDIR");
    char path[256];
    (void)snprintf(path, sizeof path, "%s/proof-%ld", temporary != NULL ? temporary : "/tmp",
                   (long)getpid());
    save(path, data, size, kauri_digest(data, size) % 8 != 0);
    const enum kauri_status status =
        kauri_proof_check_plays(path, NULL, NULL, &result, NULL, &error);
    if (status == KAURI_OK) {
        must(result.plays.counted, "the plays of an accepted proof are not counted");
        check_truth(path, &result);
    } else {
        must(status == KAURI_WRONG || status == KAURI_BAD_INPUT || status == KAURI_MISSING,
             error.message);
        must(strstr(error.message, path) != NULL, "a message without the name of the file");
    }
    kauri_citations_clear(&result.citations);
    kauri_proof_plays_clear(&result.plays);
    (void)unlink(path);
    return 0;
}
