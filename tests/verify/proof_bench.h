// What the tests of proofs share: a small board with its oracle and tables, a file for a proof, and
// the judgement of changed files.
#ifndef KAURI_TESTS_VERIFY_PROOF_BENCH_H
#define KAURI_TESTS_VERIFY_PROOF_BENCH_H

#include "queries/lookup/bounds.h"
#include "queries/prover/prover.h"
#include "tests/queries/solved_tables.h"
#include "tests/solver/oracle.h"
#include "verify/proof_check.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROOF_PATH_BYTES = TEMPORARY_BYTES + 16 };

// A board with its oracle and, up to `top`, tables; files go into `folder`.
struct proof_bench {
    struct kauri_shape shape;
    unsigned seeds; // the oracle knows positions with so many and fewer
    struct oracle *oracle;
    struct solved solved;
    struct kauri_tablebase *tables; // NULL: none
    struct kauri_prover *prover;    // NULL, or of the test; freed with the bench
    char folder[TEMPORARY_BYTES];
    char path[PROOF_PATH_BYTES]; // the proof
    bool is_citing;    // changed files are checked with the proofs in the folder that they cite
    unsigned accepted; // changed files
    unsigned refused;
    unsigned beyond; // accepted, but about a root with more seeds than the oracle knows
};

// `board`: holes, cowries, seeds. `top`: -1: no tables.
void proof_bench_make(struct proof_bench *bench, const unsigned board[3], int top);
void proof_bench_remove(struct proof_bench *bench);

// Gives the bench a prover of 1 MiB that knows nothing, in place of the one it has.
void proof_bench_new_prover(struct proof_bench *bench, uint64_t seed);

// The position of this index, modulo their number, in the layer with `seeds` seeds.
struct kauri_position proof_bench_position(const struct proof_bench *bench, unsigned seeds,
                                           uint64_t index);

// Has the proof checked: it must be accepted, and say this.
void proof_bench_accept(const struct proof_bench *bench, const struct kauri_position *position,
                        struct kauri_bounds r, uint64_t steps);

// All steps of the proof must be true.
void proof_bench_check_steps(const struct proof_bench *bench, const struct kauri_proof *proof);

// Has a changed proof checked: it must be refused with a message that names the file, or be true in
// everything that it says.
void proof_bench_judge(struct proof_bench *bench);

enum { PROOF_DIGEST_BYTES = 8 };

// Writes a proof: these bytes, and after them their digest, which the function returns. That is the
// work of a forger who knows the format.
uint64_t proof_bench_seal(const char *path, const void *bytes, size_t size);

// The same for a proof without moves, made by hand: `head` has the lines before "moves".
uint64_t proof_bench_seal_head(const char *path, const char *head);

// Changes every bit of a proof of `size` bytes, and every byte to some others, seals it again if
// `sealed`, and judges it.
void proof_bench_change_all(struct proof_bench *bench, const uint8_t *file, size_t size,
                            bool sealed);

// Reads a file of fewer than `capacity` bytes, and ends it with a zero byte. Returns its size.
size_t proof_bench_read(const char *path, void *bytes, size_t capacity);
void proof_bench_write(const char *path, const void *bytes, size_t size);

#endif
