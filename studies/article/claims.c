#include "studies/article/claims.h"

#include "common/size.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX = 64 }; // plies; the article's lines have at most 32 moves of one player

const char *kauri_verdict_name(enum kauri_verdict verdict)
{
    static const char *const names[] = {"refuted", "confirmed", "undecided"};
    return names[verdict];
}

// ----------------------------------------------------------------------------------------- facts

static void end_row(struct kauri_facts *table)
{
    kauri_json_end(&table->writer);
    kauri_string_add_text(&table->text, "\n");
    table->rows++;
}

// Adds a fact in words, before its value is added to the JSON. The first one of a row begins it.
static void add_text(struct kauri_facts *facts, const char *name, const char *words)
{
    if (!facts->in_rows) {
        kauri_string_add(&facts->text, "   %-20s%s\n", name, words);
        return;
    }
    if (facts->writer.depth == 1) {
        kauri_json_begin_object(&facts->writer, NULL);
    }
    const char *separator = facts->writer.more ? "\t" : "";
    if (facts->rows == 0) {
        kauri_string_add(&facts->heads, "%s%s", separator, name);
    }
    kauri_string_add(&facts->text, "%s%s", separator, words);
}

static void add_number(struct kauri_facts *facts, const char *name, uint64_t number)
{
    char words[KAURI_SIZE_TEXT_BYTES];
    add_text(facts, name, kauri_format_count(number, words));
    kauri_json_add_uint(&facts->writer, name, number);
}

static void add_bounds(struct kauri_facts *facts, const char *name, struct kauri_bounds bounds)
{
    char words[32];
    (void)snprintf(words, sizeof words, kauri_bounds_exact(bounds) ? "%d" : "%d to %d", bounds.low,
                   bounds.high);
    add_text(facts, name, words);
    kauri_json_add_pair(&facts->writer, name, bounds.low, bounds.high);
}

static void add_answer(struct kauri_facts *facts, const char *name, enum kauri_verdict answer)
{
    static const char *const words[] = {"no", "yes", "undecided"};
    add_text(facts, name, words[answer]);
    if (answer == KAURI_VERDICT_UNDECIDED) {
        kauri_json_add_null(&facts->writer, name);
    } else {
        kauri_json_add_bool(&facts->writer, name, answer == KAURI_VERDICT_CONFIRMED);
    }
}

static void add_words(struct kauri_facts *facts, const char *name, const char *words)
{
    add_text(facts, name, words);
    kauri_json_add_text(&facts->writer, name, words);
}

// Adds the text of a string, and clears it.
static void add_string(struct kauri_facts *facts, const char *name, struct kauri_string *words)
{
    facts->text.failed = facts->text.failed || words->failed;
    add_words(facts, name, kauri_string_text(words));
    kauri_string_clear(words);
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
    struct kauri_string line = {.bytes = NULL};
    bool blank = false;
    for (unsigned i = 0; i < count; i++) {
        const char letter = kauri_move_letter((enum kauri_side)position.side, holes[i]);
        kauri_string_add(&line, "%s%c", blank && letter != '-' ? " " : "", letter);
        blank = letter != '-';
        (void)kauri_play(&position, holes[i]);
    }
    add_string(facts, name, &line);
}

void kauri_findings_clear(struct kauri_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        kauri_string_clear(&findings[i].facts.text);
        kauri_string_clear(&findings[i].facts.json);
        kauri_string_clear(&findings[i].table.heads);
        kauri_string_clear(&findings[i].table.text);
        kauri_string_clear(&findings[i].table.json);
        findings[i] = (struct kauri_finding){.claim = NULL};
    }
}

// ------------------------------------------------ the end of game 4, and the numbers after it

// Adds what is known of a position, and the line of the search if there is one.
static void add_value(struct kauri_facts *facts, const struct kauri_evaluation *value)
{
    static const char *const phases[] = {"lost", "drawn", "won"};
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "no seeds are left",
        [KAURI_LINE_STUCK] = "the player to move has no move",
        [KAURI_LINE_UNLIMITED] = "positions repeat for ever",
        [KAURI_LINE_OPEN] = "not known",
    };
    add_position(facts, "position", &value->position);
    add_bounds(facts, "r", value->r);
    if (kauri_bounds_exact(value->r)) {
        const int net = kauri_value_net(value->r.low);
        add_bounds(facts, "net", (struct kauri_bounds){net, net});
        add_words(facts, "cowrie_phase", phases[kauri_value_tiebreak(value->r.low) + 1]);
    }
    if (value->line_count > 0) {
        add_line(facts, "line", value->position, value->line_count, value->line);
        add_number(facts, "plies", value->line_count);
        add_number(facts, "searched_plies", value->line_table_from);
        add_position(facts, "last", &value->line_last);
        add_words(facts, "end", ends[value->line_end]);
    }
}

// Evaluates a position into inquiry->value, unless it is there already.
static enum kauri_status evaluate(struct kauri_inquiry *inquiry,
                                  const struct kauri_position *position, struct kauri_error *error)
{
    if (kauri_position_equal(&inquiry->value.position, position)) {
        return KAURI_OK;
    }
    inquiry->effort->seconds_each = inquiry->effort->seconds / 2; // later positions need the rest
    return kauri_evaluate(inquiry->tables, position, inquiry->effort, &inquiry->value, error);
}

static enum kauri_status check_result(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    const struct kauri_claim *claim = inquiry->claim;
    const struct kauri_position *position = &inquiry->ply->before;
    const struct kauri_evaluation *value = &inquiry->value;
    KAURI_PASS(evaluate(inquiry, position, error));
    add_value(inquiry->facts, value);
    add_results(inquiry->facts, "results", position, claim->rules, value->r);
    add_basis(inquiry->facts, inquiry->layers, value->nodes);
    // Even where the result is not decided, the bounds may exclude the one that is claimed.
    const enum kauri_result low = kauri_result_under(claim->rules, position, value->r.low);
    const enum kauri_result high = kauri_result_under(claim->rules, position, value->r.high);
    const bool possible = low <= claim->result && claim->result <= high;
    if (low == high || !possible) {
        inquiry->verdict = possible;
    }
    return KAURI_OK;
}

// Plays the numbers that are legal, adds them as a line, and returns how many there are.
static unsigned play_numbers(const struct kauri_inquiry *inquiry, struct kauri_position *last)
{
    const char *numbers = inquiry->claim->moves;
    int16_t holes[LINE_MAX];
    unsigned legal = 0;
    *last = inquiry->ply->after;
    for (; numbers[legal] != '\0' && legal < LINE_MAX; legal++) {
        const unsigned hole = (unsigned)(numbers[legal] - '1');
        if (hole >= last->holes || last->cowries[kauri_own_hole(last, hole)] == 0) {
            break;
        }
        holes[legal] = (int16_t)hole;
        (void)kauri_play(last, (int)hole);
    }
    add_line(inquiry->facts, "line", inquiry->ply->after, legal, holes);
    return legal;
}

static enum kauri_status check_numbers_legal(struct kauri_inquiry *inquiry,
                                             struct kauri_error *error)
{
    (void)error;
    struct kauri_facts *facts = inquiry->facts;
    struct kauri_position last;
    const char *numbers = inquiry->claim->moves;
    add_position(facts, "position", &inquiry->ply->after);
    const unsigned legal = play_numbers(inquiry, &last);
    const bool stuck = kauri_legal_moves(&last).count == 0;
    add_number(facts, "numbers", strlen(numbers));
    add_number(facts, "legal", legal);
    add_position(facts, "last", &last);
    add_answer(facts, "stuck", stuck);
    inquiry->verdict = numbers[legal] == '\0' && stuck && last.side == KAURI_SOUTH;
    return KAURI_OK;
}

// Adds a row on one number, compared with the moves of the tables.
static void add_ply(struct kauri_facts *table, const struct kauri_probe_result *probe,
                    const struct kauri_probe_move *move)
{
    const struct kauri_position *position = &probe->position;
    struct kauri_string best = {.bytes = NULL};
    for (unsigned i = 0; i < probe->move_count; i++) {
        if (probe->moves[i].best) {
            kauri_string_add(&best, "%s%c", i > 0 ? " " : "",
                             kauri_move_letter(position->side, probe->moves[i].hole));
        }
    }
    add_number(table, "ply", table->rows + 1);
    add_words(table, "side", kauri_side_name(position->side));
    add_number(table, "number", (uint64_t)move->hole + 1);
    add_line(table, "move", *position, 1, &(int16_t){(int16_t)move->hole});
    add_number(table, "plies_left", probe->value.dtc);
    add_number(table, "plies_left_with_move", move->value.dtc);
    add_answer(table, "keeps_result", move->value.r == probe->value.r);
    add_answer(table, "keeps_distance", move->best);
    add_string(table, "best", &best);
    add_position(table, "position", position);
    end_row(table);
}

static enum kauri_status check_numbers_best(struct kauri_inquiry *inquiry,
                                            struct kauri_error *error)
{
    struct kauri_facts *facts = inquiry->facts;
    struct kauri_position at;
    const char *numbers = inquiry->claim->moves;
    const size_t count = strlen(numbers);
    size_t keeping_result = 0, keeping_distance = 0, first_short = 0;
    add_position(facts, "position", &inquiry->ply->after);
    add_number(facts, "numbers", count);
    (void)play_numbers(inquiry, &at);
    if (inquiry->layers == 0) {
        return KAURI_OK;
    }
    at = inquiry->ply->after;
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result probe;
        unsigned m = 0;
        KAURI_PASS(kauri_probe_root(inquiry->tables, &at, &probe, error));
        if (i == 0) {
            add_bounds(facts, "r", (struct kauri_bounds){probe.value.r, probe.value.r});
            add_number(facts, "plies_left", probe.value.dtc);
        }
        while (m < probe.move_count && probe.moves[m].hole != numbers[i] - '1') {
            m++;
        }
        if (m == probe.move_count) {
            break;
        }
        const struct kauri_probe_move *move = &probe.moves[m];
        keeping_result += move->value.r == probe.value.r;
        keeping_distance += move->best;
        first_short = first_short == 0 && !move->best ? i + 1 : first_short;
        add_ply(inquiry->table, &probe, move);
        at = move->successor;
    }
    add_number(facts, "keeping_result", keeping_result);
    add_number(facts, "keeping_distance", keeping_distance);
    if (first_short > 0) {
        add_number(facts, "first_short", first_short);
    }
    add_basis(facts, 1, 0);
    inquiry->verdict = keeping_distance == count;
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
    unsigned player; // of the line
    int letter;      // the meaning of W
    struct kauri_position start;
    unsigned ways, broken;          // all ways, and those that break off
    unsigned even;                  // ways that end without seeds and with equal captures
    unsigned replies;               // moves of the opponent, greatest number on one way
    unsigned choices;               // positions in which the opponent has more than one move
    struct kauri_position position; // where the first way breaks off, or else the first one ends
    unsigned broken_at;             // the move of the line that is illegal there, from 1
    const char *fault;              // and why
    unsigned plies;                 // of the line, if there is one way only
    int16_t line[LINE_MAX];
};

struct note_way {
    struct kauri_position at;
    unsigned place; // of the next move of the line
    unsigned plies, replies;
};

// Why a move is illegal; NULL if it is legal. Without seeds the game is over (standard rules).
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
        reading->broken_at = way->place + 1;
        reading->fault = fault;
    }
    reading->ways++;
    reading->broken += fault != NULL;
    reading->even += fault == NULL && kauri_seeds(at) == 0 && at->score[0] == at->score[1];
    reading->replies = way->replies > reading->replies ? way->replies : reading->replies;
    reading->plies = way->plies;
}

static void follow(struct note_line *reading, struct note_way way);

static void play_on(struct note_line *reading, struct note_way way, int hole)
{
    reading->line[way.plies++] = (int16_t)hole;
    (void)kauri_play(&way.at, hole);
    follow(reading, way);
}

// Plays the next move of the line, or each reply that the opponent has.
static void follow(struct note_line *reading, struct note_way way)
{
    const char letter = reading->moves[way.place];
    const int hole = letter == 'W' ? reading->letter : letter - 'A';
    if (letter == '\0') {
        end_way(reading, &way, NULL);
    } else if (way.at.side != reading->player && kauri_seeds(&way.at) > 0) {
        struct kauri_valued_move replies[KAURI_HOLES_MAX];
        const unsigned count = kauri_moves_list(&way.at, replies);
        reading->choices += count > 1;
        way.replies += replies[0].hole != KAURI_MOVE_PASS;
        for (unsigned m = 1; m <= count; m++) { // the leftmost hole last
            play_on(reading, way, replies[m % count].hole);
        }
    } else if (hole == LETTER_NOTHING) {
        way.place++;
        follow(reading, way);
    } else if (fault_of(&way.at, hole) != NULL) {
        end_way(reading, &way, fault_of(&way.at, hole));
    } else {
        way.place++;
        play_on(reading, way, hole == LETTER_PASS ? KAURI_MOVE_PASS : hole);
    }
}

static struct note_line read_note(const struct kauri_inquiry *inquiry, unsigned number)
{
    const struct kauri_replay_ply *noted = inquiry->ply;
    struct note_line reading = {
        .moves = inquiry->claim->moves,
        .player = noted->before.side,
        .letter = (int)(number % LETTERS),
        .start = number < LETTERS ? noted->before : noted->after,
    };
    follow(&reading, (struct note_way){.at = reading.start});
    return reading;
}

// True if the opponent never has a choice, and the line ends without seeds and with equal captures.
static bool is_forced(const struct note_line *reading)
{
    return reading->choices == 0 && reading->even == reading->ways;
}

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
    end_row(table);
}

static enum kauri_status check_note_draws(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    (void)error;
    unsigned forced = 0;
    for (unsigned n = 0; n < READINGS; n++) {
        const struct note_line reading = read_note(inquiry, n);
        add_reading(inquiry->table, n, &reading);
        if (is_forced(&reading) && forced++ == 0) {
            add_position(inquiry->facts, "position", &reading.start);
            add_line(inquiry->facts, "line", reading.start, reading.plies, reading.line);
        }
    }
    add_number(inquiry->facts, "readings", READINGS);
    add_number(inquiry->facts, "forced", forced);
    inquiry->verdict = forced > 0;
    return KAURI_OK;
}

static enum kauri_status check_note_loses(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    struct kauri_facts *table = inquiry->table;
    size_t lost = 0;
    for (unsigned n = 0; inquiry->layers > 0 && n < READINGS; n++) {
        const struct note_line reading = read_note(inquiry, n);
        const struct kauri_position *last = &reading.position;
        struct kauri_value value;
        if (!is_forced(&reading)) {
            continue;
        }
        KAURI_PASS(kauri_probe_value(inquiry->tables, last, &value, error));
        const struct kauri_bounds r = {value.r, value.r};
        const enum kauri_result result = kauri_result_under(inquiry->claim->rules, last, value.r);
        lost += result == (last->side == reading.player ? KAURI_LOSS : KAURI_WIN);
        if (table->rows == 0) {
            add_position(inquiry->facts, "position", last);
        }
        add_line(table, "line", reading.start, reading.plies, reading.line);
        add_position(table, "position", last);
        add_bounds(table, "r", r);
        add_number(table, "plies_left", value.dtc);
        add_results(table, "result", last, inquiry->claim->rules, r);
        end_row(table);
    }
    if (table->rows > 0 && (lost == 0 || lost == table->rows)) {
        inquiry->verdict = lost > 0;
    }
    add_number(inquiry->facts, "endings", table->rows);
    add_number(inquiry->facts, "endings_lost", lost);
    add_basis(inquiry->facts, inquiry->layers > 0 ? 1 : 0, 0);
    return KAURI_OK;
}

// ---------------------------------------------------------------------- whole layers, and marks

enum { RANGE_POSITIONS = 8 << 20 }; // read at a time

// Reads the layer after those in the table until `end` (kauri_clock_seconds), and adds a row on its
// positions without a winner, those whose r is a multiple of 3, and their number to *draws.
static enum kauri_status count_draws(const struct kauri_inquiry *inquiry, double end, int16_t *r,
                                     uint64_t *draws, struct kauri_error *error)
{
    struct kauri_facts *table = inquiry->table;
    const unsigned seeds = (unsigned)table->rows;
    const struct kauri_tablebase_layer *layer;
    uint64_t zero = 0, others = 0;
    KAURI_PASS(kauri_tablebase_layer(inquiry->tables, seeds, &layer, error));
    const uint64_t positions = layer->index.positions;
    for (uint64_t first = 0; first < positions; first += RANGE_POSITIONS) {
        const uint64_t left = positions - first;
        const uint64_t count = left < RANGE_POSITIONS ? left : RANGE_POSITIONS;
        if (kauri_clock_seconds() >= end || kauri_progress_cancelled(inquiry->effort->progress)) {
            return KAURI_INTERRUPTED;
        }
        KAURI_PASS(kauri_layer_read(inquiry->tables, seeds, first, count, r, NULL, inquiry->threads,
                                    error));
        for (uint64_t i = 0; i < count; i++) {
            zero += r[i] == 0;
            others += r[i] != 0 && kauri_value_tiebreak(r[i]) == 0;
        }
    }
    add_number(table, "seeds", seeds);
    add_number(table, "positions", positions);
    add_number(table, "r_zero", zero);
    add_number(table, "other_multiples_of_3", others);
    end_row(table);
    *draws += zero + others;
    return KAURI_OK;
}

static enum kauri_status check_no_draws(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_effort *effort = inquiry->effort;
    const double begun = kauri_clock_seconds();
    const double end = begun + effort->seconds / 2; // the marks need the rest
    uint64_t draws = 0;
    int16_t *r = malloc(RANGE_POSITIONS * sizeof *r);
    if (r == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading layers");
    }
    while (status == KAURI_OK && inquiry->table->rows < inquiry->layers) {
        status = count_draws(inquiry, end, r, &draws, error);
    }
    free(r);
    effort->seconds -= kauri_clock_seconds() - begun;
    effort->seconds = effort->seconds > 0 ? effort->seconds : 0;
    if (status == KAURI_INTERRUPTED) {
        effort->interrupted = kauri_progress_cancelled(effort->progress);
        status = KAURI_OK;
    }
    add_number(inquiry->facts, "layers", inquiry->layers);
    add_number(inquiry->facts, "layers_read", inquiry->table->rows);
    add_number(inquiry->facts, "draws", draws);
    if (draws > 0 || (inquiry->table->rows > 0 && inquiry->table->rows == inquiry->layers)) {
        inquiry->verdict = draws == 0;
    }
    return status;
}

static enum kauri_verdict keeps(const struct kauri_rating *rating)
{
    return rating->worth == KAURI_WORTH_UNKNOWN ? KAURI_VERDICT_UNDECIDED
                                                : rating->worth != KAURI_WORTH_LOSES;
}

static enum kauri_verdict is_only(const struct kauri_rating *rating, unsigned moves)
{
    if (rating->worth == KAURI_WORTH_ONLY || (rating->worth == KAURI_WORTH_KEEPS && moves == 1)) {
        return KAURI_VERDICT_CONFIRMED;
    }
    return rating->worth == KAURI_WORTH_LOSES || rating->only_known ? KAURI_VERDICT_REFUTED
                                                                    : KAURI_VERDICT_UNDECIDED;
}

// Judges one mark and adds its row. Both marks are about the standard result: ! claims that the
// move keeps it, ? that it loses it.
static enum kauri_verdict judge_mark(unsigned game, const struct kauri_ply *ply,
                                     const struct kauri_evaluation *value,
                                     struct kauri_facts *table)
{
    const struct kauri_position *position = &value->position;
    const unsigned move = kauri_evaluation_place(value, ply->hole);
    const struct kauri_rating standard = kauri_evaluation_rate(value, move, KAURI_STANDARD);
    const struct kauri_rating tiebreaker = kauri_evaluation_rate(value, move, KAURI_TIEBREAKER);
    const enum kauri_verdict kept = keeps(&standard);
    const enum kauri_verdict verdict =
        kept == KAURI_VERDICT_UNDECIDED ? kept : kept == (ply->marks[0] == '!');
    char text[32];
    (void)snprintf(text, sizeof text, "%u%s%c", ply->number,
                   ply->side == KAURI_SOUTH ? ". " : "... ",
                   kauri_move_letter((enum kauri_side)ply->side, ply->hole));
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
    end_row(table);
    return verdict;
}

static enum kauri_status check_marks(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    unsigned verdicts[] = {0, 0, 0}; // by enum kauri_verdict
    uint64_t nodes = 0;
    for (size_t i = 0; i < inquiry->records.count; i++) {
        for (size_t p = 0; p < inquiry->replays[i].count; p++) {
            const struct kauri_replay_ply *played = &inquiry->replays[i].plies[p];
            if (played->ply.marks[0] == '\0') {
                continue;
            }
            KAURI_PASS(evaluate(inquiry, &played->before, error));
            verdicts[judge_mark(inquiry->records.records[i].number, &played->ply, &inquiry->value,
                                inquiry->table)]++;
            nodes += inquiry->value.nodes;
        }
    }
    add_number(inquiry->facts, "right", verdicts[KAURI_VERDICT_CONFIRMED]);
    add_number(inquiry->facts, "wrong", verdicts[KAURI_VERDICT_REFUTED]);
    add_number(inquiry->facts, "undecided", verdicts[KAURI_VERDICT_UNDECIDED]);
    add_basis(inquiry->facts, inquiry->layers, nodes);
    inquiry->verdict = verdicts[KAURI_VERDICT_REFUTED] > 0     ? KAURI_VERDICT_REFUTED
                       : verdicts[KAURI_VERDICT_UNDECIDED] > 0 ? KAURI_VERDICT_UNDECIDED
                                                               : KAURI_VERDICT_CONFIRMED;
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
                   "(another multiple of 3); every position is read; this does not decide "
                   "positions with more seeds",
        .check = check_no_draws,
    },
    {
        .sentence = "The marks ! and ? in games 1 to 4 are right.",
        .reading = "! claims that the move keeps the result with best play under the rules in "
                   "force (standard), ? that it loses the result; r is for the player who moves",
        .check = check_marks,
    },
};

static enum kauri_status find_place(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    const struct kauri_claim_place *place = &inquiry->claim->place;
    for (size_t i = 0; i < inquiry->records.count; i++) {
        const struct kauri_replay *replay = &inquiry->replays[i];
        for (size_t p = 0; p < replay->count; p++) {
            const struct kauri_ply *ply = &replay->plies[p].ply;
            if (inquiry->records.records[i].number == place->game && ply->number == place->move &&
                ply->side == place->side) {
                inquiry->ply = &replay->plies[p];
                return KAURI_OK;
            }
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "the text has no game %u with move %u of %s",
                      place->game, place->move, kauri_side_name(place->side));
}

static enum kauri_status check_claim(struct kauri_inquiry *inquiry, const struct kauri_claim *claim,
                                     struct kauri_finding *finding, struct kauri_error *error)
{
    struct kauri_facts *facts = inquiry->facts = &finding->facts;
    struct kauri_facts *table = inquiry->table = &finding->table;
    inquiry->claim = finding->claim = claim;
    inquiry->verdict = KAURI_VERDICT_UNDECIDED;
    facts->writer.out = &facts->json;
    table->writer.out = &table->json;
    table->in_rows = true;
    if (claim->place.game != 0) {
        KAURI_PASS(find_place(inquiry, error));
    }
    kauri_json_begin_object(&facts->writer, NULL);
    kauri_json_begin_array(&table->writer, NULL);
    KAURI_PASS(claim->check(inquiry, error));
    kauri_json_end(&table->writer);
    kauri_json_end(&facts->writer);
    finding->verdict = inquiry->verdict;
    table->text.failed |= table->heads.failed || table->json.failed;
    KAURI_PASS(kauri_string_check(facts->text.failed ? &facts->text : &facts->json, error));
    return kauri_string_check(&table->text, error);
}

enum kauri_status kauri_claims_check(struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    memset(findings, 0, count * sizeof *findings);
    KAURI_TRY(kauri_records_parse(inquiry->text, &inquiry->records, error));
    inquiry->replays = calloc(inquiry->records.count, sizeof *inquiry->replays);
    if (inquiry->replays == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the games of the article");
        goto cleanup;
    }
    for (size_t i = 0; i < inquiry->records.count; i++) {
        KAURI_TRY(kauri_replay_record(&inquiry->records.records[i], &inquiry->replays[i], error));
    }
    if (inquiry->tables != NULL) {
        const struct kauri_tablebase_layer *least;
        KAURI_TRY(kauri_tablebase_layer(inquiry->tables, 0, &least, error));
        inquiry->layers = kauri_tablebase_layer_count(inquiry->tables);
    }
    for (size_t i = 0; i < count; i++) {
        KAURI_TRY(check_claim(inquiry, &claims[i], &findings[i], error));
    }
cleanup:
    for (size_t i = 0; inquiry->replays != NULL && i < inquiry->records.count; i++) {
        kauri_replay_clear(&inquiry->replays[i]);
    }
    free(inquiry->replays);
    kauri_records_clear(&inquiry->records);
    return status;
}
