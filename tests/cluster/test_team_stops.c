// Ranks that are told to stop, and teams that go on from their checkpoints.
#include "tests/test.h"

#include "tests/cluster/team_help.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

#include <stdlib.h>
#include <string.h>

// One rank is told to stop, again and again: all stop, and the runs after that go on.
static void stops_and_goes_on(unsigned ranks, unsigned who, double every)
{
    const unsigned seeds = 3;
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    static struct thread_team team;
    struct stopped_rank stopped = {.rank = who};
    const struct kauri_solve_options options = {
        .threads = 1, .level = 1, .checkpoint_seconds = every};
    unsigned stops = 0;
    unsigned resumed = 0;
    stopped.progress = (struct kauri_progress){.cancelled = stop_now, .context = &stopped.stopper};
    temporary_make(alone);
    temporary_make(together);
    solve_layers(alone, middle, 0, seeds, 1);
    solve_layers(together, middle, 0, seeds - 1, 1);
    for (unsigned after = 3;; after += 1 + after / 2) {
        stopped.stopper = (struct stopper){.after = after};
        solve_by_team(&team, ranks, together, middle, seeds, &options, stop_one, &stopped);
        resumed += team.members[0].result.resumed;
        if (team.members[0].status == KAURI_OK) {
            break;
        }
        all_have(&team, KAURI_INTERRUPTED);
        there_is_no_table(together, middle, seeds);
        free_team(&team);
        stops++;
    }
    all_have(&team, KAURI_OK);
    free_team(&team);
    assert_true(stops > 2);
    assert_int_equal(resumed > 0, every > 0);
    same_tables(alone, together, middle, seeds);
    assert_int_equal(temporary_files(together), seeds + 1);
    temporary_remove(alone);
    temporary_remove(together);
}

TEST(a_stopped_team_goes_on)
{
    stops_and_goes_on(1, 0, 1e-9);
    stops_and_goes_on(2, 1, 1e-9);
    stops_and_goes_on(3, 0, 1e6); // no checkpoint is due, except when the ranks stop
    stops_and_goes_on(5, 4, 1e-9);
    stops_and_goes_on(2, 1, 0);
}

// One rank is told to stop while captures are valued. Loops ask every half second whether to stop
// (common/loop.c), and these are shorter; since the rank takes longer than that to say no, the next
// loop asks again.
TEST_IN_FOLDER(stops_among_the_captures, alone)
{
    const struct kauri_shape shape = {1, 4};
    const unsigned seeds = 12;
    char together[TEMPORARY_BYTES];
    static struct thread_team team;
    struct stopped_rank stopped = {.rank = 1};
    const struct kauri_solve_options options = {
        .threads = 1, .level = 1, .checkpoint_seconds = 1e-9};
    stopped.progress = (struct kauri_progress){.cancelled = stop_now, .context = &stopped.stopper};
    temporary_make(together);
    solve_layers(alone, shape, 0, seeds, 1);
    solve_layers(together, shape, 0, seeds - 1, 1);
    // The only exchange before the rounds is that of kauri_share_connect.
    stopped.stopper = (struct stopper){.team = &team, .exchanges = 1};
    solve_by_team(&team, 2, together, shape, seeds, &options, stop_one, &stopped);
    all_have(&team, KAURI_INTERRUPTED);
    assert_int_equal(stopped.stopper.seen, 1);
    assert_int_equal(team.exchanges, 1);
    there_is_no_table(together, shape, seeds);
    free_team(&team);
    team_must_solve(&team, 2, together, shape, seeds, &options);
    assert_false(team.members[0].result.resumed);
    free_team(&team);
    same_tables(alone, together, shape, seeds);
    assert_int_equal(temporary_files(together), seeds + 1);
    temporary_remove(together);
}

// Stops a team in layer 3, so that it leaves checkpoints.
static void leave_checkpoints(const char *folder, unsigned ranks)
{
    static struct thread_team team;
    struct stopped_rank stopped = {.rank = 0, .stopper = {.after = 60}};
    const struct kauri_solve_options options = {
        .threads = 1, .level = 1, .checkpoint_seconds = 1e-9};
    stopped.progress = (struct kauri_progress){.cancelled = stop_now, .context = &stopped.stopper};
    solve_by_team(&team, ranks, folder, middle, 3, &options, stop_one, &stopped);
    all_have(&team, KAURI_INTERRUPTED);
    free_team(&team);
}

TEST_IN_FOLDER(another_number_of_ranks_is_refused, folder)
{
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    struct kauri_solve_result result;
    struct kauri_error error;
    solve_layers(folder, middle, 0, 2, 1);
    leave_checkpoints(folder, 3);
    solve_by_team(&team, 2, folder, middle, 3, &options, NULL, NULL);
    all_have(&team, KAURI_CORRUPT);
    assert_non_null(strstr(team.members[1].error.message, "made by 3 processes together"));
    free_team(&team);
    assert_int_equal(kauri_solve_layer(folder, middle, 3, &options, &result, &error),
                     KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "made by 3 processes together"));
    // Nothing was lost.
    team_must_solve(&team, 3, folder, middle, 3, &options);
    assert_true(team.members[2].result.resumed);
    free_team(&team);
}

// A rank that was killed while it made a checkpoint lacks the newest generation, and one that was
// killed after that still has an older one.
TEST_IN_FOLDER(the_newest_generation_of_all_ranks_counts, folder)
{
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    solve_layers(folder, middle, 0, 2, 1);
    leave_checkpoints(folder, 2);
    char *table = beside(folder, middle, 3, "checkpoint-1of2.100000");
    temporary_write(table, "", 0);
    free(table);
    team_must_solve(&team, 2, folder, middle, 3, &options);
    assert_true(team.members[0].result.resumed && team.members[1].result.resumed);
    free_team(&team);
    assert_int_equal(temporary_files(folder), 4);
}

// What a rank does not need in a folder of tables only, it does need in its work folder.
TEST(the_work_folder_may_be_that_of_the_tables)
{
    char folder[TEMPORARY_BYTES];
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1, .work = folder};
    temporary_make(folder);
    solve_layers(folder, middle, 0, 2, 1);
    leave_checkpoints(folder, 3);
    team_must_solve(&team, 3, folder, middle, 3, &options);
    for (unsigned rank = 0; rank < 3; rank++) {
        assert_true(team.members[rank].result.resumed);
    }
    free_team(&team);
    assert_int_equal(temporary_files(folder), 4);
    temporary_remove(folder);
}
