// Files of a test, in a folder of its own.
#ifndef KAURI_TESTS_TEMPORARY_H
#define KAURI_TESTS_TEMPORARY_H

#include "tests/test.h"

#include <stddef.h>
#include <stdint.h>

enum { TEMPORARY_BYTES = 256 };

// Makes a new folder (in $TMPDIR, else in memory, else in /tmp) and writes its path; fails the
// running test otherwise.
void temporary_make(char folder[TEMPORARY_BYTES]);

// Removes the folder and the files in it.
void temporary_remove(const char *folder);

// A test with a folder of its own, which is removed at the end, even if the test fails:
//
//     TEST_IN_FOLDER(nothing_is_there, folder)
//     {
//         assert_int_equal(count_of(folder), 0);
//     }
#define TEST_IN_FOLDER(name, folder)                                                               \
    static void name##_in(const char *folder);                                                     \
    TEST_WITH(name, temporary_set_up, temporary_tear_down)                                         \
    {                                                                                              \
        name##_in(*state);                                                                         \
    }                                                                                              \
    static void name##_in(const char *folder)

int temporary_set_up(void **state);
int temporary_tear_down(void **state);

// Returns the number of files in a folder, without those whose names begin with a full stop; fails
// the running test if the folder cannot be read.
unsigned temporary_files(const char *folder);

// All bytes of a file, which the caller frees; fails the running test if it cannot be read.
uint8_t *temporary_read(const char *path, size_t *size);

// Writes a file of these bytes; fails the running test if it cannot.
void temporary_write(const char *path, const void *bytes, size_t size);

// Fails the running test unless the file has this text.
void temporary_expect(const char *path, const char *text);

#endif
