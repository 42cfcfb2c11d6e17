#include "studies/net/net_start.h"

#include "common/digest.h"
#include "common/memory.h"
#include "queries/prover/leaf.h"
#include "studies/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 256 }; // size of a line of a file

bool kauri_net_held_out(const struct kauri_packed *board, unsigned holes)
{
    uint8_t contents[KAURI_BOARD_HOLES_MAX][2];
    for (unsigned i = 0; i < 2 * holes; i++) {
        const unsigned lane = i < holes ? i : KAURI_LANES_HALF + i - holes;
        contents[i][0] = board->seeds[lane];
        contents[i][1] = board->cowries[lane];
    }
    return kauri_digest(contents, 2 * holes * sizeof *contents) % 3 == 0;
}

static enum kauri_status add(struct kauri_net_questions *questions, const char *text, int x,
                             struct kauri_error *error)
{
    struct kauri_net_question question = {.x = x};
    const enum kauri_status status = kauri_position_parse(text, &question.position, error);
    if (status != KAURI_OK) {
        return status;
    }
    const struct kauri_packed board = kauri_pack(&question.position);
    if (kauri_net_held_out(&board, question.position.holes)) {
        return kauri_fail(error, KAURI_USAGE, "'%s' is held out: fit to other questions", text);
    }
    if (!KAURI_FITS(questions->items, questions->count + 1, questions->capacity)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for questions");
    }
    questions->items[questions->count++] = question;
    return KAURI_OK;
}

enum kauri_status kauri_net_questions_read(const char *path, struct kauri_net_questions *questions,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char line[LINE];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return kauri_fail(error, KAURI_USAGE, "cannot read '%s'", path);
    }
    while (fgets(line, sizeof line, file) != NULL) {
        char *x = strstr(line, " | ");
        if (line[0] != '#' && x != NULL) {
            *x = '\0';
            KAURI_TRY(add(questions, line, atoi(x + 3), error));
        }
    }
cleanup:
    (void)fclose(file);
    return status;
}

static struct kauri_position small_board(uint64_t *state)
{
    const unsigned holes = 3 + (unsigned)(kauri_random(state) % 3);
    const unsigned cowries = 1 + (unsigned)(kauri_random(state) % 2);
    const unsigned seeds = 3 + (unsigned)(kauri_random(state) % 4);
    struct kauri_position position = kauri_start(holes);
    for (unsigned i = 0; i < 2 * holes; i++) {
        position.seeds[i] = (uint8_t)seeds;
        position.cowries[i] = (uint8_t)(cowries * 2 * holes > KAURI_COWRIES_MAX ? 1 : cowries);
    }
    return position;
}

static void play(struct kauri_net_question *question, int hole)
{
    const struct kauri_capture captured = kauri_play(&question->position, hole);
    question->x = kauri_question_after(question->x, (int)captured.own - (int)captured.opponent);
}

// The move after which "no" has the least first effort.
static int best_move(const struct kauri_net_question *question, const struct kauri_net *net)
{
    static const bool no_tables[KAURI_SEEDS_MAX + 1];
    const struct kauri_moves moves = kauri_legal_moves(&question->position);
    struct kauri_sowing sowing;
    const struct kauri_leaf_context leaf = {.sowing = &sowing, .net = net, .covered = no_tables};
    int best = KAURI_MOVE_PASS;
    uint32_t least = UINT32_MAX;
    kauri_sowing_init(&sowing, question->position.holes);
    for (unsigned i = 0; i < moves.count; i++) {
        struct kauri_net_question after = *question;
        play(&after, moves.hole[i]);
        const struct kauri_packed board = kauri_pack(&after.position);
        const struct kauri_efforts efforts = kauri_leaf_get(KAURI_LEAF_FASTEST)(
            &leaf, &board, kauri_seeds(&after.position), after.x, KAURI_LEAF_PLIES);
        if (efforts.delta < least) {
            best = moves.hole[i];
            least = efforts.delta;
        }
    }
    return best;
}

static struct kauri_net_question question_of(enum kauri_net_start start,
                                             const struct kauri_net_questions *campaign,
                                             const struct kauri_net *net, uint64_t *state)
{
    static const struct {
        unsigned least, more; // number of plies
        unsigned rarity;      // one of so many plies that the network chooses is random
    } walks[KAURI_NET_STARTS] = {{0, 4, 1}, {1, 14, 1}, {1, 30, 4}, {1, 14, 1}};
    struct kauri_net_question question;
    if (start == KAURI_NET_CAMPAIGN) {
        question = campaign->items[kauri_random(state) % campaign->count];
    } else {
        question.position =
            start == KAURI_NET_SMALL ? small_board(state) : kauri_start(KAURI_HOLES_MAX);
        question.x = kauri_random(state) % 2 != 0 ? 2 : -1; // the mover wins, or does not lose
    }
    unsigned plies = walks[start].least + (unsigned)(kauri_random(state) % walks[start].more);
    for (; plies > 0 && kauri_seeds(&question.position) > 0; plies--) {
        const bool at_random = kauri_random(state) % walks[start].rarity == 0;
        play(&question,
             at_random ? kauri_random_move(&question.position, state) : best_move(&question, net));
    }
    return question;
}

static bool suits(const struct kauri_net_question *question)
{
    const struct kauri_packed board = kauri_pack(&question->position);
    struct kauri_efforts efforts;
    return !kauri_question_trivial(&board, kauri_seeds(&question->position), question->x,
                                   &efforts) &&
           !kauri_net_held_out(&board, question->position.holes);
}

struct kauri_net_question kauri_net_question_from(enum kauri_net_start start,
                                                  const struct kauri_net_questions *campaign,
                                                  const struct kauri_net *net, uint64_t *state)
{
    struct kauri_net_question question;
    do {
        (void)kauri_random(state); // skipped, as in the fit of the committed weights
        question = question_of(start, campaign, net, state);
    } while (!suits(&question));
    return question;
}
