// What runs that were killed left in a folder.
#ifndef KAURI_WAURIE_SOLVER_LEFTOVERS_H
#define KAURI_WAURIE_SOLVER_LEFTOVERS_H

#include "waurie/pits.h"

// Removes the temporary files (common/output.h) of tables of this board and these rules. The caller
// holds the folder's lock (db/lock.h), so nobody is writing them. Errors are ignored.
void waurie_leftovers_remove(const char *folder, const struct waurie_rules *rules, unsigned pits);

#endif
