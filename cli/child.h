// Work in a process of its own, so that its memory and processor time can be measured from zero.
#ifndef KAURI_CLI_CHILD_H
#define KAURI_CLI_CHILD_H

#include "common/progress.h"
#include "common/status.h"

#include <stddef.h>

// Fills *result, plain data without pointers into memory that the work allocated.
typedef enum kauri_status kauri_child_work(void *context, void *result, struct kauri_error *error);

// Calls work(context, result, error) in a child process, and hands over its status, its message
// and the `bytes` of *result. Changes to *context or other memory are lost. The child first tries
// whether it can have `threads` threads. The calling process must have no other threads: they
// would not exist in the child. When progress (may be NULL) says so, the child is asked to stop
// with SIGTERM. KAURI_RESOURCE if there can be no child or not so many threads, or if the child
// died, as when the kernel kills it for its memory.
enum kauri_status kauri_child_run(unsigned threads, kauri_child_work *work, void *context,
                                  void *result, size_t bytes, const struct kauri_progress *progress,
                                  struct kauri_error *error);

#endif
