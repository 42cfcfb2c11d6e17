// Writes the proof of the bounds that a search found (docs/PROOF.md).
#ifndef KAURI_QUERIES_SEARCH_SEARCH_PROOF_H
#define KAURI_QUERIES_SEARCH_SEARCH_PROOF_H

#include "common/output.h"
#include "common/status.h"
#include "queries/search/search.h"

#include <stdint.h>

// Writes a proof of search->r that verify/proof_check.h accepts. *steps (may be NULL) receives its
// number of steps. `mode` says whether an existing file is replaced (common/output.h). If the
// memory of the search is shared, this must be called before the next search in it. KAURI_USAGE,
// KAURI_RESOURCE; errors of the tables.
enum kauri_status kauri_search_write_proof(const struct kauri_search *search, const char *path,
                                           enum kauri_output_mode mode, uint64_t *steps,
                                           struct kauri_error *error);

#endif
