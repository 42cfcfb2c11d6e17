#include "studies/article/claim_text.h"

#include "common/size.h"
#include "rules/notation.h"
#include "studies/article/claim_words.h"

static const struct {
    const char *number;
    const char *sentence;
} heads[KAURI_CLAIM_COUNT] = {
    [KAURI_CLAIM_STANDARD] =
        {"1", "The position at move 35 of game 4 is a draw under the rules in force."},
    [KAURI_CLAIM_TIEBREAKER] =
        {"2", "In that position North has more tempi and wins under the old tie-breaker rules."},
    [KAURI_CLAIM_LEGAL] = {"3", "The 32 numbers can be played and leave South without a move."},
    [KAURI_CLAIM_STRONGEST] = {"4", "The 32 numbers are the strongest continuation."},
    [KAURI_CLAIM_WAITING] =
        {"5", "Note (A): the line, in which the letter W names no hole, leads to a draw."},
    [KAURI_CLAIM_WAITING_LOSS] =
        {"6", "Note (A): under the tie-breaker rules that line leads to a loss."},
    [KAURI_CLAIM_NO_DRAWS] = {"7", "Draws are impossible under the tie-breaker rules."},
    [KAURI_CLAIM_MARKS] = {"8", "The marks ! and ? in games 1 to 4 are right."},
};

const char *kauri_claim_number(enum kauri_claim_id id)
{
    return heads[id].number;
}

const char *kauri_claim_sentence(enum kauri_claim_id id)
{
    return heads[id].sentence;
}

static void add_tiebreaker(struct kauri_string *text, const struct kauri_claim_value *evidence)
{
    kauri_string_add(text, "the same position under the tie-breaker rules; \"Africa\", which \"has "
                           "more tempi and wins\", is not a player in the record ");
    if (evidence->winner_known) {
        kauri_string_add(text, "and is taken to be %s, who wins in the article's own continuation",
                         kauri_side_name(evidence->winner));
    } else {
        kauri_string_add(text, "and the article's own continuation names no winner, so it is "
                               "unclear who is meant");
    }
}

static void add_waiting(struct kauri_string *text, const struct kauri_claim_waiting *evidence)
{
    const char *opponent = kauri_side_name(1U - evidence->player);
    kauri_string_add(text, "%s plays ", kauri_side_name(evidence->player));
    for (size_t i = 0; i < evidence->line.count; i++) {
        kauri_string_add(text, "%s%c", i == 0 ? "" : "-", evidence->line.letter[i]);
    }
    kauri_string_add(text,
                     " instead of the move with the note, or after it; the hyphens mean that %s "
                     "passes; W is tried as every hole, as a pass and as nothing, against every "
                     "reply that %s has",
                     opponent, opponent);
}

static void add_draws(struct kauri_string *text, const struct kauri_claim_draws *evidence)
{
    if (evidence->layers == 0) {
        kauri_string_add(text, "no position has r = 0");
        return;
    }
    kauri_string_add(text,
                     "no position with at most %u seeds on the board has r = 0 or a cowrie phase "
                     "that nobody wins (r a multiple of 3); this does not decide positions with "
                     "more seeds",
                     evidence->layers - 1);
}

static void add_reading(struct kauri_string *text, const struct kauri_claim *claim,
                        const struct kauri_claim_text *made)
{
    switch (claim->id) {
    case KAURI_CLAIM_STANDARD:
        kauri_string_add(text,
                         "game 4 before South's move %d (%s to move), standard rules, best play by "
                         "both sides%s",
                         KAURI_ARTICLE_MOVE, kauri_side_name(claim->position.side),
                         claim->value.inserted ? "; the move missing from the record is restored"
                                               : "");
        break;
    case KAURI_CLAIM_TIEBREAKER:
        add_tiebreaker(text, &claim->value);
        break;
    case KAURI_CLAIM_LEGAL:
        kauri_string_add(text,
                         "played from the end of game 4 with %s to move, the numbers are the "
                         "mover's holes from the mover's left, a to f and A to F: %s",
                         kauri_side_name(claim->position.side), kauri_string_text(&made->line));
        break;
    case KAURI_CLAIM_STRONGEST:
        kauri_string_add(text, "every ply keeps the result of the cowrie phase; the winner wins as "
                               "soon as possible and the loser holds out as long as possible");
        break;
    case KAURI_CLAIM_WAITING:
        add_waiting(text, &claim->waiting);
        break;
    case KAURI_CLAIM_WAITING_LOSS:
        kauri_string_add(
            text,
            "%s, who plays the line, loses with best play by both sides after it, for "
            "every reading of W that reaches equal captures without giving %s a choice",
            kauri_side_name(claim->waiting_loss.player),
            kauri_side_name(1U - claim->waiting_loss.player));
        break;
    case KAURI_CLAIM_NO_DRAWS:
        add_draws(text, &claim->draws);
        break;
    case KAURI_CLAIM_MARKS:
        kauri_string_add(text, "! claims that the move keeps the result with best play under the "
                               "rules in force (standard), ? that it loses the result; the table "
                               "also shows whether it is the only move that keeps the result, how "
                               "many seeds it gives away, and the same under the tie-breaker "
                               "rules; r is for the player who moves");
        break;
    case KAURI_CLAIM_COUNT:
        break;
    }
}

static void add_value(struct kauri_string *text, struct kauri_bounds r)
{
    kauri_string_add(text, kauri_bounds_exact(r) ? "r = " : "r from ");
    kauri_claim_add_bounds(text, r);
}

static void add_used(struct kauri_string *text, const struct kauri_claim_basis *basis)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    if (basis->rules) {
        kauri_string_add(text, "rules%s", basis->layers > 0 ? ", " : "");
    }
    if (basis->layers == 1) {
        kauri_string_add(text, "table of positions without seeds");
    } else if (basis->layers > 1) {
        kauri_string_add(text, "tables of 0 to %u seeds", basis->layers - 1);
    }
    if (basis->searched) {
        kauri_string_add(text, ", search (%s positions)", kauri_format_count(basis->nodes, count));
    }
}

enum kauri_status kauri_claim_text_make(const struct kauri_claim *claim,
                                        struct kauri_claim_text *text, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *text = (struct kauri_claim_text){.note_count = 0};
    kauri_claim_add_moves(&text->line, &claim->position, &claim->line);
    add_reading(&text->reading, claim, text);
    if (claim->r_given) {
        add_value(&text->value, claim->r);
    }
    add_used(&text->used, &claim->basis);
    text->note_count = kauri_claim_add_notes(claim, text->note);
    KAURI_TRY(kauri_string_check(&text->line, error));
    KAURI_TRY(kauri_string_check(&text->reading, error));
    KAURI_TRY(kauri_string_check(&text->value, error));
    KAURI_TRY(kauri_string_check(&text->used, error));
    for (size_t i = 0; i < text->note_count; i++) {
        KAURI_TRY(kauri_string_check(&text->note[i], error));
    }
cleanup:
    return status;
}

void kauri_claim_text_clear(struct kauri_claim_text *text)
{
    if (text == NULL) {
        return;
    }
    kauri_string_clear(&text->line);
    kauri_string_clear(&text->reading);
    kauri_string_clear(&text->value);
    kauri_string_clear(&text->used);
    for (size_t i = 0; i < text->note_count; i++) {
        kauri_string_clear(&text->note[i]);
    }
    *text = (struct kauri_claim_text){.note_count = 0};
}
