#include "studies/article/claim.h"

#include <stdlib.h>
#include <string.h>

const char *kauri_verdict_name(enum kauri_verdict verdict)
{
    switch (verdict) {
    case KAURI_VERDICT_UNDECIDED:
        return "undecided";
    case KAURI_VERDICT_CONFIRMED:
        return "confirmed";
    case KAURI_VERDICT_REFUTED:
        return "refuted";
    }
    return "unknown";
}

static unsigned line_of(const char *quote)
{
    const char *text = kauri_article_text();
    const char *at = quote != NULL ? strstr(text, quote) : NULL;
    unsigned line = at != NULL ? 1 : 0;
    for (; at != NULL && text < at; text++) {
        line += *text == '\n' ? 1 : 0;
    }
    return line;
}

struct kauri_claim_source kauri_claim_source(enum kauri_claim_id id)
{
    struct kauri_claim_source source = {.author = "Ralf Gering"};
    if (id <= KAURI_CLAIM_WAITING_LOSS) {
        source.game = KAURI_ARTICLE_GAME;
    }
    switch (id) {
    case KAURI_CLAIM_STANDARD:
        source.quote = "According to the new rules: draw!";
        source.move = KAURI_ARTICLE_MOVE;
        source.side = KAURI_SOUTH;
        break;
    case KAURI_CLAIM_TIEBREAKER:
        source.quote = "According to the old tie-breaker rules, Africa has more tempi and wins.";
        source.move = KAURI_ARTICLE_MOVE;
        source.side = KAURI_SOUTH;
        break;
    case KAURI_CLAIM_LEGAL:
    case KAURI_CLAIM_STRONGEST:
        source.quote = "The strongest continuation is: "
                       "5,5,4,4,3,2,2,3,1,5,5,4,4,5,5,1,3,5,4,4,5,5,2,3,3,4,4,5,5,2,6,5.";
        break;
    case KAURI_CLAIM_WAITING:
        source.quote = "According to the new rules a draw could be achieved by playing "
                       "E-D-E-A-B-C-W-D-E-F!";
        source.note = KAURI_ARTICLE_NOTE;
        break;
    case KAURI_CLAIM_WAITING_LOSS:
        source.quote =
            "However, according to the old rules (tie-breaker!) this would result in a loss!";
        source.note = KAURI_ARTICLE_NOTE;
        break;
    case KAURI_CLAIM_NO_DRAWS: // in the article's rules, which are not part of the text here
        source.quote = "If both players have captured the same number, the game continues until "
                       "one player can't move. His adversary is then declared the winner of the "
                       "game.";
        break;
    case KAURI_CLAIM_MARKS:
    case KAURI_CLAIM_COUNT:
        break;
    }
    if (source.note != '\0') { // of North's move 35
        source.move = KAURI_ARTICLE_MOVE;
        source.side = KAURI_NORTH;
    }
    source.line = line_of(source.quote);
    return source;
}

void kauri_claim_clear(struct kauri_claim *claim)
{
    if (claim != NULL) {
        if (claim->id == KAURI_CLAIM_MARKS) {
            free(claim->marks.mark);
        }
        *claim = (struct kauri_claim){0};
    }
}
