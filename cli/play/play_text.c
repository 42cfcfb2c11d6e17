#include "cli/play/play_text.h"

#include "kauri/kauri.h"
#include "queries/analysis/guess.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>

enum { KNOWLEDGE_BYTES = 128 };

static void print_move(const struct kauri_position *before, int hole, struct kauri_capture captured)
{
    char text[KAURI_CAPTURE_TEXT_BYTES];
    const char *captures = kauri_capture_format(captured, text);
    printf("%s plays %c%s%s", kauri_side_name(before->side),
           kauri_move_letter((enum kauri_side)before->side, hole), captures[0] == '\0' ? "" : " ",
           captures);
}

static const char *proof_text(const struct kauri_advice *advice)
{
    if (advice->move_count == 1) {
        return ", the only move";
    }
    switch (advice->proof) {
    case KAURI_ADVICE_VALUE:
        return advice->source == KAURI_SOURCE_TABLES ? ", exact by the tables"
                                                     : ", exact by search";
    case KAURI_ADVICE_RESULT:
        return ", sure of the best result, a guess in seeds";
    case KAURI_ADVICE_GUESS:
        break;
    }
    return ", a guess, not exact";
}

void kauri_play_print_ply(const struct kauri_game *game, const struct kauri_advice *advice)
{
    const struct kauri_game_ply *ply = kauri_game_ply(game, kauri_game_count(game) - 1);
    if (ply->hole == KAURI_MOVE_PASS) {
        printf("%s has no cowrie to move and passes.\n", kauri_side_name(ply->before.side));
        return;
    }
    print_move(&ply->before, ply->hole, ply->captured);
    printf("%s.\n", advice == NULL ? "" : proof_text(advice));
    const struct kauri_position *now = kauri_game_position(game);
    if (kauri_seeds(&ply->before) > 0 && kauri_seeds(now) == 0 && !kauri_game_is_over(game)) {
        printf("No seeds are left and the captures are equal: a player who cannot move a cowrie "
               "loses.\n");
    }
}

static enum kauri_result result_of(const struct kauri_game *game, int32_t r)
{
    return kauri_result_under(kauri_game_rules(game), kauri_game_position(game), r);
}

// An exact value: "win 31:29", "loss 30:30, the cowries decide".
static void exact_text(const struct kauri_game *game, const struct kauri_valued_move *move,
                       char text[KNOWLEDGE_BYTES])
{
    const int32_t r = move->r.low;
    const bool endless = kauri_value_tiebreak(r) == 0;
    char score[32] = "";
    char when[48] = "";
    const char *cowries = "";
    uint8_t final[2] = {0, 0};
    // The successor's value is the other player's, without the captures of the move.
    const struct kauri_bounds after = kauri_bounds_across(move->r, move->captured);
    if (kauri_final_score(&move->successor, after.low, final)) {
        (void)snprintf(score, sizeof score, " %u:%u", final[KAURI_SOUTH], final[KAURI_NORTH]);
    }
    if (endless) {
        (void)snprintf(when, sizeof when, ", play never ends (R10)");
    } else if (move->dtc_known) {
        const bool phase = kauri_seeds(kauri_game_position(game)) == 0;
        (void)snprintf(when, sizeof when, ", %s %" PRIu32 " pl%s", phase ? "end in" : "capture in",
                       move->dtc, move->dtc == 1 ? "y" : "ies");
    }
    if (score[0] != '\0' && final[0] == final[1] && result_of(game, r) != KAURI_DRAW) {
        cowries = " by the cowries";
    }
    (void)snprintf(text, KNOWLEDGE_BYTES, "%s%s%s%s", kauri_result_name(result_of(game, r)), score,
                   cowries, when);
}

// Prints proven bounds, "draw or win, 2 to 7 seeds ahead", and the guess, marked as one.
static void bounds_text(const struct kauri_game *game, const struct kauri_advice_move *move,
                        char text[KNOWLEDGE_BYTES])
{
    const enum kauri_result low = result_of(game, move->known.r.low);
    const enum kauri_result high = result_of(game, move->known.r.high);
    const int lead = kauri_lead(kauri_game_position(game));
    const int tenths = 10 * lead + 10 * move->guess / KAURI_GUESS_SEED;
    const int size = tenths < 0 ? -tenths : tenths;
    char range[24];
    (void)snprintf(range, sizeof range, "%s%s%s", kauri_result_name(low), low == high ? "" : " to ",
                   low == high ? "" : kauri_result_name(high));
    (void)snprintf(text, KNOWLEDGE_BYTES, "%s, final lead %+d to %+d; guess %c%d.%d", range,
                   lead + kauri_value_net(move->known.r.low),
                   lead + kauri_value_net(move->known.r.high), tenths < 0 ? '-' : '+', size / 10,
                   size % 10);
}

static void print_header(const struct kauri_game *game, const struct kauri_advice *advice)
{
    const char *side = kauri_side_name(advice->position.side);
    if (advice->move_count == 1) {
        printf("The only move of %s:\n", side);
        return;
    }
    switch (advice->proof) {
    case KAURI_ADVICE_VALUE:
        printf("Moves of %s, best first (* best), exact by %s:\n", side,
               advice->source == KAURI_SOURCE_TABLES ? "the tables" : "search");
        return;
    case KAURI_ADVICE_RESULT:
        printf("Moves of %s, best first (* sure of the best result, a %s), not exact in seeds:\n",
               side, kauri_result_name(result_of(game, advice->r.low)));
        return;
    case KAURI_ADVICE_GUESS:
        printf("Moves of %s; neither tables nor search decide, the order is a guess:\n", side);
        return;
    }
}

// True if no other move is better, within the proof that the advice has.
static bool is_sure(const struct kauri_game *game, const struct kauri_advice *advice,
                    unsigned place)
{
    const struct kauri_valued_move *first = &advice->moves[0].known;
    const struct kauri_valued_move *move = &advice->moves[place].known;
    const bool same =
        move->dtc_known == first->dtc_known && (!move->dtc_known || move->dtc == first->dtc);
    switch (advice->proof) {
    case KAURI_ADVICE_VALUE:
        return place == 0 || (move->r.low == advice->r.high && same);
    case KAURI_ADVICE_RESULT:
        return result_of(game, move->r.low) == result_of(game, advice->r.low);
    case KAURI_ADVICE_GUESS:
        break;
    }
    return false;
}

void kauri_play_print_hint(const struct kauri_game *game, const struct kauri_advice *advice)
{
    print_header(game, advice);
    for (unsigned i = 0; i < advice->move_count; i++) {
        const struct kauri_advice_move *move = &advice->moves[i];
        const struct kauri_valued_move *known = &move->known;
        char captures[KAURI_CAPTURE_TEXT_BYTES];
        char knowledge[KNOWLEDGE_BYTES];
        if (kauri_bounds_exact(known->r)) {
            exact_text(game, known, knowledge);
        } else {
            bounds_text(game, move, knowledge);
        }
        printf("%c %c %-9s %s\n", is_sure(game, advice, i) ? '*' : ' ',
               kauri_move_letter((enum kauri_side)advice->position.side, known->hole),
               kauri_capture_format(known->captured, captures), knowledge);
    }
}

static void print_result(const struct kauri_game *game)
{
    const uint8_t *score = kauri_game_position(game)->score;
    const enum kauri_result result = kauri_game_result(game);
    if (result == KAURI_DRAW) {
        printf("a draw, %u:%u.\n", score[0], score[1]);
        return;
    }
    printf("%s wins %u:%u.\n", kauri_side_name(result == KAURI_WIN ? KAURI_SOUTH : KAURI_NORTH),
           score[0], score[1]);
}

void kauri_play_print_end(const struct kauri_game *game)
{
    const struct kauri_position *now = kauri_game_position(game);
    switch (kauri_game_state(game)) {
    case KAURI_GAME_MOVE:
    case KAURI_GAME_PASS:
        return;
    case KAURI_GAME_CAPTURED:
        printf("No seeds are left: ");
        print_result(game);
        return;
    case KAURI_GAME_STUCK:
        printf("%s has no cowrie to move: %s wins the tie-breaker after %u:%u.\n",
               kauri_side_name(now->side), kauri_side_name(1U - now->side), now->score[0],
               now->score[1]);
        return;
    case KAURI_GAME_UNLIMITED:
        printf("Play that never ends captures nothing more (R10): ");
        print_result(game);
        return;
    case KAURI_GAME_RESIGNED:
        printf("%s resigns: %s wins.\n", kauri_side_name(now->side),
               kauri_side_name(1U - now->side));
        return;
    }
}

void kauri_play_print_position(const struct kauri_game *game)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    printf("%s\n", kauri_position_format(kauri_game_position(game), text));
}

void kauri_play_print_help(void)
{
    printf("a letter     plays that hole; South's are a b c ..., North's A B C ...\n"
           "hint         shows what is known about every move\n"
           "undo [N]     takes back your last move (or N moves) and what followed\n"
           "board        draws the board again, with the position as text\n"
           "moves        shows the game so far as a record\n"
           "save FILE    writes the record; kauri replay FILE reads it back\n"
           "end          ends the game as endless play (R10) when a position is repeated\n"
           "resign       gives up\n"
           "quit         leaves, as the end of input (Ctrl-D) and Ctrl-C do\n");
}
