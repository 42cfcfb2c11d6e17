// Help in all its forms: text for the terminal, manual pages, and the completion of shells. All of
// them are made from the same table of options (cli/usage.h) and the same table of commands
// (cli/program.h), so that they cannot contradict one another.
//
// The functions print on standard output.
#ifndef KAURI_CLI_HELP_HELP_H
#define KAURI_CLI_HELP_HELP_H

#include "cli/usage.h"
#include "common/status.h"

enum kauri_help_format {
    KAURI_HELP_TEXT,
    KAURI_HELP_MAN, // roff, for man(1)
    KAURI_HELP_BASH,
    KAURI_HELP_ZSH,
    KAURI_HELP_FISH,
};

// Whether the word is "--help", "-h" or begins with "--help=".
bool kauri_help_asked(const char *word);

// The format of such a word; KAURI_USAGE if it is not known.
enum kauri_status kauri_help_format_of(const char *word, enum kauri_help_format *format,
                                       struct kauri_error *error);

// Prints the help on one command. For a shell, this is a part of the script for all commands.
void kauri_help_print_command(const struct kauri_usage *usage, enum kauri_help_format format);

// Prints the help on the program. For a shell, this is the script up to the parts of the commands;
// the parts follow, in the order of the table, and then kauri_help_print_end.
void kauri_help_print_program(enum kauri_help_format format);
void kauri_help_print_end(enum kauri_help_format format);

// Whether the help on the program needs the parts of all commands.
bool kauri_help_has_parts(enum kauri_help_format format);

#endif
