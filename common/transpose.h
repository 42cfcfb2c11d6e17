// Transposition of matrices of 8-bit and of 16-bit numbers.
#ifndef KAURI_COMMON_TRANSPOSE_H
#define KAURI_COMMON_TRANSPOSE_H

#include <stddef.h>
#include <stdint.h>

// Writes the transpose of `from`, a matrix of rows x columns whose rows begin from_step numbers
// apart, to `to`, a matrix of columns x rows whose rows begin to_step numbers apart: to[c][r] =
// from[r][c]. from_step is at least `columns` and to_step at least `rows`; the gaps between rows
// are neither read nor written. The two matrices must not overlap and need no alignment.
// Thread-safe.
void kauri_transpose8(const uint8_t *restrict from, size_t from_step, uint32_t rows,
                      uint32_t columns, uint8_t *restrict to, size_t to_step);
void kauri_transpose16(const uint16_t *restrict from, size_t from_step, uint32_t rows,
                       uint32_t columns, uint16_t *restrict to, size_t to_step);

#endif
