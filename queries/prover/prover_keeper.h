// Keeps the state of a prover in a file: reads it at the beginning, and writes it at intervals
// while the prover is asked, and at the end (queries/prover/prover_file.h). However the process
// ends, the file is whole and at most one interval old.
//
//     kauri_prover_keeper_new(prover, path, 300, progress, &keeper, error)   reads the file
//     limits.progress = kauri_prover_keeper_progress(keeper)
//     kauri_prover_ask(prover, ..., &limits, ...)                            as often as wanted
//     kauri_prover_keeper_save(keeper, error)
//     kauri_prover_keeper_free(keeper)
//
// The file is locked (flock) while the keeper exists, so that a second run is refused and does not
// replace what the first one finds. If there is none yet, an empty file is made to be locked, and
// removed if nothing was saved; an empty file is the same as none.
#ifndef KAURI_QUERIES_PROVER_PROVER_KEEPER_H
#define KAURI_QUERIES_PROVER_PROVER_KEEPER_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/prover/prover.h"
#include "queries/prover/prover_file.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_prover_keeper;

// The time between the end of one save and the next, in seconds, unless the user wishes otherwise.
enum { KAURI_KEEPER_SECONDS = 300 };

// Bytes of memory that loading and saving may take with so many threads, for a table of `memory`
// bytes.
uint64_t kauri_prover_keeper_overhead(unsigned threads, uint64_t memory);

// Adds the content of the file to the prover if there is one, and removes what a killed run left of
// it ("<name>.tmp-..."). `progress` may be NULL; it, `prover` and `path` must outlive the keeper,
// which the caller frees. It is told the stages "load" and "save", and may cancel them. Errors:
// those of kauri_prover_load but for KAURI_MISSING; KAURI_LOCKED if another run uses the file;
// KAURI_RESOURCE if the file cannot be written, or for a pipe or device.
enum kauri_status kauri_prover_keeper_new(struct kauri_prover *prover, const char *path,
                                          double interval, const struct kauri_progress *progress,
                                          struct kauri_prover_keeper **keeper,
                                          struct kauri_error *error);
// Saves nothing. Accepts NULL.
void kauri_prover_keeper_free(struct kauri_prover_keeper *keeper);

// The progress for asking the prover: that of the caller, and saving when it is time. A save that
// fails does not end the search; it is tried again after the next interval. One that is cancelled
// is given up.
const struct kauri_progress *kauri_prover_keeper_progress(struct kauri_prover_keeper *keeper);

// Saves if it is time. For callers that have their own progress reports: called periodically while
// the prover is asked, from the thread that asks, or between two questions. The save is given up
// when it takes longer than `until` (kauri_clock_seconds; INFINITY: it may).
void kauri_prover_keeper_tick(struct kauri_prover_keeper *keeper, double until);

// Saves the state, unless no position was expanded since it was read or saved. Cannot be cancelled.
// Errors: KAURI_RESOURCE; an existing file is then unchanged.
enum kauri_status kauri_prover_keeper_save(struct kauri_prover_keeper *keeper,
                                           struct kauri_error *error);

struct kauri_prover_keeper_facts {
    const char *path;                      // as given
    bool resumed;                          // the file was there
    struct kauri_prover_file_facts loaded; // facts of that file; 0 if there was none
    unsigned saves;
    uint64_t bytes; // of the file
    double seconds; // duration of the last save
    // The error of the last save if it failed, otherwise NULL. Owned by the keeper.
    const char *trouble;
};
struct kauri_prover_keeper_facts
kauri_prover_keeper_facts(const struct kauri_prover_keeper *keeper);

#endif
