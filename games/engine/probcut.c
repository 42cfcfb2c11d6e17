#include "games/engine/probcut.h"

enum { MARGIN_SEEDS = 8 };

// By depth, from KAURI_PROBCUT_DEPTH on. Printed by
//
//   cmake --build --preset release --target fit_probcut
//   build/release/studies/fit_probcut
//
// again after a change to the estimate or to the search.
static const struct kauri_probcut probcuts[] = {
    {1014, -576, 4782}, // depth 4, 3136 positions
    {1007, 207, 4369},  // depth 5, 3101 positions
    {1009, -366, 4104}, // depth 6, 3095 positions
    {1007, 60, 3942},   // depth 7, 3063 positions
    {1009, -324, 3721}, // depth 8, 3049 positions
    {1006, 211, 3557},  // depth 9, 3027 positions
    {1009, -215, 3434}, // depth 10, 3020 positions
    {1009, 194, 3475},  // depth 11, 2998 positions
    {1011, -289, 3158}, // depth 12, 2984 positions
    {1009, 72, 2977},   // depth 13, 2966 positions
    {1009, -177, 2845}, // depth 14, 2953 positions
    {1007, 142, 2796},  // depth 15, 2932 positions
    {1008, -133, 2671}, // depth 16, 2921 positions
    {1006, 20, 2822},   // depth 17, 2906 positions
    {1007, -115, 2525}, // depth 18, 2895 positions
    {1005, 54, 2388},   // depth 19, 2883 positions
    {1007, -85, 2528},  // depth 20, 2875 positions
};

static const struct kauri_probcut *at(int depth)
{
    const int measured = depth < KAURI_PROBCUT_DEEPEST ? depth : KAURI_PROBCUT_DEEPEST;
    return &probcuts[measured - KAURI_PROBCUT_DEPTH];
}

// The value at the lower depth that predicts one of `value`; `way` is 1 if it is to be greater, and
// -1 if it is to be less. The margin is sigma for each seed, and for MARGIN_SEEDS more, because
// endings turn on single seeds.
static int predictor(int depth, unsigned seeds, int value, int way)
{
    const struct kauri_probcut *fit = at(depth);
    const int margin = fit->sigma * ((int)seeds + MARGIN_SEEDS);
    return (value * KAURI_PROBCUT_UNIT - fit->offset * (int)seeds + way * margin) / fit->slope;
}

int kauri_probcut_high(int depth, unsigned seeds, int beta)
{
    return predictor(depth, seeds, beta, 1);
}

int kauri_probcut_low(int depth, unsigned seeds, int alpha)
{
    return predictor(depth, seeds, alpha, -1);
}
