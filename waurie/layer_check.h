// Checks tables by evaluating the rules at the positions of a layer, one at a time and without any
// code of the solver. Every move leads to a lower layer or forward in a row (docs/WAURIE.md, W10),
// so if each position of layers 0 to n agrees with its moves, these layers are right.
#ifndef KAURI_WAURIE_LAYER_CHECK_H
#define KAURI_WAURIE_LAYER_CHECK_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/tables.h"

struct waurie_check_request {
    struct waurie_tables *tables; // with the layer and all below it, held or in files
    struct waurie_rules rules;    // of the tables
    unsigned pits;                // of the tables
    unsigned seeds;
    uint64_t sample; // check this many positions, chosen evenly; 0: all
    unsigned threads;
    const struct kauri_progress *progress; // may be NULL
};

// Checks a layer, and adds the number of positions checked to *checked; a sample may contain a
// position twice. Errors: KAURI_WRONG, naming a wrong position as text (waurie/waurie_notation.h)
// with South to move; KAURI_INTERRUPTED; KAURI_RESOURCE; those of
// waurie_tables_look_up.
enum kauri_status waurie_layer_check(const struct waurie_check_request *request, uint64_t *checked,
                                     struct kauri_error *error);

#endif
