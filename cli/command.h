// The commands of the kauri program: a file for each or for two or three that are alike, one table
// in main.c.
//
// Implemented in cli/*/command_*.c.
#ifndef KAURI_CLI_COMMAND_H
#define KAURI_CLI_COMMAND_H

// A command gets its own arguments (argv[0] is its name) and returns the exit status, an
// enum kauri_status. Commands parse options with cli/options.h, print results on standard output
// and one line "kauri: <message>" on standard error when they fail.
struct kauri_command {
    const char *name;
    const char *summary; // one line for `kauri --help`
    int (*run)(int argc, char **argv);
};

int kauri_command_solve(int argc, char **argv);
int kauri_command_verify(int argc, char **argv);
int kauri_command_info(int argc, char **argv);
int kauri_command_stats(int argc, char **argv);
int kauri_command_probe(int argc, char **argv);
int kauri_command_best(int argc, char **argv);
int kauri_command_line(int argc, char **argv);
int kauri_command_play(int argc, char **argv);
int kauri_command_replay(int argc, char **argv);
int kauri_command_show(int argc, char **argv);
int kauri_command_search(int argc, char **argv);
int kauri_command_check_proof(int argc, char **argv);
int kauri_command_claims(int argc, char **argv);
int kauri_command_annotate(int argc, char **argv);
int kauri_command_bench(int argc, char **argv);
int kauri_command_plan(int argc, char **argv);

#endif
