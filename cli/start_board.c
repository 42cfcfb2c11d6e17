#include "cli/start_board.h"

#include "rules/board.h"
#include "rules/notation.h"

// Whether the board has at most 60 seeds and 12 cowries.
static bool fits(const struct kauri_start_board *board)
{
    return board->holes >= 1 && board->holes <= KAURI_HOLES_MAX &&
           board->seeds <= KAURI_START_SEEDS_MAX && board->cowries <= KAURI_START_COWRIES_MAX &&
           2 * board->holes * board->seeds <= KAURI_SEEDS_MAX &&
           2 * board->holes * board->cowries <= KAURI_COWRIES_MAX;
}

// The start position, South to move, score 0:0. The board must fit.
static struct kauri_position start_of(const struct kauri_start_board *board)
{
    struct kauri_position position = kauri_start((unsigned)board->holes);
    for (unsigned i = 0; i < 2 * board->holes; i++) {
        position.seeds[i] = (uint8_t)board->seeds;
        position.cowries[i] = (uint8_t)board->cowries;
    }
    return position;
}

static uint64_t given_or(uint64_t number, uint64_t otherwise)
{
    return number == UINT64_MAX ? otherwise : number;
}

enum kauri_status kauri_start_choice_read(struct kauri_start_choice *choice, int arguments,
                                          const char **text, struct kauri_error *error)
{
    const struct kauri_start_board *given = &choice->board;
    const struct kauri_start_board board = {.holes = given_or(given->holes, KAURI_HOLES_MAX),
                                            .seeds = given_or(given->seeds, KAURI_START_SEEDS),
                                            .cowries =
                                                given_or(given->cowries, KAURI_START_COWRIES)};
    if (!choice->start) {
        const char *name = given->holes != UINT64_MAX     ? "--holes"
                           : given->seeds != UINT64_MAX   ? "--seeds"
                           : given->cowries != UINT64_MAX ? "--cowries"
                                                          : NULL;
        return name == NULL ? KAURI_OK : kauri_fail(error, KAURI_USAGE, "%s needs --start", name);
    }
    if (arguments > 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "give either a position or --start, which stands for one");
    }
    if (!fits(&board)) {
        return kauri_fail(
            error, KAURI_USAGE,
            "the start of 2 x %u holes with %u+%u in each has more than %d seeds or %d "
            "cowries on the board",
            (unsigned)board.holes, (unsigned)board.seeds, (unsigned)board.cowries, KAURI_SEEDS_MAX,
            KAURI_COWRIES_MAX);
    }
    const struct kauri_position position = start_of(&board);
    *text = kauri_position_format(&position, choice->text);
    return KAURI_OK;
}
