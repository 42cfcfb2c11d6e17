#include "queries/search/search_line.h"

#include "queries/search/search_rank.h"

// How long a move leaves the play in its layer, by the rank of the position after it: 0 when it
// captures. `role` is 0 if the opponent of the player who moves is the prover, else 1.
static uint32_t rank_after(const struct kauri_ranking *ranking,
                           const struct kauri_valued_move *move, unsigned role)
{
    if (kauri_move_captures(move)) {
        return 0;
    }
    const uint32_t node = kauri_graph_find(ranking->graph, &move->successor);
    return ranking->rank[2 * node + role]; // moves of expanded positions are in the graph
}

// The place of the move that goes on with the line, or `count`: one that keeps low (no move can
// break high). Where a bound excludes 0, one of the players must make progress to hold it: if that
// is the mover, the move with the lowest rank is taken, so that ranks fall; if it is the opponent,
// every move lowers the rank, and the one with the highest is taken.
static unsigned choose(const struct kauri_ranking *ranking, const struct kauri_graph_node *node,
                       const struct kauri_valued_move *moves, unsigned count)
{
    unsigned chosen = count;
    uint32_t best = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_valued_move *move = &moves[i];
        if (move->r.low < node->low || (chosen < count && (move->r.low < moves[chosen].r.low ||
                                                           move->r.high < moves[chosen].r.high))) {
            break; // the moves are listed best first
        }
        uint32_t rank = 0;
        if (node->low > 0) {
            rank = rank_after(ranking, move, 1);
            if (!kauri_move_captures(move) && rank == 0) {
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

// Whether the line ends here, by the rules or because nothing more is known; sets line->end.
static bool ends(const struct kauri_search_known *known, struct kauri_best_line *line,
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
    const uint32_t found = kauri_graph_find(known->graph, &line->last);
    const int bound = 3 * (int)seeds + 1;
    line->end = KAURI_LINE_OPEN;
    if (found == KAURI_GRAPH_NONE || !known->graph->nodes[found].expanded) {
        return true;
    }
    *node = &known->graph->nodes[found];
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
static enum kauri_status follow(const struct kauri_search_known *known,
                                struct kauri_best_line *line, struct kauri_error *error)
{
    struct kauri_ranking ranking;
    const struct kauri_graph_node *node = NULL;
    kauri_ranking_make(known->graph, &ranking);
    while (!kauri_search_is_stored(known, &line->last) && !ends(known, line, &node)) {
        struct kauri_valued_move moves[KAURI_HOLES_MAX];
        unsigned count = 0;
        enum kauri_status status =
            kauri_search_list_moves(known, &line->last, moves, &count, error);
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

enum kauri_status kauri_search_find_line(const struct kauri_search_known *known,
                                         struct kauri_best_line *line, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    line->end = KAURI_LINE_OPEN;
    if (known->graph != NULL) {
        KAURI_TRY(follow(known, line, error));
    }
    line->table_from = line->count;
    if (kauri_search_is_stored(known, &line->last)) {
        line->end = KAURI_LINE_OPEN;
        status = kauri_line_continue(known->tables, line, error);
        if (status == KAURI_MISSING) { // a layer further below
            status = KAURI_OK;
        }
    }
cleanup:
    return status;
}
