#include "cli/position_argument.h"

#include "rules/board.h"
#include "rules/notation.h"

#include <string.h>

enum kauri_status kauri_position_argument_read(const char *text, struct kauri_position *position,
                                               struct kauri_error *error)
{
    const enum kauri_status status = kauri_position_parse(text, position, error);
    if (status == KAURI_BAD_INPUT && strchr(text, '/') != NULL && strchr(text, ' ') == NULL) {
        kauri_error_append(error, " (a position is one argument: put it in quotes)");
    }
    return status;
}

// Returns whether the board has at most 60 seeds and 12 cowries.
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

enum kauri_status kauri_start_choice_read(struct kauri_start_choice *choice,
                                          struct kauri_command_run *run, struct kauri_error *error)
{
    const struct kauri_start_board *given = &choice->board;
    const struct kauri_start_board board = {.holes = given_or(given->holes, KAURI_HOLES_MAX),
                                            .seeds = given_or(given->seeds, KAURI_START_SEEDS),
                                            .cowries =
                                                given_or(given->cowries, KAURI_START_COWRIES)};
    if (!choice->start) {
        return KAURI_OK;
    }
    if (run->argument_count > 0) {
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
    (void)kauri_position_format(&position, choice->text);
    choice->argument = choice->text;
    run->arguments = &choice->argument;
    run->argument_count = 1;
    return KAURI_OK;
}
