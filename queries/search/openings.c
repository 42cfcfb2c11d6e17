#include "queries/search/openings.h"

#include "queries/packed/packed_board.h"

enum { LEAST = 3, MOST = 3 * KAURI_SEEDS_MAX + 1, PLIES_MOST = 2 };

static const char proof_e[] = "start-e.proof";
static const char proof_f[] = "start-f.proof";

static const struct {
    int8_t moves[PLIES_MOST]; // hole numbers from the start of the game, KAURI_MOVE_PASS: none
    int16_t low, high;
    const char *proof;
    uint64_t digest;
} openings[] = {
    {{4, KAURI_MOVE_PASS}, LEAST, MOST, proof_e, UINT64_C(0x3b023e035ec230a1)}, // 1. e
    {{4, 1}, -MOST, -LEAST, proof_e, UINT64_C(0x3b023e035ec230a1)},             // 1. e B
    {{5, KAURI_MOVE_PASS}, LEAST, MOST, proof_f, UINT64_C(0x5ff0cf62f2683f86)}, // 1. f
    {{5, 1}, -MOST, -LEAST, proof_f, UINT64_C(0x5ff0cf62f2683f86)},             // 1. f B
};

unsigned kauri_opening_count(void)
{
    return sizeof openings / sizeof openings[0];
}

struct kauri_opening kauri_opening(unsigned number)
{
    struct kauri_opening opening = {.position = kauri_start(KAURI_HOLES_MAX),
                                    .r = {openings[number].low, openings[number].high},
                                    .proof = openings[number].proof,
                                    .digest = openings[number].digest};
    for (unsigned ply = 0; ply < PLIES_MOST && openings[number].moves[ply] != KAURI_MOVE_PASS;
         ply++) {
        (void)kauri_play(&opening.position, openings[number].moves[ply]);
    }
    return opening;
}

void kauri_openings_narrow(const struct kauri_position *position, struct kauri_bounds *r)
{
    if (position->holes != KAURI_HOLES_MAX || kauri_seeds(position) != KAURI_SEEDS_MAX) {
        return; // nothing is captured in these moves
    }
    const struct kauri_packed board = kauri_pack(position);
    for (unsigned i = 0; i < kauri_opening_count(); i++) {
        const struct kauri_opening opening = kauri_opening(i);
        const struct kauri_packed known = kauri_pack(&opening.position);
        if (kauri_packed_equal(&board, &known)) {
            *r = kauri_bounds_both(*r, opening.r);
        }
    }
}
