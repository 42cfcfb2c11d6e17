#include "queries/prover/question.h"

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
