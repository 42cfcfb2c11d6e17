// Child processes, whose memory and processor time start from zero.
#ifndef KAURI_CLI_CHILD_H
#define KAURI_CLI_CHILD_H

#include "common/progress.h"
#include "common/status.h"

#include <stddef.h>
#include <sys/types.h>

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

// Has this process, a child, end with its parent: one that is killed can neither stop its children
// nor remove their files. Ends it at once if the parent is not there any more.
void kauri_child_end_with(pid_t parent);

#endif
