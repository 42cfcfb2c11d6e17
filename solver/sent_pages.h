// The pages of a table on their way between the ranks of a team (solver/table_parts.h): each rank
// compresses the pages whose entries it has, and sends them to the ranks that put their groups
// together (solver/table_groups.h).
//
// A message is a sequence of pages, in any order. Each is a head and its compressed bytes, and
// begins at a multiple of KAURI_OUTBOX_ALIGNMENT.
#ifndef KAURI_SOLVER_SENT_PAGES_H
#define KAURI_SOLVER_SENT_PAGES_H

#include "common/loop.h"
#include "db/part_writer.h"
#include "solver/outbox.h"
#include "solver/store_columns.h"

#include <stdbool.h>
#include <stdint.h>

// The head of a page, which `size` compressed bytes follow.
struct kauri_sent_page {
    uint64_t page; // of its column
    uint32_t column;
    uint32_t size; // at least 1
    uint32_t check;
    uint32_t reserved;
};

// Which ranks deal with which pages of a table; both columns have equally many.
struct kauri_page_plan {
    const struct kauri_share *share; // of a team
    struct kauri_table_info info;
    uint64_t unit;       // stored blocks in a unit (solver/store_columns.h)
    uint64_t unit_pages; // pages of a column in a unit
    bool one;            // rank 0 puts all groups together
};

// The rank that puts a group together: the one that has the unit of its first page.
static inline unsigned kauri_page_collector(const struct kauri_page_plan *plan, uint64_t group)
{
    const uint64_t unit = group * plan->info.columns[0].group_pages / plan->unit_pages;
    return plan->one ? 0 : (unsigned)(unit % plan->share->team->ranks);
}

// Number of stored blocks of a batch whose entries this rank compresses.
static inline uint64_t kauri_page_plan_blocks(const struct kauri_page_plan *plan,
                                              const struct kauri_store_batch *batch)
{
    return plan->unit == 1 ? batch->own_count : kauri_store_taken(plan->share, batch);
}

struct kauri_sent_pages;

// For workers 0 .. threads - 1. The plan must outlive it. KAURI_RESOURCE.
enum kauri_status kauri_sent_pages_new(const struct kauri_page_plan *plan, unsigned threads,
                                       struct kauri_sent_pages **pages, struct kauri_error *error);
// Accepts NULL.
void kauri_sent_pages_free(struct kauri_sent_pages *pages);

// Compresses the pages of a batch whose entries this rank has, in columns[c] as for
// kauri_table_parts_add. The digest of column c of the batch's unit u goes to
// digests[u * KAURI_STORE_COLUMNS + c]; those of units of other ranks are left alone.
// KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status kauri_sent_pages_compress(struct kauri_sent_pages *pages,
                                            struct kauri_part_writer *writer,
                                            const struct kauri_store_batch *batch,
                                            uint8_t *const columns[], uint64_t *digests,
                                            struct kauri_pace *pace, struct kauri_error *error);

// Sends the compressed pages. (*received)[i] becomes what rank i sent to this rank; it stays until
// the next call. Collective. Fails only if the connection does.
enum kauri_status kauri_sent_pages_swap(struct kauri_sent_pages *pages,
                                        const struct kauri_message **received,
                                        struct kauri_error *error);

// What this rank has sent.
struct kauri_sent kauri_sent_pages_sent(const struct kauri_sent_pages *pages);

#endif
