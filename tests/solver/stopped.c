#include "tests/solver/stopped.h"

#include "tests/temporary.h"
#include "tests/test.h"

#include "db/table_names.h"
#include "tests/solver/tables_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const struct kauri_shape small = {3, 5};

static bool stop_now(void *context)
{
    struct stop *stop = context;
    if (stop->asked++ == 0 && stop->pause > 0) {
        const struct timespec pause = {.tv_nsec = (long)(stop->pause * 1e9)};
        (void)nanosleep(&pause, NULL);
    }
    const bool stops = stop->stage != NULL  ? stop->reached
                       : stop->path != NULL ? access(stop->path, F_OK) == 0
                                            : stop->asked >= stop->after;
    if (stops && stop->kill) {
        _exit(0);
    }
    return stops;
}

static void note_stage(void *context, const struct kauri_progress_report *report)
{
    struct stop *stop = context;
    stop->reached = stop->stage != NULL && strcmp(report->stage, stop->stage) == 0 &&
                    report->round >= stop->round;
    stop->seen = stop->seen || (stop->file != NULL && access(stop->file, F_OK) == 0);
    stop->earlier += strcmp(report->stage, "write") != 0;
}

enum kauri_status solve_until(const char *folder, struct kauri_shape shape, unsigned seeds,
                              struct stop *stop, unsigned variant,
                              struct kauri_solve_result *result, struct kauri_error *error)
{
    const struct kauri_progress progress = {
        .report = note_stage, .cancelled = stop_now, .context = stop};
    const struct kauri_solve_options options = {
        .threads = stop->kill          ? 1
                   : stop->threads > 0 ? stop->threads
                                       : 1 + variant % 3,
        .level = 1,
        .progress = &progress,
        .memory = stop->memory,
        .work = stop->work,
        .checkpoint_seconds = stop->every > 0 ? stop->every : 1e-9,
        .kernel = (enum kauri_kernel_choice)(variant % 4),
    };
    return kauri_solve_layer(folder, shape, seeds, &options, result, error);
}

char *beside(const char *folder, struct kauri_shape shape, unsigned seeds, const char *name)
{
    char *table = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_non_null(table);
    char *path = malloc(strlen(table) + strlen(name) + 2);
    assert_non_null(path);
    (void)sprintf(path, "%s.%s", table, name);
    free(table);
    return path;
}

void make_stopped(char folder[TEMPORARY_BYTES])
{
    struct stop stop = {.stage = "value 7", .round = 5};
    struct kauri_solve_result result;
    temporary_make(folder);
    solve_layers(folder, small, 0, 1, 1);
    assert_int_equal(solve_until(folder, small, 2, &stop, 0, &result, NULL), KAURI_INTERRUPTED);
    assert_true(temporary_files(folder) >= 4);
}

enum kauri_status go_on(const char *folder, unsigned seeds, struct kauri_error *error)
{
    struct stop stop = {.after = 1000000};
    struct kauri_solve_result result;
    const enum kauri_status status = solve_until(folder, small, seeds, &stop, 0, &result, error);
    if (status == KAURI_OK) {
        kauri_solve_result_clear(&result);
    }
    return status;
}
