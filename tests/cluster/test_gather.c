// The columns that other ranks send to rank 0: each block must arrive once, and nothing else.
#include "tests/test.h"

#include "solver/cluster/gather.h"
#include "solver/cluster/network.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Rank 0 has blocks 0 and 2, and rank 1 has blocks 1 and 3. They are sent in two steps.
enum { BLOCKS = 4, RANKS = 2, ENTRIES = 8, SENT_MAX = 400 };

// Bytes of a packet that the tests alter (the head in gather.c).
// The lower half of the block is the later one where the machine is big-endian.
enum {
    BLOCK_AT = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 4 : 0,
    COLUMN_AT = 16,
    FIRST_SIZE_AT = 24
};

struct mail {
    unsigned step;
    struct {
        uint8_t bytes[RANKS][SENT_MAX];
        uint64_t size[RANKS];
    } steps[RANKS]; // by step: what each rank sends
};

struct rank {
    struct kauri_network network;
    struct mail *mail;
};

static enum kauri_status begin(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error)
{
    const struct rank *rank = context;
    struct mail *mail = rank->mail;
    uint64_t *size = &mail->steps[mail->step].size[rank->network.team.rank];
    (void)numbers;
    (void)number_count;
    (void)error;
    *size = 0;
    for (unsigned i = 0; i < message_count; i++) {
        assert_int_equal(messages[i].rank, 0);
        assert_true(*size + messages[i].size <= SENT_MAX);
        memcpy(mail->steps[mail->step].bytes[rank->network.team.rank] + *size, messages[i].bytes,
               messages[i].size);
        *size += messages[i].size;
    }
    return KAURI_OK;
}

static enum kauri_status finish(void *context, struct kauri_message *received,
                                struct kauri_error *error)
{
    const struct rank *rank = context;
    struct mail *mail = rank->mail;
    (void)error;
    for (unsigned i = 0; i < RANKS; i++) {
        received[i] = (struct kauri_message){.rank = i,
                                             .bytes = mail->steps[mail->step].bytes[i],
                                             .size = mail->steps[mail->step].size[i]};
    }
    mail->step++;
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

// `paged`: a block has two pages of its own; otherwise a page holds two blocks.
static struct kauri_table_info describe(bool paged)
{
    struct kauri_table_info info = {
        .holes = 1,
        .cowries = 1,
        .seeds = 3,
        .column_count = 2,
        .digest_entries = paged ? ENTRIES : 2 * ENTRIES,
        .positions = BLOCKS * ENTRIES,
        .entries = BLOCKS * ENTRIES,
        .rules = "test",
        .program = "test",
        .columns = {{.name = "r"}, {.name = "dtc"}},
    };
    for (unsigned c = 0; c < 2; c++) {
        info.columns[c].width = 1;
        info.columns[c].codec = KAURI_CODEC_ZSTD;
        info.columns[c].page_entries = paged ? ENTRIES / 2 : 2 * ENTRIES;
        info.columns[c].group_pages = 3;
    }
    return info;
}

static uint8_t number_of(unsigned column, uint64_t block, unsigned entry)
{
    return (uint8_t)(100 * column + 10 * block + entry % 4);
}

// One rank's part in the batch of all blocks. Rank 0 has a writer.
static enum kauri_status gather(struct mail *mail, unsigned number, bool paged,
                                struct kauri_writer *writer, struct kauri_error *error)
{
    const struct kauri_table_info info = describe(paged);
    uint32_t blocks[] = {number, number + 2};
    uint8_t numbers[2][2 * ENTRIES];
    struct rank rank = {
        .network = {.team = {.rank = number, .ranks = RANKS, .sum = combine, .greatest = combine},
                    .begin = begin,
                    .finish = finish},
        .mail = mail};
    struct kauri_pace pace = {.threads = 1};
    struct kauri_gather *gather = NULL;
    const struct kauri_part part = {.team = &rank.network.team,
                                    .layer = {.seeds = 3, .cowrie_count = ENTRIES},
                                    .stored = {.count = 2},
                                    .stored_numbers = blocks};
    const struct kauri_table_batch batch = {.count = BLOCKS,
                                            .part_count = 2,
                                            .block_bytes = {ENTRIES, ENTRIES},
                                            .columns = {numbers[0], numbers[1]}};
    for (unsigned c = 0; c < 2; c++) {
        for (unsigned i = 0; i < 2 * ENTRIES; i++) {
            numbers[c][i] = number_of(c, blocks[i / ENTRIES], i % ENTRIES);
        }
    }
    rank.network.team.context = &rank;
    mail->step = 0;
    assert_int_equal(kauri_gather_new(&part, &info, 1, 1, 2, writer, &gather, error), KAURI_OK);
    enum kauri_status status = kauri_gather_batch(gather, &batch, &pace, error);
    if (status == KAURI_OK) {
        status = kauri_gather_end(gather, error);
    }
    kauri_gather_free(gather);
    return status;
}

// What rank 1 sends.
static void post(struct mail *mail, bool paged)
{
    memset(mail, 0, sizeof *mail);
    struct kauri_error error;
    assert_int_equal(gather(mail, 1, paged, NULL, &error), KAURI_OK);
    for (unsigned step = 0; step < RANKS; step++) {
        assert_true(mail->steps[step].size[1] > 0);
    }
}

// Rank 0 receives the pages that were sent, and writes the table if they are right.
static enum kauri_status take(struct mail *mail, bool paged, const char *path,
                              struct kauri_error *error)
{
    const struct kauri_table_info info = describe(paged);
    const struct kauri_writer_options options = {.level = 1, .threads = 1};
    struct kauri_writer *writer = NULL;
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, error), KAURI_OK);
    const enum kauri_status status = gather(mail, 0, paged, writer, error);
    if (status != KAURI_OK) {
        kauri_writer_abandon(writer);
        return status;
    }
    return kauri_writer_commit(writer, NULL, NULL, error);
}

// The counts of pages that rank 1 compressed are missing, since `combine` adds nothing; so the
// bytes are compared up to the certificate.
TEST_IN_FOLDER(blocks_are_put_in_their_places, folder)
{
    char path[TEMPORARY_BYTES + 16];
    char alone[TEMPORARY_BYTES + 16];
    (void)snprintf(path, sizeof path, "%s/gathered", folder);
    (void)snprintf(alone, sizeof alone, "%s/alone", folder);
    for (int paged = 0; paged < 2; paged++) {
        const struct kauri_table_info info = describe(paged);
        const struct kauri_writer_options options = {.level = 1, .threads = 1};
        static struct mail mail;
        struct kauri_writer *writer = NULL;
        struct kauri_error error;
        uint8_t numbers[2][BLOCKS * ENTRIES];
        size_t size[2];
        for (unsigned c = 0; c < 2; c++) {
            for (unsigned i = 0; i < BLOCKS * ENTRIES; i++) {
                numbers[c][i] = number_of(c, i / ENTRIES, i % ENTRIES);
            }
        }
        const void *const columns[] = {numbers[0], numbers[1]};
        assert_int_equal(kauri_writer_open(alone, &info, &options, &writer, &error), KAURI_OK);
        assert_int_equal(kauri_writer_append(writer, columns, BLOCKS * ENTRIES, &error), KAURI_OK);
        assert_int_equal(kauri_writer_commit(writer, NULL, NULL, &error), KAURI_OK);
        post(&mail, paged);
        assert_int_equal(take(&mail, paged, path, &error), KAURI_OK);
        uint8_t *expected = temporary_read(alone, &size[0]);
        uint8_t *found = temporary_read(path, &size[1]);
        const size_t groups = paged ? 2 * 3 * 30 : 2 * 40; // some bytes of every group
        assert_true(size[1] > 512 + groups && size[0] > 512 + groups);
        assert_memory_equal(found + 512, expected + 512, groups);
        if (!paged) {
            assert_int_equal(size[0], size[1]);
            assert_memory_equal(found, expected, size[0]);
        }
        free(expected);
        free(found);
    }
}

static void put_number(struct mail *mail, unsigned step, uint64_t at, uint32_t number)
{
    memcpy(mail->steps[step].bytes[1] + at, &number, sizeof number);
}

TEST_IN_FOLDER(a_wrong_packet_is_refused, folder)
{
    static const struct {
        const char *words;
        bool paged;
        int64_t longer; // bytes by which the message of the step grows
        uint64_t at;    // byte of the first packet, which gets a number
        uint32_t number;
    } cases[] = {
        {"are missing", false, -SENT_MAX, 0, 1},
        {"are missing", true, -SENT_MAX, 0, 1},
        {"does not have", false, -1, BLOCK_AT, 1},
        {"does not have", true, -1, BLOCK_AT, 1},
        {"does not have", false, 1, BLOCK_AT, 1},
        {"does not have", true, 1, BLOCK_AT, 1},
        {"does not have", false, 0, BLOCK_AT, 0}, // a block that rank 0 has
        {"does not have", true, 0, BLOCK_AT, 0},
        {"does not have", false, 0, BLOCK_AT, 3}, // a block of the next step
        {"does not have", true, 0, BLOCK_AT, UINT32_MAX},
        {"does not have", false, 0, COLUMN_AT, 2},
        {"does not have", true, 0, COLUMN_AT, 1}, // twice
        {"does not have", true, 0, FIRST_SIZE_AT, 0},
        {"does not have", true, 0, FIRST_SIZE_AT, UINT32_MAX},
    };
    char path[TEMPORARY_BYTES + 16];
    (void)snprintf(path, sizeof path, "%s/gathered", folder);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct mail mail;
        struct kauri_error error;
        post(&mail, cases[i].paged);
        uint64_t *size = &mail.steps[0].size[1];
        put_number(&mail, 0, cases[i].at, cases[i].number);
        *size = cases[i].longer == -SENT_MAX ? 0 : *size + (uint64_t)cases[i].longer;
        assert_int_equal(take(&mail, cases[i].paged, path, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, cases[i].words));
    }
}
