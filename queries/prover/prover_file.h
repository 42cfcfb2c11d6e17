// Saves the memory of a prover in a file, so that another run can continue from it.
//
// A file contains all entries of the table: the exact number of a position, its proven bounds, and
// the proof numbers of the last question about it. Nothing in it depends on the size or the seed of
// the table, nor on the position that was searched, so any prover for the same board can load it.
// If its table is smaller, the entries that cost most are kept. Files are not signed and may be
// forged, so to convince others, write a proof (docs/PROOF.md) instead.
//
// A file may be written while a search runs. A bound shares one word with the position it belongs
// to (queries/prover/proof_table.h) and holds on every path, so each bound that is read was proven,
// whatever else changes meanwhile. The proof numbers may be those of another position, which
// briefly misleads the next search but proves nothing. docs/STATE.md has the format.
//
// Implemented in prover_file.c and prover_keeper.c.
#ifndef KAURI_QUERIES_PROVER_PROVER_FILE_H
#define KAURI_QUERIES_PROVER_PROVER_FILE_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_prover_file_facts {
    struct kauri_shape shape;
    unsigned seeds;   // of every position in the file, at most
    uint64_t entries; // positions
    uint64_t bytes;   // of the file
    struct kauri_prover_history history;
};

// Reads the header of a file, to make a prover that can load it. Errors: KAURI_MISSING if there is
// no such file, or an empty one; KAURI_CORRUPT if it is not a regular file, not a state, damaged,
// or of other rules; KAURI_RESOURCE.
enum kauri_status kauri_prover_file_read(const char *path, struct kauri_prover_file_facts *facts,
                                         struct kauri_error *error);

// Saves the prover's memory, with its number of threads. The file is replaced when it is complete
// and on the disk. May be called while the prover is asked, as by the `report` of its progress.
// Takes about 10 MiB of memory per thread. `progress` (may be NULL): stage "save", `done` and
// `total` in parts of the file. `lock`: NULL, or receives the lock of the new file
// (kauri_output_commit_locked in common/output.h), negative on failure. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED; an existing file is then unchanged.
enum kauri_status kauri_prover_save(const struct kauri_prover *prover, const char *path,
                                    const struct kauri_progress *progress, int *lock,
                                    struct kauri_error *error);

// Adds the contents of a file to the prover's memory. Must not run while the prover answers a
// question. `progress` as above, stage "load". Errors: those of kauri_prover_file_read;
// KAURI_BAD_INPUT if the file is of another board, has positions with more seeds than the prover
// takes, or rests on tables with other digests; KAURI_INTERRUPTED. On failure, the prover may have
// some of the entries, which are sound.
enum kauri_status kauri_prover_load(struct kauri_prover *prover, const char *path,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error);

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
    struct kauri_prover_file_facts loaded; // if so; otherwise 0
    unsigned saves;
    uint64_t bytes; // of the file
    double seconds; // that the last save took
    // That of the last save if it failed, otherwise NULL. Owned by the keeper.
    const char *trouble;
};
struct kauri_prover_keeper_facts
kauri_prover_keeper_facts(const struct kauri_prover_keeper *keeper);

#endif
