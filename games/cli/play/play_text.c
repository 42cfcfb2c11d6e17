#include "games/cli/play/play_text.h"

#include "cli/terminal_text.h"
#include "games/analysis/game_estimates.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"

static const char *proof_text(const struct kauri_game *game, const struct kauri_advice *advice)
{
    const bool wins = kauri_result_under(kauri_game_rules(game), &advice->position,
                                         advice->moves[0].known.r.low) == KAURI_WIN;
    if (advice->move_count == 1) {
        return ", the only move";
    }
    switch (advice->proof) {
    case KAURI_ADVICE_VALUE:
        return advice->source == KAURI_SOURCE_TABLES ? ", exact by the tables"
                                                     : ", exact by search";
    case KAURI_ADVICE_RESULT:
        return !wins                                 ? ", sure of the best result, a guess in seeds"
               : advice->source == KAURI_SOURCE_BOOK ? ", proven, by the book"
               : advice->source == KAURI_SOURCE_TABLES ? ", proven, by the tables"
               : advice->source == KAURI_SOURCE_SEARCH ? ", proven, by search"
                                                       : ", sure of the best result";
    case KAURI_ADVICE_GUESS:
        break;
    }
    return ", a guess, not exact";
}

void kauri_play_print_ply(const struct kauri_game *game, const struct kauri_advice *advice)
{
    const struct kauri_game_ply *ply = kauri_game_ply(game, kauri_game_count(game) - 1);
    if (ply->hole == KAURI_MOVE_PASS) {
        kauri_print_fitted("%s has no cowrie to move and passes.\n",
                           kauri_side_name(ply->before.side));
        return;
    }
    char text[KAURI_CAPTURE_TEXT_BYTES];
    const char *captures = kauri_capture_format(ply->captured, text);
    kauri_print_fitted("%s plays %c%s%s%s.\n", kauri_side_name(ply->before.side),
                       kauri_move_letter((enum kauri_side)ply->before.side, ply->hole),
                       captures[0] == '\0' ? "" : " ", captures,
                       advice == NULL ? "" : proof_text(game, advice));
    const struct kauri_position *now = kauri_game_position(game);
    if (kauri_seeds(&ply->before) > 0 && kauri_seeds(now) == 0 && !kauri_game_is_over(game)) {
        kauri_print_fitted(
            "No seeds are left and the captures are equal: a player who cannot move a cowrie "
            "loses.\n");
    }
}

static enum kauri_result result_of(const struct kauri_game *game, int32_t r)
{
    return kauri_result_under(kauri_game_rules(game), kauri_game_position(game), r);
}

// Adds an exact value: "win 31:29, capture in 3 plies".
static void add_exact(struct kauri_string *out, const struct kauri_game *game,
                      const struct kauri_valued_move *move)
{
    const struct kauri_position *position = kauri_game_position(game);
    kauri_words_result(out, position, kauri_game_rules(game), move->r, false);
    if (kauri_value_tiebreak(move->r.low) == 0) {
        kauri_string_add(out, ", play never ends (R10)");
    } else if (move->dtc_known) {
        kauri_string_add(out, ", ");
        kauri_words_distance(out, kauri_seeds(position) == 0, move->dtc);
    }
}

// Adds proven bounds, "draw or win, final lead +2 to +7", and the estimate, which lies within them.
static void add_bounds(struct kauri_string *out, const struct kauri_game *game,
                       const struct kauri_advice_move *move)
{
    const struct kauri_bounds r = move->known.r;
    const int lead = kauri_lead(kauri_game_position(game));
    const int low = lead + kauri_value_net(r.low);
    const int high = lead + kauri_value_net(r.high);
    const int free = lead + kauri_expected_seeds(move->estimate);
    kauri_words_result(out, kauri_game_position(game), kauri_game_rules(game), r, false);
    if (low == high) {
        kauri_string_add(out, ", final lead %+d", low);
    } else {
        kauri_string_add(out, ", final lead %+d to %+d; guess %+d", low, high,
                         free < low    ? low
                         : free > high ? high
                                       : free);
    }
}

static void print_header(const struct kauri_game *game, const struct kauri_advice *advice)
{
    const char *side = kauri_side_name(advice->position.side);
    if (advice->move_count == 1) {
        kauri_print_fitted("The only move of %s:\n", side);
        return;
    }
    switch (advice->proof) {
    case KAURI_ADVICE_VALUE:
        kauri_print_fitted("Moves of %s, best first (* best), exact by %s:\n", side,
                           advice->source == KAURI_SOURCE_TABLES ? "the tables" : "search");
        return;
    case KAURI_ADVICE_RESULT:
        kauri_print_fitted(
            "Moves of %s, best first (* sure of the best result, a %s), not exact in seeds:\n",
            side, kauri_result_name(result_of(game, advice->r.low)));
        return;
    case KAURI_ADVICE_GUESS:
        kauri_print_fitted("Moves of %s; neither tables nor search decide, the order is a guess:\n",
                           side);
        return;
    }
}

// Returns true if no other move is better, within the proof that the advice has.
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
        struct kauri_string words = {.bytes = NULL};
        if (kauri_bounds_exact(known->r)) {
            add_exact(&words, game, known);
        } else {
            add_bounds(&words, game, move);
        }
        kauri_print_fitted("%c %c %-9s %s\n", is_sure(game, advice, i) ? '*' : ' ',
                           kauri_move_letter((enum kauri_side)advice->position.side, known->hole),
                           kauri_capture_format(known->captured, captures),
                           kauri_string_text(&words));
        kauri_string_clear(&words);
    }
}

static void print_result(const struct kauri_game *game, const char *reason)
{
    const uint8_t *score = kauri_game_position(game)->score;
    const enum kauri_result result = kauri_game_result(game);
    if (result == KAURI_DRAW) {
        kauri_print_fitted("%s: a draw, %u:%u.\n", reason, score[0], score[1]);
        return;
    }
    kauri_print_fitted("%s: %s wins %u:%u.\n", reason,
                       kauri_side_name(result == KAURI_WIN ? KAURI_SOUTH : KAURI_NORTH), score[0],
                       score[1]);
}

void kauri_play_print_end(const struct kauri_game *game)
{
    const struct kauri_position *now = kauri_game_position(game);
    switch (kauri_game_state(game)) {
    case KAURI_GAME_MOVE:
    case KAURI_GAME_PASS:
        return;
    case KAURI_GAME_CAPTURED:
        print_result(game, "No seeds are left");
        return;
    case KAURI_GAME_STUCK:
        kauri_print_fitted("%s has no cowrie to move: %s wins the tie-breaker after %u:%u.\n",
                           kauri_side_name(now->side), kauri_side_name(1U - now->side),
                           now->score[0], now->score[1]);
        return;
    case KAURI_GAME_UNLIMITED:
        print_result(game, "Play that never ends captures nothing more (R10)");
        return;
    case KAURI_GAME_RESIGNED:
        kauri_print_fitted("%s resigns: %s wins.\n", kauri_side_name(now->side),
                           kauri_side_name(1U - now->side));
        return;
    }
}

void kauri_play_print_resistance(const struct kauri_game *game, bool is_south)
{
    const uint8_t *score = kauri_game_position(game)->score;
    const int lead = (int)score[is_south ? 0 : 1] - (int)score[is_south ? 1 : 0];
    const size_t plies = kauri_game_count(game);
    if (lead >= 0) {
        return; // the person gave up, or the win was let go
    }
    kauri_print_fitted("The solution had won from the start. You held out for %zu plies and came "
                       "within %d seeds.\n",
                       plies, -lead);
}
