#include "common/digest.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

struct kauri_digester {
    XXH64_state_t *state;
};

uint64_t kauri_digest(const void *bytes, size_t size)
{
    return XXH64(bytes, size, 0);
}

bool kauri_digest_parse(const char *text, const char *end, uint64_t *digest)
{
    enum { DIGITS = 16 };
    *digest = 0;
    if (strspn(text, "0123456789abcdef") != DIGITS || strcmp(text + DIGITS, end) != 0) {
        return false;
    }
    *digest = strtoull(text, NULL, 16);
    return true;
}

enum kauri_status kauri_digester_new(struct kauri_digester **digester, struct kauri_error *error)
{
    *digester = NULL;
    struct kauri_digester *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "a checksum"));
    made->state = XXH64_createState();
    if (made->state == NULL || XXH64_reset(made->state, 0) != XXH_OK) {
        kauri_digester_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a checksum");
    }
    *digester = made;
    return KAURI_OK;
}

void kauri_digester_add(struct kauri_digester *digester, const void *bytes, size_t size)
{
    (void)XXH64_update(digester->state, bytes, size); // fails only for a NULL input
}

uint64_t kauri_digester_result(const struct kauri_digester *digester)
{
    return XXH64_digest(digester->state);
}

void kauri_digester_free(struct kauri_digester *digester)
{
    if (digester == NULL) {
        return;
    }
    (void)XXH64_freeState(digester->state);
    free(digester);
}
