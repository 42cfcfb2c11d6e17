#include "solver/table_groups.h"

#include "db/compress.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = KAURI_STORE_COLUMNS };

static enum kauri_status damaged(const struct kauri_table_groups *groups, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT, "rank %u sent a page that layer %u does not have", rank,
                      groups->plan->share->layer.seeds);
}

// Makes room for the pages of the groups that are not complete.
static enum kauri_status make_waiting_room(struct kauri_table_groups *groups,
                                           struct kauri_error *error)
{
    const uint64_t begin = groups->group * groups->plan->info.columns[0].group_pages;
    const uint64_t had = groups->pages - begin;
    const uint64_t wanted = groups->end - begin;
    for (unsigned c = 0; c < COLUMNS; c++) {
        if (groups->waiting_room < wanted) {
            void *grown = realloc(groups->waiting[c], (size_t)wanted * sizeof *groups->waiting[c]);
            if (grown == NULL) {
                return kauri_layer_out_of_memory(&groups->plan->share->layer, "writing", error);
            }
            groups->waiting[c] = grown;
        }
        memset(groups->waiting[c] + had, 0, (size_t)(wanted - had) * sizeof *groups->waiting[c]);
    }
    groups->waiting_room = groups->waiting_room < wanted ? wanted : groups->waiting_room;
    return KAURI_OK;
}

enum kauri_status kauri_table_groups_begin(struct kauri_table_groups *groups, uint64_t end,
                                           struct kauri_error *error)
{
    const struct kauri_page_plan *plan = groups->plan;
    const struct kauri_table_info *info = &plan->info;
    const uint64_t all_pages = kauri_table_page_count(info, 0);
    const uint64_t end_page = (end + plan->unit - 1) / plan->unit * plan->unit_pages;
    groups->end = end_page < all_pages ? end_page : all_pages;
    groups->complete = groups->end == all_pages ? kauri_table_group_count(info, 0)
                                                : groups->end / info->columns[0].group_pages;
    groups->image_count = (groups->complete - groups->group) * COLUMNS;
    groups->images = calloc((size_t)groups->image_count + 1, sizeof *groups->images);
    return groups->images != NULL
               ? make_waiting_room(groups, error)
               : kauri_layer_out_of_memory(&groups->plan->share->layer, "writing", error);
}

// Notes the pages that have arrived.
static enum kauri_status take_pages(struct kauri_table_groups *groups,
                                    const struct kauri_message *received, struct kauri_error *error)
{
    const struct kauri_page_plan *plan = groups->plan;
    const struct kauri_team *team = plan->share->team;
    const uint32_t group_pages = plan->info.columns[0].group_pages;
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        const uint8_t *at = received[rank].bytes;
        for (uint64_t left = received[rank].size; left > 0;) {
            struct kauri_sent_page head;
            if (left < sizeof head) {
                return damaged(groups, rank, error);
            }
            memcpy(&head, at, sizeof head);
            const uint64_t whole = kauri_outbox_aligned(sizeof head + (uint64_t)head.size);
            if (whole > left || head.size == 0 || head.column >= COLUMNS ||
                head.page < groups->pages || head.page >= groups->end ||
                head.size > kauri_compress_bound(
                                kauri_table_page_bytes(&plan->info, head.column, head.page)) ||
                kauri_page_collector(plan, head.page / group_pages) != team->rank) {
                return damaged(groups, rank, error);
            }
            struct kauri_part_page *page =
                &groups->waiting[head.column][head.page - groups->group * group_pages];
            if (page->size > 0) {
                return damaged(groups, rank, error);
            }
            *page = (struct kauri_part_page){
                .bytes = at + sizeof head, .size = head.size, .check = head.check};
            at += whole;
            left -= whole;
        }
    }
    return KAURI_OK;
}

// Makes one complete group, if it is this rank's.
static enum kauri_status make_image(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    (void)worker;
    struct kauri_table_groups *groups = context;
    const struct kauri_page_plan *plan = groups->plan;
    const uint64_t group = groups->group + index / COLUMNS;
    const unsigned c = (unsigned)(index % COLUMNS);
    struct kauri_group_image *image = &groups->images[index];
    const struct kauri_part_page *pages =
        groups->waiting[c] + index / COLUMNS * plan->info.columns[c].group_pages;
    const uint32_t count = kauri_table_group_pages(&plan->info, c, group);
    if (kauri_page_collector(plan, group) != plan->share->team->rank) {
        return KAURI_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (pages[i].size == 0) {
            return kauri_fail(error, KAURI_CORRUPT, "a page of layer %u is missing",
                              plan->share->layer.seeds);
        }
    }
    image->size = (size_t)kauri_part_group_bytes(pages, count);
    image->bytes = malloc(image->size);
    if (image->bytes == NULL) {
        image->size = 0;
        return kauri_layer_out_of_memory(&groups->plan->share->layer, "writing", error);
    }
    image->group = kauri_part_group(pages, count, image->bytes);
    return KAURI_OK;
}

// Keeps the pages that wait for the rest of their group; the message that they came with goes.
static enum kauri_status keep_waiting(struct kauri_table_groups *groups, struct kauri_error *error)
{
    const uint32_t group_pages = groups->plan->info.columns[0].group_pages;
    const uint64_t first = (groups->complete - groups->group) * group_pages;
    const uint64_t begin = groups->complete * group_pages;
    const uint64_t count = groups->end > begin ? groups->end - begin : 0;
    size_t bytes = 0;
    for (unsigned c = 0; c < COLUMNS; c++) {
        for (uint64_t i = 0; i < count; i++) {
            bytes += groups->waiting[c][first + i].size;
        }
    }
    uint8_t *kept = malloc(bytes + 1);
    if (kept == NULL) {
        return kauri_layer_out_of_memory(&groups->plan->share->layer, "writing", error);
    }
    uint8_t *to = kept;
    for (unsigned c = 0; c < COLUMNS; c++) {
        for (uint64_t i = 0; i < count; i++) {
            struct kauri_part_page page = groups->waiting[c][first + i];
            if (page.size > 0) {
                memcpy(to, page.bytes, page.size);
            }
            page.bytes = to;
            to += page.size;
            groups->waiting[c][i] = page;
        }
    }
    free(groups->kept);
    groups->kept = kept;
    return KAURI_OK;
}

enum kauri_status kauri_table_groups_take(struct kauri_table_groups *groups,
                                          const struct kauri_message *received, uint64_t positions,
                                          struct kauri_pace *pace, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(take_pages(groups, received, error));
    const struct kauri_loop loop = {
        .pace = pace, .count = groups->image_count, .positions = positions + groups->image_count};
    KAURI_TRY(kauri_loop(&loop, make_image, groups, error));
    KAURI_TRY(keep_waiting(groups, error));
cleanup:
    return status;
}

static void free_images(struct kauri_table_groups *groups)
{
    for (uint64_t i = 0; groups->images != NULL && i < groups->image_count; i++) {
        free(groups->images[i].bytes);
    }
    free(groups->images);
    groups->images = NULL;
    groups->image_count = 0;
}

void kauri_table_groups_end(struct kauri_table_groups *groups)
{
    free_images(groups);
    groups->group = groups->complete;
    groups->pages = groups->end;
}

void kauri_table_groups_clear(struct kauri_table_groups *groups)
{
    free_images(groups);
    for (unsigned c = 0; c < COLUMNS; c++) {
        free(groups->waiting[c]);
    }
    free(groups->kept);
    memset(groups, 0, sizeof *groups);
}
