// A position in two vector registers, for searches that play millions of moves per second.
//
// Lanes 0 .. holes-1 are the mover's holes and lanes 8 .. 8+holes-1 the opponent's, each in sowing
// order, so that giving the turn to the other side exchanges the two halves. Sowing adds a vector
// that depends only on the hole and the number of counters. Captures are masks: all seeds of a move
// are sown before its cowries, so an opponent's hole with cowries and no seeds loses every seed
// dropped there (R4), and one without cowries loses its seeds to the first cowrie (R5), in whatever
// order the holes are visited. rules/board.c plays the same moves counter by counter;
// tests/queries/test_prover.c compares the two.
//
// The vectors are those of GCC and Clang, which become SSE2 on every x86-64 processor, NEON on ARM
// and plain 64-bit arithmetic elsewhere. Pure functions on constant data: thread-safe.
#ifndef KAURI_QUERIES_PACKED_PACKED_BOARD_H
#define KAURI_QUERIES_PACKED_PACKED_BOARD_H

#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_LANES = 16, KAURI_LANES_HALF = 8 };

typedef uint8_t kauri_lanes __attribute__((vector_size(16)));
typedef uint64_t kauri_halves __attribute__((vector_size(16)));

// A position as its player to move sees it, without the score. Unused lanes are 0.
struct kauri_packed {
    kauri_lanes seeds;
    kauri_lanes cowries;
};

// The vectors that moves add on boards with `holes` holes in a row; made by kauri_sowing_init.
// About 21 KiB.
struct kauri_sowing {
    unsigned holes;
    kauri_lanes opponent;                // lanes of the opponent: 255; others: 0
    kauri_lanes lifted[KAURI_HOLES_MAX]; // 0 in the hole, 255 elsewhere
    kauri_lanes seeds[KAURI_HOLES_MAX][KAURI_SEEDS_MAX + 1]; // by hole and number of seeds sown
                                                             // from it: what each hole receives
    // By hole, place of its last seed, and number of cowries sown after that: what each hole
    // receives.
    kauri_lanes cowries[KAURI_HOLES_MAX][KAURI_BOARD_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    uint8_t end[KAURI_HOLES_MAX][KAURI_SEEDS_MAX + 1]; // by hole and number of seeds: the hole of
                                                       // the last seed in sowing order
};

// Makes the vectors for boards with `holes` holes in a row, 1..6.
void kauri_sowing_init(struct kauri_sowing *sowing, unsigned holes);

struct kauri_packed kauri_pack(const struct kauri_position *position);
// The position with South to move and score 0:0.
struct kauri_position kauri_unpack(const struct kauri_packed *board, unsigned holes);

// Converts eight lanes to a number with the first lane in the lowest byte, or back.
static inline uint64_t kauri_first_lowest(uint64_t half)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return half;
#else
    return __builtin_bswap64(half);
#endif
}

// The mover's row and the opponent's, one hole per byte, the first in the lowest.
static inline uint64_t kauri_own_half(kauri_lanes lanes)
{
    return kauri_first_lowest(((kauri_halves)lanes)[0]);
}
static inline uint64_t kauri_other_half(kauri_lanes lanes)
{
    return kauri_first_lowest(((kauri_halves)lanes)[1]);
}

// The lanes with these halves.
static inline kauri_lanes kauri_lanes_of(uint64_t own, uint64_t other)
{
    return (kauri_lanes)(kauri_halves){kauri_first_lowest(own), kauri_first_lowest(other)};
}

// The sum of eight bytes, which must be below 256.
static inline unsigned kauri_byte_sum(uint64_t bytes)
{
    return (unsigned)((bytes * UINT64_C(0x0101010101010101)) >> 56);
}

// A shuffle rather than a new vector of the two halves: GCC 12 vectorizes two of those in a row to
// wrong code (-ftree-slp-vectorize, as in -O2).
static inline kauri_lanes kauri_exchange(kauri_lanes lanes)
{
#ifdef __clang__
    return (kauri_lanes)__builtin_shufflevector((kauri_halves)lanes, (kauri_halves)lanes, 1, 0);
#else
    return (kauri_lanes)__builtin_shuffle((kauri_halves)lanes, (kauri_halves){1, 0});
#endif
}

static inline unsigned kauri_packed_seeds(const struct kauri_packed *board)
{
    return kauri_byte_sum(kauri_own_half(board->seeds) + kauri_other_half(board->seeds));
}

// Returns a word with bit 8i+7 set for each byte i that is not 0; bytes must be below 129.
static inline uint64_t kauri_byte_occupied(uint64_t bytes)
{
    return (bytes + UINT64_C(0x7f7f7f7f7f7f7f7f)) & UINT64_C(0x8080808080808080);
}

// The holes that may be moved: bit 8h+7 for hole h. 0: the mover passes, or the game is over.
static inline uint64_t kauri_packed_moves(const struct kauri_packed *board)
{
    return kauri_byte_occupied(kauri_own_half(board->cowries));
}

// The number of holes in a set of moves.
static inline unsigned kauri_packed_count(uint64_t moves)
{
    return kauri_byte_sum(moves >> 7);
}

// The lowest hole of a set of moves, which must not be empty.
static inline unsigned kauri_packed_first(uint64_t moves)
{
    return (unsigned)__builtin_ctzll(moves) / 8;
}

// A move played: the position after it, as the opponent sees it, and the captures.
struct kauri_packed_move {
    struct kauri_packed board;
    uint8_t gained; // seeds captured by the mover
    uint8_t lost;
};

// Plays a hole that holds a cowrie.
static inline void kauri_packed_play(const struct kauri_sowing *sowing,
                                     const struct kauri_packed *before, unsigned hole,
                                     struct kauri_packed_move *move)
{
    const kauri_lanes none = {0};
    const unsigned seed_count = before->seeds[hole];
    const kauri_lanes drops = sowing->seeds[hole][seed_count];
    const kauri_lanes cowrie_drops =
        sowing->cowries[hole][sowing->end[hole][seed_count]][before->cowries[hole]];
    kauri_lanes seeds = before->seeds & sowing->lifted[hole];
    kauri_lanes cowries = before->cowries & sowing->lifted[hole];
    const kauri_lanes uncovered = (kauri_lanes)(cowries == none) & sowing->opponent;
    const kauri_lanes losing = (kauri_lanes)(seeds == none) & sowing->opponent & ~uncovered;
    const kauri_lanes taking = uncovered & (kauri_lanes)(cowrie_drops != none);
    const kauri_lanes lost = drops & losing;
    seeds = (seeds + drops) & ~losing;
    const kauri_lanes gained = seeds & taking;
    seeds &= ~taking;
    cowries += cowrie_drops;
    move->board.seeds = kauri_exchange(seeds);
    move->board.cowries = kauri_exchange(cowries);
    move->gained = (uint8_t)kauri_byte_sum(kauri_other_half(gained));
    move->lost = (uint8_t)kauri_byte_sum(kauri_other_half(lost));
}

// The position after a pass (R7).
static inline struct kauri_packed kauri_packed_pass(const struct kauri_packed *before)
{
    return (struct kauri_packed){kauri_exchange(before->seeds), kauri_exchange(before->cowries)};
}

static inline bool kauri_packed_equal(const struct kauri_packed *one,
                                      const struct kauri_packed *other)
{
    const kauri_halves differ =
        (kauri_halves)(one->seeds ^ other->seeds) | (kauri_halves)(one->cowries ^ other->cowries);
    return (differ[0] | differ[1]) == 0;
}

#endif
