// A program built on this folder: its name, its commands, and the texts of its help that do
// not stand in the table of options of a command. The programs `kauri` (cli/main.c), `kauri-mpi`
// (cli/mpi/mpi_main.c) and `waurie` (waurie/cli/waurie_main.c) share the files of the library
// kauri_cli_base, which read the options, print the help and report errors.
#ifndef KAURI_CLI_PROGRAM_H
#define KAURI_CLI_PROGRAM_H

#include "cli/command.h"

#include <stdbool.h>
#include <stddef.h>

// A line of the list of exit statuses, of environment variables or of files.
struct kauri_help_item {
    const char *name;
    const char *text;
    // Names of the commands that the item concerns, with spaces between them; with `of_readers`,
    // those that read tables as well. If neither is given, it concerns all commands.
    const char *commands;
    bool of_readers;
};

struct kauri_help_list {
    size_t count;
    const struct kauri_help_item *items;
};

enum { KAURI_PROGRAM_EXAMPLES = 3 };

struct kauri_program {
    const char *name;        // name as it is typed
    const char *purpose;     // purpose in the manual page: "exact endgame tables for ..."
    const char *title;       // title of the manual pages
    const char *description; // paragraphs of the manual page
    const struct kauri_command *const *commands; // in the order of the help, ended by NULL
    struct kauri_help_list exit_statuses;
    struct kauri_help_list environment;
    struct kauri_help_list files;
    // Runs a command; NULL: kauri_run_command does.
    int (*run_command)(const struct kauri_command *command, int argc, char **argv);
    // Opens the tables of a command, which the runner closes; NULL if no command reads any.
    // run->folder and run->no_tables say which tables; run->tables receives them, or NULL if there
    // are none and `if_any` says that the command works without.
    enum kauri_status (*open_tables)(struct kauri_command_run *run, bool if_any,
                                     uint64_t cache_bytes, struct kauri_error *error);
    void (*close_tables)(struct kauri_tablebase *tables);
    void (*close_book)(struct kauri_book *book); // NULL if no command opens one
    // Commands whose first example the manual page shows; NULL after the last.
    const char *shown[KAURI_PROGRAM_EXAMPLES];
};

// Defined by each program beside its main().
extern const struct kauri_program kauri_program;

#endif
