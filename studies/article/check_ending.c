// The end of game 4: the result of a position, and the article's continuation as numbers.
#include "studies/article/checks.h"

#include "rules/notation.h"

#include <string.h>

static void add_line(struct kauri_facts *facts, const struct kauri_evaluation *value)
{
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "no seeds are left",
        [KAURI_LINE_STUCK] = "the player to move has no move",
        [KAURI_LINE_UNLIMITED] = "positions repeat for ever",
        [KAURI_LINE_OPEN] = "not known",
    };
    kauri_string_add_line(kauri_facts_add_words(facts, "line"), value->position, value->line_count,
                          value->line);
    kauri_facts_add_number(facts, "plies", value->line_count);
    kauri_facts_add_number(facts, "searched_plies", value->line_table_from);
    kauri_facts_add_position(facts, "last", &value->line_last);
    kauri_string_add_text(kauri_facts_add_words(facts, "end"), ends[value->line_end]);
}

static void add_value(struct kauri_facts *facts, const struct kauri_evaluation *value)
{
    static const char *const phases[] = {"lost", "drawn", "won"};
    kauri_facts_add_position(facts, "position", &value->position);
    kauri_facts_add_bounds(facts, "r", value->r);
    if (kauri_bounds_exact(value->r)) {
        const int net = kauri_value_net(value->r.low);
        kauri_facts_add_bounds(facts, "net", (struct kauri_bounds){net, net});
        kauri_string_add_text(kauri_facts_add_words(facts, "cowrie_phase"),
                              phases[kauri_value_tiebreak(value->r.low) + 1]);
    }
    if (value->line_count > 0) {
        add_line(facts, value);
    }
}

enum kauri_status kauri_check_result(struct kauri_inquiry *inquiry, struct kauri_finding *finding,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_claim *claim = finding->claim;
    const struct kauri_position *position = &inquiry->before;
    struct kauri_evaluation *value = &inquiry->value;
    struct kauri_effort *effort = inquiry->request->effort;
    if (!kauri_position_equal(&value->position, position)) {
        effort->seconds_each = effort->seconds / 2; // the other claims need the rest
        KAURI_TRY(kauri_evaluate(inquiry->request->tables, position, effort, value, error));
    }
    add_value(&finding->facts, value);
    kauri_facts_add_results(&finding->facts, "results", position, claim->rules, value->r);
    kauri_facts_add_basis(&finding->facts, inquiry->layers, value->nodes);
    // Even where the result is not decided, the bounds may exclude the one that is claimed.
    const enum kauri_result low = kauri_result_under(claim->rules, position, value->r.low);
    const enum kauri_result high = kauri_result_under(claim->rules, position, value->r.high);
    if (claim->result < low || claim->result > high) {
        finding->verdict = KAURI_VERDICT_REFUTED;
    } else if (low == high) {
        finding->verdict = KAURI_VERDICT_CONFIRMED;
    }
cleanup:
    return status;
}

// Plays the numbers from *position as far as they are legal, and returns how many are. They are
// appended to `line`.
static size_t play_numbers(const char *numbers, struct kauri_position *position,
                           struct kauri_string *line)
{
    size_t played = 0;
    for (; numbers[played] != '\0'; played++) {
        const unsigned hole = (unsigned)(numbers[played] - '1');
        if (hole >= position->holes || position->cowries[kauri_own_hole(position, hole)] == 0) {
            break;
        }
        kauri_string_add_move(line, position, (int)hole);
        (void)kauri_play(position, (int)hole);
    }
    return played;
}

enum kauri_status kauri_check_numbers_legal(struct kauri_inquiry *inquiry,
                                            struct kauri_finding *finding,
                                            struct kauri_error *error)
{
    (void)error;
    struct kauri_facts *facts = &finding->facts;
    struct kauri_position last = inquiry->before;
    const char *numbers = finding->claim->moves;
    kauri_facts_add_position(facts, "position", &last);
    const size_t legal = play_numbers(numbers, &last, kauri_facts_add_words(facts, "line"));
    const bool stuck = kauri_legal_moves(&last).count == 0;
    kauri_facts_add_number(facts, "numbers", strlen(numbers));
    kauri_facts_add_number(facts, "legal", legal);
    kauri_facts_add_position(facts, "last", &last);
    kauri_facts_add_answer(facts, "stuck", stuck);
    finding->verdict = numbers[legal] == '\0' && stuck && last.side == KAURI_SOUTH
                           ? KAURI_VERDICT_CONFIRMED
                           : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

// Adds a row on one number, compared with the moves of the tables.
static void add_ply(struct kauri_finding *finding, const struct kauri_probe_result *probe,
                    const struct kauri_probe_move *move, bool keeps_result)
{
    struct kauri_facts *table = &finding->table;
    kauri_facts_add_number(table, "ply", ++finding->rows);
    kauri_string_add_text(kauri_facts_add_words(table, "side"),
                          kauri_side_name(probe->position.side));
    kauri_facts_add_number(table, "number", (uint64_t)move->hole + 1);
    kauri_string_add_move(kauri_facts_add_words(table, "move"), &probe->position, move->hole);
    kauri_facts_add_number(table, "plies_left", probe->value.dtc);
    kauri_facts_add_number(table, "plies_left_with_move", move->value.dtc);
    kauri_facts_add_answer(table, "keeps_result", keeps_result);
    kauri_facts_add_answer(table, "keeps_distance", move->best);
    struct kauri_string *best = kauri_facts_add_words(table, "best");
    for (unsigned i = 0; i < probe->move_count; i++) {
        if (probe->moves[i].best) {
            kauri_string_add_move(best, &probe->position, probe->moves[i].hole);
        }
    }
    kauri_facts_add_position(table, "position", &probe->position);
}

enum kauri_status kauri_check_numbers_best(struct kauri_inquiry *inquiry,
                                           struct kauri_finding *finding, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_facts *facts = &finding->facts;
    struct kauri_position at = inquiry->before;
    const char *numbers = finding->claim->moves;
    const size_t count = strlen(numbers);
    size_t keeping_result = 0, keeping_distance = 0, first_short = 0;
    kauri_facts_add_position(facts, "position", &at);
    kauri_facts_add_number(facts, "numbers", count);
    (void)play_numbers(numbers, &at, kauri_facts_add_words(facts, "line"));
    if (inquiry->layers == 0) {
        return KAURI_OK;
    }
    at = inquiry->before;
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result probe;
        unsigned m = 0;
        KAURI_TRY(kauri_probe_root(inquiry->request->tables, &at, &probe, error));
        if (i == 0) {
            kauri_facts_add_bounds(facts, "r", (struct kauri_bounds){probe.value.r, probe.value.r});
            kauri_facts_add_number(facts, "plies_left", probe.value.dtc);
        }
        while (m < probe.move_count && probe.moves[m].hole != numbers[i] - '1') {
            m++;
        }
        if (m == probe.move_count) {
            break;
        }
        const bool keeps_result = probe.moves[m].value.r == probe.value.r;
        keeping_result += keeps_result ? 1 : 0;
        keeping_distance += probe.moves[m].best ? 1 : 0;
        first_short = first_short == 0 && !probe.moves[m].best ? i + 1 : first_short;
        add_ply(finding, &probe, &probe.moves[m], keeps_result);
        at = probe.moves[m].successor;
    }
    kauri_facts_add_number(facts, "keeping_result", keeping_result);
    kauri_facts_add_number(facts, "keeping_distance", keeping_distance);
    if (first_short > 0) {
        kauri_facts_add_number(facts, "first_short", first_short);
    }
    kauri_facts_add_basis(facts, 1, 0);
    finding->verdict = keeping_distance == count ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
cleanup:
    return status;
}
