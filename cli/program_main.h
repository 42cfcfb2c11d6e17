// The main() of the programs, which differ in their table of commands only (cli/program.h).
#ifndef KAURI_CLI_PROGRAM_MAIN_H
#define KAURI_CLI_PROGRAM_MAIN_H

#include "cli/program.h"

// The command of this name; NULL if there is none.
const struct kauri_command *kauri_program_command(const char *name);

// Finds the command and gives it its arguments. Returns the exit status.
int kauri_program_main(int argc, char **argv);

#endif
