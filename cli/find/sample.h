// Random numbers of positions.
#ifndef KAURI_CLI_FIND_SAMPLE_H
#define KAURI_CLI_FIND_SAMPLE_H

#include "common/status.h"

#include <stdint.h>

// Chooses `count` of the numbers 0 to positions - 1, every set of so many with the same chance, and
// writes them into *indices, ascending. The same arguments give the same numbers on every machine.
// `count` is 1 to `positions`. The caller frees *indices with free(). Errors: KAURI_RESOURCE; then
// *indices is NULL.
enum kauri_status kauri_sample(uint64_t positions, uint64_t count, uint64_t seed,
                               uint64_t **indices, struct kauri_error *error);

#endif
