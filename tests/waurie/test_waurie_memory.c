// Promises about memory: what is allocated, counted, stays below the bound that the caller gives,
// and most of it is used.
#include "db/bytes.h"
#include "db/writer.h"
#include "tests/temporary.h"
#include "tests/test.h"
#include "tests/waurie/allocations.h"
#include "tests/waurie/make_tables.h"
#include "waurie/decide.h"
#include "waurie/layer_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 4096,
    ROUNDING = 2 * PAGE, // bytes that malloc may provide beyond the request
    MIB = 1 << 20,
};

static const struct waurie_rules article = {.at_turn = false};

TEST(a_decider_keeps_to_its_memory)
{
    unsigned layers[2] = {0}; // layers that had places with the least and with the most memory
    for (uint64_t memory = 1 << 16; memory <= 1 << 24; memory <<= 8) {
        struct waurie_decider *decider = NULL;
        struct waurie_value value;
        struct kauri_error error;
        struct waurie_board board = {.pits = 6, .own = {1}, .other = {1}};
        const size_t before = allocations_held();
        allocations_begin();
        assert_int_equal(waurie_decider_new(&article, memory, &decider, &error), KAURI_OK);
        while (waurie_decide(decider, &board, &value, &error) == KAURI_OK) {
            layers[memory > 1 << 16] = waurie_seeds(&board);
            board.own[0]++;
        }
        assert_int_equal(error.status, KAURI_RESOURCE);
        assert_true(allocations_peak() <= memory + ROUNDING);
        waurie_decider_free(decider);
        assert_int_equal(allocations_held(), before);
    }
    assert_int_equal(layers[0], 4);  // 1,820 positions of 6 bytes
    assert_int_equal(layers[1], 12); // 2,704,156 positions
}

TEST(a_decider_needs_some_memory)
{
    struct waurie_decider *decider = NULL;
    struct kauri_error error;
    assert_int_equal(waurie_decider_new(&article, 0, &decider, &error), KAURI_RESOURCE);
    assert_null(decider);
    assert_int_equal(waurie_decider_new(&article, 1000, &decider, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "too little memory"));
}

static enum kauri_status try_pages(const char *folder, uint64_t memory, unsigned threads,
                                   struct waurie_tables **pages, struct kauri_error *error)
{
    const struct waurie_tables_options options = {
        .folder = folder, .rules = article, .pits = 6, .threads = threads, .page_memory = memory};
    return waurie_tables_open(&options, pages, error);
}

// Decoded, the layers take 7 MiB, of which 2 MiB have room.
TEST_IN_FOLDER(pages_keep_to_their_memory, folder)
{
    enum { SEEDS = 17 };
    struct kauri_error error;
    struct waurie_tables *pages = NULL;
    make_tables(folder, &article, 6, SEEDS);
    struct waurie_tables *tables = hold_tables(folder, &article, 6, SEEDS);
    assert_true(waurie_tables_bytes(tables) > WAURIE_PAGES_LEAST);
    const size_t before = allocations_held();
    allocations_begin();
    assert_int_equal(try_pages(folder, WAURIE_PAGES_LEAST - 1, 3, &pages, &error), KAURI_RESOURCE);
    assert_int_equal(try_pages(folder, WAURIE_PAGES_LEAST, 3, &pages, &error), KAURI_OK);
    for (unsigned seeds = 1; seeds <= SEEDS; seeds++) {
        for (unsigned own = 0; own <= seeds; own++) {
            struct waurie_board board = {.pits = 6};
            waurie_row_first(6, seeds - own, board.other);
            do {
                waurie_row_at(6, own, waurie_row_count(6, own) / 2, board.own);
                assert_int_equal(tables_win(pages, &board), tables_win(tables, &board));
            } while (waurie_row_next(6, board.other));
        }
    }
    assert_true(allocations_peak() <= WAURIE_PAGES_LEAST + ROUNDING);
    assert_true(allocations_peak() >= WAURIE_PAGES_LEAST / 2);
    waurie_tables_close(pages);
    assert_int_equal(allocations_held(), before);
    waurie_tables_close(tables);
}

static void copy_words(void *context, uint64_t first, uint64_t count, const uint64_t *words)
{
    memcpy((uint64_t *)context + first, words, count * sizeof *words);
}

// Writes a layer again, with pages of a fivehundredth of the usual size, so that a small table has
// as many pages as a large one.
static void write_small_pages(const char *folder, unsigned seeds)
{
    enum { PAGE_ENTRIES = 512 };
    struct waurie_layer layer;
    struct kauri_reader *reader = NULL;
    struct kauri_writer *writer = NULL;
    waurie_layer_make(6, seeds, &layer);
    uint64_t *words = malloc(layer.words * sizeof *words);
    char *path = waurie_table_path(folder, &article, 6, seeds);
    const void *columns[1] = {words};
    const struct kauri_writer_options options = {.level = 1, .threads = 2};
    struct kauri_table_info info = waurie_file_info(&article, &layer);
    info.columns[0].page_entries = PAGE_ENTRIES;
    assert_true(words != NULL && path != NULL);
    assert_int_equal(waurie_file_open(folder, &article, &layer, &reader, NULL), KAURI_OK);
    assert_int_equal(
        waurie_file_read(reader, &layer, 0, layer.words, 2, NULL, copy_words, words, NULL),
        KAURI_OK);
    kauri_reader_close(reader);
    for (uint64_t w = 0; w < layer.words; w++) {
        kauri_store_u64((uint8_t *)&words[w], words[w]);
    }
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, NULL), KAURI_OK);
    assert_int_equal(kauri_writer_append(writer, columns, layer.words * sizeof *words, NULL),
                     KAURI_OK);
    assert_int_equal(kauri_writer_commit(writer, NULL, NULL, NULL), KAURI_OK);
    free(path);
    free(words);
}

// The lists of pages of these tables take 4 MiB, their decoded pages 31 MiB.
TEST_IN_FOLDER(many_pages_keep_to_their_memory, folder)
{
    enum { SEEDS = 20, MEMORY = 8 * MIB };
    struct kauri_error error;
    struct waurie_tables *pages = NULL;
    make_tables(folder, &article, 6, SEEDS);
    for (unsigned seeds = 15; seeds <= SEEDS; seeds++) {
        write_small_pages(folder, seeds);
    }
    struct waurie_tables *tables = hold_tables(folder, &article, 6, SEEDS);
    allocations_begin();
    assert_int_equal(try_pages(folder, MEMORY, 2, &pages, &error), KAURI_OK);
    for (unsigned seeds = 15; seeds <= SEEDS; seeds++) {
        unsigned number = 0;
        for (unsigned own = 1; own < seeds; own++) {
            struct waurie_board board = {.pits = 6};
            waurie_row_at(6, own, waurie_row_count(6, own) / 2, board.own);
            waurie_row_first(6, seeds - own, board.other);
            do {
                if (number++ % 5 == 0) {
                    assert_int_equal(tables_win(pages, &board), tables_win(tables, &board));
                }
            } while (waurie_row_next(6, board.other));
        }
    }
    assert_true(allocations_peak() <= MEMORY + ROUNDING);
    assert_true(allocations_peak() >= MEMORY / 2);
    waurie_tables_close(pages);
    // With too little memory for the list of pages, the layer is refused.
    struct waurie_board board = {.pits = 6, .own = {SEEDS}};
    bool wins = false;
    assert_int_equal(try_pages(folder, WAURIE_PAGES_LEAST, 1, &pages, &error), KAURI_OK);
    for (unsigned seeds = SEEDS - 1; seeds <= SEEDS; seeds++) {
        board.own[0] = (uint8_t)seeds;
        assert_int_equal(waurie_tables_look_up(pages, &board, &wins, &error),
                         seeds < SEEDS ? KAURI_OK : KAURI_RESOURCE);
    }
    assert_non_null(strstr(error.message, "takes"));
    waurie_tables_close(pages);
    waurie_tables_close(tables);
}

// As many layers as fit are held; reading takes a page and its compressed bytes per thread besides.
TEST_IN_FOLDER(windows_keep_to_their_memory, folder)
{
    struct kauri_error error;
    make_tables(folder, &article, 6, 16);
    for (uint64_t memory = MIB / 4; memory <= 4 * MIB; memory *= 2) {
        struct waurie_window window;
        allocations_begin();
        struct waurie_tables *tables = open_tables(folder, &article, 6, 0);
        assert_int_equal(waurie_tables_hold_window(tables, 16, 24, memory, &window, &error),
                         KAURI_OK);
        assert_true(waurie_tables_bytes(tables) <= memory);
        assert_true(waurie_tables_bytes(tables) >= memory / 4);
        assert_true(allocations_peak() <= memory + 2 * MIB);
        waurie_tables_close(tables);
    }
}
