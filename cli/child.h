// Runs a function in a child process, so that its memory and processor time start from zero.
#ifndef KAURI_CLI_CHILD_H
#define KAURI_CLI_CHILD_H

#include "common/progress.h"
#include "common/status.h"

#include <stddef.h>

// Fills *result: plain data without pointers to memory that the function allocated.
typedef enum kauri_status kauri_child_work(void *context, void *result, struct kauri_error *error);

// Calls work(context, result, error) in a child process and returns its status, its message and the
// `bytes` bytes of *result. Other changes that the child makes to memory are lost. The child first
// checks that it can start `threads` threads. The calling process must have no other threads,
// because they would not exist in the child. When `progress` (may be NULL) asks to stop, the child
// gets SIGTERM. KAURI_RESOURCE if no child or too few threads can be started, or if the child was
// killed, for instance by the kernel when memory ran out.
enum kauri_status kauri_child_run(unsigned threads, kauri_child_work *work, void *context,
                                  void *result, size_t bytes, const struct kauri_progress *progress,
                                  struct kauri_error *error);

#endif
