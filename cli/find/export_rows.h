// The columns and rows that `kauri export` writes, as CSV or in NumPy's format .npy.
//
// CSV begins with a line of names. A .npy file is one of version 1.0: an array with a row for each
// position, little-endian; of several columns, a structured array with a field for each.
#ifndef KAURI_CLI_FIND_EXPORT_ROWS_H
#define KAURI_CLI_FIND_EXPORT_ROWS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum kauri_export_column {
    KAURI_EXPORT_INDEX,   // in the layer: 8 bytes
    KAURI_EXPORT_R,       // 2 bytes, signed
    KAURI_EXPORT_DTC,     // 2 bytes; 0 where r is 0
    KAURI_EXPORT_NET,     // 1 byte, signed
    KAURI_EXPORT_SEEDS,   // a byte for each hole, the mover's first
    KAURI_EXPORT_COWRIES, // the same
    KAURI_EXPORT_COLUMNS
};

struct kauri_export_format {
    bool npy;
    unsigned count; // of columns, at least 1
    enum kauri_export_column columns[KAURI_EXPORT_COLUMNS];
};

// Reads names of columns, separated by commas. KAURI_USAGE for an unknown or repeated one.
enum kauri_status kauri_export_columns_parse(const char *names, struct kauri_export_format *format,
                                             struct kauri_error *error);

// Whether dtc is one of the columns.
bool kauri_export_has_dtc(const struct kauri_export_format *format);

// The most bytes that the header takes.
enum { KAURI_EXPORT_HEADER_BYTES = 1024 };

// Writes what precedes `rows` rows to `bytes`. Returns the number of bytes.
size_t kauri_export_header(const struct kauri_export_format *format,
                           const struct kauri_layer *layer, uint64_t rows,
                           uint8_t bytes[KAURI_EXPORT_HEADER_BYTES]);

// The most bytes that a row takes.
enum { KAURI_EXPORT_ROW_BYTES = 160 };

// Writes the rows of positions first .. first + count - 1 to `bytes`, which has room for count *
// KAURI_EXPORT_ROW_BYTES. `dtc` may be NULL if it is not one of the columns. Returns the number of
// bytes. Thread-safe.
size_t kauri_export_rows(const struct kauri_export_format *format, const struct kauri_layer *layer,
                         uint64_t first, size_t count, const int16_t *r, const uint16_t *dtc,
                         uint8_t *bytes);

#endif
