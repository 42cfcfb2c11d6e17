// Fits the network of the prover's first efforts, and writes it as
// queries/estimate/net_weights.bin; progress goes to standard error.
//
//   cmake --build --preset release --target fit_net
//   build/release/studies/fit_net FILE
//   build/release/studies/fit_net
//
// The samples are made in rounds, each with the network of the round before; the first has none, so
// that the result does not depend on the weights that were there before. It is the same for any
// number of processors and with every C library. Without FILE, the program prints the digest of a
// fit to a few samples, which is in queries/estimate/net_weights.txt with that of the weights: it
// changes whenever the prover finds other samples or the fit other weights, and then a test asks
// for a new fit.
#include "common/digest.h"
#include "common/loop.h"
#include "common/progress.h"
#include "studies/net/net_train.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the efforts are made of (studies/net/net_train.h), chosen with scripts/positions/tuning.txt
// (docs/SEARCH.md, "The network").
#define ODDS 0.25F
#define COST 0.2F

enum { EPOCHS = 10, ROUNDS = 4, OLDEST = 2 };

struct fit_plan {
    struct {
        unsigned openings;
        uint64_t nodes; // positions of each search
    } rounds[ROUNDS];
    unsigned games;
    uint64_t game_nodes; // positions of each move
};

static const struct fit_plan all = {
    .rounds = {{500, 100000}, {500, 200000}, {600, 1000000}, {60, 5000000}},
    .games = 3000,
    .game_nodes = 400,
};
static const struct fit_plan few = {
    .rounds = {{3, 1000}, {3, 2000}, {6, 5000}, {1, 10000}},
    .games = 5,
    .game_nodes = 100,
};

static enum kauri_status train(struct kauri_net_samples *samples, struct kauri_net_fit *fit,
                               struct kauri_net *net, struct kauri_error *error)
{
    uint64_t state = 1;
    kauri_net_fit_init(fit, 1);
    for (unsigned epoch = 0; epoch < EPOCHS; epoch++) {
        const float rate = 0.1F * (2 * epoch < EPOCHS       ? 1.0F
                                   : 4 * epoch < 3 * EPOCHS ? 0.3F
                                                            : 0.1F);
        struct kauri_net_loss loss;
        kauri_net_fit_epoch(fit, samples, rate, &state, &loss);
        (void)fprintf(stderr, "  epoch %u: odds %.4f, cost %.3f\n", epoch + 1, loss.odds,
                      loss.cost);
    }
    return kauri_net_fit_round(fit, ODDS, COST, net, error);
}

static enum kauri_status append(struct kauri_net_samples *samples,
                                const struct kauri_net_samples *more, struct kauri_error *error)
{
    for (size_t i = 0; i < more->count; i++) {
        const enum kauri_status status = kauri_net_samples_add(samples, &more->items[i], error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    return KAURI_OK;
}

static enum kauri_status make(const struct fit_plan *plan, struct kauri_net *net,
                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned threads = kauri_loop_threads();
    struct kauri_net_samples samples = {.items = NULL}, games = {.items = NULL};
    struct kauri_net_fit *fit = malloc(sizeof *fit);
    if (fit == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the fit");
        goto cleanup;
    }
    KAURI_TRY(kauri_net_game_samples(plan->games, plan->game_nodes, 1, threads, &games, error));
    memset(net, 0, sizeof *net);
    net->constant.unit[0] = net->constant.unit[1] = 4 * KAURI_NET_LOG_UNIT;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double started = kauri_clock_seconds();
        const struct kauri_net_searches searches = {
            .net = net,
            .count = plan->rounds[round].openings,
            .nodes = plan->rounds[round].nodes,
            .seed = 1 + round * UINT64_C(0x2545f4914f6cdd1d),
            .threads = threads,
        };
        if (round <= OLDEST) { // searches without a good network are not kept
            samples.count = 0;
            KAURI_TRY(append(&samples, &games, error));
        }
        KAURI_TRY(kauri_net_search_samples(&searches, &samples, error));
        KAURI_TRY(train(&samples, fit, net, error));
        (void)fprintf(stderr, "round %u: %zu samples, %.0f s\n", round + 1, samples.count,
                      kauri_clock_seconds() - started);
    }
cleanup:
    free(fit);
    free(samples.items);
    free(games.items);
    return status;
}

static void little_endian(const struct kauri_net *net, uint8_t bytes[sizeof *net])
{
    const int16_t *numbers = net->cell[0][0].unit;
    for (size_t i = 0; i < sizeof *net / sizeof *numbers; i++) {
        bytes[2 * i] = (uint8_t)numbers[i];
        bytes[2 * i + 1] = (uint8_t)((uint16_t)numbers[i] >> 8);
    }
}

static enum kauri_status run(const char *path, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    FILE *file = NULL;
    struct kauri_net *net = aligned_alloc(64, sizeof *net);
    uint8_t *bytes = malloc(sizeof *net);
    if (net == NULL || bytes == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the network");
        goto cleanup;
    }
    KAURI_TRY(make(path == NULL ? &few : &all, net, error));
    little_endian(net, bytes);
    if (path == NULL) {
        printf("%016" PRIx64 "\n", kauri_digest(bytes, sizeof *net));
        goto cleanup;
    }
    file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, sizeof *net, 1, file) != 1) {
        status = kauri_fail(error, KAURI_RESOURCE, "cannot write '%s'", path);
    }
cleanup:
    if (file != NULL && fclose(file) != 0 && status == KAURI_OK) {
        status = kauri_fail(error, KAURI_RESOURCE, "cannot write '%s'", path);
    }
    free(bytes);
    free(net);
    return status;
}

int main(int argc, char **argv)
{
    struct kauri_error error;
    if (argc > 2) {
        (void)fprintf(stderr, "usage: fit_net [FILE]\n");
        return KAURI_USAGE;
    }
    const enum kauri_status status = run(argv[1], &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "fit_net: %s\n", error.message);
    }
    return (int)status;
}
