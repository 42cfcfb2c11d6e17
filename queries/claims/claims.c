#include "queries/claims/claims.h"

#include "common/memory.h"
#include "rules/notation.h"
#include "rules/records/record_reader.h"
#include "rules/records/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 4,     // games of the article, numbered from 1
    LINE_MAX = 64, // plies; the article's lines have at most 32 moves of one player
};

struct kauri_check {
    const struct kauri_inquiry *inquiry;
    unsigned layers;                  // number of layers of the tables; 0 without tables
    struct kauri_replay games[GAMES]; // the games of the article, with the missing move restored
    struct kauri_evaluation value;    // value of the position that was evaluated last
    const struct kauri_claim *claim;
    const struct kauri_replayed_ply *ply; // the move at the claim's place
    enum kauri_claim_verdict verdict;     // undecided at first
    struct kauri_facts *evidence, *table;
};

const char *kauri_verdict_name(enum kauri_claim_verdict verdict)
{
    static const char *const names[] = {"refuted", "confirmed", "undecided"};
    return names[verdict];
}

// ----------------------------------------------------------------------------------------- facts

static void add(struct kauri_facts *facts, struct kauri_fact fact)
{
    struct kauri_fact *grown =
        kauri_array_grow(facts->facts, facts->count, &facts->room, sizeof fact);
    if (grown == NULL) {
        facts->failed = true;
        free(fact.words);
        return;
    }
    facts->facts = grown;
    facts->facts[facts->count++] = fact;
}

static void add_number(struct kauri_facts *facts, const char *name, uint64_t number)
{
    add(facts, (struct kauri_fact){name, KAURI_FACT_NUMBER, .number = number});
}

// Adds a distance, which the tables may not have.
static void add_plies(struct kauri_facts *facts, const char *name, uint32_t dtc)
{
    add_number(facts, name, dtc == KAURI_DTC_UNKNOWN ? UINT64_MAX : dtc);
}

static void add_bounds(struct kauri_facts *facts, const char *name, struct kauri_bounds bounds)
{
    add(facts, (struct kauri_fact){name, KAURI_FACT_BOUNDS, .bounds = bounds});
}

static void add_answer(struct kauri_facts *facts, const char *name, enum kauri_claim_verdict answer)
{
    add(facts, (struct kauri_fact){name, KAURI_FACT_ANSWER, .answer = (int)answer});
}

static void add_words(struct kauri_facts *facts, const char *name, const char *words)
{
    char *copy = strdup(words);
    facts->failed = facts->failed || copy == NULL;
    add(facts, (struct kauri_fact){name, KAURI_FACT_WORDS, .words = copy});
}

static void add_position(struct kauri_facts *facts, const char *name,
                         const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    add_words(facts, name, kauri_position_format(position, text));
}

// Adds the results of a position that the bounds of its r allow: "South draws or wins".
static void add_results(struct kauri_facts *facts, const char *name,
                        const struct kauri_position *position, enum kauri_ruleset rules,
                        struct kauri_bounds r)
{
    static const char *const verbs[3][3] = {
        {"loses", "loses or draws", "loses, draws or wins"},
        {"", "draws", "draws or wins"},
        {"", "", "wins"},
    };
    const int low = kauri_result_under(rules, position, r.low);
    const int high = kauri_result_under(rules, position, r.high);
    char words[32];
    (void)snprintf(words, sizeof words, "%s %s", kauri_side_name(position->side),
                   verbs[low + 1][high + 1]);
    add_words(facts, name, words);
}

// Adds the means by which a verdict was reached: tables of 0 to `layers` - 1 seeds, and searches
// that expanded `nodes` positions.
static void add_basis(struct kauri_facts *facts, unsigned layers, uint64_t nodes)
{
    if (layers > 0) {
        add_bounds(facts, "seeds_in_tables", (struct kauri_bounds){0, (int)layers - 1});
    }
    if (nodes > 0) {
        add_number(facts, "searched_positions", nodes);
    }
}

// Adds a line of moves by both players in turn: "f A-B", with a hyphen for a pass.
static void add_line(struct kauri_facts *facts, const char *name, struct kauri_position position,
                     unsigned count, const int16_t *holes)
{
    char text[2 * KAURI_EVALUATION_LINE_MAX + 1];
    char *end = text;
    for (unsigned i = 0; i < count; i++) {
        const char letter = kauri_move_letter((enum kauri_side)position.side, holes[i]);
        if (end > text && end[-1] != '-' && letter != '-') {
            *end++ = ' ';
        }
        *end++ = letter;
        (void)kauri_play(&position, holes[i]);
    }
    *end = '\0';
    add_words(facts, name, text);
}

static void clear_facts(struct kauri_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->facts[i].words);
    }
    free(facts->facts);
}

void kauri_findings_clear(struct kauri_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clear_facts(&findings[i].evidence);
        clear_facts(&findings[i].table);
        findings[i] = (struct kauri_finding){.claim = NULL};
    }
}

// ------------------------------------------------ the end of game 4, and the numbers after it

// Evaluates a position into check->value, unless it is there already, in half of the time that is
// left: later positions need the rest.
static enum kauri_status evaluate(struct kauri_check *check, const struct kauri_position *position,
                                  struct kauri_error *error)
{
    if (kauri_position_equal(&check->value.position, position)) {
        return KAURI_OK;
    }
    struct kauri_effort *effort = check->inquiry->effort;
    effort->seconds_each = effort->seconds / 2;
    return kauri_evaluate(check->inquiry->tables, position, effort, &check->value, error);
}

static enum kauri_status check_result(struct kauri_check *check, struct kauri_error *error)
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
    KAURI_PASS(evaluate(check, position, error));
    add_position(check->evidence, "position", position);
    add_bounds(check->evidence, "r", value->r);
    if (kauri_bounds_exact(value->r)) {
        const int net = kauri_value_net(value->r.low);
        add_bounds(check->evidence, "net", (struct kauri_bounds){net, net});
        add_words(check->evidence, "cowrie_phase", phases[kauri_value_tiebreak(value->r.low) + 1]);
    }
    if (value->line_count > 0) {
        add_line(check->evidence, "line", *position, value->line_count, value->line);
        add_number(check->evidence, "plies", value->line_count);
        add_number(check->evidence, "searched_plies", value->line_table_from);
        add_position(check->evidence, "last", &value->line_last);
        add_words(check->evidence, "end", ends[value->line_end]);
    }
    add_results(check->evidence, "results", position, claim->rules, value->r);
    add_basis(check->evidence, check->layers, value->nodes);
    // Even if the result is not decided, the bounds may exclude the result that is claimed.
    const enum kauri_result low = kauri_result_under(claim->rules, position, value->r.low);
    const enum kauri_result high = kauri_result_under(claim->rules, position, value->r.high);
    const bool possible = low <= claim->result && claim->result <= high;
    if (low == high || !possible) {
        check->verdict = possible;
    }
    return KAURI_OK;
}

// Plays the numbers that are legal, adds them as a line, and returns how many there are.
static unsigned play_numbers(struct kauri_check *check, struct kauri_position *last)
{
    const char *numbers = check->claim->moves;
    int16_t holes[LINE_MAX];
    unsigned legal = 0;
    *last = check->ply->after;
    for (; numbers[legal] != '\0' && legal < LINE_MAX; legal++) {
        const unsigned hole = (unsigned)(numbers[legal] - '1');
        if (hole >= last->holes || last->cowries[kauri_own_hole(last, hole)] == 0) {
            break;
        }
        holes[legal] = (int16_t)hole;
        (void)kauri_play(last, (int)hole);
    }
    add_line(check->evidence, "line", check->ply->after, legal, holes);
    return legal;
}

static enum kauri_status check_numbers_legal(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    struct kauri_position last;
    const char *numbers = check->claim->moves;
    add_position(check->evidence, "position", &check->ply->after);
    const unsigned legal = play_numbers(check, &last);
    const bool stuck = kauri_legal_moves(&last).count == 0;
    add_number(check->evidence, "numbers", strlen(numbers));
    add_number(check->evidence, "legal", legal);
    add_position(check->evidence, "last", &last);
    add_answer(check->evidence, "stuck", stuck);
    check->verdict = numbers[legal] == '\0' && stuck && last.side == KAURI_SOUTH;
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
    add_number(table, "ply", ++table->rows);
    add_words(table, "side", kauri_side_name(position->side));
    add_number(table, "number", (uint64_t)move->hole + 1);
    add_line(table, "move", *position, 1, &(int16_t){(int16_t)move->hole});
    add_plies(table, "plies_left", probe->value.dtc);
    add_plies(table, "plies_left_with_move", move->value.dtc);
    add_answer(table, "keeps_result", move->value.r == probe->value.r);
    add_answer(table, "keeps_distance", open ? KAURI_CLAIM_UNDECIDED : move->best);
    add_words(table, "best", best);
    add_position(table, "position", position);
}

static enum kauri_status check_numbers_best(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_position at;
    const char *numbers = check->claim->moves;
    const size_t count = strlen(numbers);
    size_t keeping_result = 0, keeping_distance = 0, unknown = 0;
    add_position(check->evidence, "position", &check->ply->after);
    add_number(check->evidence, "numbers", count);
    (void)play_numbers(check, &at);
    if (check->layers == 0) {
        return KAURI_OK;
    }
    at = check->ply->after;
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result probe;
        unsigned m = 0;
        KAURI_PASS(kauri_probe_root(check->inquiry->tables, &at, &probe, error));
        if (i == 0) {
            add_bounds(check->evidence, "r", (struct kauri_bounds){probe.value.r, probe.value.r});
            add_plies(check->evidence, "plies_left", probe.value.dtc);
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
    add_number(check->evidence, "keeping_result", keeping_result);
    add_number(check->evidence, "keeping_distance", keeping_distance);
    add_basis(check->evidence, 1, 0);
    check->verdict = keeping_distance == count             ? KAURI_CLAIM_CONFIRMED
                     : keeping_distance + unknown == count ? KAURI_CLAIM_UNDECIDED
                                                           : KAURI_CLAIM_REFUTED;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------- note (A)

enum {
    LETTER_PASS = KAURI_HOLES_MAX, // W is a pass; lower numbers are holes
    LETTER_NOTHING,                // W means nothing and is skipped
    LETTERS,
    READINGS = 2 * LETTERS, // the line begins in place of the move with the note, or after it
};

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
    int16_t line[LINE_MAX];
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
    static const char *const letters[LETTERS] = {"A", "B", "C", "D", "E", "F", "a pass", "nothing"};
    add_words(table, "noted_move", number < LETTERS ? "in its place" : "after it");
    add_words(table, "letter", letters[reading->letter]);
    add_number(table, "most_replies", reading->replies);
    add_number(table, "choices", reading->choices);
    add_number(table, "ways", reading->ways);
    add_number(table, "ways_even", reading->even);
    add_number(table, "ways_broken", reading->broken);
    add_answer(table, "forced", is_forced(reading));
    char outcome[64] = "ends";
    if (reading->broken > 0) {
        (void)snprintf(outcome, sizeof outcome, "%s at move %u (%c)", reading->fault,
                       reading->broken_at, reading->moves[reading->broken_at - 1]);
    }
    add_words(table, "outcome", outcome);
    add_position(table, "position", &reading->position);
    table->rows++;
}

static enum kauri_status check_note_draws(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    unsigned forced = 0;
    for (unsigned n = 0; n < READINGS; n++) {
        const struct note_line reading = read_note(check, n);
        add_reading(check->table, n, &reading);
        if (is_forced(&reading) && forced++ == 0) {
            add_position(check->evidence, "position", &reading.start);
            add_line(check->evidence, "line", reading.start, reading.plies, reading.line);
        }
    }
    add_number(check->evidence, "forced", forced);
    check->verdict = forced > 0;
    return KAURI_OK;
}

// The object ClaimEnding:
//     line: text - a forced reading
//     position: position - after it
//     r: pair | null
//     plies_left: int | null - with best play
//     result: text | null - under the tie-breaker rules
static enum kauri_status check_note_loses(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_facts *table = check->table;
    size_t lost = 0;
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
            add_position(check->evidence, "position", last);
        }
        add_line(table, "line", reading.start, reading.plies, reading.line);
        add_position(table, "position", last);
        add_bounds(table, "r", r);
        add_plies(table, "plies_left", value.dtc);
        add_results(table, "result", last, check->claim->rules, r);
        table->rows++;
    }
    if (table->rows > 0 && (lost == 0 || lost == table->rows)) {
        check->verdict = lost > 0;
    }
    add_number(check->evidence, "endings", table->rows);
    add_number(check->evidence, "endings_lost", lost);
    add_basis(check->evidence, check->layers > 0 ? 1 : 0, 0);
    return KAURI_OK;
}

// ---------------------------------------------------------------------- whole layers, and marks

// Counts the positions without a winner, those whose r is a multiple of 3, by the certificates of
// the tables.
//
// The object ClaimLayer:
//     seeds, positions: int
//     r_zero: int - positions with `r` = 0
//     other_multiples_of_3: int - positions with another `r` whose cowrie phase nobody wins
static enum kauri_status check_no_draws(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_facts *table = check->table;
    uint64_t draws = 0;
    for (unsigned seeds = 0; seeds < check->layers; seeds++) {
        const struct kauri_tablebase_layer *layer;
        uint64_t zero = 0, others = 0;
        KAURI_PASS(kauri_tablebase_layer(check->inquiry->tables, seeds, &layer, error));
        const struct kauri_certificate *certificate = kauri_reader_certificate(layer->reader);
        for (uint32_t i = 0; i < certificate->count_count; i++) {
            const struct kauri_count *r = &certificate->counts[i];
            zero += r->value == 0 ? r->count : 0;
            others += r->value != 0 && kauri_value_tiebreak(r->value) == 0 ? r->count : 0;
        }
        add_number(table, "seeds", seeds);
        add_number(table, "positions", layer->index.positions);
        add_number(table, "r_zero", zero);
        add_number(table, "other_multiples_of_3", others);
        table->rows++;
        draws += zero + others;
    }
    add_number(check->evidence, "layers", check->layers);
    add_number(check->evidence, "draws", draws);
    if (check->layers > 0) {
        check->verdict = draws == 0;
    }
    return KAURI_OK;
}

static enum kauri_claim_verdict keeps(const struct kauri_rating *rating)
{
    return rating->worth == KAURI_WORTH_UNKNOWN ? KAURI_CLAIM_UNDECIDED
                                                : rating->worth != KAURI_WORTH_LOSES;
}

static enum kauri_claim_verdict is_only(const struct kauri_rating *rating, unsigned moves)
{
    const enum kauri_worth worth = rating->worth;
    const bool only = worth == KAURI_WORTH_ONLY || (worth == KAURI_WORTH_KEEPS && moves == 1);
    const bool known = only || worth == KAURI_WORTH_LOSES || rating->only_known;
    return known ? only : KAURI_CLAIM_UNDECIDED;
}

// Judges one mark and adds its row. Both marks are about the standard result: ! claims that the
// move keeps it, ? that it loses it.
//
// The object ClaimMark:
//     game, seeds: int - number of the game; seeds on the board
//     move: text - number and letter, `8... D`
//     mark: text - `!` or `?`
//     verdict: "confirmed" | "refuted" | "undecided"
//     gives_away: pair - net seeds, at least and at most
//     standard, tie_breaker: text - possible results of the position, in words
//     keeps_standard, keeps_tie_breaker: bool | null - the move keeps that result
//     only_standard, only_tie_breaker: bool | null - it is the only move that does
//     r_before, r_of_move: pair - of the position, and of the move
//     position: position - before the move
static enum kauri_claim_verdict judge_mark(unsigned game, const struct kauri_replayed_ply *ply,
                                           const struct kauri_evaluation *value,
                                           struct kauri_facts *table)
{
    const struct kauri_position *position = &value->position;
    const unsigned move = kauri_evaluation_place(value, ply->hole);
    const struct kauri_rating standard = kauri_evaluation_rate(value, move, KAURI_STANDARD);
    const struct kauri_rating tiebreaker = kauri_evaluation_rate(value, move, KAURI_TIEBREAKER);
    const enum kauri_claim_verdict kept = keeps(&standard);
    const enum kauri_claim_verdict verdict =
        kept == KAURI_CLAIM_UNDECIDED ? kept : kept == (ply->marks[0] == '!');
    char text[32];
    (void)snprintf(text, sizeof text, "%u%s%c", ply->number,
                   ply->before.side == KAURI_SOUTH ? ". " : "... ",
                   kauri_move_letter((enum kauri_side)ply->before.side, ply->hole));
    add_number(table, "game", game);
    add_words(table, "move", text);
    add_words(table, "mark", ply->marks);
    add_words(table, "verdict", kauri_verdict_name(verdict));
    add_number(table, "seeds", value->seeds);
    add_bounds(table, "gives_away", kauri_evaluation_loss(value, move));
    add_results(table, "standard", position, KAURI_STANDARD, value->r);
    add_answer(table, "keeps_standard", kept);
    add_answer(table, "only_standard", is_only(&standard, value->move_count));
    add_results(table, "tie_breaker", position, KAURI_TIEBREAKER, value->r);
    add_answer(table, "keeps_tie_breaker", keeps(&tiebreaker));
    add_answer(table, "only_tie_breaker", is_only(&tiebreaker, value->move_count));
    add_bounds(table, "r_before", value->r);
    add_bounds(table, "r_of_move", value->moves[move].r);
    add_position(table, "position", position);
    table->rows++;
    return verdict;
}

static enum kauri_status check_marks(struct kauri_check *check, struct kauri_error *error)
{
    unsigned verdicts[] = {0, 0, 0}; // by enum kauri_claim_verdict
    uint64_t nodes = 0;
    for (unsigned game = 1; game <= GAMES; game++) {
        for (size_t p = 0; p < check->games[game - 1].count; p++) {
            const struct kauri_replayed_ply *played = &check->games[game - 1].plies[p];
            if (played->marks[0] == '\0') {
                continue;
            }
            KAURI_PASS(evaluate(check, &played->before, error));
            verdicts[judge_mark(game, played, &check->value, check->table)]++;
            nodes += check->value.nodes;
        }
    }
    add_number(check->evidence, "right", verdicts[KAURI_CLAIM_CONFIRMED]);
    add_number(check->evidence, "wrong", verdicts[KAURI_CLAIM_REFUTED]);
    add_number(check->evidence, "undecided", verdicts[KAURI_CLAIM_UNDECIDED]);
    add_basis(check->evidence, check->layers, nodes);
    check->verdict = verdicts[KAURI_CLAIM_REFUTED] > 0     ? KAURI_CLAIM_REFUTED
                     : verdicts[KAURI_CLAIM_UNDECIDED] > 0 ? KAURI_CLAIM_UNDECIDED
                                                           : KAURI_CLAIM_CONFIRMED;
    return KAURI_OK;
}

// --------------------------------------------------------------------------------------- claims

const struct kauri_claim kauri_claims[KAURI_CLAIMS] = {
    {
        .sentence = "The position at move 35 of game 4 is a draw under the rules in force.",
        .quote = "According to the new rules: draw!",
        .reading = "best play by both sides from the position before South's move 35; the move "
                   "missing from the record is restored",
        .place = {.game = 4, .move = 35, .side = KAURI_SOUTH},
        .rules = KAURI_STANDARD,
        .result = KAURI_DRAW,
        .check = check_result,
    },
    {
        .sentence = "In that position North has more tempi and wins under the old tie-breaker "
                    "rules.",
        .quote = "According to the old tie-breaker rules, Africa has more tempi and wins.",
        .reading = "the same position under the tie-breaker rules; \"Africa\" is not a player in "
                   "the record and is taken to be North, who wins in the article's own "
                   "continuation",
        .place = {.game = 4, .move = 35, .side = KAURI_SOUTH},
        .rules = KAURI_TIEBREAKER,
        .result = KAURI_LOSS,
        .check = check_result,
    },
    {
        .sentence = "The 32 numbers can be played and leave South without a move.",
        .quote = "The strongest continuation is",
        .reading = "played from the end of game 4, the numbers are the mover's holes from the "
                   "mover's left, a to f and A to F",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .moves = "55443223155445513544552334455265",
        .check = check_numbers_legal,
    },
    {
        .sentence = "The 32 numbers are the strongest continuation.",
        .quote = "The strongest continuation is",
        .reading = "every ply keeps the result of the cowrie phase; the winner wins as soon as "
                   "possible and the loser holds out as long as possible",
        .place = {.game = 4, .move = 40, .side = KAURI_NORTH},
        .moves = "55443223155445513544552334455265",
        .check = check_numbers_best,
    },
    {
        .sentence = "Note (A): the line, in which the letter W names no hole, leads to a draw.",
        .quote = "According to the new rules a draw could be achieved by playing "
                 "E-D-E-A-B-C-W-D-E-F!",
        .reading = "North plays the line in place of the move with the note, or after it; the "
                   "hyphens mean that South passes; W is tried as every hole, as a pass and as "
                   "nothing, against every reply that South has; a forced reading reaches equal "
                   "captures and never gives South a choice",
        .place = {.game = 4, .move = 35, .side = KAURI_NORTH},
        .moves = "EDEABCWDEF",
        .check = check_note_draws,
    },
    {
        .sentence = "Note (A): under the tie-breaker rules that line leads to a loss.",
        .quote = "However, according to the old rules (tie-breaker!) this would result in a loss!",
        .reading = "North, who plays the line, loses with best play by both sides after it, for "
                   "every forced reading of W",
        .place = {.game = 4, .move = 35, .side = KAURI_NORTH},
        .moves = "EDEABCWDEF",
        .rules = KAURI_TIEBREAKER,
        .check = check_note_loses,
    },
    {
        .sentence = "Draws are impossible under the tie-breaker rules.",
        .quote = "If both players have captured the same number, the game continues until one "
                 "player can't move. His adversary is then declared the winner of the game.",
        .reading = "no position of the tables has r = 0 or a cowrie phase that nobody wins "
                   "(another multiple of 3), by the counts of their certificates, which kauri "
                   "verify proves; this does not decide positions with more seeds",
        .check = check_no_draws,
    },
    {
        .sentence = "The marks ! and ? in games 1 to 4 are right.",
        .reading = "! claims that the move keeps the result with best play under the rules in "
                   "force (standard), ? that it loses the result; r is for the player who moves",
        .check = check_marks,
    },
};

static enum kauri_status replay_games(struct kauri_check *check, const char *text,
                                      struct kauri_error *error)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    bool found = true;
    for (unsigned i = 0; i < GAMES && found; i++) {
        struct kauri_record record;
        KAURI_PASS(kauri_record_next(&reader, &record, &found, error));
        const enum kauri_status status = kauri_replay_record(&record, &check->games[i], error);
        kauri_record_clear(&record);
        KAURI_PASS(status);
    }
    return KAURI_OK;
}

static enum kauri_status find_place(struct kauri_check *check, struct kauri_error *error)
{
    const struct kauri_claim *claim = check->claim;
    const unsigned game = claim->place.game, move = claim->place.move;
    for (size_t p = 0; game <= GAMES && p < check->games[game - 1].count; p++) {
        check->ply = &check->games[game - 1].plies[p];
        if (check->ply->number == move && check->ply->before.side == claim->place.side) {
            return KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "the text has no game %u with move %u of %s", game,
                      move, kauri_side_name(claim->place.side));
}

static enum kauri_status check_claim(struct kauri_check *check, struct kauri_finding *finding,
                                     struct kauri_error *error)
{
    check->claim = finding->claim;
    check->verdict = KAURI_CLAIM_UNDECIDED;
    check->evidence = &finding->evidence;
    check->table = &finding->table;
    if (check->claim->place.game != 0) {
        KAURI_PASS(find_place(check, error));
    }
    KAURI_PASS(check->claim->check(check, error));
    finding->verdict = check->verdict;
    if (finding->evidence.failed || finding->table.failed) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the evidence on a claim");
    }
    return KAURI_OK;
}

enum kauri_status kauri_claims_check(const struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_check check = {.inquiry = inquiry};
    memset(findings, 0, count * sizeof *findings);
    KAURI_TRY(replay_games(&check, inquiry->text, error));
    if (inquiry->tables != NULL) {
        const struct kauri_tablebase_layer *least;
        KAURI_TRY(kauri_tablebase_layer(inquiry->tables, 0, &least, error));
        check.layers = kauri_tablebase_layer_count(inquiry->tables);
    }
    for (size_t i = 0; i < count; i++) {
        findings[i] = (struct kauri_finding){.claim = &claims[i], .evidence.rows = 1};
        KAURI_TRY(check_claim(&check, &findings[i], error));
    }
cleanup:
    for (unsigned i = 0; i < GAMES; i++) {
        kauri_replay_clear(&check.games[i]);
    }
    return status;
}
