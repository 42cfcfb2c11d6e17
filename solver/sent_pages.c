#include "solver/sent_pages.h"

#include "common/digest.h"
#include "db/compress.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = KAURI_STORE_COLUMNS };

struct kauri_sent_pages {
    const struct kauri_page_plan *plan;
    unsigned threads;
    struct kauri_outboxes boxes;
    struct kauri_sent sent;
    uint8_t **compressed; // by worker: a page
    // The batch.
    struct kauri_part_writer *writer;
    const struct kauri_store_batch *batch;
    uint8_t *const *columns;
    uint64_t *digests; // by unit and column
};

enum kauri_status kauri_sent_pages_new(const struct kauri_page_plan *plan, unsigned threads,
                                       struct kauri_sent_pages **pages, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_sent_pages *made = calloc(1, sizeof *made);
    size_t most = 0;
    *pages = NULL;
    if (made == NULL) {
        return kauri_layer_out_of_memory(&plan->share->layer, "writing", error);
    }
    made->plan = plan;
    made->threads = threads;
    KAURI_TRY(kauri_outboxes_init(&made->boxes, plan->share->team, threads, error));
    for (unsigned c = 0; c < COLUMNS; c++) {
        const size_t bytes = kauri_table_page_bytes(&plan->info, c, 0);
        most = bytes > most ? bytes : most;
    }
    made->compressed = calloc(threads, sizeof *made->compressed);
    bool enough = made->compressed != NULL;
    for (unsigned i = 0; enough && i < threads; i++) {
        made->compressed[i] = malloc(kauri_compress_bound(most));
        enough = made->compressed[i] != NULL;
    }
    if (!enough) {
        status = kauri_layer_out_of_memory(&plan->share->layer, "writing", error);
        goto cleanup;
    }
    *pages = made;
    made = NULL;
cleanup:
    kauri_sent_pages_free(made);
    return status;
}

void kauri_sent_pages_free(struct kauri_sent_pages *pages)
{
    if (pages == NULL) {
        return;
    }
    for (unsigned i = 0; pages->compressed != NULL && i < pages->threads; i++) {
        free(pages->compressed[i]);
    }
    free(pages->compressed);
    kauri_outboxes_clear(&pages->boxes);
    free(pages);
}

// The number among all units, and the columns, of a unit of the batch that this rank has.
static uint64_t find_unit(const struct kauri_sent_pages *pages, uint64_t index,
                          const uint8_t *numbers[COLUMNS])
{
    const struct kauri_page_plan *plan = pages->plan;
    const struct kauri_store_batch *batch = pages->batch;
    const struct kauri_team *team = plan->share->team;
    const uint64_t place = index * plan->unit; // in blocks
    for (unsigned c = 0; c < COLUMNS; c++) {
        numbers[c] = pages->columns[c] + place * batch->block_bytes[c];
    }
    return plan->unit == 1 ? plan->share->stored_ranks[batch->own_first + index]
                           : batch->first / plan->unit + index * team->ranks + team->rank;
}

static enum kauri_status put_page(struct kauri_sent_pages *pages, unsigned worker, unsigned column,
                                  uint64_t page, const uint8_t *numbers, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_page_plan *plan = pages->plan;
    struct kauri_sent_page head = {.page = page, .column = column};
    const unsigned rank = kauri_page_collector(plan, page / plan->info.columns[0].group_pages);
    struct kauri_outbox *box = kauri_outbox_of(&pages->boxes, worker, rank);
    KAURI_TRY(kauri_part_compress(pages->writer, worker, column, page, numbers,
                                  pages->compressed[worker], &head.size, &head.check, error));
    if (!kauri_outbox_room(box, sizeof head + (size_t)head.size + KAURI_OUTBOX_ALIGNMENT)) {
        return kauri_layer_out_of_memory(&plan->share->layer, "writing", error);
    }
    memcpy(box->bytes + box->used, &head, sizeof head);
    memcpy(box->bytes + box->used + sizeof head, pages->compressed[worker], head.size);
    box->used += sizeof head + head.size;
    kauri_outbox_align(box);
cleanup:
    return status;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// One column of one unit.
static enum kauri_status compress_unit(void *context, unsigned worker, uint64_t index,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_sent_pages *pages = context;
    const struct kauri_page_plan *plan = pages->plan;
    const struct kauri_table_info *info = &plan->info;
    const uint8_t *numbers[COLUMNS];
    const unsigned c = (unsigned)(index % COLUMNS);
    const uint64_t unit = find_unit(pages, index / COLUMNS, numbers);
    const uint64_t left = info->entries - unit * info->digest_entries;
    const uint64_t entries = smaller(left, info->digest_entries);
    const size_t width = info->columns[c].width;
    const uint64_t end = smaller((unit + 1) * plan->unit_pages, kauri_table_page_count(info, c));
    const uint64_t at = unit - pages->batch->first / plan->unit;
    pages->digests[at * COLUMNS + c] = kauri_digest(numbers[c], (size_t)entries * width);
    for (uint64_t page = unit * plan->unit_pages; page < end; page++) {
        const uint64_t entry = (page - unit * plan->unit_pages) * info->columns[c].page_entries;
        KAURI_TRY(put_page(pages, worker, c, page, numbers[c] + entry * width, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_sent_pages_compress(struct kauri_sent_pages *pages,
                                            struct kauri_part_writer *writer,
                                            const struct kauri_store_batch *batch,
                                            uint8_t *const columns[], uint64_t *digests,
                                            struct kauri_pace *pace, struct kauri_error *error)
{
    const struct kauri_page_plan *plan = pages->plan;
    const uint64_t blocks = kauri_page_plan_blocks(plan, batch);
    const uint64_t units = (blocks + plan->unit - 1) / plan->unit;
    pages->writer = writer;
    pages->batch = batch;
    pages->columns = columns;
    pages->digests = digests;
    const struct kauri_loop loop = {.pace = pace,
                                    .count = units * COLUMNS,
                                    .positions = blocks * plan->share->layer.cowrie_count};
    return kauri_loop(&loop, compress_unit, pages, error);
}

enum kauri_status kauri_sent_pages_swap(struct kauri_sent_pages *pages,
                                        const struct kauri_message **received,
                                        struct kauri_error *error)
{
    *received = pages->boxes.received;
    return kauri_outboxes_swap(&pages->boxes, &pages->sent, error);
}

struct kauri_sent kauri_sent_pages_sent(const struct kauri_sent_pages *pages)
{
    return pages->sent;
}
