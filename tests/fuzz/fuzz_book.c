// Reads any bytes as a solution book, and any bytes as the entries of one. Links verify, and with
// it the rules and the format.
//
// The last eight bytes of a file get the checksum of those before them, except in one input of
// eight. What is read as a book has entries that look-ups find, and the check of each of them ends,
// whatever it says. Entries that all hold without a search are true, on a board that is small
// enough to play out.
#include "common/digest.h"
#include "common/string_buffer.h"
#include "db/book/book_page.h"
#include "db/book/book_write.h"
#include "tests/fuzz/must.h"
#include "verify/book_check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    INPUT_MAX = 1 << 16,
    DIGEST_BYTES = 8,
    CHECKED_MAX = 200, // entries
    HEAD_BYTES = 4,
    PLIES_MAX = 9, // that are played out
};

static enum kauri_status prove_nothing(void *context, unsigned worker,
                                       const struct kauri_position *position, int value,
                                       struct kauri_string *proof, bool *found,
                                       struct kauri_error *error)
{
    (void)context, (void)worker, (void)position, (void)value, (void)proof, (void)error;
    *found = false;
    return KAURI_OK;
}

// Follows the entries against every reply: within so many plies, a seed is captured or the value is
// settled. Only for books all entries of which were accepted.
static void play(const struct kauri_book *book, const struct kauri_book_entry *entry, int value,
                 unsigned plies)
{
    struct kauri_position position = kauri_book_position(entry, kauri_book_info(book)->holes);
    must(plies >= 1 && entry->value >= value && entry->plies <= plies, "a bound that is false");
    const struct kauri_capture captured = kauri_play(&position, entry->hole);
    const int needed = entry->value - 3 * ((int)captured.own - (int)captured.opponent);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    const bool passes = moves.count == 0 && kauri_seeds(&position) > 0;
    if (captured.own + captured.opponent > 0 || needed <= -(3 * (int)kauri_seeds(&position) + 1)) {
        return;
    }
    for (unsigned i = 0; i < moves.count + (passes ? 1U : 0U); i++) {
        struct kauri_position after = position;
        const struct kauri_capture reply =
            kauri_play(&after, passes ? KAURI_MOVE_PASS : moves.hole[i]);
        const int wanted = needed + 3 * ((int)reply.own - (int)reply.opponent);
        if (wanted > -(3 * (int)kauri_seeds(&after) + 1)) {
            const struct kauri_book_entry *next = kauri_book_find(book, &after);
            must(plies >= 2 && next != NULL && next->value >= wanted, "a reply without an answer");
            if (reply.own + reply.opponent == 0) {
                play(book, next, wanted, plies - 2);
            }
        }
    }
}

static void check(const struct kauri_book *book)
{
    const struct kauri_book_prover nothing = {.prove = prove_nothing};
    const struct kauri_book_info *info = kauri_book_info(book);
    const struct kauri_book_entry *entries = kauri_book_entries(book);
    struct kauri_book_tally tally = {.entries = 0};
    struct kauri_error error;
    size_t accepted = 0;
    for (size_t i = 0; i < info->count && i < CHECKED_MAX; i++) {
        const struct kauri_position position = kauri_book_position(&entries[i], info->holes);
        must(kauri_book_find(book, &position) == &entries[i], "an entry is not found");
        const enum kauri_status status =
            kauri_book_check_entry(book, i, &nothing, 0, &tally, &error);
        must(status == KAURI_OK || status == KAURI_WRONG, "another status");
        accepted += status == KAURI_OK;
    }
    const enum kauri_status status = kauri_book_check_root(book, &nothing, &tally, &error);
    must(status == KAURI_OK || status == KAURI_WRONG, "another status");
    for (size_t i = 0; accepted == info->count && i < accepted; i++) {
        if (entries[i].plies <= PLIES_MAX) {
            play(book, &entries[i], entries[i].value, entries[i].plies);
        }
    }
}

static void read_book(const uint8_t *bytes, size_t size)
{
    struct kauri_book *book = NULL;
    struct kauri_error error = {.message = ""};
    const enum kauri_status status = kauri_book_read("the book", bytes, size, &book, &error);
    if (status == KAURI_OK) {
        check(book);
    } else {
        must(book == NULL && strstr(error.message, "the book") != NULL, "no message");
        must(status == KAURI_BAD_INPUT || status == KAURI_WRONG || status == KAURI_CORRUPT,
             error.message);
    }
    kauri_book_close(book);
}

static int compare(const void *a, const void *b)
{
    return memcmp(((const struct kauri_book_entry *)a)->key,
                  ((const struct kauri_book_entry *)b)->key, KAURI_BOOK_KEY_BYTES);
}

// Takes the bytes for a board, bounds, and a page of entries, which are sorted if the board says
// so.
static void read_entries(const uint8_t *data, size_t size)
{
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_error error;
    const size_t count = (size - HEAD_BYTES) / KAURI_BOOK_ENTRY_BYTES;
    struct kauri_book_entry *entries = calloc(count + 1, sizeof *entries);
    struct kauri_book_info info = {.holes = 1U + data[0] % KAURI_HOLES_MAX,
                                   .cowries = data[1] % (KAURI_COWRIES_MAX + 1U),
                                   .search = 1,
                                   .count = count};
    must(entries != NULL, "out of memory");
    info.root = (struct kauri_position){.holes = (uint8_t)info.holes};
    info.root.seeds[0] = data[2] % (KAURI_SEEDS_MAX + 1U);
    info.root.cowries[data[3] % (2 * info.holes)] = (uint8_t)info.cowries;
    const int maximum = 3 * info.root.seeds[0] + 1;
    info.low = (int)data[3] % (2 * maximum + 1) - maximum;
    info.high = maximum;
    kauri_book_page_decode(data + HEAD_BYTES, count, entries);
    if (data[0] < 128) {
        qsort(entries, count, sizeof *entries, compare);
    }
    must(kauri_book_write(&info, entries, &bytes, &error) == KAURI_OK, "a book is not written");
    read_book((const uint8_t *)bytes.bytes, bytes.length);
    kauri_string_clear(&bytes);
    free(entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT_MAX || size < DIGEST_BYTES + HEAD_BYTES) {
        return 0;
    }
    uint8_t *copy = malloc(size);
    must(copy != NULL, "out of memory");
    memcpy(copy, data, size);
    const uint64_t right = kauri_digest(data, size - DIGEST_BYTES);
    for (unsigned i = 0; i < DIGEST_BYTES && kauri_digest(data, size) % 8 != 0; i++) {
        copy[size - DIGEST_BYTES + i] = (uint8_t)(right >> 8 * i);
    }
    read_book(copy, size);
    read_entries(data, size);
    free(copy);
    return 0;
}
