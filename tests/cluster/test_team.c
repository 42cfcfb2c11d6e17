// Layers that several ranks solve together: the bytes of the table are those of one process.
#include "tests/test.h"

#include "tests/cluster/team_help.h"
#include "tests/sanitized.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

// The full board; with sanitizers one with fewer cowries, which has the same holes, and blocks that
// are larger than a page of the table as well.
static struct kauri_shape large_board(void)
{
    return (struct kauri_shape){6, (uint8_t)fewer(8, 12)};
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

TEST(small_boards_have_the_same_bytes)
{
    static const struct {
        struct kauri_shape shape;
        unsigned last;
    } boards[] = {{{1, 3}, 6}, {{2, 3}, 7}, {{3, 4}, 4}, {{4, 3}, 4}, {{6, 2}, 2}};
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (unsigned ranks = fewer(2, 1); ranks <= 5; ranks += ranks < 3 ? fewer(3, 1) : 2) {
            solve_both(boards[i].shape, boards[i].last, ranks, 1 + (unsigned)i % 2);
        }
    }
}

// Blocks of this board are larger than a page of the table.
TEST(the_full_board_has_the_same_bytes)
{
    solve_both(large_board(), 1, 3, 2);
    solve_both(large_board(), 1, 2, 1);
}

// Tables of several pages, with several blocks in a page.
TEST(several_pages_have_the_same_bytes)
{
    solve_both((struct kauri_shape){3, 6}, 6, 3, 2);
    solve_both((struct kauri_shape){3, 6}, 6, 2, 1);
}

// From layer 43 on, values of lower layers take two bytes.
TEST(wide_values_have_the_same_bytes)
{
    solve_both((struct kauri_shape){1, 2}, 45, 3, 1);
}

static void give_threads(void *context, unsigned rank, struct kauri_solve_options *options)
{
    (void)context;
    options->threads = 1 + rank;
}

// Only rank 0 opens the table: the others do not even need to see it.
TEST_IN_FOLDER(one_rank_opens_the_table, alone)
{
    const struct kauri_shape shape = {3, 4};
    const unsigned seeds = 3;
    char together[TEMPORARY_BYTES];
    char elsewhere[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    static struct thread_team team;
    temporary_make(together);
    temporary_make(elsewhere);
    solve_layers(alone, shape, 0, seeds, 1);
    solve_layers(together, shape, 0, seeds - 1, 1);
    solve_layers(elsewhere, shape, 0, seeds - 1, 1);
    team.elsewhere = elsewhere;
    team_must_solve(&team, 3, together, shape, seeds, &options);
    free_team(&team);
    same_tables(alone, together, shape, seeds);
    assert_int_equal(temporary_files(elsewhere), seeds);
    temporary_remove(together);
    temporary_remove(elsewhere);
}

// Machines may have more or fewer processors, and ranks share them.
TEST_IN_FOLDER(ranks_may_differ_in_their_threads, alone)
{
    const struct kauri_shape shape = large_board();
    char together[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    static struct thread_team team;
    temporary_make(together);
    solve_layers(alone, shape, 0, 1, 2);
    solve_layers(together, shape, 0, 0, 2);
    solve_by_team(&team, 2, together, shape, 1, &options, give_threads, NULL);
    all_have(&team, KAURI_OK);
    free_team(&team);
    same_tables(alone, together, shape, 1);
    temporary_remove(together);
}

// With the least memory that is enough, most of what a rank keeps is in work files.
TEST_IN_FOLDER(little_memory_gives_the_same_bytes, alone)
{
    const struct kauri_shape shape = large_board();
    const uint64_t step = (uint64_t)fewer(1, 4) << 20;
    char together[TEMPORARY_BYTES];
    static struct thread_team team;
    struct kauri_solve_options options = {.threads = 1, .level = 1, .memory = 4 * step};
    unsigned refused = 0;
    temporary_make(together);
    solve_layers(alone, shape, 0, 1, 2);
    solve_layers(together, shape, 0, 0, 2);
    for (;; options.memory += step) {
        solve_by_team(&team, 2, together, shape, 1, &options, NULL, NULL);
        const enum kauri_status status = team.members[0].status;
        all_have(&team, status);
        free_team(&team);
        if (status == KAURI_OK) {
            break;
        }
        assert_int_equal(status, KAURI_RESOURCE);
        refused++;
    }
    assert_true(refused > 0);
    same_tables(alone, together, shape, 1);
    assert_int_equal(temporary_files(together), 2);
    temporary_remove(together);
}
