// Writes the proof of the bounds that a search found (docs/PROOF.md).
#ifndef KAURI_QUERIES_SEARCH_SEARCH_PROOF_H
#define KAURI_QUERIES_SEARCH_SEARCH_PROOF_H

#include "common/output.h"
#include "common/status.h"
#include "queries/search/search.h"

#include <stdint.h>

// Writes a proof of search->r that verify/proof_check.h accepts. *steps (may be NULL) receives its
// number of steps. `mode` says whether an existing file is replaced (common/output.h). The steps
// may take `memory` bytes (0: any number), besides the memory of the search. What that has lost is
// searched again, however long it takes. If it is shared, this should be called before the next
// search in it. KAURI_USAGE; KAURI_RESOURCE if the memory does not suffice; errors of the tables.
enum kauri_status kauri_search_write_proof(const struct kauri_search *search, uint64_t memory,
                                           const char *path, enum kauri_output_mode mode,
                                           uint64_t *steps, struct kauri_error *error);

#endif
