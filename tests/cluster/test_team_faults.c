// A failure of one rank, whenever it happens, ends the run on all ranks; and forged messages do no
// harm.
#include "tests/test.h"

#include "solver/captures.h"
#include "solver/cluster/exchange.h"
#include "solver/pinned_values.h"
#include "solver/round.h"
#include "tests/cluster/team_help.h"
#include "tests/sanitized.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "tests/wrap.h"

#include <stdio.h>
#include <string.h>

static void starve_one(void *context, unsigned rank, struct kauri_solve_options *options)
{
    options->memory = rank == *(const unsigned *)context ? 1 << 20 : 0;
}

TEST_IN_FOLDER(a_failure_of_one_rank_is_that_of_all, folder)
{
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    solve_layers(folder, middle, 0, 1, 1);
    for (unsigned who = 0; who < 3; who++) {
        solve_by_team(&team, 3, folder, middle, 2, &options, starve_one, &who);
        all_have(&team, KAURI_RESOURCE);
        assert_non_null(strstr(team.members[0].error.message, "needs at least"));
        free_team(&team);
        assert_int_equal(temporary_files(folder), 2);
    }
    // A missing table is missing for all.
    solve_by_team(&team, 3, folder, middle, 3, &options, NULL, NULL);
    all_have(&team, KAURI_MISSING);
    free_team(&team);
}

// Parts of a run: the captures of a block, and the parts of a round, during which others may be
// sending. Calls of them are counted; one of them fails, once.
enum run_part { CAPTURE, INNER, ROUND, UNPACK, PARTS };

static struct {
    enum run_part part;
    unsigned rank;
    unsigned call;  // 0: none fails
    unsigned round; // round in which it failed
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
    fault.round = fault.calls[ROUND][rank_here];
    return kauri_fail(error, KAURI_RESOURCE, "rank %u fails in part %d", rank_here, (int)part);
}

WRAP(enum kauri_status, kauri_captures_run,
     (struct kauri_captures * captures, struct kauri_lower *lower, struct kauri_pace *pace,
      struct kauri_error *error))
{
    rank_here = captures->part->team->rank;
    return __real_kauri_captures_run(captures, lower, pace, error);
}

WRAP(enum kauri_status, kauri_pinned_values_load,
     (struct kauri_pinned_values * pinned, unsigned worker, uint64_t slot,
      const struct kauri_outcomes *outcomes, kauri_capture_values values,
      struct kauri_error *error))
{
    return done_part(CAPTURE,
                     __real_kauri_pinned_values_load(pinned, worker, slot, outcomes, values, error),
                     error);
}

WRAP(enum kauri_status, kauri_round_run_inner,
     (struct kauri_round * round, struct kauri_round_number number, uint64_t reached,
      struct kauri_pace *pace, struct kauri_error *error))
{
    return done_part(INNER, __real_kauri_round_run_inner(round, number, reached, pace, error),
                     error);
}

WRAP(enum kauri_status, kauri_round_run,
     (struct kauri_round * round, struct kauri_round_number number, uint64_t reached,
      struct kauri_pace *pace, struct kauri_error *error))
{
    rank_here = round->part->team->rank;
    fault.inner[rank_here] = round->part->inner_count;
    return done_part(ROUND, __real_kauri_round_run(round, number, reached, pace, error), error);
}

WRAP(enum kauri_status, kauri_exchange_unpack,
     (struct kauri_exchange * exchange, struct kauri_frontier *into, struct kauri_pace *pace,
      struct kauri_error *error))
{
    return done_part(UNPACK, __real_kauri_exchange_unpack(exchange, into, pace, error), error);
}

// A failure in any of these parts ends the run on all ranks, also if it is stored just then, and
// the next run makes the same table.
TEST_IN_FOLDER(a_failure_in_a_part_is_that_of_all, alone)
{
    enum { RANKS = 3 };
    const unsigned seeds = 3;
    char together[TEMPORARY_BYTES];
    char expected[64];
    static struct thread_team team;
    struct kauri_solve_options options = {.threads = 1, .level = 1};
    temporary_make(together);
    solve_layers(alone, middle, 0, seeds, 1);
    solve_layers(together, middle, 0, seeds - 1, 1);
    memset(&fault, 0, sizeof fault);
    for (unsigned part = CAPTURE; part < PARTS; part++) {
        const unsigned calls = part == CAPTURE ? 15 : 23; // a rank has at least 15 blocks
        for (unsigned call = 1; call <= calls; call += fewer(7, 1)) {
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
                assert_true(fault.calls[ROUND][rank] <= fault.round + 1);
            }
            there_is_no_table(together, middle, seeds);
            free_team(&team);
            fault.call = 0;
            team_must_solve(&team, RANKS, together, middle, seeds, &options);
            free_team(&team);
            same_tables(alone, together, middle, seeds);
            assert_int_equal(temporary_files(together), seeds + 1);
            remove_table(together, middle, seeds);
        }
    }
    temporary_remove(together);
}

// One rank fails, and another one is told to stop at any moment before: if the failure has
// happened, it is what all ranks return, even if nothing is stored at the stop.
TEST_IN_FOLDER(a_failure_is_not_taken_for_a_stop, folder)
{
    enum { RANKS = 2, CALL = 5 };
    const unsigned seeds = 3;
    static struct thread_team team;
    struct stopped_rank stopped = {.rank = 0};
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    unsigned stops = 0;
    unsigned failures = 0;
    stopped.progress = (struct kauri_progress){.cancelled = stop_now, .context = &stopped.stopper};
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
}

// Ranks that have decided something begin the next round early, except where they pause.
TEST_IN_FOLDER(rounds_begin_early, folder)
{
    enum { RANKS = 2 };
    const unsigned seeds = 3;
    static struct thread_team team;
    struct kauri_solve_options options = {.threads = 1, .level = 1};
    solve_layers(folder, middle, 0, seeds - 1, 1);
    for (unsigned pauses = 0; pauses < 2; pauses++) {
        options.checkpoint_seconds = pauses > 0 ? 1e-9 : 0;
        memset(&fault, 0, sizeof fault);
        team_must_solve(&team, RANKS, folder, middle, seeds, &options);
        for (unsigned rank = 0; rank < RANKS; rank++) {
            const unsigned rounds = fault.calls[ROUND][rank];
            const unsigned early = fault.calls[INNER][rank];
            assert_true(fault.inner[rank] > 0);
            assert_true(early > (pauses > 0 ? rounds / 4 : rounds / 2));
            assert_true(early < (pauses > 0 ? rounds / 2 : rounds));
        }
        free_team(&team);
        remove_table(folder, middle, seeds);
    }
}

// Overwrites bytes of messages.
struct forger {
    unsigned exchange; // exchange in which the bytes are overwritten
    uint64_t offset;
    uint8_t value;
    unsigned count; // bytes
    bool done;
};

static void forge(void *context, unsigned exchange, unsigned from, unsigned to, uint8_t *bytes,
                  uint64_t size)
{
    struct forger *forger = context;
    if (exchange == forger->exchange && from == 0 && to == 1) {
        for (unsigned i = 0; i < forger->count && forger->offset + i < size; i++) {
            bytes[forger->offset + i] = forger->value;
            forger->done = true;
        }
    }
}

// Whatever the bytes are, the ranks end with the same status, and without a table unless it is
// KAURI_OK.
TEST_IN_FOLDER(forged_messages_do_no_harm, folder)
{
    static struct thread_team team;
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    unsigned forged = 0;
    unsigned refused = 0;
    solve_layers(folder, middle, 0, 2, 1);
    for (unsigned exchange = 0; exchange < 40; exchange += 1 + exchange / 4) {
        for (uint64_t offset = 0; offset < 48; offset += fewer(12, 4)) {
            struct forger forger = {.exchange = exchange,
                                    .offset = offset,
                                    .value = exchange % 2 == 0 ? 0xff : 0x80,
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
}
