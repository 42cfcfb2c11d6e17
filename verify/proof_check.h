// Checks certificates of searched values (docs/PROOF.md). Shares only the rules and the table
// reader with the search.
#ifndef KAURI_VERIFY_PROOF_CHECK_H
#define KAURI_VERIFY_PROOF_CHECK_H

#include "common/status.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdint.h>

// What an accepted certificate proves.
struct kauri_proof_result {
    struct kauri_position position;
    int32_t low, high; // bounds of r for the player to move
    uint64_t claims;
    unsigned tables; // layers whose tables it rests on
};

// Reads and checks a certificate. `tables` may be NULL when it lists none. KAURI_WRONG: something
// in it does not hold (the message says which line and why), or a listed table is not the one it
// was made with. KAURI_BAD_INPUT: not readable as a certificate. KAURI_MISSING: no such file, or a
// listed table is not there. KAURI_CORRUPT, KAURI_RESOURCE. *result is unspecified on failure.
enum kauri_status kauri_proof_check(const char *path, struct kauri_tables *tables,
                                    struct kauri_proof_result *result, struct kauri_error *error);

#endif
