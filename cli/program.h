// What a program built on this folder is: its name, its commands, and the texts of its help. The
// programs `kauri` (cli/main.c) and `waurie` (waurie/cli/waurie_main.c) share the files of the
// library kauri_cli_base, which read the options, print the help and report errors.
#ifndef KAURI_CLI_PROGRAM_H
#define KAURI_CLI_PROGRAM_H

#include "cli/help/help_notes.h"

#include <stddef.h>

// A command receives its own arguments, argv[0] being its name, and returns the exit status, an
// enum kauri_status. It parses its options with cli/options.h and prints its results on standard
// output. If it fails, it prints one line, "PROGRAM: <message>", on standard error.
struct kauri_command {
    const char *name;
    int (*run)(int argc, char **argv);
};

enum { KAURI_PROGRAM_EXAMPLES = 3 };

struct kauri_program {
    const char *name;                     // as it is typed
    const char *purpose;                  // "exact endgame tables for ...": of the manual page
    const char *title;                    // of the manual pages
    const char *description;              // paragraphs of the manual page
    const struct kauri_command *commands; // ended by one without a name
    size_t note_count;                    // notes on the commands, in the order of the help
    const struct kauri_help_notes *notes;
    struct kauri_help_list exit_statuses;
    struct kauri_help_list environment;
    struct kauri_help_list files;
    // Commands whose first example the manual page shows; NULL after the last.
    const char *shown[KAURI_PROGRAM_EXAMPLES];
};

// Defined by each program beside its main().
extern const struct kauri_program kauri_program;

#endif
