#include "studies/article/waiting.h"

#include "records/replay_step.h"
#include "rules/notation.h"

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

// The line and the player who plays it.
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

unsigned kauri_waiting_moves(const struct kauri_position *start, unsigned player,
                             const struct kauri_article_line *line, int letter, unsigned room,
                             int16_t *holes)
{
    struct kauri_position at = *start;
    unsigned count = 0;
    for (unsigned place = 0; place < line->count && count < room;) {
        int hole;
        if (at.side != player && kauri_seeds(&at) > 0) {
            const struct kauri_moves moves = kauri_legal_moves(&at);
            hole = moves.count > 0 ? moves.hole[0] : KAURI_MOVE_PASS;
        } else if (!read_letter(line->letter[place++], letter, &hole)) {
            continue;
        } else if (!may_play(&at, hole)) {
            break;
        }
        holes[count++] = (int16_t)hole;
        (void)kauri_play(&at, hole);
    }
    return count;
}
