#include "verify/proof_links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum link_state { LINK_NEW, LINK_ACTIVE, LINK_DONE };

// A proof whose citations are being followed.
struct link_frame {
    size_t entry;
    size_t at; // the next citation
};

struct link_check {
    struct kauri_proof_entry *entries;
    struct kauri_proof_entry **named; // in ascending order of their digests
    size_t named_count;
    uint8_t *state;            // by entry: enum link_state
    struct link_frame *frames; // as many as there are entries
    size_t depth;
};

const char *kauri_proof_name(uint64_t digest, char name[KAURI_PROOF_NAME_BYTES])
{
    (void)snprintf(name, KAURI_PROOF_NAME_BYTES, "%016llx.proof", (unsigned long long)digest);
    return name;
}

const char *kauri_proof_file(const struct kauri_proof_entry *entry)
{
    const char *slash = strrchr(entry->path, '/');
    return slash == NULL ? entry->path : slash + 1;
}

static int compare_digests(const void *a, const void *b)
{
    const uint64_t one = (*(const struct kauri_proof_entry *const *)a)->digest;
    const uint64_t other = (*(const struct kauri_proof_entry *const *)b)->digest;
    return one < other ? -1 : one > other;
}

// The proof with the name of this digest, or NULL.
static struct kauri_proof_entry *find(const struct link_check *links, uint64_t digest)
{
    const struct kauri_proof_entry wanted = {.digest = digest};
    const struct kauri_proof_entry *key = &wanted;
    struct kauri_proof_entry **found = links->named_count == 0
                                           ? NULL
                                           : bsearch(&key, links->named, links->named_count,
                                                     sizeof *links->named, compare_digests);
    return found == NULL ? NULL : *found;
}

// Checks that a proof states what is cited: bounds of the same position, seen by its player to
// move, that are at least as tight.
static enum kauri_status check_statement(const struct kauri_proof_entry *citing,
                                         const struct kauri_cited_statement *cited,
                                         const struct kauri_proof_entry *proof,
                                         struct kauri_error *error)
{
    char name[KAURI_PROOF_NAME_BYTES];
    const enum kauri_step_kind kind = kauri_step_key_kind(cited->key);
    const struct kauri_step_key key = kauri_step_key_of(&proof->position, kind);
    const int proven = kind == KAURI_STEP_OWN ? proof->low : -proof->high;
    if (proof->position.holes != citing->position.holes || key.bits[0] != cited->key.bits[0] ||
        key.bits[1] != cited->key.bits[1]) {
        return kauri_fail(error, KAURI_WRONG, "%s cites %s, which is about another position",
                          citing->path, kauri_proof_name(cited->digest, name));
    }
    if (proven < cited->value) {
        return kauri_fail(error, KAURI_WRONG, "%s cites %s for the value %d, which states only %d",
                          citing->path, kauri_proof_name(cited->digest, name), (int)cited->value,
                          proven);
    }
    return KAURI_OK;
}

static void push(struct link_check *links, size_t entry)
{
    links->state[entry] = LINK_ACTIVE;
    links->frames[links->depth++] = (struct link_frame){.entry = entry};
}

// Follows the next citation of the proof on top, or leaves it when there is none.
static enum kauri_status advance(struct link_check *links, struct kauri_error *error)
{
    struct link_frame *frame = &links->frames[links->depth - 1];
    const struct kauri_proof_entry *citing = &links->entries[frame->entry];
    char name[KAURI_PROOF_NAME_BYTES];
    if (frame->at == citing->citations.count) {
        links->state[frame->entry] = LINK_DONE;
        links->depth--;
        return KAURI_OK;
    }
    const struct kauri_cited_statement *cited = &citing->citations.statement[frame->at++];
    struct kauri_proof_entry *proof = find(links, cited->digest);
    if (proof == NULL) {
        return kauri_fail(error, KAURI_MISSING,
                          "%s cites %s, which is missing: it has to be in the same folder",
                          citing->path, kauri_proof_name(cited->digest, name));
    }
    const enum kauri_status status = check_statement(citing, cited, proof, error);
    if (status != KAURI_OK) {
        return status;
    }
    const size_t entry = (size_t)(proof - links->entries);
    if (links->state[entry] == LINK_ACTIVE) {
        return kauri_fail(error, KAURI_WRONG,
                          "%s cites %s, which rests on it in turn: a circle proves nothing",
                          citing->path, kauri_proof_name(cited->digest, name));
    }
    proof->cited = true;
    if (links->state[entry] == LINK_NEW) {
        push(links, entry);
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_links_check(struct kauri_proof_entry *entries, size_t count,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct link_check links = {
        .entries = entries,
        .named = malloc((count + 1) * sizeof *links.named),
        .state = calloc(count + 1, sizeof *links.state),
        .frames = malloc((count + 1) * sizeof *links.frames),
    };
    if (links.named == NULL || links.state == NULL || links.frames == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu proofs", count);
        goto cleanup;
    }
    for (size_t i = 0; i < count; i++) {
        entries[i].cited = false;
        if (entries[i].named) {
            links.named[links.named_count++] = &entries[i];
        }
    }
    qsort(links.named, links.named_count, sizeof *links.named, compare_digests);
    for (size_t i = 0; i < count; i++) {
        if (links.state[i] == LINK_NEW) {
            push(&links, i);
        }
        while (links.depth > 0) {
            KAURI_TRY(advance(&links, error));
        }
    }
cleanup:
    free(links.named);
    free(links.state);
    free(links.frames);
    return status;
}

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
