#include "studies/engine/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS = 2 * KAURI_ESTIMATE_WEIGHTS, STEPS = 80 };

#define RIDGE  0.02 // pull towards 0
#define SMOOTH 0.20 // pull towards the neighbours

// The vectors of the method; each has NUMBERS elements.
struct vectors {
    double *solution, *residual, *direction, *product, *diagonal, *scaled;
};

static double factor_of(const struct kauri_sample *sample)
{
    return 1.0 / (sample->seeds + 8.0);
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (unsigned i = 0; i < NUMBERS; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

// The estimate of a sample.
static double value_of(const struct kauri_sample *sample, const double *numbers)
{
    const double full = sample->seeds / (double)KAURI_SEEDS_MAX;
    double sum = 0;
    for (unsigned f = 0; f < KAURI_ESTIMATE_FEATURES; f++) {
        const double *number = numbers + 2 * (size_t)sample->features[f];
        sum += full * number[0] + (1 - full) * number[1];
    }
    return sum;
}

// Adds a multiple of the gradient of the estimate of a sample.
static void add(const struct kauri_sample *sample, double multiple, double *numbers)
{
    const double full = sample->seeds / (double)KAURI_SEEDS_MAX;
    for (unsigned f = 0; f < KAURI_ESTIMATE_FEATURES; f++) {
        double *number = numbers + 2 * (size_t)sample->features[f];
        number[0] += multiple * full;
        number[1] += multiple * (1 - full);
    }
}

// Adds the product with the matrix of both pulls, or its diagonal if `numbers` is NULL.
static void add_pulls(const double *numbers, double *out)
{
    const unsigned step = 2 * KAURI_ESTIMATE_COWRIES; // to the number for one seed more
    for (unsigned i = 0; i < NUMBERS; i++) {
        out[i] += RIDGE * (numbers == NULL ? 1 : numbers[i]);
    }
    for (unsigned i = 0; i < 2 * KAURI_ESTIMATE_HOLE_WEIGHTS; i++) {
        if (i / step % KAURI_ESTIMATE_SEEDS + 1 < KAURI_ESTIMATE_SEEDS) {
            const double difference = numbers == NULL ? 1 : numbers[i] - numbers[i + step];
            out[i] += SMOOTH * difference;
            out[i + step] += SMOOTH * (numbers == NULL ? 1 : -difference);
        }
    }
}

static void multiply(const struct kauri_samples *samples, const double *in, double *out)
{
    memset(out, 0, NUMBERS * sizeof *out);
    for (size_t i = 0; i < samples->count; i++) {
        const struct kauri_sample *sample = &samples->items[i];
        add(sample, factor_of(sample) * value_of(sample, in), out);
    }
    add_pulls(in, out);
}

static void set_up(const struct kauri_samples *samples, double share, struct vectors *v)
{
    for (size_t i = 0; i < samples->count; i++) {
        const struct kauri_sample *sample = &samples->items[i];
        const double full = sample->seeds / (double)KAURI_SEEDS_MAX;
        const double target = share * sample->outcome + (1 - share) * sample->searched;
        add(sample, factor_of(sample) * target, v->residual);
        for (unsigned f = 0; f < KAURI_ESTIMATE_FEATURES; f++) {
            double *diagonal = v->diagonal + 2 * (size_t)sample->features[f];
            diagonal[0] += factor_of(sample) * full * full;
            diagonal[1] += factor_of(sample) * (1 - full) * (1 - full);
        }
    }
    add_pulls(NULL, v->diagonal);
}

static void solve(const struct kauri_samples *samples, struct vectors *v)
{
    double length = 0;
    for (unsigned i = 0; i < NUMBERS; i++) {
        v->direction[i] = v->residual[i] / v->diagonal[i];
        length += v->residual[i] * v->direction[i];
    }
    for (unsigned step = 0; step < STEPS && length > 0; step++) {
        multiply(samples, v->direction, v->product);
        const double along = length / dot(v->direction, v->product);
        for (unsigned i = 0; i < NUMBERS; i++) {
            v->solution[i] += along * v->direction[i];
            v->residual[i] -= along * v->product[i];
            v->scaled[i] = v->residual[i] / v->diagonal[i];
        }
        const double next = dot(v->residual, v->scaled);
        for (unsigned i = 0; i < NUMBERS; i++) {
            v->direction[i] = v->scaled[i] + next / length * v->direction[i];
        }
        length = next;
    }
}

static double residual_of(const struct kauri_samples *samples, const double *numbers)
{
    double squares = 0;
    for (size_t i = 0; i < samples->count; i++) {
        const struct kauri_sample *sample = &samples->items[i];
        const double error = (value_of(sample, numbers) - sample->outcome) /
                             (3.0 * KAURI_ESTIMATE_UNIT * sample->seeds);
        squares += error * error;
    }
    return sqrt(squares / (double)(samples->count > 0 ? samples->count : 1));
}

// The nearest value that a weight can have.
static int rounded(double number)
{
    const long nearest = lround(number);
    const long most = KAURI_ESTIMATE_WEIGHT_MOST;
    return (int)(nearest > most ? most : nearest < -most ? -most : nearest);
}

enum kauri_status kauri_fit_samples(const struct kauri_samples *samples, double share,
                                    struct kauri_estimate_weights *weights, double *residual,
                                    struct kauri_error *error)
{
    double *memory = calloc(6 * (size_t)NUMBERS, sizeof *memory);
    if (memory == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for fitting");
    }
    struct vectors v = {memory,
                        memory + NUMBERS,
                        memory + 2 * (size_t)NUMBERS,
                        memory + 3 * (size_t)NUMBERS,
                        memory + 4 * (size_t)NUMBERS,
                        memory + 5 * (size_t)NUMBERS};
    set_up(samples, share, &v);
    solve(samples, &v);
    *residual = residual_of(samples, v.solution);
    for (unsigned i = 0; i < KAURI_ESTIMATE_WEIGHTS; i++) {
        weights->word[i] = KAURI_ESTIMATE_WEIGHT(rounded(v.solution[2 * (size_t)i]),
                                                 rounded(v.solution[2 * (size_t)i + 1]));
    }
    free(memory);
    return KAURI_OK;
}
