// The options that solve, plan and bench share: board, memory, compression, instructions; and the
// threads and memory of one of several ranks on the same machine.
#ifndef KAURI_CLI_SOLVE_SOLVE_CHOICE_H
#define KAURI_CLI_SOLVE_SOLVE_CHOICE_H

#include "cli/command.h"
#include "common/status.h"
#include "indexer/layer.h"
#include "solver/kernels/kernel.h"

#include <stdint.h>

// Higher levels of zstd make the tables a little smaller and take longer (docs/results/LABBOOK.md).
#define KAURI_LEVEL_DEFAULT 1

#define KAURI_HOLES_OPTION(type, member)                                                           \
    KAURI_OPTION("holes", "M", "holes in a row, 1 to 6 (default 6)", KAURI_STORED(type, member),   \
                 .low = 1, .high = KAURI_HOLES_MAX)
// The option --cowries; UINT64_MAX, the default, is one cowrie per hole.
#define KAURI_COWRIES_OPTION(type, member)                                                         \
    KAURI_OPTION("cowries", "K", "cowries on the board, 0 to 12 (default: one per hole)",          \
                 KAURI_STORED(type, member), .high = KAURI_COWRIES_MAX)
// The option --memory; 0, the default, is as much as the machine has.
#define KAURI_MEMORY_OPTION(type, member)                                                          \
    KAURI_OPTION("memory", "SIZE", "memory limit, such as 800M or 3G (default: the free memory)",  \
                 KAURI_STORED(type, member), .is_size = true)
#define KAURI_WORK_OPTION(type, member)                                                            \
    KAURI_OPTION("work", "DIR", "folder of work files (default: that of the tables)",              \
                 KAURI_STORED(type, member))
// The default time between checkpoints, in seconds.
#define KAURI_CHECKPOINT_DEFAULT 300
#define KAURI_CHECKPOINT_OPTION(type, member)                                                      \
    KAURI_OPTION("checkpoint", "SEC", "seconds between checkpoints (default 300, 0: none)",        \
                 KAURI_STORED(type, member), .high = UINT32_MAX)
// The option for instructions, an enum kauri_kernel_choice.
#define KAURI_KERNEL_OPTION(type, member)                                                          \
    KAURI_OPTION("kernel", "NAME", "auto, portable, bmi2 or avx512 (affects only the speed)",      \
                 KAURI_STORED(type, member), .choices = "auto portable bmi2 avx512")
#define KAURI_LEVEL_OPTION(type, member)                                                           \
    KAURI_OPTION("level", "L", "compression level of zstd, 1 to 19 (default 1)",                   \
                 KAURI_STORED(type, member), .low = 1, .high = 19)

// The shape that --holes and --cowries describe; cowries is UINT64_MAX if not given.
struct kauri_shape kauri_shape_chosen(uint64_t holes, uint64_t cowries);

// Checks the kernel: KAURI_USAGE if this processor does not have its instructions.
enum kauri_status kauri_kernel_check(enum kauri_kernel_choice choice, struct kauri_error *error);

// Returns `threads`, the value of --threads, or if that is 0 (not given), each rank's share of the
// processors for `ranks` ranks on this machine (0 stands for 1).
uint64_t kauri_threads_shared(uint64_t threads, unsigned ranks);

// Returns `memory`, the value of --memory, or if that is 0, an equal share of nine tenths of the
// free memory. For one rank, 0 stays 0, which stands for all nine tenths.
uint64_t kauri_memory_shared(uint64_t memory, unsigned ranks);

#endif
