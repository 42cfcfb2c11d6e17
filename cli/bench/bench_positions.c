#include "cli/bench/bench_positions.h"

#include <stdio.h>
#include <unistd.h>

uint64_t kauri_bench_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

enum kauri_status kauri_bench_position(const struct kauri_layer *layer, uint64_t index,
                                       struct kauri_position *position, struct kauri_error *error)
{
    return kauri_position_at(layer->shape.holes, layer->shape.cowries, layer->seeds, index,
                             position, error);
}

uint64_t kauri_bench_resident(void)
{
    unsigned long long total = 0;
    unsigned long long resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL) {
        return 0;
    }
    if (fscanf(file, "%llu %llu", &total, &resident) != 2) {
        resident = 0;
    }
    (void)fclose(file);
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}
