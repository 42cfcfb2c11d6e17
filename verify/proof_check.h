// Checks a proof of searched bounds (docs/reference/PROOF.md).
//
// The checker shares only the rules, the indexer and the tables with the search, so that it does
// not share the search's defects.
#ifndef KAURI_VERIFY_PROOF_CHECK_H
#define KAURI_VERIFY_PROOF_CHECK_H

#include "common/file.h"
#include "common/output.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "rules/board.h"
#include "verify/proof.h"
#include "verify/proof_plies.h"

#include <stdbool.h>
#include <stdint.h>

// A proof whose steps were accepted: it states the bounds if the proofs that it cites state what it
// cites.
struct kauri_proof_entry {
    struct kauri_position position;
    int32_t low, high; // bounds of r for the player to move
    // The proof rests on the tables of layers 0 to tables - 1; 0: on the rules alone.
    unsigned tables;
    uint64_t steps;
    uint64_t digest; // digest at the end of the file
    struct kauri_proof_citations citations;
    int missing_layer; // on KAURI_MISSING: the first layer whose table is missing; otherwise -1
    struct kauri_proof_plays plays; // not counted, unless kauri_proof_check_plays was called
    // Members set by verify/proof_folder.h.
    char *path;
    // Identity of the file before it was read; zero if there was none.
    struct kauri_file_identity file;
    bool accepted; // the steps hold
    bool named;    // the file has the name by which others cite it
    bool cited;    // another proof of the folder cites it
    // Plies of the longest play from the root, through the cited proofs as well, or
    // KAURI_PLIES_ENDLESS; KAURI_PLIES_UNKNOWN if the plays of one of these proofs are not counted.
    uint32_t plies;
};

// Reads and checks a proof. The caller has to check the cited proofs (verify/proof_folder.h does),
// and clears entry->citations, also after a failure. `tables` may be NULL if the proof lists no
// table; of those that it lists the digests in their certificates are compared, which the caller
// may distrust. `text` is NULL, or receives an accepted proof as text, which the caller commits.
// Time and memory are proportional to the steps (verify/proof.h).
//
// KAURI_WRONG: a step does not hold, a listed table is not the one that the proof was made with, or
// a table below a listed one is not listed. KAURI_BAD_INPUT: the file cannot be read as a proof.
// KAURI_MISSING: the file, or a listed table, does not exist. KAURI_CORRUPT: a table is damaged, or
// `path` is not a regular file. KAURI_RESOURCE; errors of the output. KAURI_INTERRUPTED: by the
// task, which may be NULL. Thread-safe.
enum kauri_status kauri_proof_check(const char *path, struct kauri_tablebase *tables,
                                    struct kauri_output *text, struct kauri_proof_entry *entry,
                                    struct kauri_task *task, struct kauri_error *error);

// The same, and counts the plays of an accepted proof. The caller clears entry->plays, also after a
// failure. Takes about twice the time.
enum kauri_status kauri_proof_check_plays(const char *path, struct kauri_tablebase *tables,
                                          struct kauri_output *text,
                                          struct kauri_proof_entry *entry, struct kauri_task *task,
                                          struct kauri_error *error);

// Accepts a proof that was checked before: it must have this digest, which is compared with the
// bytes again, and so many steps. Returns false if it has another digest, cannot be read, or rests
// on tables. Then it has to be checked.
bool kauri_proof_recall(const char *path, uint64_t digest, uint64_t steps,
                        struct kauri_proof_entry *entry, struct kauri_task *task);

// Checks the steps and the bounds of a proof that was read, wherever they come from. Errors:
// KAURI_WRONG; those of the tables.
enum kauri_status kauri_proof_check_steps(const char *path, const struct kauri_proof *proof,
                                          struct kauri_tablebase *tables, struct kauri_task *task,
                                          struct kauri_error *error);

#endif
