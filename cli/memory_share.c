#include "cli/memory_share.h"

uint64_t kauri_memory_for_tables(uint64_t memory)
{
    const uint64_t most = 64U << 20;
    return memory / 4 < most ? memory / 4 : most;
}
