// What the verifier reads: a layer's values and those below, from the tables.
#ifndef KAURI_SOLVER_VERIFY_LOAD_H
#define KAURI_SOLVER_VERIFY_LOAD_H

#include "solver/equations.h"

// Fills equations->layer, its keys and `below` for layer `seeds` (equations->rows is left alone),
// and compares the certificate (counts per r, greatest distance) with the values read: KAURI_WRONG
// when they differ. KAURI_MISSING, KAURI_CORRUPT, KAURI_RESOURCE as for reading tables. What was
// filled is the caller's to free, also on failure.
enum kauri_status kauri_verify_load(struct kauri_tables *tables, unsigned seeds, unsigned threads,
                                    struct kauri_equations *equations, struct kauri_error *error);

#endif
