// kauri_engine_* of the public interface: an engine with a prover of its own, for any board.
#include "kauri/analysis.h"

#include "common/checked.h"
#include "common/progress.h"
#include "common/status.h"
#include "db/tables/tablebase.h"
#include "games/engine/engine.h"
#include "games/engine/opponents.h"
#include "rules/board.h"

enum {
    MEMORY_DEFAULT = 256 << 20,
    MEMORY_LEAST = 64 << 10,
};

// The least size of options: that of version 1.1, up to the end of the last member.
#define OPTIONS_BYTES_1_1 KAURI_STRUCT_END(struct kauri_engine_options, memory_bytes)
#define REQUEST_BYTES_1_1 KAURI_STRUCT_END(struct kauri_engine_request, seed)

enum kauri_status kauri_engine_new(const struct kauri_engine_options *options,
                                   struct kauri_engine **engine, struct kauri_error *error)
{
    struct kauri_engine_options taken = {.memory_bytes = 0};
    *engine = NULL;
    if (options != NULL) {
        KAURI_PASS(kauri_struct_take(options, OPTIONS_BYTES_1_1, &taken, sizeof taken,
                                     "kauri_engine_options", error));
    }
    const uint64_t memory = taken.memory_bytes != 0 ? taken.memory_bytes : MEMORY_DEFAULT;
    if (memory < MEMORY_LEAST) {
        return kauri_fail(error, KAURI_USAGE, "an engine needs %d bytes or more, not %llu",
                          MEMORY_LEAST, (unsigned long long)memory);
    }
    struct kauri_engine_parts parts = {
        .shape = {.holes = KAURI_HOLES_MAX, .cowries = KAURI_COWRIES_MAX},
        .memory = memory,
        .tables = taken.tables,
        .book = taken.book,
        .proving = true,
    };
    if (parts.tables != NULL) {
        parts.shape.holes = (uint8_t)kauri_tablebase_holes(parts.tables);
        parts.shape.cowries = (uint8_t)kauri_tablebase_cowries(parts.tables);
    }
    return kauri_engine_make(&parts, engine, error);
}

static enum kauri_status check_history(const struct kauri_position *position,
                                       const struct kauri_engine_request *request,
                                       struct kauri_error *error)
{
    const struct kauri_shape shape = kauri_shape_of(position);
    for (size_t i = 0; i < request->history_count; i++) {
        const struct kauri_position *earlier = &request->history[i];
        KAURI_PASS(kauri_position_check(earlier, error));
        if (!kauri_shape_equal(kauri_shape_of(earlier), shape)) {
            return kauri_fail(error, KAURI_BAD_INPUT,
                              "position %zu of the history has another board", i);
        }
    }
    return KAURI_OK;
}

// Copies a request whose numbers are within their ranges.
static enum kauri_status take_request(const struct kauri_engine_request *given,
                                      struct kauri_engine_request *request,
                                      struct kauri_error *error)
{
    KAURI_PASS(kauri_struct_take(given, REQUEST_BYTES_1_1, request, sizeof *request,
                                 "kauri_engine_request", error));
    const char *wrong = !(request->seconds >= 0)                                 ? "seconds"
                        : request->depth > KAURI_ENGINE_DEPTH_MAX                ? "depth"
                        : request->lines > KAURI_HOLES_MAX                       ? "lines"
                        : request->rules > KAURI_TIEBREAKER                      ? "rules"
                        : request->strength > KAURI_STRENGTH_MOST                ? "strength"
                        : request->history_count > 0 && request->history == NULL ? "history"
                                                                                 : NULL;
    return wrong == NULL ? KAURI_OK
                         : kauri_fail(error, KAURI_USAGE,
                                      "`%s` of struct kauri_engine_request is out of range", wrong);
}

// Analyses the position, or chooses a move as the opponent of the request's strength.
static enum kauri_status analyse(struct kauri_engine *engine, const struct kauri_position *position,
                                 const struct kauri_engine_request *request, bool choose,
                                 struct kauri_engine_report *report, struct kauri_error *error)
{
    struct kauri_stop stop = {.stop = request->stop, .context = request->context};
    const struct kauri_progress progress = kauri_stop_progress(&stop);
    const uint64_t nodes_most = UINT64_MAX / 2;
    const struct kauri_engine_limits limits = {
        .seconds = request->seconds,
        .nodes = request->nodes < nodes_most ? request->nodes : nodes_most,
        .depth = request->depth,
        .lines = request->lines,
        .rules = request->rules,
        .history = request->history,
        .history_count = request->history_count,
        .progress = &progress,
        .tell = request->progress,
        .context = request->context,
    };
    const struct kauri_opponent opponent = {.strength = request->strength, .seed = request->seed};
    if (!kauri_opponent_is_weak(opponent.strength) && limits.seconds == 0 && limits.nodes == 0 &&
        limits.depth == 0 && request->stop == NULL) {
        return kauri_fail(error, KAURI_USAGE, "an engine without limits needs a function `stop`");
    }
    KAURI_PASS(kauri_position_check(position, error));
    KAURI_PASS(check_history(position, request, error));
    struct kauri_engine_report found;
    KAURI_PASS(choose
                   ? kauri_opponent_think(&opponent, engine, position, &limits, &found, NULL, error)
                   : kauri_engine_think(engine, position, &limits, &found, error));
    *report = found;
    return KAURI_OK;
}

enum kauri_status kauri_engine_analyse(struct kauri_engine *engine,
                                       const struct kauri_position *position,
                                       const struct kauri_engine_request *request,
                                       struct kauri_engine_report *report,
                                       struct kauri_error *error)
{
    struct kauri_engine_request taken;
    const enum kauri_status status = take_request(request, &taken, error);
    taken.strength = KAURI_STRENGTH_MOST;
    return status == KAURI_OK ? analyse(engine, position, &taken, false, report, error) : status;
}

enum kauri_status kauri_engine_choose(struct kauri_engine *engine,
                                      const struct kauri_position *position,
                                      const struct kauri_engine_request *request, int *hole,
                                      struct kauri_error *error)
{
    struct kauri_engine_request taken;
    struct kauri_engine_report report;
    KAURI_PASS(take_request(request, &taken, error));
    KAURI_PASS(kauri_position_check(position, error));
    if (kauri_legal_moves(position).count == 0 && kauri_seeds(position) == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the game is over: there is no move");
    }
    taken.lines = 1;
    KAURI_PASS(analyse(engine, position, &taken, true, &report, error));
    *hole = report.lines[0].hole;
    return KAURI_OK;
}
