// Makes calls fail on purpose: the program is linked with --wrap for each function below.
#ifndef KAURI_TESTS_DB_FAULTS_H
#define KAURI_TESTS_DB_FAULTS_H

#include <stdbool.h>

enum fault {
    FAULT_MEMORY,      // malloc, calloc, realloc, and what zstd, xxHash and pthread make
    FAULT_WRITE,       // pwrite fails: no space left on device
    FAULT_EMPTY_WRITE, // pwrite writes nothing and reports no error
    FAULT_SHORT_WRITE,
    FAULT_INTERRUPTED_WRITE,
    FAULT_READ, // pread fails: input/output error
    FAULT_SHORT_READ,
    FAULT_INTERRUPTED_READ,
    FAULT_END_OF_FILE, // pread finds the file shorter than it was
    FAULT_SYNC,        // fsync
    FAULT_RENAME,      // renameat
    FAULT_LINK,        // linkat: no hard links here
    FAULT_CLOSE,
    FAULT_OPEN,   // open, openat, opendir
    FAULT_CREATE, // openat that would make a file: permission denied
    FAULT_FOLDER, // readdir
    FAULT_STAT,   // fstat
    FAULT_LOCK,   // flock
    FAULT_COUNT,
};

const char *fault_name(enum fault fault);

// Makes the call number `which` (from 1) of this kind fail, once. Calls are counted in all threads.
void fault_arm(enum fault fault, unsigned which);
// Stops failing calls; returns whether one has failed.
bool fault_disarm(void);

#endif
