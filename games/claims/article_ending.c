#include "games/claims/article_ending.h"

#include "games/claims/claim_check.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

enum kauri_status kauri_check_result(struct kauri_check *check, struct kauri_error *error)
{
    static const char *const phases[] = {"lost", "drawn", "won"};
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "no seeds are left",
        [KAURI_LINE_STUCK] = "the player to move has no move",
        [KAURI_LINE_UNLIMITED] = "positions repeat for ever",
        [KAURI_LINE_OPEN] = "not known",
        [KAURI_LINE_CIRCLE] = "the tables have no distances",
    };
    const struct kauri_claim *claim = check->claim;
    const struct kauri_position *position = &check->ply->before;
    const struct kauri_evaluation *value = &check->value;
    KAURI_PASS(kauri_check_evaluate(check, position, error));
    kauri_facts_add_position(check->evidence, "position", position);
    kauri_facts_add_bounds(check->evidence, "r", value->r);
    if (kauri_bounds_exact(value->r)) {
        const int net = kauri_value_net(value->r.low);
        kauri_facts_add_bounds(check->evidence, "net", (struct kauri_bounds){net, net});
        kauri_facts_add_words(check->evidence, "cowrie_phase",
                              phases[kauri_value_tiebreak(value->r.low) + 1]);
    }
    if (value->line_count > 0) {
        kauri_facts_add_line(check->evidence, "line", *position, value->line_count, value->line);
        kauri_facts_add_number(check->evidence, "plies", value->line_count);
        kauri_facts_add_number(check->evidence, "searched_plies", value->line_table_from);
        kauri_facts_add_position(check->evidence, "last", &value->line_last);
        kauri_facts_add_words(check->evidence, "end", ends[value->line_end]);
    }
    kauri_facts_add_results(check->evidence, "results", position, claim->rules, value->r);
    kauri_facts_add_basis(check->evidence, check->layers, value->nodes);
    // Even if the result is not decided, the bounds may exclude the result that is claimed.
    const enum kauri_result low = kauri_result_under(claim->rules, position, value->r.low);
    const enum kauri_result high = kauri_result_under(claim->rules, position, value->r.high);
    const bool possible = low <= claim->result && claim->result <= high;
    if (low == high || !possible) {
        check->verdict = possible;
    }
    return KAURI_OK;
}

// Numberings of the holes: from each player's own left or right, for South and for North.
enum { FROM_LEFT, FROM_SOUTHS_LEFT, FROM_NORTHS_LEFT, FROM_RIGHT, NUMBERINGS };

// Plays the numbers that are legal, and returns how many there are. A player who must pass has no
// number. Without seeds nobody passes, so `holes`, which may be NULL, then has every move.
static unsigned play_numbers(const char *numbers, unsigned numbering, struct kauri_position *at,
                             int16_t *holes)
{
    unsigned legal = 0;
    for (; numbers[legal] != '\0' && legal < KAURI_CLAIM_LINE_MAX; legal++) {
        if (kauri_must_pass(at)) {
            (void)kauri_play(at, KAURI_MOVE_PASS);
        }
        const bool reversed =
            numbering == FROM_RIGHT ||
            numbering == (at->side == KAURI_SOUTH ? FROM_NORTHS_LEFT : FROM_SOUTHS_LEFT);
        const unsigned number = (unsigned)(numbers[legal] - '1');
        const unsigned hole = reversed ? at->holes - 1U - number : number;
        if (hole >= at->holes || at->cowries[kauri_own_hole(at, hole)] == 0) {
            break;
        }
        if (holes != NULL) {
            holes[legal] = (int16_t)hole;
        }
        (void)kauri_play(at, (int)hole);
    }
    return legal;
}

// Plays the numbers in the article's own reading, and adds what is legal as a line.
static unsigned add_numbers(struct kauri_check *check, struct kauri_position *last)
{
    int16_t holes[KAURI_CLAIM_LINE_MAX];
    *last = check->ply->after;
    const unsigned legal = play_numbers(check->claim->moves, FROM_LEFT, last, holes);
    kauri_facts_add_line(check->evidence, "line", check->ply->after, legal, holes);
    return legal;
}

// Tries the numbers with each numbering from the claim's place and from three places before it, and
// returns with how many of them every number is legal.
//
// The object ClaimNumbering:
//     start: text - the place in game 4 from which the numbers are played: `before 35. f`
//     numbering: text - where the numbers of the holes begin
//     legal: int - numbers that can be played
//     position: position - after them
static unsigned try_numberings(struct kauri_check *check)
{
    static const struct {
        unsigned move;
        enum kauri_side side;
    } starts[] = {{35, KAURI_SOUTH}, {35, KAURI_NORTH}, {36, KAURI_SOUTH}};
    static const char *const names[NUMBERINGS] = {
        [FROM_LEFT] = "the mover's left",
        [FROM_SOUTHS_LEFT] = "South's left",
        [FROM_NORTHS_LEFT] = "North's left",
        [FROM_RIGHT] = "the mover's right",
    };
    enum { STARTS = sizeof starts / sizeof starts[0] };
    const struct kauri_replay *game = &check->games[check->claim->place.game - 1];
    unsigned complete = 0;
    for (unsigned n = 0; n < (STARTS + 1) * NUMBERINGS; n++) {
        const unsigned numbering = n % NUMBERINGS, start = n / NUMBERINGS;
        struct kauri_position at = check->ply->after;
        char text[KAURI_CLAIM_PLY_BYTES];
        char name[sizeof "before " + KAURI_CLAIM_PLY_BYTES] = "after the last move";
        for (size_t p = 0; start < STARTS && p < game->count; p++) {
            const struct kauri_replayed_ply *ply = &game->plies[p];
            if (ply->number == starts[start].move && ply->before.side == starts[start].side) {
                at = ply->before;
                (void)snprintf(name, sizeof name, "before %s", kauri_check_ply_text(ply, text));
                break;
            }
        }
        const unsigned legal = play_numbers(check->claim->moves, numbering, &at, NULL);
        complete += check->claim->moves[legal] == '\0';
        kauri_facts_add_words(check->table, "start", name);
        kauri_facts_add_words(check->table, "numbering", names[numbering]);
        kauri_facts_add_number(check->table, "legal", legal);
        kauri_facts_add_position(check->table, "position", &at);
        check->table->rows++;
    }
    return complete;
}

enum kauri_status kauri_check_numbers_legal(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    struct kauri_position last;
    const char *numbers = check->claim->moves;
    kauri_facts_add_position(check->evidence, "position", &check->ply->after);
    const unsigned legal = add_numbers(check, &last);
    const bool stuck = kauri_legal_moves(&last).count == 0;
    kauri_facts_add_number(check->evidence, "numbers", strlen(numbers));
    kauri_facts_add_number(check->evidence, "legal", legal);
    kauri_facts_add_position(check->evidence, "last", &last);
    kauri_facts_add_answer(check->evidence, "stuck", stuck);
    const unsigned complete = try_numberings(check);
    const unsigned readings = (unsigned)check->table->rows;
    kauri_facts_add_number(check->evidence, "readings", readings);
    kauri_facts_add_number(check->evidence, "readings_legal", complete);
    check->verdict = numbers[legal] == '\0' && stuck && last.side == KAURI_SOUTH;
    kauri_check_set_scope(check, "%u of %u readings", complete, readings);
    return KAURI_OK;
}

// Adds a row on one number, compared with the moves of the tables. `open` says that these do not
// know whether the move keeps the distance.
//
// The object ClaimPly:
//     ply: int - place in the line
//     side: "South" | "North"
//     number: int - the article's
//     move: text - the move
//     plies_left: int | null - with best play; null where the tables have no distances
//     plies_left_with_move: int | null - with this move
//     keeps_result: bool - the move keeps it
//     keeps_distance: bool | null - the move keeps it, too
//     best: text - the best moves
//     position: position - before the move
static void add_ply(struct kauri_facts *table, const struct kauri_probe_result *probe,
                    const struct kauri_probe_move *move, bool open)
{
    const struct kauri_position *position = &probe->position;
    char best[2 * KAURI_HOLES_MAX] = "";
    for (unsigned i = 0; i < probe->move_count && probe->moves[i].best; i++) {
        best[2 * i] = kauri_move_letter(position->side, probe->moves[i].hole);
        if (i > 0) {
            best[2 * i - 1] = ' ';
        }
    }
    kauri_facts_add_number(table, "ply", ++table->rows);
    kauri_facts_add_words(table, "side", kauri_side_name(position->side));
    kauri_facts_add_number(table, "number", (uint64_t)move->hole + 1);
    kauri_facts_add_line(table, "move", *position, 1, &(int16_t){(int16_t)move->hole});
    kauri_facts_add_plies(table, "plies_left", probe->value.dtc);
    kauri_facts_add_plies(table, "plies_left_with_move", move->value.dtc);
    kauri_facts_add_answer(table, "keeps_result", move->value.r == probe->value.r);
    kauri_facts_add_answer(table, "keeps_distance", open ? KAURI_CLAIM_UNDECIDED : move->best);
    kauri_facts_add_words(table, "best", best);
    kauri_facts_add_position(table, "position", position);
}

enum kauri_status kauri_check_numbers_best(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_position at;
    const char *numbers = check->claim->moves;
    const size_t count = strlen(numbers);
    size_t keeping_result = 0, keeping_distance = 0, unknown = 0;
    kauri_facts_add_position(check->evidence, "position", &check->ply->after);
    kauri_facts_add_number(check->evidence, "numbers", count);
    (void)add_numbers(check, &at);
    if (check->layers == 0) {
        return KAURI_OK;
    }
    at = check->ply->after;
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result probe;
        unsigned m = 0;
        KAURI_PASS(kauri_probe_root(check->inquiry->tables, &at, &probe, error));
        if (i == 0) {
            kauri_facts_add_bounds(check->evidence, "r",
                                   (struct kauri_bounds){probe.value.r, probe.value.r});
            kauri_facts_add_plies(check->evidence, "plies_left", probe.value.dtc);
        }
        while (m < probe.move_count && probe.moves[m].hole != numbers[i] - '1') {
            m++;
        }
        if (m == probe.move_count) {
            break;
        }
        const struct kauri_probe_move *move = &probe.moves[m];
        keeping_result += move->value.r == probe.value.r;
        const bool open = move->best && move->value.dtc == KAURI_DTC_UNKNOWN;
        keeping_distance += move->best && !open;
        unknown += open;
        add_ply(check->table, &probe, move, open);
        at = move->successor;
    }
    kauri_facts_add_number(check->evidence, "keeping_result", keeping_result);
    kauri_facts_add_number(check->evidence, "keeping_distance", keeping_distance);
    kauri_facts_add_basis(check->evidence, 1, 0);
    check->verdict = keeping_distance == count             ? KAURI_CLAIM_CONFIRMED
                     : keeping_distance + unknown == count ? KAURI_CLAIM_UNDECIDED
                     : keeping_result == count             ? KAURI_CLAIM_IN_PART
                                                           : KAURI_CLAIM_REFUTED;
    if (check->verdict == KAURI_CLAIM_IN_PART) {
        kauri_check_set_scope(check, "all %zu keep the result, %zu the distance", keeping_result,
                              keeping_distance);
    }
    return KAURI_OK;
}
