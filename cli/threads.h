// The number of threads that a command may use (--threads).
#ifndef KAURI_CLI_THREADS_H
#define KAURI_CLI_THREADS_H

#include "common/status.h"

#include <stdint.h>

// Same as kauri_parallel_try, but the message names the option to change.
enum kauri_status kauri_threads_try(unsigned threads, struct kauri_error *error);

// The threads of searches that expand at most `nodes` positions each (0: no limit): one if there is
// such a limit, so that the same command always finds the same; otherwise one per processor.
unsigned kauri_threads_for_search(uint64_t nodes);

#endif
