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

#endif
