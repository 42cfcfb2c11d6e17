// What a control group (a container, a service) leaves of the machine's memory.
#ifndef KAURI_COMMON_CGROUP_H
#define KAURI_COMMON_CGROUP_H

#include <stdint.h>

// Bytes that the process may still use under the limits of its control group and of those above
// it: limit less use, where pages of files that the system can drop count as free. UINT64_MAX where
// there is no limit or no control group. `root` is where the hierarchy is mounted
// ("/sys/fs/cgroup") and `membership` the file that names the group ("/proc/self/cgroup"). Version
// 2, and the limit of version 1 as a container sees it. Thread-safe.
//
// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst, memory.max, memory.current,
// memory.stat.
uint64_t kauri_cgroup_available(const char *root, const char *membership);

#endif
