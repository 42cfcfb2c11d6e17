// Pages of a book (docs/reference/BOOK.md): the unit of compression. A decoded page holds its
// entries column by column, because neighbouring entries have many bytes in common.
#ifndef KAURI_DB_BOOK_BOOK_PAGE_H
#define KAURI_DB_BOOK_BOOK_PAGE_H

#include "db/book/book.h"

#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_BOOK_ENTRY_BYTES = KAURI_BOOK_KEY_BYTES + 5, // key, move, value and plies
    KAURI_BOOK_PAGE_ENTRIES = 1 << 14,
    KAURI_BOOK_PAGE_BYTES = KAURI_BOOK_PAGE_ENTRIES * KAURI_BOOK_ENTRY_BYTES,
    KAURI_BOOK_ENTRIES_MAX = 1 << 26,
    KAURI_BOOK_PASS = 6, // code of a pass; the holes have their numbers
};

// The number of entries of the page that begins with entry `first`.
static inline size_t kauri_book_page_count(size_t count, size_t first)
{
    return count - first < KAURI_BOOK_PAGE_ENTRIES ? count - first : KAURI_BOOK_PAGE_ENTRIES;
}

// The number of pages of a book with so many entries.
static inline size_t kauri_book_page_number(size_t count)
{
    return (count + KAURI_BOOK_PAGE_ENTRIES - 1) / KAURI_BOOK_PAGE_ENTRIES;
}

// Convert `count` entries to the bytes of a decoded page, and back. A code that is neither a hole
// nor a pass becomes KAURI_HOLES_MAX or a greater number.
void kauri_book_page_encode(const struct kauri_book_entry *entries, size_t count, uint8_t *page);
void kauri_book_page_decode(const uint8_t *page, size_t count, struct kauri_book_entry *entries);

#endif
