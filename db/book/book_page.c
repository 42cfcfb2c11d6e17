#include "db/book/book_page.h"

#include "db/bytes.h"

void kauri_book_page_encode(const struct kauri_book_entry *entries, size_t count, uint8_t *page)
{
    for (size_t i = 0; i < count; i++) {
        const struct kauri_book_entry *entry = &entries[i];
        uint8_t rest[KAURI_BOOK_ENTRY_BYTES - KAURI_BOOK_KEY_BYTES];
        rest[0] = entry->hole == KAURI_MOVE_PASS ? KAURI_BOOK_PASS : (uint8_t)entry->hole;
        kauri_store_u16(rest + 1, (uint16_t)entry->value);
        kauri_store_u16(rest + 3, entry->plies);
        for (unsigned k = 0; k < KAURI_BOOK_ENTRY_BYTES; k++) {
            page[k * count + i] =
                k < KAURI_BOOK_KEY_BYTES ? entry->key[k] : rest[k - KAURI_BOOK_KEY_BYTES];
        }
    }
}

void kauri_book_page_decode(const uint8_t *page, size_t count, struct kauri_book_entry *entries)
{
    for (size_t i = 0; i < count; i++) {
        struct kauri_book_entry *entry = &entries[i];
        uint8_t rest[KAURI_BOOK_ENTRY_BYTES - KAURI_BOOK_KEY_BYTES];
        for (unsigned k = 0; k < KAURI_BOOK_KEY_BYTES; k++) {
            entry->key[k] = page[k * count + i];
        }
        for (unsigned k = 0; k < sizeof rest; k++) {
            rest[k] = page[(KAURI_BOOK_KEY_BYTES + k) * count + i];
        }
        entry->hole = rest[0] == KAURI_BOOK_PASS ? KAURI_MOVE_PASS
                      : rest[0] > INT8_MAX       ? INT8_MAX
                                                 : (int8_t)rest[0];
        entry->value = (int16_t)kauri_load_u16(rest + 1);
        entry->plies = kauri_load_u16(rest + 3);
    }
}
