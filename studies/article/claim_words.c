#include "studies/article/claim_words.h"

#include "rules/notation.h"

void kauri_claim_add_bounds(struct kauri_string *text, struct kauri_bounds bounds)
{
    if (kauri_bounds_exact(bounds)) {
        kauri_string_add(text, "%d", bounds.low);
    } else {
        kauri_string_add(text, "%d to %d", bounds.low, bounds.high);
    }
}

void kauri_claim_add_results(struct kauri_string *text, unsigned side, enum kauri_result low,
                             enum kauri_result high)
{
    static const char *const verbs[] = {"loses", "draws", "wins"};
    kauri_string_add(text, "%s %s", kauri_side_name(side), verbs[low + 1]);
    for (int result = (int)low + 1; result <= (int)high; result++) {
        kauri_string_add(text, "%s %s", result < (int)high ? "," : " or", verbs[result + 1]);
    }
}

void kauri_claim_add_moves(struct kauri_string *text, const struct kauri_position *position,
                           const struct kauri_claim_moves *moves)
{
    struct kauri_position at = *position;
    bool first = true;
    bool passed = false;
    for (unsigned i = 0; i < moves->count; i++) {
        const int hole = moves->hole[i];
        if (hole != KAURI_MOVE_PASS) {
            kauri_string_add(text, "%s%c",
                             first    ? ""
                             : passed ? "-"
                                      : " ",
                             kauri_move_letter((enum kauri_side)at.side, hole));
            first = false;
        }
        passed = hole == KAURI_MOVE_PASS;
        (void)kauri_play(&at, hole);
    }
}

void kauri_claim_add_letter(struct kauri_string *text, enum kauri_side player, int letter)
{
    if (letter == KAURI_WAITING_NOTHING) {
        kauri_string_add(text, "nothing");
    } else if (letter == KAURI_WAITING_PASS) {
        kauri_string_add(text, "a pass");
    } else {
        kauri_string_add(text, "%c", kauri_move_letter(player, letter));
    }
}

// The reason why the letter cannot be played where the line breaks.
static const char *reason(const struct kauri_article_line *line,
                          const struct kauri_waiting *waiting)
{
    if (kauri_seeds(&waiting->broken) == 0) {
        return "the game is over";
    }
    return line->letter[waiting->broken_at] == KAURI_ARTICLE_WAITING &&
                   waiting->letter == KAURI_WAITING_PASS
               ? "a player who can move must move"
               : "the hole holds no cowrie";
}

void kauri_claim_add_outcome(struct kauri_string *text, const struct kauri_article_line *line,
                             const struct kauri_waiting *waiting)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    if (waiting->breaks > 0) {
        kauri_string_add(text, "%sbreaks off at move %u (%c), because %s: %s",
                         waiting->breaks + waiting->endings > 1 ? "one way " : "",
                         waiting->broken_at + 1, line->letter[waiting->broken_at],
                         reason(line, waiting), kauri_position_format(&waiting->broken, position));
    } else {
        kauri_string_add(text, "%sends in %s", waiting->endings > 1 ? "one way " : "",
                         kauri_position_format(&waiting->last, position));
    }
}
