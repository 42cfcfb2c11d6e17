// Moves of a weaker player: few positions searched, and estimates that are off by chance.
#ifndef KAURI_QUERIES_ENGINE_STRENGTH_H
#define KAURI_QUERIES_ENGINE_STRENGTH_H

#include "queries/engine/engine.h"

// Chooses a move of a position that has one, at a strength below KAURI_STRENGTH_MOST. The engine
// should have neither tables nor a prover. `seed` decides what chance does: the same seed and
// position give the same move after kauri_engine_clear. Errors: those of kauri_engine_think.
enum kauri_status kauri_strength_choose(struct kauri_engine *engine,
                                        const struct kauri_position *position, unsigned strength,
                                        uint64_t seed, const struct kauri_progress *progress,
                                        int *hole, struct kauri_error *error);

#endif
