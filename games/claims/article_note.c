#include "games/claims/article_note.h"

#include "games/claims/claim_check.h"

// The line of the note, as the mover plays it: W is E.
struct note_line {
    struct kauri_position start, last;
    bool forced; // every move is legal, the opponent passes each time, and the line ends without
                 // seeds and with equal captures
    unsigned plies;
    int16_t line[KAURI_CLAIM_LINE_MAX];
};

static struct note_line read_note(const struct kauri_check *check)
{
    const struct kauri_position *start = &check->ply->before;
    struct note_line note = {.start = *start, .last = *start, .forced = true};
    struct kauri_position *at = &note.last;
    for (const char *move = check->claim->moves; *move != '\0' && note.forced; move++) {
        if (at->side != start->side && kauri_must_pass(at)) {
            note.line[note.plies++] = KAURI_MOVE_PASS;
            (void)kauri_play(at, KAURI_MOVE_PASS);
        }
        const int hole = (*move == 'W' ? 'E' : *move) - 'A';
        note.forced = at->side == start->side && kauri_seeds(at) > 0 &&
                      at->cowries[kauri_own_hole(at, (unsigned)hole)] > 0;
        if (note.forced) {
            note.line[note.plies++] = (int16_t)hole;
            (void)kauri_play(at, hole);
        }
    }
    note.forced = note.forced && kauri_seeds(at) == 0 && at->score[0] == at->score[1];
    return note;
}

enum kauri_status kauri_check_note_draws(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    const struct note_line note = read_note(check);
    kauri_facts_add_position(check->evidence, "position", &note.start);
    kauri_facts_add_line(check->evidence, "line", note.start, note.plies, note.line);
    kauri_facts_add_position(check->evidence, "last", &note.last);
    check->verdict = note.forced;
    kauri_check_set_scope(check, "W is E");
    return KAURI_OK;
}

enum kauri_status kauri_check_note_loses(struct kauri_check *check, struct kauri_error *error)
{
    const struct note_line note = read_note(check);
    const struct kauri_position *last = &note.last;
    struct kauri_value value;
    if (check->layers == 0 || !note.forced) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_probe_value(check->inquiry->tables, last, &value, error));
    const struct kauri_bounds r = {value.r, value.r};
    const enum kauri_result result = kauri_result_under(check->claim->rules, last, value.r);
    kauri_facts_add_position(check->evidence, "position", last);
    kauri_facts_add_bounds(check->evidence, "r", r);
    kauri_facts_add_plies(check->evidence, "plies_left", value.dtc);
    kauri_facts_add_results(check->evidence, "results", last, check->claim->rules, r);
    kauri_facts_add_basis(check->evidence, 1, 0);
    check->verdict = result == (last->side == note.start.side ? KAURI_LOSS : KAURI_WIN);
    kauri_check_set_scope(check, "W is E");
    return KAURI_OK;
}
