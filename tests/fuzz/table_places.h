// Places in the file of a table (docs/reference/FORMAT.md), for code that changes bytes of it. They
// are written down apart from db/, so that a slip there does not go unnoticed.
#ifndef KAURI_TESTS_FUZZ_TABLE_PLACES_H
#define KAURI_TESTS_FUZZ_TABLE_PLACES_H

enum {
    VERSION = 8,
    HEADER_BYTES = 12,
    COLUMN_COUNT = 22,
    DERIVATION = 24,
    DIGEST_ENTRIES = 28,
    POSITIONS = 32,
    ENTRIES = 40,
    CERTIFICATE_OFFSET = 48,
    FILE_BYTES = 56,
    RULES = 72,
    PROGRAM = 136,
    COLUMNS = 200,
    COLUMN_BYTES = 48,
    HEADER_CHECKSUM = 504,
    // Offsets from the beginning of a column.
    WIDTH = 8,
    CODEC = 9,
    BIAS = 12,
    PAGE_ENTRIES = 16,
    GROUP_PAGES = 20,
    DICTIONARY_BYTES = 24,
    DICTIONARY_OFFSET = 32,
    DIRECTORY_OFFSET = 40,
    // Offsets from the beginning of the certificate.
    COLUMN_DIGESTS = 8,
};

#endif
