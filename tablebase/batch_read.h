// The steps of a batch that read: stored numbers, page by page (tablebase/batch_window.h).
#ifndef KAURI_TABLEBASE_BATCH_READ_H
#define KAURI_TABLEBASE_BATCH_READ_H

#include "tablebase/batch_window.h"

// Reads what all parts want into window->slots, so that each page is decoded once, and leaves
// nothing wanted. Returns false without memory.
bool kauri_batch_read(struct kauri_batch_window *window);

#endif
