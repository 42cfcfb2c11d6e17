// File names of tables, and which tables a folder holds by its names.
#ifndef KAURI_DB_TABLE_NAMES_H
#define KAURI_DB_TABLE_NAMES_H

#include "common/status.h"

#include <stddef.h>

// Longest file name of a table (without its folder), with the final zero.
#define KAURI_TABLE_NAME_BYTES 64

// What a file name says of its table, each 0..65535.
struct kauri_table_key {
    unsigned holes;   // in a row
    unsigned cowries; // on the board
    unsigned seeds;   // the layer
};

// File name of a layer: "kauri-6x12-03.kauri" is layer 3 for 6 holes in a row and 12 cowries.
const char *kauri_table_name(unsigned holes, unsigned cowries, unsigned seeds,
                             char name[KAURI_TABLE_NAME_BYTES]);

// "<folder>/<name of the layer>"; the caller frees it. NULL when out of memory.
char *kauri_table_path(const char *folder, unsigned holes, unsigned cowries, unsigned seeds);

// The tables of a folder by their names, ascending by holes, cowries and seeds; no file is opened,
// and files of other names are left alone. *keys is then the caller's, to be freed with free(); it
// is NULL when there are none. KAURI_MISSING when the folder is not there, KAURI_RESOURCE.
enum kauri_status kauri_table_names_list(const char *folder, struct kauri_table_key **keys,
                                         size_t *count, struct kauri_error *error);

#endif
