// Reads any text as a position. Links the static library and uses the public interface alone.
//
// A position that is accepted must be valid, be the same after it was written and read again, have
// its number in its layer, and keep its seeds and cowries under every legal move.
#include "kauri/kauri.h"
#include "tests/fuzz/must.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TEXT_BYTES_MAX = 1024 };

static unsigned all_seeds(const struct kauri_position *position)
{
    return kauri_seeds(position) + position->score[KAURI_SOUTH] + position->score[KAURI_NORTH];
}

static void check_index(const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    const unsigned cowries = kauri_cowries(position);
    struct kauri_position back;
    uint64_t positions = 0;
    uint64_t index = 0;
    uint64_t again = 0;
    must(kauri_layer_positions(position->holes, cowries, seeds, &positions, NULL) == KAURI_OK,
         "a layer has no size");
    must(kauri_position_index(position, &index, NULL) == KAURI_OK && index < positions,
         "the index is outside the layer");
    must(kauri_position_at(position->holes, cowries, seeds, index, &back, NULL) == KAURI_OK,
         "an index has no position");
    must(kauri_position_index(&back, &again, NULL) == KAURI_OK && again == index,
         "the position of an index has another index");
}

static void check_move(const struct kauri_position *before, int hole)
{
    struct kauri_position after = *before;
    struct kauri_capture captured;
    must(kauri_position_play(&after, hole, &captured, NULL) == KAURI_OK, "a legal move is refused");
    must(kauri_position_check(&after, NULL) == KAURI_OK, "a move leads to an invalid position");
    must(after.side != before->side, "the turn does not change");
    must(kauri_cowries(&after) == kauri_cowries(before), "cowries come or go");
    must(all_seeds(&after) == all_seeds(before), "seeds come or go");
    must(kauri_seeds(before) - kauri_seeds(&after) == captured.own + captured.opponent,
         "captures and scores differ");
}

static void check(const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_position again;
    struct kauri_moves moves;
    must(kauri_position_check(position, NULL) == KAURI_OK, "an invalid position is accepted");
    must(kauri_position_parse(kauri_position_format(position, text), &again, NULL) == KAURI_OK &&
             kauri_position_equal(position, &again),
         "a position is not read back as it was written");
    check_index(position);
    must(kauri_position_moves(position, &moves, NULL) == KAURI_OK, "a position has no moves");
    for (unsigned i = 0; i < moves.count; i++) {
        check_move(position, moves.hole[i]);
    }
    for (int hole = KAURI_MOVE_PASS; hole < KAURI_HOLES_MAX; hole++) {
        bool legal = hole == KAURI_MOVE_PASS && moves.count == 0 && kauri_seeds(position) > 0;
        for (unsigned i = 0; i < moves.count; i++) {
            legal = legal || moves.hole[i] == hole;
        }
        again = *position;
        if (legal) {
            check_move(position, hole);
        } else {
            must(kauri_position_play(&again, hole, NULL, NULL) == KAURI_BAD_INPUT &&
                     kauri_position_equal(position, &again),
                 "an illegal move is played");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = size < TEXT_BYTES_MAX ? malloc(size + 1) : NULL;
    struct kauri_position position;
    struct kauri_error error;
    if (text == NULL) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    const enum kauri_status status = kauri_position_parse(text, &position, &error);
    if (status == KAURI_OK) {
        check(&position);
    } else {
        must(status == KAURI_BAD_INPUT && error.status == status, "a refusal has another status");
        must(error.message[0] != '\0' && strchr(error.message, '\n') == NULL,
             "the reason of a refusal is not one line");
    }
    free(text);
    return 0;
}
