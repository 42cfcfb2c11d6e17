#include "web/serve/api_endpoints.h"

#include "games/answers/annotate_json.h"
#include "games/answers/replay_json.h"
#include "games/records/drawing.h"
#include "games/records/record_reader.h"
#include "queries/answers/value_words.h"

#include <stdlib.h>
#include <string.h>

#define ANNOTATE_SECONDS 10.0
#define SECONDS_MORE     35.0 // time for estimates, and beside the searches

enum {
    MOVES_MAX = 1000, // moves of all games of a text; finding a missing one takes time
    ESTIMATE_NODES = 200000,
    ESTIMATE_SHARE = 4, // estimates get a quarter of the time
};

// The body as a text, which the caller frees.
static enum kauri_status read_text(const struct kauri_api_call *call, char **text,
                                   struct kauri_error *error)
{
    const struct kauri_http_request *request = call->request;
    *text = NULL;
    if (request->body_size == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the body is empty; it should be a game record");
    }
    if (memchr(request->body, '\0', request->body_size) != NULL) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the body is not text");
    }
    *text = malloc(request->body_size + 1);
    if (*text == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a game record");
    }
    memcpy(*text, request->body, request->body_size);
    (*text)[request->body_size] = '\0';
    return KAURI_OK;
}

static enum kauri_status check_length(size_t moves, struct kauri_error *error)
{
    return moves <= MOVES_MAX
               ? KAURI_OK
               : kauri_fail(error, KAURI_BAD_INPUT, "the text has more than %d moves", MOVES_MAX);
}

// --------------------------------------------------------------------------------------- replay

static enum kauri_status replay_game(const char *text, struct kauri_record *record,
                                     struct kauri_json *json, struct kauri_error *error)
{
    struct kauri_replayed game;
    KAURI_PASS(kauri_replayed_make(text, record, &game, error));
    kauri_json_add_replay(json, NULL, &game);
    kauri_replay_clear(&game.replay);
    return KAURI_OK;
}

// Adds the position that a text without records draws, or fails with what is wrong with it.
static enum kauri_status add_drawn(const char *text, struct kauri_json *json,
                                   struct kauri_error *error)
{
    struct kauri_position position;
    const enum kauri_status status = kauri_drawing_read(text, &position, error);
    if (status == KAURI_OK) {
        kauri_json_add_position(json, "drawn", &position);
    }
    return status == KAURI_MISSING ? kauri_record_none(text, error) : status;
}

// The object Replay:
//     games: ReplayedGame[] - one for each record
//     drawn: position | null - the position that the text draws, if it has no record
enum kauri_status kauri_api_replay(struct kauri_api_call *call, struct kauri_string *out,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    size_t games = 0;
    size_t moves = 0;
    KAURI_TRY(read_text(call, &text, error));
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_begin_array(&json, "games");
    for (bool found = true; found && status == KAURI_OK;) {
        struct kauri_record record;
        KAURI_TRY(kauri_record_next(&reader, &record, &found, error));
        moves += record.count;
        status = found ? check_length(moves, error) : KAURI_OK;
        if (found && status == KAURI_OK) {
            games++;
            status = replay_game(text, &record, &json, error);
        }
        kauri_record_clear(&record);
    }
    KAURI_TRY(status);
    kauri_json_end(&json);
    if (games == 0) {
        KAURI_TRY(add_drawn(text, &json, error));
    } else {
        kauri_json_add_null(&json, "drawn");
    }
    kauri_json_end(&json);
cleanup:
    free(text);
    return status;
}

// ------------------------------------------------------------------------------------- annotate

// Reads the game that is wanted. `number` is the one in the header; 0: the first game.
static enum kauri_status find_game(const char *text, uint64_t number, struct kauri_record *record,
                                   struct kauri_error *error)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    bool found = false;
    KAURI_PASS(kauri_record_next_game(&reader, number, record, &found, error));
    if (found) {
        return check_length(record->count, error);
    }
    return number == 0 ? kauri_record_none(text, error)
                       : kauri_fail(error, KAURI_BAD_INPUT, "there is no game (%llu)",
                                    (unsigned long long)number);
}

static enum kauri_status annotate(struct kauri_api_call *call, const struct kauri_record *record,
                                  const struct kauri_replay *replay, double seconds, uint64_t nodes,
                                  struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_annotated_game game = {.count = 0};
    struct kauri_game_estimates estimates = {.count = 0};
    struct kauri_tablebase *tables = kauri_api_tables_for(call, &replay->start);
    const uint64_t memory = call->api->memory;
    struct kauri_effort effort = {
        .memory = memory,
        .seconds = seconds,
        .nodes = nodes,
        .threads = call->api->threads,
        .book = call->api->book,
        .progress = &call->progress,
    };
    struct kauri_estimates_limits limits = {
        .memory = memory < KAURI_ESTIMATES_LEAST_MEMORY ? KAURI_ESTIMATES_LEAST_MEMORY : memory,
        .nodes = nodes > 0 && nodes < ESTIMATE_NODES ? nodes : ESTIMATE_NODES,
        .seconds = seconds / ESTIMATE_SHARE,
        .progress = &call->progress,
    };
    KAURI_TRY(kauri_annotate(tables, replay, &effort, &game, error));
    limits.seconds = effort.interrupted ? 0 : limits.seconds;
    KAURI_TRY(kauri_estimate_game(tables, &game, &limits, &estimates, error));
    const struct kauri_annotated_view view = {
        .record = record, .replay = replay, .game = &game, .estimates = &estimates};
    kauri_json_annotated(out, &view);
cleanup:
    kauri_game_estimates_clear(&estimates);
    kauri_annotated_game_clear(&game);
    return status;
}

enum kauri_status kauri_api_annotate(struct kauri_api_call *call, struct kauri_string *out,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    uint64_t number = 0;
    double seconds = ANNOTATE_SECONDS;
    uint64_t nodes = 0;
    struct kauri_record record = {.count = 0};
    struct kauri_replay replay = {.count = 0};
    KAURI_TRY(kauri_api_number(call, "game", 1, KAURI_RECORD_NUMBER_MAX, &number, error));
    KAURI_TRY(read_text(call, &text, error));
    KAURI_TRY(find_game(text, number, &record, error));
    KAURI_TRY(kauri_replay_record(&record, &replay, error));
    KAURI_TRY(kauri_api_begin_search(call, SECONDS_MORE, &seconds, &nodes, error));
    KAURI_TRY(annotate(call, &record, &replay, seconds, nodes, out, error));
cleanup:
    kauri_replay_clear(&replay);
    kauri_record_clear(&record);
    free(text);
    return status;
}
