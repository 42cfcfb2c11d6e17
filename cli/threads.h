// The number of threads that a command may use (--threads).
#ifndef KAURI_CLI_THREADS_H
#define KAURI_CLI_THREADS_H

#include "common/status.h"

// Same as kauri_parallel_try, but the message names the option to change.
enum kauri_status kauri_threads_try(unsigned threads, struct kauri_error *error);

#endif
