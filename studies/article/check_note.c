// Note (A): a line of joined moves in which the letter W names no hole, for every meaning that the
// letter may have.
#include "studies/article/checks.h"

#include "records/repair.h"
#include "rules/notation.h"

enum {
    PASS = KAURI_HOLES_MAX, // W is a pass; lower numbers are holes
    NOTHING,                // W means nothing and is skipped
    LETTERS,
    READINGS = 2 * LETTERS, // the line begins in place of the move with the note, or after it
    PLIES_MAX = 64,         // of a line that is kept
};

// The line with one reading of W, over all replies of the opponent. One sequence of replies is a
// way; a way either reaches the end of the line or breaks off before.
struct note_reading {
    const char *line;
    unsigned player; // of the line
    unsigned letter; // the meaning of W
    struct kauri_position start;
    unsigned ends, breaks;          // ways
    unsigned even;                  // ways that end without seeds and with equal captures
    unsigned replies;               // moves of the opponent, greatest number on one way
    unsigned choices;               // positions in which the opponent has more than one move
    struct kauri_position position; // where the first way breaks off; if none does, where the
                                    // first one ends
    unsigned broken_at;             // the move of the line that is illegal there, from 1
    const char *fault;              // and why
    unsigned plies;                 // of the line, if there is one way only
    int16_t hole[PLIES_MAX];
};

// Why the player to move may not play the hole; NULL if it is legal. Without seeds the game is
// over, under the standard rules.
static const char *fault_of(const struct kauri_position *position, int hole)
{
    if (kauri_seeds(position) == 0) {
        return "game over";
    }
    if (hole == KAURI_MOVE_PASS) {
        return kauri_must_pass(position) ? NULL : "may not pass";
    }
    return position->cowries[kauri_own_hole(position, (unsigned)hole)] > 0 ? NULL : "no cowrie";
}

static void end_way(struct note_reading *reading, const struct kauri_position *at, unsigned place,
                    const char *fault)
{
    if (reading->breaks == 0 && (fault != NULL || reading->ends == 0)) {
        reading->position = *at;
        reading->broken_at = place + 1;
        reading->fault = fault;
    }
    reading->breaks += fault != NULL ? 1 : 0;
    reading->ends += fault == NULL ? 1 : 0;
    reading->even += fault == NULL && kauri_seeds(at) == 0 && at->score[0] == at->score[1] ? 1 : 0;
}

static void play(struct note_reading *reading, struct kauri_position *at, unsigned ply, int hole)
{
    if (ply < PLIES_MAX) {
        reading->hole[ply] = (int16_t)hole;
        reading->plies = ply + 1;
    }
    (void)kauri_play(at, hole);
}

// Follows the line from its move `place` on, after `ply` plies and `replies` moves of the opponent.
static void follow(struct note_reading *reading, struct kauri_position at, unsigned place,
                   unsigned ply, unsigned replies)
{
    const char *fault = NULL;
    while (reading->line[place] != '\0' && fault == NULL) {
        const char letter = reading->line[place];
        int hole = letter != 'W' ? letter - 'A' : (int)reading->letter;
        if (at.side != reading->player && kauri_seeds(&at) > 0) {
            const struct kauri_moves moves = kauri_legal_moves(&at);
            reading->choices += moves.count > 1 ? 1 : 0;
            for (unsigned m = 1; m < moves.count; m++) {
                struct kauri_position other = at;
                play(reading, &other, ply, moves.hole[m]);
                follow(reading, other, place, ply + 1, replies + 1);
            }
            replies += moves.count > 0 ? 1 : 0;
            play(reading, &at, ply++, moves.count > 0 ? moves.hole[0] : KAURI_MOVE_PASS);
        } else if (hole == NOTHING) {
            place++;
        } else {
            hole = hole == PASS ? KAURI_MOVE_PASS : hole;
            fault = fault_of(&at, hole);
            if (fault == NULL) {
                play(reading, &at, ply++, hole);
                place++;
            }
        }
    }
    reading->replies = replies > reading->replies ? replies : reading->replies;
    end_way(reading, &at, place, fault);
}

// Plays the line with reading `number`.
static struct note_reading read_note(const struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claim, unsigned number)
{
    struct note_reading reading = {
        .line = claim->moves,
        .player = inquiry->before.side,
        .letter = number % LETTERS,
        .start = number < LETTERS ? inquiry->before : inquiry->after,
    };
    follow(&reading, reading.start, 0, 0, 0);
    return reading;
}

static bool is_forced(const struct note_reading *reading)
{
    return reading->breaks == 0 && reading->choices == 0 && reading->even == reading->ends;
}

static void add_line(struct kauri_facts *facts, const struct note_reading *reading)
{
    kauri_string_add_line(kauri_facts_add_words(facts, "line"), reading->start, reading->plies,
                          reading->hole);
}

static void add_reading(struct kauri_finding *finding, unsigned number,
                        const struct note_reading *reading)
{
    static const char *const letters[LETTERS] = {"A", "B", "C", "D", "E", "F", "a pass", "nothing"};
    struct kauri_facts *table = &finding->table;
    finding->rows++;
    kauri_string_add_text(kauri_facts_add_words(table, "noted_move"),
                          number < LETTERS ? "in its place" : "after it");
    kauri_string_add_text(kauri_facts_add_words(table, "letter"), letters[reading->letter]);
    kauri_facts_add_number(table, "most_replies", reading->replies);
    kauri_facts_add_number(table, "choices", reading->choices);
    kauri_facts_add_number(table, "ways", reading->ends + reading->breaks);
    kauri_facts_add_number(table, "ways_even", reading->even);
    kauri_facts_add_number(table, "ways_broken", reading->breaks);
    kauri_facts_add_answer(table, "forced", is_forced(reading));
    struct kauri_string *outcome = kauri_facts_add_words(table, "outcome");
    if (reading->breaks == 0) {
        kauri_string_add_text(outcome, "ends");
    } else {
        kauri_string_add(outcome, "%s at move %u (%c)", reading->fault, reading->broken_at,
                         reading->line[reading->broken_at - 1]);
    }
    kauri_facts_add_position(table, "position", &reading->position);
}

enum kauri_status kauri_check_note_draws(struct kauri_inquiry *inquiry,
                                         struct kauri_finding *finding, struct kauri_error *error)
{
    (void)error;
    unsigned forced = 0;
    for (unsigned n = 0; n < READINGS; n++) {
        const struct note_reading reading = read_note(inquiry, finding->claim, n);
        add_reading(finding, n, &reading);
        if (is_forced(&reading) && forced++ == 0) {
            kauri_facts_add_position(&finding->facts, "position", &reading.start);
            add_line(&finding->facts, &reading);
        }
    }
    kauri_facts_add_number(&finding->facts, "readings", READINGS);
    kauri_facts_add_number(&finding->facts, "forced", forced);
    finding->verdict = forced > 0 ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

enum kauri_status kauri_check_note_loses(struct kauri_inquiry *inquiry,
                                         struct kauri_finding *finding, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_facts *table = &finding->table;
    size_t lost = 0;
    for (unsigned n = 0; inquiry->layers > 0 && n < READINGS; n++) {
        const struct note_reading reading = read_note(inquiry, finding->claim, n);
        const struct kauri_position *last = &reading.position;
        struct kauri_value value;
        if (!is_forced(&reading)) {
            continue;
        }
        KAURI_TRY(kauri_probe_value(inquiry->request->tables, last, &value, error));
        const enum kauri_result result = kauri_result_under(finding->claim->rules, last, value.r);
        lost += result == (last->side == reading.player ? KAURI_LOSS : KAURI_WIN) ? 1 : 0;
        if (finding->rows++ == 0) {
            kauri_facts_add_position(&finding->facts, "position", last);
        }
        add_line(table, &reading);
        kauri_facts_add_position(table, "position", last);
        kauri_facts_add_bounds(table, "r", (struct kauri_bounds){value.r, value.r});
        kauri_facts_add_number(table, "plies_left", value.dtc);
        kauri_facts_add_results(table, "result", last, finding->claim->rules,
                                (struct kauri_bounds){value.r, value.r});
    }
    if (finding->rows > 0) {
        finding->verdict = lost == finding->rows ? KAURI_VERDICT_CONFIRMED
                           : lost == 0           ? KAURI_VERDICT_REFUTED
                                                 : KAURI_VERDICT_UNDECIDED;
    }
    kauri_facts_add_number(&finding->facts, "endings", finding->rows);
    kauri_facts_add_number(&finding->facts, "endings_lost", lost);
    kauri_facts_add_basis(&finding->facts, inquiry->layers > 0 ? 1 : 0, 0);
cleanup:
    return status;
}
