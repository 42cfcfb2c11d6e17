// Trains the dictionary of a column. The only user of zdict.h.
#ifndef KAURI_DB_DICTIONARY_H
#define KAURI_DB_DICTIONARY_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Trains a dictionary of at most `capacity` bytes on `sample_count` samples, which lie one after
// the other in `samples` and have `sample_bytes` bytes each: decoded pages of the column. The same
// samples give the same dictionary with the same version of zstd. *size receives its bytes, or 0 if
// the samples are too few or too alike for a dictionary, which is no failure. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_dictionary_train(const uint8_t *samples, const size_t *sample_bytes,
                                         unsigned sample_count, uint8_t *dictionary,
                                         size_t capacity, size_t *size, struct kauri_error *error);

#endif
