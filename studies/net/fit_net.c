// Fits the networks of queries/estimate/net.h to samples from seeds alone, and writes them as
// queries/estimate/estimate_weights.bin and net_weights.bin; progress goes to standard error.
//
//   cmake --build --preset release --target fit_net
//   build/release/studies/fit_net estimate [FILE]
//   build/release/studies/fit_net efforts [FILE]
//
// The samples are made in rounds, each with the network of the round before; the first has none, so
// that the result does not depend on the weights that there were before. But the samples of the
// efforts contain games of the engine, so its estimate is fitted first. The result is the same for
// any number of processors and with every C library. Without FILE, the program prints the digest of
// a fit to a few samples, which is in queries/estimate/net_weights.txt with that of the weights: it
// changes whenever the engine or the prover finds other samples or the fit other weights, and then
// a test asks for a new fit.
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

enum { ESTIMATE_ROUNDS = 5, ESTIMATE_EPOCHS = 6, ROUNDS = 4, EPOCHS = 10 };
// Rounds up to these forget the samples of those before, which were made without a good network.
enum { ESTIMATE_OLDEST = 3, OLDEST = 2 };

// One seed for each round.
#define SEED_STEP UINT64_C(0x2545f4914f6cdd1d)

struct estimate_plan {
    struct {
        unsigned games;
        float outcome; // the share of the result of the game
    } rounds[ESTIMATE_ROUNDS];
    uint64_t nodes; // positions of each move
};

struct efforts_plan {
    struct {
        unsigned openings;
        uint64_t nodes; // positions of each search
    } rounds[ROUNDS];
    unsigned games;
    uint64_t game_nodes; // positions of each move
};

// [0]: the fit of the committed weights; [1]: the fit to a few samples.
static const struct estimate_plan estimate_plans[2] = {
    {.rounds = {{2000, 1.0F}, {4000, 0.6F}, {8000, 0.3F}, {16000, 0.15F}, {24000, 0.15F}},
     .nodes = 600},
    {.rounds = {{5, 1.0F}, {5, 0.6F}, {5, 0.3F}, {5, 0.15F}, {20, 0.15F}}, .nodes = 600},
};
static const struct efforts_plan efforts_plans[2] = {
    {.rounds = {{500, 100000}, {500, 200000}, {600, 1000000}, {60, 5000000}},
     .games = 3000,
     .game_nodes = 400},
    {.rounds = {{3, 1000}, {3, 2000}, {6, 5000}, {1, 10000}}, .games = 5, .game_nodes = 100},
};

static void train(struct kauri_net_samples *samples, const struct kauri_net_inputs *inputs,
                  unsigned epochs, struct kauri_net_fit *fit)
{
    uint64_t state = 1;
    kauri_net_fit_init(fit, inputs, 1);
    for (unsigned epoch = 0; epoch < epochs; epoch++) {
        const float rate = 0.1F * (2 * epoch < epochs       ? 1.0F
                                   : 4 * epoch < 3 * epochs ? 0.3F
                                                            : 0.1F);
        struct kauri_net_loss loss;
        kauri_net_fit_epoch(fit, samples, rate, &state, &loss);
        if (inputs == &kauri_net_inputs) {
            (void)fprintf(stderr, "  epoch %u: odds %.4f, cost %.3f\n", epoch + 1, loss.odds,
                          loss.cost);
        } else {
            (void)fprintf(stderr, "  epoch %u: error %.4f\n", epoch + 1, loss.estimate);
        }
    }
}

static void tell_round(unsigned round, const struct kauri_net_samples *samples, double started)
{
    (void)fprintf(stderr, "round %u: %zu samples, %.0f s\n", round + 1, samples->count,
                  kauri_clock_seconds() - started);
}

static enum kauri_status make_estimate(const struct estimate_plan *plan, struct kauri_net_fit *fit,
                                       struct kauri_estimate_net *net, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_net_samples samples = {.items = NULL};
    memset(net, 0, sizeof *net);
    for (unsigned round = 0; round < ESTIMATE_ROUNDS; round++) {
        const double started = kauri_clock_seconds();
        const struct kauri_self_play games = {
            .net = net,
            .games = plan->rounds[round].games,
            .nodes = plan->nodes,
            .seed = 1 + round * SEED_STEP,
            .threads = kauri_loop_threads(),
        };
        if (round <= ESTIMATE_OLDEST) {
            samples.count = 0;
        }
        KAURI_TRY(kauri_net_estimate_samples(&games, plan->rounds[round].outcome, &samples, error));
        train(&samples, &kauri_estimate_inputs, ESTIMATE_EPOCHS, fit);
        KAURI_TRY(kauri_net_fit_round_estimate(fit, net, error));
        tell_round(round, &samples, started);
    }
cleanup:
    free(samples.items);
    return status;
}

static enum kauri_status make_efforts(const struct efforts_plan *plan, struct kauri_net_fit *fit,
                                      struct kauri_net *net, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned threads = kauri_loop_threads();
    struct kauri_net_samples samples = {.items = NULL}, games = {.items = NULL};
    const struct kauri_self_play playing = {.net = kauri_estimate_fitted(),
                                            .games = plan->games,
                                            .nodes = plan->game_nodes,
                                            .seed = 1,
                                            .threads = threads};
    KAURI_TRY(kauri_net_game_samples(&playing, &games, error));
    memset(net, 0, sizeof *net);
    net->row[KAURI_NET_CONSTANT].unit[0] = 4 * KAURI_NET_LOG_UNIT;
    net->row[KAURI_NET_CONSTANT].unit[1] = 4 * KAURI_NET_LOG_UNIT;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const double started = kauri_clock_seconds();
        const struct kauri_net_searches searches = {
            .net = net,
            .count = plan->rounds[round].openings,
            .nodes = plan->rounds[round].nodes,
            .seed = 1 + round * SEED_STEP,
            .threads = threads,
        };
        if (round <= OLDEST) {
            samples.count = 0;
            KAURI_TRY(kauri_net_samples_append(&samples, &games, error));
        }
        KAURI_TRY(kauri_net_search_samples(&searches, &samples, error));
        train(&samples, &kauri_net_inputs, EPOCHS, fit);
        KAURI_TRY(kauri_net_fit_round(fit, ODDS, COST, net, error));
        tell_round(round, &samples, started);
    }
cleanup:
    free(samples.items);
    free(games.items);
    return status;
}

static enum kauri_status run(bool estimate, const char *path, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned few = path == NULL ? 1 : 0;
    const size_t size = estimate ? sizeof(struct kauri_estimate_net) : sizeof(struct kauri_net);
    FILE *file = NULL;
    struct kauri_net_fit *fit = malloc(sizeof *fit);
    void *net = aligned_alloc(64, size);
    if (fit == NULL || net == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the network");
        goto cleanup;
    }
    KAURI_TRY(estimate ? make_estimate(&estimate_plans[few], fit, net, error)
                       : make_efforts(&efforts_plans[few], fit, net, error));
    if (path == NULL) {
        printf("%016" PRIx64 "\n", kauri_digest(net, size));
        goto cleanup;
    }
    file = fopen(path, "wb");
    if (file == NULL || fwrite(net, size, 1, file) != 1) {
        status = kauri_fail(error, KAURI_RESOURCE, "cannot write '%s'", path);
    }
cleanup:
    if (file != NULL && fclose(file) != 0 && status == KAURI_OK) {
        status = kauri_fail(error, KAURI_RESOURCE, "cannot write '%s'", path);
    }
    free(net);
    free(fit);
    return status;
}

int main(int argc, char **argv)
{
    struct kauri_error error;
    const bool estimate = argc > 1 && strcmp(argv[1], "estimate") == 0;
    if (argc < 2 || argc > 3 || (!estimate && strcmp(argv[1], "efforts") != 0)) {
        (void)fprintf(stderr, "usage: fit_net estimate|efforts [FILE]\n");
        return KAURI_USAGE;
    }
    const enum kauri_status status = run(estimate, argv[2], &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "fit_net: %s\n", error.message);
    }
    return (int)status;
}
