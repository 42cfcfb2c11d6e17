// Threads and memory of one of several ranks on the same machine.
#ifndef KAURI_CLI_SOLVE_RANKS_HERE_H
#define KAURI_CLI_SOLVE_RANKS_HERE_H

#include <stdint.h>

// The threads of --threads; if it was not given (0), those of the processors that `ranks` on this
// machine (0 stands for 1) have each.
uint64_t kauri_threads_shared(uint64_t threads, unsigned ranks);

// The same for --memory: an equal share of nine tenths of the free memory. 0, which stands for all
// nine tenths, stays 0 for one rank.
uint64_t kauri_memory_shared(uint64_t memory, unsigned ranks);

#endif
