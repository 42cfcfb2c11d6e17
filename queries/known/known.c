#include "queries/known/known.h"

#include "kauri/kauri.h"

enum { TEACH_PLIES = 2 };

bool kauri_known_is_stored(const struct kauri_known *known, const struct kauri_position *position)
{
    return known->tables != NULL && kauri_tablebase_has(known->tables, kauri_seeds(position));
}

void kauri_known_narrow(struct kauri_known_node *node)
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
    const struct kauri_bounds r =
        kauri_bounds_both(move->r, kauri_bounds_across(after.r, move->captured));
    if (r.low > move->r.low || r.high < move->r.high) {
        move->r = r;
        move->source = KAURI_SOURCE_SEARCH;
    }
    // The opponent's question "r >= y" is the mover's "is the move worth gain - y + 1 or more?",
    // with the answers exchanged.
    const int x = gain - after.x + 1;
    move->efforts = (struct kauri_move_efforts){.known = false};
    if (after.visited && move->r.low < x && x <= move->r.high) {
        move->efforts =
            (struct kauri_move_efforts){.known = true, .x = x, .yes = after.delta, .no = after.phi};
    }
}

void kauri_known_update(const struct kauri_known *known, struct kauri_known_node *node)
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
    kauri_known_narrow(node);
}

// The book has positions with a player to move who has something to keep. Returns whether
// it has this one.
static bool narrow_by_entry(const struct kauri_book *book, const struct kauri_position *position,
                            struct kauri_bounds *r)
{
    const struct kauri_book_entry *entry = kauri_book_find(book, position);
    if (entry != NULL && entry->value > r->low && entry->value <= r->high) {
        r->low = entry->value;
    }
    return entry != NULL;
}

void kauri_known_narrow_by_book(const struct kauri_book *book,
                                const struct kauri_position *position, struct kauri_bounds *r)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    int32_t high = INT32_MIN;
    bool found = false;
    if (book == NULL || position->holes != kauri_book_info(book)->holes) {
        return;
    }
    (void)narrow_by_entry(book, position, r);
    const unsigned count = kauri_moves_list(position, moves);
    for (unsigned i = 0; i < count; i++) {
        struct kauri_bounds after = kauri_bounds_trivial(kauri_seeds(&moves[i].successor));
        found = narrow_by_entry(book, &moves[i].successor, &after) || found;
        after = kauri_bounds_across(after, moves[i].captured);
        high = after.high > high ? after.high : high;
    }
    if (found && high < r->high) {
        r->high = high;
    }
}

static bool is_trivial(const struct kauri_position *position, struct kauri_bounds r)
{
    const struct kauri_bounds trivial = kauri_bounds_trivial(kauri_seeds(position));
    return r.low <= trivial.low && r.high >= trivial.high;
}

// Teaches an entry, and what follows from entries below it, `plies` plies deep.
static bool teach(struct kauri_prover *prover, const struct kauri_book *book,
                  const struct kauri_position *position, unsigned plies)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(position));
    kauri_known_narrow_by_book(book, position, &r);
    bool taught = !is_trivial(position, r);
    if (taught) {
        kauri_prover_learn(prover, position, r);
    }
    const unsigned count = plies > 0 ? kauri_moves_list(position, moves) : 0;
    for (unsigned i = 0; i < count; i++) {
        taught = teach(prover, book, &moves[i].successor, plies - 1) || taught;
    }
    return taught;
}

bool kauri_known_teach(struct kauri_prover *prover, const struct kauri_book *book,
                       const struct kauri_position *position)
{
    return book != NULL && position->holes == kauri_book_info(book)->holes &&
           kauri_cowries(position) == kauri_book_info(book)->cowries &&
           teach(prover, book, position, TEACH_PLIES);
}

static struct kauri_bounds bounds_without_search(const struct kauri_known *known,
                                                 const struct kauri_position *position)
{
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(position));
    kauri_known_narrow_by_book(known->book, position, &r);
    return r;
}

// A move of the book gets at least what its entry says.
static void take_book_move(const struct kauri_known *known, struct kauri_known_node *node)
{
    const struct kauri_book_entry *entry =
        known->book != NULL ? kauri_book_find(known->book, &node->position) : NULL;
    for (unsigned i = 0; entry != NULL && i < node->move_count; i++) {
        struct kauri_valued_move *move = &node->moves[i];
        if (move->hole == entry->hole && entry->value > move->r.low) {
            move->r.low = entry->value;
            move->source = move->source == KAURI_SOURCE_TABLES ? move->source : KAURI_SOURCE_BOOK;
        }
    }
}

enum kauri_status kauri_known_open(const struct kauri_known *known,
                                   const struct kauri_position *position,
                                   struct kauri_known_node *node, struct kauri_error *error)
{
    node->position = *position;
    node->r = bounds_without_search(known, position);
    node->move_count = kauri_moves_list(position, node->moves);
    for (unsigned i = 0; i < node->move_count; i++) {
        struct kauri_valued_move *move = &node->moves[i];
        struct kauri_bounds after = bounds_without_search(known, &move->successor);
        move->source = is_trivial(&move->successor, after) ? KAURI_SOURCE_RULES : KAURI_SOURCE_BOOK;
        if (kauri_known_is_stored(known, &move->successor)) {
            int32_t r = 0;
            KAURI_PASS(kauri_probe_r(known->tables, &move->successor, &r, error));
            after = (struct kauri_bounds){r, r};
            move->source = KAURI_SOURCE_TABLES;
        }
        move->r = kauri_bounds_across(after, move->captured);
    }
    take_book_move(known, node);
    kauri_known_narrow(node);
    kauri_known_update(known, node);
    return KAURI_OK;
}
