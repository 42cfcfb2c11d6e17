#include "tests/cluster/team_help.h"

#include "tests/test.h"

#include "db/table_names.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

const struct kauri_shape middle = {3, 5};

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

void same_tables(const char *folder, const char *other, struct kauri_shape shape, unsigned seeds)
{
    size_t sizes[2];
    uint8_t *one = read_table(folder, shape, seeds, &sizes[0]);
    uint8_t *two = read_table(other, shape, seeds, &sizes[1]);
    assert_int_equal(sizes[0], sizes[1]);
    assert_memory_equal(one, two, sizes[0]);
    free(one);
    free(two);
}

void team_must_solve(struct thread_team *team, unsigned ranks, const char *folder,
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

bool stop_now(void *context)
{
    struct stopper *stopper = context;
    stopper->asked++;
    if (stopper->team != NULL) {
        const struct timespec pause = {.tv_nsec = 600000000};
        (void)nanosleep(&pause, NULL);
        stopper->seen = stopper->team->exchanges;
        return stopper->seen >= stopper->exchanges;
    }
    return stopper->asked >= stopper->after;
}

void stop_one(void *context, unsigned rank, struct kauri_solve_options *options)
{
    struct stopped_rank *stopped = context;
    if (rank == stopped->rank) {
        options->progress = &stopped->progress;
    }
}

void all_have(const struct thread_team *team, enum kauri_status status)
{
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        assert_int_equal(team->members[rank].status, status);
        assert_string_equal(team->members[rank].error.message, team->members[0].error.message);
    }
}

void there_is_no_table(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(access(path, F_OK), -1);
    free(path);
}

void remove_table(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(path);
    assert_int_equal(unlink(path), 0);
    free(path);
}
