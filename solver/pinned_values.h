// The values r to which the captures of a block lead, for a process that decodes lower blocks
// itself. Lower blocks stay in memory as long as a worker uses them: they are *pinned*.
#ifndef KAURI_SOLVER_PINNED_VALUES_H
#define KAURI_SOLVER_PINNED_VALUES_H

#include "solver/capture_runs.h"
#include "solver/lower.h"
#include "solver/part.h"

struct kauri_pinned_values;

// Prepares workers 0 .. threads - 1. `part` and `lower` must outlive *pinned. KAURI_RESOURCE.
enum kauri_status kauri_pinned_values_new(const struct kauri_part *part, struct kauri_lower *lower,
                                          unsigned threads, struct kauri_pinned_values **pinned,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_pinned_values_free(struct kauri_pinned_values *pinned);

// Fills in the values for the block in a slot, whose captures have these outcomes, in place of
// those of the worker's last block. Thread-safe for different workers. KAURI_RESOURCE,
// KAURI_CORRUPT for a damaged table of a lower layer.
enum kauri_status kauri_pinned_values_load(struct kauri_pinned_values *pinned, unsigned worker,
                                           uint64_t slot, const struct kauri_outcomes *outcomes,
                                           kauri_capture_values values, struct kauri_error *error);

#endif
