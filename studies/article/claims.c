#include "studies/article/claims.h"

#include "common/size.h"
#include "rules/notation.h"
#include "studies/article/note_reading.h"

#include <stdlib.h>
#include <string.h>

const char *kauri_verdict_name(enum kauri_verdict verdict)
{
    static const char *const names[] = {
        [KAURI_VERDICT_UNDECIDED] = "undecided",
        [KAURI_VERDICT_CONFIRMED] = "confirmed",
        [KAURI_VERDICT_REFUTED] = "refuted",
    };
    return names[verdict];
}

// ----------------------------------------------------------------------------------------- facts

static void add(struct kauri_facts *facts, struct kauri_fact fact)
{
    struct kauri_fact *grown = realloc(facts->fact, (facts->count + 1) * sizeof *grown);
    if (grown == NULL) {
        facts->failed = true;
        free(fact.words);
        return;
    }
    facts->fact = grown;
    grown[facts->count++] = fact;
}

static void add_number(struct kauri_facts *facts, const char *name, uint64_t number)
{
    add(facts,
        (struct kauri_fact){.name = name, .kind = KAURI_FACT_NUMBER, .low = (int64_t)number});
}

static void add_bounds(struct kauri_facts *facts, const char *name, struct kauri_bounds bounds)
{
    add(facts,
        (struct kauri_fact){
            .name = name, .kind = KAURI_FACT_BOUNDS, .low = bounds.low, .high = bounds.high});
}

static void add_exact(struct kauri_facts *facts, const char *name, int value)
{
    add_bounds(facts, name, (struct kauri_bounds){value, value});
}

static void add_answer(struct kauri_facts *facts, const char *name, enum kauri_answer answer)
{
    add(facts, (struct kauri_fact){.name = name, .kind = KAURI_FACT_ANSWER, .low = answer});
}

static void add_words(struct kauri_facts *facts, const char *name, const char *words)
{
    char *copy = strdup(words);
    facts->failed = facts->failed || copy == NULL;
    add(facts, (struct kauri_fact){.name = name, .kind = KAURI_FACT_WORDS, .words = copy});
}

// Adds the text of a string, and clears it.
static void add_string(struct kauri_facts *facts, const char *name, struct kauri_string *words)
{
    facts->failed = facts->failed || words->failed;
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
    static const char *const verbs[] = {"loses", "draws", "wins"};
    const int low = kauri_result_under(rules, position, r.low);
    const int high = kauri_result_under(rules, position, r.high);
    struct kauri_string words = {.bytes = NULL};
    kauri_string_add(&words, "%s %s", kauri_side_name(position->side), verbs[low + 1]);
    for (int result = low + 1; result <= high; result++) {
        kauri_string_add(&words, "%s %s", result < high ? "," : " or", verbs[result + 1]);
    }
    add_string(facts, name, &words);
}

// Adds the means by which a verdict was reached: tables of 0 to `layers` - 1 seeds, and searches
// that expanded `nodes` positions.
static void add_basis(struct kauri_facts *facts, unsigned layers, uint64_t nodes)
{
    if (layers > 0) {
        add_bounds(facts, "seeds_in_tables", (struct kauri_bounds){0, (int32_t)layers - 1});
    }
    if (nodes > 0) {
        add_number(facts, "searched_positions", nodes);
    }
}

// Appends a move of the player to move to a line: "f A-B", with a hyphen for a pass.
static void write_move(struct kauri_string *line, const struct kauri_position *position, int hole)
{
    const char letter = kauri_move_letter((enum kauri_side)position->side, hole);
    const bool blank = line->length > 0 && letter != '-' && line->bytes[line->length - 1] != '-';
    kauri_string_add(line, "%s%c", blank ? " " : "", letter);
}

// Adds a line of moves by both players in turn.
static void add_line(struct kauri_facts *facts, struct kauri_position position, unsigned count,
                     const int16_t *holes)
{
    struct kauri_string line = {.bytes = NULL};
    for (unsigned i = 0; i < count; i++) {
        write_move(&line, &position, holes[i]);
        (void)kauri_play(&position, holes[i]);
    }
    add_string(facts, "line", &line);
}

void kauri_fact_write(const struct kauri_fact *fact, struct kauri_string *text)
{
    static const char *const answers[] = {"no", "yes", "undecided"};
    char count[KAURI_SIZE_TEXT_BYTES];
    switch (fact->kind) {
    case KAURI_FACT_NUMBER:
        kauri_string_add_text(text, kauri_format_count((uint64_t)fact->low, count));
        break;
    case KAURI_FACT_BOUNDS:
        kauri_string_add_number(text, fact->low);
        if (fact->high != fact->low) {
            kauri_string_add_text(text, " to ");
            kauri_string_add_number(text, fact->high);
        }
        break;
    case KAURI_FACT_ANSWER:
        kauri_string_add_text(text, answers[fact->low]);
        break;
    case KAURI_FACT_WORDS:
        kauri_string_add_text(text, fact->words);
        break;
    }
}

static void clear(struct kauri_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->fact[i].words);
    }
    free(facts->fact);
}

void kauri_findings_clear(struct kauri_finding *findings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        clear(&findings[i].facts);
        clear(&findings[i].table);
        findings[i] = (struct kauri_finding){.rows = 0};
    }
}

// ------------------------------------------------ the end of game 4, and the numbers after it

static void add_best_line(struct kauri_facts *facts, const struct kauri_evaluation *value)
{
    static const char *const ends[] = {
        [KAURI_LINE_SEEDS] = "no seeds are left",
        [KAURI_LINE_STUCK] = "the player to move has no move",
        [KAURI_LINE_UNLIMITED] = "positions repeat for ever",
        [KAURI_LINE_OPEN] = "not known",
    };
    add_line(facts, value->position, value->line_count, value->line);
    add_number(facts, "plies", value->line_count);
    add_number(facts, "searched_plies", value->line_table_from);
    add_position(facts, "last", &value->line_last);
    add_words(facts, "end", ends[value->line_end]);
}

static void add_value(struct kauri_facts *facts, const struct kauri_evaluation *value)
{
    static const char *const phases[] = {"lost", "drawn", "won"};
    add_position(facts, "position", &value->position);
    add_bounds(facts, "r", value->r);
    if (kauri_bounds_exact(value->r)) {
        add_exact(facts, "net", kauri_value_net(value->r.low));
        add_words(facts, "cowrie_phase", phases[kauri_value_tiebreak(value->r.low) + 1]);
    }
    if (value->line_count > 0) {
        add_best_line(facts, value);
    }
}

static enum kauri_status check_result(struct kauri_inquiry *inquiry, struct kauri_finding *finding,
                                      struct kauri_error *error)
{
    const struct kauri_claim *claim = finding->claim;
    const struct kauri_position *position = &inquiry->before;
    struct kauri_evaluation *value = &inquiry->value;
    struct kauri_effort *effort = inquiry->effort;
    if (!kauri_position_equal(&value->position, position)) {
        effort->seconds_each = effort->seconds / 2; // the other claims need the rest
        KAURI_PASS(kauri_evaluate(inquiry->tables, position, effort, value, error));
    }
    add_value(&finding->facts, value);
    add_results(&finding->facts, "results", position, claim->rules, value->r);
    add_basis(&finding->facts, inquiry->layers, value->nodes);
    // Even where the result is not decided, the bounds may exclude the one that is claimed.
    const enum kauri_result low = kauri_result_under(claim->rules, position, value->r.low);
    const enum kauri_result high = kauri_result_under(claim->rules, position, value->r.high);
    if (claim->result < low || claim->result > high) {
        finding->verdict = KAURI_VERDICT_REFUTED;
    } else if (low == high) {
        finding->verdict = KAURI_VERDICT_CONFIRMED;
    }
    return KAURI_OK;
}

// Plays the numbers from *position as far as they are legal, adds them as a line, and returns how
// many there are.
static size_t play_numbers(const char *numbers, struct kauri_position *position,
                           struct kauri_facts *facts)
{
    struct kauri_string line = {.bytes = NULL};
    size_t played = 0;
    for (; numbers[played] != '\0'; played++) {
        const unsigned hole = (unsigned)(numbers[played] - '1');
        if (hole >= position->holes || position->cowries[kauri_own_hole(position, hole)] == 0) {
            break;
        }
        write_move(&line, position, (int)hole);
        (void)kauri_play(position, (int)hole);
    }
    add_string(facts, "line", &line);
    return played;
}

static enum kauri_status check_numbers_legal(struct kauri_inquiry *inquiry,
                                             struct kauri_finding *finding,
                                             struct kauri_error *error)
{
    (void)error;
    struct kauri_facts *facts = &finding->facts;
    struct kauri_position last = inquiry->before;
    const char *numbers = finding->claim->moves;
    add_position(facts, "position", &last);
    const size_t legal = play_numbers(numbers, &last, facts);
    const bool stuck = kauri_legal_moves(&last).count == 0;
    add_number(facts, "numbers", strlen(numbers));
    add_number(facts, "legal", legal);
    add_position(facts, "last", &last);
    add_answer(facts, "stuck", stuck);
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
    struct kauri_string moves = {.bytes = NULL};
    add_number(table, "ply", ++finding->rows);
    add_words(table, "side", kauri_side_name(probe->position.side));
    add_number(table, "number", (uint64_t)move->hole + 1);
    write_move(&moves, &probe->position, move->hole);
    add_string(table, "move", &moves);
    add_number(table, "plies_left", probe->value.dtc);
    add_number(table, "plies_left_with_move", move->value.dtc);
    add_answer(table, "keeps_result", keeps_result);
    add_answer(table, "keeps_distance", move->best);
    for (unsigned i = 0; i < probe->move_count; i++) {
        if (probe->moves[i].best) {
            write_move(&moves, &probe->position, probe->moves[i].hole);
        }
    }
    add_string(table, "best", &moves);
    add_position(table, "position", &probe->position);
}

static enum kauri_status check_numbers_best(struct kauri_inquiry *inquiry,
                                            struct kauri_finding *finding,
                                            struct kauri_error *error)
{
    struct kauri_facts *facts = &finding->facts;
    struct kauri_position at = inquiry->before;
    const char *numbers = finding->claim->moves;
    const size_t count = strlen(numbers);
    size_t keeping_result = 0, keeping_distance = 0, first_short = 0;
    add_position(facts, "position", &at);
    add_number(facts, "numbers", count);
    (void)play_numbers(numbers, &at, facts);
    if (inquiry->layers == 0) {
        return KAURI_OK;
    }
    at = inquiry->before;
    for (size_t i = 0; i < count; i++) {
        struct kauri_probe_result probe;
        unsigned m = 0;
        KAURI_PASS(kauri_probe_root(inquiry->tables, &at, &probe, error));
        if (i == 0) {
            add_exact(facts, "r", probe.value.r);
            add_number(facts, "plies_left", probe.value.dtc);
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
    add_number(facts, "keeping_result", keeping_result);
    add_number(facts, "keeping_distance", keeping_distance);
    if (first_short > 0) {
        add_number(facts, "first_short", first_short);
    }
    add_basis(facts, 1, 0);
    finding->verdict = keeping_distance == count ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------- note (A)

static void add_reading(struct kauri_finding *finding, unsigned number,
                        const struct kauri_note_reading *reading)
{
    static const char *const letters[KAURI_NOTE_LETTERS] = {"A", "B", "C",      "D",
                                                            "E", "F", "a pass", "nothing"};
    struct kauri_facts *table = &finding->table;
    finding->rows++;
    add_words(table, "noted_move", number < KAURI_NOTE_LETTERS ? "in its place" : "after it");
    add_words(table, "letter", letters[reading->letter]);
    add_number(table, "most_replies", reading->replies);
    add_number(table, "choices", reading->choices);
    add_number(table, "ways", reading->ends + reading->breaks);
    add_number(table, "ways_even", reading->even);
    add_number(table, "ways_broken", reading->breaks);
    add_answer(table, "forced", kauri_note_is_forced(reading));
    struct kauri_string outcome = {.bytes = NULL};
    if (reading->breaks == 0) {
        kauri_string_add_text(&outcome, "ends");
    } else {
        kauri_string_add(&outcome, "%s at move %u (%c)", reading->fault, reading->broken_at,
                         reading->line[reading->broken_at - 1]);
    }
    add_string(table, "outcome", &outcome);
    add_position(table, "position", &reading->position);
}

static enum kauri_status check_note_draws(struct kauri_inquiry *inquiry,
                                          struct kauri_finding *finding, struct kauri_error *error)
{
    (void)error;
    unsigned forced = 0;
    for (unsigned n = 0; n < KAURI_NOTE_READINGS; n++) {
        const struct kauri_note_reading reading =
            kauri_note_read(finding->claim->moves, &inquiry->before, &inquiry->after, n);
        add_reading(finding, n, &reading);
        if (kauri_note_is_forced(&reading) && forced++ == 0) {
            add_position(&finding->facts, "position", &reading.start);
            add_line(&finding->facts, reading.start, reading.plies, reading.hole);
        }
    }
    add_number(&finding->facts, "readings", KAURI_NOTE_READINGS);
    add_number(&finding->facts, "forced", forced);
    finding->verdict = forced > 0 ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

static enum kauri_status check_note_loses(struct kauri_inquiry *inquiry,
                                          struct kauri_finding *finding, struct kauri_error *error)
{
    struct kauri_facts *table = &finding->table;
    size_t lost = 0;
    for (unsigned n = 0; inquiry->layers > 0 && n < KAURI_NOTE_READINGS; n++) {
        const struct kauri_note_reading reading =
            kauri_note_read(finding->claim->moves, &inquiry->before, &inquiry->after, n);
        const struct kauri_position *last = &reading.position;
        struct kauri_value value;
        if (!kauri_note_is_forced(&reading)) {
            continue;
        }
        KAURI_PASS(kauri_probe_value(inquiry->tables, last, &value, error));
        const enum kauri_result result = kauri_result_under(finding->claim->rules, last, value.r);
        lost += result == (last->side == reading.player ? KAURI_LOSS : KAURI_WIN) ? 1 : 0;
        if (finding->rows++ == 0) {
            add_position(&finding->facts, "position", last);
        }
        add_line(table, reading.start, reading.plies, reading.hole);
        add_position(table, "position", last);
        add_exact(table, "r", value.r);
        add_number(table, "plies_left", value.dtc);
        add_results(table, "result", last, finding->claim->rules,
                    (struct kauri_bounds){value.r, value.r});
    }
    if (finding->rows > 0) {
        finding->verdict = lost == finding->rows ? KAURI_VERDICT_CONFIRMED
                           : lost == 0           ? KAURI_VERDICT_REFUTED
                                                 : KAURI_VERDICT_UNDECIDED;
    }
    add_number(&finding->facts, "endings", finding->rows);
    add_number(&finding->facts, "endings_lost", lost);
    add_basis(&finding->facts, inquiry->layers > 0 ? 1 : 0, 0);
    return KAURI_OK;
}

// ---------------------------------------------------------------------- whole layers, and marks

enum { RANGE_POSITIONS = 8 << 20 }; // read at a time

// Reads layer `seeds` until `end` (kauri_clock_seconds) and adds a row on its positions without a
// winner, those whose r is a multiple of 3. *draws receives their number.
static enum kauri_status count_draws(const struct kauri_inquiry *inquiry, unsigned seeds,
                                     double end, struct kauri_facts *table, uint64_t *draws,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer;
    uint64_t zero = 0, others = 0;
    int16_t *r = malloc(RANGE_POSITIONS * sizeof *r);
    if (r == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading layer %u", seeds);
    }
    KAURI_TRY(kauri_tablebase_layer(inquiry->tables, seeds, &layer, error));
    const uint64_t positions = layer->index.positions;
    for (uint64_t first = 0; first < positions; first += RANGE_POSITIONS) {
        const uint64_t left = positions - first;
        const uint64_t count = left < RANGE_POSITIONS ? left : RANGE_POSITIONS;
        if (kauri_clock_seconds() >= end || kauri_progress_cancelled(inquiry->effort->progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading layer %u", seeds);
            goto cleanup;
        }
        KAURI_TRY(kauri_layer_read(inquiry->tables, seeds, first, count, r, NULL, inquiry->threads,
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
    *draws = zero + others;
cleanup:
    free(r);
    return status;
}

static enum kauri_status check_no_draws(struct kauri_inquiry *inquiry,
                                        struct kauri_finding *finding, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_effort *effort = inquiry->effort;
    const double begun = kauri_clock_seconds();
    const double end = begun + effort->seconds / 2; // the marks need the rest
    uint64_t draws = 0;
    while (status == KAURI_OK && finding->rows < inquiry->layers) {
        uint64_t more = 0;
        status = count_draws(inquiry, (unsigned)finding->rows, end, &finding->table, &more, error);
        finding->rows += status == KAURI_OK ? 1 : 0;
        draws += more;
    }
    const double left = effort->seconds - (kauri_clock_seconds() - begun);
    effort->seconds = left > 0 ? left : 0;
    if (status == KAURI_INTERRUPTED) {
        effort->interrupted = kauri_progress_cancelled(effort->progress);
        status = KAURI_OK;
    }
    add_number(&finding->facts, "layers", inquiry->layers);
    add_number(&finding->facts, "layers_read", finding->rows);
    add_number(&finding->facts, "draws", draws);
    if (draws > 0) {
        finding->verdict = KAURI_VERDICT_REFUTED;
    } else if (finding->rows > 0 && finding->rows == inquiry->layers) {
        finding->verdict = KAURI_VERDICT_CONFIRMED;
    }
    return status;
}

static enum kauri_answer keeps(const struct kauri_rating *rating)
{
    return rating->worth == KAURI_WORTH_UNKNOWN ? KAURI_ANSWER_UNDECIDED
           : rating->worth == KAURI_WORTH_LOSES ? KAURI_ANSWER_NO
                                                : KAURI_ANSWER_YES;
}

static enum kauri_answer is_only(const struct kauri_rating *rating, unsigned moves)
{
    if (rating->worth == KAURI_WORTH_ONLY || (rating->worth == KAURI_WORTH_KEEPS && moves == 1)) {
        return KAURI_ANSWER_YES;
    }
    return rating->worth == KAURI_WORTH_LOSES || rating->only_known ? KAURI_ANSWER_NO
                                                                    : KAURI_ANSWER_UNDECIDED;
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
    const enum kauri_answer claimed = ply->marks[0] == '!';
    const enum kauri_verdict verdict = keeps(&standard) == KAURI_ANSWER_UNDECIDED
                                           ? KAURI_VERDICT_UNDECIDED
                                       : keeps(&standard) == claimed ? KAURI_VERDICT_CONFIRMED
                                                                     : KAURI_VERDICT_REFUTED;
    struct kauri_string text = {.bytes = NULL};
    add_number(table, "game", game);
    kauri_string_add(&text, "%u%s%c", ply->number, ply->side == KAURI_SOUTH ? ". " : "... ",
                     kauri_move_letter((enum kauri_side)ply->side, ply->hole));
    add_string(table, "move", &text);
    add_words(table, "mark", ply->marks);
    add_words(table, "verdict", kauri_verdict_name(verdict));
    add_number(table, "seeds", value->seeds);
    add_bounds(table, "gives_away", kauri_evaluation_loss(value, move));
    add_results(table, "standard", position, KAURI_STANDARD, value->r);
    add_answer(table, "keeps_standard", keeps(&standard));
    add_answer(table, "only_standard", is_only(&standard, value->move_count));
    add_results(table, "tie_breaker", position, KAURI_TIEBREAKER, value->r);
    add_answer(table, "keeps_tie_breaker", keeps(&tiebreaker));
    add_answer(table, "only_tie_breaker", is_only(&tiebreaker, value->move_count));
    add_bounds(table, "r_before", value->r);
    add_bounds(table, "r_of_move", value->moves[move].r);
    add_position(table, "position", position);
    return verdict;
}

static enum kauri_status check_marks(struct kauri_inquiry *inquiry, struct kauri_finding *finding,
                                     struct kauri_error *error)
{
    struct kauri_effort *effort = inquiry->effort;
    struct kauri_evaluation value;
    unsigned verdicts[] = {0, 0, 0}; // by enum kauri_verdict
    uint64_t nodes = 0;
    for (size_t i = 0; i < inquiry->records.count; i++) {
        for (size_t p = 0; p < inquiry->replays[i].count; p++) {
            const struct kauri_replay_ply *played = &inquiry->replays[i].plies[p];
            if (played->ply.marks[0] == '\0') {
                continue;
            }
            effort->seconds_each = effort->seconds / 2; // later marks need the rest
            KAURI_PASS(kauri_evaluate(inquiry->tables, &played->before, effort, &value, error));
            verdicts[judge_mark(inquiry->records.records[i].number, &played->ply, &value,
                                &finding->table)]++;
            finding->rows++;
            nodes += value.nodes;
        }
    }
    add_number(&finding->facts, "right", verdicts[KAURI_VERDICT_CONFIRMED]);
    add_number(&finding->facts, "wrong", verdicts[KAURI_VERDICT_REFUTED]);
    add_number(&finding->facts, "undecided", verdicts[KAURI_VERDICT_UNDECIDED]);
    add_basis(&finding->facts, inquiry->layers, nodes);
    finding->verdict = verdicts[KAURI_VERDICT_REFUTED] > 0     ? KAURI_VERDICT_REFUTED
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
        .place = {.game = 4},
        .moves = "55443223155445513544552334455265",
        .check = check_numbers_legal,
    },
    {
        .sentence = "The 32 numbers are the strongest continuation.",
        .quote = "The strongest continuation is",
        .reading = "every ply keeps the result of the cowrie phase; the winner wins as soon as "
                   "possible and the loser holds out as long as possible",
        .place = {.game = 4},
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
        .rules = KAURI_TIEBREAKER,
        .check = check_no_draws,
    },
    {
        .sentence = "The marks ! and ? in games 1 to 4 are right.",
        .reading = "! claims that the move keeps the result with best play under the rules in "
                   "force (standard), ? that it loses the result; r is for the player who moves",
        .rules = KAURI_STANDARD,
        .check = check_marks,
    },
};

static enum kauri_status replay_games(struct kauri_inquiry *inquiry, struct kauri_error *error)
{
    KAURI_PASS(kauri_records_parse(inquiry->text, &inquiry->records, error));
    inquiry->replays = calloc(inquiry->records.count, sizeof *inquiry->replays);
    if (inquiry->replays == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the games of the article");
    }
    for (size_t i = 0; i < inquiry->records.count; i++) {
        KAURI_PASS(kauri_replay_record(&inquiry->records.records[i], &inquiry->replays[i], error));
    }
    return KAURI_OK;
}

static enum kauri_status find_place(struct kauri_inquiry *inquiry,
                                    const struct kauri_claim_place *place,
                                    struct kauri_error *error)
{
    for (size_t i = 0; i < inquiry->records.count; i++) {
        const struct kauri_replay *replay = &inquiry->replays[i];
        if (inquiry->records.records[i].number != place->game) {
            continue;
        }
        if (place->move == 0) {
            inquiry->before = inquiry->after = replay->end;
            return KAURI_OK;
        }
        for (size_t p = 0; p < replay->count; p++) {
            const struct kauri_ply *ply = &replay->plies[p].ply;
            if (ply->number == place->move && ply->side == place->side) {
                inquiry->before = replay->plies[p].before;
                inquiry->after = replay->plies[p].after;
                return KAURI_OK;
            }
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "the text has no game %u with move %u of %s",
                      place->game, place->move, kauri_side_name(place->side));
}

enum kauri_status kauri_claims_check(struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    memset(findings, 0, count * sizeof *findings);
    KAURI_TRY(replay_games(inquiry, error));
    if (inquiry->tables != NULL) {
        const struct kauri_tablebase_layer *least;
        KAURI_TRY(kauri_tablebase_layer(inquiry->tables, 0, &least, error));
        inquiry->layers = kauri_tablebase_layer_count(inquiry->tables);
    }
    for (size_t i = 0; i < count; i++) {
        findings[i].claim = &claims[i];
        if (claims[i].place.game != 0) {
            KAURI_TRY(find_place(inquiry, &claims[i].place, error));
        }
        KAURI_TRY(claims[i].check(inquiry, &findings[i], error));
        if (findings[i].facts.failed || findings[i].table.failed) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the findings");
            goto cleanup;
        }
    }
cleanup:
    for (size_t i = 0; inquiry->replays != NULL && i < inquiry->records.count; i++) {
        kauri_replay_clear(&inquiry->replays[i]);
    }
    free(inquiry->replays);
    kauri_records_clear(&inquiry->records);
    return status;
}
