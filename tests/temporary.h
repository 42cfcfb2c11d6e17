// A folder of its own for a test.
#ifndef KAURI_TESTS_TEMPORARY_H
#define KAURI_TESTS_TEMPORARY_H

enum { TEMPORARY_BYTES = 256 };

// Makes a new folder (in $TMPDIR, else in memory, else in /tmp) and writes its path; fails the
// running test otherwise.
void temporary_make(char folder[TEMPORARY_BYTES]);

// Removes the folder and the files in it.
void temporary_remove(const char *folder);

#endif
