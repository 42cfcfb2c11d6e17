#include "solver/table_parts.h"

#include "common/digest.h"
#include "db/compress.h"
#include "db/part_writer.h"
#include "db/table_layout.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = KAURI_STORE_COLUMNS };

// The beginning of a page as it is sent, which its compressed bytes follow.
struct sent_page {
    uint64_t page;
    uint32_t column;
    uint32_t size;
    uint32_t check;
    uint32_t reserved;
};

// A group that is ready to be written.
struct group_image {
    uint8_t *bytes;
    size_t size; // 0: another rank has it
    struct kauri_group group;
};

struct kauri_table_parts {
    const struct kauri_share *share;
    struct kauri_table_info info;
    struct kauri_part_writer *writer; // NULL after the commit
    bool one;
    uint64_t unit; // stored blocks
    uint64_t unit_pages;
    uint64_t end; // of the groups that were written
    struct kauri_outboxes boxes;
    struct kauri_sent sent;
    uint8_t **compressed; // by worker: a page
    // Pages [group * group_pages, ...) that are not written yet, by column; those that arrived in
    // earlier batches are kept.
    uint64_t group; // first group that is not complete
    uint64_t pages; // complete so far
    struct kauri_part_page *waiting[COLUMNS];
    uint64_t waiting_room;
    uint8_t *kept;
    // The batch.
    const struct kauri_store_batch *batch;
    uint8_t *const *columns;
    uint64_t unit_count; // units of it that this rank has
    uint64_t *digests;   // of runs of the batch, by unit and column
    struct group_image *images;
    uint64_t image_count;
};

static enum kauri_status out_of_memory(const struct kauri_table_parts *parts,
                                       struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for writing layer %u",
                      parts->share->layer.seeds);
}

uint64_t kauri_table_unit(const struct kauri_table_info *info, const struct kauri_layer *layer)
{
    return info->digest_entries / layer->cowrie_count;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// The rank that puts a group together.
static unsigned collector(const struct kauri_table_parts *parts, uint64_t group)
{
    const uint64_t unit = group * parts->info.columns[0].group_pages / parts->unit_pages;
    return parts->one ? 0 : (unsigned)(unit % parts->share->team->ranks);
}

static enum kauri_status prepare(struct kauri_table_parts *parts, unsigned threads,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    size_t most = 0;
    KAURI_TRY(kauri_outboxes_init(&parts->boxes, parts->share->team, threads, error));
    for (unsigned c = 0; c < COLUMNS; c++) {
        const size_t bytes = kauri_table_page_bytes(&parts->info, c, 0);
        most = bytes > most ? bytes : most;
    }
    parts->compressed = calloc(threads, sizeof *parts->compressed);
    if (parts->compressed == NULL) {
        return out_of_memory(parts, error);
    }
    for (unsigned i = 0; i < threads; i++) {
        parts->compressed[i] = malloc(kauri_compress_bound(most));
        if (parts->compressed[i] == NULL) {
            return out_of_memory(parts, error);
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_table_parts_new(const struct kauri_share *share,
                                        const struct kauri_workplace *place,
                                        const struct kauri_table_info *info, int level,
                                        unsigned threads, bool one, enum kauri_status status,
                                        struct kauri_table_parts **parts, struct kauri_error *error)
{
    const struct kauri_team *team = share->team;
    struct kauri_table_parts *made = calloc(1, sizeof *made);
    char file[NAME_MAX + 1] = "";
    *parts = NULL;
    if (status == KAURI_OK && made == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for writing layer %u",
                            share->layer.seeds);
    }
    if (status == KAURI_OK) {
        made->share = share;
        made->info = *info;
        made->one = one;
        made->unit = kauri_table_unit(info, &share->layer);
        made->unit_pages = info->digest_entries / info->columns[0].page_entries;
        made->unit_pages = made->unit_pages == 0 ? 1 : made->unit_pages;
        status = prepare(made, threads, error);
    }
    if (status == KAURI_OK && team->rank == 0) {
        status = kauri_part_create(place->folder, place->table, info, level, threads, &made->writer,
                                   error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    if (team->rank == 0) {
        (void)strncpy(file, kauri_part_file(made->writer), sizeof file - 1);
    }
    KAURI_TRY(kauri_team_tell(team, file, sizeof file, error));
    file[sizeof file - 1] = '\0';
    if (team->rank != 0) {
        status = kauri_part_join(place->folder, place->table, file, info, level, threads,
                                 &made->writer, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    made->end = kauri_part_begin(made->writer);
    *parts = made;
    made = NULL;
cleanup:
    kauri_table_parts_free(made);
    return status;
}

// ------------------------------------------------------------------------------------ compressing

// The number among all units, and the columns, of a unit of the batch that this rank has.
static uint64_t find_unit(const struct kauri_table_parts *parts, uint64_t index,
                          const uint8_t *numbers[COLUMNS])
{
    const struct kauri_store_batch *batch = parts->batch;
    const struct kauri_team *team = parts->share->team;
    const uint64_t place = index * parts->unit; // in blocks
    for (unsigned c = 0; c < COLUMNS; c++) {
        numbers[c] = parts->columns[c] + place * batch->block_bytes[c];
    }
    return parts->unit == 1 ? parts->share->stored_ranks[batch->own_first + index]
                            : batch->first / parts->unit + index * team->ranks + team->rank;
}

static enum kauri_status put_page(struct kauri_table_parts *parts, unsigned worker, unsigned column,
                                  uint64_t page, const uint8_t *numbers, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct sent_page head = {.page = page, .column = column};
    const unsigned rank = collector(parts, page / parts->info.columns[0].group_pages);
    struct kauri_outbox *box = kauri_outbox_of(&parts->boxes, worker, rank);
    KAURI_TRY(kauri_part_compress(parts->writer, worker, column, page, numbers,
                                  parts->compressed[worker], &head.size, &head.check, error));
    if (!kauri_outbox_room(box, sizeof head + (size_t)head.size + KAURI_OUTBOX_ALIGNMENT)) {
        return out_of_memory(parts, error);
    }
    memcpy(box->bytes + box->used, &head, sizeof head);
    memcpy(box->bytes + box->used + sizeof head, parts->compressed[worker], head.size);
    box->used += sizeof head + head.size;
    kauri_outbox_align(box);
cleanup:
    return status;
}

// One column of one unit.
static enum kauri_status compress_unit(void *context, unsigned worker, uint64_t index,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_table_parts *parts = context;
    const struct kauri_table_info *info = &parts->info;
    const uint8_t *numbers[COLUMNS];
    const unsigned c = (unsigned)(index % COLUMNS);
    const uint64_t unit = find_unit(parts, index / COLUMNS, numbers);
    const uint64_t left = info->entries - unit * info->digest_entries;
    const uint64_t entries = smaller(left, info->digest_entries);
    const size_t width = info->columns[c].width;
    const uint64_t end = smaller((unit + 1) * parts->unit_pages, kauri_table_page_count(info, c));
    const uint64_t at = unit - parts->batch->first / parts->unit;
    parts->digests[at * COLUMNS + c] = kauri_digest(numbers[c], (size_t)entries * width);
    for (uint64_t page = unit * parts->unit_pages; page < end; page++) {
        const uint64_t entry = (page - unit * parts->unit_pages) * info->columns[c].page_entries;
        KAURI_TRY(put_page(parts, worker, c, page, numbers[c] + entry * width, error));
    }
cleanup:
    return status;
}

// ------------------------------------------------------------------------------------- grouping

static enum kauri_status damaged(const struct kauri_table_parts *parts, unsigned rank,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT, "rank %u sent a page that layer %u does not have", rank,
                      parts->share->layer.seeds);
}

// Notes the pages that have arrived. `end`: pages of the table up to the end of the batch.
static enum kauri_status take_pages(struct kauri_table_parts *parts, uint64_t end,
                                    struct kauri_error *error)
{
    const struct kauri_team *team = parts->share->team;
    const uint32_t group_pages = parts->info.columns[0].group_pages;
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        const struct kauri_message *message = &parts->boxes.received[rank];
        const uint8_t *at = message->bytes;
        for (uint64_t left = message->size; left > 0;) {
            struct sent_page head;
            if (left < sizeof head) {
                return damaged(parts, rank, error);
            }
            memcpy(&head, at, sizeof head);
            const uint64_t whole =
                (sizeof head + (uint64_t)head.size + KAURI_OUTBOX_ALIGNMENT - 1) /
                KAURI_OUTBOX_ALIGNMENT * KAURI_OUTBOX_ALIGNMENT;
            if (whole > left || head.size == 0 || head.column >= COLUMNS ||
                head.page < parts->pages || head.page >= end ||
                head.size > kauri_compress_bound(
                                kauri_table_page_bytes(&parts->info, head.column, head.page)) ||
                collector(parts, head.page / group_pages) != team->rank) {
                return damaged(parts, rank, error);
            }
            struct kauri_part_page *page =
                &parts->waiting[head.column][head.page - parts->group * group_pages];
            if (page->size > 0) {
                return damaged(parts, rank, error);
            }
            *page = (struct kauri_part_page){
                .bytes = at + sizeof head, .size = head.size, .check = head.check};
            at += whole;
            left -= whole;
        }
    }
    return KAURI_OK;
}

// Makes room for the pages of the groups that are not complete, up to page `end`.
static enum kauri_status make_waiting_room(struct kauri_table_parts *parts, uint64_t end,
                                           struct kauri_error *error)
{
    const uint64_t begin = parts->group * parts->info.columns[0].group_pages;
    const uint64_t had = parts->pages - begin;
    const uint64_t wanted = end - begin;
    for (unsigned c = 0; c < COLUMNS; c++) {
        if (parts->waiting_room < wanted) {
            void *grown = realloc(parts->waiting[c], (size_t)wanted * sizeof *parts->waiting[c]);
            if (grown == NULL) {
                return out_of_memory(parts, error);
            }
            parts->waiting[c] = grown;
        }
        memset(parts->waiting[c] + had, 0, (size_t)(wanted - had) * sizeof *parts->waiting[c]);
    }
    parts->waiting_room = parts->waiting_room < wanted ? wanted : parts->waiting_room;
    return KAURI_OK;
}

// Makes one complete group, if it is this rank's.
static enum kauri_status make_image(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    (void)worker;
    struct kauri_table_parts *parts = context;
    const uint64_t group = parts->group + index / COLUMNS;
    const unsigned c = (unsigned)(index % COLUMNS);
    struct group_image *image = &parts->images[index];
    const struct kauri_part_page *pages =
        parts->waiting[c] + index / COLUMNS * parts->info.columns[c].group_pages;
    const uint32_t count = kauri_table_group_pages(&parts->info, c, group);
    if (collector(parts, group) != parts->share->team->rank) {
        return KAURI_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (pages[i].size == 0) {
            return kauri_fail(error, KAURI_CORRUPT, "a page of layer %u is missing",
                              parts->share->layer.seeds);
        }
    }
    image->size = (size_t)kauri_part_group_bytes(pages, count);
    image->bytes = malloc(image->size);
    if (image->bytes == NULL) {
        image->size = 0;
        return out_of_memory(parts, error);
    }
    image->group = kauri_part_group(pages, count, image->bytes);
    return KAURI_OK;
}

// Keeps the pages that wait for the rest of their group, which the next batch brings; the message
// that they came with goes.
static enum kauri_status keep_waiting(struct kauri_table_parts *parts, uint64_t complete,
                                      uint64_t end, struct kauri_error *error)
{
    const uint32_t group_pages = parts->info.columns[0].group_pages;
    const uint64_t first = (complete - parts->group) * group_pages;
    const uint64_t count = end > complete * group_pages ? end - complete * group_pages : 0;
    size_t bytes = 0;
    for (unsigned c = 0; c < COLUMNS; c++) {
        for (uint64_t i = 0; i < count; i++) {
            bytes += parts->waiting[c][first + i].size;
        }
    }
    uint8_t *kept = malloc(bytes + 1);
    if (kept == NULL) {
        return out_of_memory(parts, error);
    }
    uint8_t *to = kept;
    for (unsigned c = 0; c < COLUMNS; c++) {
        for (uint64_t i = 0; i < count; i++) {
            struct kauri_part_page page = parts->waiting[c][first + i];
            if (page.size > 0) {
                memcpy(to, page.bytes, page.size);
            }
            page.bytes = to;
            to += page.size;
            parts->waiting[c][i] = page;
        }
    }
    free(parts->kept);
    parts->kept = kept;
    return KAURI_OK;
}

// --------------------------------------------------------------------------------------- writing

// Tells all ranks the sizes of the complete groups, and rank 0 the digests; `numbers` has room for
// 2 of each image and one of each digest. Writes the own groups where they belong.
static enum kauri_status write_groups(struct kauri_table_parts *parts, uint64_t units,
                                      uint64_t *numbers, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    enum kauri_status own = KAURI_OK;
    const struct kauri_team *team = parts->share->team;
    uint64_t *digests = numbers + 2 * parts->image_count;
    for (uint64_t i = 0; i < parts->image_count; i++) {
        numbers[2 * i] = parts->images[i].group.bytes;
        numbers[2 * i + 1] = parts->images[i].group.trailer_digest;
    }
    memcpy(digests, parts->digests, (size_t)(units * COLUMNS) * sizeof *digests);
    // A number is not zero on one rank at most.
    KAURI_TRY(team->sum(team->context, numbers,
                        (unsigned)(2 * parts->image_count + units * COLUMNS), error));
    for (uint64_t i = 0; i < parts->image_count && own == KAURI_OK; i++) {
        const unsigned c = (unsigned)(i % COLUMNS);
        const uint64_t group = parts->group + i / COLUMNS;
        const struct kauri_group placed = {
            .offset = parts->end, .bytes = numbers[2 * i], .trailer_digest = numbers[2 * i + 1]};
        if (parts->images[i].size > 0) {
            own = kauri_part_write(parts->writer, placed.offset, parts->images[i].bytes,
                                   parts->images[i].size, error);
        }
        if (own == KAURI_OK && team->rank == 0) {
            own = kauri_part_note_group(parts->writer, c, &placed, error);
        }
        parts->end +=
            placed.bytes + kauri_trailer_bytes(kauri_table_group_pages(&parts->info, c, group));
    }
    for (uint64_t i = 0; team->rank == 0 && i < units * COLUMNS; i++) {
        kauri_part_note_run(parts->writer, (unsigned)(i % COLUMNS), digests[i]);
    }
    status = kauri_team_agree(team, own, error);
cleanup:
    return status;
}

static void free_images(struct kauri_table_parts *parts)
{
    for (uint64_t i = 0; parts->images != NULL && i < parts->image_count; i++) {
        free(parts->images[i].bytes);
    }
    free(parts->images);
    parts->images = NULL;
    parts->image_count = 0;
}

enum kauri_status kauri_table_parts_add(struct kauri_table_parts *parts,
                                        const struct kauri_store_batch *batch,
                                        uint8_t *const columns[], struct kauri_pace *pace,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_share *share = parts->share;
    const struct kauri_team *team = share->team;
    const struct kauri_table_info *info = &parts->info;
    const uint64_t units = (batch->count + parts->unit - 1) / parts->unit;
    const uint64_t blocks = parts->unit == 1 ? batch->own_count : kauri_store_taken(share, batch);
    const uint64_t all_pages = kauri_table_page_count(info, 0);
    const uint64_t end =
        smaller((batch->first / parts->unit + units) * parts->unit_pages, all_pages);
    const uint64_t complete =
        end == all_pages ? kauri_table_group_count(info, 0) : end / info->columns[0].group_pages;
    uint64_t *numbers = NULL;
    parts->batch = batch;
    parts->columns = columns;
    parts->image_count = (complete - parts->group) * COLUMNS;
    parts->images = calloc((size_t)parts->image_count + 1, sizeof *parts->images);
    parts->digests = calloc((size_t)units * COLUMNS + 1, sizeof *parts->digests);
    numbers = calloc((size_t)(2 * parts->image_count + units * COLUMNS) + 1, sizeof *numbers);
    if (parts->images == NULL || parts->digests == NULL || numbers == NULL) {
        status = out_of_memory(parts, error);
    }
    if (status == KAURI_OK) {
        status = make_waiting_room(parts, end, error);
    }
    if (status == KAURI_OK) {
        const uint64_t count = (blocks + parts->unit - 1) / parts->unit * COLUMNS;
        status = kauri_pace_for(pace, count, blocks * share->layer.cowrie_count, compress_unit,
                                parts, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    KAURI_TRY(kauri_outboxes_swap(&parts->boxes, &parts->sent, error));
    status = take_pages(parts, end, error);
    if (status == KAURI_OK) {
        status = kauri_pace_for(pace, parts->image_count, blocks * share->layer.cowrie_count,
                                make_image, parts, error);
    }
    if (status == KAURI_OK) {
        status = keep_waiting(parts, complete, end, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    KAURI_TRY(write_groups(parts, units, numbers, error));
    parts->group = complete;
    parts->pages = end;
cleanup:
    free_images(parts);
    free(parts->digests);
    parts->digests = NULL;
    free(numbers);
    return status;
}

// Adds up the surveys of all ranks.
static enum kauri_status sum_surveys(const struct kauri_team *team, struct kauri_survey *survey,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t maximum[KAURI_COLUMNS_MAX];
    KAURI_TRY(team->sum(team->context, survey->counts, survey->count_count, error));
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        maximum[c] = survey->maximum[c];
    }
    KAURI_TRY(team->greatest(team->context, maximum, KAURI_COLUMNS_MAX, error));
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        survey->maximum[c] = (uint32_t)maximum[c];
    }
cleanup:
    return status;
}

enum kauri_status kauri_table_parts_commit(struct kauri_table_parts *parts,
                                           const struct kauri_totals *totals,
                                           struct kauri_certificate *certificate,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = parts->share->team;
    KAURI_TRY(sum_surveys(team, kauri_part_survey(parts->writer), error));
    KAURI_TRY(kauri_team_agree(team, kauri_part_sync(parts->writer, error), error));
    if (team->rank == 0) {
        status = kauri_part_commit(parts->writer, parts->end, totals, certificate, error);
        parts->writer = NULL;
    }
    status = kauri_team_agree(team, status, error);
cleanup:
    return status;
}

struct kauri_sent kauri_table_parts_sent(const struct kauri_table_parts *parts)
{
    return parts->sent;
}

void kauri_table_parts_free(struct kauri_table_parts *parts)
{
    if (parts == NULL) {
        return;
    }
    kauri_part_free(parts->writer);
    for (unsigned i = 0; parts->compressed != NULL && i < parts->boxes.threads; i++) {
        free(parts->compressed[i]);
    }
    free(parts->compressed);
    kauri_outboxes_clear(&parts->boxes);
    for (unsigned c = 0; c < COLUMNS; c++) {
        free(parts->waiting[c]);
    }
    free(parts->kept);
    free_images(parts);
    free(parts);
}
