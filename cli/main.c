// The kauri program: finds the command and gives it its arguments.
#include "cli/command.h"
#include "cli/options.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct kauri_command commands[] = {
    {"solve", "make the tables of layers 0 to N", kauri_command_solve},
    {"plan", "predict the memory, disk space and time of layers", kauri_command_plan},
    {"verify", "check tables at every position", kauri_command_verify},
    {"pack", "rewrite tables to take less room", kauri_command_pack},
    {"info", "list the tables of a folder", kauri_command_info},
    {"stats", "count positions by value", kauri_command_stats},
    {"probe", "result and value of a position and of all its moves", kauri_command_probe},
    {"best", "the best moves", kauri_command_best},
    {"line", "perfect play to the end of the game", kauri_command_line},
    {"search", "exact value or proven bounds of a position above the tables", kauri_command_search},
    {"check-proof", "check the proof that a search wrote", kauri_command_check_proof},
    {"play", "play against the tables, or watch", kauri_command_play},
    {"replay", "replay game records and mark their mistakes", kauri_command_replay},
    {"show", "draw positions in the terminal", kauri_command_show},
    {"annotate", "value every position and move of a game record", kauri_command_annotate},
    {"claims", "check the claims of the article on Kauri", kauri_command_claims},
    {"bench", "measure solving, look-ups and packing", kauri_command_bench},
    {NULL, NULL, NULL},
};

static void print_help(void)
{
    printf("usage: kauri COMMAND [OPTIONS] [ARGUMENTS]\n\n"
           "Exact endgame tables for the mancala game Kauri.\n\n");
    for (const struct kauri_command *command = commands; command->name != NULL; command++) {
        printf("  %-12s %s\n", command->name, command->summary);
    }
    printf("\n`kauri COMMAND --help` describes a command, `kauri --version` prints the version.\n\n"
           "Exit status: 0 done, 1 a check found something wrong, 2 usage, 3 bad position or\n"
           "record, 4 missing table or file, 5 corrupt table, 6 out of memory or disk,\n"
           "7 folder in use, 8 interrupted, 9 a defect in the program.\n");
}

static int run(int argc, char **argv)
{
    struct kauri_error error;
    if (argc < 2) {
        (void)kauri_fail(&error, KAURI_USAGE, "no command given (kauri --help lists them)");
        return kauri_report_error(&error);
    }
    // `kauri help COMMAND` means `kauri COMMAND --help`; without a command it means `kauri --help`.
    const bool help = strcmp(argv[1], "help") == 0;
    const bool help_on_command =
        help && argc > 2 && strcmp(argv[2], "help") != 0 && argv[2][0] != '-';
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        (help && !help_on_command)) {
        print_help();
        return KAURI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("kauri %s\n", KAURI_VERSION);
        return KAURI_OK;
    }
    char option[] = "--help";
    char *help_arguments[] = {help_on_command ? argv[2] : NULL, option, NULL};
    char **arguments = help_on_command ? help_arguments : argv + 1;
    const int argument_count = help_on_command ? 2 : argc - 1;
    for (const struct kauri_command *command = commands; command->name != NULL; command++) {
        if (strcmp(arguments[0], command->name) == 0) {
            return command->run(argument_count, arguments);
        }
    }
    (void)kauri_fail(&error, KAURI_USAGE, "unknown command '%.80s' (kauri --help lists them)",
                     arguments[0]);
    return kauri_report_error(&error);
}

// If descriptor 0, 1 or 2 is closed, the next open() reuses it, and output could overwrite a table.
// The descriptor opened in its place fails when used: input cannot be read, output not written.
static void take_standard_streams(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            // open() returns the lowest free descriptor, which is this one.
            (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int main(int argc, char **argv)
{
    take_standard_streams();
    // If SIGCHLD is ignored, waitpid() fails with ECHILD.
    (void)signal(SIGCHLD, SIG_DFL);
    // Exceeding a limit on file sizes then makes write() fail, as a full disk does.
    (void)signal(SIGXFSZ, SIG_IGN);
    const int status = run(argc, argv);
    // A result that was not written is not a success. If an earlier part of it failed, errno no
    // longer has the reason.
    const bool flushed = fflush(stdout) == 0;
    if (!flushed || ferror(stdout)) {
        struct kauri_error error;
        (void)(flushed ? kauri_fail(&error, KAURI_RESOURCE, "cannot write standard output")
                       : kauri_fail_errno(&error, KAURI_RESOURCE, "cannot write standard output"));
        return kauri_report_error(&error);
    }
    return status;
}
