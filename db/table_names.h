// File names of tables, and the tables that a folder holds according to its file names.
#ifndef KAURI_DB_TABLE_NAMES_H
#define KAURI_DB_TABLE_NAMES_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

// Longest file name of a table (without its folder), with the final zero.
#define KAURI_TABLE_NAME_BYTES 64

// The numbers in the file name of a table, each 0..65535.
struct kauri_table_key {
    unsigned holes;   // holes in a row
    unsigned cowries; // cowries on the board
    unsigned seeds;   // number of the layer
};

// Writes the file name of a layer and returns `name`: "kauri-6x12-03.kauri" is layer 3 for 6 holes
// in a row and 12 cowries.
const char *kauri_table_name(unsigned holes, unsigned cowries, unsigned seeds,
                             char name[KAURI_TABLE_NAME_BYTES]);

// Returns whether this is the file name of some layer.
bool kauri_table_name_is(const char *name);

// Returns "<folder>/<name of the layer>", which the caller frees; NULL when out of memory.
char *kauri_table_path(const char *folder, unsigned holes, unsigned cowries, unsigned seeds);

// Lists the tables of a folder of `source` by their file names, in ascending order of holes,
// cowries and seeds. No file is opened, and files with other names are ignored. The caller frees
// *keys with free(); it is NULL when there are none. Errors: KAURI_MISSING when the folder does not
// exist, KAURI_RESOURCE.
enum kauri_status kauri_table_names_list(const struct kauri_source *source, const char *folder,
                                         struct kauri_table_key **keys, size_t *count,
                                         struct kauri_error *error);

#endif
