// Memory limits of control groups (containers, services).
#ifndef KAURI_COMMON_CGROUP_H
#define KAURI_COMMON_CGROUP_H

#include <stdint.h>

// Returns how many bytes the process may still use under the limits of its control group and of the
// groups above it: the limit minus the memory in use, where file pages that the kernel can drop
// count as free. UINT64_MAX if there is no limit or no control group. `root` is the mount point of
// the hierarchy ("/sys/fs/cgroup"); `membership` is the file that names the group
// ("/proc/self/cgroup"). Understands version 2, and the limit of version 1 as it appears inside a
// container. Thread-safe.
//
// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst, memory.max, memory.current,
// memory.stat.
uint64_t kauri_cgroup_available(const char *root, const char *membership);

#endif
