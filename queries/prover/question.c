#include "queries/prover/question.h"

#include "common/size.h"
#include "rules/value.h"

#include <string.h>

bool kauri_question_possible(int r, unsigned seeds)
{
    const int net = kauri_value_net(r);
    return r == 3 * net || ((net - (int)seeds) & 1) == 0;
}

int kauri_question_least(int x, unsigned seeds)
{
    while (!kauri_question_possible(x, seeds)) {
        x++;
    }
    return x;
}

void kauri_question_values_init(struct kauri_question_values *values)
{
    for (unsigned parity = 0; parity < 2; parity++) {
        for (int x = -KAURI_QUESTION_MAX; x <= KAURI_QUESTION_MAX; x++) {
            values->least[parity][x + KAURI_QUESTION_MAX] =
                (int16_t)kauri_question_least(x, parity);
        }
    }
}

// The least r with which the player to move gets the result under the standard rules.
static int least_for(enum kauri_result result, const struct kauri_position *position)
{
    const unsigned seeds = kauri_seeds(position);
    int x = -3 * KAURI_SEEDS_MAX - 1;
    while (x <= 3 * KAURI_SEEDS_MAX &&
           (!kauri_question_possible(x, seeds) || kauri_standard_result(position, x) < result)) {
        x++;
    }
    return x;
}

enum kauri_status kauri_question_read(const char *name, const char *text,
                                      const struct kauri_position *position, int *x,
                                      struct kauri_error *error)
{
    int net = 0;
    if (strcmp(text, "win") == 0 || strcmp(text, "draw") == 0) {
        *x = least_for(text[0] == 'w' ? KAURI_WIN : KAURI_DRAW, position);
        return KAURI_OK;
    }
    if (strncmp(text, "net", 3) == 0 && kauri_parse_signed(text + 3, KAURI_SEEDS_MAX, &net)) {
        *x = 3 * net - 1;
        return KAURI_OK;
    }
    return kauri_parse_signed(text, 3 * KAURI_SEEDS_MAX + 1, x)
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE,
                            "%s takes net+K or net-K, with K seeds up to %d, win, draw, or a whole "
                            "number from -%d to %d, not '%.80s'",
                            name, KAURI_SEEDS_MAX, 3 * KAURI_SEEDS_MAX + 1, 3 * KAURI_SEEDS_MAX + 1,
                            text);
}
