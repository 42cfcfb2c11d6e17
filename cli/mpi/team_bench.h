// Measurements of `kauri-mpi bench`: what ranks that solve a layer together send one another, and
// what that costs.
//
// Bytes, messages and touched words are counts: the same in every run with as many ranks, except
// that several threads pack lists into parcels of slightly different sizes. Processor time does not
// depend much on other programs, elapsed time does.
#ifndef KAURI_CLI_MPI_TEAM_BENCH_H
#define KAURI_CLI_MPI_TEAM_BENCH_H

#include "solver/solve.h"

struct kauri_team_bench_options {
    const struct kauri_team *team;
    struct kauri_shape shape;
    unsigned first, last; // layers to measure; those below are solved
    unsigned threads;     // of each rank
    uint64_t memory;      // of each rank; 0: nine tenths of the free memory
    const char *tables;   // folder of tables below layer `first`; NULL: they are solved
    unsigned alone;       // turns in which rank 0 also solves alone; 0: none
    const struct kauri_progress *progress;
};

// What solving and writing a layer took, in seconds, in the fastest turn. The phases are elapsed
// time; the ranks begin and end them together.
struct kauri_team_bench_times {
    double elapsed;
    double captures;  // phase: the values of captures
    double rounds;    // phase: the rounds
    double waiting;   // of the rounds, mean of all threads: not at work on a block or a list
    double writing;   // phase: the table
    double processor; // of all threads, user and system
    double packing;   // of these, packing and unpacking decided positions
};

// One layer. Sums over all ranks, except where a maximum is named.
struct kauri_team_bench_layer {
    struct kauri_layer layer;
    uint64_t rounds;        // in which the ranks exchanged positions
    uint64_t list_bytes;    // decided positions, sent in the rounds
    uint64_t capture_bytes; // what captures are worth
    uint64_t page_bytes;    // of the table, sent to the rank that writes
    uint64_t messages;      // of the rounds
    uint64_t touched_words; // of open moves, in all rounds
    uint64_t busiest_words; // the same, but of each round only the rank with the most
    uint64_t base_memory;   // most bytes resident in a rank before solving
    uint64_t peak_memory;   // most bytes resident in a rank while solving
    struct kauri_team_bench_times team;
    struct kauri_team_bench_times alone; // rank 0 with the threads of all; zero if not measured
};

// Measures the layers one after the other, in a temporary folder that rank 0 makes in $TMPDIR and
// that all ranks must see. `layers` has room for last - first + 1. Collective: all ranks return the
// same status, and have the same figures. Statuses of kauri_solve_layer and of
// cli/scratch_folder.h.
enum kauri_status kauri_team_bench_run(const struct kauri_team_bench_options *options,
                                       struct kauri_team_bench_layer *layers,
                                       struct kauri_error *error);

// Bytes sent for a position of the layer.
double kauri_team_bench_sent(const struct kauri_team_bench_layer *layer, uint64_t bytes);
// Work of all ranks, divided by what it would take if in each round all ranks waited for the
// busiest one: 1 if the work of every round is shared evenly.
double kauri_team_bench_balance(const struct kauri_team_bench_layer *layer, unsigned ranks);

#endif
