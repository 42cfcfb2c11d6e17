// The convention of the tables: the rules that they follow and the meaning of their columns. The
// solver writes tables that follow it, and every reader of values requires it.
#ifndef KAURI_INDEXER_CONVENTION_H
#define KAURI_INDEXER_CONVENTION_H

// Identity of the rules and of convention R10 (unlimited play counts as net 0, and as a draw in the
// cowrie phase). The readers that share nothing with this program repeat it:
// scripts/reader/read-table and tests/witness/witness.c.
#define KAURI_RULES_IDENTITY "kauri-r1-r10;unlimited=0"

// The columns: r, and dtc in plies (0 where r = 0, and in layer 0 where the player to move has
// already lost).
//
// CONTRIBUTING.md lists what a further column takes. Tables with more than two bytes for a position
// are written more slowly (solver/store.c).
enum { KAURI_COLUMN_R, KAURI_COLUMN_DTC, KAURI_COLUMNS };

#define KAURI_COLUMN_R_NAME   "r"
#define KAURI_COLUMN_DTC_NAME "dtc"

// The description of the table of `layer` (a struct kauri_layer *), as initialisers of a struct
// kauri_table_info. A macro, because indexer/ may not include the headers of db/. The writer of the
// table adds the widths of the columns, the page size and the name of the program.
#define KAURI_CONVENTION_TABLE(layer)                                                              \
    .holes = (layer)->shape.holes, .cowries = (layer)->shape.cowries, .seeds = (layer)->seeds,     \
    .positions = (layer)->positions, .rules = KAURI_RULES_IDENTITY, .column_count = KAURI_COLUMNS, \
    .columns = {                                                                                   \
        [KAURI_COLUMN_R] = {.name = KAURI_COLUMN_R_NAME, .bias = -(3 * (layer)->seeds + 1)},       \
        [KAURI_COLUMN_DTC] = {.name = KAURI_COLUMN_DTC_NAME},                                      \
    }

#endif
