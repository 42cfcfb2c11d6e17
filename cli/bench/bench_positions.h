// Positions for measurements, the same in every run, and the memory that the process takes.
#ifndef KAURI_CLI_BENCH_BENCH_POSITIONS_H
#define KAURI_CLI_BENCH_BENCH_POSITIONS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

// The next number of a sequence that *state, any number at first, determines (splitmix64).
uint64_t kauri_bench_random(uint64_t *state);

// The position with this index. KAURI_USAGE for an index out of range.
enum kauri_status kauri_bench_position(const struct kauri_layer *layer, uint64_t index,
                                       struct kauri_position *position, struct kauri_error *error);

// Resident bytes of this process; 0 if the system does not report them.
uint64_t kauri_bench_resident(void);

#endif
