#include "common/memory.h"

#include "common/cgroup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static uint64_t machine_available(void)
{
    unsigned long long kibibytes = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    if (file != NULL) {
        char line[128];
        while (kibibytes == 0 && fgets(line, sizeof line, file) != NULL) {
            if (strncmp(line, "MemAvailable:", sizeof "MemAvailable:" - 1) == 0) {
                kibibytes = strtoull(line + sizeof "MemAvailable:" - 1, NULL, 10);
            }
        }
        (void)fclose(file);
    }
    if (kibibytes > 0) {
        return (uint64_t)kibibytes * 1024;
    }
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && page_bytes > 0) {
        return (uint64_t)pages * (uint64_t)page_bytes / 2;
    }
    return UINT64_C(1) << 30;
}

uint64_t kauri_memory_available(void)
{
    const uint64_t machine = machine_available();
    const uint64_t group = kauri_cgroup_available("/sys/fs/cgroup", "/proc/self/cgroup");
    return machine < group ? machine : group;
}

uint64_t kauri_memory_peak(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0 || usage.ru_maxrss < 0) {
        return 0;
    }
    return (uint64_t)usage.ru_maxrss * 1024;
}
