// First step of a batch: from items to slots, edges and wanted numbers (tablebase/batch_window.h).
#ifndef KAURI_TABLEBASE_BATCH_EXPAND_H
#define KAURI_TABLEBASE_BATCH_EXPAND_H

#include "tablebase/batch_window.h"

// Expands all items, each part in its own arrays. Returns false without memory.
bool kauri_batch_expand(struct kauri_batch_window *window);

#endif
