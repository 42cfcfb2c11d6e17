#include "common/platform_windows.h"

#include <stdbool.h>
#include <string.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>
// psapi.h needs windows.h before it.
#include <psapi.h>

enum { PATH_UNITS = 4096, PIECE_BYTES = 1 << 30 };

// A path in the system's encoding.
struct wide_path {
    wchar_t text[PATH_UNITS];
};

// Sets errno for the last error of the system. Returns -1.
static int fail(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
        errno = ENOENT;
        break;
    case ERROR_DIRECTORY:
        errno = ENOTDIR;
        break;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
        errno = EACCES;
        break;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        break;
    case ERROR_LOCK_VIOLATION:
        errno = EWOULDBLOCK;
        break;
    case ERROR_NO_UNICODE_TRANSLATION:
        errno = EILSEQ;
        break;
    case ERROR_INSUFFICIENT_BUFFER:
    case ERROR_FILENAME_EXCED_RANGE:
        errno = ENAMETOOLONG;
        break;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        break;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_COMMITMENT_LIMIT:
        errno = ENOMEM;
        break;
    case ERROR_INVALID_HANDLE:
        errno = EBADF;
        break;
    default:
        errno = EIO;
    }
    return -1;
}

static int result(BOOL done)
{
    return done ? 0 : fail();
}

static HANDLE handle_of(int descriptor)
{
    return (HANDLE)_get_osfhandle(descriptor);
}

// Converts the path of a file, which is relative to an open folder or AT_FDCWD.
static bool widen(int folder, const char *path, struct wide_path *wide)
{
    DWORD used = 0;
    if (folder != AT_FDCWD) {
        used = GetFinalPathNameByHandleW(handle_of(folder), wide->text, PATH_UNITS, 0);
        if (used == 0) {
            return false;
        }
        if (used > PATH_UNITS - 2) {
            SetLastError(ERROR_INSUFFICIENT_BUFFER);
            return false;
        }
        if (strcmp(path, ".") == 0) { // a path that begins with "\\?\" must not contain this name
            return true;
        }
        wide->text[used++] = '\\';
    }
    return MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text + used,
                               (int)(PATH_UNITS - used)) != 0;
}

static HANDLE open_handle(const struct wide_path *path, DWORD access, DWORD creation)
{
    // With BACKUP_SEMANTICS, folders can be opened as well.
    return CreateFileW(path->text, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                       NULL, creation, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

// -------------------------------------------------------------------------------------- files

// Windows counts in units of 100 ns from 1601 on.
static struct timespec time_of(LARGE_INTEGER ticks)
{
    const int64_t second = 10 * 1000 * 1000;
    return (struct timespec){.tv_sec = ticks.QuadPart / second - INT64_C(11644473600),
                             .tv_nsec = (long)(ticks.QuadPart % second) * 100};
}

static int facts_of(HANDLE handle, struct stat *facts)
{
    BY_HANDLE_FILE_INFORMATION found;
    FILE_BASIC_INFO times;
    *facts = (struct stat){.st_mode = S_IFCHR};
    const DWORD kind = GetFileType(handle);
    if (kind == FILE_TYPE_CHAR || kind == FILE_TYPE_PIPE) {
        facts->st_mode = kind == FILE_TYPE_PIPE ? S_IFIFO : S_IFCHR;
        return 0;
    }
    if (!GetFileInformationByHandle(handle, &found) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times)) {
        return fail();
    }
    facts->st_mode = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? S_IFDIR : S_IFREG;
    facts->st_dev = found.dwVolumeSerialNumber;
    facts->st_ino = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow;
    facts->st_size = (int64_t)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow);
    facts->st_mtim = time_of(times.LastWriteTime);
    facts->st_ctim = time_of(times.ChangeTime);
    return 0;
}

int kauri_windows_fstat(int descriptor, struct stat *facts)
{
    return facts_of(handle_of(descriptor), facts);
}

int kauri_windows_fstatat(int folder, const char *name, struct stat *facts, int flags)
{
    (void)flags;
    struct wide_path path;
    HANDLE handle =
        widen(folder, name, &path) ? open_handle(&path, 0, OPEN_EXISTING) : INVALID_HANDLE_VALUE;
    if (handle == INVALID_HANDLE_VALUE) {
        return fail();
    }
    const int found = facts_of(handle, facts);
    (void)CloseHandle(handle);
    return found;
}

int kauri_windows_stat(const char *path, struct stat *facts)
{
    return kauri_windows_fstatat(AT_FDCWD, path, facts, 0);
}

int kauri_windows_openat(int folder, const char *name, int flags, ...)
{
    struct wide_path path;
    const int kind = flags & (O_RDONLY | O_WRONLY | O_RDWR);
    const DWORD access =
        (kind != O_WRONLY ? GENERIC_READ : 0) | (kind != O_RDONLY ? GENERIC_WRITE : 0);
    const DWORD creation = (flags & O_CREAT) == 0  ? OPEN_EXISTING
                           : (flags & O_EXCL) != 0 ? CREATE_NEW
                                                   : OPEN_ALWAYS;
    HANDLE handle =
        widen(folder, name, &path) ? open_handle(&path, access, creation) : INVALID_HANDLE_VALUE;
    if (handle == INVALID_HANDLE_VALUE) {
        return fail();
    }
    struct stat facts;
    if ((flags & O_DIRECTORY) != 0 && (facts_of(handle, &facts) != 0 || !S_ISDIR(facts.st_mode))) {
        (void)CloseHandle(handle);
        errno = ENOTDIR;
        return -1;
    }
    const int descriptor = _open_osfhandle((intptr_t)handle, kind | O_BINARY | O_NOINHERIT);
    if (descriptor < 0) {
        (void)CloseHandle(handle);
    }
    return descriptor;
}

int kauri_windows_open(const char *path, int flags, ...)
{
    return kauri_windows_openat(AT_FDCWD, path, flags);
}

static DWORD piece_of(size_t size)
{
    return size < PIECE_BYTES ? (DWORD)size : PIECE_BYTES;
}

static OVERLAPPED at_offset(int64_t offset)
{
    return (OVERLAPPED){.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
}

ssize_t kauri_windows_pread(int descriptor, void *bytes, size_t size, int64_t offset)
{
    OVERLAPPED at = at_offset(offset);
    DWORD done = 0;
    if (!ReadFile(handle_of(descriptor), bytes, piece_of(size), &done, &at) &&
        GetLastError() != ERROR_HANDLE_EOF) {
        return fail();
    }
    return (ssize_t)done;
}

ssize_t kauri_windows_pwrite(int descriptor, const void *bytes, size_t size, int64_t offset)
{
    OVERLAPPED at = at_offset(offset);
    DWORD done = 0;
    return WriteFile(handle_of(descriptor), bytes, piece_of(size), &done, &at) ? (ssize_t)done
                                                                               : fail();
}

ssize_t kauri_windows_write(int descriptor, const void *bytes, size_t size)
{
    DWORD done = 0;
    return WriteFile(handle_of(descriptor), bytes, piece_of(size), &done, NULL) ? (ssize_t)done
                                                                                : fail();
}

int kauri_windows_fsync(int descriptor)
{
    if (!FlushFileBuffers(handle_of(descriptor))) {
        const bool readable = GetLastError() == ERROR_ACCESS_DENIED;
        (void)fail();
        errno = readable ? EINVAL : errno;
        return -1;
    }
    return 0;
}

int kauri_windows_flock(int descriptor, int operation)
{
    // The lock is on a byte beyond the end of any file, because nobody can read what is locked.
    OVERLAPPED at = at_offset(INT64_MAX - 1);
    const DWORD flags =
        LOCKFILE_EXCLUSIVE_LOCK | ((operation & LOCK_NB) != 0 ? LOCKFILE_FAIL_IMMEDIATELY : 0);
    return result(LockFileEx(handle_of(descriptor), flags, 0, 1, 0, &at));
}

int kauri_windows_mkdir(const char *path, unsigned mode)
{
    (void)mode;
    struct wide_path wide;
    return result(widen(AT_FDCWD, path, &wide) && CreateDirectoryW(wide.text, NULL));
}

int kauri_windows_linkat(int from_folder, const char *from, int folder, const char *name, int flags)
{
    (void)flags;
    struct wide_path old;
    struct wide_path new;
    return result(widen(from_folder, from, &old) && widen(folder, name, &new) &&
                  CreateHardLinkW(new.text, old.text, NULL));
}

int kauri_windows_renameat(int from_folder, const char *from, int folder, const char *name)
{
    struct wide_path old;
    struct wide_path new;
    return result(
        widen(from_folder, from, &old) && widen(folder, name, &new) &&
        MoveFileExW(old.text, new.text, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
}

int kauri_windows_unlinkat(int folder, const char *name, int flags)
{
    (void)flags;
    struct wide_path path;
    return result(widen(folder, name, &path) && DeleteFileW(path.text));
}

int kauri_windows_faccessat(int folder, const char *name, int mode, int flags)
{
    (void)flags;
    struct wide_path path;
    const DWORD found =
        widen(folder, name, &path) ? GetFileAttributesW(path.text) : INVALID_FILE_ATTRIBUTES;
    if (found == INVALID_FILE_ATTRIBUTES) {
        return fail();
    }
    // A read-only folder can be written to.
    const DWORD both = FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_READONLY;
    if ((mode & W_OK) != 0 && (found & both) == FILE_ATTRIBUTE_READONLY) {
        errno = EACCES;
        return -1;
    }
    return 0;
}

char *kauri_windows_realpath(const char *path, char *resolved)
{
    struct wide_path wide;
    struct wide_path full;
    (void)resolved; // always NULL
    if (!widen(AT_FDCWD, path, &wide) ||
        GetFullPathNameW(wide.text, PATH_UNITS, full.text, NULL) - 1 >= PATH_UNITS - 1) {
        (void)fail();
        return NULL;
    }
    char *found = malloc(3 * PATH_UNITS);
    if (found != NULL) {
        (void)WideCharToMultiByte(CP_UTF8, 0, full.text, -1, found, 3 * PATH_UNITS, NULL, NULL);
    }
    return found;
}

FILE *kauri_windows_fopen(const char *path, const char *mode)
{
    struct wide_path wide;
    wchar_t how[8];
    if (!widen(AT_FDCWD, path, &wide) ||
        MultiByteToWideChar(CP_UTF8, 0, mode, -1, how, sizeof how / sizeof how[0]) == 0) {
        (void)fail();
        return NULL;
    }
    return _wfopen(wide.text, how);
}

int kauri_windows_rename(const char *from, const char *to)
{
    return kauri_windows_renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int kauri_windows_remove(const char *path)
{
    struct wide_path wide;
    return result(widen(AT_FDCWD, path, &wide) &&
                  (DeleteFileW(wide.text) || RemoveDirectoryW(wide.text)));
}

int kauri_windows_truncate(const char *path, int64_t size)
{
    const int descriptor = kauri_windows_open(path, O_RDWR);
    const int done = descriptor < 0 ? -1 : (errno = _chsize_s(descriptor, size)) != 0 ? -1 : 0;
    if (descriptor >= 0) {
        (void)close(descriptor);
    }
    return done;
}

char *kauri_windows_mkdtemp(char *pattern)
{
    char *digits = pattern + strlen(pattern) - 6;
    for (DWORD number = GetTickCount() ^ GetCurrentProcessId() << 8;; number++) {
        (void)snprintf(digits, 7, "%06lx", number & 0xffffff);
        if (kauri_windows_mkdir(pattern, 0700) == 0) {
            return pattern;
        }
        if (errno != EEXIST) {
            return NULL;
        }
    }
}

// ------------------------------------------------------------------------------------ folders

struct kauri_windows_names {
    HANDLE search;
    bool first; // `found` is yet to be returned
    WIN32_FIND_DATAW found;
    struct kauri_windows_entry entry;
};

static struct kauri_windows_names *list(int folder, const char *pattern)
{
    struct wide_path path;
    struct kauri_windows_names *names = calloc(1, sizeof *names);
    if (names == NULL) {
        return NULL;
    }
    names->first = true;
    names->search = widen(folder, pattern, &path) ? FindFirstFileW(path.text, &names->found)
                                                  : INVALID_HANDLE_VALUE;
    if (names->search == INVALID_HANDLE_VALUE) {
        (void)fail();
        free(names);
        return NULL;
    }
    return names;
}

struct kauri_windows_names *kauri_windows_opendir(const char *path)
{
    const int folder = kauri_windows_open(path, O_RDONLY | O_DIRECTORY);
    struct kauri_windows_names *names = folder < 0 ? NULL : list(folder, "*");
    if (folder >= 0) {
        (void)close(folder);
    }
    return names;
}

struct kauri_windows_names *kauri_windows_fdopendir(int descriptor)
{
    struct kauri_windows_names *names = list(descriptor, "*");
    if (names != NULL) {
        (void)close(descriptor); // the descriptor is no longer needed
    }
    return names;
}

struct kauri_windows_entry *kauri_windows_readdir(struct kauri_windows_names *names)
{
    if (!names->first && !FindNextFileW(names->search, &names->found)) {
        errno = GetLastError() == ERROR_NO_MORE_FILES ? errno : EIO;
        return NULL;
    }
    names->first = false;
    if (WideCharToMultiByte(CP_UTF8, 0, names->found.cFileName, -1, names->entry.d_name,
                            sizeof names->entry.d_name, NULL, NULL) == 0) {
        errno = EIO;
        return NULL;
    }
    return &names->entry;
}

int kauri_windows_closedir(struct kauri_windows_names *names)
{
    (void)FindClose(names->search);
    free(names);
    return 0;
}

// ------------------------------------------------------------------------------------- memory

void *kauri_windows_mmap(void *address, size_t bytes, int protection, int flags, int descriptor,
                         int64_t offset)
{
    (void)address, (void)protection, (void)flags, (void)descriptor, (void)offset;
    void *memory = VirtualAlloc(NULL, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return memory != NULL ? memory : MAP_FAILED;
}

int kauri_windows_munmap(void *address, size_t bytes)
{
    (void)bytes;
    return result(VirtualFree(address, 0, MEM_RELEASE));
}

long kauri_windows_sysconf(int name)
{
    DWORD_PTR own = 0;
    DWORD_PTR all = 0;
    SYSTEM_INFO facts;
    GetSystemInfo(&facts);
    if (name == _SC_PAGESIZE) {
        return (long)facts.dwPageSize;
    }
    return GetProcessAffinityMask(GetCurrentProcess(), &own, &all) && own != 0
               ? __builtin_popcountll(own)
               : (long)facts.dwNumberOfProcessors;
}

int kauri_windows_getrusage(int who, struct rusage *usage)
{
    (void)who;
    PROCESS_MEMORY_COUNTERS counters;
    if (!GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)) {
        return fail();
    }
    usage->ru_maxrss = (long)(counters.PeakWorkingSetSize / 1024);
    return 0;
}

uint64_t kauri_windows_memory(void)
{
    MEMORYSTATUSEX facts = {.dwLength = sizeof facts};
    return GlobalMemoryStatusEx(&facts) ? facts.ullAvailPhys : UINT64_C(1) << 30;
}
