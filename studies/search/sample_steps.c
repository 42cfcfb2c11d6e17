// Draws random positions of proofs with the prover to move (docs/results/LABBOOK.md):
//
//   sample_steps COUNT SEED PROOF...
//
// Prints COUNT positions, a file being drawn in proportion to its number of moves. The score of a
// position makes the value that the proof states just enough to win, or to draw if no score does:
// "SOUTH/NORTH SIDE SCORE VALUE". South is to move.
#include "common/splitmix64.h"
#include "rules/notation.h"
#include "rules/value.h"
#include "verify/proof.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIES = 1000 }; // draws for each position that is wanted

// Gives the position a score with which `value` wins and nothing less does. Returns false if there
// is none.
static bool set_score(struct kauri_position *position, int value)
{
    const unsigned captured = KAURI_SEEDS_MAX - kauri_seeds(position);
    for (unsigned own = 0; own <= captured; own++) {
        position->score[KAURI_SOUTH] = (uint8_t)own;
        position->score[KAURI_NORTH] = (uint8_t)(captured - own);
        if (kauri_standard_result(position, value) == KAURI_WIN) {
            return own == 0 || kauri_standard_result(position, value - 6) != KAURI_WIN;
        }
    }
    return false;
}

static bool sample(const char *path, unsigned count, uint64_t *state)
{
    struct kauri_proof proof;
    struct kauri_error error;
    if (kauri_proof_read(path, &proof, NULL, &error) != KAURI_OK) {
        (void)fprintf(stderr, "sample_steps: %s\n", error.message);
        return false;
    }
    // A proof may have no such position at all.
    unsigned found = 0;
    for (uint64_t tries = 0; found < count && tries < (uint64_t)TRIES * count; tries++) {
        const struct kauri_proof_step *step =
            &proof.steps.step[kauri_random(state) % proof.steps.count];
        struct kauri_position position = kauri_step_key_position(step->key, proof.holes);
        char text[KAURI_POSITION_TEXT_BYTES];
        if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN && set_score(&position, step->value)) {
            printf("%s %d\n", kauri_position_format(&position, text), step->value);
            found++;
        }
    }
    kauri_proof_clear(&proof);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        (void)fprintf(stderr, "usage: sample_steps COUNT SEED PROOF...\n");
        return 2;
    }
    const unsigned long count = strtoul(argv[1], NULL, 10);
    uint64_t state = strtoull(argv[2], NULL, 10);
    const int files = argc - 3;
    uint64_t *sizes = calloc((size_t)files, sizeof *sizes);
    unsigned *counts = calloc((size_t)files, sizeof *counts);
    uint64_t total = 0;
    bool good = sizes != NULL && counts != NULL;
    for (int i = 0; good && i < files; i++) {
        FILE *file = fopen(argv[3 + i], "rb");
        good = file != NULL && fseek(file, 0, SEEK_END) == 0;
        sizes[i] = good ? (uint64_t)ftell(file) : 0;
        total += sizes[i];
        if (file != NULL) {
            (void)fclose(file);
        }
    }
    for (unsigned long n = 0; good && n < count; n++) {
        uint64_t at = kauri_random(&state) % total;
        int i = 0;
        while (at >= sizes[i]) {
            at -= sizes[i++];
        }
        counts[i]++;
    }
    for (int i = 0; good && i < files; i++) {
        good = counts[i] == 0 || sample(argv[3 + i], counts[i], &state);
    }
    free(sizes);
    free(counts);
    return good ? 0 : 1;
}
