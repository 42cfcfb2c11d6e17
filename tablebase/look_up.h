// Values of single positions. The public functions are kauri_probe_value, kauri_probe_value_cached
// and kauri_probe_r (kauri/kauri.h); those here take an index.
//
// A stored position needs one page of r, and one of dtc. A derived position needs those of its
// successors: first the ones that are in the cache, and as few of the others as possible, because a
// move that cannot beat the best one so far need not be looked up.
//
// Thread-safe.
#ifndef KAURI_TABLEBASE_LOOK_UP_H
#define KAURI_TABLEBASE_LOOK_UP_H

#include "tablebase/tablebase.h"

// The value of a position by its index. A stored value is returned as it is stored, even if no
// position can have it. Errors: those of kauri_tablebase_layer; KAURI_CORRUPT for a damaged page;
// for a derived position those of look-ups in the layers below; KAURI_INTERNAL for an index beyond
// the end of the layer.
enum kauri_status kauri_tablebase_stored(struct kauri_tablebase *tablebase, unsigned seeds,
                                         uint64_t index, struct kauri_value *value,
                                         struct kauri_error *error);

// The value of a position of an open layer by its index, which must be in range. Errors: as above,
// and KAURI_CORRUPT for a value that no position of the layer can have.
enum kauri_status kauri_tablebase_value(struct kauri_tablebase *tablebase,
                                        const struct kauri_tablebase_layer *layer, uint64_t index,
                                        struct kauri_value *value, struct kauri_error *error);

#endif
