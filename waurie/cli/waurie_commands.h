// The commands of the waurie program; waurie_main.c has the table of them.
//
// Implemented in waurie/cli/*_command.c.
#ifndef KAURI_WAURIE_CLI_WAURIE_COMMANDS_H
#define KAURI_WAURIE_CLI_WAURIE_COMMANDS_H

int waurie_command_solve(int argc, char **argv);
int waurie_command_verify(int argc, char **argv);
int waurie_command_stats(int argc, char **argv);
int waurie_command_probe(int argc, char **argv);
int waurie_command_best(int argc, char **argv);
int waurie_command_line(int argc, char **argv);
int waurie_command_search(int argc, char **argv);
int waurie_command_starts(int argc, char **argv);

#endif
