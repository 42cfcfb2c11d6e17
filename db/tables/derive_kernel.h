// The inner loops of kauri_deriver_segment, in two builds of the same source
// (db/tables/derive_kernel_body.h). kauri_deriver_new chooses one of them.
//
// Implemented in derive_portable.c and derive_avx2.c.
#ifndef KAURI_DB_TABLES_DERIVE_KERNEL_H
#define KAURI_DB_TABLES_DERIVE_KERNEL_H

#include "db/tables/derive_block.h"

#include <stdint.h>

// Opponent's rows with ranks first .. first + count - 1, which a move leads to the ranks to ..
// to + count - 1.
struct kauri_derive_run {
    uint16_t first;
    uint16_t count;
    uint16_t to;
    uint16_t source; // number, among the sources, of the block that the move leads to
    int16_t gain;    // 3 * net captures
};

// A run of one row. Most runs are that short, and take less time without an inner loop.
struct kauri_derive_step {
    uint16_t first;
    uint16_t to;
};

// A move of one hole with k cowries, against the opponent's rows with equally many cowries.
struct kauri_derive_paths {
    const struct kauri_derive_run *quiet; // runs of quiet moves, all to the same source
    const struct kauri_derive_run *captures;
    const struct kauri_derive_step *steps; // steps of quiet moves
    uint32_t quiet_count;
    uint32_t capture_count;
    uint32_t step_count;
    uint16_t source; // source of the quiet moves
};

// Raises result[rank], by rank of the opponent's row, to what the move is worth. `place` is the
// first place of the successors' segment in their blocks.
typedef void kauri_derive_raise(void *result, const struct kauri_derive_paths *paths,
                                const struct kauri_derive_source *sources, uint32_t place);

// Sets result[0 .. count - 1] to what a pass to `values` is worth, or to less than any value.
typedef void kauri_derive_pass(void *result, const void *values, uint32_t count);
typedef void kauri_derive_clear(void *result, uint32_t count);

struct kauri_derive_kernel {
    kauri_derive_raise *raise[KAURI_DERIVE_FORMS];
    kauri_derive_pass *pass[KAURI_DERIVE_FORMS];
    kauri_derive_clear *clear[KAURI_DERIVE_FORMS];
};

extern const struct kauri_derive_kernel kauri_derive_portable;
#if defined __x86_64__
extern const struct kauri_derive_kernel kauri_derive_avx2; // for processors with AVX2
#endif

#endif
