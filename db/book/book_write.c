#include "db/book/book_write.h"

#include "common/digest.h"
#include "common/memory.h"
#include "db/book/book_page.h"
#include "db/bytes.h"
#include "db/compress.h"
#include "indexer/convention.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdlib.h>

enum { NUMBER_BYTES = 8 };

static void add_bytes(struct kauri_string *out, const uint8_t *bytes, size_t size)
{
    kauri_string_add_bytes(out, (const char *)bytes, size);
}

// Adds the compressed pages, and the decoded ones to the digest.
static enum kauri_status add_pages(const struct kauri_book_info *info,
                                   const struct kauri_book_entry *entries,
                                   struct kauri_digester *digester, struct kauri_string *out,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_compressor *compressor = NULL;
    uint8_t *page = NULL;
    uint8_t *packed = NULL;
    KAURI_TRY(KAURI_NEW(page, KAURI_BOOK_PAGE_BYTES, error, "the book"));
    KAURI_TRY(KAURI_NEW(packed, kauri_compress_bound(KAURI_BOOK_PAGE_BYTES), error, "the book"));
    KAURI_TRY(kauri_compressor_new(KAURI_COMPRESS_LEVEL_MAX, &compressor, error));
    for (size_t first = 0; first < info->count; first += KAURI_BOOK_PAGE_ENTRIES) {
        const size_t count = kauri_book_page_count(info->count, first);
        const size_t bytes = count * KAURI_BOOK_ENTRY_BYTES;
        uint8_t head[NUMBER_BYTES];
        size_t written = 0;
        kauri_book_page_encode(entries + first, count, page);
        kauri_digester_add(digester, page, bytes);
        KAURI_TRY(kauri_compress(compressor, NULL, page, bytes, packed, &written, error));
        kauri_store_u32(head, (uint32_t)written);
        kauri_store_u32(head + 4, (uint32_t)kauri_digest(page, bytes));
        add_bytes(out, head, sizeof head);
        add_bytes(out, packed, written);
    }
cleanup:
    kauri_compressor_free(compressor);
    free(packed);
    free(page);
    return status;
}

enum kauri_status kauri_book_write(struct kauri_book_info *info,
                                   const struct kauri_book_entry *entries, struct kauri_string *out,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string pages = {.bytes = NULL};
    struct kauri_digester *digester = NULL;
    uint8_t end[NUMBER_BYTES];
    KAURI_TRY(kauri_digester_new(&digester, error));
    KAURI_TRY(add_pages(info, entries, digester, &pages, error));
    KAURI_TRY(kauri_string_check(&pages, error));
    info->digest = kauri_digester_result(digester);
    kauri_string_add(out,
                     "kauri-book 1\nrules %s\nboard %u %u\nroot %s\nbounds %d %d\nsearch %" PRIu32
                     "\nentries %zu\ndigest %016" PRIx64 "\n",
                     KAURI_RULES_IDENTITY, info->holes, info->cowries,
                     KAURI_POSITION_TEXT(&info->root), info->low, info->high, info->search,
                     info->count, info->digest);
    kauri_string_add_bytes(out, kauri_string_text(&pages), pages.length);
    KAURI_TRY(kauri_string_check(out, error));
    kauri_store_u64(end, kauri_digest(out->bytes, out->length));
    add_bytes(out, end, sizeof end);
    info->bytes = out->length;
    status = kauri_string_check(out, error);
cleanup:
    kauri_digester_free(digester);
    kauri_string_clear(&pages);
    return status;
}
