// What kauri pack prints.
//
// Implemented in pack_json.c and pack_text.c.
#ifndef KAURI_CLI_TABLES_PACK_VIEW_H
#define KAURI_CLI_TABLES_PACK_VIEW_H

#include "common/string_buffer.h"
#include "tablebase/pack.h"

struct kauri_pack_view {
    const char *from, *into; // folders
    struct kauri_shape shape;
    size_t count; // layers, ascending
    unsigned seeds[KAURI_SEEDS_MAX + 1];
    struct kauri_pack_result results[KAURI_SEEDS_MAX + 1];
};

// Lines take at most `columns` columns (0: any number), as in cli/fitted_text.h.
void kauri_pack_text(struct kauri_string *out, const struct kauri_pack_view *view, int columns);
// The object of docs/JSON.md, "pack".
void kauri_pack_json(struct kauri_string *out, const struct kauri_pack_view *view);

#endif
