#include "db/book/book.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/book/book_page.h"
#include "db/bytes.h"
#include "db/decompress.h"
#include "indexer/convention.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 256, DIGEST_BYTES = 8, PAGE_HEAD_BYTES = 8 };

struct kauri_book {
    struct kauri_book_info info;
    struct kauri_book_entry *entries;
};

// The bytes of a book, and how far they have been read.
struct book_source {
    const char *name;
    const uint8_t *bytes;
    size_t size, at;
};

static enum kauri_status unreadable(const struct book_source *source, const char *why,
                                    struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "%s: %s", source->name, why);
}

static enum kauri_status damaged(const struct book_source *source, const char *why,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_CORRUPT, "%s: %s", source->name, why);
}

// Reads a line "NAME TEXT" and returns the text in `line`.
static enum kauri_status read_line(struct book_source *source, const char *name,
                                   char line[LINE_BYTES], struct kauri_error *error)
{
    const uint8_t *begin = source->bytes + source->at;
    const size_t left = source->size - source->at;
    const uint8_t *end = memchr(begin, '\n', left < LINE_BYTES ? left : LINE_BYTES);
    const size_t prefix = strlen(name);
    const size_t length = end == NULL ? 0 : (size_t)(end - begin);
    if (length < prefix + 1 || memcmp(begin, name, prefix) != 0 || begin[prefix] != ' ' ||
        memchr(begin, '\0', length) != NULL) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s: expected a line '%s' here", source->name,
                          name);
    }
    memcpy(line, begin + prefix + 1, length - prefix - 1);
    line[length - prefix - 1] = '\0';
    source->at += length + 1;
    return KAURI_OK;
}

// Splits a line into numbers without leading zeros and with single spaces between them.
static bool read_numbers(char *line, unsigned count, uint64_t maximum, int64_t *numbers)
{
    for (unsigned i = 0; i < count; i++) {
        char *space = strchr(line, ' ');
        uint64_t number = 0;
        const bool negative = line[0] == '-';
        if ((space == NULL) != (i + 1 == count)) {
            return false;
        }
        if (space != NULL) {
            *space = '\0';
        }
        const char *digits = line + negative;
        if ((digits[0] == '0' && digits[1] != '\0') ||
            !kauri_parse_number(digits, negative, maximum, &number)) {
            return false;
        }
        numbers[i] = negative ? -(int64_t)number : (int64_t)number;
        line = space != NULL ? space + 1 : line;
    }
    return true;
}

static enum kauri_status read_board(struct book_source *source, struct kauri_book_info *info,
                                    struct kauri_error *error)
{
    char line[LINE_BYTES];
    int64_t board[2];
    struct kauri_error why;
    KAURI_PASS(read_line(source, "rules", line, error));
    if (strcmp(line, KAURI_RULES_IDENTITY) != 0) {
        return kauri_fail(error, KAURI_WRONG, "%s: the rules are not %s", source->name,
                          KAURI_RULES_IDENTITY);
    }
    KAURI_PASS(read_line(source, "board", line, error));
    if (!read_numbers(line, 2, KAURI_COWRIES_MAX, board) || board[0] < 1 ||
        board[0] > KAURI_HOLES_MAX || board[1] < 0) {
        return unreadable(source, "not a board that can be handled", error);
    }
    info->holes = (unsigned)board[0];
    info->cowries = (unsigned)board[1];
    KAURI_PASS(read_line(source, "root", line, error));
    if (kauri_position_parse(line, &info->root, &why) != KAURI_OK) {
        return unreadable(source, why.message, error);
    }
    if (info->root.holes != info->holes || kauri_cowries(&info->root) != info->cowries) {
        return unreadable(source, "the root is a position of another board", error);
    }
    return KAURI_OK;
}

static enum kauri_status read_numbers_of_head(struct book_source *source,
                                              struct kauri_book_info *info,
                                              struct kauri_error *error)
{
    char line[LINE_BYTES];
    int64_t bounds[2];
    int64_t number = 0;
    const int64_t maximum = 3 * (int64_t)kauri_seeds(&info->root) + 1;
    KAURI_PASS(read_line(source, "bounds", line, error));
    if (!read_numbers(line, 2, (uint64_t)maximum, bounds) || bounds[0] > bounds[1]) {
        return unreadable(source, "bounds are two whole numbers, the lower one first", error);
    }
    info->low = (int32_t)bounds[0];
    info->high = (int32_t)bounds[1];
    KAURI_PASS(read_line(source, "search", line, error));
    if (!read_numbers(line, 1, KAURI_BOOK_SEARCH_MAX, &number) || number < 1) {
        return unreadable(source, "not a number of positions for a search", error);
    }
    info->search = (uint32_t)number;
    KAURI_PASS(read_line(source, "entries", line, error));
    if (!read_numbers(line, 1, KAURI_BOOK_ENTRIES_MAX, &number) || number < 0) {
        return unreadable(source, "not a number of entries", error);
    }
    info->count = (size_t)number;
    KAURI_PASS(read_line(source, "digest", line, error));
    if (!kauri_digest_parse(line, "", &info->digest)) {
        return unreadable(source, "expected the digest of the entries", error);
    }
    // A false number of entries would ask for much memory.
    return (source->size - source->at) / PAGE_HEAD_BYTES >= kauri_book_page_number(info->count)
               ? KAURI_OK
               : damaged(source, "the book ends too early", error);
}

// Decompresses the pages.
static enum kauri_status read_pages(struct book_source *source, struct kauri_book *book,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_decompressor *decompressor = NULL;
    struct kauri_digester *digester = NULL;
    uint8_t *page = NULL;
    KAURI_PASS(KAURI_NEW(page, KAURI_BOOK_PAGE_BYTES, error, "%s", source->name));
    KAURI_TRY(kauri_decompressor_new(&decompressor, error));
    KAURI_TRY(kauri_digester_new(&digester, error));
    for (size_t first = 0; first < book->info.count; first += KAURI_BOOK_PAGE_ENTRIES) {
        const size_t count = kauri_book_page_count(book->info.count, first);
        const char *reason = NULL;
        if (source->size - source->at < PAGE_HEAD_BYTES) {
            KAURI_TRY(damaged(source, "the book ends too early", error));
        }
        const uint32_t size = kauri_load_u32(source->bytes + source->at);
        const uint32_t check = kauri_load_u32(source->bytes + source->at + 4);
        source->at += PAGE_HEAD_BYTES;
        if (size > source->size - source->at) {
            KAURI_TRY(damaged(source, "the book ends too early", error));
        }
        status = kauri_decompress(decompressor, NULL, source->bytes + source->at, size, page,
                                  count * KAURI_BOOK_ENTRY_BYTES, &reason);
        if (status != KAURI_OK) {
            KAURI_TRY(kauri_fail(error, status, "%s: a page cannot be decompressed: %s",
                                 source->name, reason));
        }
        source->at += size;
        if ((uint32_t)kauri_digest(page, count * KAURI_BOOK_ENTRY_BYTES) != check) {
            KAURI_TRY(damaged(source, "a page does not have its checksum", error));
        }
        kauri_digester_add(digester, page, count * KAURI_BOOK_ENTRY_BYTES);
        kauri_book_page_decode(page, count, book->entries + first);
    }
    if (source->at != source->size) {
        status = damaged(source, "there are bytes after the last page", error);
    } else if (kauri_digester_result(digester) != book->info.digest) {
        status = kauri_fail(error, KAURI_WRONG, "%s: the entries do not have the stated digest",
                            source->name);
    }
cleanup:
    kauri_digester_free(digester);
    kauri_decompressor_free(decompressor);
    free(page);
    return status;
}

// Checks what look-ups rely on: ascending keys, each that of a position of the board, and moves
// that are holes or a pass.
static enum kauri_status check_entries(const struct book_source *source,
                                       const struct kauri_book *book, struct kauri_error *error)
{
    const struct kauri_book_info *info = &book->info;
    for (size_t i = 0; i < info->count; i++) {
        const struct kauri_book_entry *entry = &book->entries[i];
        uint8_t key[KAURI_BOOK_KEY_BYTES];
        const struct kauri_position position = kauri_book_position(entry, info->holes);
        kauri_book_key(&position, key);
        if (memcmp(key, entry->key, sizeof key) != 0 || kauri_cowries(&position) != info->cowries ||
            kauri_seeds(&position) > kauri_seeds(&info->root)) {
            return damaged(source, "an entry is about no position of the board", error);
        }
        if (entry->hole != KAURI_MOVE_PASS && entry->hole >= (int)info->holes) {
            return damaged(source, "an entry has no move of the board", error);
        }
        if (i > 0 && memcmp(entry[-1].key, entry->key, sizeof key) >= 0) {
            return damaged(source, "the entries are not in ascending order", error);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_book_read(const char *name, const uint8_t *bytes, size_t size,
                                  struct kauri_book **book, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    static const char first_line[] = "kauri-book 1\n";
    struct book_source source = {.name = name, .bytes = bytes, .at = sizeof first_line - 1};
    *book = NULL;
    if (size < source.at + DIGEST_BYTES || memcmp(bytes, first_line, source.at) != 0) {
        return unreadable(&source, "expected a line 'kauri-book 1' at the beginning", error);
    }
    source.size = size - DIGEST_BYTES;
    if (kauri_digest(bytes, source.size) != kauri_load_u64(bytes + source.size)) {
        return damaged(&source, "the book was changed: its bytes do not have the checksum", error);
    }
    struct kauri_book *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "%s", name));
    made->info.bytes = size;
    KAURI_TRY(read_board(&source, &made->info, error));
    KAURI_TRY(read_numbers_of_head(&source, &made->info, error));
    KAURI_TRY(KAURI_NEW(made->entries, made->info.count + 1, error, "%s", name));
    KAURI_TRY(read_pages(&source, made, error));
    KAURI_TRY(check_entries(&source, made, error));
    *book = made;
    made = NULL;
cleanup:
    kauri_book_close(made);
    return status;
}

enum kauri_status kauri_book_open(const char *path, struct kauri_book **book,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_input *input = NULL;
    char *bytes = NULL;
    size_t size = 0;
    *book = NULL;
    KAURI_TRY(kauri_input_open(path, &input, error));
    KAURI_TRY(kauri_input_read_all(input, &bytes, &size, error));
    KAURI_TRY(kauri_book_read(path, (const uint8_t *)bytes, size, book, error));
cleanup:
    free(bytes);
    kauri_input_close(input);
    return status;
}

void kauri_book_close(struct kauri_book *book)
{
    if (book != NULL) {
        free(book->entries);
        free(book);
    }
}

const struct kauri_book_info *kauri_book_info(const struct kauri_book *book)
{
    return &book->info;
}

const struct kauri_book_entry *kauri_book_entries(const struct kauri_book *book)
{
    return book->entries;
}

void kauri_book_key(const struct kauri_position *position, uint8_t key[KAURI_BOOK_KEY_BYTES])
{
    const unsigned own = position->side;
    memset(key, 0, KAURI_BOOK_KEY_BYTES);
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < position->holes; i++) {
            const unsigned hole = (row == 0 ? own : 1 - own) * position->holes + i;
            key[row * KAURI_HOLES_MAX + i] = position->seeds[hole];
            key[(2 + row) * KAURI_HOLES_MAX + i] = position->cowries[hole];
        }
    }
}

struct kauri_position kauri_book_position(const struct kauri_book_entry *entry, unsigned holes)
{
    struct kauri_position position = {.holes = (uint8_t)holes};
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned i = 0; i < holes; i++) {
            position.seeds[row * holes + i] = entry->key[row * KAURI_HOLES_MAX + i];
            position.cowries[row * holes + i] = entry->key[(2 + row) * KAURI_HOLES_MAX + i];
        }
    }
    return position;
}

const struct kauri_book_entry *kauri_book_find(const struct kauri_book *book,
                                               const struct kauri_position *position)
{
    uint8_t key[KAURI_BOOK_KEY_BYTES];
    size_t low = 0;
    size_t high = book->info.count;
    if (position->holes != book->info.holes) {
        return NULL;
    }
    kauri_book_key(position, key);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = memcmp(book->entries[middle].key, key, sizeof key);
        if (order == 0) {
            return &book->entries[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}
