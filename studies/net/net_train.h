// Fits networks to samples, and makes the integers of queries/estimate/net.h from it.
//
// The estimate is the only output of its network. That of the prover has three: the logarithm of
// the odds of "yes", and the binary logarithms of the positions that the proofs of "yes" and of
// "no" take. The efforts are made of them: log2(phi) = 4 - ODDS * odds / ln 2 + COST * cost of yes,
// and for delta the same with the other sign and cost. So an even question whose proof takes one
// position has an effort of 16.
#ifndef KAURI_STUDIES_NET_NET_TRAIN_H
#define KAURI_STUDIES_NET_NET_TRAIN_H

#include "studies/net/net_sample.h"

#include <stdint.h>

enum {
    KAURI_NET_OUTPUTS = 3,
    KAURI_NET_INPUT_ROWS = KAURI_NET_EFFORT,
    KAURI_NET_FIT_UNITS = KAURI_ESTIMATE_PARTS * KAURI_NET_UNITS, // the most that a network has
};

// Numbers with a fraction, and the sums of squared gradients that adjust the steps (Adagrad: Duchi,
// Hazan, Singer, 2011). About 1.2 MiB.
struct kauri_net_fit {
    const struct kauri_net_inputs *inputs;
    unsigned units; // of the hidden layer, all parts
    float row[KAURI_NET_INPUT_ROWS][KAURI_NET_FIT_UNITS];
    float row_squares[KAURI_NET_INPUT_ROWS][KAURI_NET_FIT_UNITS];
    float weight[KAURI_NET_OUTPUTS][KAURI_NET_FIT_UNITS];
    float weight_squares[KAURI_NET_OUTPUTS][KAURI_NET_FIT_UNITS];
    float constant[KAURI_NET_OUTPUTS];
    float constant_squares[KAURI_NET_OUTPUTS];
};

// Sets all weights to small random numbers. `inputs` are those of one of the two networks, whose
// hidden layer has so many parts, 1 or KAURI_ESTIMATE_PARTS.
void kauri_net_fit_init(struct kauri_net_fit *fit, const struct kauri_net_inputs *inputs,
                        unsigned parts, uint64_t seed);

struct kauri_net_loss {
    double odds;     // cross entropy of "yes", mean of the held-out samples, nats
    double cost;     // root mean square error of the logarithm of their work, if answered
    double estimate; // root mean square error of the estimate, as a share, by weight
};

// Goes once over the samples in a random order, with steps of the size `rate`. *loss is measured on
// the way, before each sample is learned.
void kauri_net_fit_epoch(struct kauri_net_fit *fit, struct kauri_net_samples *samples, float rate,
                         uint64_t *state, struct kauri_net_loss *loss);

// Converts the weights to integers. KAURI_INTERNAL if a number or a possible sum exceeds its bits.
enum kauri_status kauri_net_fit_round(const struct kauri_net_fit *fit, float odds, float cost,
                                      struct kauri_net *net, struct kauri_error *error);
enum kauri_status kauri_net_fit_round_estimate(const struct kauri_net_fit *fit,
                                               struct kauri_estimate_net *net,
                                               struct kauri_error *error);

#endif
