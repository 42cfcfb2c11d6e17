// The commands of the kauri program. Each has a file of its own; commands that differ little share
// one. cli/main.c lists them in the order of the help.
//
// Implemented in cli/*/command_*.c.
#ifndef KAURI_CLI_COMMANDS_H
#define KAURI_CLI_COMMANDS_H

#include "cli/run.h"

int kauri_command_solve(int argc, char **argv);
extern const struct kauri_command kauri_command_verify;
extern const struct kauri_command kauri_command_pack;
extern const struct kauri_command kauri_command_info;
extern const struct kauri_command kauri_command_stats;
int kauri_command_find(int argc, char **argv);
int kauri_command_export(int argc, char **argv);
int kauri_command_probe(int argc, char **argv);
int kauri_command_best(int argc, char **argv);
int kauri_command_line(int argc, char **argv);
int kauri_command_play(int argc, char **argv);
extern const struct kauri_command kauri_command_engine;
int kauri_command_analyse(int argc, char **argv);
extern const struct kauri_command kauri_command_replay;
extern const struct kauri_command kauri_command_rules;
int kauri_command_show(int argc, char **argv);
int kauri_command_search(int argc, char **argv);
extern const struct kauri_command kauri_command_check_proof;
int kauri_command_campaign(int argc, char **argv);
int kauri_command_opening(int argc, char **argv);
int kauri_command_claims(int argc, char **argv);
int kauri_command_annotate(int argc, char **argv);
int kauri_command_bench(int argc, char **argv);
int kauri_command_plan(int argc, char **argv);
int kauri_command_boards(int argc, char **argv);
int kauri_command_serve(int argc, char **argv);

#endif
