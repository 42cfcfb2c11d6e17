// How far the check of a book is: the chunks of entries that were accepted, and what they contain.
// A file keeps it, so that a check can be interrupted, or be made in parts.
#ifndef KAURI_CLI_BOOK_BOOK_PROGRESS_H
#define KAURI_CLI_BOOK_BOOK_PROGRESS_H

#include "common/status.h"
#include "verify/book_check.h"

#include <stdbool.h>
#include <stddef.h>

enum { KAURI_BOOK_CHUNK = 256 }; // entries of a chunk

struct kauri_book_chunk {
    bool accepted;
    struct kauri_book_tally tally;
};

struct kauri_book_progress {
    const struct kauri_book_info *info;
    size_t count; // number of chunks
    struct kauri_book_chunk *chunk;
};

// The number of entries of a chunk.
static inline size_t kauri_book_chunk_entries(const struct kauri_book_info *info, size_t chunk)
{
    const size_t left = info->count - chunk * KAURI_BOOK_CHUNK;
    return left < KAURI_BOOK_CHUNK ? left : KAURI_BOOK_CHUNK;
}

// Begins with no accepted chunk, or with those of the file `path` if it is not NULL and exists. The
// file may also be several such files, one after the other.
// KAURI_BAD_INPUT: the file is something else. KAURI_WRONG: it is about another book.
// KAURI_RESOURCE. *info must outlive *progress, which the caller clears, also after a failure.
enum kauri_status kauri_book_progress_begin(struct kauri_book_progress *progress,
                                            const struct kauri_book_info *info, const char *path,
                                            struct kauri_error *error);
// Writes the file. KAURI_RESOURCE: it is as it was.
enum kauri_status kauri_book_progress_save(const struct kauri_book_progress *progress,
                                           const char *path, struct kauri_error *error);
void kauri_book_progress_clear(struct kauri_book_progress *progress);

#endif
