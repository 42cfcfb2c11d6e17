#include "queries/prover/question.h"

#include <stdlib.h>

// Values beyond 3 * seeds + 1 are not excluded.
static bool is_possible(int r, unsigned parity)
{
    const int net = (r + (r >= 0 ? 1 : -1)) / 3; // r / 3, rounded to nearest
    return r == 0 || (unsigned)abs(net) % 2 == parity;
}

void kauri_question_values_init(struct kauri_question_values *values)
{
    for (unsigned parity = 0; parity < 2; parity++) {
        for (int x = -KAURI_QUESTION_MAX; x <= KAURI_QUESTION_MAX; x++) {
            int y = x;
            while (!is_possible(y, parity)) {
                y++;
            }
            values->least[parity][x + KAURI_QUESTION_MAX] = (int16_t)y;
        }
    }
}
