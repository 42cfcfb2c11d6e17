#include "tests/db/faults.h"

#include "tests/wrap.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_int armed = FAULT_COUNT;
static atomic_uint calls_left;
static atomic_bool fired;

const char *fault_name(enum fault fault)
{
    static const char *const names[] = {
        "memory",
        "write",
        "empty write",
        "short write",
        "interrupted write",
        "read",
        "short read",
        "interrupted read",
        "end of file",
        "sync",
        "rename",
        "link",
        "close",
        "open",
        "create",
        "folder",
        "stat",
        "lock",
    };
    return names[fault];
}

void fault_arm(enum fault fault, unsigned which)
{
    atomic_store(&fired, false);
    atomic_store(&calls_left, which);
    atomic_store(&armed, (int)fault);
}

bool fault_disarm(void)
{
    atomic_store(&armed, FAULT_COUNT);
    return atomic_load(&fired);
}

static bool hit(enum fault fault)
{
    if (atomic_load(&armed) != (int)fault || atomic_fetch_sub(&calls_left, 1) != 1) {
        return false;
    }
    atomic_store(&fired, true);
    return true;
}

static bool fails(enum fault fault, int number)
{
    if (!hit(fault)) {
        return false;
    }
    errno = number;
    return true;
}

// For functions that return a pointer; a failing call returns NULL with ENOMEM.
#define WRAP_POINTER(name, parameters, arguments)                                                  \
    WRAP(void *, name, parameters)                                                                 \
    {                                                                                              \
        return fails(FAULT_MEMORY, ENOMEM) ? NULL : __real_##name arguments;                       \
    }

WRAP_POINTER(malloc, (size_t size), (size))
WRAP_POINTER(calloc, (size_t count, size_t size), (count, size))
WRAP_POINTER(realloc, (void *old, size_t size), (old, size))
WRAP_POINTER(ZSTD_createCCtx, (void), ())
WRAP_POINTER(ZSTD_createDCtx, (void), ())
WRAP_POINTER(XXH64_createState, (void), ())

// zstd returns errors as sizes: minus the number of the error, 64 for memory (zstd_errors.h).
static const size_t zstd_out_of_memory = (size_t)-64;

WRAP(size_t, ZSTD_compress2,
     (void *context, void *to, size_t capacity, const void *from, size_t size))
{
    return hit(FAULT_MEMORY) ? zstd_out_of_memory
                             : __real_ZSTD_compress2(context, to, capacity, from, size);
}

WRAP(size_t, ZSTD_decompressDCtx,
     (void *context, void *to, size_t capacity, const void *from, size_t size))
{
    return hit(FAULT_MEMORY) ? zstd_out_of_memory
                             : __real_ZSTD_decompressDCtx(context, to, capacity, from, size);
}

WRAP(int, pthread_mutex_init, (pthread_mutex_t * mutex, const pthread_mutexattr_t *attributes))
{
    return hit(FAULT_MEMORY) ? ENOMEM : __real_pthread_mutex_init(mutex, attributes);
}

// With _FILE_OFFSET_BITS=64 the names in the objects may end in 64.
#define WRAP_FILE_CALLS(pread_name, pwrite_name, open_name, openat_name, readdir_name, fstat_name) \
    WRAP(ssize_t, pwrite_name, (int file, const void *bytes, size_t size, off_t at))               \
    {                                                                                              \
        if (fails(FAULT_WRITE, ENOSPC) || fails(FAULT_INTERRUPTED_WRITE, EINTR)) {                 \
            return -1;                                                                             \
        }                                                                                          \
        if (hit(FAULT_EMPTY_WRITE)) {                                                              \
            return 0;                                                                              \
        }                                                                                          \
        return __real_##pwrite_name(file, bytes, hit(FAULT_SHORT_WRITE) ? 1 : size, at);           \
    }                                                                                              \
    WRAP(ssize_t, pread_name, (int file, void *bytes, size_t size, off_t at))                      \
    {                                                                                              \
        if (fails(FAULT_READ, EIO) || fails(FAULT_INTERRUPTED_READ, EINTR)) {                      \
            return -1;                                                                             \
        }                                                                                          \
        if (hit(FAULT_END_OF_FILE)) {                                                              \
            return 0;                                                                              \
        }                                                                                          \
        return __real_##pread_name(file, bytes, hit(FAULT_SHORT_READ) ? 1 : size, at);             \
    }                                                                                              \
    /* The mode is always there to be passed on, wanted or not: it is one of the registers. */     \
    WRAP(int, open_name, (const char *path, int flags, mode_t mode))                               \
    {                                                                                              \
        return fails(FAULT_OPEN, EMFILE) ? -1 : __real_##open_name(path, flags, mode);             \
    }                                                                                              \
    WRAP(int, openat_name, (int folder, const char *path, int flags, mode_t mode))                 \
    {                                                                                              \
        return fails(FAULT_OPEN, EMFILE) ||                                                        \
                       ((flags & O_CREAT) != 0 && fails(FAULT_CREATE, EACCES))                     \
                   ? -1                                                                            \
                   : __real_##openat_name(folder, path, flags, mode);                              \
    }                                                                                              \
    WRAP(void *, readdir_name, (DIR * folder))                                                     \
    {                                                                                              \
        return fails(FAULT_FOLDER, EIO) ? NULL : __real_##readdir_name(folder);                    \
    }                                                                                              \
    WRAP(int, fstat_name, (int file, struct stat *facts))                                          \
    {                                                                                              \
        return fails(FAULT_STAT, EIO) ? -1 : __real_##fstat_name(file, facts);                     \
    }

WRAP_FILE_CALLS(pread, pwrite, open, openat, readdir, fstat)
WRAP_FILE_CALLS(pread64, pwrite64, open64, openat64, readdir64, fstat64)

WRAP(DIR *, opendir, (const char *path))
{
    return fails(FAULT_OPEN, EACCES) ? NULL : __real_opendir(path);
}

WRAP(int, fsync, (int file))
{
    return fails(FAULT_SYNC, EIO) ? -1 : __real_fsync(file);
}

WRAP(int, renameat, (int from_folder, const char *from, int to_folder, const char *to))
{
    return fails(FAULT_RENAME, EACCES) ? -1 : __real_renameat(from_folder, from, to_folder, to);
}

WRAP(int, linkat, (int from_folder, const char *from, int to_folder, const char *to, int flags))
{
    return fails(FAULT_LINK, EPERM) ? -1 : __real_linkat(from_folder, from, to_folder, to, flags);
}

// The kernel closes the file even when it reports an error.
WRAP(int, close, (int file))
{
    const int result = __real_close(file);
    return fails(FAULT_CLOSE, EIO) ? -1 : result;
}

WRAP(int, flock, (int file, int operation))
{
    return fails(FAULT_LOCK, ENOLCK) ? -1 : __real_flock(file, operation);
}
