#include "studies/article/claim_notes.h"

#include "common/size.h"
#include "rules/notation.h"
#include "studies/article/claim_words.h"

// The strings being filled; `count` of them are in use.
struct notes {
    struct kauri_string *note;
    size_t count;
};

// The next statement.
static struct kauri_string *next(struct notes *notes)
{
    return &notes->note[notes->count++];
}

static void add_line_end(struct kauri_string *text, const struct kauri_claim_value *evidence)
{
    const struct kauri_position *last = &evidence->last;
    const unsigned south = last->score[KAURI_SOUTH];
    const unsigned north = last->score[KAURI_NORTH];
    switch (evidence->end) {
    case KAURI_LINE_SEEDS:
        kauri_string_add(text, "; it ends %u:%u", south, north);
        break;
    case KAURI_LINE_STUCK:
        kauri_string_add(text, "; it ends %u:%u with %s unable to move", south, north,
                         kauri_side_name(last->side));
        break;
    case KAURI_LINE_UNLIMITED:
        kauri_string_add(text, "; it goes round for ever at %u:%u", south, north);
        break;
    case KAURI_LINE_OPEN:
        kauri_string_add(text, "; no more is known then");
        break;
    }
}

static void note_value(struct notes *notes, const struct kauri_claim *claim)
{
    const struct kauri_claim_value *evidence = &claim->value;
    const unsigned side = claim->position.side;
    const struct kauri_bounds r = claim->r;
    if (kauri_bounds_exact(r)) {
        kauri_string_add(next(notes), "r = %d for %s: net %d, cowrie phase %s", r.low,
                         kauri_side_name(side), kauri_value_net(r.low),
                         kauri_result_name(kauri_result_of(kauri_value_tiebreak(r.low))));
    } else {
        kauri_string_add(next(notes), "r for %s is between %d and %d", kauri_side_name(side), r.low,
                         r.high);
    }
    struct kauri_string *results = next(notes);
    kauri_string_add(
        results, "%s rules: ", evidence->rules == KAURI_TIEBREAKER ? "tie-breaker" : "standard");
    kauri_claim_add_results(results, side, evidence->low, evidence->high);
    if (claim->line.count > 0) {
        struct kauri_string *line = next(notes);
        kauri_string_add(line, "the line has %u plies, passes counted", claim->line.count);
        if (evidence->table_from < claim->line.count) {
            kauri_string_add(line, ": %u found by the search, then those of the tables",
                             evidence->table_from);
        }
        add_line_end(line, evidence);
    }
}

static void note_legal(struct notes *notes, const struct kauri_claim_legal *evidence)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(next(notes), "%u of %u numbers are legal; the position then is %s",
                     evidence->legal, evidence->numbers,
                     kauri_position_format(&evidence->last, position));
    kauri_string_add(next(notes), "%s is to move and %s", kauri_side_name(evidence->last.side),
                     evidence->stuck ? "cannot" : "can");
}

static void note_first_short(struct kauri_string *text, unsigned number,
                             const struct kauri_claim_ply *ply)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    const enum kauri_side side = (enum kauri_side)ply->position.side;
    kauri_string_add(text,
                     "first falls short at ply %u, %s's %c in %s: %u plies are left with best "
                     "play, %u with this move; best is ",
                     number, kauri_side_name(side), kauri_move_letter(side, ply->hole),
                     kauri_position_format(&ply->position, position), ply->plies_left,
                     ply->plies_left_with_move);
    for (unsigned i = 0; i < ply->best_count; i++) {
        kauri_string_add(text, "%s%c", i == 0 ? "" : " ", kauri_move_letter(side, ply->best[i]));
    }
}

static void note_strongest(struct notes *notes, const struct kauri_claim *claim)
{
    const struct kauri_claim_strongest *evidence = &claim->strongest;
    if (evidence->tables_missing) {
        kauri_string_add(next(notes), "needs the table of the positions without seeds");
        return;
    }
    if (claim->r_given) {
        kauri_string_add(next(notes),
                         "with best play %s %s after %u plies; the article's line has %u",
                         kauri_side_name(claim->position.side),
                         claim->r.low < 0 ? "cannot move" : "leaves the opponent without a move",
                         evidence->plies_left, evidence->numbers);
    }
    if (evidence->short_found) {
        note_first_short(next(notes), evidence->first_short + 1,
                         &evidence->ply[evidence->first_short]);
    }
    kauri_string_add(next(notes), "%u of %u plies keep the result, %u keep the distance too",
                     evidence->keeping_result, evidence->numbers, evidence->keeping_distance);
}

static void note_waiting(struct notes *notes, const struct kauri_claim_waiting *evidence)
{
    const char *opponent = kauri_side_name(1U - evidence->player);
    for (unsigned i = 0; i < evidence->count; i++) {
        const struct kauri_claim_reading *reading = &evidence->reading[i];
        if (kauri_waiting_forced(&reading->outcome)) {
            const uint8_t *score = reading->outcome.last.score;
            struct kauri_string *text = next(notes);
            kauri_string_add(
                text,
                "%s, W = ", reading->after ? "after the noted move" : "in place of the noted move");
            kauri_claim_add_letter(text, evidence->player, reading->outcome.letter);
            kauri_string_add(text, " reaches %u:%u; %s never has a choice", score[KAURI_SOUTH],
                             score[KAURI_NORTH], opponent);
        }
    }
    kauri_string_add(next(notes),
                     "%u of %u readings reach equal captures as written and without a choice for "
                     "%s",
                     evidence->forced, evidence->count, opponent);
}

static void note_waiting_loss(struct notes *notes, const struct kauri_claim_waiting_loss *evidence)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    const enum kauri_side player = evidence->player;
    if (evidence->tables_missing) {
        kauri_string_add(next(notes), "needs the table of the positions without seeds");
    } else if (evidence->count == 0) {
        kauri_string_add(next(notes), "no reading reaches equal captures");
    }
    for (unsigned i = 0; i < evidence->count; i++) {
        const struct kauri_claim_ending *ending = &evidence->ending[i];
        struct kauri_string *text = next(notes);
        kauri_string_add(text, "W = ");
        kauri_claim_add_letter(text, player, ending->letter);
        kauri_string_add(text,
                         ": after the line %s, r = %d for %s; best play lasts %u plies; a %s for "
                         "%s, who plays the line, and a %s for %s",
                         kauri_position_format(&ending->last, position), ending->r,
                         kauri_side_name(ending->last.side), ending->dtc,
                         kauri_result_name(ending->result), kauri_side_name(player),
                         kauri_result_name((enum kauri_result)(-(int)ending->result)),
                         kauri_side_name(1U - player));
    }
}

static void note_draws(struct notes *notes, const struct kauri_claim_draws *evidence)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    if (evidence->layers == 0) {
        kauri_string_add(next(notes), "needs tables");
        return;
    }
    if (evidence->interrupted) {
        kauri_string_add(next(notes), "interrupted: not all tables were read");
    }
    kauri_string_add(next(notes), "%s positions without a decision, read from the tables",
                     kauri_format_count(evidence->draws, count));
}

static void note_marks(struct notes *notes, const struct kauri_claim_marks *evidence)
{
    const unsigned marks = (unsigned)evidence->count;
    kauri_string_add(next(notes), "of %u marks %u are right, %u wrong, %u undecided", marks,
                     evidence->right, evidence->wrong, evidence->undecided);
    kauri_string_add(next(notes),
                     "of %u moves marked ! %u are the only ones that keep the result, %u are not, "
                     "%u undecided (standard rules)",
                     evidence->good, evidence->only, evidence->not_only,
                     evidence->good - evidence->only - evidence->not_only);
    kauri_string_add(
        next(notes),
        "seeds given away by the %u marked moves: some by %u, none by %u, %u undecided", marks,
        evidence->giving, evidence->keeping, marks - evidence->giving - evidence->keeping);
}

size_t kauri_claim_add_notes(const struct kauri_claim *claim,
                             struct kauri_string note[KAURI_CLAIM_NOTES_MAX])
{
    struct notes notes = {.note = note};
    switch (claim->id) {
    case KAURI_CLAIM_STANDARD:
    case KAURI_CLAIM_TIEBREAKER:
        note_value(&notes, claim);
        break;
    case KAURI_CLAIM_LEGAL:
        note_legal(&notes, &claim->legal);
        break;
    case KAURI_CLAIM_STRONGEST:
        note_strongest(&notes, claim);
        break;
    case KAURI_CLAIM_WAITING:
        note_waiting(&notes, &claim->waiting);
        break;
    case KAURI_CLAIM_WAITING_LOSS:
        note_waiting_loss(&notes, &claim->waiting_loss);
        break;
    case KAURI_CLAIM_NO_DRAWS:
        note_draws(&notes, &claim->draws);
        break;
    case KAURI_CLAIM_MARKS:
        note_marks(&notes, &claim->marks);
        break;
    case KAURI_CLAIM_COUNT:
        break;
    }
    return notes.count;
}
