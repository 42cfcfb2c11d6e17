// Help: as text for the terminal, and as JSON, from which manual pages and the completion for
// shells are made when the program is built (packaging/make-help).
#ifndef KAURI_CLI_HELP_H
#define KAURI_CLI_HELP_H

#include "cli/command.h"

// Returns whether the word is "--help", "-h" or begins with "--help=".
bool kauri_help_asked(const char *word);

// Prints the help that a word such as "--help" asks for on standard output: about the command, or
// about the program if `command` is NULL. KAURI_USAGE for an unknown form.
enum kauri_status kauri_help_print(const char *word, const struct kauri_command *command,
                                   struct kauri_error *error);

#endif
