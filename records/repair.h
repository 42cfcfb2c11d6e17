// Looking for the move that is missing in a record.
#ifndef KAURI_RECORDS_REPAIR_H
#define KAURI_RECORDS_REPAIR_H

#include "records/record.h"

enum { KAURI_REPAIR_LISTED_MAX = 8 };

// A move that makes the record legal when it is put before its ply number `place`.
struct kauri_repair_choice {
    size_t place;
    struct kauri_ply ply; // with its number; `joined` when the opponent passes before it
};

// The choices that fit best, equally well among themselves.
struct kauri_repair_choices {
    bool searched;                                            // false: the record is too long
    unsigned legal;                                           // choices that make the record legal
    unsigned fitting;                                         // of these, the best
    struct kauri_repair_choice best[KAURI_REPAIR_LISTED_MAX]; // the first of the best
};

enum { KAURI_REPAIR_PLIES_MAX = 2000 };

// Searches all places up to `broken`, the ply that cannot be played, and all legal moves there.
// `before` holds the positions before each ply up to and including that one (before a pass).
// Time grows with the square of the plies; beyond KAURI_REPAIR_PLIES_MAX nothing is searched.
// Thread-safe, no allocation.
void kauri_repair_search(const struct kauri_record *record, const struct kauri_position *before,
                         size_t broken, struct kauri_repair_choices *choices);

#endif
