#include "tests/temporary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void temporary_make(char folder[TEMPORARY_BYTES])
{
    // In memory where that is possible: tests write thousands of small files, and each is synced.
    const char *parent = getenv("TMPDIR");
    if (parent == NULL || parent[0] == '\0') {
        parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    }
    // Not ASCII, because paths are UTF-8 also where the system has them in another encoding.
    (void)snprintf(folder, TEMPORARY_BYTES, "%s/kauri-tést-XXXXXX", parent);
    assert_non_null(mkdtemp(folder));
}

void temporary_remove(const char *folder)
{
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        char path[TEMPORARY_BYTES + 256];
        (void)snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        (void)unlink(path); // "." and ".." stay
    }
    (void)closedir(entries);
    assert_int_equal(rmdir(folder), 0);
}

int temporary_set_up(void **state)
{
    char *folder = malloc(TEMPORARY_BYTES);
    assert_non_null(folder);
    temporary_make(folder);
    *state = folder;
    return 0;
}

int temporary_tear_down(void **state)
{
    temporary_remove(*state);
    free(*state);
    return 0;
}

unsigned temporary_files(const char *folder)
{
    unsigned count = 0;
    DIR *entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        count += entry->d_name[0] != '.';
    }
    (void)closedir(entries);
    return count;
}

uint8_t *temporary_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*size + 1);
    assert_non_null(bytes);
    assert_int_equal(fread(bytes, 1, *size, file), *size);
    assert_int_equal(fclose(file), 0);
    return bytes;
}

void temporary_write(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void temporary_expect(const char *path, const char *text)
{
    size_t size = 0;
    uint8_t *bytes = temporary_read(path, &size);
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
    free(bytes);
}
