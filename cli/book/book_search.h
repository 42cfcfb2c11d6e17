// The searches of a solution book: short, and from the rules alone, so that they can be made again
// anywhere (docs/reference/BOOK.md).
#ifndef KAURI_CLI_BOOK_BOOK_SEARCH_H
#define KAURI_CLI_BOOK_BOOK_SEARCH_H

#include "common/status.h"
#include "verify/book_check.h"

#include <stdint.h>

struct kauri_book_search {
    uint32_t positions; // positions that a search may expand
};

// The searches as a source of proofs (verify/book_check.h). *search must outlive it. Each search
// begins with an empty memory, so the answer depends on the question alone. Thread-safe.
struct kauri_book_prover kauri_book_search_prover(const struct kauri_book_search *search);

#endif
