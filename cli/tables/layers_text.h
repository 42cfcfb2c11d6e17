// The layers of a folder as text for people.
#ifndef KAURI_CLI_TABLES_LAYERS_TEXT_H
#define KAURI_CLI_TABLES_LAYERS_TEXT_H

#include "cli/tables/layer_summary.h"
#include "common/string_buffer.h"

// In all of these, lines take at most `columns` columns (0: any number), as in cli/fitted_text.h.

// Adds three lines that hold for all tables: the board, the rules and the convention R10.
void kauri_text_board(struct kauri_string *out, const struct kauri_table_info *info, int columns);

// Adds the answer of `stats` without its head, and of `solve`, which also gives the speed: a table
// of the layers and the number of positions of each value r.
void kauri_text_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed, int columns);

// Adds the answer of `info`: `count` layers that are sound, of `files` tables in the folder.
void kauri_text_info(struct kauri_string *out, const char *folder,
                     const struct kauri_layer_summary *layers, size_t count, size_t files,
                     int columns);

#endif
