// Tables beside the published ones, by the digests of docs/results/RESULTS.md.
#include "db/tables/published.h"
#include "tests/test.h"

TEST(the_columns_choose_the_digest)
{
    struct kauri_table_info info = {.holes = 6, .cowries = 12, .seeds = 2, .column_count = 2};
    assert_int_equal(kauri_publication_of(&info, UINT64_C(0x97cd32bb70528285)), KAURI_PUBLISHED);
    assert_int_equal(kauri_publication_of(&info, UINT64_C(0x97cd32bb70528284)),
                     KAURI_NOT_AS_PUBLISHED);
    assert_int_equal(kauri_publication_of(&info, UINT64_C(0x432c2fe0ef9c31f3)),
                     KAURI_NOT_AS_PUBLISHED);
    info.column_count = 1;
    assert_int_equal(kauri_publication_of(&info, UINT64_C(0x432c2fe0ef9c31f3)), KAURI_PUBLISHED);
    assert_int_equal(kauri_publication_of(&info, UINT64_C(0x97cd32bb70528285)),
                     KAURI_NOT_AS_PUBLISHED);
}

TEST(other_boards_and_layers_are_not_published)
{
    const uint64_t digest = UINT64_C(0xb02f46a4f8cff3de);
    struct kauri_table_info info = {.holes = 6, .cowries = 12, .seeds = 7, .column_count = 2};
    assert_int_equal(kauri_publication_of(&info, digest), KAURI_PUBLISHED);
    info.column_count = 1;
    assert_int_equal(kauri_publication_of(&info, digest), KAURI_UNPUBLISHED);
    info.column_count = 2;
    info.seeds = 8;
    assert_int_equal(kauri_publication_of(&info, digest), KAURI_UNPUBLISHED);
    info.seeds = 7;
    info.cowries = 10;
    assert_int_equal(kauri_publication_of(&info, digest), KAURI_UNPUBLISHED);
    info.cowries = 12;
    info.holes = 5;
    assert_int_equal(kauri_publication_of(&info, digest), KAURI_UNPUBLISHED);
}
