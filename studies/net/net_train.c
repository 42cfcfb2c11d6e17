#include "studies/net/net_train.h"

#include "studies/net/plain_math.h"
#include "studies/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    POSITIVE = KAURI_NET_UNITS - KAURI_NET_LINEAR, // units of a part that count if positive
    UNIT_SCALE = 256,                              // scale of the rows
};

#define OUTPUT_RATE   0.3F // learning rate of output weights, relative to that of rows
#define COST_RATE     0.2F // learning rate of the costs, relative to that of the odds
#define COST_STEP_MAX 0.5F

// Returns the weight of a sample. Open questions and cheap answers count less.
static float weight_of(const struct kauri_net_sample *sample)
{
    const bool little = sample->work < 3.0F, some = sample->work < 6.0F;
    if (sample->label == KAURI_NET_OPEN) {
        return 0.5F * (little ? 0.1F : some ? 0.5F : 1.0F);
    }
    return little ? 0.3F : 1.0F;
}

void kauri_net_fit_init(struct kauri_net_fit *fit, const struct kauri_net_inputs *inputs,
                        unsigned parts, uint64_t seed)
{
    memset(fit, 0, sizeof *fit);
    fit->inputs = inputs;
    fit->units = parts * KAURI_NET_UNITS;
    for (unsigned i = 0; i < KAURI_NET_INPUT_ROWS; i++) {
        for (unsigned j = 0; j < fit->units; j++) {
            fit->row[i][j] = (kauri_net_random_share(&seed) - 0.5F) * 0.2F;
        }
    }
    for (unsigned k = 0; k < KAURI_NET_OUTPUTS; k++) {
        for (unsigned j = 0; j < fit->units; j++) {
            fit->weight[k][j] = (kauri_net_random_share(&seed) - 0.5F) * 0.5F;
        }
    }
}

static inline bool is_linear(unsigned unit)
{
    return unit % KAURI_NET_UNITS >= POSITIVE;
}

static void outputs(const struct kauri_net_fit *fit, const struct kauri_net_sample *sample,
                    float unit[KAURI_NET_FIT_UNITS], float output[KAURI_NET_OUTPUTS])
{
    memset(unit, 0, KAURI_NET_FIT_UNITS * sizeof *unit);
    for (unsigned i = 0; i < fit->inputs->count; i++) {
        for (unsigned j = 0; j < fit->units; j++) {
            unit[j] += fit->row[sample->rows[i]][j];
        }
    }
    for (unsigned j = 0; j < fit->units; j++) {
        unit[j] = unit[j] > 0.0F || is_linear(j) ? unit[j] : 0.0F;
    }
    for (unsigned k = 0; k < KAURI_NET_OUTPUTS; k++) {
        output[k] = fit->constant[k];
        for (unsigned j = 0; j < fit->units; j++) {
            output[k] += fit->weight[k][j] * unit[j];
        }
    }
}

// Takes one step against a gradient.
static inline void descend(float *number, float *squares, float gradient, float rate)
{
    *squares += gradient * gradient;
    *number -= rate * gradient / sqrtf(*squares + 1e-2F);
}

static void learn(struct kauri_net_fit *fit, const struct kauri_net_sample *sample,
                  const float unit[KAURI_NET_FIT_UNITS], const float slope[KAURI_NET_OUTPUTS],
                  float rate)
{
    float back[KAURI_NET_FIT_UNITS] = {0};
    for (unsigned k = 0; k < KAURI_NET_OUTPUTS; k++) {
        if (slope[k] == 0.0F) {
            continue;
        }
        for (unsigned j = 0; j < fit->units; j++) {
            back[j] += slope[k] * fit->weight[k][j];
            descend(&fit->weight[k][j], &fit->weight_squares[k][j], slope[k] * unit[j],
                    OUTPUT_RATE * rate);
        }
        descend(&fit->constant[k], &fit->constant_squares[k], slope[k], rate);
    }
    for (unsigned j = 0; j < fit->units; j++) {
        back[j] = unit[j] > 0.0F || is_linear(j) ? back[j] : 0.0F;
    }
    for (unsigned i = 0; i < fit->inputs->count; i++) {
        float *row = fit->row[sample->rows[i]], *squares = fit->row_squares[sample->rows[i]];
        for (unsigned j = 0; j < fit->units; j++) {
            descend(&row[j], &squares[j], back[j], rate);
        }
    }
}

static void shuffle(struct kauri_net_samples *samples, uint64_t *state)
{
    for (size_t i = samples->count; i > 1; i--) {
        const size_t j = kauri_random(state) % i;
        const struct kauri_net_sample swapped = samples->items[i - 1];
        samples->items[i - 1] = samples->items[j];
        samples->items[j] = swapped;
    }
}

void kauri_net_fit_epoch(struct kauri_net_fit *fit, struct kauri_net_samples *samples, float rate,
                         uint64_t *state, struct kauri_net_loss *loss)
{
    double entropy = 0, squares = 0, misses = 0;
    size_t held_out = 0, answered = 0;
    shuffle(samples, state);
    for (size_t i = 0; i < samples->count; i++) {
        const struct kauri_net_sample *sample = &samples->items[i];
        float unit[KAURI_NET_FIT_UNITS], output[KAURI_NET_OUTPUTS], slope[KAURI_NET_OUTPUTS] = {0};
        outputs(fit, sample, unit, output);
        if (sample->label == KAURI_NET_ESTIMATED) {
            const float miss = output[0] - sample->target;
            slope[0] = sample->weight * miss;
            misses += sample->weight * miss * miss;
        } else {
            const float yes = kauri_sigmoid(output[0]);
            slope[0] = weight_of(sample) * (yes - sample->target);
            if (sample->held_out) {
                entropy -=
                    sample->target * log(yes + 1e-9) + (1 - sample->target) * log(1 - yes + 1e-9);
                held_out++;
            }
        }
        if (sample->label == KAURI_NET_YES || sample->label == KAURI_NET_NO) {
            const unsigned k = sample->label == KAURI_NET_YES ? 1 : 2;
            const float miss = output[k] - sample->work;
            const float step = COST_RATE * miss;
            slope[k] = step > COST_STEP_MAX    ? COST_STEP_MAX
                       : step < -COST_STEP_MAX ? -COST_STEP_MAX
                                               : step;
            if (sample->held_out) {
                squares += miss * miss;
                answered++;
            }
        }
        if (!sample->held_out) {
            learn(fit, sample, unit, slope, rate);
        }
    }
    loss->odds = held_out == 0 ? 0 : entropy / (double)held_out;
    loss->cost = answered == 0 ? 0 : sqrt(squares / (double)answered);
    loss->estimate = sqrt(misses / (double)samples->count);
}

// The greatest sum that rows of the inputs can have in a unit; `sign` is 1 or -1.
static double extreme(const struct kauri_net_fit *fit, const struct kauri_net_row *rows,
                      unsigned unit, int sign)
{
    double sum = 0;
    for (unsigned i = 0; i < fit->inputs->count; i++) {
        const unsigned count = kauri_net_rows_of(fit->inputs, i);
        int maximum = 0; // partial sums in any order count as well
        for (unsigned r = 0; r < count; r++) {
            const int number = sign * rows[r].unit[unit];
            maximum = number > maximum ? number : maximum;
        }
        sum += maximum;
        rows += count;
    }
    return sum;
}

// Adds the greatest sum of weights that a part of the network can have to *sum.
static enum kauri_status check_sums(const struct kauri_net_fit *fit,
                                    const struct kauri_net_row *rows,
                                    const struct kauri_net_row *weights, double *sum,
                                    struct kauri_error *error)
{
    for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
        const double maximum = extreme(fit, rows, j, 1), least = extreme(fit, rows, j, -1);
        const double size = maximum > least ? maximum : least;
        if (size > INT16_MAX) {
            return kauri_fail(error, KAURI_INTERNAL, "unit %u can reach %.0f", j, size);
        }
        *sum += size * abs(weights->unit[j]);
    }
    if (*sum > INT32_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "a sum of weights can reach %.0f", *sum);
    }
    return KAURI_OK;
}

static int16_t rounded(double number, bool *fits)
{
    const double nearest = floor(number + 0.5);
    *fits = *fits && fabs(nearest) <= INT16_MAX;
    return *fits ? (int16_t)nearest : 0;
}

static void round_rows(const struct kauri_net_fit *fit, unsigned part, struct kauri_net_row *rows,
                       bool *fits)
{
    const unsigned first = part * KAURI_NET_UNITS;
    unsigned count = 0;
    for (unsigned i = 0; i < fit->inputs->count; i++) {
        count += kauri_net_rows_of(fit->inputs, i);
    }
    for (unsigned r = 0; r < count; r++) {
        for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
            rows[r].unit[j] = rounded(UNIT_SCALE * (double)fit->row[r][first + j], fits);
        }
    }
}

static enum kauri_status too_great(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_INTERNAL, "a weight exceeds 16 bits");
}

enum kauri_status kauri_net_fit_round(const struct kauri_net_fit *fit, float odds, float cost,
                                      struct kauri_net *net, struct kauri_error *error)
{
    // Fixed-point scale of the output weights.
    const double scale = (double)(1 << KAURI_NET_SHIFT) * KAURI_NET_LOG_UNIT / UNIT_SCALE;
    const double per_odds = odds * 1.4426950408889634;
    enum kauri_status status = KAURI_OK;
    bool fits = true;
    memset(net, 0, sizeof *net);
    round_rows(fit, 0, net->row, &fits);
    for (unsigned k = 0; k < 2 && status == KAURI_OK; k++) {
        const double sign = k == 0 ? -per_odds : per_odds;
        for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
            net->row[KAURI_NET_EFFORT + k].unit[j] =
                rounded(scale * (sign * fit->weight[0][j] + cost * fit->weight[1 + k][j]), &fits);
        }
        net->row[KAURI_NET_CONSTANT].unit[k] = rounded(
            KAURI_NET_LOG_UNIT * (4 + sign * fit->constant[0] + cost * fit->constant[1 + k]),
            &fits);
        double sum = 0;
        status = fits ? check_sums(fit, net->row, &net->row[KAURI_NET_EFFORT + k], &sum, error)
                      : too_great(error);
    }
    return status;
}

enum kauri_status kauri_net_fit_round_estimate(const struct kauri_net_fit *fit,
                                               struct kauri_estimate_net *net,
                                               struct kauri_error *error)
{
    const double share = 1 << KAURI_ESTIMATE_SHARE_BITS;
    const double scale = share * (1 << KAURI_ESTIMATE_SHIFT) / UNIT_SCALE;
    enum kauri_status status = KAURI_OK;
    bool fits = true;
    double sum = 0;
    memset(net, 0, sizeof *net);
    net->part[0].row[KAURI_ESTIMATE_CONSTANT].unit[0] = rounded(share * fit->constant[0], &fits);
    for (unsigned part = 0; part < KAURI_ESTIMATE_PARTS && status == KAURI_OK; part++) {
        struct kauri_net_row *rows = net->part[part].row;
        const float *weights = fit->weight[0] + part * KAURI_NET_UNITS;
        round_rows(fit, part, rows, &fits);
        for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
            rows[KAURI_ESTIMATE_WEIGHTS].unit[j] = rounded(scale * weights[j], &fits);
        }
        status = fits ? check_sums(fit, rows, &rows[KAURI_ESTIMATE_WEIGHTS], &sum, error)
                      : too_great(error);
    }
    return status;
}
