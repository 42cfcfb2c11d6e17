#include "games/engine/root_moves.h"

int kauri_root_move_clamp(const struct kauri_root_move *move, int estimate)
{
    const int low = KAURI_ESTIMATE_UNIT * move->line.r.low;
    const int high = KAURI_ESTIMATE_UNIT * move->line.r.high;
    return estimate < low ? low : estimate > high ? high : estimate;
}

void kauri_root_moves_raise(struct kauri_root_moves *root, unsigned from, unsigned to)
{
    const struct kauri_root_move move = root->moves[from];
    for (unsigned i = from; i > to; i--) {
        root->moves[i] = root->moves[i - 1];
    }
    root->moves[to] = move;
}

void kauri_root_moves_rank(struct kauri_root_moves *root, const struct kauri_position *position,
                           enum kauri_ruleset rules)
{
    enum kauri_result sure = KAURI_LOSS; // the best result that some move is sure of
    for (unsigned i = 0; i < root->count; i++) {
        const enum kauri_result low =
            kauri_result_under(rules, position, root->moves[i].line.r.low);
        sure = low > sure ? low : sure;
    }
    for (unsigned i = 0; i < root->count; i++) {
        struct kauri_root_move *move = &root->moves[i];
        const enum kauri_result low = kauri_result_under(rules, position, move->line.r.low);
        const enum kauri_result high = kauri_result_under(rules, position, move->line.r.high);
        move->rank = low == KAURI_WIN                    ? KAURI_ROOT_WON
                     : high < sure || high == KAURI_LOSS ? KAURI_ROOT_WORSE
                     : low < sure && high == sure        ? KAURI_ROOT_RISKY
                                                         : KAURI_ROOT_OPEN;
        move->line.estimate = kauri_root_move_clamp(move, move->line.estimate);
    }
    for (unsigned i = 1; i < root->count; i++) {
        unsigned at = i;
        while (at > 0 && root->moves[i].rank > root->moves[at - 1].rank) {
            at--;
        }
        kauri_root_moves_raise(root, i, at);
    }
}

// Returns whether a belongs before b. Of exact values, the sooner win and the later loss is better.
static bool is_before(const struct kauri_root_move *a, const struct kauri_root_move *b)
{
    if (a->rank != b->rank) {
        return a->rank > b->rank;
    }
    if (a->line.estimate != b->line.estimate) {
        return a->line.estimate > b->line.estimate;
    }
    if (a->measured && b->measured && a->line.estimate != 0) {
        return a->line.estimate > 0 ? a->dtc < b->dtc : a->dtc > b->dtc;
    }
    return false;
}

void kauri_root_moves_sort(struct kauri_root_moves *root, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        unsigned at = i;
        while (at > 0 && is_before(&root->moves[i], &root->moves[at - 1])) {
            at--;
        }
        kauri_root_moves_raise(root, i, at);
    }
}

unsigned kauri_root_moves_end_of_rank(const struct kauri_root_moves *root, unsigned place)
{
    unsigned end = place;
    while (end < root->count && root->moves[end].rank == root->moves[place].rank) {
        end++;
    }
    return end;
}

bool kauri_root_moves_are_decided(const struct kauri_root_moves *root, unsigned lines)
{
    for (unsigned i = 0; lines > 0 && i < kauri_root_moves_end_of_rank(root, lines - 1); i++) {
        if (!kauri_bounds_exact(root->moves[i].line.r)) {
            return false;
        }
    }
    return true;
}
