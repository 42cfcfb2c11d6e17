// Makes questions for count_positions that are neither easy nor hopeless:
// scripts/strength/positions/ tuning.txt and unseen.txt.
//
//   cmake --build --preset release --target make_questions
//   build/release/studies/make_questions COUNT SEED > questions.txt
//
// A question asks who wins, or who at least draws, after 4 to 14 random moves from the start. It is
// taken if the prover answers it without tables on one thread, with at least LEAST positions and at
// most MOST. Which ones these are depends on the prover.
#include "common/size.h"
#include "queries/prover/prover.h"
#include "rules/notation.h"
#include "studies/random.h"

#include <inttypes.h>
#include <stdio.h>

enum { LEAST = 100000, MOST = 4000000, PLIES_LEAST = 4, PLIES_MOST = 14 };

#define MEMORY (UINT64_C(256) << 20)

static int make_question(uint64_t *state, struct kauri_position *position)
{
    const unsigned more = (unsigned)(kauri_random(state) % (PLIES_MOST - PLIES_LEAST + 1));
    *position = kauri_start(KAURI_HOLES_MAX);
    return kauri_random_question(position, PLIES_LEAST + more, state);
}

static enum kauri_status count(const struct kauri_position *position, int x, uint64_t *positions,
                               struct kauri_error *error)
{
    const struct kauri_prover_options options = {.shape = {KAURI_HOLES_MAX, KAURI_COWRIES_MAX},
                                                 .seeds = kauri_seeds(position),
                                                 .memory = MEMORY,
                                                 .threads = 1,
                                                 .seed = 1};
    const struct kauri_prover_limits limits = {.seconds = 1e9, .nodes = MOST};
    struct kauri_prover_report report;
    struct kauri_prover *prover = NULL;
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_prover_new(&options, &prover, error));
    KAURI_TRY(kauri_prover_ask(prover, position, x, &limits, &report, error));
    *positions = report.answer == KAURI_PROVER_OPEN ? MOST + 1 : report.nodes;
cleanup:
    kauri_prover_free(prover);
    return status;
}

int main(int argc, char **argv)
{
    uint64_t wanted = 0, state = 0, positions = 0;
    struct kauri_error error = {.status = KAURI_OK};
    if (argc != 3 || !kauri_parse_number(argv[1], 1, 1000000, &wanted) ||
        !kauri_parse_number(argv[2], 1, 1000000000, &state)) {
        (void)fprintf(stderr, "usage: make_questions COUNT SEED\n");
        return KAURI_USAGE;
    }
    while (wanted > 0) {
        char text[KAURI_POSITION_TEXT_BYTES];
        struct kauri_position position;
        const int x = make_question(&state, &position);
        const enum kauri_status status = count(&position, x, &positions, &error);
        if (status != KAURI_OK) {
            (void)fprintf(stderr, "make_questions: %s\n", error.message);
            return (int)status;
        }
        if (positions >= LEAST && positions <= MOST) {
            printf("%s | %d\n", kauri_position_format(&position, text), x);
            (void)fflush(stdout);
            wanted--;
        }
    }
    return 0;
}
