#include "games/engine/opponents.h"

#include "common/splitmix64.h"
#include "db/tables/tablebase.h"
#include "games/engine/engine_state.h"
#include "games/engine/transposition_table.h"
#include "games/engine/winning_strategy.h"
#include "rules/value.h"

struct character {
    const char *name;
    uint64_t nodes;      // nodes searched for a move; 0: it sees only what a move captures
    unsigned opening;    // percentage of moves that are overlooked before the first capture
    unsigned overlooked; // percentage of moves that are overlooked afterwards
};

// By strength. docs/results/LABBOOK.md has the matches that they were chosen with. The stronger
// opponents overlook most in the opening, or their games would all be the same.
static const struct character characters[KAURI_STRENGTH_MOST] = {
    {"Egg", 0, 94, 94},  {"Chick", 1, 69, 69},   {"Snail", 1, 54, 54},   {"Gecko", 1, 42, 42},
    {"Kiwi", 1, 30, 30}, {"Penguin", 1, 30, 13}, {"Fantail", 36, 30, 0}, {"Weka", 120, 30, 0},
    {"Tui", 600, 30, 0}, {"Kea", 3000, 30, 0},   {.name = "Kauri"},
};

// Share of the time in which a proof of the win is looked for: if nothing is known, and if the
// player has been in the book in this game, so that there is a win to be kept.
#define STRATEGY_SHARE 0.5
#define KEEPING_SHARE  0.9
// The least time of the engine, which always has a move.
#define SECONDS_LEAST 0.001

enum {
    WEAK_MEMORY = 256 << 10, // enough for some thousand positions
    START_SEEDS = 5,         // seeds in each hole before the first move (R2)
};

const char *kauri_opponent_name(unsigned strength)
{
    return strength >= KAURI_STRENGTH_LEAST && strength <= KAURI_STRENGTH_MOST
               ? characters[strength - KAURI_STRENGTH_LEAST].name
               : NULL;
}

// The best of `count` lines that is not among the `overlooked` percent, or any one if all are.
static unsigned choose_line(unsigned overlooked, unsigned count, uint64_t state)
{
    for (unsigned i = 0; i < count; i++) {
        if (kauri_random(&state) % 100 >= overlooked) {
            return i;
        }
    }
    return (unsigned)(kauri_random(&state) % count);
}

// The legal moves, those that capture most first, and what they capture as the estimate. Needs no
// network, which is half of what a page without a server fetches for an answer.
static void list_captures(const struct kauri_position *position, struct kauri_engine_report *report)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    *report = (struct kauri_engine_report){.position = *position,
                                           .r = kauri_bounds_trivial(kauri_seeds(position)),
                                           .line_count = kauri_moves_list(position, moves)};
    for (unsigned i = 0; i < report->line_count; i++) {
        const struct kauri_capture captured = moves[i].captured;
        const struct kauri_engine_line line = {
            .hole = moves[i].hole,
            .captured = captured,
            .estimate = 3 * KAURI_ESTIMATE_UNIT * (captured.own - captured.opponent),
            .r = report->r,
            .depth = 1,
            .count = 1,
            .holes = {(int8_t)moves[i].hole},
        };
        unsigned place = i;
        for (; place > 0 && report->lines[place - 1].estimate < line.estimate; place--) {
            report->lines[place] = report->lines[place - 1];
        }
        report->lines[place] = line;
    }
}

static enum kauri_status think_weakly(const struct kauri_opponent *opponent,
                                      const struct kauri_position *position,
                                      const struct kauri_engine_limits *limits,
                                      struct kauri_engine_report *report, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_engine *engine = NULL;
    const struct character *character = &characters[opponent->strength - KAURI_STRENGTH_LEAST];
    const struct kauri_packed board = kauri_pack(position);
    const struct kauri_engine_parts parts = {
        .shape = kauri_shape_of(position), .memory = WEAK_MEMORY, .plain = true};
    const struct kauri_engine_limits own = {
        .nodes = character->nodes,
        .lines = KAURI_HOLES_MAX,
        .rules = limits->rules,
        .progress = limits->progress,
    };
    if (character->nodes == 0) {
        list_captures(position, report);
    } else {
        KAURI_TRY(kauri_engine_make(&parts, &engine, error));
        KAURI_TRY(kauri_engine_think(engine, position, &own, report, error));
    }
    if (report->line_count > 0) {
        const uint64_t state = opponent->seed ^ kauri_position_key(&board);
        const bool opening = kauri_seeds(position) == START_SEEDS * 2U * position->holes;
        const unsigned overlooked = opening ? character->opening : character->overlooked;
        report->lines[0] = report->lines[choose_line(overlooked, report->line_count, state)];
        report->line_count = 1;
        report->depth = report->lines[0].depth;
    }
cleanup:
    kauri_engine_free(engine);
    return status;
}

static enum kauri_status make_strategy(struct kauri_engine *engine, struct kauri_error *error)
{
    return engine->strategy != NULL
               ? KAURI_OK
               : kauri_strategy_new(engine->tables, engine->book, &engine->strategy, error);
}

// Returns whether the player had a position of the book in this game.
static bool was_in_book(const struct kauri_book *book, const struct kauri_position *position,
                        const struct kauri_engine_limits *limits)
{
    for (size_t i = 0; book != NULL && i < limits->history_count; i++) {
        if (limits->history[i].side == position->side &&
            kauri_book_find(book, &limits->history[i]) != NULL) {
            return true;
        }
    }
    return false;
}

enum kauri_status kauri_opponent_find_win(struct kauri_engine *engine,
                                          const struct kauri_position *position,
                                          const struct kauri_engine_limits *limits,
                                          struct kauri_strategy_move *move,
                                          struct kauri_error *error)
{
    const struct kauri_strategy_question question = {
        .position = position,
        .history = limits->history,
        .history_count = limits->history_count,
        .value = kauri_value_least(position, limits->rules, KAURI_WIN),
        // Without a limit of time, or with another one, only the book is asked.
        .seconds =
            limits->nodes > 0 || limits->depth > 0
                ? 0
                : limits->seconds * (was_in_book(engine->book, position, limits) ? KEEPING_SHARE
                                                                                 : STRATEGY_SHARE),
        .progress = limits->progress,
    };
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    *move = (struct kauri_strategy_move){.proven = false};
    if (engine->tables != NULL) {
        KAURI_PASS(kauri_tablebase_fits(engine->tables, position, error));
    }
    const bool endless = limits->seconds <= 0 && limits->nodes == 0 && limits->depth == 0;
    if (endless || limits->lines > 1 || question.value > maximum || question.value <= -maximum ||
        engine->covered[kauri_seeds(position)]) {
        return KAURI_OK;
    }
    KAURI_PASS(make_strategy(engine, error));
    return kauri_strategy_choose(engine->strategy, &question, move, error);
}

// Looks for the move that resists longest, if all are proven to lose.
static enum kauri_status find_resistance(struct kauri_engine *engine,
                                         const struct kauri_position *position,
                                         const struct kauri_engine_limits *limits, bool *lost,
                                         int *hole, struct kauri_error *error)
{
    const struct kauri_strategy_question question = {
        .position = position,
        .value = 1 - kauri_value_least(position, limits->rules, KAURI_DRAW),
        .seconds = limits->seconds * STRATEGY_SHARE,
        .progress = limits->progress,
    };
    *lost = false;
    if (engine->book == NULL || question.seconds <= 0 || limits->lines > 1 ||
        engine->covered[kauri_seeds(position)]) {
        return KAURI_OK;
    }
    KAURI_PASS(make_strategy(engine, error));
    return kauri_strategy_resist(engine->strategy, &question, lost, hole, error);
}

// The report of a move that was chosen by what is proven, not by estimates.
static void report_move(const struct kauri_position *position, int hole, struct kauri_bounds r,
                        uint64_t nodes, double seconds, struct kauri_engine_report *report)
{
    struct kauri_position after = *position;
    *report = (struct kauri_engine_report){
        .position = *position,
        .r = r,
        .nodes = nodes,
        .seconds = seconds,
        .line_count = 1,
        .lines = {{.hole = hole,
                   .captured = kauri_play(&after, hole),
                   .r = r,
                   .estimate = KAURI_ESTIMATE_UNIT * (r.low > 0 ? r.low : r.high),
                   .count = 1,
                   .holes = {(int8_t)hole}}},
    };
}

// Says what is proven of the engine's move.
static void judge(const struct kauri_engine *engine, const struct kauri_position *position,
                  const struct kauri_engine_limits *limits,
                  const struct kauri_engine_report *report, struct kauri_opponent_proof *proof)
{
    const struct kauri_engine_line *line = &report->lines[0];
    if (report->line_count > 0 &&
        kauri_result_under(limits->rules, position, line->r.low) == KAURI_WIN) {
        struct kauri_position after = *position;
        (void)kauri_play(&after, line->hole);
        proof->won = true;
        proof->source = engine->covered[kauri_seeds(&after)] ? KAURI_SOURCE_TABLES
                        : line->r.low <= kauri_bounds_trivial(kauri_seeds(position)).low
                            ? KAURI_SOURCE_RULES
                            : KAURI_SOURCE_SEARCH;
    }
}

enum kauri_status
kauri_opponent_think(const struct kauri_opponent *opponent, struct kauri_engine *engine,
                     const struct kauri_position *position,
                     const struct kauri_engine_limits *limits, struct kauri_engine_report *report,
                     struct kauri_opponent_proof *proof, struct kauri_error *error)
{
    struct kauri_opponent_proof unused;
    struct kauri_strategy_move move;
    struct kauri_engine_limits rest = *limits;
    const double started = kauri_clock_seconds();
    proof = proof != NULL ? proof : &unused;
    *proof = (struct kauri_opponent_proof){.won = false};
    if (kauri_opponent_is_weak(opponent->strength)) {
        return think_weakly(opponent, position, limits, report, error);
    }
    KAURI_PASS(kauri_opponent_find_win(engine, position, limits, &move, error));
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(position));
    if (move.proven) {
        r.low = move.value;
        report_move(position, move.hole, r, move.nodes, kauri_clock_seconds() - started, report);
        *proof =
            (struct kauri_opponent_proof){.won = true, .source = move.source, .plies = move.plies};
        return KAURI_OK;
    }
    bool lost = false;
    int hole = 0;
    if (opponent->resists) {
        KAURI_PASS(find_resistance(engine, position, limits, &lost, &hole, error));
    }
    const double used = kauri_clock_seconds() - started;
    if (lost) {
        r.high = kauri_value_least(position, limits->rules, KAURI_DRAW) - 1;
        report_move(position, hole, r, 0, used, report);
        return KAURI_OK;
    }
    if (rest.seconds > 0) {
        rest.seconds = rest.seconds > used ? rest.seconds - used : SECONDS_LEAST;
    }
    KAURI_PASS(kauri_engine_think(engine, position, &rest, report, error));
    judge(engine, position, limits, report, proof);
    return KAURI_OK;
}
