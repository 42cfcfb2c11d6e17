// Tables of small boards with the values of the oracle (tests/solver/oracle.h), with all positions
// or those of stored blocks only. Functions that cannot do their work fail the running test.
#ifndef KAURI_TESTS_DB_TABLES_ORACLE_TABLES_H
#define KAURI_TESTS_DB_TABLES_ORACLE_TABLES_H

#include "db/tables/tablebase.h"
#include "indexer/layer.h"
#include "tests/solver/oracle.h"

#include <stdbool.h>

// Writes the table of layer `seeds` into the folder, with pages of 7 entries of r and 5 of dtc.
void oracle_table(const char *folder, const struct oracle *oracle, struct kauri_shape shape,
                  unsigned seeds, bool stored_only);

// All positions of a layer have the values of the oracle.
void oracle_compare(const struct oracle *oracle, struct kauri_tablebase *tables, unsigned seeds);

#endif
