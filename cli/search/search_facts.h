// The bounds that a folder of proofs establishes, for a search that takes them for proven.
#ifndef KAURI_CLI_SEARCH_SEARCH_FACTS_H
#define KAURI_CLI_SEARCH_SEARCH_FACTS_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/search/search_memory.h"
#include "tablebase/tablebase.h"

#include <stddef.h>

// A zeroed struct is empty.
struct kauri_search_facts {
    size_t count;
    struct kauri_search_fact *fact;
};

// Checks all proofs of the folder, which may have none, and takes what they state. Errors: those of
// kauri_proof_folder_check; KAURI_USAGE for a proof whose file does not have the name by which it
// would be cited. The caller clears *facts, also after a failure.
enum kauri_status kauri_search_facts_read(const char *folder, struct kauri_tablebase *tables,
                                          unsigned threads, const struct kauri_progress *progress,
                                          struct kauri_search_facts *facts,
                                          struct kauri_error *error);
void kauri_search_facts_clear(struct kauri_search_facts *facts);

#endif
