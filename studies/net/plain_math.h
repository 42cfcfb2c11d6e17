// Elementary functions made of the four operations alone, which give the same results to the last
// bit with every C library.
#ifndef KAURI_STUDIES_NET_PLAIN_MATH_H
#define KAURI_STUDIES_NET_PLAIN_MATH_H

#include <stdint.h>

static inline int kauri_round(float number)
{
    return (int)(number + (number < 0.0F ? -0.5F : 0.5F));
}

// Two to the power x, for |x| < 100.
static inline float kauri_power2(float x)
{
    const int whole = kauri_round(x);
    const double y = (x - (float)whole) * 0.69314718055994531;
    const double part =
        1 + y * (1 + y * (1. / 2 + y * (1. / 6 + y * (1. / 24 + y * (1. / 120 + y / 720)))));
    double scale = 1;
    for (int i = 0; i < (whole < 0 ? -whole : whole); i++) {
        scale *= 2;
    }
    return (float)(whole < 0 ? part / scale : part * scale);
}

// The binary logarithm of a number of at least 1.
static inline float kauri_log2(double number)
{
    int whole = 0;
    while (number >= 2) {
        number /= 2;
        whole++;
    }
    // log2(m) = 2 / ln 2 * artanh((m - 1) / (m + 1))
    const double z = (number - 1) / (number + 1);
    const double q = z * z;
    const double sum =
        z *
        (1 + q * (1. / 3 + q * (1. / 5 + q * (1. / 7 + q * (1. / 9 + q * (1. / 11 + q / 13))))));
    return (float)(whole + 2.8853900817779268 * sum);
}

// The logistic function 1 / (1 + e^-x).
static inline float kauri_sigmoid(float x)
{
    const float cut = x < -60.0F ? -60.0F : x > 60.0F ? 60.0F : x;
    return 1.0F / (1.0F + kauri_power2(-1.44269504F * cut));
}

#endif
