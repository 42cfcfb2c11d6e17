// The tables that are kept in tests/data/tables against the oracle: a change of writer and reader
// that makes older tables unreadable is found here. Those of the 2x2 board with four cowries are as
// kauri 1.1.0 solved them. The others, solved by kauri 1.0.0, have an entry for every position, and
// need no lower layer.
#include "tests/test.h"

#include "tests/db/tables/oracle_tables.h"

static const struct {
    const char *folder;
    unsigned holes, cowries, seeds;
    uint64_t digest;
} goldens[] = {
    {KAURI_TEST_DATA "/tables/2x4", 2, 4, 0, UINT64_C(0x3010f148b2a63ed0)},
    {KAURI_TEST_DATA "/tables/2x4", 2, 4, 1, UINT64_C(0x11fbb60e0f8024bc)},
    {KAURI_TEST_DATA "/tables/2x4", 2, 4, 2, UINT64_C(0xedac562567d8853f)},
    {KAURI_TEST_DATA "/tables/2x4", 2, 4, 3, UINT64_C(0xcb41b1594afb61b9)},
    {KAURI_TEST_DATA "/tables/1x1", 1, 1, 43, UINT64_C(0xcbe5f19834c3b9d4)}, // r takes two bytes
    {KAURI_TEST_DATA "/tables/2x2", 2, 2, 3, UINT64_C(0xba4252237541ccb0)},
    {KAURI_TEST_DATA "/tables/3x2", 3, 2, 3, UINT64_C(0x831686cbf627c8e6)},
    {KAURI_TEST_DATA "/tables/6x1", 6, 1, 1, UINT64_C(0x432330b3f68b8ba9)},
};

TEST(every_value_is_that_of_the_oracle)
{
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        const unsigned seeds = goldens[i].seeds;
        struct kauri_tablebase *tables = NULL;
        const struct kauri_tablebase_layer *layer = NULL;
        struct oracle *oracle = oracle_new(goldens[i].holes, goldens[i].cowries, seeds);
        assert_int_equal(kauri_tablebase_open_folder(goldens[i].folder, 1 << 20, &tables, NULL),
                         KAURI_OK);
        assert_int_equal(kauri_tablebase_layer(tables, seeds, &layer, NULL), KAURI_OK);
        assert_int_equal(kauri_reader_certificate(layer->reader)->digest, goldens[i].digest);
        oracle_compare(oracle, tables, seeds);
        kauri_tablebase_close(tables);
        oracle_free(oracle);
    }
}
