// The functions of POSIX that Kauri uses and that the C library of Windows lacks, or has only for
// paths that are not UTF-8.
//
// Every file of a build for Windows includes this first (packaging/cmake/ToolchainWindows.cmake),
// so that no other file need know of Windows. The functions behave as POSIX says with the flags
// that Kauri passes, and set errno. Threads and clocks are those of winpthreads, which is linked
// statically.
//
// Paths are UTF-8, with "/" or "\" between folders. They have at most 259 characters, unless the
// program and the system allow long ones.
#ifndef KAURI_COMMON_PLATFORM_WINDOWS_H
#define KAURI_COMMON_PLATFORM_WINDOWS_H

// These declare some of the names that are replaced below.
#include <direct.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define KAURI_PATH_SEPARATORS "/\\"
#define NAME_MAX              255

// -------------------------------------------------------------------------------------- files

#define O_CLOEXEC           O_NOINHERIT
#define O_NONBLOCK          0
#define O_NOCTTY            0
#define O_NOFOLLOW          0
#define O_DIRECTORY         0x1000000
#define AT_FDCWD            (-100)
#define AT_EACCESS          0
#define AT_SYMLINK_NOFOLLOW 0
#define F_DUPFD_CLOEXEC     0
#define LOCK_EX             2
#define LOCK_NB             4
#define S_ISLNK(mode)       0 // links are followed

#undef fstat
#undef stat
#define stat kauri_windows_stat

struct kauri_windows_stat {
    uint64_t st_dev;
    uint64_t st_ino;
    int64_t st_size;
    unsigned st_mode; // kind of the file only
    struct timespec st_mtim;
    struct timespec st_ctim;
};

int kauri_windows_stat(const char *path, struct stat *facts);
int kauri_windows_fstat(int descriptor, struct stat *facts);
int kauri_windows_fstatat(int folder, const char *name, struct stat *facts, int flags);
int kauri_windows_open(const char *path, int flags, ...);
// A folder may be opened as well; its descriptor is only good for the functions declared here.
int kauri_windows_openat(int folder, const char *name, int flags, ...);
ssize_t kauri_windows_pread(int descriptor, void *bytes, size_t size, int64_t offset);
ssize_t kauri_windows_pwrite(int descriptor, const void *bytes, size_t size, int64_t offset);
ssize_t kauri_windows_write(int descriptor, const void *bytes, size_t size);
// EINVAL for a descriptor that is not open for writing, such as that of a folder.
int kauri_windows_fsync(int descriptor);
int kauri_windows_flock(int descriptor, int operation);
int kauri_windows_mkdir(const char *path, unsigned mode);
int kauri_windows_linkat(int from_folder, const char *from, int folder, const char *name,
                         int flags);
// Replaces a file unless it is open.
int kauri_windows_renameat(int from_folder, const char *from, int folder, const char *name);
int kauri_windows_unlinkat(int folder, const char *name, int flags);
int kauri_windows_faccessat(int folder, const char *name, int mode, int flags);
char *kauri_windows_realpath(const char *path, char *resolved);
FILE *kauri_windows_fopen(const char *path, const char *mode);
// These two are used by tests only.
int kauri_windows_rename(const char *from, const char *to);
int kauri_windows_remove(const char *path); // removes a file or an empty folder
int kauri_windows_truncate(const char *path, int64_t size);
char *kauri_windows_mkdtemp(char *pattern);

#define lstat                              kauri_windows_stat
#define fstat                              kauri_windows_fstat
#define fstatat                            kauri_windows_fstatat
#define open                               kauri_windows_open
#define openat                             kauri_windows_openat
#define pread                              kauri_windows_pread
#define pwrite                             kauri_windows_pwrite
#define write                              kauri_windows_write
#define fsync                              kauri_windows_fsync
#define flock                              kauri_windows_flock
#define mkdir                              kauri_windows_mkdir
#define linkat                             kauri_windows_linkat
#define renameat                           kauri_windows_renameat
#define unlinkat                           kauri_windows_unlinkat
#define unlink(path)                       kauri_windows_unlinkat(AT_FDCWD, path, 0)
#define faccessat                          kauri_windows_faccessat
#define access(path, mode)                 kauri_windows_faccessat(AT_FDCWD, path, mode, 0)
#define realpath                           kauri_windows_realpath
#define fopen                              kauri_windows_fopen
#define rename                             kauri_windows_rename
#define remove                             kauri_windows_remove
#define rmdir                              kauri_windows_remove
#define truncate                           kauri_windows_truncate
#define mkdtemp                            kauri_windows_mkdtemp
#define fcntl(descriptor, duplicate, from) _dup(descriptor)

// The names in a folder.
struct kauri_windows_entry {
    char d_name[3 * NAME_MAX + 1];
};

struct kauri_windows_names;
struct kauri_windows_names *kauri_windows_opendir(const char *path);
struct kauri_windows_names *kauri_windows_fdopendir(int descriptor);
struct kauri_windows_entry *kauri_windows_readdir(struct kauri_windows_names *names);
int kauri_windows_closedir(struct kauri_windows_names *names);

#define DIR       struct kauri_windows_names
#define dirent    kauri_windows_entry
#define opendir   kauri_windows_opendir
#define fdopendir kauri_windows_fdopendir
#define readdir   kauri_windows_readdir
#define closedir  kauri_windows_closedir

// ------------------------------------------------------------------------------------- memory

#define PROT_READ     1
#define PROT_WRITE    2
#define MAP_PRIVATE   2
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 0
#define MAP_FAILED    ((void *)-1)

#define _SC_PAGESIZE         1
#define _SC_NPROCESSORS_ONLN 2 // processors that this process may use

#define RUSAGE_SELF 0
#define rusage      kauri_windows_rusage

struct kauri_windows_rusage {
    long ru_maxrss; // in KiB
};

// Maps anonymous memory.
void *kauri_windows_mmap(void *address, size_t bytes, int protection, int flags, int descriptor,
                         int64_t offset);
int kauri_windows_munmap(void *address, size_t bytes);
long kauri_windows_sysconf(int name);
int kauri_windows_getrusage(int who, struct rusage *usage);
// Bytes of the machine's memory that are free.
uint64_t kauri_windows_memory(void);

#define mmap      kauri_windows_mmap
#define munmap    kauri_windows_munmap
#define sysconf   kauri_windows_sysconf
#define getrusage kauri_windows_getrusage
// malloc aligns to 16 bytes; more is asked for only for speed.
#define aligned_alloc(alignment, bytes) ((void)(alignment), malloc(bytes))

// ------------------------------------------------------------------------------------ strings

static inline char *kauri_windows_stpcpy(char *to, const char *from)
{
    while ((*to = *from++) != '\0') {
        to++;
    }
    return to;
}

#define stpcpy kauri_windows_stpcpy

#endif
