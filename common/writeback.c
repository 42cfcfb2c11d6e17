#if defined __linux__
#define _GNU_SOURCE // sync_file_range
#endif

#include "common/writeback.h"

#include <fcntl.h>

void kauri_writeback_start(int descriptor, uint64_t offset, uint64_t size)
{
#if defined __linux__
    (void)sync_file_range(descriptor, (off_t)offset, (off_t)size, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor, (void)offset, (void)size;
#endif
}

void kauri_writeback_finish(int descriptor, uint64_t offset, uint64_t size)
{
#if defined __linux__
    (void)sync_file_range(descriptor, (off_t)offset, (off_t)size,
                          SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE |
                              SYNC_FILE_RANGE_WAIT_AFTER);
#else
    (void)descriptor, (void)offset, (void)size;
#endif
}
