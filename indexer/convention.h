// What the columns of the tables mean: written by the solver, required by the queries.
#ifndef KAURI_INDEXER_CONVENTION_H
#define KAURI_INDEXER_CONVENTION_H

// Identity of the rules and of the convention R10 (unlimited play: net 0, cowrie phase a draw).
#define KAURI_RULES_IDENTITY "kauri-r1-r10;unlimited=0"

// Column 0 holds r, column 1 dtc in plies (0 where r = 0, and in layer 0 where the mover has lost).
#define KAURI_COLUMN_R   0
#define KAURI_COLUMN_DTC 1

#define KAURI_COLUMN_R_NAME   "r"
#define KAURI_COLUMN_DTC_NAME "dtc"

// What the table of a layer (a struct kauri_layer *) says of itself: initialisers of the struct
// kauri_table_info of db/, which this folder must not include. Whoever writes the table adds the
// widths of the columns, the block size and the program.
#define KAURI_CONVENTION_TABLE(layer)                                                              \
    .holes = (layer)->shape.holes, .cowries = (layer)->shape.cowries, .seeds = (layer)->seeds,     \
    .positions = (layer)->positions, .rules = KAURI_RULES_IDENTITY, .column_count = 2,             \
    .columns = {                                                                                   \
        [KAURI_COLUMN_R] = {.name = KAURI_COLUMN_R_NAME, .bias = -(3 * (layer)->seeds + 1)},       \
        [KAURI_COLUMN_DTC] = {.name = KAURI_COLUMN_DTC_NAME},                                      \
    }

#endif
