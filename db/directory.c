#include "db/directory.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/decompress.h"
#include "db/table.h"

#include <stdlib.h>

enum {
    AT_OFFSET = 0,
    AT_BYTES = 8,
    AT_TRAILER_DIGEST = 16,
    AT_END = 0, // offset in an entry of the trailer
    AT_CHECK = 4,
    CHUNK_GROUPS = 1 << 15, // groups that are read and checked at a time
};

void kauri_group_store(uint8_t *directory, uint64_t number, const struct kauri_group *group)
{
    uint8_t *to = directory + number * KAURI_DIRECTORY_GROUP_BYTES;
    kauri_store_u64(to + AT_OFFSET, group->offset);
    kauri_store_u64(to + AT_BYTES, group->bytes);
    kauri_store_u64(to + AT_TRAILER_DIGEST, group->trailer_digest);
}

struct kauri_group kauri_group_load(const uint8_t *directory, uint64_t number)
{
    const uint8_t *from = directory + number * KAURI_DIRECTORY_GROUP_BYTES;
    return (struct kauri_group){
        .offset = kauri_load_u64(from + AT_OFFSET),
        .bytes = kauri_load_u64(from + AT_BYTES),
        .trailer_digest = kauri_load_u64(from + AT_TRAILER_DIGEST),
    };
}

void kauri_directory_seal(uint8_t *directory, uint64_t groups)
{
    const size_t size = (size_t)(groups * KAURI_DIRECTORY_GROUP_BYTES);
    kauri_store_u64(directory + size, kauri_digest(directory, size));
}

void kauri_trailer_page_store(uint8_t *trailer, uint32_t number, uint32_t end, uint32_t check)
{
    uint8_t *to = trailer + (size_t)number * KAURI_TRAILER_PAGE_BYTES;
    kauri_store_u32(to + AT_END, end);
    kauri_store_u32(to + AT_CHECK, check);
}

struct kauri_trailer_page kauri_trailer_page_load(const uint8_t *trailer, uint32_t number)
{
    const uint8_t *from = trailer + (size_t)number * KAURI_TRAILER_PAGE_BYTES;
    return (struct kauri_trailer_page){
        .begin = number == 0 ? 0 : kauri_load_u32(from - KAURI_TRAILER_PAGE_BYTES + AT_END),
        .end = kauri_load_u32(from + AT_END),
        .check = kauri_load_u32(from + AT_CHECK),
    };
}

const char *kauri_trailer_fault(const struct kauri_table_info *info, unsigned column,
                                uint64_t number, const struct kauri_group *group,
                                const uint8_t *trailer)
{
    const uint32_t pages = kauri_table_group_pages(info, column, number);
    const uint64_t first = number * info->columns[column].group_pages;
    if (kauri_digest(trailer, kauri_trailer_bytes(pages)) != group->trailer_digest) {
        return "the checksum of the trailer is wrong";
    }
    uint32_t end = 0;
    for (uint32_t i = 0; i < pages; i++) {
        const struct kauri_trailer_page page = kauri_trailer_page_load(trailer, i);
        const size_t maximum =
            kauri_compress_bound(kauri_table_page_bytes(info, column, first + i));
        if (page.end <= page.begin || page.end - page.begin > maximum) {
            return "a page has a size out of range";
        }
        end = page.end;
    }
    return end == group->bytes ? NULL : "the pages do not end where the trailer begins";
}

// The most bytes that the compressed pages of a group can have.
static uint64_t group_bound(const struct kauri_table_info *info, unsigned column, uint64_t number)
{
    const uint32_t pages = kauri_table_group_pages(info, column, number);
    const uint64_t last = number * info->columns[column].group_pages + pages - 1;
    // All pages but the last of the group are full.
    return (uint64_t)(pages - 1) * kauri_compress_bound(kauri_table_page_bytes(info, column, 0)) +
           kauri_compress_bound(kauri_table_page_bytes(info, column, last));
}

// Checks groups [first, last) of a column. *end is the end of the group before them, or of the part
// before the groups, and is moved to the end of their last group.
static const char *groups_fault(const struct kauri_header *header, const uint8_t *directory,
                                unsigned column, uint64_t first, uint64_t last, uint64_t *end,
                                uint64_t *where)
{
    for (uint64_t number = first; number < last; number++) {
        const struct kauri_group group = kauri_group_load(directory, number);
        const uint32_t pages = kauri_table_group_pages(&header->info, column, number);
        const uint64_t whole = header->directory_offset[0] - *end; // bytes left for groups
        *where = number;
        if (group.offset < *end || group.offset - *end > whole) {
            return "lies outside its place";
        }
        if (group.bytes < pages || group.bytes > group_bound(&header->info, column, number)) {
            return "has a size out of range";
        }
        const uint64_t left = header->directory_offset[0] - group.offset;
        if (group.bytes > left || kauri_trailer_bytes(pages) > left - group.bytes) {
            return "reaches into the directories";
        }
        *end = group.offset + group.bytes + kauri_trailer_bytes(pages);
    }
    return NULL;
}

static enum kauri_status read_directory(struct kauri_table_file *file,
                                        const struct kauri_header *header, unsigned column,
                                        uint8_t **directory, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    const uint64_t groups = kauri_table_group_count(&header->info, column);
    const uint64_t offset = header->directory_offset[column];
    uint64_t bytes = 0;
    size_t size = 0;
    uint64_t end = kauri_header_groups_offset(header);
    uint8_t *read = NULL;
    // The header was checked against the size of the file, so this cannot be more than the file.
    if (!kauri_directory_bytes(groups, &bytes) || !kauri_checked_size(bytes, &size) ||
        (read = malloc(size)) == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for the directories", path);
    }
    // Reads in portions, so that a huge sparse file is refused after the first one, before more of
    // the memory is touched.
    for (uint64_t first = 0; first < groups;) {
        const uint64_t rest = groups - first;
        const uint64_t last = first + (rest < CHUNK_GROUPS ? rest : CHUNK_GROUPS);
        const uint64_t at = first * KAURI_DIRECTORY_GROUP_BYTES;
        uint64_t where = 0;
        KAURI_TRY(kauri_table_file_read(file, offset + at, read + at,
                                        (size_t)((last - first) * KAURI_DIRECTORY_GROUP_BYTES),
                                        KAURI_READ_INDEX, error));
        const char *fault = groups_fault(header, read, column, first, last, &end, &where);
        if (fault != NULL) {
            KAURI_TRY(kauri_fail(
                error, KAURI_CORRUPT, "%s is damaged: in the directory of %s, group %llu %s", path,
                header->info.columns[column].name, (unsigned long long)where, fault));
        }
        first = last;
    }
    size -= KAURI_PART_CHECKSUM_BYTES;
    KAURI_TRY(kauri_table_file_read(file, offset + size, read + size, KAURI_PART_CHECKSUM_BYTES,
                                    KAURI_READ_INDEX, error));
    if (kauri_load_u64(read + size) != kauri_digest(read, size)) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT,
                             "%s is damaged: the checksum of a directory is wrong", path));
    }
    *directory = read;
    read = NULL;
cleanup:
    free(read);
    return status;
}

// Returns whether the groups of all columns lie one after the other, without gaps, from the end of
// the dictionaries to the first directory.
static bool groups_fill(const struct kauri_header *header, uint8_t *const *directories)
{
    const struct kauri_table_info *info = &header->info;
    uint64_t next[KAURI_COLUMNS_MAX] = {0};
    uint64_t end = kauri_header_groups_offset(header);
    for (unsigned c = 0; c < info->column_count;) {
        if (next[c] == kauri_table_group_count(info, c)) {
            c++;
            continue;
        }
        const struct kauri_group group = kauri_group_load(directories[c], next[c]);
        if (group.offset != end) {
            c++;
            continue;
        }
        end += group.bytes + kauri_trailer_bytes(kauri_table_group_pages(info, c, next[c]));
        next[c]++;
        c = 0; // any column may be next
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        if (next[c] != kauri_table_group_count(info, c)) {
            return false;
        }
    }
    return end == header->directory_offset[0];
}

enum kauri_status kauri_directories_read(struct kauri_table_file *file,
                                         const struct kauri_header *header,
                                         uint8_t *directories[KAURI_COLUMNS_MAX],
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        directories[c] = NULL;
    }
    for (unsigned c = 0; c < header->info.column_count; c++) {
        KAURI_TRY(read_directory(file, header, c, &directories[c], error));
    }
    if (!groups_fill(header, directories)) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s is damaged: there are gaps between the groups, or they overlap",
                            kauri_table_file_path(file));
    }
cleanup:
    for (unsigned c = 0; status != KAURI_OK && c < KAURI_COLUMNS_MAX; c++) {
        free(directories[c]);
        directories[c] = NULL;
    }
    return status;
}
