#include "cli/run.h"

#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/program.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_run_read(struct kauri_command_run *run, const struct kauri_command *command,
                                 int argc, char **argv, struct kauri_error *error)
{
    *run = (struct kauri_command_run){.command = command, .view = {.quiet = true}};
    if (command->settings_bytes > 0) {
        run->settings = calloc(1, command->settings_bytes);
        if (run->settings == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the options");
        }
        if (command->defaults != NULL) {
            memcpy(run->settings, command->defaults, command->settings_bytes);
        }
    }
    return kauri_options_read(run, argc, argv, error);
}

enum kauri_status kauri_run_open_tables(struct kauri_command_run *run, uint64_t cache_bytes,
                                        struct kauri_error *error)
{
    const bool if_any = (run->command->flags & KAURI_RUN_TABLES) == 0;
    return kauri_program.open_tables(run, if_any, cache_bytes, error);
}

unsigned kauri_run_threads(const struct kauri_command_run *run)
{
    return run->threads_given > 0 ? (unsigned)run->threads_given : kauri_loop_threads();
}

enum kauri_status kauri_run_try_threads(struct kauri_command_run *run, struct kauri_error *error)
{
    run->threads = kauri_run_threads(run);
    return kauri_threads_start(run->threads, error);
}

enum kauri_status kauri_run_body(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_command *command = run->command;
    struct kauri_error failed;
    if (command->cache_bytes > 0) {
        KAURI_TRY(kauri_run_open_tables(run, command->cache_bytes, error));
    }
    if ((command->flags & KAURI_RUN_THREADS) != 0) {
        KAURI_TRY(kauri_run_try_threads(run, error));
    }
    if ((command->flags & (KAURI_RUN_SIGNALS | KAURI_RUN_PROGRESS)) != 0) {
        kauri_progress_view_begin(&run->view,
                                  run->quiet || (command->flags & KAURI_RUN_PROGRESS) == 0);
    }
    status = command->run(run, error);
    kauri_progress_view_clear(&run->view);
    if (kauri_print_text(&run->out, &failed) != KAURI_OK && status == KAURI_OK) {
        *error = failed;
        status = failed.status;
    }
cleanup:
    return status;
}

int kauri_run_end(struct kauri_command_run *run, enum kauri_status status)
{
    if (run->tables != NULL) {
        kauri_program.close_tables(run->tables);
    }
    free(run->settings);
    return (int)(status == KAURI_OK ? run->reported : status);
}

int kauri_run_command(const struct kauri_command *command, int argc, char **argv)
{
    struct kauri_command_run run;
    struct kauri_error error;
    enum kauri_status status = kauri_run_read(&run, command, argc, argv, &error);
    if (status == KAURI_OK && !run.help_given) {
        status = kauri_run_body(&run, &error);
    }
    const int exit_status = kauri_run_end(&run, status);
    return status == KAURI_OK ? exit_status : kauri_report_error(&error);
}

void kauri_run_report(struct kauri_command_run *run, const struct kauri_error *error)
{
    const int status = kauri_report_error(error);
    run->reported = run->reported == KAURI_OK ? (enum kauri_status)status : run->reported;
}
