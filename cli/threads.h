// The threads that a command is told to use (--threads).
#ifndef KAURI_CLI_THREADS_H
#define KAURI_CLI_THREADS_H

#include "common/status.h"

// kauri_parallel_try, whose error then says which option to change.
enum kauri_status kauri_threads_try(unsigned threads, struct kauri_error *error);

#endif
