// The files of solution books (docs/reference/BOOK.md): what is written is read, and nothing else
// is: damaged files, files that end too early, and files that were changed and sealed again.
#include "tests/test.h"

#include "common/digest.h"
#include "common/string_buffer.h"
#include "db/book/book.h"
#include "db/book/book_page.h"
#include "db/book/book_write.h"
#include "db/bytes.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 40, LARGE = 20000, DIGEST_BYTES = 8 };

// Entries about random positions, and the file with them.
struct book_bench {
    struct kauri_book_info info;
    struct kauri_book_entry *entries;
    struct kauri_string bytes;
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525U + 1013904223U;
    return *state >> 8;
}

static int compare_entries(const void *a, const void *b)
{
    const struct kauri_book_entry *one = a;
    const struct kauri_book_entry *other = b;
    return memcmp(one->key, other->key, sizeof one->key);
}

static struct kauri_book_entry random_entry(unsigned holes, unsigned cowries, uint32_t *state)
{
    struct kauri_position position = {.holes = (uint8_t)holes};
    for (unsigned i = 0; i < 2 * holes; i++) {
        position.seeds[i] = (uint8_t)(next_random(state) % 6);
    }
    for (unsigned i = 0; i < cowries; i++) {
        position.cowries[next_random(state) % (2 * holes)]++;
    }
    struct kauri_book_entry entry = {
        .value = (int16_t)((int)(next_random(state) % 363) - 181),
        .plies = (uint16_t)(1 + next_random(state) % UINT16_MAX),
        .hole = (int8_t)((int)(next_random(state) % (holes + 1)) + KAURI_MOVE_PASS),
    };
    kauri_book_key(&position, entry.key);
    return entry;
}

static void write_bench(struct book_bench *bench)
{
    struct kauri_error error;
    kauri_string_clear(&bench->bytes);
    assert_ok(kauri_book_write(&bench->info, bench->entries, &bench->bytes, &error), &error);
}

static void make_bench(struct book_bench *bench, unsigned holes, size_t count)
{
    uint32_t state = 1;
    *bench = (struct book_bench){
        .info = {.holes = holes,
                 .cowries = 2 * holes,
                 .root = kauri_start(holes),
                 .low = -7,
                 .high = 11,
                 .search = 4096,
                 .count = count},
        .entries = calloc(count, sizeof *bench->entries),
    };
    assert_non_null(bench->entries);
    for (size_t i = 0; i < count; i++) {
        bench->entries[i] = random_entry(holes, 2 * holes, &state);
    }
    qsort(bench->entries, count, sizeof *bench->entries, compare_entries);
    for (size_t i = 1; i < count; i++) {
        assert_true(compare_entries(&bench->entries[i - 1], &bench->entries[i]) < 0);
    }
    write_bench(bench);
}

static void remove_bench(struct book_bench *bench)
{
    kauri_string_clear(&bench->bytes);
    free(bench->entries);
}

static enum kauri_status read_bytes(const uint8_t *bytes, size_t size, struct kauri_book **book,
                                    struct kauri_error *error)
{
    // A copy of exactly this size, so that a sanitizer sees a read beyond its end.
    uint8_t *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    const enum kauri_status status = kauri_book_read("the book", copy, size, book, error);
    free(copy);
    if (status != KAURI_OK) {
        assert_null(*book);
        assert_int_equal(error->status, status);
        assert_non_null(strstr(error->message, "the book"));
    }
    return status;
}

// Gives the bytes the checksum at their end.
static void seal(uint8_t *bytes, size_t size)
{
    kauri_store_u64(bytes + size - DIGEST_BYTES, kauri_digest(bytes, size - DIGEST_BYTES));
}

static void assert_same(const struct book_bench *bench, const struct kauri_book *book)
{
    const struct kauri_book_entry *entries = kauri_book_entries(book);
    assert_int_equal(kauri_book_info(book)->count, bench->info.count);
    for (size_t i = 0; i < bench->info.count; i++) {
        assert_memory_equal(entries[i].key, bench->entries[i].key, sizeof entries[i].key);
        assert_int_equal(entries[i].value, bench->entries[i].value);
        assert_int_equal(entries[i].plies, bench->entries[i].plies);
        assert_int_equal(entries[i].hole, bench->entries[i].hole);
    }
}

TEST(what_is_written_is_read)
{
    static const size_t counts[] = {1, SMALL, KAURI_BOOK_PAGE_ENTRIES, LARGE};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        struct book_bench bench;
        struct kauri_book *book = NULL;
        struct kauri_error error;
        make_bench(&bench, 6, counts[i]);
        assert_ok(read_bytes((const uint8_t *)bench.bytes.bytes, bench.bytes.length, &book, &error),
                  &error);
        const struct kauri_book_info *info = kauri_book_info(book);
        assert_same(&bench, book);
        assert_true(kauri_position_equal(&info->root, &bench.info.root));
        assert_int_equal(info->holes, 6);
        assert_int_equal(info->cowries, 12);
        assert_int_equal(info->low, -7);
        assert_int_equal(info->high, 11);
        assert_int_equal(info->search, 4096);
        assert_true(info->digest == bench.info.digest);
        assert_int_equal(info->bytes, bench.bytes.length);
        kauri_book_close(book);
        remove_bench(&bench);
    }
}

TEST(a_book_without_entries)
{
    struct book_bench bench;
    struct kauri_book *book = NULL;
    struct kauri_error error;
    make_bench(&bench, 6, 1);
    bench.info.count = 0;
    write_bench(&bench);
    assert_int_equal(
        read_bytes((const uint8_t *)bench.bytes.bytes, bench.bytes.length, &book, &error),
        KAURI_OK);
    assert_null(kauri_book_find(book, &bench.info.root));
    kauri_book_close(book);
    remove_bench(&bench);
}

// Every entry is found, whichever side is to move and whatever the score, and nothing else is.
TEST(look_ups)
{
    struct book_bench bench;
    struct kauri_book *book = NULL;
    struct kauri_error error;
    make_bench(&bench, 5, LARGE);
    assert_int_equal(
        read_bytes((const uint8_t *)bench.bytes.bytes, bench.bytes.length, &book, &error),
        KAURI_OK);
    for (size_t i = 0; i < bench.info.count; i++) {
        const struct kauri_book_entry *entry = &kauri_book_entries(book)[i];
        const struct kauri_position south = kauri_book_position(entry, 5);
        struct kauri_position north = {.holes = 5, .side = KAURI_NORTH, .score = {3, 9}};
        for (unsigned k = 0; k < 5; k++) {
            north.seeds[5 + k] = south.seeds[k];
            north.seeds[k] = south.seeds[5 + k];
            north.cowries[5 + k] = south.cowries[k];
            north.cowries[k] = south.cowries[5 + k];
        }
        assert_ptr_equal(kauri_book_find(book, &south), entry);
        assert_ptr_equal(kauri_book_find(book, &north), entry);
        struct kauri_position other = south;
        other.seeds[i % 10] = 9; // no entry has so many in a hole
        assert_null(kauri_book_find(book, &other));
        other = south;
        other.holes = 6;
        assert_null(kauri_book_find(book, &other));
    }
    kauri_book_close(book);
    remove_bench(&bench);
}

// Every bit of the file matters, and so does every byte.
TEST(damage_is_found)
{
    struct book_bench bench;
    struct kauri_book *book = NULL;
    struct kauri_error error;
    make_bench(&bench, 6, SMALL);
    uint8_t *bytes = (uint8_t *)bench.bytes.bytes;
    const size_t first_line = strlen("kauri-book 1\n");
    for (size_t i = 0; i < 8 * bench.bytes.length; i++) {
        bytes[i / 8] ^= (uint8_t)(1U << i % 8);
        assert_int_equal(read_bytes(bytes, bench.bytes.length, &book, &error),
                         i / 8 < first_line ? KAURI_BAD_INPUT : KAURI_CORRUPT);
        bytes[i / 8] ^= (uint8_t)(1U << i % 8);
    }
    for (size_t size = 0; size < bench.bytes.length; size++) {
        assert_int_equal(read_bytes(bytes, size, &book, &error),
                         size < first_line + DIGEST_BYTES ? KAURI_BAD_INPUT : KAURI_CORRUPT);
    }
    remove_bench(&bench);
}

// Whatever is changed and sealed, and whatever is cut off and sealed: the entries are those with
// the stated digest, or the file is refused.
TEST(changed_and_sealed)
{
    struct book_bench bench;
    struct kauri_error error;
    unsigned accepted = 0;
    make_bench(&bench, 6, SMALL);
    const size_t size = bench.bytes.length;
    uint8_t *bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i < 8 * (size - DIGEST_BYTES); i++) {
        struct kauri_book *book = NULL;
        memcpy(bytes, bench.bytes.bytes, size);
        bytes[i / 8] ^= (uint8_t)(1U << i % 8);
        seal(bytes, size);
        const enum kauri_status status = read_bytes(bytes, size, &book, &error);
        assert_true(status == KAURI_OK || status == KAURI_BAD_INPUT || status == KAURI_CORRUPT ||
                    status == KAURI_WRONG);
        if (status == KAURI_OK) { // another root, or other bounds
            assert_same(&bench, book);
            accepted++;
        }
        kauri_book_close(book);
    }
    assert_in_range(accepted, 10, 200);
    for (size_t less = 1; less < size - DIGEST_BYTES; less++) {
        struct kauri_book *book = NULL;
        memcpy(bytes, bench.bytes.bytes, size);
        seal(bytes, size - less);
        assert_int_not_equal(read_bytes(bytes, size - less, &book, &error), KAURI_OK);
    }
    free(bytes);
    remove_bench(&bench);
}

// Writes the entries of the bench, which may be any, and expects a refusal with these words.
static void refused(struct book_bench *bench, enum kauri_status status, const char *words)
{
    struct kauri_book *book = NULL;
    struct kauri_error error = {.message = ""};
    write_bench(bench);
    assert_int_equal(
        read_bytes((const uint8_t *)bench->bytes.bytes, bench->bytes.length, &book, &error),
        status);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    }
}

TEST(entries_that_no_book_has)
{
    static const char order[] = "not in ascending order";
    static const char board[] = "about no position of the board";
    static const char move[] = "no move of the board";
    struct book_bench bench;
    make_bench(&bench, 5, SMALL);
    const struct kauri_book_entry good[2] = {bench.entries[7], bench.entries[8]};
    bench.entries[7] = good[1];
    bench.entries[8] = good[0];
    refused(&bench, KAURI_CORRUPT, order);
    bench.entries[7] = good[0]; // twice the same position
    refused(&bench, KAURI_CORRUPT, order);
    bench.entries[8] = good[1];

    bench.entries[SMALL - 1].key[0] = 61; // more seeds than the root
    refused(&bench, KAURI_CORRUPT, board);
    bench.entries[SMALL - 1].key[0] = 5;
    bench.entries[SMALL - 1].key[23]++; // a cowrie in a hole that the board does not have
    refused(&bench, KAURI_CORRUPT, board);
    bench.entries[SMALL - 1].key[23]--;
    bench.entries[SMALL - 1].key[22]++; // one cowrie more
    refused(&bench, KAURI_CORRUPT, board);
    bench.entries[SMALL - 1].key[22]--;

    bench.entries[3].hole = 5;
    refused(&bench, KAURI_CORRUPT, move);
    bench.entries[3].hole = 7;
    refused(&bench, KAURI_CORRUPT, move);
    bench.entries[3].hole = INT8_MAX;
    refused(&bench, KAURI_CORRUPT, move);
    bench.entries[3].hole = -2;
    refused(&bench, KAURI_CORRUPT, move);
    remove_bench(&bench);
}

// The file of the bench with another line in place of one that begins with the same word, sealed.
static enum kauri_status read_with_line(const struct book_bench *bench, const char *line,
                                        size_t bytes, struct kauri_error *error)
{
    char word[16];
    struct kauri_book *book = NULL;
    struct kauri_string changed = {.bytes = NULL};
    const size_t letters = strcspn(line, " ");
    assert_true(letters + 2 < sizeof word);
    (void)snprintf(word, sizeof word, "\n%.*s ", (int)letters, line);
    const char *file = bench->bytes.bytes;
    const char *old = strstr(file, word);
    assert_non_null(old);
    const char *rest = strchr(old + 1, '\n');
    kauri_string_add_bytes(&changed, file, (size_t)(old + 1 - file));
    kauri_string_add_bytes(&changed, line, bytes);
    kauri_string_add_bytes(&changed, rest, bench->bytes.length - (size_t)(rest - file));
    seal((uint8_t *)changed.bytes, changed.length);
    const enum kauri_status status =
        read_bytes((const uint8_t *)changed.bytes, changed.length, &book, error);
    kauri_book_close(book);
    kauri_string_clear(&changed);
    return status;
}

TEST(lines_of_the_head)
{
    static const struct {
        const char *line;
        enum kauri_status status;
    } lines[] = {
        {"search 1", KAURI_OK},
        {"search 16777216", KAURI_OK},
        {"bounds -181 181", KAURI_OK},
        {"bounds 3 3", KAURI_OK},
        {"rules kauri-r1-r9;unlimited=0", KAURI_WRONG},
        {"digest 0123456789abcdef", KAURI_WRONG},
        {"search 0", KAURI_BAD_INPUT},
        {"search 16777217", KAURI_BAD_INPUT},
        {"search 4096 1", KAURI_BAD_INPUT},
        {"search 04096", KAURI_BAD_INPUT},
        {"search ", KAURI_BAD_INPUT},
        {"bounds 3 2", KAURI_BAD_INPUT},
        {"bounds 3", KAURI_BAD_INPUT},
        {"bounds -182 3", KAURI_BAD_INPUT},
        {"bounds 3 182", KAURI_BAD_INPUT},
        {"bounds -0 3", KAURI_BAD_INPUT},
        {"bounds 1  3", KAURI_BAD_INPUT},
        {"board 6", KAURI_BAD_INPUT},
        {"board 5 12", KAURI_BAD_INPUT},
        {"board 6 11", KAURI_BAD_INPUT},
        {"board 7 12", KAURI_BAD_INPUT},
        {"board 0 12", KAURI_BAD_INPUT},
        {"root nonsense", KAURI_BAD_INPUT},
        {"root 1+1/1+1 S", KAURI_BAD_INPUT},
        {"entries 39", KAURI_CORRUPT},
        {"entries 41", KAURI_CORRUPT},
        {"entries 0", KAURI_CORRUPT},
        {"entries -1", KAURI_BAD_INPUT},
        {"entries 67108864", KAURI_CORRUPT}, // without asking for the memory of so many
        {"entries 67108865", KAURI_BAD_INPUT},
        {"entries 18446744073709551616", KAURI_BAD_INPUT},
        {"digest 0123456789ABCDEF", KAURI_BAD_INPUT},
        {"digest 123", KAURI_BAD_INPUT},
    };
    struct book_bench bench;
    struct kauri_error error;
    make_bench(&bench, 6, SMALL);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        const enum kauri_status status =
            read_with_line(&bench, lines[i].line, strlen(lines[i].line), &error);
        if (status != lines[i].status) {
            fail_msg("%s: %d", lines[i].line, (int)status);
        }
    }
    static const char zero[] = "search 4096\0"; // a zero byte would end the line for some readers
    assert_int_equal(read_with_line(&bench, zero, sizeof zero - 1, &error), KAURI_BAD_INPUT);
    remove_bench(&bench);
}

TEST(bytes_after_the_last_page)
{
    struct book_bench bench;
    struct kauri_book *book = NULL;
    struct kauri_error error;
    make_bench(&bench, 6, SMALL);
    static const char more[] = "more";
    kauri_string_add_bytes(&bench.bytes, more, sizeof more);
    seal((uint8_t *)bench.bytes.bytes, bench.bytes.length);
    assert_int_equal(
        read_bytes((const uint8_t *)bench.bytes.bytes, bench.bytes.length, &book, &error),
        KAURI_CORRUPT);
    remove_bench(&bench);
}

TEST_IN_FOLDER(files, folder)
{
    char path[TEMPORARY_BYTES + 16];
    struct book_bench bench;
    struct kauri_book *book = NULL;
    struct kauri_error error;
    (void)snprintf(path, sizeof path, "%s/book", folder);
    assert_int_equal(kauri_book_open(path, &book, &error), KAURI_MISSING);
    assert_null(book);
    make_bench(&bench, 6, SMALL);
    temporary_write(path, bench.bytes.bytes, bench.bytes.length);
    assert_int_equal(kauri_book_open(path, &book, &error), KAURI_OK);
    assert_same(&bench, book);
    kauri_book_close(book);
    kauri_book_close(NULL);
    remove_bench(&bench);
}
