// Layers that several ranks solve together: the bytes of the table are those of one process.
#include "tests/cmocka_all.h"

#include "db/table_names.h"
#include "tests/solver/tables_help.h"
#include "tests/solver/thread_team.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The table of a layer, whole; the caller frees it.
static uint8_t *read_table(const char *folder, struct kauri_shape shape, unsigned seeds,
                           size_t *size)
{
    char name[KAURI_TABLE_NAME_BYTES];
    char path[TEMPORARY_BYTES + sizeof name + 1];
    (void)kauri_table_name(shape.holes, shape.cowries, seeds, name);
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

static void same_tables(const char *folder, const char *other, struct kauri_shape shape,
                        unsigned seeds)
{
    size_t sizes[2];
    uint8_t *one = read_table(folder, shape, seeds, &sizes[0]);
    uint8_t *two = read_table(other, shape, seeds, &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(one, two, sizes[0]);
    free(one);
    free(two);
}

static void team_must_solve(struct thread_team *team, unsigned ranks, const char *folder,
                            struct kauri_shape shape, unsigned seeds,
                            const struct kauri_solve_options *options)
{
    solve_by_team(team, ranks, folder, shape, seeds, options, NULL, NULL);
    for (unsigned rank = 0; rank < ranks; rank++) {
        if (team->members[rank].status != KAURI_OK) {
            fail_msg("layer %u, rank %u of %u: %s", seeds, rank, ranks,
                     team->members[rank].error.message);
        }
    }
}

static void solve_both(struct kauri_shape shape, unsigned last, unsigned ranks, unsigned threads)
{
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = threads, .level = 1};
    static struct thread_team team;
    temporary_make(alone);
    temporary_make(together);
    solve_layers(alone, shape, 0, last, 1);
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        team_must_solve(&team, ranks, together, shape, seeds, &options);
        same_tables(alone, together, shape, seeds);
        free_team(&team);
    }
    temporary_remove(alone);
    temporary_remove(together);
}

static void small_boards_have_the_same_bytes(void **state)
{
    (void)state;
    static const struct {
        struct kauri_shape shape;
        unsigned last;
    } boards[] = {{{1, 3}, 6}, {{2, 3}, 7}, {{3, 4}, 4}, {{4, 3}, 4}, {{6, 2}, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (unsigned ranks = 1; ranks <= 5; ranks += ranks < 3 ? 1 : 2) {
            solve_both(boards[i].shape, boards[i].last, ranks, 1 + (unsigned)i % 2);
        }
    }
}

// Blocks of this board are larger than a page of the table.
static void the_full_board_has_the_same_bytes(void **state)
{
    (void)state;
    solve_both((struct kauri_shape){6, 12}, 1, 3, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_have_the_same_bytes),
        cmocka_unit_test(the_full_board_has_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
