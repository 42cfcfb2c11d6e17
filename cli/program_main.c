#include "cli/program_main.h"

#include "cli/help.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/program.h"
#include "cli/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct kauri_command *kauri_program_command(const char *name)
{
    const struct kauri_command *const *command = kauri_program.commands;
    while (*command != NULL && strcmp(name, (*command)->name) != 0) {
        command++;
    }
    return *command;
}

static int run(int argc, char **argv)
{
    struct kauri_error error;
    if (argc < 2) {
        (void)kauri_fail(&error, KAURI_USAGE, "no command given (%s --help lists them)",
                         kauri_program.name);
        return kauri_report_error(&error);
    }
    // `help COMMAND` means `COMMAND --help`; without a command it means `--help`.
    const bool help = strcmp(argv[1], "help") == 0;
    const bool help_on_command =
        help && argc > 2 && strcmp(argv[2], "help") != 0 && argv[2][0] != '-';
    if (kauri_help_asked(argv[1]) || (help && !help_on_command)) {
        return kauri_help_print(help ? "--help" : argv[1], NULL, &error) == KAURI_OK
                   ? KAURI_OK
                   : kauri_report_error(&error);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", kauri_program.name, KAURI_VERSION);
        return KAURI_OK;
    }
    char option[] = "--help";
    char *help_arguments[] = {help_on_command ? argv[2] : NULL, option, NULL};
    char **arguments = help_on_command ? help_arguments : argv + 1;
    const int argument_count = help_on_command ? 2 : argc - 1;
    const struct kauri_command *command = kauri_program_command(arguments[0]);
    if (command != NULL) {
        return (kauri_program.run_command != NULL ? kauri_program.run_command : kauri_run_command)(
            command, argument_count, arguments);
    }
    (void)kauri_fail(&error, KAURI_USAGE, "unknown command '%.80s' (%s --help lists them)",
                     arguments[0], kauri_program.name);
    struct kauri_suggestion suggestion = {.word = arguments[0], .bytes = strlen(arguments[0])};
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        kauri_suggestion_consider(&suggestion, kauri_program.commands[i]->name);
    }
    kauri_suggestion_append(&suggestion, "", &error);
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

int kauri_program_main(int argc, char **argv)
{
    take_standard_streams();
    // If SIGCHLD is ignored, waitpid() fails with ECHILD.
    (void)signal(SIGCHLD, SIG_DFL);
    // Exceeding a limit on file sizes then makes write() fail, as a full disk does.
    (void)signal(SIGXFSZ, SIG_IGN);
    const int status = run(argc, argv);
    // A result that was not written is not a success. A command that returned KAURI_RESOURCE
    // has already reported it.
    struct kauri_error error;
    if (kauri_print_check(&error) != KAURI_OK && status != KAURI_RESOURCE) {
        return kauri_report_error(&error);
    }
    return status;
}
