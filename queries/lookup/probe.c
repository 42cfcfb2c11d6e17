#include "queries/lookup/probe.h"

#include "common/shell_word.h"
#include "rules/notation.h"

static bool captures(const struct kauri_probe_move *move)
{
    return move->captured.own > 0 || move->captured.opponent > 0;
}

static enum kauri_status probe_move(struct kauri_tables *tables,
                                    const struct kauri_position *position, int hole,
                                    struct kauri_probe_move *move, struct kauri_error *error)
{
    move->hole = hole;
    move->successor = *position;
    move->captured = kauri_play(&move->successor, hole);
    struct kauri_value after;
    const enum kauri_status status = kauri_lookup(tables, &move->successor, &after, error);
    if (status != KAURI_OK) {
        return status;
    }
    move->value.r = 3 * ((int)move->captured.own - (int)move->captured.opponent) - after.r;
    move->value.dtc = captures(move) ? 1 : 1 + after.dtc;
    return KAURI_OK;
}

// True when a is to stand before b: greater r first, then the sooner win or the later loss.
static bool is_better(const struct kauri_probe_move *a, const struct kauri_probe_move *b)
{
    if (a->value.r != b->value.r) {
        return a->value.r > b->value.r;
    }
    if (a->value.r == 0) {
        return false;
    }
    return a->value.r > 0 ? a->value.dtc < b->value.dtc : a->value.dtc > b->value.dtc;
}

// Stable, so that equal moves stay in the order of the holes.
static void sort_moves(struct kauri_probe_result *result)
{
    for (unsigned i = 1; i < result->move_count; i++) {
        const struct kauri_probe_move move = result->moves[i];
        unsigned at = i;
        while (at > 0 && is_better(&move, &result->moves[at - 1])) {
            result->moves[at] = result->moves[at - 1];
            at--;
        }
        result->moves[at] = move;
    }
}

// Marks the best moves and checks that the value is theirs: a table that was exchanged for another
// or altered with its checksums is found here before a line runs in circles.
static enum kauri_status mark_best(const struct kauri_tables *tables,
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
    char word[KAURI_SHELL_WORD_BYTES];
    return kauri_fail(error, KAURI_CORRUPT,
                      "the tables in %s contradict themselves at %s; run: kauri verify --tables %s",
                      kauri_tables_folder(tables), kauri_position_format(&result->position, text),
                      kauri_shell_word(kauri_tables_folder(tables), word));
}

enum kauri_status kauri_probe(struct kauri_tables *tables, const struct kauri_position *position,
                              struct kauri_probe_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *result = (struct kauri_probe_result){.position = *position, .seeds = kauri_seeds(position)};
    KAURI_TRY(kauri_lookup_fits(tables, position, error));
    KAURI_TRY(kauri_lookup(tables, position, &result->value, error));

    const struct kauri_moves moves = kauri_legal_moves(position);
    for (unsigned i = 0; i < moves.count; i++) {
        KAURI_TRY(probe_move(tables, position, moves.hole[i], &result->moves[i], error));
    }
    result->move_count = moves.count;
    if (moves.count == 0 && result->seeds > 0) {
        KAURI_TRY(probe_move(tables, position, KAURI_MOVE_PASS, &result->moves[0], error));
        result->move_count = 1;
    }
    sort_moves(result);
    KAURI_TRY(mark_best(tables, result, error));

    const int r = result->value.r;
    result->standard = kauri_standard_result(position, r);
    result->tiebreaker = kauri_tiebreak_result(position, r);
    result->score_known = kauri_final_score(position, r, result->score);
cleanup:
    return status;
}
