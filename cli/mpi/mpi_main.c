// The kauri-mpi program: the texts of its help that do not stand in the tables of options.
#include "cli/commands.h"
#include "cli/mpi/mpi_run.h"
#include "cli/program.h"

static const struct kauri_help_item exit_statuses[] = {
    {.name = "0", .text = "done"},
    {.name = "2", .text = "wrong option or argument, or another MPI's mpirun"},
    {.name = "4", .text = "no such table or folder"},
    {.name = "5", .text = "damaged table or checkpoint"},
    {.name = "6", .text = "out of memory or disk, or a connection failed"},
    {.name = "7", .text = "another run writes into the folder"},
    {.name = "8", .text = "stopped on request"},
    {.name = "9", .text = "a defect in the program"},
};

#define ITEMS(array)                                                                               \
    {                                                                                              \
        sizeof(array) / sizeof(array)[0], array                                                    \
    }

const struct kauri_program kauri_program = {
    .name = "kauri-mpi",
    .purpose = "solve Kauri endgame tables on a cluster",
    .title = "Kauri endgame tables",
    .description =
        "The program does over MPI what `kauri solve` does in one process: each of the processes "
        "that mpirun starts, the ranks, solves a share of every layer. The tables have the same "
        "bytes, and `kauri` reads them.",
    .commands = kauri_commands,
    .exit_statuses = ITEMS(exit_statuses),
    .run_command = kauri_mpi_run_command,
    .shown = {"solve"},
};

int main(int argc, char **argv)
{
    return kauri_mpi_main(argc, argv);
}
