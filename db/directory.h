// The directories and trailers of a table as bytes (docs/reference/FORMAT.md, sections 3 and 4).
#ifndef KAURI_DB_DIRECTORY_H
#define KAURI_DB_DIRECTORY_H

#include "db/header.h"
#include "db/table_file.h"

// A group as its directory describes it.
struct kauri_group {
    uint64_t offset; // offset in the file
    uint64_t bytes;  // size of its compressed pages
    uint64_t trailer_digest;
};

// A page as the trailer of its group describes it.
struct kauri_trailer_page {
    uint32_t begin; // where the compressed page begins within the group
    uint32_t end;
    uint32_t check; // low half of the XXH64 of the decoded page
};

// `directory` is a directory as stored: KAURI_DIRECTORY_GROUP_BYTES for each group, then a checksum
// (kauri_directory_bytes, db/header.h). These write and read the group with this number, and write
// the checksum after the last of `groups` groups.
void kauri_group_store(uint8_t *directory, uint64_t number, const struct kauri_group *group);
struct kauri_group kauri_group_load(const uint8_t *directory, uint64_t number);
void kauri_directory_seal(uint8_t *directory, uint64_t groups);

// Reads the directories of all columns and checks them. On success the caller owns the directories
// and frees each with free(). Errors: KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_directories_read(struct kauri_table_file *file,
                                         const struct kauri_header *header,
                                         uint8_t *directories[KAURI_COLUMNS_MAX],
                                         struct kauri_error *error);

// Bytes of the trailer of a group with `pages` pages.
static inline size_t kauri_trailer_bytes(uint32_t pages)
{
    return (size_t)pages * KAURI_TRAILER_PAGE_BYTES + KAURI_TRAILER_DIGEST_BYTES;
}

// Page `number` of a trailer: writes its end and its check, and reads it.
void kauri_trailer_page_store(uint8_t *trailer, uint32_t number, uint32_t end, uint32_t check);
struct kauri_trailer_page kauri_trailer_page_load(const uint8_t *trailer, uint32_t number);

// Checks the trailer of group `number` of a column against its digest and the bounds of its pages.
// Returns NULL, or a phrase for the message (static storage).
const char *kauri_trailer_fault(const struct kauri_table_info *info, unsigned column,
                                uint64_t number, const struct kauri_group *group,
                                const uint8_t *trailer);

#endif
