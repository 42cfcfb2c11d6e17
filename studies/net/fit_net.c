// Fits the networks of queries/estimate/net.h to samples that it makes, and writes them as
// queries/estimate/estimate_weights.bin and net_weights.bin; progress goes to standard error.
//
//   cmake --build --preset release --target fit_net
//   build/release/studies/fit_net estimate [FILE]
//   build/release/studies/fit_net efforts studies/net/first_net.bin
//   scripts/strength/positions/campaign.txt
//       [FILE]
//
// The estimate is made in rounds, each with the network of the round before; the first has none, so
// that the result does not depend on the weights that there were before. The network of the efforts
// is made in generations, the first of which searches with first_net.bin, a network that an earlier
// fit_net made from nothing. Results are the same for any number of processors and with every
// C library. Without FILE, the program prints the digest of a fit to a few samples, which is in
// queries/estimate/net_weights.txt with that of the weights: it changes whenever the engine or the
// prover finds other samples or the fit other weights, and then a test asks for a new fit.
#include "common/digest.h"
#include "common/loop.h"
#include "common/progress.h"
#include "studies/net/net_search.h"
#include "studies/net/net_train.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Constants from which the efforts are computed (studies/net/net_train.h; docs/reference/SEARCH.md,
// "The network").
#define ODDS 0.5F
#define COST 0.3F

enum { ESTIMATE_ROUNDS = 6, ESTIMATE_EPOCHS = 6, GENERATIONS = 1, EPOCHS = 12 };
// Rounds up to this one forget the samples of earlier rounds, which were made without a good
// network.
enum { ESTIMATE_OLDEST = 4 };

// Difference between the seeds of two rounds.
#define SEED_STEP UINT64_C(0x2545f4914f6cdd1d)

struct estimate_plan {
    struct {
        unsigned games;
        float outcome; // share of the result of the game in the target
    } rounds[ESTIMATE_ROUNDS];
    uint64_t nodes; // positions searched for each move
};

// Searches of each generation, by where they begin.
struct search_batch {
    unsigned searches;
    uint64_t nodes; // positions of each search
};

// [0] is the fit of the committed weights, [1] the fit to a few samples.
static const struct estimate_plan estimate_plans[2] = {
    {.rounds =
         {{2000, 1.0F}, {4000, 0.6F}, {8000, 0.3F}, {16000, 0.15F}, {32000, 0.15F}, {48000, 0.15F}},
     .nodes = 600},
    {.rounds = {{5, 1.0F}, {5, 0.6F}, {5, 0.3F}, {5, 0.15F}, {20, 0.15F}, {20, 0.15F}},
     .nodes = 600},
};
static const struct search_batch batches[2][KAURI_NET_STARTS] = {
    {[KAURI_NET_CAMPAIGN] = {70, 400000},
     [KAURI_NET_RANDOM] = {120, 300000},
     [KAURI_NET_LINE] = {90, 300000},
     [KAURI_NET_SMALL] = {80, 200000}},
    {{3, 3000}, {3, 3000}, {3, 3000}, {3, 3000}},
};

static void train(struct kauri_net_samples *samples, const struct kauri_net_inputs *inputs,
                  unsigned parts, unsigned epochs, struct kauri_net_fit *fit)
{
    uint64_t state = 1;
    kauri_net_fit_init(fit, inputs, parts, 1);
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
        train(&samples, &kauri_estimate_inputs, KAURI_ESTIMATE_PARTS, ESTIMATE_EPOCHS, fit);
        KAURI_TRY(kauri_net_fit_round_estimate(fit, net, error));
        tell_round(round, &samples, started);
    }
cleanup:
    free(samples.items);
    return status;
}

// The network of the efforts: files that the fit begins with.
struct efforts_inputs {
    const char *first;     // weights of the network that the first generation searches with
    const char *questions; // question file of the campaign
};

static enum kauri_status read_net(const char *path, struct kauri_net *net,
                                  struct kauri_error *error)
{
    FILE *file = fopen(path, "rb");
    const bool whole = file != NULL && fread(net, sizeof *net, 1, file) == 1;
    if (file != NULL) {
        (void)fclose(file);
    }
    return whole ? KAURI_OK : kauri_fail(error, KAURI_USAGE, "cannot read a network in '%s'", path);
}

static enum kauri_status make_efforts(const struct search_batch plan[KAURI_NET_STARTS],
                                      const struct efforts_inputs *from, struct kauri_net_fit *fit,
                                      struct kauri_net *net, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_net_samples samples = {.items = NULL}, shuffled = {.items = NULL};
    struct kauri_net_questions campaign = {.items = NULL};
    uint64_t seed = 101;
    KAURI_TRY(read_net(from->first, net, error));
    KAURI_TRY(kauri_net_questions_read(from->questions, &campaign, error));
    for (unsigned generation = 0; generation < GENERATIONS; generation++) {
        const double started = kauri_clock_seconds();
        for (unsigned start = 0; start < KAURI_NET_STARTS; start++) {
            const struct kauri_net_searches searches = {
                .net = net,
                .start = (enum kauri_net_start)start,
                .campaign = &campaign,
                .count = plan[start].searches,
                .nodes = plan[start].nodes,
                .seed = seed++,
                .threads = kauri_loop_threads(),
            };
            KAURI_TRY(kauri_net_search_samples(&searches, &samples, error));
        }
        shuffled.count = 0;
        KAURI_TRY(kauri_net_samples_append(&shuffled, &samples, error));
        train(&shuffled, &kauri_net_inputs, 1, EPOCHS, fit);
        KAURI_TRY(kauri_net_fit_round(fit, ODDS, COST, net, error));
        tell_round(generation, &samples, started);
    }
cleanup:
    free(samples.items);
    free(shuffled.items);
    free(campaign.items);
    return status;
}

// Runs a fit. `from` is NULL to fit the estimate, `path` is NULL to print the digest.
static enum kauri_status run(const struct efforts_inputs *from, const char *path,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool estimate = from == NULL;
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
                       : make_efforts(batches[few], from, fit, net, error));
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
    const int estimate = argc > 1 && strcmp(argv[1], "estimate") == 0;
    const int names = estimate ? 2 : 4; // number of words before FILE
    if (argc < names || argc > names + 1 || (!estimate && strcmp(argv[1], "efforts") != 0)) {
        (void)fprintf(stderr, "usage: fit_net estimate [FILE]\n"
                              "       fit_net efforts FIRST_NETWORK QUESTIONS [FILE]\n");
        return KAURI_USAGE;
    }
    const struct efforts_inputs from = {.first = argv[2], .questions = argv[names - 1]};
    const enum kauri_status status = run(estimate ? NULL : &from, argv[names], &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "fit_net: %s\n", error.message);
    }
    return (int)status;
}
