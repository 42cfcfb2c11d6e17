#include "queries/analysis/guess.h"

#include <stdbool.h>

enum { INFINITE = 1 << 20 };

struct branch {
    struct kauri_position after;
    int gain; // seeds, own minus the opponent's
};

// Lists the moves, those that capture most first so that the others are more often cut off. A pass
// counts as a move.
static unsigned list(const struct kauri_position *position, struct branch branches[KAURI_HOLES_MAX])
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    const unsigned count = moves.count > 0 ? moves.count : 1;
    for (unsigned i = 0; i < count; i++) {
        struct branch branch = {.after = *position};
        const struct kauri_capture captured =
            kauri_play(&branch.after, moves.count > 0 ? moves.hole[i] : KAURI_MOVE_PASS);
        branch.gain = (int)captured.own - (int)captured.opponent;
        unsigned at = i;
        for (; at > 0 && branches[at - 1].gain < branch.gain; at--) {
            branches[at] = branches[at - 1];
        }
        branches[at] = branch;
    }
    return count;
}

// The player with more moves to choose from is a little better off.
static int rest(const struct kauri_position *position)
{
    struct kauri_position turned = *position;
    turned.side = (uint8_t)(1 - position->side);
    return (int)kauri_legal_moves(position).count - (int)kauri_legal_moves(&turned).count;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

// Negamax with alpha-beta pruning. Beyond `plies` only captures are searched, and a player may
// decline them. Without seeds there is nothing left to capture.
static int look(const struct kauri_position *position, int plies, int alpha, int beta)
{
    if (kauri_seeds(position) == 0 || plies <= -KAURI_GUESS_CAPTURES) {
        return rest(position);
    }
    const bool calm = plies <= 0;
    int best = calm ? rest(position) : -INFINITE;
    struct branch branches[KAURI_HOLES_MAX];
    const unsigned count = list(position, branches);
    for (unsigned i = 0; i < count && best < beta; i++) {
        if (calm && branches[i].gain <= 0) {
            break;
        }
        const int gain = KAURI_GUESS_SEED * branches[i].gain;
        const int floor = greater(alpha, best);
        best = greater(best, gain - look(&branches[i].after, plies - 1, gain - beta, gain - floor));
    }
    return best;
}

int kauri_guess(const struct kauri_position *position)
{
    return look(position, KAURI_GUESS_PLIES, -INFINITE, INFINITE);
}
