#include "queries/campaign/opening_proofs.h"

enum { LEAST = 3, MOST = 3 * KAURI_SEEDS_MAX + 1, PLIES_MAX = 2 };

// Proofs in a folder are those of a campaign: they cite others of the same folder.
static const char proof_start[] = "start/0e72f99dfba912bb.proof";
static const char proof_a[] = "start/5644072a888bb623.proof";
static const char proof_a_b[] = "start/0ae04cdad947d3f5.proof";
static const char proof_b[] = "start/5ff0f61c459805da.proof";
static const char proof_b_d[] = "start/5307f8fe799aa012.proof";
static const char proof_c[] = "start/521d76af5abc0a82.proof";
static const char proof_c_a[] = "start/2f902274675d95a7.proof";
static const char proof_d[] = "start/00b7d634a6fcf5ea.proof";
static const char proof_d_a[] = "start/feec74109ee78967.proof";
static const char proof_e[] = "start-e.proof";
static const char proof_f[] = "start-f.proof";

static const struct {
    int8_t moves[PLIES_MAX]; // hole numbers from the start of the game, KAURI_MOVE_PASS: none
    int16_t low, high;
    const char *proof;
    uint64_t digest;
} openings[] = {
    // The start of the game.
    {{KAURI_MOVE_PASS, KAURI_MOVE_PASS}, -MOST, -LEAST, proof_start, UINT64_C(0x0e72f99dfba912bb)},
    {{0, KAURI_MOVE_PASS}, LEAST, MOST, proof_a, UINT64_C(0x5644072a888bb623)}, // 1. a
    {{0, 1}, -MOST, -LEAST, proof_a_b, UINT64_C(0x0ae04cdad947d3f5)},           // 1. a B
    {{1, KAURI_MOVE_PASS}, LEAST, MOST, proof_b, UINT64_C(0x5ff0f61c459805da)}, // 1. b
    {{1, 3}, -MOST, -LEAST, proof_b_d, UINT64_C(0x5307f8fe799aa012)},           // 1. b D
    {{2, KAURI_MOVE_PASS}, LEAST, MOST, proof_c, UINT64_C(0x521d76af5abc0a82)}, // 1. c
    {{2, 0}, -MOST, -LEAST, proof_c_a, UINT64_C(0x2f902274675d95a7)},           // 1. c A
    {{3, KAURI_MOVE_PASS}, LEAST, MOST, proof_d, UINT64_C(0x00b7d634a6fcf5ea)}, // 1. d
    {{3, 0}, -MOST, -LEAST, proof_d_a, UINT64_C(0xfeec74109ee78967)},           // 1. d A
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
    for (unsigned ply = 0; ply < PLIES_MAX && openings[number].moves[ply] != KAURI_MOVE_PASS;
         ply++) {
        (void)kauri_play(&opening.position, openings[number].moves[ply]);
    }
    return opening;
}
