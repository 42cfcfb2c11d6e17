// kauri engine: plays for other programs.
#include "cli/commands.h"
#include "cli/engine/engine_go.h"
#include "cli/memory_share.h"
#include "cli/print_text.h"
#include "cli/tables/open_tables.h"
#include "common/size.h"
#include "queries/engine/strength.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    MEBIBYTES_MAX = 1 << 20,
    SEED_MAX = 1000000000,
    MILLISECONDS_MAX = 1000000000,
    PLIES_MAX = 100000, // of a game that is set up
};

// Answers a mistake. Bytes that could upset a terminal are left out.
static void print_mistake(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void print_mistake(const char *format, ...)
{
    char text[KAURI_ERROR_MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c != '\0'; c++) {
        *c = (char)((unsigned char)*c < ' ' || *c == 0x7f ? '?' : *c);
    }
    printf("error %s\n", text);
}

// Takes the next word off the rest of a line; NULL at its end.
static char *next_word(char **rest)
{
    char *word = *rest + strspn(*rest, " \t");
    char *end = word + strcspn(word, " \t");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word[0] == '\0' ? NULL : word;
}

static enum kauri_status say_uki(struct kauri_engine_session *session, char *rest,
                                 struct kauri_error *error)
{
    (void)rest;
    (void)error;
    printf("id name Kauri %s\n", kauri_version());
    printf("option name Hash type spin default %llu min 1 max %d\n",
           (unsigned long long)(session->memory >> 20), MEBIBYTES_MAX);
    printf("option name Lines type spin default %u min 1 max %d\n", session->lines,
           KAURI_HOLES_MAX);
    printf("option name Prover type check default %s\n", session->use_prover ? "true" : "false");
    printf("option name Rules type combo default %s var standard var tie-breaker\n",
           session->rules == KAURI_STANDARD ? "standard" : "tie-breaker");
    printf("option name Strength type spin default %u min %d max %d\n", session->strength,
           KAURI_STRENGTH_LEAST, KAURI_STRENGTH_MOST);
    printf("option name Seed type spin default %llu min 0 max %d\n",
           (unsigned long long)session->seed, SEED_MAX);
    printf("ukiok\n");
    return KAURI_OK;
}

static enum kauri_status say_isready(struct kauri_engine_session *session, char *rest,
                                     struct kauri_error *error)
{
    (void)session;
    (void)rest;
    (void)error;
    printf("readyok\n");
    return KAURI_OK;
}

static enum kauri_status say_setoption(struct kauri_engine_session *session, char *rest,
                                       struct kauri_error *error)
{
    const char *words[4]; // name NAME value VALUE
    uint64_t number = 0;
    (void)error;
    for (unsigned i = 0; i < 4; i++) {
        words[i] = next_word(&rest);
        if (words[i] == NULL || (i == 0 && strcmp(words[0], "name") != 0) ||
            (i == 2 && strcmp(words[2], "value") != 0)) {
            print_mistake("expected: setoption name NAME value VALUE");
            return KAURI_OK;
        }
    }
    const char *name = words[1];
    const char *value = words[3];
    if (strcmp(name, "Hash") == 0 && kauri_parse_number(value, 1, MEBIBYTES_MAX, &number)) {
        session->memory = number << 20;
        kauri_engine_pair_free(&session->pair);
    } else if (strcmp(name, "Lines") == 0 &&
               kauri_parse_number(value, 1, KAURI_HOLES_MAX, &number)) {
        session->lines = (unsigned)number;
    } else if (strcmp(name, "Prover") == 0 &&
               (strcmp(value, "true") == 0 || strcmp(value, "false") == 0)) {
        session->use_prover = value[0] == 't';
        kauri_engine_pair_free(&session->pair);
    } else if (strcmp(name, "Strength") == 0 &&
               kauri_parse_number(value, KAURI_STRENGTH_LEAST, KAURI_STRENGTH_MOST, &number)) {
        session->strength = (unsigned)number;
        kauri_engine_pair_free(&session->pair);
    } else if (strcmp(name, "Seed") == 0 && kauri_parse_number(value, 0, SEED_MAX, &number)) {
        session->seed = number;
    } else if (strcmp(name, "Rules") == 0 &&
               (strcmp(value, "standard") == 0 || strcmp(value, "tie-breaker") == 0)) {
        session->rules = value[0] == 's' ? KAURI_STANDARD : KAURI_TIEBREAKER;
    } else {
        print_mistake("there is no option %.80s, or it does not take the value %.80s", name, value);
    }
    return KAURI_OK;
}

static enum kauri_status say_newgame(struct kauri_engine_session *session, char *rest,
                                     struct kauri_error *error)
{
    (void)rest;
    (void)error;
    kauri_engine_pair_free(&session->pair);
    return KAURI_OK;
}

// Plays the moves of a position command; false after the first that is not legal.
static bool play_moves(struct kauri_game *game, char *rest)
{
    struct kauri_error error;
    const char *word;
    while ((word = next_word(&rest)) != NULL) {
        int hole = 0;
        if (kauri_game_count(game) >= PLIES_MAX) {
            print_mistake("a game has at most %d plies", PLIES_MAX);
            return false;
        }
        if (kauri_move_parse(kauri_game_position(game), word, &hole, &error) != KAURI_OK ||
            kauri_game_play(game, hole, &error) != KAURI_OK) {
            print_mistake("move %.20s: %s", word, error.message);
            return false;
        }
    }
    return true;
}

static enum kauri_status say_position(struct kauri_engine_session *session, char *rest,
                                      struct kauri_error *error)
{
    struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_game *game = NULL;
    struct kauri_error wrong;
    char *moves = strstr(rest, "moves");
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
        kauri_game_free(session->game);
        session->game = game;
        return KAURI_OK;
    }
    kauri_game_free(game);
    return status;
}

static enum kauri_status say_go(struct kauri_engine_session *session, char *rest,
                                struct kauri_error *error)
{
    struct kauri_engine_limits limits = {.nodes = 0};
    const char *word;
    session->infinite = true;
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
    return kauri_engine_go(session, &limits, error);
}

static enum kauri_status say_stop(struct kauri_engine_session *session, char *rest,
                                  struct kauri_error *error)
{
    (void)session; // nothing is being searched
    (void)rest;
    (void)error;
    return KAURI_OK;
}

static enum kauri_status say_quit(struct kauri_engine_session *session, char *rest,
                                  struct kauri_error *error)
{
    (void)rest;
    (void)error;
    session->quit = true;
    return KAURI_OK;
}

struct engine_word {
    const char *name;
    enum kauri_status (*say)(struct kauri_engine_session *session, char *rest,
                             struct kauri_error *error);
};

static const struct engine_word words[] = {
    {"uki", say_uki},         {"isready", say_isready},   {"setoption", say_setoption},
    {"newgame", say_newgame}, {"position", say_position}, {"go", say_go},
    {"stop", say_stop},       {"quit", say_quit},
};

static enum kauri_status run_command(struct kauri_engine_session *session, char *line,
                                     struct kauri_error *error)
{
    char *rest = line;
    const char *word = next_word(&rest);
    for (size_t i = 0; word != NULL && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(word, words[i].name) == 0) {
            return words[i].say(session, rest, error);
        }
    }
    if (word != NULL) {
        print_mistake(
            "unknown command %.80s; there are uki, isready, setoption, newgame, position, go, "
            "stop and quit",
            word);
    }
    return KAURI_OK;
}

// Sets up the start of the game. KAURI_RESOURCE.
static enum kauri_status kauri_engine_session_begin(struct kauri_engine_session *session,
                                                    struct kauri_error *error)
{
    const struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    return kauri_game_new(&start, session->rules, &session->game, error);
}

static void kauri_engine_session_free(struct kauri_engine_session *session)
{
    kauri_engine_pair_free(&session->pair);
    kauri_game_free(session->game);
    session->game = NULL;
}

// Reads commands from standard input and answers them, until `quit`, the end of input, or a signal.
// Mistakes in commands are answered by a line and change nothing. Errors: those of tables and of
// memory, which end the dialogue.
static enum kauri_status kauri_engine_session_run(struct kauri_engine_session *session,
                                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *line;
    size_t bytes;
    while (status == KAURI_OK && !session->quit &&
           kauri_line_input_next(&session->input, &line, &bytes)) {
        bytes -= bytes > 0 && line[bytes - 1] == '\r' ? 1 : 0;
        line[bytes] = '\0';
        KAURI_TRY(run_command(session, line, error));
        KAURI_TRY(kauri_print_check(error));
    }
cleanup:
    return status;
}

struct engine_options {
    uint64_t memory;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct engine_options *options = run->settings;
    const uint64_t cache = kauri_memory_for_tables(options->memory);
    struct kauri_engine_session session = {
        .view = &run->view,
        .lines = 1,
        .strength = KAURI_STRENGTH_MOST,
        .seed = 1,
    };
    KAURI_TRY(kauri_run_open_tables(run, cache, error));
    session.tables = run->tables;
    session.memory = options->memory - (run->tables != NULL ? cache : 0);
    // If the reader goes away, printing fails, and the dialogue ends.
    (void)signal(SIGPIPE, SIG_IGN);
    KAURI_TRY(kauri_engine_session_begin(&session, error));
    KAURI_TRY(kauri_engine_session_run(&session, error));
cleanup:
    kauri_engine_session_free(&session);
    return status;
}

const struct kauri_command kauri_command_engine = {
    .name = "engine",
    .group = "Work with other programs",
    .summary = "play for other programs, in a line protocol",
    .text =
        "Reads commands from standard input, one a line, and answers them on standard output, in "
        "the manner of UCI: position, go, stop, info lines and bestmove. docs/ENGINE.md describes "
        "the protocol; scripts/match lets two programs that speak it play against each other. "
        "kauri play is the same opponent for people." KAURI_OPEN_TABLES_TEXT,
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
    .documents = "ENGINE.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct engine_options, .memory = KAURI_ENGINE_MEMORY_DEFAULT),
    .run = run,
};
