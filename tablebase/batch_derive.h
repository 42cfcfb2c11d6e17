// The steps of a batch that derive values and hand out results (tablebase/batch_window.h).
#ifndef KAURI_TABLEBASE_BATCH_DERIVE_H
#define KAURI_TABLEBASE_BATCH_DERIVE_H

#include "tablebase/batch_window.h"

// Derives r of all derived positions, whose successors have been read, and adds the distances that
// decide their dtc to what the parts want. Returns false without memory.
bool kauri_batch_derive(struct kauri_batch_window *window);

// Derives dtc, once these distances have been read, and hands out the results of all items.
void kauri_batch_finish(struct kauri_batch_window *window);

#endif
