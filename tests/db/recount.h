// The counts of a certificate after a change, for tables that are forged with every checksum right.
#ifndef KAURI_TESTS_DB_RECOUNT_H
#define KAURI_TESTS_DB_RECOUNT_H

#include "db/table.h"

#include <stdint.h>

enum { RECOUNT_MAX = UINT8_MAX - INT8_MIN + 1 }; // values of a column of one byte

// Fills `counts` with those of the certificate after one position changed its value from `before`
// to `after`, and returns their number.
uint32_t recount(const struct kauri_certificate *certificate, int32_t before, int32_t after,
                 struct kauri_count counts[RECOUNT_MAX]);

#endif
