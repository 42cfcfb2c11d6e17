// Help: as text for the terminal, and as JSON, from which manual pages and the completion for
// shells are made when the program is built (packaging/make-help).
//
// The functions print on standard output.
#ifndef KAURI_CLI_HELP_HELP_H
#define KAURI_CLI_HELP_HELP_H

#include "cli/usage.h"
#include "common/status.h"

enum kauri_help_format {
    KAURI_HELP_TEXT,
    KAURI_HELP_JSON,
};

// Whether the word is "--help", "-h" or begins with "--help=".
bool kauri_help_asked(const char *word);

// The format of such a word; KAURI_USAGE if it is not known.
enum kauri_status kauri_help_format_of(const char *word, enum kauri_help_format *format,
                                       struct kauri_error *error);

// Prints the help on one command.
void kauri_help_print_command(const struct kauri_usage *usage, enum kauri_help_format format);

// Prints the help on the program; as JSON, an object for each command is to follow.
void kauri_help_print_program(enum kauri_help_format format);

#endif
