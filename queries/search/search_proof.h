// Writes the proof of the bounds that a search found (docs/PROOF.md).
#ifndef KAURI_QUERIES_SEARCH_SEARCH_PROOF_H
#define KAURI_QUERIES_SEARCH_SEARCH_PROOF_H

#include "common/output.h"
#include "common/progress.h"
#include "common/status.h"
#include "queries/prover/proof_write.h"
#include "queries/search/search.h"

#include <stdint.h>

struct kauri_search_proof_limits {
    uint64_t memory; // bytes of the steps, besides the memory of the search; 0: any number
    double seconds;  // of elapsed time; 0: any number
    // NULL, or called now and then, with stage "proof", `done` the steps so far and `round` the
    // statements that were searched again. It may cancel the proof.
    const struct kauri_progress *progress;
};

// Writes a proof of search->r, or if the search was for a question, of its answer alone, that
// verify/proof_check.h accepts. `written` may be NULL. `limits`: NULL for none. `mode` says whether
// an existing file is replaced (common/output.h). If the memory is shared, this should be called
// before the next search in it. KAURI_USAGE, also if the question is open; KAURI_RESOURCE if memory
// or time do not suffice; KAURI_INTERRUPTED; errors of the tables. Without success, the file is as
// it was.
enum kauri_status kauri_search_write_proof(const struct kauri_search *search,
                                           const struct kauri_search_proof_limits *limits,
                                           const char *path, enum kauri_output_mode mode,
                                           struct kauri_written_proof *written,
                                           struct kauri_error *error);

#endif
