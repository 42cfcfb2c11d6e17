// Limits of control groups, read from files of the same form.
#include "tests/test.h"

#include "common/memory.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void put(const char *folder, const char *name, const char *text)
{
    char path[TEMPORARY_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    temporary_write(path, text, strlen(text));
}

static void make(const char *folder, const char *name)
{
    char path[TEMPORARY_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(mkdir(path, 0777), 0);
}

static void drop(const char *folder, const char *name)
{
    char path[TEMPORARY_BYTES + 64];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(remove(path), 0);
}

static uint64_t available(const char *folder)
{
    char membership[TEMPORARY_BYTES + 64];
    (void)snprintf(membership, sizeof membership, "%s/self", folder);
    return kauri_cgroup_available(folder, membership);
}

TEST_IN_FOLDER(nothing_is_no_limit, folder)
{
    assert_int_equal(available(folder), UINT64_MAX);
    put(folder, "self", "0::/\n");
    assert_int_equal(available(folder), UINT64_MAX);
    put(folder, "memory.max", "max\n");
    put(folder, "memory.current", "5000\n");
    assert_int_equal(available(folder), UINT64_MAX);
}

// The narrowest of the group's and its parents' limits; pages that can be dropped are free.
TEST_IN_FOLDER(the_narrowest_limit_counts, folder)
{
    put(folder, "self", "1:cpu:/elsewhere\n0::/a/b\n");
    make(folder, "a");
    make(folder, "a/b");
    put(folder, "a/b/memory.max", "1000000\n");
    put(folder, "a/b/memory.current", "400000\n");
    assert_int_equal(available(folder), 600000);
    put(folder, "a/b/memory.stat", "anon 1\ninactive_file_x 7\ninactive_file 300000\n");
    assert_int_equal(available(folder), 900000);
    put(folder, "a/memory.max", "700000\n");
    put(folder, "a/memory.current", "500000\n");
    assert_int_equal(available(folder), 200000);
    put(folder, "a/memory.current", "800000\n");
    assert_int_equal(available(folder), 0);
    static const char *const made[] = {
        "a/b/memory.max",
        "a/b/memory.current",
        "a/b/memory.stat",
        "a/b",
        "a/memory.max",
        "a/memory.current",
        "a",
    };
    for (unsigned i = 0; i < sizeof made / sizeof made[0]; i++) {
        drop(folder, made[i]);
    }
}

TEST_IN_FOLDER(version_1_is_read, folder)
{
    make(folder, "memory");
    put(folder, "memory/memory.limit_in_bytes", "9000\n");
    put(folder, "memory/memory.usage_in_bytes", "2000\n");
    assert_int_equal(available(folder), 7000);
    drop(folder, "memory/memory.limit_in_bytes");
    drop(folder, "memory/memory.usage_in_bytes");
    drop(folder, "memory");
}
