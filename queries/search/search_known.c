#include "queries/search/search_known.h"

#include "queries/search/openings.h"

#include "kauri/kauri.h"

bool kauri_search_is_stored(const struct kauri_search_known *known,
                            const struct kauri_position *position)
{
    return known->tables != NULL && kauri_tablebase_has(known->tables, kauri_seeds(position));
}

void kauri_search_narrow_node(struct kauri_search_node *node)
{
    int32_t low = INT32_MIN;
    int32_t high = INT32_MIN;
    struct kauri_valued_move *candidate = NULL; // a move that may be worth r.low or more
    unsigned candidates = 0;
    if (node->move_count == 0) { // no move and no seeds (R9)
        node->r = kauri_bounds_both(node->r, (struct kauri_bounds){-1, -1});
        return;
    }
    for (unsigned i = 0; i < node->move_count; i++) {
        const struct kauri_bounds r = node->moves[i].r;
        low = r.low > low ? r.low : low;
        high = r.high > high ? r.high : high;
    }
    node->r = kauri_bounds_both(node->r, (struct kauri_bounds){low, high});
    for (unsigned i = 0; i < node->move_count; i++) {
        struct kauri_valued_move *move = &node->moves[i];
        move->r.high = move->r.high < node->r.high ? move->r.high : node->r.high;
        if (move->r.high >= node->r.low) {
            candidate = move;
            candidates++;
        }
    }
    if (candidates == 1 && candidate->r.low < node->r.low) {
        candidate->r.low = node->r.low;
    }
}

// Takes what the prover knows about the position after a move.
static void update_move(const struct kauri_prover *prover, struct kauri_valued_move *move)
{
    struct kauri_prover_known after;
    const int gain = 3 * ((int)move->captured.own - (int)move->captured.opponent);
    kauri_prover_known(prover, &move->successor, &after);
    move->r = kauri_bounds_both(move->r, kauri_bounds_across(after.r, move->captured));
    // The opponent's question "r >= y" is the mover's "is the move worth gain - y + 1 or more?",
    // with the answers exchanged.
    const int x = gain - after.x + 1;
    move->efforts = (struct kauri_move_efforts){.known = false};
    if (after.visited && move->r.low < x && x <= move->r.high) {
        move->efforts =
            (struct kauri_move_efforts){.known = true, .x = x, .yes = after.delta, .no = after.phi};
    }
}

void kauri_search_update_node(const struct kauri_search_known *known,
                              struct kauri_search_node *node)
{
    struct kauri_prover_known at;
    if (known->prover == NULL) {
        return;
    }
    kauri_prover_known(known->prover, &node->position, &at);
    node->r = kauri_bounds_both(node->r, at.r);
    for (unsigned i = 0; i < node->move_count; i++) {
        if (node->moves[i].source != KAURI_SOURCE_TABLES) {
            update_move(known->prover, &node->moves[i]);
        }
    }
    kauri_search_narrow_node(node);
}

static struct kauri_bounds bounds_without_search(const struct kauri_search_known *known,
                                                 const struct kauri_position *position)
{
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(position));
    if (known->openings) {
        kauri_openings_narrow(position, &r);
    }
    return r;
}

enum kauri_status kauri_search_open_node(const struct kauri_search_known *known,
                                         const struct kauri_position *position,
                                         struct kauri_search_node *node, struct kauri_error *error)
{
    node->position = *position;
    node->r = bounds_without_search(known, position);
    node->move_count = kauri_moves_list(position, node->moves);
    for (unsigned i = 0; i < node->move_count; i++) {
        struct kauri_valued_move *move = &node->moves[i];
        struct kauri_bounds after = bounds_without_search(known, &move->successor);
        move->source = KAURI_SOURCE_SEARCH;
        if (kauri_search_is_stored(known, &move->successor)) {
            int32_t r = 0;
            KAURI_PASS(kauri_probe_r(known->tables, &move->successor, &r, error));
            after = (struct kauri_bounds){r, r};
            move->source = KAURI_SOURCE_TABLES;
        }
        move->r = kauri_bounds_across(after, move->captured);
    }
    kauri_search_narrow_node(node);
    kauri_search_update_node(known, node);
    return KAURI_OK;
}
