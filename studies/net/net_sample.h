// Samples for fitting the networks of queries/estimate/net.h: questions "is r >= x?" with their
// answers or efforts, and positions with their outcomes.
#ifndef KAURI_STUDIES_NET_NET_SAMPLE_H
#define KAURI_STUDIES_NET_NET_SAMPLE_H

#include "common/status.h"
#include "queries/estimate/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kauri_net_label {
    KAURI_NET_ESTIMATED, // a position of a game, and no question
    KAURI_NET_OPEN,      // the prover has efforts: the target is a probability
    KAURI_NET_YES,       // proven; `work` counts all questions about the position
    KAURI_NET_NO,
};

struct kauri_net_sample {
    uint16_t rows[KAURI_NET_INPUTS]; // numbers of the rows of a network that are added
    uint8_t label;                   // enum kauri_net_label
    bool held_out;                   // used only to measure what the network has learned
    float target;                    // probability of "yes", or the estimate, as a share
    float work;                      // binary logarithm of the positions expanded
    float weight;                    // weight of an estimated position
};

// Growing list; the caller frees `items`.
struct kauri_net_samples {
    struct kauri_net_sample *items;
    size_t count, capacity;
};

// The rows that the network adds for a question, by their numbers in struct kauri_net.
void kauri_net_rows(const struct kauri_packed *board, unsigned holes, unsigned seeds, int x,
                    uint16_t rows[KAURI_NET_INPUTS]);

// Appends one sample, and those of another list. KAURI_RESOURCE.
enum kauri_status kauri_net_samples_add(struct kauri_net_samples *samples,
                                        const struct kauri_net_sample *sample,
                                        struct kauri_error *error);
enum kauri_status kauri_net_samples_append(struct kauri_net_samples *samples,
                                           const struct kauri_net_samples *more,
                                           struct kauri_error *error);

// Games of the engine against itself from the start of the game on, with up to 20 random moves at
// the beginning and a random one now and then. Their quiet positions become samples. These depend
// on all members but the number of threads.
struct kauri_self_play {
    const struct kauri_estimate_net *net;
    unsigned games;
    uint64_t nodes; // nodes searched for each move
    uint64_t seed;
    unsigned threads;
};

// Appends the positions. Each target is a mean of the captures that followed, with the weight
// `outcome`, and of the estimate of the engine's search, with the rest. KAURI_RESOURCE.
enum kauri_status kauri_net_estimate_samples(const struct kauri_self_play *games, float outcome,
                                             struct kauri_net_samples *samples,
                                             struct kauri_error *error);

// Returns a random number in 0..1.
float kauri_net_random_share(uint64_t *state);

#endif
