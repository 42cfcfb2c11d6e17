#include "cli/lookup/rules_text.h"

const char *kauri_rules_text(void)
{
    return "Two rows of six holes: a to f belong to South, A to F to North. At first each hole "
           "holds "
           "five seeds and one cowrie, and South moves first.\n\n"
           "  - In your turn, empty one of your holes that holds a cowrie, and sow anticlockwise: "
           "first its seeds, one into each following hole, then its cowries, going on where the "
           "seeds ended. No hole is skipped.\n"
           "  - A cowrie that drops into an opponent's hole with seeds and no cowrie captures "
           "these "
           "seeds for you. The cowrie stays on the board.\n"
           "  - A seed that drops into an opponent's hole with cowries and no seed is captured by "
           "the opponent.\n"
           "  - While there are seeds, a player without a cowrie in their row passes.\n"
           "  - The game ends when no seed is left on the board. Whoever has captured more seeds "
           "wins; equal captures are a draw. Under the tie-breaker rules, equal captures are "
           "played "
           "on with the cowries alone, and the player who has to move without a cowrie in their "
           "row "
           "loses.\n\n";
}

const char *kauri_rules_text_before(void)
{
    return "For example, South is to move, with 24 captured seeds each. (The captures stand beside "
           "the rows; 3 is three seeds, 2@ two cowries.)\n\n";
}

const char *kauri_rules_text_after(void)
{
    return "\nSouth plays f: the seeds drop into A and B, and the cowries into C and D. The seed "
           "in "
           "A meets a cowrie alone, and North captures it. The cowrie in C meets three seeds "
           "alone, "
           "and South captures them.\n\n";
}
