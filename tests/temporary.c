#include "tests/temporary.h"

#include "tests/cmocka_all.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void temporary_make(char folder[TEMPORARY_BYTES])
{
    const char *parent = getenv("TMPDIR");
    (void)snprintf(folder, TEMPORARY_BYTES, "%s/kauri-test-XXXXXX",
                   parent == NULL || parent[0] == '\0' ? "/tmp" : parent);
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
