// Units of decoded values under a bound: made when they are asked for, kept while they are in use
// and then for as long as there is room.
//
// What a unit holds is the user's: some rows of one source (a layer), in the form he needs.
#ifndef KAURI_DB_UNIT_CACHE_H
#define KAURI_DB_UNIT_CACHE_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

// Thread-safe.
struct kauri_unit_cache;

// Fills `values` (as many bytes as kauri_unit_cache_acquire was told) with a unit of a source.
// Called by the thread that asked, from several threads at once for different units.
typedef enum kauri_status kauri_unit_load(void *context, unsigned worker, unsigned source,
                                          uint64_t unit, void *values, struct kauri_error *error);

// A cache for `source_count` sources with unit_counts[i] units each, that keeps at most `memory`
// bytes, but always what is in use. KAURI_RESOURCE.
enum kauri_status kauri_unit_cache_new(unsigned source_count, const uint64_t *unit_counts,
                                       uint64_t memory, kauri_unit_load *load, void *context,
                                       struct kauri_unit_cache **cache, struct kauri_error *error);
// Accepts NULL. No unit may be in use.
void kauri_unit_cache_free(struct kauri_unit_cache *cache);
// Sets the bound anew; for one thread, while no unit is in use.
void kauri_unit_cache_bound(struct kauri_unit_cache *cache, uint64_t memory);

// Points *values to unit `number` of a source, of `bytes` bytes (the same every time), and keeps it
// until it is released as often as it was acquired. `worker` is handed to the load function. Its
// statuses, and KAURI_RESOURCE; nothing is acquired on failure.
enum kauri_status kauri_unit_cache_acquire(struct kauri_unit_cache *cache, unsigned worker,
                                           unsigned source, uint64_t number, size_t bytes,
                                           const void **values, struct kauri_error *error);
void kauri_unit_cache_release(struct kauri_unit_cache *cache, unsigned source, uint64_t number);

// Most bytes that were held, and how many units were loaded so far.
uint64_t kauri_unit_cache_peak(struct kauri_unit_cache *cache);
uint64_t kauri_unit_cache_loads(struct kauri_unit_cache *cache);

#endif
