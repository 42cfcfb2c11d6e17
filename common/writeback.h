// Early writeback of a file that grows. fsync cannot be interrupted: with gigabytes still in the
// page cache it would delay a run that has been asked to stop by many seconds.
#ifndef KAURI_COMMON_WRITEBACK_H
#define KAURI_COMMON_WRITEBACK_H

#include <stdint.h>

// Asks the system to start writing bytes [offset, offset + size) of a file to the disk. Only a
// hint: durability needs fsync. Does nothing on systems that do not support it. Thread-safe.
void kauri_writeback_start(int descriptor, uint64_t offset, uint64_t size);
// The same, but returns only when these bytes have been written.
void kauri_writeback_finish(int descriptor, uint64_t offset, uint64_t size);

#endif
