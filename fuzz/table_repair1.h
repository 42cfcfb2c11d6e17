// Repairs an altered table file of version 1, so that fuzzing gets past its checksums.
#ifndef KAURI_FUZZ_TABLE_REPAIR1_H
#define KAURI_FUZZ_TABLE_REPAIR1_H

#include <stddef.h>
#include <stdint.h>

// Sets the digests of pages, index, certificate and header (docs/FORMAT.md, appendix A) as far as
// the parts lie inside the `size` bytes. The bits of `layout` say which of the numbers that follow
// from others are set as well, so that a longer or shorter file, or one with other pages, can still
// be read: 1 the size of the file, 2 the place of the certificate, 4 the number of pages, 8 the
// offsets of the pages.
void fuzz_table_repair1(uint8_t *bytes, size_t size, unsigned layout);

#endif
