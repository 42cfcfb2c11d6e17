// kauri_probe_root of the public interface: a position with the values of all its moves.
#include "kauri/kauri.h"

#include "common/status.h"
#include "queries/lookup/valued_move.h"
#include "rules/notation.h"
#include "rules/value.h"
#include "tablebase/tablebase.h"

// Values of all moves of the result's position, best first.
static enum kauri_status probe_moves(struct kauri_tablebase *tables,
                                     struct kauri_probe_result *result, struct kauri_error *error)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(&result->position, moves);
    for (unsigned i = 0; i < count; i++) {
        struct kauri_value after;
        const enum kauri_status status =
            kauri_probe_value(tables, &moves[i].successor, &after, error);
        if (status != KAURI_OK) {
            return status;
        }
        kauri_move_set_value(&moves[i], after);
    }
    kauri_moves_sort(moves, count);
    for (unsigned i = 0; i < count; i++) {
        result->moves[i] =
            (struct kauri_probe_move){.hole = moves[i].hole,
                                      .captured = moves[i].captured,
                                      .value = {.r = moves[i].r.low, .dtc = moves[i].dtc},
                                      .successor = moves[i].successor};
    }
    result->move_count = count;
    return KAURI_OK;
}

// Marks the best moves and checks that they have the value of the position. This reveals a table
// that was replaced by another, or altered together with its checksums, before a line of play could
// repeat positions for ever.
static enum kauri_status mark_best(const struct kauri_tablebase *tables,
                                   struct kauri_probe_result *result, struct kauri_error *error)
{
    const struct kauri_value value = result->value;
    bool consistent = false;
    if (result->move_count == 0) {
        consistent = value.r == -1 && value.dtc == 0;
    }
    for (unsigned i = 0; i < result->move_count; i++) {
        struct kauri_probe_move *move = &result->moves[i];
        move->best = move->value.r == value.r && (value.r == 0 || move->value.dtc == value.dtc);
    }
    if (result->move_count > 0) {
        consistent = result->moves[0].best;
    }
    if (consistent) {
        return KAURI_OK;
    }
    char text[KAURI_POSITION_TEXT_BYTES];
    return kauri_fail(
        error, KAURI_CORRUPT, "the tables in %s contradict themselves at %s; verify them",
        kauri_tablebase_folder(tables), kauri_position_format(&result->position, text));
}

enum kauri_status kauri_probe_root(struct kauri_tablebase *tables,
                                   const struct kauri_position *position,
                                   struct kauri_probe_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_probe_result found = {.position = *position, .seeds = kauri_seeds(position)};
    KAURI_TRY(kauri_probe_value(tables, position, &found.value, error));
    KAURI_TRY(probe_moves(tables, &found, error));
    KAURI_TRY(mark_best(tables, &found, error));

    const int r = found.value.r;
    found.standard = kauri_standard_result(position, r);
    found.tiebreaker = kauri_tiebreak_result(position, r);
    found.score_known = kauri_final_score(position, r, found.score);
    *result = found;
cleanup:
    return status;
}
