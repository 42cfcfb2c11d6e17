#include "db/group_writer.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/directory.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

enum { DIRECTORY_ROOM_FIRST = 64, PAGES_ROOM_FIRST = 1 << 16 };

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for writing a table");
}

enum kauri_status kauri_group_writer_init(struct kauri_group_writer *writer,
                                          const struct kauri_table_info *info, unsigned column,
                                          struct kauri_error *error)
{
    *writer = (struct kauri_group_writer){
        .info = info,
        .column = column,
        .trailer = malloc(kauri_trailer_bytes(kauri_table_group_pages(info, column, 0))),
    };
    return writer->trailer != NULL ? KAURI_OK : out_of_memory(error);
}

void kauri_group_writer_clear(struct kauri_group_writer *writer)
{
    free(writer->pages);
    free(writer->trailer);
    free(writer->directory);
    *writer = (struct kauri_group_writer){.info = NULL};
}

// Makes room for `size` more compressed bytes.
static bool make_pages_room(struct kauri_group_writer *writer, size_t size)
{
    size_t room = writer->pages_room == 0 ? PAGES_ROOM_FIRST : writer->pages_room;
    while (room - writer->pages_bytes < size) {
        room *= 2;
    }
    if (room > writer->pages_room) {
        uint8_t *moved = realloc(writer->pages, room);
        if (moved == NULL) {
            return false;
        }
        writer->pages = moved;
        writer->pages_room = room;
    }
    return true;
}

// Makes room for one more group in the directory, and for its checksum.
static bool make_directory_room(struct kauri_group_writer *writer)
{
    uint64_t bytes = 0;
    size_t size = 0;
    if (writer->groups < writer->directory_room) {
        return true;
    }
    const uint64_t room =
        writer->directory_room == 0 ? DIRECTORY_ROOM_FIRST : 2 * writer->directory_room;
    if (!kauri_directory_bytes(room, &bytes) || !kauri_checked_size(bytes, &size)) {
        return false;
    }
    uint8_t *moved = realloc(writer->directory, size);
    if (moved == NULL) {
        return false;
    }
    writer->directory = moved;
    writer->directory_room = room;
    return true;
}

static enum kauri_status write_group(struct kauri_group_writer *writer, struct kauri_output *output,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t trailer_bytes = kauri_trailer_bytes(writer->group_pages);
    if (!make_directory_room(writer)) {
        return out_of_memory(error);
    }
    kauri_store_u64(writer->trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES,
                    kauri_digest(writer->pages, writer->pages_bytes));
    const struct kauri_group group = {
        .offset = kauri_output_size(output),
        .bytes = writer->pages_bytes,
        .trailer_digest = kauri_digest(writer->trailer, trailer_bytes),
    };
    KAURI_TRY(kauri_output_write(output, writer->pages, writer->pages_bytes, error));
    KAURI_TRY(kauri_output_write(output, writer->trailer, trailer_bytes, error));
    kauri_group_store(writer->directory, writer->groups, &group);
    writer->groups++;
    writer->group_pages = 0;
    writer->pages_bytes = 0;
cleanup:
    return status;
}

enum kauri_status kauri_group_writer_add(struct kauri_group_writer *writer,
                                         struct kauri_output *output,
                                         const struct kauri_compressed_page *page,
                                         struct kauri_error *error)
{
    if (!make_pages_room(writer, page->size)) {
        return out_of_memory(error);
    }
    memcpy(writer->pages + writer->pages_bytes, page->bytes, page->size);
    writer->pages_bytes += page->size;
    // A group has at most KAURI_GROUP_PAGES_MAX pages of 2 * KAURI_PAGE_ENTRIES_MAX decoded bytes,
    // so the end fits into 32 bits.
    kauri_trailer_page_store(writer->trailer, writer->group_pages, (uint32_t)writer->pages_bytes,
                             page->check);
    writer->group_pages++;
    return writer->group_pages ==
                   kauri_table_group_pages(writer->info, writer->column, writer->groups)
               ? write_group(writer, output, error)
               : KAURI_OK;
}

enum kauri_status kauri_group_writer_end(struct kauri_group_writer *writer,
                                         struct kauri_output *output, struct kauri_error *error)
{
    uint64_t bytes = 0;
    kauri_directory_seal(writer->directory, writer->groups);
    // Cannot overflow: there is room for more groups.
    (void)kauri_directory_bytes(writer->groups, &bytes);
    return kauri_output_write(output, writer->directory, (size_t)bytes, error);
}
