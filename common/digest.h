// 64-bit checksums: XXH64 with seed 0. The only user of xxHash.
#ifndef KAURI_COMMON_DIGEST_H
#define KAURI_COMMON_DIGEST_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The checksum of `size` bytes. Thread-safe.
uint64_t kauri_digest(const void *bytes, size_t size);

// Reads a checksum as it is written, 16 hexadecimal digits in lower case, which `end` must follow.
// Thread-safe.
bool kauri_digest_parse(const char *text, const char *end, uint64_t *digest);

// A checksum of bytes that arrive in pieces. Used by one thread at a time.
struct kauri_digester;

// The caller frees *digester. Errors: KAURI_RESOURCE.
enum kauri_status kauri_digester_new(struct kauri_digester **digester, struct kauri_error *error);
void kauri_digester_add(struct kauri_digester *digester, const void *bytes, size_t size);
// The checksum of everything added so far.
uint64_t kauri_digester_result(const struct kauri_digester *digester);
// Accepts NULL.
void kauri_digester_free(struct kauri_digester *digester);

#endif
