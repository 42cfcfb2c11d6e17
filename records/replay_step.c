#include "records/replay_step.h"

#include "rules/value.h"

bool kauri_must_pass(const struct kauri_position *position)
{
    return kauri_legal_moves(position).count == 0 && kauri_seeds(position) > 0;
}

enum kauri_fault kauri_step_check(const struct kauri_position *position,
                                  const struct kauri_ply *ply, bool *passes)
{
    struct kauri_position now = *position;
    *passes = false;
    if (now.side != ply->side) {
        if (!kauri_must_pass(&now)) {
            if (kauri_legal_moves(&now).count == 0) {
                return KAURI_FAULT_OVER;
            }
            return ply->joined ? KAURI_FAULT_HYPHEN : KAURI_FAULT_TURN;
        }
        *passes = true;
        (void)kauri_play(&now, KAURI_MOVE_PASS);
    } else if (ply->joined) {
        return KAURI_FAULT_JOIN;
    }
    if (ply->hole < 0 || ply->hole >= now.holes) {
        return KAURI_FAULT_HOLE;
    }
    // Over by R8; with equal captures, the game may continue by R9.
    if (kauri_seeds(&now) == 0 && (kauri_legal_moves(&now).count == 0 || kauri_lead(&now) != 0)) {
        return KAURI_FAULT_OVER;
    }
    return now.cowries[kauri_own_hole(&now, (unsigned)ply->hole)] > 0 ? KAURI_FAULT_NONE
                                                                      : KAURI_FAULT_COWRIE;
}

bool kauri_step_agrees(const struct kauri_ply *ply, struct kauri_capture captures)
{
    const struct kauri_capture none = {0};
    const struct kauri_capture written = ply->captures_written ? ply->captures : none;
    return written.own == captures.own && written.opponent == captures.opponent;
}

bool kauri_step_result_agrees(const struct kauri_written_result *result, const uint8_t score[2])
{
    if (!result->scored) {
        return true;
    }
    const bool straight = result->score[0] == score[0] && result->score[1] == score[1];
    const bool crossed = result->score[0] == score[1] && result->score[1] == score[0];
    return straight || (crossed && !result->sided);
}
