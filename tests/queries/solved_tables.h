// Solved tables of small boards for the tests of queries/. Everything fails the running test when
// it cannot be done.
#ifndef KAURI_TESTS_QUERIES_SOLVED_TABLES_H
#define KAURI_TESTS_QUERIES_SOLVED_TABLES_H

#include "db/tables/tablebase.h"
#include "indexer/layer.h"
#include "kauri/kauri.h"
#include "rules/board.h"
#include "tests/rules/positions.h"
#include "tests/temporary.h"

#include <stdint.h>

// A folder of solved tables, open.
struct solved {
    char folder[TEMPORARY_BYTES];
    struct kauri_shape shape;
    unsigned seeds; // the greatest layer
    struct kauri_tablebase *tables;
};

void solved_make(struct solved *solved, unsigned holes, unsigned cowries, unsigned seeds);
// Tables of r alone, packed from those of the full ones.
void solved_make_r_alone(struct solved *alone, const struct solved *full);

void solved_remove(struct solved *solved);

// Opens the folder again after its tables were changed.
void solved_reopen(struct solved *solved);

// The reader of a layer.
const struct kauri_reader *solved_reader(struct solved *solved, unsigned seeds);

// Calls check for every position of every layer, South to move, score 0:0.
void solved_for_all(struct solved *solved,
                    void (*check)(struct solved *, const struct kauri_position *));

struct kauri_probe_result solved_probe(struct solved *solved,
                                       const struct kauri_position *position);

// Writes a table again with `change` added to column `column` of a position, which must have an
// entry, checksums and counts and all.
void solved_forge(const char *folder, struct kauri_shape shape, unsigned seeds, uint64_t index,
                  unsigned column, int change);

#endif
