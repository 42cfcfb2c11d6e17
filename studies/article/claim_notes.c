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
        kauri_string_add(text, "; it repeats for ever at %u:%u", south, north);
        break;
    case KAURI_LINE_OPEN:
        kauri_string_add(text, "; nothing is known beyond it");
        break;
    }
}

static void note_value(struct notes *notes, const struct kauri_claim *claim)
{
    const struct kauri_claim_value *evidence = &claim->value;
    const unsigned side = claim->position.side;
    const struct kauri_bounds r = claim->r;
    if (kauri_bounds_exact(r)) {
        static const char *const ends[] = {"lost", "drawn", "won"};
        kauri_string_add(next(notes), "r = %d for %s: net %d, cowrie phase %s", r.low,
                         kauri_side_name(side), kauri_value_net(r.low),
                         ends[kauri_value_tiebreak(r.low) + 1]);
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
        kauri_string_add(line, "the line has %u plies, counting passes", claim->line.count);
        if (evidence->table_from < claim->line.count) {
            kauri_string_add(line, ": %u from the search, the rest from the tables",
                             evidence->table_from);
        }
        add_line_end(line, evidence);
    }
}

static void note_legal(struct notes *notes, const struct kauri_claim_legal *evidence)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add(next(notes), "%u of %u numbers are legal moves; the position after them is %s",
                     evidence->legal, evidence->numbers,
                     kauri_position_format(&evidence->last, position));
    kauri_string_add(next(notes), "%s is to move and has %s", kauri_side_name(evidence->last.side),
                     evidence->stuck ? "no move" : "a move");
}

static void note_first_short(struct kauri_string *text, unsigned number,
                             const struct kauri_claim_ply *ply)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    const enum kauri_side side = (enum kauri_side)ply->position.side;
    kauri_string_add(text,
                     "the first ply that falls short is ply %u, %s's %c in %s: %u plies are left "
                     "with best play, %u with this move; the best %s ",
                     number, kauri_side_name(side), kauri_move_letter(side, ply->hole),
                     kauri_position_format(&ply->position, position), ply->plies_left,
                     ply->plies_left_with_move, ply->best_count == 1 ? "move is" : "moves are");
    for (unsigned i = 0; i < ply->best_count; i++) {
        kauri_string_add(text, "%s%c", i == 0 ? "" : " ", kauri_move_letter(side, ply->best[i]));
    }
}

static void note_strongest(struct notes *notes, const struct kauri_claim *claim)
{
    const struct kauri_claim_strongest *evidence = &claim->strongest;
    if (evidence->tables_missing) {
        kauri_string_add(next(notes), "this needs the table of the positions without seeds");
        return;
    }
    if (claim->r_given) {
        kauri_string_add(
            next(notes), "with best play %s %s after %u plies; the article's line has %u plies",
            kauri_side_name(claim->position.side),
            claim->r.low < 0 ? "is left without a move" : "leaves the opponent without a move",
            evidence->plies_left, evidence->numbers);
    }
    if (evidence->short_found) {
        note_first_short(next(notes), evidence->first_short + 1,
                         &evidence->ply[evidence->first_short]);
    }
    kauri_string_add(next(notes),
                     "%u of %u plies keep the result, and %u of these also keep the distance",
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
            kauri_string_add(text, "with W = ");
            kauri_claim_add_letter(text, evidence->player, reading->outcome.letter);
            kauri_string_add(text,
                             ", %s the noted move, the line reaches %u:%u, and %s never has a "
                             "choice",
                             reading->after ? "after" : "in place of", score[KAURI_SOUTH],
                             score[KAURI_NORTH], opponent);
        }
    }
    kauri_string_add(next(notes),
                     "%u of %u readings reach%s equal captures as written without giving %s a "
                     "choice",
                     evidence->forced, evidence->count, evidence->forced == 1 ? "es" : "",
                     opponent);
}

static void note_waiting_loss(struct notes *notes, const struct kauri_claim_waiting_loss *evidence)
{
    static const char *const verbs[] = {"loses", "draws", "wins"};
    char position[KAURI_POSITION_TEXT_BYTES];
    const enum kauri_side player = evidence->player;
    if (evidence->tables_missing) {
        kauri_string_add(next(notes), "this needs the table of the positions without seeds");
    } else if (evidence->count == 0) {
        kauri_string_add(next(notes), "no reading reaches equal captures");
    }
    for (unsigned i = 0; i < evidence->count; i++) {
        const struct kauri_claim_ending *ending = &evidence->ending[i];
        struct kauri_string *text = next(notes);
        kauri_string_add(text, "W = ");
        kauri_claim_add_letter(text, player, ending->letter);
        kauri_string_add(text,
                         ": the line ends in %s, where r = %d for %s and best play lasts %u plies; "
                         "%s, who plays the line, %s there",
                         kauri_position_format(&ending->last, position), ending->r,
                         kauri_side_name(ending->last.side), ending->dtc, kauri_side_name(player),
                         verbs[ending->result + 1]);
    }
}

static void note_draws(struct notes *notes, const struct kauri_claim_draws *evidence)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    if (evidence->layers == 0) {
        kauri_string_add(next(notes), "this needs tables");
        return;
    }
    if (evidence->count < evidence->layers) {
        struct kauri_string *note = next(notes);
        kauri_string_add(note, "not checked, because %s: layer%s %u",
                         evidence->interrupted ? "the program was interrupted"
                                               : "the time was used up",
                         evidence->count + 1 < evidence->layers ? "s" : "", evidence->count);
        if (evidence->count + 1 < evidence->layers) {
            kauri_string_add(note, " to %u", evidence->layers - 1);
        }
    }
    if (evidence->count > 0) {
        kauri_string_add(next(notes),
                         "%s positions without a winner, counted by reading the tables",
                         kauri_format_count(evidence->draws, count));
    }
}

static void note_marks(struct notes *notes, const struct kauri_claim_marks *evidence)
{
    const unsigned marks = (unsigned)evidence->count;
    kauri_string_add(next(notes), "%u marks: %u right, %u wrong, %u undecided", marks,
                     evidence->right, evidence->wrong, evidence->undecided);
    kauri_string_add(
        next(notes),
        "%u moves marked !: %u known to be the only move that keeps the result, %u known "
        "not to be, %u undecided (standard rules)",
        evidence->good, evidence->only, evidence->not_only,
        evidence->good - evidence->only - evidence->not_only);
    kauri_string_add(
        next(notes), "%u marked moves: seeds given away by %u, none by %u, undecided for %u", marks,
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
