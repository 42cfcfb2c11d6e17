#include "studies/article/claim_table.h"

#include "common/size.h"
#include "rules/notation.h"
#include "studies/article/claim_words.h"

#include <stdio.h>

#define COLUMN_COUNT(columns) (sizeof(columns) / sizeof(columns)[0])

// Columns of each table, named in the order of its enum.
enum { PLY, SIDE, NUMBER, MOVE, LEFT, LEFT_WITH_MOVE, KEEPS_RESULT, KEEPS_DISTANCE, BEST };

static const struct kauri_claim_column ply_columns[] = {
    [PLY] = {"ply", "ply", false},
    [SIDE] = {"side", "side", false},
    [NUMBER] = {"number", "number", false},
    [MOVE] = {"move", "move", false},
    [LEFT] = {"plies left", "plies_left", false},
    [LEFT_WITH_MOVE] = {"with this move", "plies_left_with_move", false},
    [KEEPS_RESULT] = {"keeps result", "keeps_result", false},
    [KEEPS_DISTANCE] = {"keeps distance", "keeps_distance", false},
    [BEST] = {"best", "best", false},
};

// Replies are moves of the opponent; without one, the opponent passes.
enum { NOTED_MOVE, LETTER, MOST_REPLIES, CHOICES, EVEN_CAPTURES, OUTCOME };

static const struct kauri_claim_column reading_columns[] = {
    [NOTED_MOVE] = {"noted move", "noted_move", false},
    [LETTER] = {"W", "letter", false},
    [MOST_REPLIES] = {"most replies", "most_replies", false},
    [CHOICES] = {"positions with a choice", "choices", false},
    [EVEN_CAPTURES] = {"equal captures", "even_captures", false},
    [OUTCOME] = {"outcome", "outcome", true},
};

enum { SEEDS, POSITIONS, ZERO_READ, ZERO_CERTIFIED, OTHER_MULTIPLES };

static const struct kauri_claim_column layer_columns[] = {
    [SEEDS] = {"seeds", "seeds", false},
    [POSITIONS] = {"positions", "positions", false},
    [ZERO_READ] = {"r = 0 by reading every page", "zero_read", false},
    [ZERO_CERTIFIED] = {"r = 0 by the certificate", "zero_certified", false},
    [OTHER_MULTIPLES] = {"other r divisible by 3", "other_multiples_of_3", false},
};

enum {
    MARK_GAME,
    MARK_MOVE,
    MARK_SIGN,
    MARK_VERDICT,
    MARK_SEEDS,
    MARK_LOSS,
    MARK_STANDARD,
    MARK_STANDARD_KEEPS,
    MARK_STANDARD_ONLY,
    MARK_TIEBREAKER,
    MARK_TIEBREAKER_KEEPS,
    MARK_TIEBREAKER_ONLY,
    MARK_R_BEFORE,
    MARK_R_OF_MOVE,
    MARK_POSITION,
};

static const struct kauri_claim_column mark_columns[] = {
    [MARK_GAME] = {"game", "game", false},
    [MARK_MOVE] = {"move", "move", false},
    [MARK_SIGN] = {"mark", "mark", false},
    [MARK_VERDICT] = {"verdict", "verdict", false},
    [MARK_SEEDS] = {"seeds", "seeds", false},
    [MARK_LOSS] = {"gives away", "gives_away", false},
    [MARK_STANDARD] = {"standard", "standard", true},
    [MARK_STANDARD_KEEPS] = {"keeps result", "keeps_standard", false},
    [MARK_STANDARD_ONLY] = {"only move", "only_standard", false},
    [MARK_TIEBREAKER] = {"tie-breaker", "tie_breaker", true},
    [MARK_TIEBREAKER_KEEPS] = {"keeps tie-breaker result", "keeps_tie_breaker", false},
    [MARK_TIEBREAKER_ONLY] = {"only tie-breaker move", "only_tie_breaker", false},
    [MARK_R_BEFORE] = {"r before", "r_before", true},
    [MARK_R_OF_MOVE] = {"r of the move", "r_of_move", false},
    [MARK_POSITION] = {"position", "position", true},
};

size_t kauri_claim_columns(const struct kauri_claim *claim,
                           const struct kauri_claim_column **columns)
{
    switch (claim->id) {
    case KAURI_CLAIM_STRONGEST:
        *columns = ply_columns;
        return COLUMN_COUNT(ply_columns);
    case KAURI_CLAIM_WAITING:
        *columns = reading_columns;
        return COLUMN_COUNT(reading_columns);
    case KAURI_CLAIM_NO_DRAWS:
        *columns = layer_columns;
        return COLUMN_COUNT(layer_columns);
    case KAURI_CLAIM_MARKS:
        *columns = mark_columns;
        return COLUMN_COUNT(mark_columns);
    default:
        *columns = NULL;
        return 0;
    }
}

size_t kauri_claim_rows(const struct kauri_claim *claim)
{
    switch (claim->id) {
    case KAURI_CLAIM_STRONGEST:
        return claim->strongest.count;
    case KAURI_CLAIM_WAITING:
        return claim->waiting.count;
    case KAURI_CLAIM_NO_DRAWS:
        return claim->draws.count;
    case KAURI_CLAIM_MARKS:
        return claim->marks.count;
    default:
        return 0;
    }
}

static void set_text(struct kauri_cell *cell, const char *text)
{
    cell->kind = KAURI_CELL_TEXT;
    (void)snprintf(cell->text, sizeof cell->text, "%s", text);
}

static void set_number(struct kauri_cell *cell, uint64_t number)
{
    cell->kind = KAURI_CELL_NUMBER;
    cell->number = number;
}

static void set_answer(struct kauri_cell *cell, enum kauri_claim_answer answer)
{
    cell->kind = KAURI_CELL_ANSWER;
    cell->answer = answer;
}

static void set_bounds(struct kauri_cell *cell, struct kauri_bounds bounds)
{
    cell->kind = KAURI_CELL_BOUNDS;
    cell->bounds = bounds;
}

// Copies the words and frees them.
static enum kauri_status set_words(struct kauri_cell *cell, struct kauri_string *words,
                                   struct kauri_error *error)
{
    const enum kauri_status status = kauri_string_check(words, error);
    set_text(cell, kauri_string_text(words));
    kauri_string_clear(words);
    return status;
}

static void ply_cell(const struct kauri_claim_ply *ply, size_t row, size_t column,
                     struct kauri_cell *cell)
{
    const enum kauri_side side = (enum kauri_side)ply->position.side;
    switch (column) {
    case PLY:
        set_number(cell, row + 1);
        break;
    case SIDE:
        set_text(cell, kauri_side_name(side));
        break;
    case NUMBER:
        set_number(cell, ply->number);
        break;
    case MOVE:
        set_text(cell, (const char[]){kauri_move_letter(side, ply->hole), '\0'});
        break;
    case LEFT:
        set_number(cell, ply->plies_left);
        break;
    case LEFT_WITH_MOVE:
        set_number(cell, ply->plies_left_with_move);
        break;
    case KEEPS_RESULT:
        set_answer(cell, ply->keeps_result ? KAURI_ANSWER_YES : KAURI_ANSWER_NO);
        break;
    case KEEPS_DISTANCE:
        set_answer(cell, ply->keeps_distance ? KAURI_ANSWER_YES : KAURI_ANSWER_NO);
        break;
    default:
        cell->kind = KAURI_CELL_MOVES;
        for (unsigned i = 0; i < ply->best_count; i++) {
            cell->text[i] = kauri_move_letter(side, ply->best[i]);
        }
    }
}

static enum kauri_status reading_cell(const struct kauri_claim_waiting *evidence,
                                      const struct kauri_claim_reading *reading, size_t column,
                                      struct kauri_cell *cell, struct kauri_error *error)
{
    const struct kauri_waiting *outcome = &reading->outcome;
    struct kauri_string words = {.bytes = NULL};
    switch (column) {
    case NOTED_MOVE:
        set_text(cell, reading->after ? "after it" : "in its place");
        break;
    case LETTER:
        kauri_claim_add_letter(&words, evidence->player, outcome->letter);
        return set_words(cell, &words, error);
    case MOST_REPLIES:
        set_number(cell, outcome->replies);
        break;
    case CHOICES:
        set_number(cell, outcome->choices);
        break;
    case EVEN_CAPTURES:
        set_text(cell, outcome->even == 0 ? "no"
                       : outcome->breaks + outcome->endings == outcome->even
                           ? "yes"
                           : "against some replies");
        break;
    default:
        kauri_claim_add_outcome(&words, &evidence->line, outcome);
        return set_words(cell, &words, error);
    }
    return KAURI_OK;
}

static void layer_cell(const struct kauri_claim_layer *layer, size_t column,
                       struct kauri_cell *cell)
{
    const uint64_t numbers[] = {
        [SEEDS] = layer->seeds,
        [POSITIONS] = layer->positions,
        [ZERO_READ] = layer->zero_read,
        [ZERO_CERTIFIED] = layer->zero_certified,
        [OTHER_MULTIPLES] = layer->other_multiples_of_3,
    };
    set_number(cell, numbers[column]);
}

static enum kauri_status worth_cell(const struct kauri_claim_mark *mark,
                                    const struct kauri_claim_worth *worth, size_t column,
                                    struct kauri_cell *cell, struct kauri_error *error)
{
    struct kauri_string words = {.bytes = NULL};
    switch (column) {
    case 0:
        kauri_claim_add_results(&words, mark->position.side, worth->low, worth->high);
        return set_words(cell, &words, error);
    case 1:
        set_answer(cell, worth->keeps);
        break;
    default:
        set_answer(cell, worth->only);
    }
    return KAURI_OK;
}

static enum kauri_status mark_cell(const struct kauri_claim_mark *mark, size_t column,
                                   struct kauri_cell *cell, struct kauri_error *error)
{
    const enum kauri_side side = (enum kauri_side)mark->position.side;
    switch (column) {
    case MARK_GAME:
        set_number(cell, mark->game);
        break;
    case MARK_MOVE:
        cell->kind = KAURI_CELL_TEXT;
        (void)snprintf(cell->text, sizeof cell->text, "%u%s%c", mark->number,
                       side == KAURI_SOUTH ? ". " : "... ", kauri_move_letter(side, mark->hole));
        break;
    case MARK_SIGN:
        set_text(cell, mark->marks);
        break;
    case MARK_VERDICT:
        set_text(cell, kauri_verdict_name(mark->verdict));
        break;
    case MARK_SEEDS:
        set_number(cell, mark->seeds);
        break;
    case MARK_LOSS:
        set_bounds(cell, mark->loss);
        break;
    case MARK_STANDARD:
    case MARK_STANDARD_KEEPS:
    case MARK_STANDARD_ONLY:
        return worth_cell(mark, &mark->standard, column - MARK_STANDARD, cell, error);
    case MARK_TIEBREAKER:
    case MARK_TIEBREAKER_KEEPS:
    case MARK_TIEBREAKER_ONLY:
        return worth_cell(mark, &mark->tiebreaker, column - MARK_TIEBREAKER, cell, error);
    case MARK_R_BEFORE:
        set_bounds(cell, mark->r_before);
        break;
    case MARK_R_OF_MOVE:
        set_bounds(cell, mark->r_of_move);
        break;
    default:
        cell->kind = KAURI_CELL_TEXT;
        (void)kauri_position_format(&mark->position, cell->text);
    }
    return KAURI_OK;
}

enum kauri_status kauri_claim_cell(const struct kauri_claim *claim, size_t row, size_t column,
                                   struct kauri_cell *cell, struct kauri_error *error)
{
    *cell = (struct kauri_cell){.kind = KAURI_CELL_TEXT};
    switch (claim->id) {
    case KAURI_CLAIM_STRONGEST:
        ply_cell(&claim->strongest.ply[row], row, column, cell);
        break;
    case KAURI_CLAIM_WAITING:
        return reading_cell(&claim->waiting, &claim->waiting.reading[row], column, cell, error);
    case KAURI_CLAIM_NO_DRAWS:
        layer_cell(&claim->draws.layer[row], column, cell);
        break;
    case KAURI_CLAIM_MARKS:
        return mark_cell(&claim->marks.mark[row], column, cell, error);
    default:
        break;
    }
    return KAURI_OK;
}

void kauri_cell_add(struct kauri_string *text, const struct kauri_cell *cell)
{
    static const char *const answers[] = {
        [KAURI_ANSWER_NO] = "no",
        [KAURI_ANSWER_YES] = "yes",
        [KAURI_ANSWER_UNDECIDED] = "undecided",
    };
    char count[KAURI_SIZE_TEXT_BYTES];
    switch (cell->kind) {
    case KAURI_CELL_TEXT:
        kauri_string_add(text, "%s", cell->text);
        break;
    case KAURI_CELL_NUMBER:
        kauri_string_add(text, "%s", kauri_format_count(cell->number, count));
        break;
    case KAURI_CELL_ANSWER:
        kauri_string_add(text, "%s", answers[cell->answer]);
        break;
    case KAURI_CELL_BOUNDS:
        kauri_claim_add_bounds(text, cell->bounds);
        break;
    case KAURI_CELL_MOVES:
        for (const char *letter = cell->text; *letter != '\0'; letter++) {
            kauri_string_add(text, "%s%c", letter == cell->text ? "" : " ", *letter);
        }
        break;
    }
}
