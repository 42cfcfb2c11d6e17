#include "cli/engine/engine_go.h"

#include "queries/engine/strength.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WEAK_MEMORY = 4 << 20 }; // for the few positions of a weaker player

#define LOOK_SECONDS 0.005 // between two looks for input

// Takes the next line if it is one of those that are heard during a search. Another one, or the end
// of input, waits until the search is over, and ends one without limits.
static bool take_line(struct kauri_engine_session *session)
{
    struct kauri_line_input *input = &session->input;
    char *line;
    size_t bytes;
    if (!kauri_line_input_next(input, &line, &bytes)) {
        session->stop = session->infinite;
        return false;
    }
    const size_t length = bytes - (bytes > 0 && line[bytes - 1] == '\r' ? 1 : 0);
    if (length == 7 && memcmp(line, "isready", length) == 0) {
        printf("readyok\n");
        (void)fflush(stdout);
    } else if (length == 4 && memcmp(line, "stop", length) == 0) {
        session->stop = true;
    } else if (length == 4 && memcmp(line, "quit", length) == 0) {
        session->stop = true;
        session->quit = true;
    } else {
        input->start = (size_t)(line - input->bytes);
        session->stop = session->infinite;
        return false;
    }
    return true;
}

// Hears what the other program says while the engine thinks.
static bool is_told_to_stop(void *context)
{
    struct kauri_engine_session *session = context;
    const double now = kauri_clock_seconds();
    if (session->stop || kauri_progress_cancelled(&session->view->progress)) {
        return true;
    }
    if (session->deaf || now - session->looked < LOOK_SECONDS) {
        return false;
    }
    session->looked = now;
    while (!session->stop && !session->deaf && kauri_line_input_ready(&session->input)) {
        session->deaf = !take_line(session);
    }
    return session->stop;
}

// Prints a line of the report.
static void print_info(const struct kauri_engine_report *report, unsigned place)
{
    const struct kauri_engine_line *line = &report->lines[place];
    const int hundredths = line->estimate * 100 / (3 * KAURI_ESTIMATE_UNIT);
    printf("info line %u depth %u score %d bounds %d %d nodes %" PRIu64 " time %.0f pv", place + 1,
           line->depth, hundredths, line->r.low, line->r.high, report->nodes,
           1000 * report->seconds);
    for (unsigned ply = 0; ply < line->count; ply++) {
        const enum kauri_side side = (enum kauri_side)((report->position.side + ply) % 2);
        printf(" %c", kauri_move_letter(side, line->holes[ply]));
    }
    printf("\n");
}

static void tell(void *context, const struct kauri_engine_report *report)
{
    (void)context;
    print_info(report, report->place);
    (void)fflush(stdout);
}

static void print_move(const struct kauri_position *position, bool there, int hole)
{
    if (there) {
        printf("bestmove %c\n", kauri_move_letter((enum kauri_side)position->side, hole));
    } else {
        printf("bestmove none\n");
    }
    (void)fflush(stdout);
}

// Plays as weaker players do: without tables, and with limits of its own.
static enum kauri_status play_weakly(struct kauri_engine_session *session,
                                     const struct kauri_progress *progress,
                                     struct kauri_error *error)
{
    const struct kauri_position *position = kauri_game_position(session->game);
    const uint64_t memory = session->memory < WEAK_MEMORY ? session->memory : WEAK_MEMORY;
    int hole = KAURI_MOVE_PASS;
    enum kauri_status status =
        kauri_engine_pair_make(&session->pair, position, memory, NULL, false, error);
    if (status == KAURI_OK) {
        kauri_engine_clear(session->pair.engine); // the same move whatever came before
        status = kauri_strength_choose(session->pair.engine, position, session->strength,
                                       session->seed, progress, &hole, error);
    }
    if (status == KAURI_OK) {
        print_move(position, true, hole);
    }
    return status;
}

// The positions before the present one; the caller frees *history.
static enum kauri_status list_history(const struct kauri_game *game,
                                      struct kauri_position **history, struct kauri_error *error)
{
    const size_t count = kauri_game_count(game);
    *history = calloc(count + 1, sizeof **history);
    if (*history == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the engine");
    }
    for (size_t i = 0; i < count; i++) {
        (*history)[i] = kauri_game_ply(game, i)->before;
    }
    return KAURI_OK;
}

enum kauri_status kauri_engine_go(struct kauri_engine_session *session,
                                  const struct kauri_engine_limits *limits,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position *history = NULL;
    struct kauri_engine_report report;
    const struct kauri_position *position = kauri_game_position(session->game);
    const struct kauri_progress progress = {.cancelled = is_told_to_stop, .context = session};
    struct kauri_engine_limits all = *limits;
    session->stop = false;
    session->deaf = false;
    session->looked = 0;
    if (kauri_game_is_over(session->game)) {
        print_move(position, false, 0);
        return KAURI_OK;
    }
    if (session->tables != NULL &&
        kauri_tablebase_fits(session->tables, position, error) != KAURI_OK) {
        printf("error %s\n", error->message);
        return KAURI_OK;
    }
    if (session->strength < KAURI_STRENGTH_MOST) {
        return play_weakly(session, &progress, error);
    }
    KAURI_TRY(kauri_engine_pair_make(&session->pair, position, session->memory, session->tables,
                                     session->use_prover, error));
    KAURI_TRY(list_history(session->game, &history, error));
    all.lines = session->lines;
    all.rules = session->rules;
    all.history = history;
    all.history_count = kauri_game_count(session->game);
    all.progress = &progress;
    all.tell = tell;
    KAURI_TRY(kauri_engine_think(session->pair.engine, position, &all, &report, error));
    for (unsigned i = 0; i < report.line_count; i++) {
        print_info(&report, i);
    }
    (void)fflush(stdout);
    while (session->infinite && !session->stop && !session->deaf && // all is known: wait for stop
           kauri_progress_view_wait(STDIN_FILENO) && kauri_line_input_ready(&session->input)) {
        session->deaf = !take_line(session);
    }
    print_move(position, report.line_count > 0, report.lines[0].hole);
cleanup:
    free(history);
    return status;
}
