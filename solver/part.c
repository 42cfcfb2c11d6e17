#include "solver/part.h"

#include <stdlib.h>
#include <string.h>

void kauri_part_clear(struct kauri_part *part)
{
    free(part->blocks);
    free(part->numbers);
    free(part->stored_numbers);
    free(part->order);
    kauri_stored_blocks_clear(&part->stored);
    kauri_masks_clear(&part->masks);
    kauri_geometry_free(part->geometry);
    memset(part, 0, sizeof *part);
}
