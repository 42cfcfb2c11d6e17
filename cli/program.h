// What a program built on this folder is: its name, its commands, and the texts of its help that do
// not stand in the table of options of a command. The programs `kauri` (cli/main.c), `kauri-mpi`
// (cli/mpi/mpi_main.c) and `waurie` (waurie/cli/waurie_main.c) share the files of the library
// kauri_cli_base, which read the options, print the help and report errors.
#ifndef KAURI_CLI_PROGRAM_H
#define KAURI_CLI_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

// A command line that works in a folder that holds layers 0 to 2 in `tables`, and game records in
// games.txt (tests/scripts/check-readme runs them all, in order).
struct kauri_help_example {
    const char *purpose; // "the best moves in a position"; NULL: there is no such example
    const char *command;
};

enum { KAURI_HELP_EXAMPLES_MAX = 4 };

struct kauri_command {
    const char *name;
    // Receives the command's own arguments, argv[0] being its name, and returns the exit status, an
    // enum kauri_status. Parses the options with cli/options.h and prints the results on standard
    // output. On failure, prints one line, "PROGRAM: <message>", on standard error.
    int (*run)(int argc, char **argv);
    const char *group;   // heading of the group that begins with this command, or NULL
    const char *summary; // one line for `kauri --help`
    struct kauri_help_example examples[KAURI_HELP_EXAMPLES_MAX];
    const char *related;   // commands, with spaces between them
    const char *documents; // related files of docs/, with spaces between them
};

// A line of the list of exit statuses, of environment variables or of files.
struct kauri_help_item {
    const char *name;
    const char *text;
    const char *commands; // those it matters for, with spaces between them; NULL: all
};

struct kauri_help_list {
    size_t count;
    const struct kauri_help_item *items;
};

enum { KAURI_PROGRAM_EXAMPLES = 3 };

struct kauri_program {
    const char *name;                     // as it is typed
    const char *purpose;                  // "exact endgame tables for ...": of the manual page
    const char *title;                    // of the manual pages
    const char *description;              // paragraphs of the manual page
    const struct kauri_command *commands; // in the order of the help, ended by one without a name
    struct kauri_help_list exit_statuses;
    struct kauri_help_list environment;
    struct kauri_help_list files;
    // Commands whose first example the manual page shows; NULL after the last.
    const char *shown[KAURI_PROGRAM_EXAMPLES];
};

// Defined by each program beside its main().
extern const struct kauri_program kauri_program;

// The command of this name; NULL if there is none.
const struct kauri_command *kauri_program_command(const char *name);

// Whether an item matters for the command.
bool kauri_help_item_is_for(const struct kauri_help_item *item, const char *command);

// Copies the first word of *list, whose words are separated by spaces, into `word` (cut to `room`
// bytes) and advances *list past it. Returns false if no word is left.
bool kauri_help_next_word(const char **list, char *word, size_t room);

#endif
