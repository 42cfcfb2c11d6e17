// Tables for tests: solving a few layers, reading a layer's columns, writing them back changed.
#ifndef KAURI_TESTS_SOLVER_TABLES_HELP_H
#define KAURI_TESTS_SOLVER_TABLES_HELP_H

#include "db/table.h"
#include "indexer/layer.h"
#include "solver/solve.h"

#include <stdint.h>

// A layer in memory: all its positions, in the order of the index.
struct layer_values {
    struct kauri_table_info info;
    int32_t *r;
    int32_t *dtc;
};

// Solves layers first..last into the folder; fails the running test otherwise.
void solve_layers(const char *folder, struct kauri_shape shape, unsigned first, unsigned last,
                  unsigned threads);
void solve_layers_with(const char *folder, struct kauri_shape shape, unsigned first, unsigned last,
                       const struct kauri_solve_options *options);

// Digest of the decoded payload of a table, as its certificate has it.
uint64_t digest_of(const char *folder, struct kauri_shape shape, unsigned seeds);

// Reads a table of the folder whole. Positions without an entry are valued by the rules, from those
// that have one, so the tables of lower layers must be there. The description becomes that of a
// table in which every position is an entry.
struct layer_values read_layer(const char *folder, struct kauri_shape shape, unsigned seeds);
void free_layer(struct layer_values *values);

// Writes a valid table (checksums and certificate included) with these values.
void write_layer(const char *folder, const struct layer_values *values);

int32_t greatest_dtc(const struct layer_values *values);

#endif
