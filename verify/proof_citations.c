#include "verify/proof_citations.h"

#include <stdlib.h>

enum { ROOM_FIRST = 16 };

static bool is_below(struct kauri_step_key a, struct kauri_step_key b)
{
    return a.bits[0] != b.bits[0] ? a.bits[0] < b.bits[0] : a.bits[1] < b.bits[1];
}

enum kauri_status kauri_citations_add(struct kauri_proof_citations *citations,
                                      const struct kauri_cited_statement *statement, bool *ordered,
                                      struct kauri_error *error)
{
    const size_t count = citations->count;
    *ordered = count == 0 || is_below(citations->statement[count - 1].key, statement->key);
    if (!*ordered) {
        return KAURI_OK;
    }
    if (count == citations->room) {
        const size_t room = count == 0 ? ROOM_FIRST : count + count / 2;
        struct kauri_cited_statement *wider = realloc(citations->statement, room * sizeof *wider);
        if (wider == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory after %zu citations", count);
        }
        citations->statement = wider;
        citations->room = room;
    }
    citations->statement[citations->count++] = *statement;
    return KAURI_OK;
}

const struct kauri_cited_statement *
kauri_citations_find(const struct kauri_proof_citations *citations, struct kauri_step_key key)
{
    size_t low = 0; // the statements before it have lower keys
    size_t high = citations->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_below(citations->statement[middle].key, key)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < citations->count && !is_below(key, citations->statement[low].key)
               ? &citations->statement[low]
               : NULL;
}

void kauri_citations_clear(struct kauri_proof_citations *citations)
{
    free(citations->statement);
    *citations = (struct kauri_proof_citations){.count = 0};
}
