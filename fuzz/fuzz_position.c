// Reads any text as a position. One that is accepted must be valid and must be written as a text
// that reads back as the same position.
//
// The input is the text. Needs kauri_rules.
#include "kauri/kauri.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 4096 };

static void require(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void check_position(const struct kauri_position *position)
{
    const unsigned holes = position->holes;
    require(holes >= 1 && holes <= KAURI_HOLES_MAX && position->side <= KAURI_NORTH);
    require(kauri_seeds(position) + position->score[0] + position->score[1] <= KAURI_SEEDS_MAX);
    require(kauri_cowries(position) <= KAURI_COWRIES_MAX);
    for (unsigned i = 2 * holes; i < KAURI_BOARD_HOLES_MAX; i++) {
        require(position->seeds[i] == 0 && position->cowries[i] == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char text[INPUT_MAX + 1];
    char written[KAURI_POSITION_TEXT_BYTES];
    struct kauri_position position;
    struct kauri_position again;
    struct kauri_error error;
    if (size > INPUT_MAX) {
        return 0;
    }
    memcpy(text, data, size);
    text[size] = '\0';
    const enum kauri_status status = kauri_position_parse(text, &position, &error);
    if (status != KAURI_OK) {
        require(status == KAURI_BAD_INPUT && error.status == status);
        require(error.message[0] != '\0' && strchr(error.message, '\n') == NULL);
        return 0;
    }
    check_position(&position);
    require(kauri_position_format(&position, written) == written);
    require(strlen(written) < sizeof written);
    require(kauri_position_parse(written, &again, NULL) == KAURI_OK);
    require(kauri_position_equal(&position, &again));
    return 0;
}
