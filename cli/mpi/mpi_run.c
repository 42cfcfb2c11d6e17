#include "cli/mpi/mpi_run.h"

#include "cli/help.h"
#include "cli/print_text.h"
#include "cli/program.h"
#include "cli/run.h"

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

// Returns true if these arguments need MPI: they name a command, and do not ask for help.
static bool needs_team(int argc, char **argv)
{
    return argc >= 2 && !asks_for_help(argc, argv) && kauri_program_command(argv[1]) != NULL;
}

// Ranks running different commands would wait for each other for ever.
static enum kauri_status compare_commands(const struct kauri_team *team, const char *command,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char first[16] = "";
    (void)snprintf(first, sizeof first, "%s", command);
    KAURI_PASS(kauri_team_broadcast(team, first, sizeof first, error));
    if (strcmp(first, command) != 0) {
        status = kauri_fail(error, KAURI_USAGE,
                            "rank %u was started with a different command from rank 0", team->rank);
    }
    return kauri_team_status(team, status, error);
}

static void print_failure(const struct kauri_error *error)
{
    (void)kauri_report_error(error);
}

const char *kauri_mpi_note(struct kauri_team_mpi *mpi, char note[KAURI_MPI_NOTE_BYTES])
{
    const unsigned ranks = kauri_team_mpi_team(mpi)->ranks;
    if (ranks > 1) {
        (void)snprintf(note, KAURI_MPI_NOTE_BYTES, "%u ranks (%s)", ranks,
                       kauri_team_mpi_library(mpi));
    } else {
        (void)snprintf(note, KAURI_MPI_NOTE_BYTES,
                       "one rank solves alone; `mpirun -np R` starts R of them (%s)",
                       kauri_team_mpi_library(mpi));
    }
    return note;
}

int kauri_mpi_run_command(const struct kauri_command *command, int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_team_mpi *mpi = NULL;
    struct kauri_command_run run = {.command = command};
    if (asks_for_help(argc, argv)) {
        return kauri_run_command(command, argc, argv);
    }
    if (kauri_team_mpi_begin(print_failure, &mpi, &error) != KAURI_OK) {
        return kauri_launcher_seems_first() ? kauri_report_error(&error) : KAURI_OK;
    }
    const struct kauri_team *team = kauri_team_mpi_team(mpi);
    KAURI_TRY(compare_commands(team, argv[0], &error));
    status = kauri_run_read(&run, command, argc, argv, &error);
    run.team = mpi;
    run.quiet = run.quiet || team->rank != 0;
    KAURI_TRY(kauri_team_status(team, status, &error));
    status = kauri_run_body(&run, &error);
cleanup:
    // All ranks have the same message, so only one prints it.
    if (status != KAURI_OK && team->rank == 0) {
        (void)kauri_report_error(&error);
    }
    const int exit_status = kauri_run_end(&run, status);
    kauri_team_mpi_end(mpi);
    return exit_status;
}

// The first rank alone does work that needs no MPI, such as printing the help. Its exit status is
// that of the program: if it is a failure, the launcher kills the others.
static int run_alone(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_team_mpi *mpi = NULL;
    enum kauri_status status = KAURI_OK;
    bool first = kauri_launcher_seems_first();
    // The other ranks may have begun MPI, and wait there for this one.
    if (kauri_launcher_started() > 1 &&
        kauri_team_mpi_begin(print_failure, &mpi, &error) == KAURI_OK) {
        const struct kauri_team *team = kauri_team_mpi_team(mpi);
        first = team->rank == 0;
        status = compare_commands(team, "", &error);
        // Reported before the others end: their exit status makes the launcher kill this one.
        if (status != KAURI_OK && first) {
            (void)kauri_report_error(&error);
        }
        kauri_team_mpi_end(mpi);
    }
    return status == KAURI_OK && first ? kauri_program_main(argc, argv) : (int)status;
}

int kauri_mpi_main(int argc, char **argv)
{
    return needs_team(argc, argv) ? kauri_program_main(argc, argv) : run_alone(argc, argv);
}
