// Writing to the disk as a file grows, so that syncing it at the end does not take long: a sync
// cannot be interrupted, and gigabytes would hold a run that is to stop for many seconds.
#ifndef KAURI_COMMON_WRITEBACK_H
#define KAURI_COMMON_WRITEBACK_H

#include <stdint.h>

// Asks the system to begin with bytes [offset, offset + size) of a file. A hint, which is no
// promise that they are there: sync the file for that. Nothing where the system cannot do it.
// Thread-safe.
void kauri_writeback_start(int descriptor, uint64_t offset, uint64_t size);
// The same, and waits until it is done.
void kauri_writeback_finish(int descriptor, uint64_t offset, uint64_t size);

#endif
