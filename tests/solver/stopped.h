// Runs that are stopped, and what they leave.
#ifndef KAURI_TESTS_SOLVER_STOPPED_H
#define KAURI_TESTS_SOLVER_STOPPED_H

#include "solver/solve.h"
#include "tests/temporary.h"

#include <stdbool.h>
#include <stdint.h>

// When a run is stopped, or its process ended on the spot: when it was asked so many times, or
// (with `stage` or `path`) when it reports that stage, or that file is there.
struct stop {
    const char *stage;
    const char *path;
    const char *work; // folder as in kauri_solve_options
    const char *file; // file; `seen` becomes true if it existed at any time
    double every;     // seconds from one checkpoint to the next; 0: one after every round
    double pause;     // seconds that it sleeps when it is asked first
    uint64_t memory;  // memory as in kauri_solve_options
    unsigned after;
    unsigned round;   // round within the stage
    unsigned threads; // 0: depends on the variant
    unsigned asked;
    unsigned earlier; // reports of captures and rounds
    bool kill;
    bool reached; // the stage was reported
    bool seen;
};

enum kauri_status solve_until(const char *folder, struct kauri_shape shape, unsigned seeds,
                              struct stop *stop, unsigned variant,
                              struct kauri_solve_result *result, struct kauri_error *error);

// "<table>.<name>", freed by the caller.
char *beside(const char *folder, struct kauri_shape shape, unsigned seeds, const char *name);

// What the next three are about.
extern const struct kauri_shape small;

// A folder with layers 0 and 1 and layer 2 stopped with a checkpoint.
void make_stopped(char folder[TEMPORARY_BYTES]);

// Solves a layer of the small board, from its checkpoint if there is one.
enum kauri_status go_on(const char *folder, unsigned seeds, struct kauri_error *error);

#endif
