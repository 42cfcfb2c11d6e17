#include "games/claims/figures.h"

#include "games/claims/claim_check.h"
#include "rules/notation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    ENGINE_NODES = 2000, // positions for each move of the engine's games
    WIDE = 200,          // the article: "more than 200 options"
    PLIES = 40,          // plies until a game is decided, in the article,
    PLIES_LEAST = 13,    // and their range
    PLIES_MOST = 170,
};

static const double branching = 3.6;
static const char *const sample_names[KAURI_SAMPLES] = {"recorded", "engine"};
static const char *const unit_names[KAURI_UNITS] = {"move", "turn"};

// A mean of one figure of each game, with its confidence interval of 95 percent, which is NAN for a
// single game.
struct mean {
    size_t count;
    double mean, low, high;
    unsigned least, most;
};

// The square root of a number that is not negative, by Newton's method: the programs link no
// library of mathematics.
static double root(double square)
{
    double guess = square > 1 ? square : 1;
    for (unsigned i = 0; i < 60 && square > 0; i++) {
        guess = (guess + square / guess) / 2;
    }
    return square > 0 ? guess : 0;
}

static struct mean mean_of(const double *figures, size_t count)
{
    // Student's t by degrees of freedom, rounded up beyond the last.
    static const double t[] = {0, 12.71, 4.31, 3.19, 2.78, 2.58, 2.45, 2.37, 2.31, 2.27};
    struct mean mean = {.count = count};
    double squares = 0;
    if (count == 0) {
        return mean;
    }
    mean.least = mean.most = (unsigned)figures[0];
    for (size_t i = 0; i < count; i++) {
        mean.mean += figures[i] / (double)count;
        mean.least = figures[i] < mean.least ? (unsigned)figures[i] : mean.least;
        mean.most = figures[i] > mean.most ? (unsigned)figures[i] : mean.most;
    }
    for (size_t i = 0; i < count; i++) {
        squares += (figures[i] - mean.mean) * (figures[i] - mean.mean);
    }
    const size_t degrees = count - 1;
    const double quantile = degrees < 10 ? t[degrees] : degrees < 30 ? 2.23 : 2.05;
    const double margin =
        degrees == 0 ? NAN : quantile * root(squares / (double)degrees / (double)count);
    mean.low = margin > mean.mean ? 0 : mean.mean - margin; // no figure is negative
    mean.high = mean.mean + margin;
    return mean;
}

static struct mean mean_options(const struct kauri_sample *sample, unsigned unit)
{
    double figures[KAURI_SAMPLE_GAMES_MAX];
    for (size_t i = 0; i < sample->count; i++) {
        figures[i] = sample->games[i].options[unit];
    }
    return mean_of(figures, sample->count);
}

// Two meanings of the end of a game: a player has the majority of the seeds, or no seeds are left.
enum { BY_MAJORITY, BY_LAST_SEED, DECISIONS };
static const char *const decision_names[DECISIONS] = {"majority", "last seed"};

static struct mean mean_plies(const struct kauri_sample *sample, unsigned unit, unsigned decision)
{
    double figures[KAURI_SAMPLE_GAMES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < sample->count; i++) {
        const struct kauri_game_figures *game = &sample->games[i];
        const unsigned plies = decision == BY_MAJORITY ? game->decided[unit]
                               : game->ended           ? game->plies[unit]
                                                       : 0;
        if (plies > 0) {
            figures[count++] = plies;
        }
    }
    return mean_of(figures, count);
}

// Collects both samples, unless they are there already. Without time, or after an interruption, the
// engine plays no games.
static enum kauri_status sample(struct kauri_check *check, struct kauri_error *error)
{
    struct kauri_effort *effort = check->inquiry->effort;
    struct kauri_sample *recorded = &check->samples[KAURI_SAMPLE_RECORDED];
    struct kauri_sample *engine = &check->samples[KAURI_SAMPLE_ENGINE];
    if (recorded->count == 0) {
        for (unsigned game = 0; game < KAURI_CLAIM_GAMES; game++) {
            kauri_sample_add(recorded, check->games[game].plies, check->games[game].count);
        }
    }
    if (engine->count > 0 || effort->seconds == 0 || effort->interrupted) {
        return KAURI_OK;
    }
    const enum kauri_status status =
        kauri_sample_play(engine, ENGINE_NODES, effort->progress, error);
    if (status == KAURI_INTERRUPTED) {
        *engine = (struct kauri_sample){.count = 0};
        effort->interrupted = true;
        return KAURI_OK;
    }
    return status;
}

static bool sampled(const struct kauri_check *check)
{
    return check->samples[KAURI_SAMPLE_RECORDED].count > 0 &&
           check->samples[KAURI_SAMPLE_ENGINE].count > 0;
}

static void add_mean(struct kauri_facts *table, const struct mean *mean)
{
    kauri_facts_add_number(table, "games", mean->count);
    kauri_facts_add_ratio(table, "mean", mean->mean);
    kauri_facts_add_ratio(table, "low", mean->low);
    kauri_facts_add_ratio(table, "high", mean->high);
}

// The object ClaimBranching:
//     games_of: "recorded" | "engine" - the article's games, or the engine's
//     unit: "move" | "turn" - a turn is all moves of a player until the opponent can move
//     games: int - games that were counted
//     mean: number - mean number of options in a game, over the games; of a turn, sequences of
//         moves, counted up to 100,000
//     low, high: number | null - its confidence interval of 95 percent; null for a single game
enum kauri_status kauri_check_branching(struct kauri_check *check, struct kauri_error *error)
{
    struct mean means[KAURI_SAMPLES];
    bool within = true;
    KAURI_PASS(sample(check, error));
    for (unsigned s = 0; s < KAURI_SAMPLES; s++) {
        for (unsigned unit = 0; unit < KAURI_UNITS && check->samples[s].count > 0; unit++) {
            const struct mean mean = mean_options(&check->samples[s], unit);
            kauri_facts_add_words(check->table, "games_of", sample_names[s]);
            kauri_facts_add_words(check->table, "unit", unit_names[unit]);
            add_mean(check->table, &mean);
            check->table->rows++;
        }
        means[s] = mean_options(&check->samples[s], KAURI_UNIT_MOVE);
        // The article's figure is rounded to one decimal.
        within = within && means[s].low < branching + 0.05 && means[s].high >= branching - 0.05;
    }
    kauri_facts_add_ratio(check->evidence, "figure", branching);
    if (sampled(check)) {
        check->verdict = within ? KAURI_CLAIM_CONSISTENT : KAURI_CLAIM_UNDECIDED;
        kauri_check_set_scope(check, "recorded games %.2f, engine's %.2f", means[0].mean,
                              means[1].mean);
    }
    return KAURI_OK;
}

// The object ClaimOptions:
//     options: int - moves that a player could choose from
//     recorded, engine: int - how often that was so in the article's games, and in the engine's
enum kauri_status kauri_check_common_options(struct kauri_check *check, struct kauri_error *error)
{
    unsigned shares[KAURI_SAMPLES] = {0};
    bool most_common = true;
    KAURI_PASS(sample(check, error));
    for (unsigned s = 0; s < KAURI_SAMPLES; s++) {
        const uint64_t *moves = check->samples[s].moves_by_options;
        const uint64_t most = moves[3] > moves[4] ? moves[3] : moves[4];
        uint64_t all = 0;
        for (unsigned options = 1; options <= KAURI_HOLES_MAX; options++) {
            most_common = most_common && (moves[options] < most || options == 3 || options == 4);
            all += moves[options];
        }
        shares[s] = all > 0 ? (unsigned)((100 * (moves[3] + moves[4]) + all / 2) / all) : 0;
    }
    for (unsigned options = 1; options <= KAURI_HOLES_MAX; options++) {
        kauri_facts_add_number(check->table, "options", options);
        for (unsigned s = 0; s < KAURI_SAMPLES; s++) {
            kauri_facts_add_number(check->table, sample_names[s],
                                   check->samples[s].moves_by_options[options]);
        }
        check->table->rows++;
    }
    kauri_facts_add_number(check->evidence, "recorded_percent", shares[0]);
    kauri_facts_add_number(check->evidence, "engine_percent", shares[1]);
    if (sampled(check)) {
        check->verdict = most_common ? KAURI_CLAIM_CONSISTENT : KAURI_CLAIM_UNDECIDED;
        kauri_check_set_scope(check, "recorded games %u%%, engine's %u%%", shares[0], shares[1]);
    }
    return KAURI_OK;
}

enum kauri_status kauri_check_most_options(struct kauri_check *check, struct kauri_error *error)
{
    KAURI_PASS(sample(check, error));
    kauri_facts_add_number(check->evidence, "figure", WIDE);
    for (unsigned s = 0; s < KAURI_SAMPLES && check->verdict == KAURI_CLAIM_UNDECIDED; s++) {
        const struct kauri_widest_turn *widest = &check->samples[s].widest;
        if (widest->options > WIDE) {
            kauri_facts_add_words(check->evidence, "games_of", sample_names[s]);
            kauri_facts_add_number(check->evidence, "game", widest->game);
            kauri_facts_add_position(check->evidence, "position", &widest->position);
            kauri_facts_add_number(check->evidence, "options", widest->options);
            kauri_check_set_scope(check, "%llu%s in %s game %u",
                                  (unsigned long long)widest->options,
                                  widest->options == KAURI_OPTIONS_MOST ? " or more" : "",
                                  sample_names[s], widest->game);
            check->verdict = KAURI_CLAIM_CONFIRMED;
        }
    }
    return KAURI_OK;
}

// The object ClaimPlies:
//     games_of: "recorded" | "engine" - the article's games, or the engine's
//     decided_by: "majority" | "last seed" - a player has captured more than half of the seeds; or
//         no seeds are left
//     unit: "move" | "turn" - the ply: one move, or all moves of a player until the opponent can
//         move
//     games: int - games that were decided so
//     mean: number - plies until then; 0 without games
//     low, high: number | null - the confidence interval of 95 percent; null for a single game
//     least, most: int - the range
enum kauri_status kauri_check_plies(struct kauri_check *check, struct kauri_error *error)
{
    struct mean means[KAURI_SAMPLES];
    bool within = true;
    KAURI_PASS(sample(check, error));
    for (unsigned s = 0; s < KAURI_SAMPLES; s++) {
        for (unsigned n = 0; n < DECISIONS * KAURI_UNITS && check->samples[s].count > 0; n++) {
            const unsigned decision = n / KAURI_UNITS, unit = n % KAURI_UNITS;
            const struct mean mean = mean_plies(&check->samples[s], unit, decision);
            kauri_facts_add_words(check->table, "games_of", sample_names[s]);
            kauri_facts_add_words(check->table, "decided_by", decision_names[decision]);
            kauri_facts_add_words(check->table, "unit", unit_names[unit]);
            add_mean(check->table, &mean);
            kauri_facts_add_number(check->table, "least", mean.least);
            kauri_facts_add_number(check->table, "most", mean.most);
            check->table->rows++;
        }
        means[s] = mean_plies(&check->samples[s], KAURI_UNIT_TURN, BY_MAJORITY);
        within = within && means[s].low <= PLIES && means[s].high >= PLIES &&
                 means[s].least >= PLIES_LEAST && means[s].most <= PLIES_MOST;
    }
    kauri_facts_add_number(check->evidence, "figure", PLIES);
    if (sampled(check)) {
        check->verdict = within ? KAURI_CLAIM_CONSISTENT : KAURI_CLAIM_UNDECIDED;
        kauri_check_set_scope(check, "recorded games %.0f, engine's %.0f", means[0].mean,
                              means[1].mean);
    }
    return KAURI_OK;
}

// The power of a number that is at least 1, by multiplication and square roots.
static double power(double base, double exponent)
{
    double result = 1, part = base;
    while (exponent >= 1) {
        result *= base;
        exponent -= 1;
    }
    for (unsigned i = 0; i < 20; i++) {
        part = root(part);
        exponent *= 2;
        if (exponent >= 1) {
            result *= part;
            exponent -= 1;
        }
    }
    return result;
}

// Writes a power as "1.8 x 10^22".
static const char *power_text(double base, double exponent, char text[32])
{
    double digits = power(base, exponent);
    unsigned tens = 0;
    for (; digits >= 9.95; tens++) {
        digits /= 10;
    }
    (void)snprintf(text, 32, "%.1f x 10^%u", digits, tens);
    return text;
}

// The object ClaimComplexity:
//     games_of: "recorded" | "engine" - the article's games, or the engine's
//     decided_by: "majority" | "last seed" - as in *ClaimPlies*
//     options, plies: number - means over the games
//     complexity: text - the first to the power of the second: `1.8 x 10^22`
enum kauri_status kauri_check_complexity(struct kauri_check *check, struct kauri_error *error)
{
    char own[32], texts[KAURI_SAMPLES][32];
    KAURI_PASS(sample(check, error));
    for (unsigned s = 0; s < KAURI_SAMPLES; s++) {
        for (unsigned d = DECISIONS; d-- > 0 && check->samples[s].count > 0;) {
            const double options = mean_options(&check->samples[s], KAURI_UNIT_MOVE).mean;
            const double plies = mean_plies(&check->samples[s], KAURI_UNIT_MOVE, d).mean;
            kauri_facts_add_words(check->table, "games_of", sample_names[s]);
            kauri_facts_add_words(check->table, "decided_by", decision_names[d]);
            kauri_facts_add_ratio(check->table, "options", options);
            kauri_facts_add_ratio(check->table, "plies", plies);
            kauri_facts_add_words(check->table, "complexity", power_text(options, plies, texts[s]));
            check->table->rows++;
        }
    }
    kauri_facts_add_words(check->evidence, "power", power_text(branching, PLIES, own));
    if (strstr(check->claim->quote, own) == NULL) {
        check->verdict = KAURI_CLAIM_REFUTED;
    } else if (sampled(check)) {
        kauri_check_set_scope(check, "3.6^40; recorded games %s, engine's %s",
                              strstr(texts[0], "10^"), strstr(texts[1], "10^"));
    }
    return KAURI_OK;
}

// The object ClaimResult:
//     game: int - number of the game
//     captured: text - by South and North, with the moves as they were played: `8:31`
//     printed: "agrees" | "differs" | "not checked" - the printed result; of a game without one,
//         the draw of claim 1
//     decided: bool - no play from there changes the winner, or no seeds are left
enum kauri_status kauri_check_printed_results(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    unsigned right = 0, decided = 0, differing = 0;
    for (unsigned game = 0; game < KAURI_CLAIM_GAMES; game++) {
        const struct kauri_position *end = &check->games[game].end;
        const bool over = kauri_seeds(end) == 0;
        const bool final = over || kauri_has_majority(end);
        enum kauri_result_check result = check->games[game].result;
        if (result == KAURI_RESULT_NOT_WRITTEN) {
            result =
                over && end->score[0] == end->score[1] ? KAURI_RESULT_AGREES : KAURI_RESULT_DIFFERS;
        }
        char captured[32];
        (void)snprintf(captured, sizeof captured, "%u:%u", (unsigned)end->score[0],
                       (unsigned)end->score[1]);
        kauri_facts_add_number(check->table, "game", game + 1);
        kauri_facts_add_words(check->table, "captured", captured);
        kauri_facts_add_words(check->table, "printed",
                              result == KAURI_RESULT_AGREES    ? "agrees"
                              : result == KAURI_RESULT_DIFFERS ? "differs"
                                                               : "not checked");
        kauri_facts_add_answer(check->table, "decided", final);
        check->table->rows++;
        right += result == KAURI_RESULT_AGREES;
        differing += result == KAURI_RESULT_DIFFERS;
        decided += final;
    }
    kauri_facts_add_number(check->evidence, "right", right);
    kauri_facts_add_number(check->evidence, "wrong", differing);
    check->verdict = right == KAURI_CLAIM_GAMES ? KAURI_CLAIM_CONFIRMED
                     : differing == 0           ? KAURI_CLAIM_UNDECIDED
                     : right > 0                ? KAURI_CLAIM_IN_PART
                                                : KAURI_CLAIM_REFUTED;
    kauri_check_set_scope(check, "%u by the moves; %u can change no more", right, decided);
    return KAURI_OK;
}
