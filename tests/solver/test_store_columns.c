// The columns of a batch that other ranks send: each block must arrive once, and nothing else.
#include "tests/cmocka_all.h"

#include "solver/store_columns.h"

#include <string.h>

enum { BLOCKS = 7, RANKS = 2, WIDTH = 3, ITEM = sizeof(uint64_t) + WIDTH + 1, ITEMS_MAX = 8 };

// What rank 1 sends to rank 0, whatever rank 0 sends.
struct sender {
    uint8_t bytes[ITEMS_MAX * ITEM];
    uint64_t size;
};

static enum kauri_status begin(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error)
{
    (void)context;
    (void)messages;
    (void)message_count;
    (void)numbers;
    (void)number_count;
    (void)error;
    return KAURI_OK;
}

static enum kauri_status finish(void *context, struct kauri_message *received,
                                struct kauri_error *error)
{
    const struct sender *sender = context;
    (void)error;
    received[0] = (struct kauri_message){.rank = 0};
    received[1] = (struct kauri_message){.rank = 1, .bytes = sender->bytes, .size = sender->size};
    return KAURI_OK;
}

// The other rank adds nothing, and has no failures.
static enum kauri_status combine(void *context, uint64_t *numbers, unsigned count,
                                 struct kauri_error *error)
{
    (void)context;
    (void)numbers;
    (void)count;
    (void)error;
    return KAURI_OK;
}

static uint8_t number_in(unsigned column, uint64_t block, unsigned place)
{
    return (uint8_t)(100 * column + 10 * block + place);
}

static void post(struct sender *sender, const uint64_t *blocks, unsigned count)
{
    uint8_t *at = sender->bytes;
    for (unsigned i = 0; i < count; i++) {
        memcpy(at, &blocks[i], sizeof blocks[i]);
        at += sizeof blocks[i];
        for (unsigned place = 0; place < WIDTH; place++) {
            *at++ = number_in(0, blocks[i], place);
        }
        *at++ = number_in(1, blocks[i], 0);
    }
    sender->size = (uint64_t)(at - sender->bytes);
}

// Rank 0 takes blocks 8, 9, 12 and 13 of a batch of blocks 8 to 14 in units of two. It has blocks 8
// and 10 to send, the second of them to rank 1. `taken` receives the columns.
static enum kauri_status collect(struct sender *sender, uint8_t taken[2][4 * WIDTH],
                                 struct kauri_error *error)
{
    const struct kauri_team team = {.rank = 0,
                                    .ranks = RANKS,
                                    .context = sender,
                                    .begin = begin,
                                    .finish = finish,
                                    .sum = combine,
                                    .greatest = combine};
    uint32_t own_blocks[] = {8, 10};
    uint8_t own[2][2 * WIDTH] = {{0}};
    const struct kauri_share share = {
        .team = &team, .layer = {.seeds = 3}, .stored_ranks = own_blocks};
    const struct kauri_store_batch batch = {
        .first = 8, .count = BLOCKS, .unit = 2, .own_count = 2, .block_bytes = {WIDTH, 1}};
    uint8_t *const own_columns[] = {own[0], own[1]};
    uint8_t *const columns[] = {taken[0], taken[1]};
    uint64_t sent = 0;
    assert_int_equal(kauri_store_taken(&share, &batch), 4);
    const enum kauri_status status =
        kauri_store_collect(&share, &batch, own_columns, columns, &sent, KAURI_OK, error);
    assert_int_equal(sent, ITEM);
    return status;
}

static void blocks_are_put_in_their_places(void **state)
{
    (void)state;
    static const uint64_t blocks[] = {13, 8, 12, 9};
    static const uint64_t places[] = {8, 9, 12, 13};
    struct sender sender;
    uint8_t taken[2][4 * WIDTH];
    struct kauri_error error;
    post(&sender, blocks, 4);
    assert_int_equal(collect(&sender, taken, &error), KAURI_OK);
    for (unsigned i = 0; i < 4; i++) {
        for (unsigned place = 0; place < WIDTH; place++) {
            assert_int_equal(taken[0][i * WIDTH + place], number_in(0, places[i], place));
        }
        assert_int_equal(taken[1][i], number_in(1, places[i], 0));
    }
}

static void a_wrong_part_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        unsigned count;
        uint64_t blocks[5];
    } cases[] = {
        {"are missing", 3, {8, 9, 12}},
        {"are missing", 0, {0}},
        {"does not have", 4, {8, 9, 12, 12}},     // as many as are wanted
        {"does not have", 4, {8, 9, 8, 13}},      // the same
        {"does not have", 5, {8, 9, 12, 13, 13}}, // one too many
        {"does not have", 4, {8, 9, 12, 10}},     // which rank 1 takes
        {"does not have", 4, {8, 9, 12, 7}},      // of the batch before
        {"does not have", 4, {8, 9, 12, 15}},     // of the next one
        {"does not have", 4, {8, 9, 12, UINT64_MAX}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct sender sender;
        uint8_t taken[2][4 * WIDTH];
        struct kauri_error error;
        post(&sender, cases[i].blocks, cases[i].count);
        assert_int_equal(collect(&sender, taken, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, cases[i].words));
    }
}

static void a_message_that_is_cut_is_refused(void **state)
{
    (void)state;
    static const uint64_t blocks[] = {8, 9, 12, 13};
    struct sender sender;
    uint8_t taken[2][4 * WIDTH];
    struct kauri_error error;
    post(&sender, blocks, 4);
    for (uint64_t size = sender.size; size > 0; size--) {
        sender.size = size - 1;
        assert_int_equal(collect(&sender, taken, &error), KAURI_CORRUPT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_put_in_their_places),
        cmocka_unit_test(a_wrong_part_is_refused),
        cmocka_unit_test(a_message_that_is_cut_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
