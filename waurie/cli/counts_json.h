// The answers of `waurie solve`, `verify` and `stats` as JSON (docs/JSON.md).
#ifndef KAURI_WAURIE_CLI_COUNTS_JSON_H
#define KAURI_WAURIE_CLI_COUNTS_JSON_H

#include "common/string_buffer.h"
#include "waurie/layer_counts.h"
#include "waurie/solver/solve_tables.h"
#include "waurie/waurie_notation.h"

// What solving a layer would take.
struct waurie_layer_plan {
    unsigned seeds;
    uint64_t positions;
    uint64_t bytes;     // of its bits
    uint64_t in_memory; // memory to solve it in memory
    uint64_t least;     // memory to solve it at all
    uint64_t temporary; // bytes of the temporary file, if it is solved by blocks
};

void waurie_json_plans(const struct waurie_rules *rules, unsigned pits,
                       const struct waurie_layer_plan *plans, size_t count,
                       struct kauri_string *out);
void waurie_json_solved(const struct waurie_rules *rules, unsigned pits,
                        const struct waurie_solved *layers, size_t count, struct kauri_string *out);
void waurie_json_position(const struct waurie_rules *rules, const struct waurie_position *position,
                          const struct waurie_position_solved *solved, struct kauri_string *out);
void waurie_json_verified(const struct waurie_rules *rules, unsigned pits, unsigned from,
                          unsigned last, uint64_t sample, uint64_t checked,
                          struct kauri_string *out);
void waurie_json_counts(const struct waurie_rules *rules, unsigned pits,
                        const struct waurie_layer_counts *layers, size_t count,
                        struct kauri_string *out);

#endif
