// Repairs an altered table file, so that fuzzing gets past its checksums.
#ifndef KAURI_TESTS_FUZZ_TABLE_REPAIR_H
#define KAURI_TESTS_FUZZ_TABLE_REPAIR_H

#include <stddef.h>
#include <stdint.h>

// Sets the digests of dictionaries, pages, trailers, directories, certificate and header
// (docs/reference/FORMAT.md) as far as the parts lie inside the `size` bytes. The bits of `layout`
// say which of the numbers that follow from others are set as well, so that a longer or shorter
// file, or one with other pages, can still be read: 1 the size of the file, 2 the places of the
// directories but the first, and of the certificate, 4 the number of entries if every position is
// one, 8 the offsets of the groups, as if each column followed the one before it.
void fuzz_table_repair(uint8_t *bytes, size_t size, unsigned layout);

#endif
