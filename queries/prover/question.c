#include "queries/prover/question.h"

#include "rules/value.h"

bool kauri_question_possible(int r, unsigned seeds)
{
    const int net = kauri_value_net(r);
    return r == 3 * net || ((net - (int)seeds) & 1) == 0;
}

void kauri_question_values_init(struct kauri_question_values *values)
{
    for (unsigned parity = 0; parity < 2; parity++) {
        for (int x = -KAURI_QUESTION_MAX; x <= KAURI_QUESTION_MAX; x++) {
            int y = x;
            while (!kauri_question_possible(y, parity)) {
                y++;
            }
            values->least[parity][x + KAURI_QUESTION_MAX] = (int16_t)y;
        }
    }
}
