#include "queries/prover/branches.h"

#include <string.h>

void kauri_branch_probe(struct kauri_prover_worker *worker, struct kauri_branch *branch)
{
    const struct kauri_prover *prover = worker->prover;
    const struct kauri_position position = kauri_unpack(&branch->board, prover->shape.holes);
    int32_t r = 0;
    kauri_prover_note_probe(worker->prover, branch->seeds);
    worker->status = kauri_probe_r(prover->tables, &position, &r, &worker->error);
    if (worker->status != KAURI_OK) { // the question stays open
        kauri_prover_stop(worker->prover);
        return;
    }
    branch->low = (int16_t)r;
    branch->high = (int16_t)r;
    branch->efforts = kauri_efforts_answered(r >= branch->x);
}

// Looks for the position on the path since the last capture. `ply` is that of the new position.
static bool repeats(const struct kauri_prover_worker *worker, const struct kauri_branch *branch,
                    unsigned ply, unsigned segment, unsigned *at)
{
    if (worker->filter[kauri_prover_filter(branch->place)] == 0) {
        return false;
    }
    for (unsigned q = ply; q >= segment + 2;) {
        q -= 2;
        if (kauri_packed_equal(&worker->frames[q].board, &branch->board)) {
            *at = q - segment;
            return true;
        }
    }
    return false;
}

// The answer if the line is given up at the branch, or has come back to a position of the path: the
// player who needs more than 0 has not got it.
static void answer_against_progress(struct kauri_branch *branch)
{
    branch->efforts = kauri_efforts_answered(branch->x <= 0);
}

bool kauri_branch_read(const struct kauri_prover *prover, struct kauri_branch *branch)
{
    struct kauri_table_entry entry;
    if (!kauri_proof_table_load(&prover->table, branch->place, &entry)) {
        return false;
    }
    branch->low = entry.low;
    branch->high = entry.high;
    if (entry.low >= branch->x || entry.high < branch->x) {
        branch->efforts = kauri_efforts_answered(entry.low >= branch->x);
        memset(&branch->rests_on, 0, sizeof branch->rests_on);
    } else if (entry.x == branch->x) {
        branch->efforts = (struct kauri_efforts){entry.phi, entry.delta};
    } else {
        return false;
    }
    return true;
}

void kauri_branch_read_bounds(const struct kauri_prover *prover, struct kauri_branch *branch)
{
    struct kauri_table_entry entry;
    if (kauri_proof_table_load(&prover->table, branch->place, &entry)) {
        branch->low = entry.low;
        branch->high = entry.high;
    }
}

void kauri_frame_expand(struct kauri_prover_worker *worker, unsigned ply)
{
    struct kauri_prover *prover = worker->prover;
    struct kauri_frame *frame = &worker->frames[ply];
    const struct kauri_packed *board = &frame->board;
    uint64_t moves = kauri_packed_moves(board);
    frame->count = 0;
    if (moves == 0) { // a pass (R7)
        struct kauri_branch *branch = &frame->branches[frame->count++];
        branch->board = kauri_packed_pass(board);
        branch->seeds = frame->seeds;
        branch->gain = 0;
        branch->x = (int16_t)kauri_question_round(&prover->values, 1 - frame->x, frame->seeds);
    }
    for (; moves != 0; moves &= moves - 1) {
        struct kauri_branch *branch = &frame->branches[frame->count++];
        struct kauri_packed_move move;
        kauri_packed_play(&prover->sowing, board, kauri_packed_first(moves), &move);
        branch->board = move.board;
        branch->seeds = (uint8_t)(frame->seeds - move.gained - move.lost);
        branch->gain = (int8_t)(move.gained - move.lost);
        branch->x = (int16_t)kauri_question_round(
            &prover->values, kauri_question_after(frame->x, branch->gain), branch->seeds);
    }
    for (unsigned i = 0; i < frame->count; i++) {
        struct kauri_branch *branch = &frame->branches[i];
        branch->place = kauri_prover_place(prover, &branch->board);
        kauri_proof_table_prefetch(&prover->table, branch->place);
    }
    for (unsigned i = 0; i < frame->count; i++) {
        struct kauri_branch *branch = &frame->branches[i];
        unsigned at = 0;
        memset(&branch->rests_on, 0, sizeof branch->rests_on);
        branch->high = (int16_t)(3 * branch->seeds + 1);
        branch->low = (int16_t)-branch->high;
        if (kauri_question_trivial(&branch->board, branch->seeds, branch->x, &branch->efforts)) {
            continue;
        }
        if (prover->covered[branch->seeds]) {
            branch->efforts = kauri_efforts_of_table();
            continue;
        }
        if (!kauri_branch_read(prover, branch)) {
            branch->efforts =
                kauri_prover_first_numbers(prover, &branch->board, branch->seeds, branch->x);
        }
        if (!kauri_efforts_open(branch->efforts)) {
            continue;
        }
        const bool quiet = kauri_branch_is_quiet(frame, branch);
        if (quiet && repeats(worker, branch, ply + 1, frame->segment, &at)) {
            answer_against_progress(branch);
            kauri_path_set_add(&branch->rests_on, at);
        } else if ((quiet && ply + 1 - frame->segment >= prover->quiet) ||
                   ply + 2 >= KAURI_PROVER_DEPTH) {
            answer_against_progress(branch);
            kauri_path_set_add(&branch->rests_on, KAURI_PATH_SET_LIMIT);
        }
    }
}
