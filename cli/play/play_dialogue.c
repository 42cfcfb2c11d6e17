#include "cli/play/play_dialogue.h"

#include "cli/fitted_text.h"
#include "cli/play/play_commands.h"
#include "cli/play/play_record.h"
#include "cli/play/play_text.h"
#include "cli/play/play_turn.h"
#include "queries/engine/strength.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

enum outcome { GO_ON, LEAVE };

static bool is_stopped(const struct kauri_dialogue *dialogue)
{
    return kauri_progress_cancelled(dialogue->limits.progress);
}

static bool has_person(const struct kauri_dialogue *dialogue)
{
    return dialogue->person[KAURI_SOUTH] || dialogue->person[KAURI_NORTH];
}

// Splits a line into its first word and the rest. Bytes that could upset a terminal become '?'.
// There must be room for a zero after the line.
static void split(char *line, size_t bytes, char **word, char **rest)
{
    bytes -= bytes > 0 && line[bytes - 1] == '\r' ? 1 : 0;
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)line[i];
        line[i] = (char)(c == '\t' ? ' ' : c < ' ' || c == 0x7f ? '?' : c);
    }
    while (bytes > 0 && line[bytes - 1] == ' ') {
        bytes--;
    }
    line[bytes] = '\0';
    *word = line + strspn(line, " ");
    *rest = *word + strcspn(*word, " ");
    if (**rest != '\0') {
        *(*rest)++ = '\0';
        *rest += strspn(*rest, " ");
    }
}

static void print_prompt(const struct kauri_dialogue *dialogue)
{
    const struct kauri_position *now = kauri_game_position(dialogue->game);
    const struct kauri_moves moves = kauri_legal_moves(now);
    if (kauri_game_is_over(dialogue->game)) {
        printf("undo, moves, save FILE or quit> ");
    } else {
        printf("%s (", kauri_side_name(now->side));
        for (unsigned i = 0; i < moves.count; i++) {
            printf("%s%c", i > 0 ? " " : "",
                   kauri_move_letter((enum kauri_side)now->side, moves.hole[i]));
        }
        printf(")> ");
    }
    (void)fflush(stdout);
}

// Asks the person for a line and carries it out.
static enum outcome ask(struct kauri_dialogue *dialogue)
{
    char *line;
    size_t bytes;
    print_prompt(dialogue);
    if (!kauri_line_input_next(&dialogue->input, &line, &bytes) || is_stopped(dialogue)) {
        printf("\n");
        return LEAVE;
    }
    char *word;
    char *rest;
    split(line, bytes, &word, &rest);
    if (dialogue->echo) {
        printf("%s%s%s\n", word, rest[0] == '\0' ? "" : " ", rest);
    }
    return word[0] == '\0' || kauri_play_command(dialogue, word, rest) ? GO_ON : LEAVE;
}

// Chooses a move below the greatest strength; nothing is known about it.
static enum kauri_status move_weakly(struct kauri_dialogue *dialogue, struct kauri_error *error)
{
    int hole = 0;
    const enum kauri_status status = kauri_strength_choose(
        dialogue->limits.engine, kauri_game_position(dialogue->game), dialogue->strength,
        dialogue->seed++, dialogue->limits.progress, &hole, error);
    if (is_stopped(dialogue)) {
        return KAURI_INTERRUPTED;
    }
    return status == KAURI_OK ? kauri_play_move(dialogue, hole, NULL, error) : status;
}

// Lets the computer play.
static enum outcome move_computer(struct kauri_dialogue *dialogue)
{
    struct kauri_error error;
    struct kauri_advice advice;
    const double seconds = dialogue->limits.seconds;
    const bool forced = kauri_legal_moves(kauri_game_position(dialogue->game)).count == 1;
    dialogue->limits.seconds = forced ? 0 : seconds;
    enum kauri_status status = KAURI_OK;
    if (dialogue->strength < KAURI_STRENGTH_MOST) {
        status = move_weakly(dialogue, &error);
    } else {
        status = kauri_play_advise(dialogue, &advice, &error);
    }
    dialogue->limits.seconds = forced ? seconds : dialogue->limits.seconds;
    if (status == KAURI_OK && dialogue->strength == KAURI_STRENGTH_MOST) {
        status = kauri_play_move(dialogue, advice.moves[0].known.hole, &advice, &error);
    }
    if (status != KAURI_OK && status != KAURI_INTERRUPTED) {
        kauri_play_report(dialogue, &error);
    }
    return status == KAURI_OK ? GO_ON : LEAVE;
}

// Takes one step: a pass, a move of the computer, or a line from the person. *drawn is the number
// of plies after which the board was last drawn.
static enum outcome step(struct kauri_dialogue *dialogue, size_t *drawn)
{
    struct kauri_error error;
    struct kauri_game *game = dialogue->game;
    const enum kauri_game_state state = kauri_game_state(game);
    const bool over = kauri_game_is_over(game);
    const bool person =
        has_person(dialogue) && (over || dialogue->person[kauri_game_position(game)->side]);
    if (state == KAURI_GAME_PASS) {
        const enum kauri_status status = kauri_play_move(dialogue, KAURI_MOVE_PASS, NULL, &error);
        if (status != KAURI_OK) {
            kauri_play_report(dialogue, &error);
        }
        return status == KAURI_OK ? GO_ON : LEAVE;
    }
    if ((person || !has_person(dialogue)) && *drawn != kauri_game_count(game)) {
        kauri_play_draw(dialogue);
        *drawn = kauri_game_count(game);
    }
    if (person) {
        return ask(dialogue);
    }
    return over ? LEAVE : move_computer(dialogue);
}

static void finish(struct kauri_dialogue *dialogue)
{
    struct kauri_error error;
    if (!kauri_game_is_over(dialogue->game)) {
        kauri_play_print_position(dialogue->game, "The game stands at:  ");
    }
    if (dialogue->record_path == NULL) {
        return;
    }
    const enum kauri_status status = kauri_play_record_finish(dialogue, &error);
    if (status == KAURI_OK) {
        kauri_print_fitted("The record is in %s.\n", dialogue->record_path);
    } else if (status == KAURI_BAD_INPUT) {
        kauri_print_fitted("%s is not written: %s.\n", dialogue->record_path, error.message);
    } else {
        kauri_play_report(dialogue, &error);
        kauri_print_fitted("The record, which is not in %s:\n\n", dialogue->record_path);
        (void)kauri_play_record_print(dialogue, &error); // nothing is left to try
    }
}

enum kauri_status kauri_dialogue_run(struct kauri_dialogue *dialogue)
{
    size_t drawn = kauri_game_count(dialogue->game);
    kauri_draw(stdout, kauri_game_position(dialogue->game), dialogue->style);
    bool told = false; // the end of the game
    while (!is_stopped(dialogue) && !ferror(stdout)) {
        const bool over = kauri_game_is_over(dialogue->game);
        if (over && !told) {
            if (drawn != kauri_game_count(dialogue->game)) {
                kauri_play_draw(dialogue);
                drawn = kauri_game_count(dialogue->game);
            }
            kauri_play_print_end(dialogue->game);
        }
        told = over;
        if (step(dialogue, &drawn) == LEAVE) {
            break;
        }
    }
    finish(dialogue);
    return dialogue->status;
}
