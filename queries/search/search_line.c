#include "queries/search/search_line.h"

#include "common/memory.h"
#include "kauri/kauri.h"

#include <stdlib.h>

enum { FIRST_BUDGET = 2000 }; // positions for a question about a move

static bool is_barred(const struct kauri_search_barred *barred,
                      const struct kauri_position *position)
{
    for (size_t i = 0; barred != NULL && i < barred->count; i++) {
        if (kauri_position_equal(&barred->position[i], position)) {
            return true;
        }
    }
    return false;
}

static enum kauri_status bar(struct kauri_search_barred *barred,
                             const struct kauri_position *position, struct kauri_error *error)
{
    KAURI_PASS(KAURI_FIT(barred->position, barred->count + 1, barred->capacity, error, "a line"));
    barred->position[barred->count++] = *position;
    return KAURI_OK;
}

// Returns a positive number if a is better than b: it is sure of more, or may be worth more, or
// captures when that is progress for the mover, or does not when it is progress for the opponent.
static int compare_moves(const struct kauri_known_node *node, const struct kauri_valued_move *a,
                         const struct kauri_valued_move *b)
{
    const int progress = (node->r.low > 0) - (node->r.high < 0);
    return a->r.low != b->r.low     ? a->r.low - b->r.low
           : a->r.high != b->r.high ? a->r.high - b->r.high
                                    : progress * (kauri_move_captures(a) - kauri_move_captures(b));
}

// The best of the moves that are proven to be worth node->r.low or more; node->move_count if there
// is none.
static unsigned proven_move(const struct kauri_known_node *node,
                            const struct kauri_search_barred *barred)
{
    unsigned place = node->move_count;
    for (unsigned i = 0; i < node->move_count; i++) {
        const struct kauri_valued_move *move = &node->moves[i];
        const struct kauri_valued_move *best = &node->moves[place < node->move_count ? place : i];
        if (move->r.low < node->r.low || is_barred(barred, &move->successor)) {
            continue;
        }
        if (place == node->move_count || compare_moves(node, move, best) > 0) {
            place = i;
        }
    }
    return place;
}

// Asks whether a move is worth `low` or more.
static enum kauri_status ask_about_move(struct kauri_search_watch *watch, uint64_t budget,
                                        struct kauri_valued_move *move, int low,
                                        struct kauri_error *error)
{
    const int gain = 3 * ((int)move->captured.own - (int)move->captured.opponent);
    enum kauri_prover_answer answer = KAURI_PROVER_OPEN;
    KAURI_PASS(kauri_search_ask(watch, &move->successor, gain - low + 1, budget, &answer, error));
    if (answer == KAURI_PROVER_NO) {
        move->r.low = low;
    } else if (answer == KAURI_PROVER_YES) {
        move->r.high = move->r.high < low - 1 ? move->r.high : low - 1;
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_prove_move(struct kauri_search_watch *watch,
                                          const struct kauri_known *known,
                                          const struct kauri_search_barred *barred,
                                          struct kauri_known_node *node, unsigned *place,
                                          struct kauri_error *error)
{
    uint64_t budget = FIRST_BUDGET; // of each move in this round
    *place = proven_move(node, barred);
    watch->futile = 0;
    while (*place == node->move_count && known->prover != NULL && !watch->stopped) {
        unsigned asked = 0;
        for (unsigned i = 0; i < node->move_count && *place == node->move_count; i++) {
            struct kauri_valued_move *move = &node->moves[i];
            if (move->r.high < node->r.low || move->r.low >= node->r.low ||
                is_barred(barred, &move->successor)) {
                continue;
            }
            KAURI_PASS(ask_about_move(watch, budget, move, node->r.low, error));
            asked++;
            kauri_known_narrow(node);
            *place = proven_move(node, barred);
        }
        if (asked == 0) { // all moves that would do are barred
            break;
        }
        kauri_search_stop_if_futile(watch, asked);
        budget *= budget < UINT64_MAX / 2 ? 2 : 1;
    }
    return KAURI_OK;
}

// Returns whether the line ends here, by the rules or because nothing more is proven; if so, sets
// line->end.
static bool ends(const struct kauri_known_node *node, struct kauri_best_line *line)
{
    const unsigned seeds = kauri_seeds(&line->last);
    const struct kauri_bounds trivial = kauri_bounds_trivial(seeds);
    if (seeds == 0 && kauri_lead(&line->last) != 0) {
        line->end = KAURI_LINE_SEEDS;
        return true;
    }
    if (seeds == 0 && node->move_count == 0) {
        line->end = KAURI_LINE_STUCK;
        return true;
    }
    line->end = KAURI_LINE_OPEN;
    if (node->r.low <= trivial.low && node->r.high >= trivial.high) {
        return true;
    }
    // A line may repeat a position only where neither player has to make progress, so that endless
    // play is within the bounds.
    if (kauri_line_repeats(line, &line->repeats_from)) {
        line->end = KAURI_LINE_UNLIMITED;
        return true;
    }
    return false;
}

// The way to an end, or to the tables.
struct way {
    struct kauri_search_watch *watch;
    const struct kauri_known *known;
    struct kauri_best_line *line;
    struct kauri_known_node node; // node at its last position
    size_t capacity;
    struct kauri_bounds *bounds; // bounds before each ply
    // If a player must make progress, the positions that the way has visited since the last
    // capture.
    struct kauri_search_barred barred;
    size_t since; // ply after the last capture
};

static void way_clear(struct way *way)
{
    free(way->bounds);
    free(way->barred.position);
}

static bool needs_progress(const struct way *way)
{
    return way->node.r.low > 0 || way->node.r.high < 0;
}

// Arrives at the last position of the line, with bounds that are proven for it.
static enum kauri_status arrive(struct way *way, struct kauri_bounds r, struct kauri_error *error)
{
    KAURI_PASS(kauri_known_open(way->known, &way->line->last, &way->node, error));
    way->node.r = kauri_bounds_both(way->node.r, r);
    kauri_known_narrow(&way->node);
    return KAURI_OK;
}

static enum kauri_status go_on(struct way *way, unsigned place, struct kauri_error *error)
{
    const struct kauri_valued_move move = way->node.moves[place];
    struct kauri_best_line *line = way->line;
    KAURI_PASS(KAURI_FIT(way->bounds, line->count + 1, way->capacity, error, "a line"));
    way->bounds[line->count] = way->node.r;
    KAURI_PASS(bar(&way->barred, &line->last, error));
    KAURI_PASS(kauri_line_append(line, (struct kauri_line_step){.hole = move.hole}, error));
    if (kauri_move_captures(&move)) {
        way->barred.count = 0;
        way->since = line->count;
    }
    if (!kauri_known_is_stored(way->known, &line->last)) {
        KAURI_PASS(arrive(way, kauri_bounds_across(move.r, move.captured), error));
    }
    return KAURI_OK;
}

// Takes the last ply back. The position stays barred.
static enum kauri_status go_back(struct way *way, struct kauri_error *error)
{
    struct kauri_best_line *line = way->line;
    KAURI_PASS(bar(&way->barred, &line->last, error));
    line->count--;
    line->last = line->steps[line->count].position;
    return arrive(way, way->bounds[line->count], error);
}

// Follows the proven moves to a position of the tables, or to an end. Moves that keep the bounds
// can go round in a circle, but a player who is sure of more than 0 has to make progress. So each
// position of a layer is visited once; where all moves that keep the bounds lead to visited
// positions, the search goes back one ply and tries another move. It leaves the layer at last,
// because from every position on the way there is a line that does: the one that the proof plays.
static enum kauri_status follow(struct way *way, struct kauri_error *error)
{
    while (!ends(&way->node, way->line)) {
        const bool progress = needs_progress(way);
        unsigned place = 0;
        KAURI_PASS(kauri_search_prove_move(way->watch, way->known, progress ? &way->barred : NULL,
                                           &way->node, &place, error));
        if (place < way->node.move_count) {
            KAURI_PASS(go_on(way, place, error));
            if (kauri_known_is_stored(way->known, &way->line->last)) {
                break;
            }
        } else if (way->watch->stopped || way->line->count == way->since) {
            break;
        } else {
            KAURI_PASS(go_back(way, error));
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_find_line(struct kauri_search_watch *watch,
                                         const struct kauri_known *known,
                                         const struct kauri_known_node *first,
                                         struct kauri_best_line *line, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct way way = {.watch = watch, .known = known, .line = line, .node = *first};
    line->end = KAURI_LINE_OPEN;
    if (!kauri_known_is_stored(known, &line->last)) {
        KAURI_TRY(follow(&way, error));
    }
    line->table_from = line->count;
    if (kauri_known_is_stored(known, &line->last)) {
        line->end = KAURI_LINE_OPEN;
        status = kauri_line_continue(known->tables, line, error);
        if (status == KAURI_MISSING) { // a layer further below is missing
            status = KAURI_OK;
        }
    }
cleanup:
    way_clear(&way);
    return status;
}
