// Writes a solution book (docs/reference/BOOK.md).
#ifndef KAURI_DB_BOOK_BOOK_WRITE_H
#define KAURI_DB_BOOK_BOOK_WRITE_H

#include "common/output.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "db/book/book.h"

// Adds the bytes of a book to a string, which is empty before. `entries` are info->count entries in
// ascending order of their keys; info->digest receives theirs, and info->bytes the size. The same
// entries give the same bytes with the same version of zstd. KAURI_RESOURCE.
enum kauri_status kauri_book_write(struct kauri_book_info *info,
                                   const struct kauri_book_entry *entries, struct kauri_string *out,
                                   struct kauri_error *error);

#endif
