// Files of a test, in a folder of its own.
#ifndef KAURI_TESTS_TEMPORARY_H
#define KAURI_TESTS_TEMPORARY_H

#include <stddef.h>
#include <stdint.h>

enum { TEMPORARY_BYTES = 256 };

// Makes a new folder (in $TMPDIR, else in memory, else in /tmp) and writes its path; fails the
// running test otherwise.
void temporary_make(char folder[TEMPORARY_BYTES]);

// Removes the folder and the files in it.
void temporary_remove(const char *folder);

// All bytes of a file, which the caller frees; fails the running test if it cannot be read.
uint8_t *temporary_read(const char *path, size_t *size);

#endif
