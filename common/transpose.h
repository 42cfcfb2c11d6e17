// Transposition of matrices of 16-bit numbers.
#ifndef KAURI_COMMON_TRANSPOSE_H
#define KAURI_COMMON_TRANSPOSE_H

#include <stdint.h>

// Writes the transpose of `from` (rows x columns, in row-major order) to `to` (columns x rows, in
// row-major order). The two must not overlap; no alignment is required. Thread-safe.
void kauri_transpose16(const uint16_t *restrict from, uint32_t rows, uint32_t columns,
                       uint16_t *restrict to);

#endif
