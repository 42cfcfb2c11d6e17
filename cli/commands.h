// The commands of a program. Each has its own file; commands that differ little share one.
#ifndef KAURI_CLI_COMMANDS_H
#define KAURI_CLI_COMMANDS_H

#include "cli/run.h"

// Positions for examples: one in the tables of two seeds, and one with four seeds.
#define KAURI_EXAMPLE_POSITION "'0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30'"
#define KAURI_EXAMPLE_ABOVE    "'0+1,0,1,0+1,0+3,1+2/0,0+1,0,2,0+3,0+1 S 28:28'"

// All commands of the program that is linked, in the order of the help, ended by NULL. The build
// makes the list (packaging/cmake/KauriCommands.cmake): each command is a constant
// kauri_command_NAME.
extern const struct kauri_command *const kauri_commands[];

#endif
