// Fits the weights of the engine's estimate to games of the engine against itself, and prints them
// as the source file queries/estimate/estimate_weights.c; progress goes to standard error.
//
//   cmake --build --preset release --target fit_estimate
//   build/release/studies/fit_estimate [GAMES [NODES [SEED]]] > estimate_weights.c
//   clang-format -i estimate_weights.c
//
// The committed weights are those of the defaults: 6 rounds, the first without weights, of 3000
// games each, 600 positions a move. So they do not depend on the weights that were there before,
// and they are the same for any number of processors.
//
// The first lines of the file have the digest of a fit to a few games. It changes whenever the
// engine plays other games or the fit finds other weights, and then a test asks for a new fit.
#include "common/digest.h"
#include "common/loop.h"
#include "common/progress.h"
#include "common/size.h"
#include "studies/engine/least_squares.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 6, GAMES = 3000, NODES = 600, SEED = 1, OLDEST = 2, FEW_GAMES = 20 };

// The games, positions a move and seed of a fit.
struct numbers {
    uint64_t games, nodes, seed;
};

static enum kauri_status fit(const struct numbers *numbers, struct kauri_estimate_weights *weights,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_samples samples = {.items = NULL};
    for (unsigned i = 0; i < KAURI_ESTIMATE_WEIGHTS; i++) {
        weights->word[i] = KAURI_ESTIMATE_WEIGHT(0, 0);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        const struct kauri_self_play options = {
            .weights = weights,
            .games = (unsigned)numbers->games,
            .nodes = numbers->nodes,
            .seed = numbers->seed + round * UINT64_C(0x2545f4914f6cdd1d),
            .threads = kauri_loop_threads(),
        };
        double residual = 0;
        const double started = kauri_clock_seconds();
        if (round <= OLDEST) { // games without good weights are not kept
            samples.count = 0;
        }
        KAURI_TRY(kauri_self_play(&options, &samples, error));
        KAURI_TRY(kauri_fit_samples(&samples, round < OLDEST ? 1 : 0.6, weights, &residual, error));
        (void)fprintf(stderr, "%u games, round %u: %zu samples, residual %.3f, %.0f s\n",
                      options.games, round + 1, samples.count, residual,
                      kauri_clock_seconds() - started);
    }
cleanup:
    free(samples.items);
    return status;
}

// Independent of byte order.
static uint64_t digest_of(const struct kauri_estimate_weights *weights)
{
    uint8_t bytes[4 * KAURI_ESTIMATE_WEIGHTS];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(weights->word[i / 4] >> 8 * (i % 4));
    }
    return kauri_digest(bytes, sizeof bytes);
}

static void print_weights(const struct kauri_estimate_weights *weights, uint64_t few)
{
    printf("// Written by studies/engine/fit_estimate.c.\n"
           "// Digest of the weights that it fits to %d games a round: %016" PRIx64 "\n"
           "#include \"queries/estimate/estimate.h\"\n\n"
           "#define WEIGHT KAURI_ESTIMATE_WEIGHT\n\n"
           "static const struct kauri_estimate_weights fitted = {.word = {",
           FEW_GAMES, few);
    for (unsigned i = 0; i < KAURI_ESTIMATE_WEIGHTS; i++) {
        printf("%sWEIGHT(%d, %d)", i > 0 ? ", " : "", (int16_t)(weights->word[i] >> 16),
               (int)(weights->word[i] & 0xffff) - KAURI_ESTIMATE_WEIGHT_MOST);
    }
    printf("}};\n\nconst struct kauri_estimate_weights *kauri_estimate_fitted(void)\n{\n"
           "    return &fitted;\n}\n");
}

static enum kauri_status run(const struct numbers *numbers, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_estimate_weights weights;
    KAURI_TRY(fit(&(struct numbers){FEW_GAMES, NODES, SEED}, &weights, error));
    const uint64_t few = digest_of(&weights);
    KAURI_TRY(fit(numbers, &weights, error));
    print_weights(&weights, few);
cleanup:
    return status;
}

int main(int argc, char **argv)
{
    struct numbers numbers = {GAMES, NODES, SEED};
    uint64_t *const given[] = {&numbers.games, &numbers.nodes, &numbers.seed};
    struct kauri_error error;
    for (int i = 1; i < argc; i++) {
        if (i > 3 || !kauri_parse_number(argv[i], 1, 100000000, given[i - 1])) {
            (void)fprintf(stderr, "usage: fit_estimate [GAMES [NODES [SEED]]]\n");
            return KAURI_USAGE;
        }
    }
    const enum kauri_status status = run(&numbers, &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "fit_estimate: %s\n", error.message);
    }
    return (int)status;
}
