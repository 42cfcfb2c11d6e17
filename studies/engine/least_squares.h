// Fits the weights of the engine's estimate to samples.
#ifndef KAURI_STUDIES_ENGINE_LEAST_SQUARES_H
#define KAURI_STUDIES_ENGINE_LEAST_SQUARES_H

#include "studies/engine/self_play.h"

// Finds the weights with the least sum of squared errors, by conjugate gradients. A sample with n
// seeds counts 1 / (n + 8), as the spread of outcomes grows with n. The target is `share` of the
// outcome and the rest of what the search estimated. Weights that few samples use stay near 0, and
// near those of one seed more or less. *residual receives the root of the mean squared error of
// outcomes, in seeds per seed on the board. KAURI_RESOURCE.
enum kauri_status kauri_fit_samples(const struct kauri_samples *samples, double share,
                                    struct kauri_estimate_weights *weights, double *residual,
                                    struct kauri_error *error);

#endif
