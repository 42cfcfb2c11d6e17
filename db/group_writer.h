// The compressed pages of one column on their way into the file: collects them until a group is
// complete, then writes the group and its trailer, and notes it in the directory.
#ifndef KAURI_DB_GROUP_WRITER_H
#define KAURI_DB_GROUP_WRITER_H

#include "common/output.h"
#include "db/table.h"

// A compressed page. `check` is the low half of the XXH64 of its decoded bytes.
struct kauri_compressed_page {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t check;
};

// Used by one thread at a time.
struct kauri_group_writer {
    const struct kauri_table_info *info; // must outlive it
    unsigned column;
    uint8_t *pages;     // compressed pages of the group that is being collected
    size_t pages_bytes; // so far
    size_t pages_room;
    uint8_t *trailer;
    uint32_t group_pages; // so far
    uint64_t groups;      // written
    uint8_t *directory;   // as in the file, with room for `directory_room` groups
    uint64_t directory_room;
};

// Prepares *writer; to be cleared also after a failure. Errors: KAURI_RESOURCE.
enum kauri_status kauri_group_writer_init(struct kauri_group_writer *writer,
                                          const struct kauri_table_info *info, unsigned column,
                                          struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_group_writer_clear(struct kauri_group_writer *writer);

// Adds the next page of the column, and writes the group if it is complete. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_group_writer_add(struct kauri_group_writer *writer,
                                         struct kauri_output *output,
                                         const struct kauri_compressed_page *page,
                                         struct kauri_error *error);

// Writes the directory, after all groups. Errors: KAURI_RESOURCE.
enum kauri_status kauri_group_writer_end(struct kauri_group_writer *writer,
                                         struct kauri_output *output, struct kauri_error *error);

#endif
