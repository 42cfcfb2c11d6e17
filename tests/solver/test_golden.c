// Tables of version 1, solved by kauri 1.0.0 and kept in tests/data/version1, against the oracle.
#include "tests/cmocka_all.h"

#include "tablebase/tablebase.h"
#include "tests/solver/oracle.h"

static const struct {
    const char *folder;
    unsigned holes, cowries, seeds;
    uint64_t digest;
} goldens[] = {
    {KAURI_TEST_DATA "/version1/1x1", 1, 1, 43, UINT64_C(0x9537fc541b24f45b)}, // r takes two bytes
    {KAURI_TEST_DATA "/version1/2x2", 2, 2, 2, UINT64_C(0xeea54498f53ed4b2)},
    {KAURI_TEST_DATA "/version1/2x2", 2, 2, 3, UINT64_C(0x1f14019e82a3c1d6)},
    {KAURI_TEST_DATA "/version1/3x2", 3, 2, 3, UINT64_C(0x7ca7623c8e5bff56)},
    {KAURI_TEST_DATA "/version1/6x1", 6, 1, 1, UINT64_C(0x008a3f8b7d86553d)},
};

static void every_value_is_that_of_the_oracle(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof goldens / sizeof goldens[0]; i++) {
        const unsigned seeds = goldens[i].seeds;
        struct kauri_tablebase *tables = NULL;
        const struct kauri_tablebase_layer *layer = NULL;
        struct oracle *oracle = oracle_new(goldens[i].holes, goldens[i].cowries, seeds);
        assert_int_equal(kauri_tablebase_open_folder(goldens[i].folder, 1 << 20, &tables, NULL),
                         KAURI_OK);
        assert_int_equal(kauri_tablebase_layer(tables, seeds, &layer, NULL), KAURI_OK);
        assert_int_equal(kauri_reader_info(layer->reader)->version, 1);
        assert_int_equal(kauri_reader_certificate(layer->reader)->digest, goldens[i].digest);
        for (uint64_t index = 0; index < layer->index.positions; index++) {
            struct kauri_view view;
            struct kauri_value value;
            kauri_unindex(&layer->index, index, &view);
            const struct kauri_position position = kauri_view_position(&view, goldens[i].holes);
            const struct oracle_value expected = oracle_get(oracle, &position);
            assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
            assert_int_equal(value.r, expected.r);
            assert_int_equal(value.dtc, expected.dtc);
        }
        kauri_tablebase_close(tables);
        oracle_free(oracle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_value_is_that_of_the_oracle)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
