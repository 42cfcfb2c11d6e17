// Searches for the move that is missing in a record.
#ifndef KAURI_RECORDS_REPAIR_H
#define KAURI_RECORDS_REPAIR_H

#include "records/record.h"

enum {
    KAURI_REPAIR_LISTED_MAX = 8,
    KAURI_REPAIR_PLIES_MAX = 2000, // longer records are not searched
};

// A move that makes the record legal when it is inserted before ply number `place`.
struct kauri_repair_choice {
    size_t place;
    struct kauri_ply ply; // with its number; `joined` if the opponent passes before it
};

// The result of a search. Among the choices that make the record legal, the best are those that
// agree best with what is written (records/replay.h); there may be several.
struct kauri_repair_choices {
    bool searched;                                            // false: the record is too long
    unsigned legal;                                           // number of legal choices
    unsigned fitting;                                         // number of the best choices
    struct kauri_repair_choice best[KAURI_REPAIR_LISTED_MAX]; // the first of them
};

// Tries every legal move at every place up to `broken`, the ply that cannot be played. before[i],
// for i = 0..broken, is the position before ply i, or before the pass that precedes it if there is
// one. The time is proportional to broken times the number of plies. Thread-safe, no allocation.
void kauri_repair_search(const struct kauri_record *record, const struct kauri_position *before,
                         size_t broken, struct kauri_repair_choices *choices);

#endif
