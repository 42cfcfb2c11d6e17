// Checks a proof of searched bounds (docs/PROOF.md).
//
// The checker shares only the rules, the indexer and the tables with the search, so that it does
// not share the search's defects.
#ifndef KAURI_VERIFY_PROOF_CHECK_H
#define KAURI_VERIFY_PROOF_CHECK_H

#include "common/output.h"
#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

// The statement of a proof that was accepted.
struct kauri_proof_result {
    struct kauri_position position;
    int32_t low, high; // bounds of r for the player to move
    uint64_t steps;    // number of proof steps, all checked
    unsigned tables;   // number of layers whose tables the proof rests on; 0: the rules alone
    bool listed[KAURI_SEEDS_MAX + 1]; // these layers, by their seeds
    int missing_layer; // on KAURI_MISSING: the first such layer without a table; otherwise -1
};

// Reads and checks a proof in either form. `tables` may be NULL if the proof lists no table. Time
// is at most proportional to n log n and memory to n for a file of n steps, whatever it contains
// (verify/proof_steps.h, verify/proof_text.h, verify/proof_expand.h). KAURI_WRONG: a step does not
// hold (the message names its line and the reason), or a listed table is not the one that the proof
// was made with. KAURI_BAD_INPUT: the file cannot be read as a proof. KAURI_MISSING: the file, or a
// listed table, does not exist. KAURI_CORRUPT: a table is damaged, or `path` is not a regular file.
// KAURI_RESOURCE. On failure only result->missing_layer is set. Thread-safe.
enum kauri_status kauri_proof_check(const char *path, struct kauri_tablebase *tables,
                                    struct kauri_proof_result *result, struct kauri_error *error);

// The same, and writes an accepted proof in the text form (verify/proof_print.h), which the caller
// commits. Errors: those of the output in addition.
enum kauri_status kauri_proof_check_and_print(const char *path, struct kauri_tablebase *tables,
                                              struct kauri_output *output,
                                              struct kauri_proof_result *result,
                                              struct kauri_error *error);

#endif
