#include "cli/book/book_merge.h"

#include "common/memory.h"
#include "queries/lookup/bounds.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

// An entry during the merge.
struct merge_node {
    struct kauri_book_draft draft;
    uint32_t proof; // number of the proof that it comes from
    uint16_t plies; // 0: not known yet
    bool reached;   // play from the root can reach it
    bool open;      // on the stack
};

struct merge {
    unsigned holes;
    struct merge_node *node; // nodes, ascending by key
    size_t count;
    uint32_t *stack;
    size_t depth;
};

static int compare_nodes(const void *a, const void *b)
{
    const struct merge_node *one = a;
    const struct merge_node *other = b;
    const int order =
        memcmp(one->draft.entry.key, other->draft.entry.key, sizeof one->draft.entry.key);
    if (order != 0) {
        return order;
    }
    if (one->draft.entry.value != other->draft.entry.value) {
        return one->draft.entry.value > other->draft.entry.value ? -1 : 1;
    }
    return one->proof < other->proof ? -1 : one->proof > other->proof;
}

static int compare_keys(const void *key, const void *node)
{
    return memcmp(key, ((const struct merge_node *)node)->draft.entry.key, KAURI_BOOK_KEY_BYTES);
}

static struct merge_node *find(const struct merge *merge, const struct kauri_position *position)
{
    uint8_t key[KAURI_BOOK_KEY_BYTES];
    kauri_book_key(position, key);
    return bsearch(key, merge->node, merge->count, sizeof *merge->node, compare_keys);
}

static enum kauri_status refuse(const struct kauri_position *position, const char *why,
                                struct kauri_error *error)
{
    return kauri_fail(error, KAURI_WRONG, "%s: %s", KAURI_POSITION_TEXT(position), why);
}

// Collects the entries, and keeps one for each position.
static enum kauri_status collect(const struct kauri_book_drafts *drafts, size_t count,
                                 struct merge *merge, struct kauri_error *error)
{
    size_t total = 0;
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        total += drafts[i].count;
    }
    KAURI_PASS(KAURI_NEW(merge->node, total + 1, error, "the book"));
    KAURI_PASS(KAURI_NEW(merge->stack, total + 1, error, "the book"));
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < drafts[i].count; k++) {
            merge->node[merge->count++] =
                (struct merge_node){.draft = drafts[i].draft[k], .proof = (uint32_t)i};
        }
    }
    qsort(merge->node, merge->count, sizeof *merge->node, compare_nodes);
    for (size_t i = 0; i < merge->count; i++) {
        if (kept == 0 || memcmp(merge->node[kept - 1].draft.entry.key,
                                merge->node[i].draft.entry.key, KAURI_BOOK_KEY_BYTES) != 0) {
            merge->node[kept++] = merge->node[i];
        }
    }
    merge->count = kept;
    return KAURI_OK;
}

// Visits the entries that the replies after the move of one lead to. Returns the next one that has
// not been visited, or NULL. *plies receives the plies of the node if all have been.
static enum kauri_status follow(const struct merge *merge, const struct merge_node *node,
                                struct merge_node **next, uint32_t *plies,
                                struct kauri_error *error)
{
    const struct kauri_book_entry *entry = &node->draft.entry;
    struct kauri_position position = kauri_book_position(entry, merge->holes);
    const struct kauri_capture captured = kauri_play(&position, entry->hole);
    const bool quiet = captured.own + captured.opponent == 0;
    *next = NULL;
    *plies = node->draft.base;
    for (unsigned bit = 0; bit <= KAURI_HOLES_MAX; bit++) {
        if ((node->draft.links >> bit & 1) == 0) {
            continue;
        }
        struct kauri_position after = position;
        const struct kauri_capture reply =
            kauri_play(&after, bit == KAURI_HOLES_MAX ? KAURI_MOVE_PASS : (int)bit);
        struct merge_node *found = find(merge, &after);
        if (found == NULL) {
            return refuse(&after, "no proof has a move here", error);
        }
        if (!found->reached) {
            *next = found;
            return KAURI_OK;
        }
        if (quiet && reply.own + reply.opponent == 0) {
            if (found->open) {
                return refuse(&after,
                              "the proofs rest on a repetition of this position, so no book can be "
                              "made from them",
                              error);
            }
            *plies = found->plies + 2U > *plies ? found->plies + 2U : *plies;
        } else if (quiet && *plies < 2) {
            *plies = 2;
        }
    }
    return KAURI_OK;
}

// Marks what play from an entry can reach, and finds the plies of all of it, depth first.
static enum kauri_status reach(struct merge *merge, struct merge_node *from,
                               struct kauri_error *error)
{
    from->reached = true;
    from->open = true;
    merge->stack[merge->depth++] = (uint32_t)(from - merge->node);
    while (merge->depth > 0) {
        struct merge_node *node = &merge->node[merge->stack[merge->depth - 1]];
        struct merge_node *next = NULL;
        uint32_t plies = 0;
        KAURI_PASS(follow(merge, node, &next, &plies, error));
        if (next == NULL) {
            if (plies > UINT16_MAX) {
                const struct kauri_position position =
                    kauri_book_position(&node->draft.entry, merge->holes);
                return refuse(&position, "play without captures lasts too long", error);
            }
            node->plies = (uint16_t)plies;
            node->open = false;
            merge->depth--;
        } else {
            next->reached = true;
            next->open = true;
            merge->stack[merge->depth++] = (uint32_t)(next - merge->node);
        }
    }
    return KAURI_OK;
}

// Reaches everything from a root. Its replies may be settled or proven by the search, so they need
// no entry; the check of the book finds what is missing.
static enum kauri_status reach_from(struct merge *merge, const struct kauri_book_root *root,
                                    struct kauri_error *error)
{
    const int maximum = 3 * (int)kauri_seeds(&root->position) + 1;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = root->r.high < maximum ? kauri_moves_list(&root->position, moves) : 0;
    struct merge_node *node = find(merge, &root->position);
    if (root->r.low > -maximum && node != NULL && !node->reached) {
        KAURI_PASS(reach(merge, node, error));
    }
    for (unsigned i = 0; i < count; i++) {
        node = find(merge, &moves[i].successor);
        if (node != NULL && !node->reached) {
            KAURI_PASS(reach(merge, node, error));
        }
    }
    return KAURI_OK;
}

// Takes the bounds of all roots at the position of the first one.
static enum kauri_status join_bounds(const struct kauri_book_proofs *proofs,
                                     struct kauri_book_info *info, struct kauri_error *error)
{
    struct kauri_bounds r = proofs->root[0].r;
    for (size_t i = 1; i < proofs->root_count; i++) {
        const struct kauri_book_root *root = &proofs->root[i];
        if (kauri_position_equal(&root->position, &proofs->root[0].position)) {
            r = kauri_bounds_both(r, root->r);
        }
    }
    if (r.low > r.high) {
        return refuse(&info->root, "the proofs contradict one another", error);
    }
    info->low = r.low;
    info->high = r.high;
    return KAURI_OK;
}

enum kauri_status kauri_book_merge(const struct kauri_book_drafts *drafts,
                                   const struct kauri_book_proofs *proofs,
                                   struct kauri_book_info *info, struct kauri_book_entry **entries,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct merge merge = {.holes = info->holes};
    *entries = NULL;
    KAURI_TRY(join_bounds(proofs, info, error));
    KAURI_TRY(collect(drafts, proofs->count, &merge, error));
    for (size_t i = 0; i < proofs->root_count; i++) {
        KAURI_TRY(reach_from(&merge, &proofs->root[i], error));
    }
    KAURI_TRY(KAURI_NEW(*entries, merge.count + 1, error, "the book"));
    info->count = 0;
    for (size_t i = 0; i < merge.count; i++) {
        if (merge.node[i].reached) {
            (*entries)[info->count] = merge.node[i].draft.entry;
            (*entries)[info->count++].plies = merge.node[i].plies;
        }
    }
cleanup:
    free(merge.node);
    free(merge.stack);
    return status;
}
