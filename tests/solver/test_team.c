// Layers that several ranks solve together: the bytes of the table are those of one process.
#include "tests/cmocka_all.h"

#include "db/table_names.h"
#include "solver/capture_answering.h"
#include "solver/round.h"
#include "tests/sanitized.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"
#include "tests/solver/thread_team.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The full board; with sanitizers one with fewer cowries, which has the same holes, and blocks that
// are larger than a page of the table as well.
static struct kauri_shape large_board(void)
{
    return (struct kauri_shape){6, (uint8_t)fewer(8, 12)};
}

// The table of a layer, whole; the caller frees it.
static uint8_t *read_table(const char *folder, struct kauri_shape shape, unsigned seeds,
                           size_t *size)
{
    char name[KAURI_TABLE_NAME_BYTES];
    char path[TEMPORARY_BYTES + sizeof name + 1];
    (void)kauri_table_name(shape.holes, shape.cowries, seeds, name);
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return temporary_read(path, size);
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

// With `one`, rank 0 writes the table alone.
static void solve_both(struct kauri_shape shape, unsigned last, unsigned ranks, unsigned threads,
                       bool one)
{
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = threads, .level = 1, .write_one = one};
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
        for (unsigned ranks = fewer(2, 1); ranks <= 5; ranks += ranks < 3 ? fewer(3, 1) : 2) {
            solve_both(boards[i].shape, boards[i].last, ranks, 1 + (unsigned)i % 2, ranks == 2);
        }
    }
}

// Blocks of this board are larger than a page of the table.
static void the_full_board_has_the_same_bytes(void **state)
{
    (void)state;
    solve_both(large_board(), 1, 3, 2, false);
    solve_both(large_board(), 1, 2, 1, true);
}

// Tables of several pages, with several blocks in a page.
static void several_pages_have_the_same_bytes(void **state)
{
    (void)state;
    solve_both((struct kauri_shape){3, 6}, 6, 3, 2, false);
    solve_both((struct kauri_shape){3, 6}, 6, 2, 1, true);
}

// From layer 43 on, values of lower layers take two bytes.
static void wide_values_have_the_same_bytes(void **state)
{
    (void)state;
    solve_both((struct kauri_shape){1, 2}, 45, 3, 1, false);
}

// Stops a rank when it has been asked so many times. With a team, stops it once the team has
// swapped messages so many times, and takes 0.6 s for every answer.
struct stopper {
    unsigned asked;
    unsigned after;
    const struct thread_team *team;
    unsigned swaps;
    unsigned seen; // swaps when it was asked last
};

static bool stop_now(void *context)
{
    struct stopper *stopper = context;
    stopper->asked++;
    if (stopper->team != NULL) {
        const struct timespec pause = {.tv_nsec = 600000000};
        (void)nanosleep(&pause, NULL);
        stopper->seen = stopper->team->swaps;
        return stopper->seen >= stopper->swaps;
    }
    return stopper->asked >= stopper->after;
}

struct stopped_rank {
    unsigned rank;
    struct stopper stopper;
    struct kauri_progress progress;
};

static void stop_one(void *context, unsigned rank, struct kauri_solve_options *options)
{
    struct stopped_rank *stopped = context;
    if (rank == stopped->rank) {
        options->progress = &stopped->progress;
    }
}

static void all_have(const struct thread_team *team, enum kauri_status status)
{
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        assert_int_equal(team->members[rank].status, status);
        assert_string_equal(team->members[rank].error.message, team->members[0].error.message);
    }
}

static void give_threads(void *context, unsigned rank, struct kauri_solve_options *options)
{
    (void)context;
    options->threads = 1 + rank;
}

// With `write_one`, only rank 0 opens the table: the others do not even need to see it.
static void one_rank_opens_the_table(void **state)
{
    (void)state;
    const struct kauri_shape shape = {3, 4};
    const unsigned seeds = 3;
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    char elsewhere[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = 1, .level = 1, .write_one = true};
    static struct thread_team team;
    temporary_make(alone);
    temporary_make(together);
    temporary_make(elsewhere);
    solve_layers(alone, shape, 0, seeds, 1);
    solve_layers(together, shape, 0, seeds - 1, 1);
    solve_layers(elsewhere, shape, 0, seeds - 1, 1);
    team.elsewhere = elsewhere;
    team_must_solve(&team, 3, together, shape, seeds, &options);
    free_team(&team);
    same_tables(alone, together, shape, seeds);
    assert_int_equal(files_in(elsewhere), seeds);
    temporary_remove(alone);
    temporary_remove(together);
    temporary_remove(elsewhere);
}

// Machines may have more or fewer processors, and ranks share them.
static void ranks_may_differ_in_their_threads(void **state)
{
    (void)state;
    const struct kauri_shape shape = large_board();
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    const struct kauri_solve_options options = {.threads = 1, .level = 1, .write_one = true};
    static struct thread_team team;
    temporary_make(alone);
    temporary_make(together);
    solve_layers(alone, shape, 0, 1, 2);
    solve_layers(together, shape, 0, 0, 2);
    solve_by_team(&team, 2, together, shape, 1, &options, give_threads, NULL);
    all_have(&team, KAURI_OK);
    free_team(&team);
    same_tables(alone, together, shape, 1);
    temporary_remove(alone);
    temporary_remove(together);
}

static void there_is_no_table(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(access(path, F_OK), -1);
    free(path);
}

static void remove_table(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(unlink(path), 0);
    free(path);
}

static const struct kauri_shape middle = {3, 5};

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
    assert_int_equal(files_in(together), seeds + 1);
    temporary_remove(alone);
    temporary_remove(together);
}

static void a_stopped_team_goes_on(void **state)
{
    (void)state;
    stops_and_goes_on(1, 0, 1e-9);
    stops_and_goes_on(2, 1, 1e-9);
    stops_and_goes_on(3, 0, 1e6); // no checkpoint is due, except when the ranks stop
    stops_and_goes_on(5, 4, 1e-9);
    stops_and_goes_on(2, 1, 0);
}

// One rank is told to stop while the ranks ask one another what captures are worth, while they
// answer, and while they use the answers. Loops ask every half second whether to stop
// (solver/pace.c), and these are shorter; since the rank takes longer than that to say no, the next
// loop asks again.
static void stops_among_the_captures(void **state)
{
    (void)state;
    const struct kauri_shape shape = {1, 4};
    const unsigned seeds = 12;
    // Swaps before the stop, and in all: the first is that of kauri_share_connect, the second
    // brings the questions, and the third the answers, which are few enough for one. Ranks that
    // stop while they answer still swap.
    static const unsigned swaps[][2] = {{1, 1}, {2, 3}, {3, 3}};
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    static struct thread_team team;
    struct stopped_rank stopped = {.rank = 1};
    const struct kauri_solve_options options = {
        .threads = 1, .level = 1, .checkpoint_seconds = 1e-9};
    stopped.progress = (struct kauri_progress){.cancelled = stop_now, .context = &stopped.stopper};
    temporary_make(alone);
    temporary_make(together);
    solve_layers(alone, shape, 0, seeds, 1);
    solve_layers(together, shape, 0, seeds - 1, 1);
    for (unsigned i = 0; i < sizeof swaps / sizeof swaps[0]; i++) {
        stopped.stopper = (struct stopper){.team = &team, .swaps = swaps[i][0]};
        solve_by_team(&team, 2, together, shape, seeds, &options, stop_one, &stopped);
        all_have(&team, KAURI_INTERRUPTED);
        assert_int_equal(stopped.stopper.seen, swaps[i][0]);
        assert_int_equal(team.swaps, swaps[i][1]);
        there_is_no_table(together, shape, seeds);
        free_team(&team);
    }
    team_must_solve(&team, 2, together, shape, seeds, &options);
    assert_false(team.members[0].result.resumed);
    free_team(&team);
    same_tables(alone, together, shape, seeds);
    assert_int_equal(files_in(together), seeds + 1);
    temporary_remove(alone);
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

static void another_number_of_ranks_is_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    struct kauri_solve_result result;
    struct kauri_error error;
    temporary_make(folder);
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
    temporary_remove(folder);
}

// A rank that was killed while it made a checkpoint lacks the newest generation, and one that was
// killed after that still has an older one.
static void the_newest_generation_of_all_ranks_counts(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    char copy[512];
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    temporary_make(folder);
    solve_layers(folder, middle, 0, 2, 1);
    leave_checkpoints(folder, 2);
    char *table = beside(folder, middle, 3, "checkpoint-1of2.100000");
    (void)snprintf(copy, sizeof copy, "%s", table);
    FILE *file = fopen(copy, "wb");
    assert_non_null(file);
    assert_int_equal(fclose(file), 0);
    free(table);
    team_must_solve(&team, 2, folder, middle, 3, &options);
    assert_true(team.members[0].result.resumed && team.members[1].result.resumed);
    free_team(&team);
    assert_int_equal(files_in(folder), 4);
    temporary_remove(folder);
}

// What a rank does not need in a folder of tables only, it does need in its work folder.
static void the_work_folder_may_be_that_of_the_tables(void **state)
{
    (void)state;
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
    assert_int_equal(files_in(folder), 4);
    temporary_remove(folder);
}

static void starve_one(void *context, unsigned rank, struct kauri_solve_options *options)
{
    options->memory = rank == *(const unsigned *)context ? 1 << 20 : 0;
}

static void a_failure_of_one_rank_is_that_of_all(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    temporary_make(folder);
    solve_layers(folder, middle, 0, 1, 1);
    for (unsigned who = 0; who < 3; who++) {
        solve_by_team(&team, 3, folder, middle, 2, &options, starve_one, &who);
        all_have(&team, KAURI_RESOURCE);
        assert_non_null(strstr(team.members[0].error.message, "needs at least"));
        free_team(&team);
        assert_int_equal(files_in(folder), 2);
    }
    // A missing table is missing for all.
    solve_by_team(&team, 3, folder, middle, 3, &options, NULL, NULL);
    all_have(&team, KAURI_MISSING);
    free_team(&team);
    temporary_remove(folder);
}

// Parts of a run, during which others may be sending: answering questions about captures, and the
// parts of a round. Calls of them are counted; one of them fails, once.
enum run_part { ANSWER, BEGIN, END, UNPACK, PARTS };

static struct {
    enum run_part part;
    unsigned rank;
    unsigned call;  // 0: none fails
    unsigned round; // in which it failed
    unsigned calls[PARTS][TEAM_RANKS_MAX];
    uint64_t inner[TEAM_RANKS_MAX]; // inner blocks
} fault;

static _Thread_local unsigned rank_here;

static enum kauri_status done_part(enum run_part part, enum kauri_status status,
                                   struct kauri_error *error)
{
    fault.calls[part][rank_here]++;
    if (part != fault.part || rank_here != fault.rank ||
        fault.calls[part][rank_here] != fault.call) {
        return status;
    }
    fault.round = fault.calls[END][rank_here];
    return kauri_fail(error, KAURI_RESOURCE, "rank %u fails in part %d", rank_here, (int)part);
}

// The linker sends calls of f to __wrap_f and provides the original f as __real_f.
enum kauri_status __real_kauri_capture_answering_run(struct kauri_capture_answering *answering,
                                                     struct kauri_mail *mail,
                                                     struct kauri_pace *pace,
                                                     struct kauri_error *error);
enum kauri_status __real_kauri_round_begin(struct kauri_round *round, uint32_t distance,
                                           uint64_t reached, struct kauri_pace *pace,
                                           struct kauri_error *error);
enum kauri_status __real_kauri_round_end(struct kauri_round *round, uint32_t distance,
                                         uint64_t reached, struct kauri_pace *pace,
                                         struct kauri_error *error);
enum kauri_status __real_kauri_exchange_unpack(struct kauri_exchange *exchange,
                                               struct kauri_frontier *into, struct kauri_pace *pace,
                                               struct kauri_error *error);
// -Wmissing-prototypes asks for these.
enum kauri_status __wrap_kauri_capture_answering_run(struct kauri_capture_answering *answering,
                                                     struct kauri_mail *mail,
                                                     struct kauri_pace *pace,
                                                     struct kauri_error *error);
enum kauri_status __wrap_kauri_round_begin(struct kauri_round *round, uint32_t distance,
                                           uint64_t reached, struct kauri_pace *pace,
                                           struct kauri_error *error);
enum kauri_status __wrap_kauri_round_end(struct kauri_round *round, uint32_t distance,
                                         uint64_t reached, struct kauri_pace *pace,
                                         struct kauri_error *error);
enum kauri_status __wrap_kauri_exchange_unpack(struct kauri_exchange *exchange,
                                               struct kauri_frontier *into, struct kauri_pace *pace,
                                               struct kauri_error *error);

enum kauri_status __wrap_kauri_capture_answering_run(struct kauri_capture_answering *answering,
                                                     struct kauri_mail *mail,
                                                     struct kauri_pace *pace,
                                                     struct kauri_error *error)
{
    rank_here = kauri_team_rank(mail->sets[0].team);
    return done_part(ANSWER, __real_kauri_capture_answering_run(answering, mail, pace, error),
                     error);
}

enum kauri_status __wrap_kauri_round_begin(struct kauri_round *round, uint32_t distance,
                                           uint64_t reached, struct kauri_pace *pace,
                                           struct kauri_error *error)
{
    return done_part(BEGIN, __real_kauri_round_begin(round, distance, reached, pace, error), error);
}

enum kauri_status __wrap_kauri_round_end(struct kauri_round *round, uint32_t distance,
                                         uint64_t reached, struct kauri_pace *pace,
                                         struct kauri_error *error)
{
    rank_here = kauri_team_rank(round->retrograde->share->team);
    fault.inner[rank_here] = round->retrograde->share->inner_count;
    return done_part(END, __real_kauri_round_end(round, distance, reached, pace, error), error);
}

enum kauri_status __wrap_kauri_exchange_unpack(struct kauri_exchange *exchange,
                                               struct kauri_frontier *into, struct kauri_pace *pace,
                                               struct kauri_error *error)
{
    return done_part(UNPACK, __real_kauri_exchange_unpack(exchange, into, pace, error), error);
}

// A failure in any of these parts ends the run on all ranks, also if it is stored just then, and
// the next run makes the same table.
static void a_failure_in_a_part_is_that_of_all(void **state)
{
    (void)state;
    enum { RANKS = 3 };
    const unsigned seeds = 3;
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    char expected[64];
    static struct thread_team team;
    struct kauri_solve_options options = {.threads = 1, .level = 1};
    temporary_make(alone);
    temporary_make(together);
    solve_layers(alone, middle, 0, seeds, 1);
    solve_layers(together, middle, 0, seeds - 1, 1);
    memset(&fault, 0, sizeof fault);
    for (unsigned part = ANSWER; part < PARTS; part++) {
        // Two calls answer the questions of this board; the third one finds none left.
        const unsigned calls = part == ANSWER ? 3 : 23;
        for (unsigned call = 1; call <= calls; call += part == ANSWER ? 1 : fewer(7, 1)) {
            // Every second round ends with a checkpoint, or none does.
            options.checkpoint_seconds = call % 2 == 0 ? 1e-9 : 0;
            memset(fault.calls, 0, sizeof fault.calls);
            fault.part = (enum run_part)part;
            fault.call = call;
            fault.rank = call % RANKS;
            solve_by_team(&team, RANKS, together, middle, seeds, &options, NULL, NULL);
            all_have(&team, KAURI_RESOURCE);
            (void)snprintf(expected, sizeof expected, "rank %u fails in part %u", fault.rank, part);
            assert_string_equal(team.members[0].error.message, expected);
            for (unsigned rank = 0; rank < RANKS; rank++) { // soon
                assert_true(fault.calls[END][rank] <= fault.round + 1);
            }
            there_is_no_table(together, middle, seeds);
            free_team(&team);
            fault.call = 0;
            team_must_solve(&team, RANKS, together, middle, seeds, &options);
            free_team(&team);
            same_tables(alone, together, middle, seeds);
            assert_int_equal(files_in(together), seeds + 1);
            remove_table(together, middle, seeds);
        }
    }
    temporary_remove(alone);
    temporary_remove(together);
}

// One rank fails, and another one is told to stop at any moment before: if the failure has
// happened, it is what all ranks return, even if nothing is stored at the stop.
static void a_failure_is_not_taken_for_a_stop(void **state)
{
    (void)state;
    enum { RANKS = 2, CALL = 5 };
    const unsigned seeds = 3;
    char folder[TEMPORARY_BYTES];
    static struct thread_team team;
    struct stopped_rank stopped = {.rank = 0};
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    unsigned stops = 0;
    unsigned failures = 0;
    stopped.progress = (struct kauri_progress){.cancelled = stop_now, .context = &stopped.stopper};
    temporary_make(folder);
    solve_layers(folder, middle, 0, seeds - 1, 1);
    memset(&fault, 0, sizeof fault);
    fault.part = UNPACK;
    fault.call = CALL;
    fault.rank = 1;
    for (bool told = true; told;) {
        memset(fault.calls, 0, sizeof fault.calls);
        stopped.stopper = (struct stopper){.after = stops + failures + 1};
        solve_by_team(&team, RANKS, folder, middle, seeds, &options, stop_one, &stopped);
        told = stopped.stopper.asked >= stopped.stopper.after;
        const bool failed = fault.calls[UNPACK][1] >= CALL;
        all_have(&team, failed ? KAURI_RESOURCE : KAURI_INTERRUPTED);
        stops += !failed;
        failures += failed;
        free_team(&team);
    }
    assert_true(stops > CALL && failures > 1);
    fault.call = 0;
    temporary_remove(folder);
}

// Ranks that have decided something begin the next round early, except where they pause.
static void rounds_begin_early(void **state)
{
    (void)state;
    enum { RANKS = 2 };
    const unsigned seeds = 3;
    char folder[TEMPORARY_BYTES];
    static struct thread_team team;
    struct kauri_solve_options options = {.threads = 1, .level = 1};
    temporary_make(folder);
    solve_layers(folder, middle, 0, seeds - 1, 1);
    for (unsigned pauses = 0; pauses < 2; pauses++) {
        options.checkpoint_seconds = pauses > 0 ? 1e-9 : 0;
        memset(&fault, 0, sizeof fault);
        team_must_solve(&team, RANKS, folder, middle, seeds, &options);
        for (unsigned rank = 0; rank < RANKS; rank++) {
            const unsigned rounds = fault.calls[END][rank];
            const unsigned early = fault.calls[BEGIN][rank];
            assert_true(fault.inner[rank] > 0);
            assert_true(early > (pauses > 0 ? rounds / 4 : rounds / 2));
            assert_true(early < (pauses > 0 ? rounds / 2 : rounds));
        }
        free_team(&team);
        remove_table(folder, middle, seeds);
    }
    temporary_remove(folder);
}

// With the least memory that is enough, most of what a rank keeps is in work files.
static void little_memory_gives_the_same_bytes(void **state)
{
    (void)state;
    const struct kauri_shape shape = large_board();
    const uint64_t step = (uint64_t)fewer(1, 4) << 20;
    char alone[TEMPORARY_BYTES];
    char together[TEMPORARY_BYTES];
    static struct thread_team team;
    struct kauri_solve_options options = {.threads = 1, .level = 1, .memory = 4 * step};
    unsigned refused = 0;
    temporary_make(alone);
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
    assert_int_equal(files_in(together), 2);
    temporary_remove(alone);
    temporary_remove(together);
}

// Overwrites bytes of messages.
struct forger {
    unsigned swap; // in which it does so
    uint64_t offset;
    uint8_t value;
    unsigned count; // bytes
    bool done;
};

static void forge(void *context, unsigned swap, unsigned from, unsigned to, uint8_t *bytes,
                  uint64_t size)
{
    struct forger *forger = context;
    if (swap == forger->swap && from == 0 && to == 1) {
        for (unsigned i = 0; i < forger->count && forger->offset + i < size; i++) {
            bytes[forger->offset + i] = forger->value;
            forger->done = true;
        }
    }
}

// Whatever the bytes are, the ranks end with the same status, and without a table unless it is
// KAURI_OK.
static void forged_messages_do_no_harm(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    unsigned forged = 0;
    unsigned refused = 0;
    temporary_make(folder);
    solve_layers(folder, middle, 0, 2, 1);
    for (unsigned swap = 0; swap < 40; swap += 1 + swap / 4) {
        for (uint64_t offset = 0; offset < 48; offset += fewer(12, 4)) {
            struct forger forger = {.swap = swap,
                                    .offset = offset,
                                    .value = swap % 2 == 0 ? 0xff : 0x80,
                                    .count = offset % 8 == 0 ? 4 : 1};
            team.alter = forge;
            team.alter_context = &forger;
            solve_by_team(&team, 2, folder, middle, 3, &options, NULL, NULL);
            const enum kauri_status status = team.members[0].status;
            assert_true(status == KAURI_OK || status == KAURI_CORRUPT || status == KAURI_RESOURCE ||
                        status == KAURI_INTERNAL);
            all_have(&team, status);
            if (status != KAURI_OK) {
                there_is_no_table(folder, middle, 3);
            } else {
                remove_table(folder, middle, 3);
            }
            forged += forger.done;
            refused += status == KAURI_CORRUPT;
            free_team(&team);
            kauri_solve_clean(folder, middle, 3);
        }
    }
    team.alter = NULL;
    assert_true(forged > fewer(15, 50));
    assert_true(refused > forged / 2);
    temporary_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_have_the_same_bytes),
        cmocka_unit_test(several_pages_have_the_same_bytes),
        cmocka_unit_test(wide_values_have_the_same_bytes),
        cmocka_unit_test(a_stopped_team_goes_on),
        cmocka_unit_test(stops_among_the_captures),
        cmocka_unit_test(another_number_of_ranks_is_refused),
        cmocka_unit_test(ranks_may_differ_in_their_threads),
        cmocka_unit_test(one_rank_opens_the_table),
        cmocka_unit_test(the_work_folder_may_be_that_of_the_tables),
        cmocka_unit_test(the_newest_generation_of_all_ranks_counts),
        cmocka_unit_test(forged_messages_do_no_harm),
        cmocka_unit_test(a_failure_of_one_rank_is_that_of_all),
        cmocka_unit_test(a_failure_in_a_part_is_that_of_all),
        cmocka_unit_test(a_failure_is_not_taken_for_a_stop),
        cmocka_unit_test(rounds_begin_early),
        cmocka_unit_test(little_memory_gives_the_same_bytes),
        cmocka_unit_test(the_full_board_has_the_same_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
