#include "common/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#if defined _WIN32

static uint64_t machine_available(void)
{
    return kauri_windows_memory();
}

#else

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

#endif

uint64_t kauri_memory_available(void)
{
    const uint64_t machine = machine_available();
    const uint64_t group = kauri_cgroup_available("/sys/fs/cgroup", "/proc/self/cgroup");
    const uint64_t least = machine < group ? machine : group;
    return least < SIZE_MAX / 2 ? least : SIZE_MAX / 2;
}

uint64_t kauri_memory_usable(void)
{
    const uint64_t available = kauri_memory_available();
    return available - available / 10;
}

uint64_t kauri_memory_peak(void)
{
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0 || usage.ru_maxrss < 0) {
        return 0;
    }
#if defined __APPLE__
    return (uint64_t)usage.ru_maxrss;
#else
    return (uint64_t)usage.ru_maxrss * 1024;
#endif
}

void kauri_memory_forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file != NULL) {
        (void)fputs("5\n", file);
        (void)fclose(file);
    }
}

enum { PATH_BYTES = 4096 };

// Returns the number in the file "<folder>/<name>"; if `key` is not NULL, the number after that
// word at the beginning of a line. UINT64_MAX if there is none ("max", or no such file).
static uint64_t number_in(const char *folder, const char *name, const char *key)
{
    char path[PATH_BYTES + 64];
    char line[256];
    uint64_t number = UINT64_MAX;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) {
        return UINT64_MAX;
    }
    FILE *file = fopen(path, "r");
    while (file != NULL && number == UINT64_MAX && fgets(line, sizeof line, file) != NULL) {
        const size_t skip = key == NULL ? 0 : strlen(key);
        if (key != NULL && (strncmp(line, key, skip) != 0 || line[skip] != ' ')) {
            continue;
        }
        char *end = NULL;
        const unsigned long long read = strtoull(line + skip, &end, 10);
        number = end == line + skip ? UINT64_MAX : read;
        if (key == NULL) {
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return number;
}

static uint64_t left_in(const char *folder, const char *limit_name, const char *use_name,
                        const char *droppable_key)
{
    const uint64_t limit = number_in(folder, limit_name, NULL);
    const uint64_t used = number_in(folder, use_name, NULL);
    if (limit == UINT64_MAX || used == UINT64_MAX) {
        return UINT64_MAX;
    }
    const uint64_t droppable = number_in(folder, "memory.stat", droppable_key);
    const uint64_t kept = droppable == UINT64_MAX || droppable > used ? used : used - droppable;
    return kept < limit ? limit - kept : 0;
}

// Writes the path of the group of version 2 (from the line "0::/path"), "" if there is none.
static void read_group(const char *membership, char group[PATH_BYTES])
{
    char line[PATH_BYTES];
    group[0] = '\0';
    FILE *file = fopen(membership, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "0::/", 4) == 0) {
            memcpy(group, line + 3, strlen(line + 3) + 1);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

uint64_t kauri_cgroup_available(const char *root, const char *membership)
{
    char group[PATH_BYTES];
    char folder[2 * PATH_BYTES];
    uint64_t least = left_in(root, "memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes",
                             "total_inactive_file");
    read_group(membership, group);
    // Visit the group and all groups above it up to the root, each of which may have a limit.
    for (;;) {
        if (snprintf(folder, sizeof folder, "%s%s", root, group) < PATH_BYTES) {
            const uint64_t left = left_in(folder, "memory.max", "memory.current", "inactive_file");
            least = left < least ? left : least;
        }
        char *slash = strrchr(group, '/');
        if (slash == NULL) {
            return least;
        }
        *slash = '\0';
    }
}

void *kauri_array_fit(void *array, size_t wanted, size_t *capacity, size_t bytes)
{
    const size_t doubled = 2 * *capacity + 16;
    const size_t wider = doubled > wanted ? doubled : wanted;
    void *moved = wider <= PTRDIFF_MAX / bytes ? realloc(array, wider * bytes) : NULL;
    *capacity = moved != NULL ? wider : *capacity;
    return moved != NULL ? moved : array;
}

enum { MAPPED_BYTES = 256 << 10 };

static void *map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void *kauri_large_new(size_t bytes)
{
    return bytes < MAPPED_BYTES ? malloc(bytes) : map(bytes);
}

void *kauri_large_zeros(size_t bytes)
{
    return bytes < MAPPED_BYTES ? calloc(1, bytes) : map(bytes);
}

void kauri_large_free(void *memory, size_t bytes)
{
    if (bytes < MAPPED_BYTES) {
        free(memory);
    } else if (memory != NULL) {
        (void)munmap(memory, bytes);
    }
}

void kauri_use_huge_pages(void *memory, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}
