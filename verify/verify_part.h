// The findings of a part of a layer, and the file that holds them.
//
// The blocks of a layer can be verified independently of one another, so several machines can share
// a layer, with no connection but the folder of the tables. Each verifies one of N parts and leaves
// its findings; verify/verify_parts.h adds them up. A part is a run of the blocks in the order of
// kauri_verify_units_order; where the table has several blocks in a unit, the unit belongs to the
// part of its first block. A layer whose distances are long is evaluated position by position, and
// a part is a run of the index.
//
// The file is a chunk file (db/chunk_file.h) with the magic number KAURIVFY; docs/FORMAT.md,
// appendix A, describes it. Checksums find damage, not deceit, as in all files of this program.
#ifndef KAURI_VERIFY_VERIFY_PART_H
#define KAURI_VERIFY_VERIFY_PART_H

#include "common/status.h"
#include "indexer/layer.h"
#include "verify/verify_result.h"
#include "verify/verify_summary.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_VERIFY_PARTS_MAX = 65536 }; // of a layer

struct kauri_verify_part {
    struct kauri_shape shape;
    unsigned seeds;                       // the layer
    uint32_t part, parts;                 // part 1 .. parts of `parts`
    bool blockwise;                       // block by block, not position by position
    uint64_t tables[KAURI_SEEDS_MAX + 1]; // digests of layers 0 .. seeds in their certificates
    uint64_t checked;                     // positions whose equations were evaluated
    uint64_t wrong;                       // positions whose equations do not hold
    uint64_t first_wrong;                 // lowest index of these
    double seconds;
    struct kauri_verify_tally tally;
    struct kauri_verify_work work;
    uint64_t digest_count; // of all its units, in the order of checking
    uint64_t *digests;     // owned; NULL if there are none
};

// Frees what the findings own. Accepts a zeroed struct.
void kauri_verify_part_clear(struct kauri_verify_part *part);

// Writes the findings into a file, which replaces an existing one when it is complete. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_verify_part_write(const struct kauri_verify_part *part, const char *path,
                                          struct kauri_error *error);

// Reads such a file of the layer; *part is to be cleared, also after a failure. All numbers are
// within their bounds then: parts up to KAURI_VERIFY_PARTS_MAX, counts up to the positions of the
// layer, and no more counted than checked. Errors: KAURI_MISSING; KAURI_CORRUPT if the file is no
// such file, damaged, or of another layer, board or rules; KAURI_RESOURCE.
enum kauri_status kauri_verify_part_read(const char *path, const struct kauri_layer *layer,
                                         struct kauri_verify_part *part, struct kauri_error *error);

#endif
