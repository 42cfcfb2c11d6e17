#include "cli/play/play_turn.h"

#include "cli/fitted_text.h"
#include "cli/play/play_text.h"
#include "cli/report_error.h"

#include <stdio.h>

bool kauri_play_is_choice(const struct kauri_dialogue *dialogue, const struct kauri_game_ply *ply)
{
    return ply->hole != KAURI_MOVE_PASS && dialogue->person[ply->before.side];
}

void kauri_play_report(struct kauri_dialogue *dialogue, const struct kauri_error *error)
{
    (void)kauri_report_error(error);
    dialogue->status = dialogue->status == KAURI_OK ? error->status : dialogue->status;
}

void kauri_play_draw(const struct kauri_dialogue *dialogue)
{
    printf("\n");
    kauri_draw_board(stdout, kauri_game_position(dialogue->game), dialogue->style);
}

static enum kauri_status ask(struct kauri_dialogue *dialogue, struct kauri_advice *advice,
                             struct kauri_error *error)
{
    const bool noted = dialogue->terminal && dialogue->limits.seconds > 0;
    if (noted) {
        printf("Thinking ...");
        (void)fflush(stdout);
    }
    const enum kauri_status status =
        kauri_advise(dialogue->game, dialogue->tables, &dialogue->limits, advice, error);
    if (noted) {
        printf("\r\033[K");
    }
    return status;
}

enum kauri_status kauri_play_advise(struct kauri_dialogue *dialogue, struct kauri_advice *advice,
                                    struct kauri_error *error)
{
    enum kauri_status status = ask(dialogue, advice, error);
    if (status == KAURI_RESOURCE && dialogue->limits.seconds > 0) {
        kauri_play_report(dialogue, error);
        printf("The game goes on without searching.\n");
        dialogue->limits.seconds = 0;
        status = ask(dialogue, advice, error);
    }
    if (status != KAURI_OK && status != KAURI_INTERRUPTED && dialogue->tables != NULL) {
        kauri_play_report(dialogue, error);
        printf("The game goes on without the tables.\n");
        dialogue->tables = NULL;
        status = ask(dialogue, advice, error);
    }
    return status;
}

static void say_repetition(const struct kauri_dialogue *dialogue, size_t since)
{
    const struct kauri_position *now = kauri_game_position(dialogue->game);
    kauri_print_fitted(
        "This position occurred before, %zu plies ago. Play that never ends captures nothing "
        "more (R10):\n\"end\" ends the game that way, %u:%u.\n",
        kauri_game_count(dialogue->game) - since, now->score[0], now->score[1]);
}

enum kauri_status kauri_play_move(struct kauri_dialogue *dialogue, int hole,
                                  const struct kauri_advice *advice, struct kauri_error *error)
{
    const enum kauri_status status = kauri_game_play(dialogue->game, hole, error);
    if (status != KAURI_OK) {
        return status;
    }
    kauri_play_print_ply(dialogue->game, advice);
    size_t since;
    if (kauri_game_is_over(dialogue->game) || !kauri_game_repeats(dialogue->game, &since)) {
        return KAURI_OK;
    }
    bool chosen = false;
    for (size_t i = since; i < kauri_game_count(dialogue->game); i++) {
        chosen = chosen || kauri_play_is_choice(dialogue, kauri_game_ply(dialogue->game, i));
    }
    if (!chosen) {
        printf("This position occurred before.\n");
        kauri_game_end_unlimited(dialogue->game);
    } else {
        say_repetition(dialogue, since);
    }
    return KAURI_OK;
}
