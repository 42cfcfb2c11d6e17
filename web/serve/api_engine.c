#include "web/serve/api_endpoints.h"

#include "games/analysis/advice.h"
#include "games/answers/analyse_view.h"
#include "games/engine/engine.h"
#include "queries/answers/search_view.h"
#include "queries/answers/value_words.h"
#include "queries/prover/question.h"

#include <stdio.h>
#include <string.h>

#define SEARCH_SECONDS  10.0
#define ANALYSE_SECONDS 2.0
#define REPLY_SECONDS   1.0
// Time for making the engine, and for moves and lines that are proven after the search
// (queries/search/search.c).
#define SECONDS_MORE 20.0

enum {
    ASK_BYTES = 100,  // of a question, more than any has
    MOVES_MAX = 1000, // limit of moves before a reply
    ENGINE_SHARE = 4, // the engine gets a quarter of the memory of a reply
};

// --------------------------------------------------------------------------------------- search

static void tell_bounds(void *context, const struct kauri_search_answer *search)
{
    struct kauri_api_call *call = context;
    if (!kauri_api_due(call)) {
        return;
    }
    struct kauri_string object = {.bytes = NULL};
    struct kauri_search_answer copy = *search;
    copy.status = KAURI_SEARCH_BOUNDS; // the state so far
    kauri_json_search(&object, &copy, KAURI_ANSWER_MOVES, NULL);
    kauri_api_tell(call, "bounds", &object);
}

enum kauri_status kauri_api_search_asked(struct kauri_api_call *call,
                                         struct kauri_search_limits *limits, double more,
                                         struct kauri_search_answer **search,
                                         struct kauri_error *error)
{
    struct kauri_position position;
    enum kauri_ruleset rules;
    const char *ask = kauri_api_text(call, "ask");
    limits->threads = 1;
    limits->seconds = SEARCH_SECONDS;
    limits->progress = &call->progress;
    KAURI_PASS(kauri_api_position(call, &position, error));
    KAURI_PASS(kauri_api_rules_asked(call, &rules, error));
    KAURI_PASS(kauri_api_begin_search(call, more, &limits->seconds, &limits->nodes, error));
    if (ask != NULL && kauri_api_text(call, "rules") != NULL) {
        return kauri_fail(error, KAURI_USAGE, "the parameters ask and rules exclude each other");
    }
    if (ask != NULL) {
        char text[ASK_BYTES] = "";
        snprintf(text, sizeof text, "%s", ask);
        text[3] = text[3] == ' ' ? '+' : text[3]; // a plus sign need not be escaped
        limits->ask = true;
        KAURI_PASS(kauri_question_read("the parameter ask", text, &position, &limits->x, error));
    }
    const enum kauri_goal goal =
        kauri_api_text(call, "rules") != NULL ? (enum kauri_goal)rules : KAURI_GOAL_VALUE;
    return kauri_search_answer_find(kauri_api_tables_for(call, &position), &position, goal, limits,
                                    search, error);
}

enum kauri_status kauri_api_search(struct kauri_api_call *call, struct kauri_string *out,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_answer *search = NULL;
    struct kauri_search_limits limits = {
        .memory = call->api->memory,
        .book = call->api->book,
        .every_move = true,
        .follow = call->events ? tell_bounds : NULL,
        .follower = call,
    };
    KAURI_TRY(kauri_api_search_asked(call, &limits, SECONDS_MORE, &search, error));
    kauri_json_search(out, search, KAURI_ANSWER_MOVES | KAURI_ANSWER_LINE, NULL);
cleanup:
    kauri_search_answer_free(search);
    return status;
}

// -------------------------------------------------------------------------------------- analyse

static void tell_depth(void *context, const struct kauri_engine_report *report)
{
    struct kauri_api_call *call = context;
    if (!kauri_api_due(call)) {
        return;
    }
    struct kauri_string object = {.bytes = NULL};
    kauri_json_analysis(&object, report);
    kauri_api_tell(call, "depth", &object);
}

enum kauri_status kauri_api_analyse(struct kauri_api_call *call, struct kauri_string *out,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    uint64_t lines = 1;
    struct kauri_engine *engine = NULL;
    struct kauri_engine_report report;
    struct kauri_engine_limits limits = {
        .seconds = ANALYSE_SECONDS,
        .progress = &call->progress,
        .tell = call->events ? tell_depth : NULL,
        .context = call,
    };
    KAURI_TRY(kauri_api_position(call, &position, error));
    KAURI_TRY(kauri_api_rules_asked(call, &limits.rules, error));
    KAURI_TRY(kauri_api_number(call, "lines", 1, KAURI_HOLES_MAX, &lines, error));
    limits.lines = (unsigned)lines;
    KAURI_TRY(kauri_api_begin_search(call, SECONDS_MORE, &limits.seconds, &limits.nodes, error));
    if (limits.nodes > 0) {
        limits.seconds = 0; // the engine plans with its time, and so would find something else
    }
    struct kauri_tablebase *tables = kauri_api_tables_for(call, &position);
    const struct kauri_engine_parts parts = {.shape = kauri_shape_of(&position),
                                             .memory = call->api->memory,
                                             .tables = tables,
                                             .book = call->api->book,
                                             .proving = true};
    KAURI_TRY(kauri_engine_make(&parts, &engine, error));
    KAURI_TRY(kauri_engine_think(engine, &position, &limits, &report, error));
    for (unsigned i = 0; i < report.line_count; i++) {
        KAURI_TRY(kauri_analysis_line_extend(tables, &position, &report.lines[i], error));
    }
    kauri_json_analysis(out, &report);
cleanup:
    kauri_engine_free(engine);
    return status;
}

// ---------------------------------------------------------------------------------------- reply

// A move that was chosen.
struct reply {
    struct kauri_position position; // position before the move
    struct kauri_position after;
    int hole; // hole of the move, or KAURI_MOVE_PASS
    struct kauri_capture captured;
    bool repeats; // `after` has occurred in this game before
    unsigned strength;
    enum kauri_ruleset rules;
    bool advice_known; // the next two members are set
    enum kauri_advice_proof proof;
    struct kauri_bounds r;           // bounds of the position before the move
    enum kauri_bounds_source source; // where they come from
    uint32_t plies; // of a move of the book: plies to the next capture at most; otherwise 0
    double seconds;
};

// The object Reply:
//     position, after: position - before and after the move
//     move: move
//     captured: pair
//     repeats: bool - `after` has occurred in this game before
//     strength: int 1..11 - as asked for
//     opponent: text - the name of the opponent
//     rules: "standard" | "tie_breaker" - as asked for
//     proof: "value" | "result" | null - `value`: the move is proven to keep `r`; `result`: to keep
//         the result under the rules
//     bounds: pair | null - null below strength 11
//     source: "rules" | "search" | "book" | "tables" | null - where the bounds come from
//     plies: int | null - of a move of the book: the next capture comes within so many plies
//     seconds: number
static void add_reply(struct kauri_string *out, const struct reply *reply)
{
    static const char *const proofs[] = {[KAURI_ADVICE_GUESS] = NULL,
                                         [KAURI_ADVICE_RESULT] = "result",
                                         [KAURI_ADVICE_VALUE] = "value"};
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &reply->position);
    kauri_json_add_move(&json, reply->position.side, reply->hole, &reply->captured);
    kauri_json_add_position(&json, "after", &reply->after);
    kauri_json_add_bool(&json, "repeats", reply->repeats);
    kauri_json_add_uint(&json, "strength", reply->strength);
    kauri_json_add_text(&json, "opponent", kauri_opponent_name(reply->strength));
    kauri_json_add_text(&json, "rules",
                        reply->rules == KAURI_TIEBREAKER ? "tie_breaker" : "standard");
    kauri_json_add_text(&json, "proof", reply->advice_known ? proofs[reply->proof] : NULL);
    if (reply->advice_known) {
        kauri_json_add_pair(&json, "bounds", reply->r.low, reply->r.high);
    } else {
        kauri_json_add_null(&json, "bounds");
    }
    kauri_json_add_text(&json, "source",
                        reply->advice_known ? kauri_source_name(reply->source) : NULL);
    kauri_json_add_known_int(&json, "plies", reply->plies > 0, reply->plies);
    kauri_json_add_seconds(&json, "seconds", reply->seconds);
    kauri_json_end(&json);
}

struct reply_question {
    struct kauri_game *game; // a game that is not over
    uint64_t strength;
    uint64_t seed;
    double seconds;
    uint64_t nodes; // instead of `seconds`, unless it is 0
};

// Plays the moves, one letter each.
static enum kauri_status play_moves(struct kauri_game *game, const char *moves,
                                    struct kauri_error *error)
{
    if (strlen(moves) > MOVES_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "there are more than %d moves", MOVES_MAX);
    }
    for (const char *at = moves; *at != '\0'; at++) {
        const char letter[] = {*at, '\0'};
        int hole = 0;
        KAURI_PASS(kauri_move_parse(kauri_game_position(game), letter, &hole, error));
        KAURI_PASS(kauri_game_play(game, hole, error));
    }
    return KAURI_OK;
}

// Begins the game and plays it to the position of the question.
static enum kauri_status read_game(const struct kauri_api_call *call, struct kauri_game **game,
                                   struct kauri_error *error)
{
    struct kauri_position start;
    enum kauri_ruleset rules;
    const char *moves = kauri_api_text(call, "moves");
    KAURI_PASS(kauri_api_position(call, &start, error));
    KAURI_PASS(kauri_api_rules_asked(call, &rules, error));
    KAURI_PASS(kauri_game_new(&start, rules, game, error));
    KAURI_PASS(play_moves(*game, moves != NULL ? moves : "", error));
    return kauri_game_is_over(*game) ? kauri_fail(error, KAURI_BAD_INPUT, "the game is over")
                                     : KAURI_OK;
}

// Chooses a move where there is a choice.
static enum kauri_status choose(struct kauri_api_call *call, const struct reply_question *question,
                                struct reply *reply, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_position *position = kauri_game_position(question->game);
    struct kauri_engine *engine = NULL;
    struct kauri_advice advice;
    const uint64_t memory = call->api->memory;
    const bool at_once = kauri_legal_moves(position).count == 1;
    const struct kauri_engine_parts parts = {.shape = kauri_shape_of(position),
                                             .memory = memory / ENGINE_SHARE,
                                             .book = call->api->book};
    KAURI_TRY(kauri_engine_make(&parts, &engine, error));
    const struct kauri_advice_limits limits = {
        .memory = memory - parts.memory,
        .threads = 1,
        .seconds = at_once || question->nodes > 0 ? 0 : question->seconds,
        .nodes = at_once || question->nodes == 0 ? KAURI_ADVICE_NODES : question->nodes,
        .progress = &call->progress,
        .engine = engine,
        .book = call->api->book,
        .choose = true,
        .strength = reply->strength,
        .seed = question->seed,
    };
    KAURI_TRY(kauri_advise(question->game, kauri_api_tables_for(call, position), &limits, &advice,
                           error));
    reply->hole = advice.moves[0].known.hole;
    reply->advice_known = !advice.weak;
    reply->proof = advice.proof;
    reply->r = advice.r;
    reply->source = advice.source;
    reply->plies = advice.plies;
cleanup:
    kauri_engine_free(engine);
    return status;
}

static enum kauri_status play_reply(struct kauri_api_call *call,
                                    const struct reply_question *question, struct kauri_string *out,
                                    struct kauri_error *error)
{
    const double started = kauri_clock_seconds();
    size_t since = 0;
    struct reply reply = {.position = *kauri_game_position(question->game),
                          .hole = KAURI_MOVE_PASS,
                          .strength = (unsigned)question->strength,
                          .rules = kauri_game_rules(question->game)};
    if (kauri_game_state(question->game) == KAURI_GAME_MOVE) {
        KAURI_PASS(choose(call, question, &reply, error));
    }
    KAURI_PASS(kauri_game_play(question->game, reply.hole, error));
    reply.captured = kauri_game_ply(question->game, kauri_game_count(question->game) - 1)->captured;
    reply.after = *kauri_game_position(question->game);
    reply.repeats = kauri_game_repeats(question->game, &since);
    reply.seconds = kauri_clock_seconds() - started;
    add_reply(out, &reply);
    return KAURI_OK;
}

enum kauri_status kauri_api_reply(struct kauri_api_call *call, struct kauri_string *out,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct reply_question question = {
        .strength = KAURI_STRENGTH_MOST,
        .seed = (uint64_t)(kauri_clock_seconds() * 1e6),
        .seconds = REPLY_SECONDS,
    };
    KAURI_TRY(read_game(call, &question.game, error));
    KAURI_TRY(kauri_api_number(call, "strength", KAURI_STRENGTH_LEAST, KAURI_STRENGTH_MOST,
                               &question.strength, error));
    KAURI_TRY(kauri_api_number(call, "seed", 0, UINT32_MAX, &question.seed, error));
    KAURI_TRY(
        kauri_api_begin_search(call, SECONDS_MORE, &question.seconds, &question.nodes, error));
    KAURI_TRY(play_reply(call, &question, out, error));
cleanup:
    kauri_game_free(question.game);
    return status;
}

// The object Opponents:
//     opponents: Opponent[] - from the weakest to the strongest (`docs/reference/ENGINE.md`)
//
// The object Opponent:
//     strength: int 1..11 - its strength
//     name: text - its name
enum kauri_status kauri_api_opponents(struct kauri_api_call *call, struct kauri_string *out,
                                      struct kauri_error *error)
{
    struct kauri_json json = {.out = out};
    (void)call;
    (void)error;
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_array(&json, "opponents");
    for (unsigned i = KAURI_STRENGTH_LEAST; i <= KAURI_STRENGTH_MOST; i++) {
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_uint(&json, "strength", i);
        kauri_json_add_text(&json, "name", kauri_opponent_name(i));
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
    return KAURI_OK;
}
