// Makes positions in which exactly one move wins under the standard rules and a short search finds
// another one, each followed by the winning move: scripts/strength/positions/tactics.txt, with
// which scripts/strength/bench-tactics tests the engine.
//
//   cmake --build --preset release --target make_tactics
//   build/release/studies/make_tactics [COUNT [SEED]] >> scripts/strength/positions/tactics.txt
//
// Random moves lead from the start of the game to positions with 8 to 24 seeds and three or more
// moves. What was captured so far is divided so that the game is close: the lead is the one at
// which the engine, after 20,000 nodes, expects the player to move to win by one or two seeds. A
// position is tried if the engine's move with 2,000 nodes is neither that with 100 nodes nor that
// with 200, and if it expects only one move to win. It is kept if a prover without tables shows
// that exactly one move wins, and none of those two; positions in which 30,000 nodes a move do not
// suffice for that are left out. So the answers are proven, but another engine finds other
// positions: docs/results/LABBOOK.md names the commit at which the file was made. The file has the
// output of five runs, each under a line that says which.
#include "common/size.h"
#include "games/engine/engine.h"
#include "queries/prover/prover.h"
#include "rules/notation.h"
#include "rules/value.h"
#include "studies/random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    COUNT = 100,
    SEED = 1,
    LEAST_SEEDS = 8,
    MOST_SEEDS = 24,
    ENGINE_NODES = 20000,
    BRIEF_NODES = 100,
    LONGER_NODES = 2000,
    NODES = 30000,
    PLIES = 400,
    MEMORY = 256 << 20,
};

static struct kauri_position random_candidate(uint64_t *state)
{
    for (;;) {
        struct kauri_position position = kauri_start(KAURI_HOLES_MAX);
        const unsigned aim =
            LEAST_SEEDS + (unsigned)(kauri_random(state) % (MOST_SEEDS - LEAST_SEEDS + 1));
        for (unsigned ply = 0; ply < PLIES && kauri_seeds(&position) > aim; ply++) {
            (void)kauri_play(&position, kauri_random_move(&position, state));
        }
        const unsigned seeds = kauri_seeds(&position);
        if (seeds >= LEAST_SEEDS && seeds <= aim && kauri_legal_moves(&position).count >= 3) {
            return position;
        }
    }
}

// Searches the best `lines` moves of the position with an empty memory.
static enum kauri_status think(struct kauri_engine *engine, const struct kauri_position *position,
                               uint64_t nodes, unsigned lines, struct kauri_engine_report *report,
                               struct kauri_error *error)
{
    const struct kauri_engine_limits limits = {.nodes = nodes, .lines = lines};
    kauri_engine_clear(engine);
    return kauri_engine_think(engine, position, &limits, report, error);
}

// Divides the captures so that the player to move would win by one or two seeds. *sharp says that
// the engine expects this of one move only.
static enum kauri_status balance(struct kauri_engine *engine, struct kauri_position *position,
                                 bool *sharp, struct kauri_error *error)
{
    const int seed = 3 * KAURI_ESTIMATE_UNIT;
    const int captured = KAURI_SEEDS_MAX - (int)kauri_seeds(position);
    struct kauri_engine_report report;
    KAURI_PASS(think(engine, position, ENGINE_NODES, 2, &report, error));
    int lead = 1 - report.lines[0].estimate / seed;
    lead += (lead + captured) % 2 != 0 ? 1 : 0;
    lead = lead > captured ? captured : lead < -captured ? -captured : lead;
    position->score[position->side] = (uint8_t)((captured + lead) / 2);
    position->score[1 - position->side] = (uint8_t)((captured - lead) / 2);
    *sharp = seed * lead + report.lines[0].estimate >= seed / 2 &&
             seed * lead + report.lines[1].estimate < seed / 2;
    return KAURI_OK;
}

// Finds out whether a move wins. *known is false if the prover does not decide it.
static enum kauri_status wins(struct kauri_prover *prover, struct kauri_position position, int hole,
                              bool *win, bool *known, struct kauri_error *error)
{
    const struct kauri_prover_limits limits = {.seconds = 1000, .nodes = NODES};
    struct kauri_prover_report report;
    (void)kauri_play(&position, hole);
    int x = -3 * (int)kauri_seeds(&position) - 1;
    // The move wins unless the opponent draws at least.
    while (x <= 3 * KAURI_SEEDS_MAX + 1 &&
           kauri_result_under(KAURI_STANDARD, &position, x) == KAURI_LOSS) {
        x++;
    }
    const enum kauri_status status =
        kauri_prover_ask(prover, &position, x, &limits, &report, error);
    *known = report.answer != KAURI_PROVER_OPEN;
    *win = report.answer == KAURI_PROVER_NO;
    return status;
}

// Finds the only winning move: *only becomes its hole, or KAURI_MOVE_PASS if there is none.
static enum kauri_status find_only(struct kauri_prover *prover,
                                   const struct kauri_position *position, int *only,
                                   struct kauri_error *error)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    unsigned winning = 0;
    *only = KAURI_MOVE_PASS;
    for (unsigned i = 0; i < moves.count && winning < 2; i++) {
        bool win = false;
        bool known = false;
        const enum kauri_status status =
            wins(prover, *position, moves.hole[i], &win, &known, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (!known) {
            *only = KAURI_MOVE_PASS;
            return KAURI_OK;
        }
        if (win) {
            winning++;
            *only = moves.hole[i];
        }
    }
    if (winning != 1) {
        *only = KAURI_MOVE_PASS;
    }
    return KAURI_OK;
}

static enum kauri_status run(const uint64_t numbers[2], struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_prover *prover = NULL;
    struct kauri_engine *engine = NULL;
    uint64_t state = numbers[1];
    uint64_t tried = 0;
    const struct kauri_prover_options options = {.shape = {KAURI_HOLES_MAX, KAURI_COWRIES_MAX},
                                                 .seeds = MOST_SEEDS,
                                                 .memory = MEMORY,
                                                 .threads = 1};
    const struct kauri_engine_parts player = {.shape = options.shape, .memory = 1 << 20};
    KAURI_TRY(kauri_prover_new(&options, &prover, error));
    KAURI_TRY(kauri_engine_make(&player, &engine, error));
    printf("# make_tactics %" PRIu64 " %" PRIu64 " (studies/engine/make_tactics.c)\n", numbers[0],
           numbers[1]);
    for (uint64_t found = 0; found < numbers[0]; tried++) {
        char text[KAURI_POSITION_TEXT_BYTES];
        int only = KAURI_MOVE_PASS;
        struct kauri_position position = random_candidate(&state);
        struct kauri_engine_report briefest, brief;
        struct kauri_engine_report longer;
        bool sharp = false;
        KAURI_TRY(think(engine, &position, BRIEF_NODES, 1, &briefest, error));
        KAURI_TRY(think(engine, &position, 2 * BRIEF_NODES, 1, &brief, error));
        KAURI_TRY(think(engine, &position, LONGER_NODES, 1, &longer, error));
        if (briefest.lines[0].hole == longer.lines[0].hole ||
            brief.lines[0].hole == longer.lines[0].hole) {
            continue;
        }
        KAURI_TRY(balance(engine, &position, &sharp, error));
        if (!sharp) {
            continue;
        }
        KAURI_TRY(find_only(prover, &position, &only, error));
        if (only != KAURI_MOVE_PASS && only != briefest.lines[0].hole &&
            only != brief.lines[0].hole) {
            printf("%s  %c\n", kauri_position_format(&position, text),
                   kauri_move_letter((enum kauri_side)position.side, only));
            (void)fflush(stdout);
            found++;
        }
    }
    (void)fprintf(stderr, "%" PRIu64 " positions tried\n", tried);
cleanup:
    kauri_engine_free(engine);
    kauri_prover_free(prover);
    return status;
}

int main(int argc, char **argv)
{
    uint64_t numbers[2] = {COUNT, SEED};
    struct kauri_error error;
    for (int i = 1; i < argc; i++) {
        if (i > 2 || !kauri_parse_number(argv[i], 1, 100000000, &numbers[i - 1])) {
            (void)fprintf(stderr, "usage: make_tactics [COUNT [SEED]]\n");
            return KAURI_USAGE;
        }
    }
    const enum kauri_status status = run(numbers, &error);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "make_tactics: %s\n", error.message);
    }
    return (int)status;
}
