// The published tables (docs/results/RESULTS.md): those of the game, 2 x 6 holes and 12 cowries.
// Whoever makes a table of the same layer, with any program, finds the same digest.
#ifndef KAURI_DB_TABLES_PUBLISHED_H
#define KAURI_DB_TABLES_PUBLISHED_H

#include "db/table.h"

enum kauri_publication {
    KAURI_UNPUBLISHED,     // no such layer is published, or not with these columns
    KAURI_PUBLISHED,       // the digest is that of the published table
    KAURI_NOT_AS_PUBLISHED // the published table of the layer has another digest
};

// Compares a table with the published one of its layer by the digest that its certificate states,
// which is that of its entries only if they were checked (kauri_table_digest_check). Thread-safe.
enum kauri_publication kauri_publication_of(const struct kauri_table_info *info, uint64_t digest);

#endif
