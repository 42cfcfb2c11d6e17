#include "studies/article/claim_waiting.h"

#include "queries/analysis/evaluate.h"
#include "records/replay_step.h"
#include "rules/notation.h"
#include "studies/article/claim_case.h"

// The hole of a letter of the line; false where the reading leaves the letter out.
static bool read_letter(char letter, int reading, int *hole)
{
    enum kauri_side side;
    if (letter != KAURI_ARTICLE_WAITING) {
        return kauri_letter_move(letter, &side, hole);
    }
    *hole = reading == KAURI_WAITING_PASS ? KAURI_MOVE_PASS : reading;
    return reading != KAURI_WAITING_NOTHING;
}

static bool may_play(const struct kauri_position *position, int hole)
{
    if (kauri_seeds(position) == 0) {
        return false; // under the standard rules the game is over
    }
    if (hole == KAURI_MOVE_PASS) {
        return kauri_must_pass(position);
    }
    return hole < position->holes &&
           position->cowries[kauri_own_hole(position, (unsigned)hole)] > 0;
}

// The line and who plays it.
struct plan {
    const struct kauri_article_line *line;
    unsigned player;
    int reading;
};

static void follow(const struct plan *plan, struct kauri_position at, unsigned place,
                   unsigned replies, struct kauri_waiting *waiting)
{
    while (place < plan->line->count) {
        int hole;
        if (at.side != plan->player && kauri_seeds(&at) > 0) {
            const struct kauri_moves moves = kauri_legal_moves(&at);
            waiting->choices += moves.count > 1 ? 1 : 0;
            for (unsigned m = 1; m < moves.count; m++) {
                struct kauri_position after = at;
                (void)kauri_play(&after, moves.hole[m]);
                follow(plan, after, place, replies + 1, waiting);
            }
            replies += moves.count > 0 ? 1 : 0;
            (void)kauri_play(&at, moves.count > 0 ? moves.hole[0] : KAURI_MOVE_PASS);
        } else if (!read_letter(plan->line->letter[place], plan->reading, &hole)) {
            place++;
        } else if (!may_play(&at, hole)) {
            waiting->broken = waiting->breaks == 0 ? at : waiting->broken;
            waiting->broken_at = waiting->breaks == 0 ? place : waiting->broken_at;
            waiting->breaks++;
            waiting->replies = replies > waiting->replies ? replies : waiting->replies;
            return;
        } else {
            (void)kauri_play(&at, hole);
            place++;
        }
    }
    waiting->replies = replies > waiting->replies ? replies : waiting->replies;
    waiting->last = waiting->endings == 0 ? at : waiting->last;
    waiting->endings++;
    waiting->even += kauri_seeds(&at) == 0 && at.score[0] == at.score[1] ? 1 : 0;
}

void kauri_waiting_play(const struct kauri_position *start, unsigned player,
                        const struct kauri_article_line *line, int letter,
                        struct kauri_waiting *waiting)
{
    const struct plan plan = {.line = line, .player = player, .reading = letter};
    *waiting = (struct kauri_waiting){.letter = letter};
    follow(&plan, *start, 0, 0, waiting);
}

bool kauri_waiting_forced(const struct kauri_waiting *waiting)
{
    return waiting->breaks == 0 && waiting->choices == 0 && waiting->endings > 0 &&
           waiting->even == waiting->endings;
}

void kauri_waiting_add_line(const struct kauri_position *start, unsigned player,
                            const struct kauri_article_line *line, int letter,
                            struct kauri_string *text)
{
    struct kauri_position at = *start;
    bool passed = false;
    for (unsigned place = 0; place < line->count;) {
        int hole;
        if (at.side != player) {
            const struct kauri_moves moves = kauri_legal_moves(&at);
            passed = moves.count == 0;
            if (!passed) {
                kauri_claim_add_move(text, &at, moves.hole[0], false);
            }
            (void)kauri_play(&at, passed ? KAURI_MOVE_PASS : moves.hole[0]);
        } else if (!read_letter(line->letter[place], letter, &hole)) {
            place++;
        } else if (!may_play(&at, hole)) {
            return;
        } else {
            kauri_claim_add_move(text, &at, hole, passed);
            (void)kauri_play(&at, hole);
            place++;
        }
    }
}

// The readings: where the line begins, and what the letter stands for. They are numbered in the
// order of the table.
struct variant {
    bool after; // the move that has the note, not in its place
    int letter;
};

static unsigned variant_count(const struct kauri_claim_case *set)
{
    return 2 * (set->note.holes + 2U);
}

static struct variant variant(const struct kauri_claim_case *set, unsigned number)
{
    const unsigned letters = set->note.holes + 2U;
    const unsigned letter = number % letters;
    return (struct variant){
        .after = number >= letters,
        .letter = letter < set->note.holes    ? (int)letter
                  : letter == set->note.holes ? KAURI_WAITING_PASS
                                              : KAURI_WAITING_NOTHING,
    };
}

static const struct kauri_position *variant_start(const struct kauri_claim_case *set,
                                                  struct variant tried)
{
    return tried.after ? &set->noted : &set->note;
}

static void play_variant(const struct kauri_claim_case *set, struct variant tried,
                         struct kauri_waiting *waiting)
{
    kauri_waiting_play(variant_start(set, tried), set->note.side, &set->line, tried.letter,
                       waiting);
}

static void add_letter(struct kauri_string *text, const struct kauri_position *start, int letter)
{
    if (letter == KAURI_WAITING_NOTHING) {
        kauri_string_add(text, "nothing");
    } else if (letter == KAURI_WAITING_PASS) {
        kauri_string_add(text, "a pass");
    } else {
        kauri_string_add(text, "%c", kauri_move_letter((enum kauri_side)start->side, letter));
    }
}

// Why the letter cannot be played where the line breaks.
static void add_break(struct kauri_string *text, const struct kauri_waiting *waiting,
                      const struct kauri_article_line *line)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    const bool pass = line->letter[waiting->broken_at] == KAURI_ARTICLE_WAITING &&
                      waiting->letter == KAURI_WAITING_PASS;
    const char *why = kauri_seeds(&waiting->broken) == 0 ? "the game is over"
                      : pass                             ? "who can move must move"
                                                         : "the hole holds no cowrie";
    kauri_string_add(text, "at move %u (%c), %s: %s", waiting->broken_at + 1,
                     line->letter[waiting->broken_at], why,
                     kauri_position_format(&waiting->broken, position));
}

// Replies are moves of the opponent; where he has none, he passes.
static const struct kauri_claim_column columns[] = {
    {"the noted move", "noted_move", KAURI_CELL_TEXT, false},
    {"W", "letter", KAURI_CELL_TEXT, false},
    {"most replies", "most_replies", KAURI_CELL_NUMBER, false},
    {"positions with a choice", "choices", KAURI_CELL_NUMBER, false},
    {"even captures", "even_captures", KAURI_CELL_TEXT, false},
    {"what happens", "outcome", KAURI_CELL_TEXT, true},
};

static void add_row(const struct kauri_claim_case *set, struct variant tried,
                    const struct kauri_waiting *waiting, struct kauri_string *table)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(table, "%s\t", tried.after ? "after it" : "in its place");
    add_letter(table, &set->note, waiting->letter);
    kauri_string_add(table, "\t%u\t%u", waiting->replies, waiting->choices);
    kauri_string_add(table, "\t%s\t",
                     waiting->even == 0 ? "no"
                     : waiting->breaks + waiting->endings == waiting->even
                         ? "yes"
                         : "against some replies");
    if (waiting->breaks > 0) {
        kauri_string_add(table, "%sbreaks ",
                         waiting->breaks + waiting->endings > 1 ? "one way " : "");
        add_break(table, waiting, &set->line);
    } else {
        kauri_string_add(table, "%sends at %s", waiting->endings > 1 ? "one way " : "",
                         kauri_position_format(&waiting->last, position));
    }
    kauri_string_add(table, "\n");
}

enum kauri_status kauri_claim_waiting(struct kauri_claim_case *set, struct kauri_claim *claim,
                                      struct kauri_error *error)
{
    (void)error;
    unsigned forced = 0;
    claim->claim = "Note (A): with a letter W that is no hole, the line leads to a draw.";
    claim->position_given = true;
    claim->position = set->note;
    kauri_string_add(&claim->reading, "%s plays ", kauri_side_name(set->note.side));
    for (size_t i = 0; i < set->line.count; i++) {
        kauri_string_add(&claim->reading, "%s%c", i == 0 ? "" : "-", set->line.letter[i]);
    }
    kauri_string_add(
        &claim->reading,
        " in place of the move that has the note, or after it; hyphens say that %s passes; W is "
        "tried as each hole, as a pass and as nothing, against every reply where %s "
        "has one",
        kauri_side_name(1U - set->note.side), kauri_side_name(1U - set->note.side));
    claim->columns = columns;
    claim->column_count = sizeof columns / sizeof columns[0];
    for (unsigned n = 0; n < variant_count(set); n++) {
        const struct variant tried = variant(set, n);
        struct kauri_waiting waiting;
        play_variant(set, tried, &waiting);
        add_row(set, tried, &waiting, &claim->table);
        if (!kauri_waiting_forced(&waiting)) {
            continue;
        }
        kauri_string_add(&claim->notes, "%s, W = ",
                         tried.after ? "after the noted move" : "in place of the noted move");
        add_letter(&claim->notes, &set->note, waiting.letter);
        kauri_string_add(&claim->notes, " reaches %u:%u; %s never has a choice\n",
                         waiting.last.score[0], waiting.last.score[1],
                         kauri_side_name(1U - set->note.side));
        if (forced++ == 0) {
            claim->position = *variant_start(set, tried);
            kauri_waiting_add_line(&claim->position, set->note.side, &set->line, waiting.letter,
                                   &claim->line);
        }
    }
    kauri_string_add(&claim->notes,
                     "%u of %u readings reach equal captures as written and without a choice for "
                     "%s\n",
                     forced, variant_count(set), kauri_side_name(1U - set->note.side));
    kauri_string_add(&claim->used, "rules");
    claim->verdict = forced > 0 ? KAURI_VERDICT_CONFIRMED : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

// What the position after one reading is worth in the cowrie phase.
static enum kauri_status weigh_ending(struct kauri_claim_case *set, struct kauri_claim *claim,
                                      const struct kauri_waiting *waiting,
                                      enum kauri_result *for_player, struct kauri_error *error)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    struct kauri_evaluation value;
    const enum kauri_status status =
        kauri_evaluate(set->request->tables, &waiting->last, NULL, &value, error);
    if (status != KAURI_OK) {
        return status;
    }
    const int r = value.r.low; // layer 0 is there: exact
    *for_player = kauri_tiebreak_result(&waiting->last, r);
    if (waiting->last.side != set->note.side) {
        *for_player = (enum kauri_result)(-(int)*for_player);
    }
    kauri_string_add(&claim->notes, "W = ");
    add_letter(&claim->notes, &set->note, waiting->letter);
    kauri_string_add(&claim->notes,
                     ": after the line %s, r = %d for %s; best play lasts %u plies; ",
                     kauri_position_format(&waiting->last, position), r,
                     kauri_side_name(waiting->last.side), value.dtc);
    kauri_string_add(&claim->notes, "a %s for %s, who plays the line, and a %s for %s\n",
                     kauri_result_name(*for_player), kauri_side_name(set->note.side),
                     kauri_result_name((enum kauri_result)(-(int)*for_player)),
                     kauri_side_name(1U - set->note.side));
    if (!claim->r_given) {
        claim->position = waiting->last;
        claim->position_given = true;
        claim->r = value.r;
        claim->r_given = true;
    }
    return KAURI_OK;
}

enum kauri_status kauri_claim_waiting_loss(struct kauri_claim_case *set, struct kauri_claim *claim,
                                           struct kauri_error *error)
{
    unsigned losses = 0;
    unsigned endings = 0;
    claim->claim = "Note (A): under the tie-breaker that line results in a loss.";
    if (kauri_claim_layers(set) == 0) {
        kauri_string_add(&claim->notes, "needs the table of the positions without seeds\n");
    }
    kauri_string_add(&claim->reading,
                     "a loss for %s, who plays the line, with best play of both sides after it, "
                     "for each reading of W that reaches equal captures without a choice",
                     kauri_side_name(set->note.side));
    for (unsigned n = 0; n < variant_count(set); n++) {
        struct kauri_waiting waiting;
        enum kauri_result result = KAURI_DRAW;
        play_variant(set, variant(set, n), &waiting);
        if (!kauri_waiting_forced(&waiting) || kauri_claim_layers(set) == 0) {
            continue;
        }
        const enum kauri_status status = weigh_ending(set, claim, &waiting, &result, error);
        if (status != KAURI_OK) {
            return status;
        }
        endings++;
        losses += result == KAURI_LOSS ? 1 : 0;
    }
    if (endings == 0 && kauri_claim_layers(set) > 0) {
        kauri_string_add(&claim->notes, "no reading reaches equal captures\n");
    } else if (endings > 0) {
        claim->verdict = losses == endings ? KAURI_VERDICT_CONFIRMED
                         : losses == 0     ? KAURI_VERDICT_REFUTED
                                           : KAURI_VERDICT_UNDECIDED;
    }
    kauri_string_add(&claim->used, "rules%s",
                     kauri_claim_layers(set) > 0 ? ", tables without seeds" : "");
    return KAURI_OK;
}
