// Games of the engine against itself, as samples for fitting networks.
#ifndef KAURI_STUDIES_ENGINE_SELF_PLAY_H
#define KAURI_STUDIES_ENGINE_SELF_PLAY_H

#include "common/status.h"
#include "queries/estimate/net.h"

#include <stddef.h>
#include <stdint.h>

// A quiet position of a game, and what came of it.
struct kauri_sample {
    struct kauri_packed board;
    uint8_t seeds;
    int16_t outcome;  // r for the player to move, from the captures that followed, in units
    int16_t searched; // what the engine's search estimated
};

// Growing list; the caller frees `items`.
struct kauri_samples {
    struct kauri_sample *items;
    size_t count, room;
};

struct kauri_self_play {
    const struct kauri_estimate_net *net;
    unsigned games;
    uint64_t nodes; // of each move
    uint64_t seed;
    unsigned threads;
};

// Plays games from the start of the game on, with up to 20 random moves at the beginning and a
// random one now and then, and appends their quiet positions. The samples depend on everything but
// the number of threads. KAURI_RESOURCE.
enum kauri_status kauri_self_play(const struct kauri_self_play *options,
                                  struct kauri_samples *samples, struct kauri_error *error);

#endif
