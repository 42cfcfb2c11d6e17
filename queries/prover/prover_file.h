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

#endif
