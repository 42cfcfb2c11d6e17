// kauri engine: plays for other programs.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/print_text.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "common/character.h"
#include "common/size.h"
#include "games/cli/play/line_input.h"
#include "games/engine/engine.h"
#include "games/engine/opponents.h"
#include "games/records/game.h"
#include "queries/answers/value_words.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MEBIBYTES_MAX = 1 << 20,
    SEED_MAX = 1000000000,
    MILLISECONDS_MAX = 1000000000,
    PLIES_MAX = 100000, // plies of a game that is set up
    QUOTED_BYTES = 96,  // bytes quoted of a word that is not understood
};

#define LOOK_SECONDS 0.005 // time between two looks for input

// The state of a dialogue.
struct engine_session {
    struct kauri_tablebase *tables; // NULL: none
    const struct kauri_book *book;  // NULL: none
    uint64_t memory;                // memory for engine and prover together
    uint64_t lines;
    uint64_t strength; // KAURI_STRENGTH_LEAST .. KAURI_STRENGTH_MOST
    uint64_t seed;     // seed of the random moves of weaker opponents
    bool use_prover, resists;
    enum kauri_ruleset rules;
    const struct kauri_progress_view *view;
    struct kauri_game *game;     // game with the position and those before it; NULL: none is set up
    struct kauri_engine *engine; // engine, made when it is needed
    struct kauri_line_input input;
    bool infinite;   // the search has no limits
    bool stop, quit; // `stop` or `quit` was read
    bool deaf;       // a line waits until the search is over
    double looked;   // when input was last looked for (kauri_clock_seconds)
};

// Answers a mistake in one line, in which hidden characters are shown as in all messages.
static void print_mistake(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void print_mistake(const char *format, ...)
{
    char text[KAURI_ERROR_MESSAGE_BYTES];
    struct kauri_error shown;
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    (void)kauri_fail(&shown, KAURI_USAGE, "%s", text);
    printf("error %s\n", shown.message);
}

// ---------------------------------------------------------------------------------------- search

// Takes the next line if it is `isready` or `stop`. Any other line, such as `quit`, and the end of
// input wait until the search is over; they end a search without limits.
static bool take_line(struct engine_session *session)
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
    } else {
        input->start = (size_t)(line - input->bytes);
        session->stop = session->infinite;
        return false;
    }
    return true;
}

// Reads what the other program says while the engine thinks.
static bool is_told_to_stop(void *context)
{
    struct engine_session *session = context;
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

static void show(void *context, const struct kauri_engine_report *report)
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

// Makes the engine unless there is one.
static enum kauri_status make_engine(struct engine_session *session, struct kauri_error *error)
{
    const struct kauri_engine_parts parts = {
        .shape = kauri_shape_of(kauri_game_position(session->game)),
        .memory = session->memory,
        .tables = session->tables,
        .book = session->book,
        .proving = session->use_prover,
    };
    return session->engine != NULL ? KAURI_OK : kauri_engine_make(&parts, &session->engine, error);
}

static void forget(struct engine_session *session)
{
    kauri_engine_free(session->engine);
    session->engine = NULL;
}

// Searches the position of the session and prints info lines and bestmove. While it searches, the
// session reads stop and isready. `limits` has the limits alone. Errors: those of tables and
// of memory.
static enum kauri_status search(struct engine_session *session,
                                const struct kauri_engine_limits *limits, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position *history = NULL;
    struct kauri_engine_report report;
    struct kauri_opponent_proof proof;
    const struct kauri_position *position;
    const struct kauri_progress progress = {.cancelled = is_told_to_stop, .context = session};
    struct kauri_engine_limits all = *limits;
    const struct kauri_opponent opponent = {.strength = (unsigned)session->strength,
                                            .seed = session->seed,
                                            .resists = session->resists};
    session->stop = false;
    session->deaf = false;
    session->looked = 0;
    if (session->game == NULL) {
        print_mistake("there is no position, because the last position command failed");
        return KAURI_OK;
    }
    position = kauri_game_position(session->game);
    if (kauri_game_is_over(session->game)) {
        print_move(position, false, 0);
        return KAURI_OK;
    }
    if (session->tables != NULL &&
        kauri_tablebase_fits(session->tables, position, error) != KAURI_OK) {
        print_mistake("%s", error->message);
        return KAURI_OK;
    }
    if (!kauri_opponent_is_weak(opponent.strength)) {
        KAURI_TRY(make_engine(session, error));
    }
    KAURI_TRY(kauri_game_history(session->game, &history, error));
    all.lines = (unsigned)session->lines;
    all.rules = session->rules;
    all.history = history;
    all.history_count = kauri_game_count(session->game);
    all.progress = &progress;
    all.tell = show;
    KAURI_TRY(
        kauri_opponent_think(&opponent, session->engine, position, &all, &report, &proof, error));
    for (unsigned i = 0; i < report.line_count; i++) {
        print_info(&report, i);
    }
    (void)fflush(stdout);
    // Everything is known: wait for stop.
    while (session->infinite && !session->stop && !session->deaf &&
           kauri_progress_view_wait(STDIN_FILENO) && kauri_line_input_ready(&session->input)) {
        session->deaf = !take_line(session);
    }
    if (proof.won) {
        printf("info proven %s\n", kauri_source_name(proof.source));
    }
    print_move(position, report.line_count > 0, report.lines[0].hole);
cleanup:
    free(history);
    return status;
}

// -------------------------------------------------------------------------------------- dialogue

// Takes the next word off the rest of a line; NULL at its end.
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    char *end = word + strcspn(word, " \t");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word[0] == '\0' ? NULL : word;
}

// The options that are numbers.
static const struct {
    const char *name;
    uint64_t least, maximum;
    unsigned shift; // the member is the number times 2^shift
    size_t offset;  // offset of the member
} numbers[] = {
    {"Hash", 1, MEBIBYTES_MAX, 20, offsetof(struct engine_session, memory)},
    {"Lines", 1, KAURI_HOLES_MAX, 0, offsetof(struct engine_session, lines)},
    {"Strength", KAURI_STRENGTH_LEAST, KAURI_STRENGTH_MOST, 0,
     offsetof(struct engine_session, strength)},
    {"Seed", 0, SEED_MAX, 0, offsetof(struct engine_session, seed)},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static uint64_t *member_of(struct engine_session *session, unsigned number)
{
    return (uint64_t *)((char *)session + numbers[number].offset);
}

// The answer to `uki`, or to `uci`, which ends with another word.
static void print_options(struct engine_session *session, const char *last)
{
    printf("id name Kauri %s\n", kauri_version());
    for (unsigned i = 0; i < NUMBERS; i++) {
        printf("option name %s type spin default %" PRIu64 " min %" PRIu64 " max %" PRIu64 "\n",
               numbers[i].name, *member_of(session, i) >> numbers[i].shift, numbers[i].least,
               numbers[i].maximum);
    }
    printf("option name Prover type check default %s\n", session->use_prover ? "true" : "false");
    printf("option name Resist type check default %s\n", session->resists ? "true" : "false");
    printf("option name Rules type combo default %s var standard var tie-breaker\n",
           session->rules == KAURI_STANDARD ? "standard" : "tie-breaker");
    printf("%s\n", last);
}

// Returns false if there is no such option, or it does not take the value.
static bool set_option(struct engine_session *session, const char *name, const char *value)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < NUMBERS; i++) {
        if (strcmp(name, numbers[i].name) == 0 &&
            kauri_parse_number(value, numbers[i].least, numbers[i].maximum, &number)) {
            *member_of(session, i) = number << numbers[i].shift;
            return true;
        }
    }
    bool *flag = strcmp(name, "Prover") == 0   ? &session->use_prover
                 : strcmp(name, "Resist") == 0 ? &session->resists
                                               : NULL;
    if (flag != NULL && (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)) {
        *flag = value[0] == 't';
        return true;
    }
    if (strcmp(name, "Rules") == 0 &&
        (strcmp(value, "standard") == 0 || strcmp(value, "tie-breaker") == 0)) {
        session->rules = value[0] == 's' ? KAURI_STANDARD : KAURI_TIEBREAKER;
        return true;
    }
    return false;
}

// Reads `setoption name NAME value VALUE`.
static void read_option(struct engine_session *session, char *rest)
{
    char quoted[2][QUOTED_BYTES];
    const char *words[4];
    for (unsigned i = 0; i < 4; i++) {
        words[i] = next_word(&rest);
        if (words[i] == NULL || (i == 0 && strcmp(words[0], "name") != 0) ||
            (i == 2 && strcmp(words[2], "value") != 0)) {
            print_mistake("expected: setoption name NAME value VALUE");
            return;
        }
    }
    if (set_option(session, words[1], words[3])) {
        forget(session);
    } else {
        print_mistake("there is no option %s, or it does not take the value %s",
                      kauri_quote(words[1], strlen(words[1]), quoted[0], QUOTED_BYTES),
                      kauri_quote(words[3], strlen(words[3]), quoted[1], QUOTED_BYTES));
    }
}

// Plays the moves of a position command; false after the first that is not legal.
static bool play_moves(struct kauri_game *game, char *rest)
{
    struct kauri_error error;
    char quoted[QUOTED_BYTES];
    const char *word;
    while ((word = next_word(&rest)) != NULL) {
        int hole = 0;
        if (kauri_game_count(game) >= PLIES_MAX) {
            print_mistake("a game has at most %d plies", PLIES_MAX);
            return false;
        }
        if (kauri_move_parse(kauri_game_position(game), word, &hole, &error) != KAURI_OK ||
            kauri_game_play(game, hole, &error) != KAURI_OK) {
            print_mistake("move %s: %s", kauri_quote(word, strlen(word), quoted, sizeof quoted),
                          error.message);
            return false;
        }
    }
    return true;
}

// Reads `position start|POSITION [moves MOVE...]`. If it fails, no position is set up: an answer to
// `go` about an earlier one would be taken for one about this.
static enum kauri_status set_up(struct engine_session *session, char *rest,
                                struct kauri_error *error)
{
    struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_game *game = NULL;
    struct kauri_error wrong;
    char *moves = strstr(rest, "moves");
    kauri_game_free(session->game);
    session->game = NULL;
    if (moves != NULL) {
        *moves = '\0';
        moves += strlen("moves");
    }
    size_t length = strlen(rest);
    while (length > 0 && (rest[length - 1] == ' ' || rest[length - 1] == '\t')) {
        rest[--length] = '\0';
    }
    rest += strspn(rest, " \t");
    if (strcmp(rest, "start") != 0 && kauri_position_parse(rest, &start, &wrong) != KAURI_OK) {
        print_mistake("%s", wrong.message);
        return KAURI_OK;
    }
    if (session->tables != NULL &&
        kauri_tablebase_fits(session->tables, &start, &wrong) != KAURI_OK) {
        print_mistake("%s", wrong.message);
        return KAURI_OK;
    }
    const enum kauri_status status = kauri_game_new(&start, session->rules, &game, error);
    if (status == KAURI_OK && (moves == NULL || play_moves(game, moves))) {
        session->game = game;
        return KAURI_OK;
    }
    kauri_game_free(game);
    return status;
}

// Reads `go [movetime MILLISECONDS] [nodes N] [depth PLIES] [infinite]`.
static enum kauri_status read_go(struct engine_session *session, char *rest,
                                 struct kauri_error *error)
{
    struct kauri_engine_limits limits = {.nodes = 0};
    const char *word;
    session->infinite = session->strength == KAURI_STRENGTH_MOST;
    while ((word = next_word(&rest)) != NULL) {
        uint64_t number = 0;
        if (strcmp(word, "infinite") == 0) {
            continue;
        }
        const char *value = next_word(&rest);
        if (value != NULL && strcmp(word, "movetime") == 0 &&
            kauri_parse_number(value, 1, MILLISECONDS_MAX, &number)) {
            limits.seconds = (double)number / 1000;
        } else if (value != NULL && strcmp(word, "nodes") == 0 &&
                   kauri_parse_number(value, 1, UINT64_MAX / 2, &number)) {
            limits.nodes = number;
        } else if (value != NULL && strcmp(word, "depth") == 0 &&
                   kauri_parse_number(value, 1, KAURI_ENGINE_DEPTH_MAX, &number)) {
            limits.depth = (unsigned)number;
        } else {
            print_mistake(
                "expected: go [movetime MILLISECONDS] [nodes N] [depth PLIES] [infinite]");
            return KAURI_OK;
        }
        session->infinite = false;
    }
    return search(session, &limits, error);
}

// Obeys a line. Mistakes are answered, and change nothing but the position.
static enum kauri_status run_line(struct engine_session *session, char *line,
                                  struct kauri_error *error)
{
    char *rest = line;
    char quoted[QUOTED_BYTES];
    const char *word = next_word(&rest);
    if (word == NULL || strcmp(word, "stop") == 0) { // nothing is being searched
        return KAURI_OK;
    }
    if (strcmp(word, "position") == 0) {
        return set_up(session, rest, error);
    }
    if (strcmp(word, "go") == 0) {
        return read_go(session, rest, error);
    }
    // UCI's words are understood as well, for programs that speak nothing else.
    if (strcmp(word, "uki") == 0) {
        print_options(session, "ukiok");
    } else if (strcmp(word, "uci") == 0) {
        print_options(session, "uciok");
    } else if (strcmp(word, "isready") == 0) {
        printf("readyok\n");
    } else if (strcmp(word, "setoption") == 0) {
        read_option(session, rest);
    } else if (strcmp(word, "newgame") == 0 || strcmp(word, "ucinewgame") == 0) {
        forget(session);
    } else if (strcmp(word, "quit") == 0) {
        session->quit = true;
    } else {
        print_mistake("unknown command %s; there are uki, isready, setoption, newgame, position, "
                      "go, stop and quit",
                      kauri_quote(word, strlen(word), quoted, sizeof quoted));
    }
    return KAURI_OK;
}

struct engine_options {
    uint64_t memory;
};

// Reads commands from standard input and answers them, until `quit`, the end of input, or a signal.
// Errors of tables and of memory end the dialogue.
static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct engine_options *options = run->settings;
    const uint64_t cache = kauri_memory_for_tables(options->memory);
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct engine_session session = {
        .view = &run->view, .lines = 1, .strength = KAURI_STRENGTH_MOST, .seed = 1};
    char *line;
    size_t bytes;
    KAURI_TRY(kauri_run_open_tables(run, cache, error));
    session.tables = run->tables;
    KAURI_TRY(kauri_open_book(run, error));
    session.book = run->book;
    session.memory = options->memory - (run->tables != NULL ? cache : 0);
    // If the reader goes away, printing fails, and the dialogue ends.
    (void)signal(SIGPIPE, SIG_IGN);
    KAURI_TRY(kauri_game_new(&start, session.rules, &session.game, error));
    while (!session.quit && kauri_line_input_next(&session.input, &line, &bytes)) {
        bytes -= bytes > 0 && line[bytes - 1] == '\r' ? 1 : 0;
        line[bytes] = '\0';
        KAURI_TRY(run_line(&session, line, error));
        KAURI_TRY(kauri_print_check(error));
    }
cleanup:
    forget(&session);
    kauri_game_free(session.game);
    return status;
}

const struct kauri_command kauri_command_engine = {
    .name = "engine",
    .group = "Work with other programs",
    .summary = "play for other programs, in a line protocol",
    .text =
        "Reads commands from standard input, one per line, and answers them on standard output, "
        "in the style of UCI: position, go, stop, info lines and bestmove. "
        "docs/reference/ENGINE.md "
        "describes the protocol; scripts/strength/match lets two programs that speak it play "
        "against each "
        "other. kauri play is the same opponent for people." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_ENGINE_MEMORY_OPTION(struct engine_options, memory),
            KAURI_OPTIONS_END,
        },
    .examples = {{"the best move at the start, after a tenth of a second",
                  "printf 'position start\\ngo movetime 100\\n' | kauri engine"}},
    .related = "play analyse",
    .documents = "reference/ENGINE.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct engine_options, .memory = KAURI_ENGINE_MEMORY_DEFAULT),
    .run = run,
};
