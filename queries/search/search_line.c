#include "queries/search/search_line.h"

#include "queries/search/search_graph.h"
#include "queries/search/search_rank.h"
#include "tablebase/lookup.h"

bool kauri_search_is_stored(const struct kauri_search *search,
                            const struct kauri_position *position)
{
    return search->tables != NULL && kauri_tables_has(search->tables, kauri_seeds(position));
}

enum kauri_status kauri_search_bounds_of(const struct kauri_search *search,
                                         const struct kauri_position *position, int32_t *low,
                                         int32_t *high, struct kauri_error *error)
{
    *high = 3 * (int32_t)kauri_seeds(position) + 1;
    *low = -*high;
    if (kauri_search_is_stored(search, position)) {
        struct kauri_value stored;
        const enum kauri_status status = kauri_lookup(search->tables, position, &stored, error);
        *low = *high = status == KAURI_OK ? stored.r : 0;
        return status;
    }
    if (search->graph != NULL) {
        const uint32_t node = kauri_graph_find(search->graph, position);
        if (node != KAURI_GRAPH_NONE) {
            *low = search->graph->nodes[node].low;
            *high = search->graph->nodes[node].high;
        }
    }
    return KAURI_OK;
}

static bool is_better(const struct kauri_search_move *a, const struct kauri_search_move *b)
{
    return a->low != b->low ? a->low > b->low : a->high > b->high;
}

enum kauri_status kauri_search_list_moves(const struct kauri_search *search,
                                          const struct kauri_position *position,
                                          struct kauri_search_move moves[KAURI_HOLES_MAX],
                                          unsigned *count, struct kauri_error *error)
{
    struct kauri_moves legal = kauri_legal_moves(position);
    const bool passes = legal.count == 0 && kauri_seeds(position) > 0;
    *count = passes ? 1 : legal.count;
    for (unsigned i = 0; i < *count; i++) {
        struct kauri_search_move move = {.hole = passes ? KAURI_MOVE_PASS : legal.hole[i],
                                         .successor = *position};
        int32_t low = 0;
        int32_t high = 0;
        move.captured = kauri_play(&move.successor, move.hole);
        const enum kauri_status status =
            kauri_search_bounds_of(search, &move.successor, &low, &high, error);
        if (status != KAURI_OK) {
            return status;
        }
        const int32_t gain = 3 * ((int32_t)move.captured.own - (int32_t)move.captured.opponent);
        move.low = gain - high;
        move.high = gain - low;
        unsigned at = i;
        while (at > 0 && is_better(&move, &moves[at - 1])) {
            moves[at] = moves[at - 1];
            at--;
        }
        moves[at] = move;
    }
    return KAURI_OK;
}

// How long a move leaves the play in its layer, by the rank of the position after it: 0 when it
// captures. `entry` is 0 where the opponent of who moves is the prover, else 1.
static uint32_t rank_after(const struct kauri_ranking *ranking,
                           const struct kauri_search_move *move, unsigned entry)
{
    if (move->captured.own > 0 || move->captured.opponent > 0) {
        return 0;
    }
    const uint32_t node = kauri_graph_find(ranking->graph, &move->successor);
    return ranking->rank[2 * node + entry]; // moves of expanded positions are in the graph
}

// The place of the move that goes on with the line, or `count`: one that keeps low (no move can
// break high). Where a bound excludes 0, one of the players must make progress to hold it: if it is
// the mover, he takes the lowest rank, and the ranks fall; if it is the other, every move lowers
// them, and the mover takes the highest.
static unsigned choose(const struct kauri_ranking *ranking, const struct kauri_graph_node *node,
                       const struct kauri_search_move *moves, unsigned count)
{
    unsigned chosen = count;
    uint32_t best = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_search_move *move = &moves[i];
        if (move->low < node->low || (chosen < count && is_better(&moves[chosen], move))) {
            break; // moves stand best first
        }
        const bool quiet = move->captured.own + move->captured.opponent == 0;
        uint32_t rank = 0;
        if (node->low > 0) {
            rank = rank_after(ranking, move, 1);
            if (quiet && rank == 0) {
                continue;
            }
            rank = UINT32_MAX - rank;
        } else if (node->high < 0) {
            rank = rank_after(ranking, move, 0);
        }
        if (chosen == count || rank > best) {
            chosen = i;
            best = rank;
        }
    }
    return chosen;
}

// Says how the line ends when it ends here by the rules, or because nothing is known.
static bool ends(const struct kauri_search *search, struct kauri_line *line,
                 const struct kauri_graph_node **node)
{
    const unsigned seeds = kauri_seeds(&line->last);
    if (seeds == 0 && kauri_lead(&line->last) != 0) {
        line->end = KAURI_LINE_SEEDS;
        return true;
    }
    if (seeds == 0 && kauri_legal_moves(&line->last).count == 0) {
        line->end = KAURI_LINE_STUCK;
        return true;
    }
    const uint32_t found = kauri_graph_find(search->graph, &line->last);
    const int bound = 3 * (int)seeds + 1;
    line->end = KAURI_LINE_OPEN;
    if (found == KAURI_GRAPH_NONE || !search->graph->nodes[found].expanded) {
        return true;
    }
    *node = &search->graph->nodes[found];
    if ((*node)->low <= -bound && (*node)->high >= bound) {
        return true;
    }
    // Only where neither has to make progress, so that going round for ever is within the bounds.
    if (kauri_line_repeats(line, &line->repeats_from)) {
        line->end = KAURI_LINE_UNLIMITED;
        return true;
    }
    return false;
}

// Follows the graph to the tables, or to an end.
static enum kauri_status follow(const struct kauri_search *search, struct kauri_line *line,
                                struct kauri_error *error)
{
    struct kauri_ranking ranking;
    const struct kauri_graph_node *node = NULL;
    kauri_ranking_make(search->graph, &ranking);
    while (!kauri_search_is_stored(search, &line->last) && !ends(search, line, &node)) {
        struct kauri_search_move moves[KAURI_HOLES_MAX];
        unsigned count = 0;
        enum kauri_status status =
            kauri_search_list_moves(search, &line->last, moves, &count, error);
        if (status != KAURI_OK) {
            return status;
        }
        const unsigned place = choose(&ranking, node, moves, count);
        if (place == count) {
            return kauri_fail(error, KAURI_INTERNAL, "no move keeps what the search proved");
        }
        status =
            kauri_line_append(line, (struct kauri_line_step){.hole = moves[place].hole}, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_find_line(struct kauri_search *search, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_line *line = &search->line;
    kauri_line_start(line, &search->position);
    line->end = KAURI_LINE_OPEN;
    if (search->status != KAURI_SEARCH_EXACT) {
        return KAURI_OK;
    }
    if (search->graph != NULL) {
        KAURI_TRY(follow(search, line, error));
    }
    line->table_from = line->count;
    if (kauri_search_is_stored(search, &line->last)) {
        line->end = KAURI_LINE_OPEN;
        status = kauri_line_continue(search->tables, line, error);
        if (status == KAURI_MISSING) { // a layer further below
            status = KAURI_OK;
        }
    }
cleanup:
    return status;
}
