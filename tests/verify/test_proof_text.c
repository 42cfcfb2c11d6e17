// Reading proofs: the cost of hostile files, and the look-up of steps.
#include "tests/test.h"

#include "rules/notation.h"
#include "tests/rules/positions.h"
#include "tests/temporary.h"
#include "verify/proof_check.h"
#include "verify/proof_text.h"

#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 16 };

// A folder for one file.
struct place {
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
};

static void place_make(struct place *place)
{
    temporary_make(place->folder);
    (void)snprintf(place->path, PATH_BYTES, "%s/proof", place->folder);
}

static void place_remove(struct place *place)
{
    temporary_remove(place->folder);
}

// A peak in KiB.
static long peak_memory(void)
{
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    return usage.ru_maxrss;
}

// A file is read as far as it looks like a proof, and no room is made for steps that are announced
// but not there: sparse files of 1 GiB, zeros throughout or after a good beginning.
TEST(large_files_are_refused_early)
{
    static const char *const beginnings[] = {
        "", "kauri-proof 2\n",
        ("kauri-proof 2\nrules kauri-r1-r10;unlimited=0\nboard 1 0\nroot 1/1 S 0:0\nbounds 0 0\n"
         "claims 80000000\nown 1/1 0 0 -\n")};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        struct place place;
        struct kauri_proof_result result;
        struct kauri_error error;
        place_make(&place);
        FILE *file = fopen(place.path, "wb");
        assert_non_null(file);
        assert_true(fputs(beginnings[i], file) >= 0);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(truncate(place.path, 1 << 30), 0);
        const long before = peak_memory();
        assert_int_equal(kauri_proof_check(place.path, NULL, NULL, &result, &error),
                         KAURI_BAD_INPUT);
        assert_non_null(strstr(error.message, "the line is too long"));
        assert_true(peak_memory() - before < 64 << 10);
        place_remove(&place);
    }
}

// Writes a proof file that is readable, though false: `opp` steps about these positions.
static void write_steps(const char *path, const struct kauri_position *positions, size_t count)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    (void)fprintf(file,
                  "kauri-proof 2\nrules kauri-r1-r10;unlimited=0\nboard 6 0\n"
                  "root 10,10,10,10,10,0/0,0,0,0,0,0 S 0:0\nbounds 0 0\nclaims %zu\n",
                  count);
    for (size_t i = 0; i < count; i++) {
        char text[KAURI_POSITION_TEXT_BYTES];
        (void)kauri_position_format(&positions[i], text);
        (void)fprintf(file, "opp %.*s 0 0\n", (int)strcspn(text, " "), text);
    }
    (void)fprintf(file, "end 0000000000000000\n");
    assert_int_equal(fclose(file), 0);
}

// The hash that an earlier version of the checker used, without its final mask.
static uint64_t fnv_hash(const struct kauri_position *position)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325) + KAURI_STEP_OPPONENT;
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        hash = (hash ^ position->seeds[i]) * UINT64_C(0x100000001B3);
        hash = (hash ^ position->cowries[i]) * UINT64_C(0x100000001B3);
    }
    return hash ^ hash >> 32;
}

enum { COLLIDING = 2048, COLLIDING_BITS = 11 };

// A random position of the board 6 x 0.
static struct kauri_position random_board(uint64_t *random)
{
    for (;;) {
        struct kauri_position position = {.holes = 6, .side = KAURI_SOUTH};
        for (unsigned i = 0; i < 12; i++) {
            position.seeds[i] = (uint8_t)(random_next(random) % 9);
        }
        if (kauri_seeds(&position) <= KAURI_SEEDS_MAX) {
            return position;
        }
    }
}

// Files whose steps all meet in one place of a hash table: of the one that the checker once had,
// and of the one that it has. With bisection each look-up takes at most log2(n) + 1 comparisons
// there, and sorting 2 n log2(n) + 2 n; linear probing would take n / 2 for each.
TEST(colliding_steps_cost_no_more)
{
    static struct kauri_position positions[COLLIDING];
    for (unsigned old = 0; old < 2; old++) {
        struct place place;
        struct kauri_proof_text text;
        uint64_t random = 17;
        size_t count = 0;
        while (count < COLLIDING) {
            const struct kauri_position position = random_board(&random);
            const uint64_t slot =
                old == 1 ? fnv_hash(&position) & ((1 << (COLLIDING_BITS + 1)) - 1)
                         : kauri_step_key_hash(kauri_step_key_of(&position, KAURI_STEP_OPPONENT)) >>
                               (64 - COLLIDING_BITS);
            if (slot == 5) {
                positions[count++] = position;
            }
        }
        place_make(&place);
        write_steps(place.path, positions, count);
        assert_int_equal(kauri_proof_text_read(place.path, &text, NULL), KAURI_OK);
        assert_int_equal(text.steps.count, COLLIDING);
        assert_true(text.steps.comparisons <= 2 * COLLIDING * (COLLIDING_BITS + 1));
        for (size_t i = 0; i < count; i++) {
            const uint64_t before = text.steps.comparisons;
            const struct kauri_proof_step *found = kauri_steps_find(
                &text.steps, kauri_step_key_of(&positions[i], KAURI_STEP_OPPONENT));
            assert_ptr_equal(found, &text.steps.step[i]);
            assert_true(text.steps.comparisons - before <= COLLIDING_BITS + 1);
            assert_null(
                kauri_steps_find(&text.steps, kauri_step_key_of(&positions[i], KAURI_STEP_OWN)));
        }
        // For other steps, the usual cost is a comparison or two.
        if (old == 1) {
            assert_true(text.steps.comparisons < 8 * COLLIDING);
        }
        kauri_proof_text_clear(&text);
        place_remove(&place);
    }
}

// Every key is its position, and the first line that repeats another is named.
TEST(steps_are_found_and_repetitions_named)
{
    struct place place;
    struct kauri_proof_text text;
    struct kauri_error error;
    uint64_t random = 23;
    struct kauri_position positions[40];
    place_make(&place);
    for (unsigned i = 0; i < 40; i++) {
        positions[i] = random_board(&random);
        const struct kauri_step_key key = kauri_step_key_of(&positions[i], KAURI_STEP_OPPONENT);
        const struct kauri_position back = kauri_step_key_position(key, 6);
        assert_true(kauri_position_equal(&positions[i], &back));
        assert_int_equal(kauri_step_key_kind(key), KAURI_STEP_OPPONENT);
    }
    write_steps(place.path, positions, 40);
    assert_int_equal(kauri_proof_text_read(place.path, &text, &error), KAURI_OK);
    char where[KAURI_PLACE_BYTES];
    assert_string_equal(kauri_proof_text_place(&text, &text.steps.step[39], where), "line 46");
    kauri_proof_text_clear(&text);
    positions[30] = positions[3];
    positions[35] = positions[3];
    positions[33] = positions[32];
    write_steps(place.path, positions, 40);
    assert_int_equal(kauri_proof_text_read(place.path, &text, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "line 37: a second step of this kind"));
    kauri_proof_text_clear(&text);
    place_remove(&place);
}
