// A short form of the rules, and the position and move that explain them.
#ifndef KAURI_QUERIES_ANSWERS_RULES_TEXT_H
#define KAURI_QUERIES_ANSWERS_RULES_TEXT_H

// South's move f makes a capture of each kind.
#define KAURI_RULES_EXAMPLE "0,1+2,0+1,0,2,2+2/0+1,1,3,1+3,0,2+3 S 24:24"
enum { KAURI_RULES_EXAMPLE_HOLE = 5 };

// Paragraphs, each followed by an empty line: the rules, what stands above the board before the
// move, and what stands between it and the board after the move.
#define KAURI_RULES_TEXT                                                                           \
    "Two rows of six holes: a to f belong to South, A to F to North. At first each hole "          \
    "holds five seeds and one cowrie, and South moves first.\n\n"                                  \
    "  - In your turn, empty one of your holes that holds a cowrie, and sow "                      \
    "anticlockwise: first its seeds, one into each following hole, then its cowries, "             \
    "going on where the seeds ended. No hole is skipped.\n"                                        \
    "  - A cowrie that drops into an opponent's hole with seeds and no cowrie captures "           \
    "these seeds for you. The cowrie stays on the board.\n"                                        \
    "  - A seed that drops into an opponent's hole with cowries and no seed is captured "          \
    "by the opponent.\n"                                                                           \
    "  - While there are seeds, a player without a cowrie in their row passes.\n"                  \
    "  - The game ends when no seed is left on the board. Whoever has captured more "              \
    "seeds wins; equal captures are a draw. Under the tie-breaker rules, equal captures "          \
    "are played on with the cowries alone, and the player who has to move without a "              \
    "cowrie in their row loses.\n\n"
#define KAURI_RULES_TEXT_BEFORE                                                                    \
    "For example, South is to move, with 24 captured seeds each. (The captures stand "             \
    "beside the rows; 3 is three seeds, 2@ two cowries.)\n\n"
#define KAURI_RULES_TEXT_AFTER                                                                     \
    "\n"                                                                                           \
    "South plays f: the seeds drop into A and B, and the cowries into C and D. The seed "          \
    "in A meets a cowrie alone, and North captures it. The cowrie in C meets three seeds "         \
    "alone, and South captures them.\n\n"

#endif
