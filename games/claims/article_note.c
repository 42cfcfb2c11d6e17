#include "games/claims/article_note.h"

#include "games/claims/claim_check.h"

#include <stdio.h>
#include <string.h>

enum {
    LETTER_PASS = KAURI_HOLES_MAX, // W is a pass; lower numbers are holes
    LETTER_NOTHING,                // W means nothing and is skipped
    LETTERS,
    READINGS = 2 * LETTERS, // the line begins in place of the move with the note, or after it
};

static const char *const letters[LETTERS] = {"A", "B", "C", "D", "E", "F", "a pass", "nothing"};

// The line of the note with one meaning of W, over all replies of the opponent. One sequence of
// replies is a way, which either reaches the end of the line or breaks off before.
struct note_line {
    const char *moves;
    unsigned player; // player of the line
    int letter;      // the hole that W means
    struct kauri_position start;
    unsigned ways, broken;          // number of ways, and number of those that break off
    unsigned even;                  // ways that end without seeds and with equal captures
    unsigned replies;               // greatest number of the opponent's moves on one way
    unsigned choices;               // positions in which the opponent has more than one move
    struct kauri_position position; // where the first way breaks off, or else the first one ends
    unsigned broken_at;             // number of the move that is illegal there, from 1
    const char *fault;              // why that move is illegal
    unsigned plies;                 // length of the line, if there is only one
    int16_t line[KAURI_CLAIM_LINE_MAX];
};

struct note_way {
    struct kauri_position at;
    unsigned place; // place in the line, after the moves that were played
    unsigned plies, replies;
};

// Returns why a move is illegal, or NULL if it is legal. Without seeds the game is over (standard
// rules).
static const char *fault_of(const struct kauri_position *position, int hole)
{
    if (kauri_seeds(position) == 0) {
        return "game over";
    }
    if (hole == LETTER_PASS) {
        return kauri_must_pass(position) ? NULL : "may not pass";
    }
    return position->cowries[kauri_own_hole(position, (unsigned)hole)] > 0 ? NULL : "no cowrie";
}

static void end_way(struct note_line *reading, const struct note_way *way, const char *fault)
{
    const struct kauri_position *at = &way->at;
    if (fault != NULL ? reading->broken == 0 : reading->ways == 0) {
        reading->position = *at;
        reading->broken_at = way->place;
        reading->fault = fault;
    }
    reading->ways++;
    reading->broken += fault != NULL;
    reading->even += fault == NULL && kauri_seeds(at) == 0 && at->score[0] == at->score[1];
    reading->replies = way->replies > reading->replies ? way->replies : reading->replies;
    reading->plies = way->plies;
}

// Plays the next move of the line, or each reply that the opponent has, and goes on from there.
static void follow(struct note_line *reading, struct note_way way)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    unsigned count = 1;
    if (reading->moves[way.place] == '\0') {
        end_way(reading, &way, NULL);
        return;
    }
    if (way.at.side != reading->player && kauri_seeds(&way.at) > 0) {
        count = kauri_moves_list(&way.at, moves);
        reading->choices += count > 1;
        way.replies += moves[0].hole != KAURI_MOVE_PASS;
    } else {
        const char letter = reading->moves[way.place++];
        const int hole = letter == 'W' ? reading->letter : letter - 'A';
        if (hole == LETTER_NOTHING) {
            follow(reading, way);
            return;
        }
        const char *fault = fault_of(&way.at, hole);
        if (fault != NULL) {
            end_way(reading, &way, fault);
            return;
        }
        moves[0].hole = hole == LETTER_PASS ? KAURI_MOVE_PASS : hole;
    }
    for (unsigned m = 1; m <= count; m++) { // the leftmost hole last
        struct note_way next = way;
        reading->line[next.plies++] = (int16_t)moves[m % count].hole;
        (void)kauri_play(&next.at, moves[m % count].hole);
        follow(reading, next);
    }
}

static struct note_line read_note(const struct kauri_check *check, unsigned number)
{
    const struct kauri_replayed_ply *noted = check->ply;
    struct note_line reading = {
        .moves = check->claim->moves,
        .player = noted->before.side,
        .letter = (int)(number % LETTERS),
        .start = number < LETTERS ? noted->before : noted->after,
    };
    follow(&reading, (struct note_way){.at = reading.start});
    return reading;
}

// Says how many readings are forced, and the letter of the first of them.
static void set_scope(struct kauri_check *check, unsigned forced, int letter)
{
    kauri_check_set_scope(check, "%u of %d readings: W is %s", forced, READINGS, letters[letter]);
}

// Returns true if the opponent never has a choice, and the line ends without seeds and with equal
// captures.
static bool is_forced(const struct note_line *reading)
{
    return reading->choices == 0 && reading->even == reading->ways;
}

// The object ClaimReading:
//     noted_move: "in its place" | "after it" - where the line begins
//     letter: text - the meaning of W: a hole's letter, `a pass` or `nothing`
//     most_replies: int - most moves of the opponent on one way through the line
//     choices: int - positions in which the opponent has several moves
//     ways, ways_even, ways_broken: int - ways through the line, one for each sequence of replies;
//         those that end with equal captures; those that reach an illegal move
//     forced: bool - every way is even, and the opponent never has a choice
//     outcome: text - `ends`, or the fault of the first way that breaks: `no cowrie at move 7 (W)`
//     position: position - where that way breaks, or after the first way if none does
static void add_reading(struct kauri_facts *table, unsigned number, const struct note_line *reading)
{
    kauri_facts_add_words(table, "noted_move", number < LETTERS ? "in its place" : "after it");
    kauri_facts_add_words(table, "letter", letters[reading->letter]);
    kauri_facts_add_number(table, "most_replies", reading->replies);
    kauri_facts_add_number(table, "choices", reading->choices);
    kauri_facts_add_number(table, "ways", reading->ways);
    kauri_facts_add_number(table, "ways_even", reading->even);
    kauri_facts_add_number(table, "ways_broken", reading->broken);
    kauri_facts_add_answer(table, "forced", is_forced(reading));
    char outcome[64] = "ends";
    if (reading->broken > 0) {
        (void)snprintf(outcome, sizeof outcome, "%s at move %u (%c)", reading->fault,
                       reading->broken_at, reading->moves[reading->broken_at - 1]);
    }
    kauri_facts_add_words(table, "outcome", outcome);
    kauri_facts_add_position(table, "position", &reading->position);
    table->rows++;
}

enum kauri_status kauri_check_note_draws(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    unsigned forced = 0;
    int letter = 0;
    for (unsigned n = 0; n < READINGS; n++) {
        const struct note_line reading = read_note(check, n);
        add_reading(check->table, n, &reading);
        if (is_forced(&reading) && forced++ == 0) {
            kauri_facts_add_position(check->evidence, "position", &reading.start);
            kauri_facts_add_line(check->evidence, "line", reading.start, reading.plies,
                                 reading.line);
            letter = reading.letter;
        }
    }
    kauri_facts_add_number(check->evidence, "forced", forced);
    check->verdict = forced > 0;
    if (forced > 0) {
        set_scope(check, forced, letter);
    }
    return KAURI_OK;
}

// The object ClaimEnding:
//     line: text - a forced reading
//     position: position - after it
//     r: pair | null
//     plies_left: int | null - with best play
//     result: text | null - under the tie-breaker rules
enum kauri_status kauri_check_note_loses(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_facts *table = check->table;
    size_t lost = 0;
    int letter = 0;
    for (unsigned n = 0; check->layers > 0 && n < READINGS; n++) {
        const struct note_line reading = read_note(check, n);
        const struct kauri_position *last = &reading.position;
        struct kauri_value value;
        if (!is_forced(&reading)) {
            continue;
        }
        KAURI_PASS(kauri_probe_value(check->inquiry->tables, last, &value, error));
        const struct kauri_bounds r = {value.r, value.r};
        const enum kauri_result result = kauri_result_under(check->claim->rules, last, value.r);
        lost += result == (last->side == reading.player ? KAURI_LOSS : KAURI_WIN);
        if (table->rows == 0) {
            kauri_facts_add_position(check->evidence, "position", last);
            letter = reading.letter;
        }
        kauri_facts_add_line(table, "line", reading.start, reading.plies, reading.line);
        kauri_facts_add_position(table, "position", last);
        kauri_facts_add_bounds(table, "r", r);
        kauri_facts_add_plies(table, "plies_left", value.dtc);
        kauri_facts_add_results(table, "result", last, check->claim->rules, r);
        table->rows++;
    }
    if (table->rows > 0 && (lost == 0 || lost == table->rows)) {
        check->verdict = lost > 0;
        set_scope(check, (unsigned)table->rows, letter);
    }
    kauri_facts_add_number(check->evidence, "endings", table->rows);
    kauri_facts_add_number(check->evidence, "endings_lost", lost);
    kauri_facts_add_basis(check->evidence, check->layers > 0 ? 1 : 0, 0);
    return KAURI_OK;
}
