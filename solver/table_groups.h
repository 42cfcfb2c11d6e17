// The groups of pages that this rank puts together for a table (solver/table_parts.h).
//
// All ranks go through the groups in step, batch by batch: after each batch they know which groups
// are complete. Pages of a group that a later batch completes are kept until then.
#ifndef KAURI_SOLVER_TABLE_GROUPS_H
#define KAURI_SOLVER_TABLE_GROUPS_H

#include "common/loop.h"
#include "db/part_writer.h"
#include "solver/sent_pages.h"

#include <stddef.h>
#include <stdint.h>

// A group that is ready to be written.
struct kauri_group_image {
    uint8_t *bytes;
    size_t size;              // 0: another rank has it
    struct kauri_group group; // its offset is not known yet
};

// Zero at first; the caller sets the plan. To be cleared in any case.
struct kauri_table_groups {
    const struct kauri_page_plan *plan; // must outlive it
    uint64_t group;                     // first group of this batch: complete so far
    uint64_t pages;                     // pages of the table up to the end of the last batch
    // The batch: groups that it completes, those of all columns one after the other.
    uint64_t complete; // end of these groups
    uint64_t end;      // end of the pages
    struct kauri_group_image *images;
    uint64_t image_count;
    // Pages [group * group_pages, ...), by column.
    struct kauri_part_page *waiting[KAURI_STORE_COLUMNS];
    uint64_t waiting_room;
    uint8_t *kept; // bytes of those that arrived in earlier batches
};

// Begins a batch that ends with stored block `end` of the layer: prepares groups->images without
// their groups. KAURI_RESOURCE.
enum kauri_status kauri_table_groups_begin(struct kauri_table_groups *groups, uint64_t end,
                                           struct kauri_error *error);

// Takes the pages of the batch, in messages from each rank, and makes the complete groups of this
// rank. `positions` is the length of the loop for the pace. KAURI_RESOURCE, KAURI_CORRUPT for a
// message that no rank sends, KAURI_INTERRUPTED.
enum kauri_status kauri_table_groups_take(struct kauri_table_groups *groups,
                                          const struct kauri_message *received, uint64_t positions,
                                          struct kauri_pace *pace, struct kauri_error *error);

// Ends the batch, whose groups were written, and frees them.
void kauri_table_groups_end(struct kauri_table_groups *groups);

// Accepts a zeroed struct.
void kauri_table_groups_clear(struct kauri_table_groups *groups);

#endif
