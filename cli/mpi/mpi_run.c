#include "cli/mpi/mpi_run.h"

#include "cli/help/help.h"
#include "cli/options.h"
#include "cli/program.h"
#include "solver/mpi/launcher.h"

#include <stdio.h>
#include <string.h>

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (kauri_help_asked(argv[i])) {
            return true;
        }
    }
    return false;
}

bool kauri_mpi_begins(int argc, char **argv)
{
    const struct kauri_command *command = kauri_program.commands;
    if (argc < 2 || asks_for_help(argc, argv)) {
        return false;
    }
    while (command->name != NULL && strcmp(argv[1], command->name) != 0) {
        command++;
    }
    return command->name != NULL;
}

static void print_failure(const struct kauri_error *error)
{
    (void)kauri_report_error(error);
}

int kauri_mpi_run(int argc, char **argv,
                  int (*run)(int argc, char **argv, struct kauri_team_mpi *mpi, const char *note))
{
    struct kauri_error error;
    struct kauri_team_mpi *mpi = NULL;
    char note[160];
    if (asks_for_help(argc, argv)) {
        return run(argc, argv, NULL, NULL);
    }
    const enum kauri_status begun = kauri_team_mpi_begin(print_failure, &mpi, &error);
    if (begun != KAURI_OK) {
        return kauri_launcher_seems_first() ? kauri_report_error(&error) : KAURI_OK;
    }
    const unsigned ranks = kauri_team_mpi_team(mpi)->ranks;
    if (ranks > 1) {
        (void)snprintf(note, sizeof note, "%u ranks (%s)", ranks, kauri_team_mpi_library(mpi));
    } else {
        (void)snprintf(note, sizeof note,
                       "one rank solves alone; `mpirun -np R` starts R of them (%s)",
                       kauri_team_mpi_library(mpi));
    }
    const int status = run(argc, argv, mpi, note);
    kauri_team_mpi_end(mpi);
    return status;
}
