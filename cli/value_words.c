#include "cli/value_words.h"

#include "rules/notation.h"

// Look-ups write values by the million: the words are put together without formats.

static inline void add(struct kauri_string *out, const char *text)
{
    kauri_string_add_text(out, text);
}

const char *kauri_phase_name(int t)
{
    return t > 0 ? "won" : t < 0 ? "lost" : "endless";
}

// Adds a number below 1000.
static char *put_number(char *to, unsigned number)
{
    if (number >= 100) {
        *to++ = (char)('0' + number / 100);
    }
    if (number >= 10) {
        *to++ = (char)('0' + number / 10 % 10);
    }
    *to++ = (char)('0' + number % 10);
    return to;
}

const char *kauri_score_text(const uint8_t score[2], char text[KAURI_SCORE_TEXT_BYTES])
{
    char *to = put_number(text, score[KAURI_SOUTH]);
    *to++ = ':';
    *put_number(to, score[KAURI_NORTH]) = '\0';
    return text;
}

// "win", or "wins" after the name of a side.
static const char *verb(enum kauri_result result, bool named)
{
    static const char *const verbs[] = {"loses", "draws", "wins"}; // from KAURI_LOSS on
    return named ? verbs[result - KAURI_LOSS] : kauri_result_name(result);
}

void kauri_words_result(struct kauri_string *out, const struct kauri_position *position,
                        enum kauri_ruleset rules, struct kauri_bounds r, bool named)
{
    const enum kauri_result least = kauri_result_under(rules, position, r.low);
    const enum kauri_result most = kauri_result_under(rules, position, r.high);
    uint8_t score[2];
    if (least == KAURI_LOSS && most == KAURI_WIN) {
        add(out, "open");
        return;
    }
    const bool draw = least == KAURI_DRAW && most == KAURI_DRAW;
    if (named && !draw) {
        add(out, kauri_side_name(position->side));
        add(out, " ");
    }
    add(out, verb(least, named && !draw));
    if (least != most) {
        add(out, " or ");
        add(out, verb(most, named));
    }
    if (r.low == r.high && kauri_final_score(position, r.low, score)) {
        char text[KAURI_SCORE_TEXT_BYTES];
        add(out, " ");
        add(out, kauri_score_text(score, text));
        add(out, score[KAURI_SOUTH] == score[KAURI_NORTH] && !draw ? " by the cowries" : "");
    }
}

void kauri_words_distance(struct kauri_string *out, bool phase, uint32_t dtc)
{
    add(out, phase ? "end in " : "capture in ");
    kauri_string_add_number(out, dtc);
    add(out, dtc == 1 ? " ply" : " plies");
}

void kauri_words_value(struct kauri_string *out, struct kauri_bounds r)
{
    const int t = kauri_value_tiebreak(r.low);
    if (r.low != r.high) {
        add(out, "r = ");
        kauri_string_add_signed(out, r.low);
        add(out, " to ");
        kauri_string_add_signed(out, r.high);
        return;
    }
    add(out, "net ");
    kauri_string_add_signed(out, kauri_value_net(r.low));
    add(out, t == 0 ? ", play never ends" : ", cowrie phase ");
    add(out, t == 0 ? "" : kauri_phase_name(t));
    add(out, " (r = ");
    kauri_string_add_signed(out, r.low);
    add(out, ")");
}
