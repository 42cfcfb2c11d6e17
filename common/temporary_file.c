#include "common/temporary_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// A temporary name is "<name>.tmp-<16 hexadecimal digits>"; a long name is cut to leave room.
#define TEMPORARY_MARK ".tmp-"
enum {
    TEMPORARY_DIGITS = 16,
    NAME_PART_MAX = NAME_MAX - TEMPORARY_DIGITS - (int)sizeof TEMPORARY_MARK + 1,
    NAMES_TRIED = 100,
};

// A number that no other run is likely to use at the same time; O_EXCL catches the unlikely case.
static uint64_t unlikely_number(unsigned attempt)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t seed = (uint64_t)now.tv_sec * 1000000000U + (uint64_t)now.tv_nsec;
    return (seed ^ (uint64_t)getpid() << 44) + attempt * UINT64_C(0x9e3779b97f4a7c15);
}

int kauri_temporary_file_create(const struct kauri_folder *folder, const char *name,
                                char temporary[KAURI_TEMPORARY_NAME_BYTES])
{
    for (unsigned attempt = 0; attempt < NAMES_TRIED; attempt++) {
        (void)snprintf(temporary, KAURI_TEMPORARY_NAME_BYTES, "%.*s" TEMPORARY_MARK "%0*" PRIx64,
                       NAME_PART_MAX, name, TEMPORARY_DIGITS, unlikely_number(attempt));
        const int descriptor =
            openat(kauri_folder_descriptor(folder), temporary,
                   O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)0666);
        if (descriptor >= 0 || errno != EEXIST) {
            return descriptor;
        }
    }
    return -1;
}

bool kauri_temporary_file_is(const char *entry, const char *name)
{
    size_t length = strlen(name);
    length = length < NAME_PART_MAX ? length : NAME_PART_MAX;
    const char *digits = entry + length + sizeof TEMPORARY_MARK - 1;
    return strncmp(entry, name, length) == 0 &&
           strncmp(entry + length, TEMPORARY_MARK, sizeof TEMPORARY_MARK - 1) == 0 &&
           strlen(digits) == TEMPORARY_DIGITS &&
           strspn(digits, "0123456789abcdef") == TEMPORARY_DIGITS;
}
