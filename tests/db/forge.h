// Tables for tests: written to a temporary folder, read as bytes, altered, and given correct
// checksums again.
#ifndef KAURI_TESTS_DB_FORGE_H
#define KAURI_TESTS_DB_FORGE_H

#include "tests/temporary.h"

#include "db/table.h"

#include <stddef.h>
#include <stdint.h>

#define FORGE_PATH_BYTES 256

enum { FORGE_GROUP_PAGES = 3 }; // pages of a group in the tables that forge_info describes

const char *forge_path(char path[FORGE_PATH_BYTES], const char *folder, const char *name);

// A table of `columns` columns whose widths are the digits of `widths` (12: widths 1, 2).
struct kauri_table_info forge_info(unsigned seeds, uint64_t positions, uint32_t page_entries,
                                   unsigned widths);
// The stored number of an entry, a function of the info, the column and the entry.
uint16_t forge_number(const struct kauri_table_info *info, unsigned column, uint64_t entry);
// The entries [first, first + entries) of one column as the writer wants them; free with free().
uint8_t *forge_column(const struct kauri_table_info *info, unsigned column, uint64_t first,
                      uint64_t entries);

// Writes the table, `portion` entries at a time.
enum kauri_status forge_write(const char *path, const struct kauri_table_info *info,
                              unsigned threads, uint64_t portion,
                              struct kauri_certificate *certificate, struct kauri_error *error);

// Corrects the checksum of a part after it was altered (offsets as in docs/reference/FORMAT.md).
void forge_seal_header(uint8_t *bytes);
void forge_seal_directories(uint8_t *bytes, size_t size);
void forge_seal_certificate(uint8_t *bytes); // takes the size from the header
// The digests of the group's pages and of its trailer; the sizes in the trailer must be right.
void forge_seal_group(uint8_t *bytes, size_t size, unsigned column, uint64_t group);

// The file with a compressed page replaced and all checksums corrected, except that of the decoded
// page, which is unknown; free with free().
uint8_t *forge_replace(const uint8_t *bytes, size_t size, unsigned column, uint64_t page,
                       const uint8_t *compressed, size_t compressed_size, size_t *made_size);

// Opens the table and reads all its pages: KAURI_OK if no fault is found.
enum kauri_status forge_check(const char *path, struct kauri_error *error);
// Opens the table and compares all checksums.
enum kauri_status forge_check_bytes(const char *path, struct kauri_error *error);

#endif
