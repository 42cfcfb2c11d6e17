// Checks the positions of a layer of tables. The threads and the progress are those of
// the tables.
#ifndef KAURI_WAURIE_LAYER_CHECK_H
#define KAURI_WAURIE_LAYER_CHECK_H

#include "waurie/tables.h"

// Checks a layer by evaluating the rules at its positions, one at a time and without any code of
// the solver. Every move leads to a lower layer or forward in a row (docs/guide/WAURIE.md, W10), so
// if each position of layers 0 to n agrees with its moves, these layers are right. `sample` is the
// number of positions to check, chosen evenly, perhaps with repetitions; 0: all, and the layer must
// be held. Adds the number of positions checked to *checked. Errors: KAURI_WRONG, naming a wrong
// position as text (waurie/waurie_position.h) with South to move; KAURI_INTERRUPTED;
// KAURI_RESOURCE; those of waurie_tables_look_up.
enum kauri_status waurie_layer_check(struct waurie_tables *tables, unsigned seeds, uint64_t sample,
                                     uint64_t *checked, struct kauri_error *error);

#endif
