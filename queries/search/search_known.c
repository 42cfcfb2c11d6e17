#include "queries/search/search_known.h"

#include "tablebase/tablebase.h"

bool kauri_search_is_stored(const struct kauri_search_known *known,
                            const struct kauri_position *position)
{
    return known->tables != NULL && kauri_tablebase_has(known->tables, kauri_seeds(position));
}

enum kauri_status kauri_search_bounds_of(const struct kauri_search_known *known,
                                         const struct kauri_position *position,
                                         struct kauri_bounds *r, struct kauri_error *error)
{
    *r = kauri_bounds_trivial(kauri_seeds(position));
    if (kauri_search_is_stored(known, position)) {
        struct kauri_value value;
        const enum kauri_status status = kauri_probe_value(known->tables, position, &value, error);
        if (status == KAURI_OK) {
            *r = (struct kauri_bounds){value.r, value.r};
        }
        return status;
    }
    if (known->graph != NULL) {
        const uint32_t node = kauri_graph_find(known->graph, position);
        if (node != KAURI_GRAPH_NONE) {
            const struct kauri_graph_node *found = &known->graph->nodes[node];
            *r = (struct kauri_bounds){found->low, found->high};
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_list_moves(const struct kauri_search_known *known,
                                          const struct kauri_position *position,
                                          struct kauri_valued_move moves[KAURI_HOLES_MAX],
                                          unsigned *count, struct kauri_error *error)
{
    *count = kauri_moves_list(position, moves);
    for (unsigned i = 0; i < *count; i++) {
        struct kauri_bounds after;
        const enum kauri_status status =
            kauri_search_bounds_of(known, &moves[i].successor, &after, error);
        if (status != KAURI_OK) {
            return status;
        }
        moves[i].r = kauri_bounds_across(after, moves[i].captured);
    }
    kauri_moves_sort(moves, *count);
    return KAURI_OK;
}
