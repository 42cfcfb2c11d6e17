// Runs a program and its commands: reads the options, opens the tables, catches signals, calls the
// body of the command, prints what that put together, and reports the error.
#ifndef KAURI_CLI_RUN_H
#define KAURI_CLI_RUN_H

#include "cli/command.h"

// The main() of the programs, which differ in their table of commands only (cli/program.h): finds
// the command and gives it its arguments. Returns the exit status.
int kauri_program_main(int argc, char **argv);

// The command of this name; NULL if there is none.
const struct kauri_command *kauri_program_command(const char *name);

// Runs the command with argv[1..] as its options and arguments. Returns the exit status.
int kauri_run_command(const struct kauri_command *command, int argc, char **argv);

// The three parts of kauri_run_command, for ranks that agree in between. A run that was read, with
// whatever status, must be ended.
//
// Reads options and arguments, or prints the help. KAURI_USAGE, KAURI_RESOURCE.
enum kauri_status kauri_run_read(struct kauri_command_run *run, const struct kauri_command *command,
                                 int argc, char **argv, struct kauri_error *error);
// Does what the flags of the command ask for, calls its body and prints run->out.
enum kauri_status kauri_run_body(struct kauri_command_run *run, struct kauri_error *error);
// Closes the tables. Returns the exit status: `status`, or if that is KAURI_OK, what was reported.
int kauri_run_end(struct kauri_command_run *run, enum kauri_status status);

// Opens the tables of --tables, or those that are found: run->tables stays NULL if there are none
// and the command works without. Errors: those of kauri_tablebase_open.
enum kauri_status kauri_run_open_tables(struct kauri_command_run *run, uint64_t cache_bytes,
                                        struct kauri_error *error);

// The number of threads that --threads asks for, or else the default (kauri_loop_threads).
unsigned kauri_run_threads(const struct kauri_command_run *run);

// Sets run->threads to the number of kauri_run_threads, and starts the threads. KAURI_RESOURCE if
// they cannot be started.
enum kauri_status kauri_run_try_threads(struct kauri_command_run *run, struct kauri_error *error);

// Reports an error of a command that continues with the next position, game or file.
void kauri_run_report(struct kauri_command_run *run, const struct kauri_error *error);

#endif
