#include "db/earlier_groups.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"
#include "db/directory.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

enum { WINDOW_BYTES = 4 << 20, PLACES_ROOM_FIRST = 64 };

struct earlier_place {
    uint64_t offset;
    uint64_t bytes; // of the pages; the trailer follows
};

struct column_groups {
    struct earlier_place *places;
    uint64_t count;
    uint64_t room;
    uint8_t *ends; // of the pages of the group that is being read: u32 each
};

struct kauri_earlier_groups {
    struct kauri_output *output;
    const struct kauri_table_info *info;
    struct column_groups columns[KAURI_COLUMNS_MAX];
};

// A window on the file that moves forward.
struct window {
    struct kauri_output *output;
    uint64_t file_bytes;
    uint64_t offset; // in the file, of the first byte that was not taken
    uint8_t *bytes;
    size_t room;
    size_t begin, end; // of the bytes read and not taken
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for an unfinished table");
}

// Makes the next `wanted` bytes, or all that are left, available: from window->bytes +
// window->begin on.
static enum kauri_status look(struct window *window, size_t wanted, size_t *available,
                              struct kauri_error *error)
{
    const uint64_t left = window->file_bytes - window->offset;
    wanted = wanted < left ? wanted : (size_t)left;
    if (window->end - window->begin < wanted) {
        memmove(window->bytes, window->bytes + window->begin, window->end - window->begin);
        window->end -= window->begin;
        window->begin = 0;
        const uint64_t unread = left - window->end;
        const size_t space = window->room - window->end;
        const size_t size = unread < space ? (size_t)unread : space;
        const enum kauri_status status = kauri_output_read_at(
            window->output, window->offset + window->end, window->bytes + window->end, size, error);
        if (status != KAURI_OK) {
            return status;
        }
        window->end += size;
    }
    *available = wanted;
    return KAURI_OK;
}

static void take(struct window *window, size_t size)
{
    window->begin += size;
    window->offset += size;
}

// The column whose next group is the next one in the file; column_count after the last group.
static unsigned next_column(const struct kauri_earlier_groups *groups)
{
    const struct kauri_table_info *info = groups->info;
    unsigned next = info->column_count;
    uint64_t least = UINT64_MAX;
    for (unsigned c = 0; c < info->column_count; c++) {
        const struct kauri_column *column = &info->columns[c];
        const uint64_t group = (uint64_t)column->page_entries * column->group_pages;
        const uint64_t number = groups->columns[c].count;
        if (number < kauri_table_group_count(info, c)) {
            const bool last = number + 1 == kauri_table_group_count(info, c);
            const uint64_t end = last ? info->entries : (number + 1) * group;
            next = end < least ? c : next;
            least = end < least ? end : least;
        }
    }
    return next;
}

static bool make_room(struct column_groups *column)
{
    if (column->count < column->room) {
        return true;
    }
    const uint64_t room = column->room == 0 ? PLACES_ROOM_FIRST : 2 * column->room;
    struct earlier_place *moved = realloc(column->places, (size_t)room * sizeof *moved);
    if (moved == NULL) {
        return false;
    }
    column->places = moved;
    column->room = room;
    return true;
}

// Reads the next group of a column and notes it if it is intact.
static enum kauri_status read_group(struct kauri_earlier_groups *groups, struct window *window,
                                    unsigned c, bool *intact, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = groups->info;
    struct column_groups *column = &groups->columns[c];
    const uint64_t first = column->count * info->columns[c].group_pages;
    const uint32_t pages = kauri_table_group_pages(info, c, column->count);
    const size_t trailer_bytes = kauri_trailer_bytes(pages);
    const struct earlier_place place = {.offset = window->offset};
    struct kauri_digester *digester = NULL;
    size_t available = 0;
    *intact = false;
    KAURI_TRY(kauri_digester_new(&digester, error));
    for (uint32_t i = 0; i < pages; i++) {
        const size_t bound = kauri_compress_bound(kauri_table_page_bytes(info, c, first + i));
        KAURI_TRY(look(window, bound, &available, error));
        const size_t size = kauri_compressed_bytes(window->bytes + window->begin, available);
        if (size == 0) {
            goto cleanup;
        }
        kauri_digester_add(digester, window->bytes + window->begin, size);
        take(window, size);
        kauri_store_u32(column->ends + (size_t)i * sizeof(uint32_t),
                        (uint32_t)(window->offset - place.offset));
    }
    KAURI_TRY(look(window, trailer_bytes, &available, error));
    const uint8_t *trailer = window->bytes + window->begin;
    if (available < trailer_bytes ||
        kauri_load_u64(trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES) !=
            kauri_digester_result(digester)) {
        goto cleanup;
    }
    for (uint32_t i = 0; i < pages; i++) {
        if (kauri_trailer_page_load(trailer, i).end !=
            kauri_load_u32(column->ends + (size_t)i * sizeof(uint32_t))) {
            goto cleanup;
        }
    }
    if (!make_room(column)) {
        status = out_of_memory(error);
        goto cleanup;
    }
    column->places[column->count] = place;
    column->places[column->count].bytes = window->offset - place.offset;
    column->count++;
    take(window, trailer_bytes);
    *intact = true;
cleanup:
    kauri_digester_free(digester);
    return status;
}

enum kauri_status kauri_earlier_groups_find(struct kauri_output *output, uint64_t file_bytes,
                                            uint64_t offset, const struct kauri_table_info *info,
                                            struct kauri_earlier_groups **groups,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct window window = {.output = output, .file_bytes = file_bytes, .offset = offset};
    bool intact = offset < file_bytes;
    *groups = NULL;
    struct kauri_earlier_groups *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return out_of_memory(error);
    }
    made->output = output;
    made->info = info;
    for (unsigned c = 0; c < info->column_count; c++) {
        const size_t page = kauri_compress_bound(kauri_table_page_bytes(info, c, 0));
        const size_t trailer = kauri_trailer_bytes(kauri_table_group_pages(info, c, 0));
        made->columns[c].ends = malloc(trailer);
        window.room = page > window.room ? page : window.room;
        window.room = trailer > window.room ? trailer : window.room;
        if (made->columns[c].ends == NULL) {
            status = out_of_memory(error);
            goto cleanup;
        }
    }
    window.room = window.room < WINDOW_BYTES ? WINDOW_BYTES : window.room;
    window.bytes = malloc(window.room);
    if (window.bytes == NULL) {
        status = out_of_memory(error);
        goto cleanup;
    }
    for (unsigned c = next_column(made); intact && c < info->column_count; c = next_column(made)) {
        KAURI_TRY(read_group(made, &window, c, &intact, error));
    }
    *groups = made;
    made = NULL;
cleanup:
    free(window.bytes);
    kauri_earlier_groups_free(made);
    return status;
}

void kauri_earlier_groups_free(struct kauri_earlier_groups *groups)
{
    if (groups == NULL) {
        return;
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        free(groups->columns[c].places);
        free(groups->columns[c].ends);
    }
    free(groups);
}

enum kauri_status kauri_earlier_groups_page(const struct kauri_earlier_groups *groups,
                                            unsigned column, uint64_t page, uint64_t *offset,
                                            size_t *size, struct kauri_error *error)
{
    const struct column_groups *of = &groups->columns[column];
    const uint32_t group_pages = groups->info->columns[column].group_pages;
    const uint64_t number = page / group_pages;
    const uint32_t page_in_group = (uint32_t)(page % group_pages);
    *offset = 0;
    *size = 0;
    if (number >= of->count) {
        return KAURI_OK;
    }
    // In the trailer, the page before this one, for its end, and this one.
    uint8_t trailer[2 * KAURI_TRAILER_PAGE_BYTES] = {0};
    const struct earlier_place *place = &of->places[number];
    const uint32_t before = page_in_group > 0 ? 1 : 0;
    const enum kauri_status status = kauri_output_read_at(
        groups->output,
        place->offset + place->bytes + (page_in_group - before) * KAURI_TRAILER_PAGE_BYTES, trailer,
        (1 + (size_t)before) * KAURI_TRAILER_PAGE_BYTES, error);
    if (status != KAURI_OK) {
        return status;
    }
    const struct kauri_trailer_page at = kauri_trailer_page_load(trailer, before);
    const size_t bound = kauri_compress_bound(kauri_table_page_bytes(groups->info, column, page));
    // The file may have been written over since, if a page before this one was replaced.
    if (at.begin < at.end && at.end <= place->bytes && at.end - at.begin <= bound) {
        *offset = place->offset + at.begin;
        *size = at.end - at.begin;
    }
    return KAURI_OK;
}
