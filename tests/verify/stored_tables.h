// Tables of stored blocks (indexer/stored_blocks.h) for tests of the verifier.
#ifndef KAURI_TESTS_VERIFY_STORED_TABLES_H
#define KAURI_TESTS_VERIFY_STORED_TABLES_H

#include "tests/solver/tables_help.h"

#include <stdbool.h>

// Whether the position with this index is stored.
bool position_is_stored(const struct layer_values *values, uint64_t at);

// Writes the stored positions of a layer that is in memory whole; the certificate counts all of
// them. Fails the running test if it cannot.
void write_stored_layer(const char *folder, const struct layer_values *values);

#endif
