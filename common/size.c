#include "common/size.h"

#include "common/checked.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Parses the digits at the start of `text`; *rest points after them.
static bool parse_digits(const char *text, uint64_t *number, const char **rest)
{
    uint64_t value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9'; at++) {
        if (!kauri_checked_multiply(value, 10, &value) ||
            !kauri_checked_add(value, (uint64_t)(*at - '0'), &value)) {
            return false;
        }
    }
    *number = value;
    *rest = at;
    return at != text;
}

bool kauri_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *number)
{
    const char *rest;
    return parse_digits(text, number, &rest) && *rest == '\0' && *number >= low && *number <= high;
}

bool kauri_parse_signed(const char *text, int32_t maximum, int32_t *number)
{
    uint64_t magnitude = 0;
    const bool negative = text[0] == '-';
    if (!kauri_parse_number(text + (negative || text[0] == '+'), 0, (uint64_t)maximum,
                            &magnitude)) {
        return false;
    }
    *number = negative ? -(int32_t)magnitude : (int32_t)magnitude;
    return true;
}

bool kauri_parse_seconds(const char *text, uint64_t high, double *seconds)
{
    const char *rest;
    uint64_t whole = 0;
    uint64_t thousandths = 0;
    if (!parse_digits(text, &whole, &rest) || whole > high) {
        return false;
    }
    if (*rest == '.') {
        uint64_t unit = 100;
        for (rest++; *rest >= '0' && *rest <= '9' && unit > 0; rest++, unit /= 10) {
            thousandths += unit * (uint64_t)(*rest - '0');
        }
        if (unit == 100) {
            return false; // there is no digit
        }
    }
    *seconds = (double)whole + (double)thousandths / 1000;
    return *rest == '\0' && *seconds > 0 && *seconds <= (double)high;
}

bool kauri_parse_size(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    const char *rest;
    if (!parse_digits(text, bytes, &rest)) {
        return false;
    }
    if (*rest != '\0') {
        const char *unit = strchr(units, *rest);
        if (unit == NULL || rest[1] != '\0') {
            return false;
        }
        for (const char *step = units; step <= unit; step++) {
            if (!kauri_checked_multiply(*bytes, 1024, bytes)) {
                return false;
            }
        }
    }
    return *bytes > 0;
}

const char *kauri_format_size(uint64_t bytes, char text[KAURI_SIZE_TEXT_BYTES])
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double value = (double)bytes;
    unsigned unit = 0;
    while (value >= 1024.0 && unit + 1 < sizeof units / sizeof units[0]) {
        value /= 1024.0;
        unit++;
    }
    (void)snprintf(text, KAURI_SIZE_TEXT_BYTES, unit == 0 ? "%.0f %s" : "%.2f %s", value,
                   units[unit]);
    return text;
}

const char *kauri_format_count(uint64_t count, char text[KAURI_SIZE_TEXT_BYTES])
{
    char digits[KAURI_SIZE_TEXT_BYTES];
    const int length = snprintf(digits, sizeof digits, "%" PRIu64, count);
    char *out = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) {
            *out++ = ',';
        }
        *out++ = digits[i];
    }
    *out = '\0';
    return text;
}

const char *kauri_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}
