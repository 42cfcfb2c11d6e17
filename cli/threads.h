// The threads that a command uses (--threads).
#ifndef KAURI_CLI_THREADS_H
#define KAURI_CLI_THREADS_H

#include "common/status.h"

#include <stdint.h>

// Starts the threads of the loops (common/loop.h) that the calling thread will run, so that a
// command refuses at the beginning rather than in the middle. KAURI_RESOURCE.
enum kauri_status kauri_threads_start(unsigned threads, struct kauri_error *error);

// The linker puts this in the place of the function of libgomp that prints two lines and calls
// exit(1) for want of memory or threads, in a loop or before main() (kauri_cli_program in
// cli/CMakeLists.txt): status 1 would say that a check found something wrong. Ends the process with
// a message and a status as after other failures. Programs made by other compilers end as their
// OpenMP does.
_Noreturn void kauri_threads_end(const char *format, ...);

// The threads of searches that expand at most `nodes` positions each (0: no limit): one if there is
// such a limit, so that the same command always finds the same; otherwise those of other loops.
unsigned kauri_threads_for_search(uint64_t nodes);

#endif
