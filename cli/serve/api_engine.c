#include "cli/serve/api_engine.h"

#include "cli/engine/analyse_view.h"
#include "cli/engine/engine_pair.h"
#include "cli/serve/api_job.h"
#include "cli/serve/api_json.h"
#include "cli/serve/api_state.h"
#include "queries/analysis/advice.h"
#include "queries/engine/strength.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

#define ANALYSE_SECONDS 2.0
#define REPLY_SECONDS   1.0
// For making the engine, and for lines that are proven after the time (queries/search/search.c).
#define SECONDS_MORE 20.0

enum {
    MOVES_MOST = 1000, // played before a reply
    ENGINE_SHARE = 4,  // of the memory of a reply
};

// -------------------------------------------------------------------------------------- analyse

struct analysis_question {
    struct kauri_position position;
    struct kauri_engine_limits limits;
};

static void tell(void *context, const struct kauri_engine_report *report)
{
    struct kauri_api_job *job = context;
    if (!kauri_api_job_due(job)) {
        return;
    }
    struct kauri_string object = {.bytes = NULL};
    kauri_json_analysis(&object, report);
    kauri_api_job_tell(job, "depth", &object);
    kauri_string_clear(&object);
}

static enum kauri_status run_analysis(struct kauri_api *api, struct kauri_api_job *job,
                                      void *context, struct kauri_string *out,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct analysis_question *question = context;
    struct kauri_tablebase *tables = kauri_api_tables_for(api, &question->position);
    struct kauri_engine_pair pair = {.engine = NULL};
    struct kauri_engine_report report;
    struct kauri_engine_limits limits = question->limits;
    limits.progress = kauri_api_job_progress(job);
    limits.tell = kauri_api_job_is_stream(job) ? tell : NULL;
    limits.context = job;
    KAURI_TRY(kauri_engine_pair_make(&pair, &question->position, api->options.job_memory, tables,
                                     true, error));
    KAURI_TRY(kauri_engine_think(pair.engine, &question->position, &limits, &report, error));
    for (unsigned i = 0; i < report.line_count; i++) {
        KAURI_TRY(kauri_analysis_line_extend(tables, &question->position, &report.lines[i], error));
    }
    kauri_json_analysis(out, &report);
cleanup:
    kauri_engine_pair_free(&pair);
    return status;
}

static const struct kauri_api_work analysis_work = {.lane = KAURI_API_LANE_SEARCH,
                                                    .run = run_analysis};

enum kauri_status kauri_api_analyse(struct kauri_api *api, const struct kauri_api_query *query,
                                    struct kauri_api_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool with_rules = false;
    uint64_t lines = 1;
    struct analysis_question read = {.limits = {.seconds = ANALYSE_SECONDS}};
    KAURI_TRY(kauri_api_query_position(query, &read.position, error));
    KAURI_TRY(kauri_api_query_rules(query, &with_rules, &read.limits.rules, error));
    KAURI_TRY(kauri_api_query_number(query, "lines", 1, KAURI_HOLES_MAX, &lines, error));
    KAURI_TRY(
        kauri_api_query_seconds(query, api->options.job_seconds, &read.limits.seconds, error));
    read.limits.lines = (unsigned)lines;
    struct analysis_question *question = malloc(sizeof *question);
    if (question == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for an analysis");
    }
    *question = read;
    status = kauri_api_queue_add(api->queue, query, &analysis_work, question,
                                 read.limits.seconds + SECONDS_MORE, answer, error);
cleanup:
    return status;
}

// ---------------------------------------------------------------------------------------- reply

struct reply_question {
    struct kauri_game *game; // not over
    unsigned strength;
    uint64_t seed;
    double seconds;
};

static void release_reply(void *context)
{
    struct reply_question *question = context;
    kauri_game_free(question->game);
    free(question);
}

// Chooses a move where there is a choice.
static enum kauri_status choose(struct kauri_api *api, const struct kauri_api_job *job,
                                const struct reply_question *question,
                                struct kauri_api_reply *reply, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_position *position = kauri_game_position(question->game);
    struct kauri_engine_pair pair = {.engine = NULL};
    struct kauri_advice advice;
    const uint64_t share = api->options.job_memory / ENGINE_SHARE;
    KAURI_TRY(kauri_engine_pair_make(&pair, position, share, NULL, false, error));
    if (question->strength < KAURI_STRENGTH_MOST) {
        KAURI_TRY(kauri_strength_choose(pair.engine, position, question->strength, question->seed,
                                        kauri_api_job_progress(job), &reply->hole, error));
        goto cleanup;
    }
    const struct kauri_advice_limits limits = {
        .memory = api->options.job_memory - share,
        .threads = api->options.search_threads,
        .seconds = kauri_legal_moves(position).count == 1 ? 0 : question->seconds,
        .progress = kauri_api_job_progress(job),
        .engine = pair.engine,
    };
    KAURI_TRY(
        kauri_advise(question->game, kauri_api_tables_for(api, position), &limits, &advice, error));
    reply->hole = advice.moves[0].known.hole;
    reply->advice_known = true;
    reply->proof = advice.proof;
    reply->r = advice.r;
cleanup:
    kauri_engine_pair_free(&pair);
    return status;
}

static enum kauri_status run_reply(struct kauri_api *api, struct kauri_api_job *job, void *context,
                                   struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct reply_question *question = context;
    const double started = kauri_clock_seconds();
    size_t since = 0;
    struct kauri_api_reply reply = {.position = *kauri_game_position(question->game),
                                    .hole = KAURI_MOVE_PASS,
                                    .strength = question->strength,
                                    .rules = kauri_game_rules(question->game)};
    if (kauri_game_state(question->game) == KAURI_GAME_MOVE) {
        KAURI_TRY(choose(api, job, question, &reply, error));
    }
    KAURI_TRY(kauri_game_play(question->game, reply.hole, error));
    reply.captured = kauri_game_ply(question->game, kauri_game_count(question->game) - 1)->captured;
    reply.after = *kauri_game_position(question->game);
    reply.repeats = kauri_game_repeats(question->game, &since);
    reply.seconds = kauri_clock_seconds() - started;
    kauri_json_api_reply(out, &reply);
cleanup:
    return status;
}

static const struct kauri_api_work reply_work = {
    .lane = KAURI_API_LANE_SEARCH, .run = run_reply, .release = release_reply};

// Plays the moves, one letter each.
static enum kauri_status play_moves(struct kauri_game *game, const char *moves,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (strlen(moves) > MOVES_MOST) {
        return kauri_fail(error, KAURI_BAD_INPUT, "there are more than %d moves", MOVES_MOST);
    }
    for (const char *at = moves; *at != '\0' && status == KAURI_OK; at++) {
        const char letter[] = {*at, '\0'};
        int hole = 0;
        status = kauri_move_parse(kauri_game_position(game), letter, &hole, error);
        if (status == KAURI_OK) {
            status = kauri_game_play(game, hole, error);
        }
    }
    return status;
}

// Begins the game and plays it to the position of the question.
static enum kauri_status read_game(const struct kauri_api_query *query, struct kauri_game **game,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position start;
    bool with_rules = false;
    enum kauri_ruleset rules = KAURI_STANDARD;
    const char *moves = kauri_api_query_text(query, "moves");
    KAURI_TRY(kauri_api_query_position(query, &start, error));
    KAURI_TRY(kauri_api_query_rules(query, &with_rules, &rules, error));
    KAURI_TRY(kauri_game_new(&start, rules, game, error));
    KAURI_TRY(play_moves(*game, moves != NULL ? moves : "", error));
    if (kauri_game_is_over(*game)) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "the game is over");
    }
cleanup:
    return status;
}

enum kauri_status kauri_api_reply(struct kauri_api *api, const struct kauri_api_query *query,
                                  struct kauri_api_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t strength = KAURI_STRENGTH_MOST;
    uint64_t seed = (uint64_t)(kauri_clock_seconds() * 1e6);
    struct reply_question *question = NULL;
    struct reply_question read = {.seconds = REPLY_SECONDS};
    KAURI_TRY(read_game(query, &read.game, error));
    KAURI_TRY(kauri_api_query_number(query, "strength", KAURI_STRENGTH_LEAST, KAURI_STRENGTH_MOST,
                                     &strength, error));
    KAURI_TRY(kauri_api_query_number(query, "seed", 0, UINT32_MAX, &seed, error));
    KAURI_TRY(kauri_api_query_seconds(query, api->options.job_seconds, &read.seconds, error));
    read.strength = (unsigned)strength;
    read.seed = seed;
    question = malloc(sizeof *question);
    if (question == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a reply");
        goto cleanup;
    }
    *question = read;
    read.game = NULL;
    status = kauri_api_queue_add(api->queue, query, &reply_work, question,
                                 read.seconds + SECONDS_MORE, answer, error);
cleanup:
    kauri_game_free(read.game);
    return status;
}
