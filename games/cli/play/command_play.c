// kauri play: a person plays against the tables in the terminal.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/output_file.h"
#include "cli/position_argument.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "common/size.h"
#include "db/tables/tablebase.h"
#include "games/cli/play/play_dialogue.h"
#include "games/engine/engine.h"
#include "games/engine/opponents.h"
#include "queries/known/known.h"
#include "rules/notation.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SECONDS_DEFAULT = 5,
    SECONDS_MAX = 86400,
    ENGINE_SHARE = 4, // without tables, the engine gets a quarter of the memory
};

struct play {
    enum { SIDE_SOUTH, SIDE_NORTH, SIDE_BOTH, SIDE_NONE } side; // the side that the person plays
    enum kauri_ruleset rules;
    const char *record;
    double seconds;
    uint64_t memory, strength;
    struct kauri_start_choice start;
};

static void print_players(const struct kauri_dialogue *dialogue)
{
    const bool *person = dialogue->person;
    if (person[KAURI_SOUTH] != person[KAURI_NORTH]) {
        const unsigned side = person[KAURI_SOUTH] ? KAURI_SOUTH : KAURI_NORTH;
        printf("You play %s, %s %s. ", kauri_side_name(side),
               kauri_opponent_name(dialogue->strength), kauri_side_name(1 - side));
    } else {
        printf("%s ", person[KAURI_SOUTH] ? "Two people play." : "The computer plays both sides.");
    }
}

static void print_head(const struct kauri_dialogue *dialogue)
{
    print_players(dialogue);
    printf("%s rules.\n",
           kauri_game_rules(dialogue->game) == KAURI_STANDARD ? "Standard" : "Tie-breaker");
    if (dialogue->against_solution) {
        kauri_print_fitted("%s has won since the start, and plays only proven moves: how long can "
                           "you last, and how close can you come?\n",
                           kauri_opponent_name(dialogue->strength));
    }
    if (dialogue->tables == NULL) {
        kauri_print_fitted(
            "There are no tables (kauri play --help says where they are looked for).\n");
    } else if (kauri_tablebase_layer_count(dialogue->tables) > 0) {
        const unsigned maximum = kauri_tablebase_layer_count(dialogue->tables) - 1;
        kauri_print_fitted("The tables know every position with at most %u seed%s.\n", maximum,
                           kauri_plural(maximum));
    }
    if (dialogue->person[KAURI_SOUTH] || dialogue->person[KAURI_NORTH]) {
        printf("Type the letter of a hole to play it, or help.\n");
    }
    printf("\n");
}

// Returns whether a person plays the side that the book proves to lose from the first position,
// against an opponent who plays by it.
static bool is_lost(const struct kauri_book *book, const struct kauri_dialogue *dialogue,
                    const struct kauri_position *start)
{
    struct kauri_bounds r = kauri_bounds_trivial(kauri_seeds(start));
    const enum kauri_ruleset rules = kauri_game_rules(dialogue->game);
    const struct kauri_bounds trivial = r;
    kauri_known_narrow_by_book(book, start, &r);
    return r.high < trivial.high && dialogue->limits.seconds > 0 && dialogue->person[start->side] &&
           !dialogue->person[1 - start->side] && !kauri_opponent_is_weak(dialogue->strength) &&
           kauri_result_under(rules, start, r.high) == KAURI_LOSS;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct play *options = run->settings;
    struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_dialogue dialogue = {
        .record_path = options->record,
        .force = run->force,
        .person = {[KAURI_SOUTH] = options->side == SIDE_SOUTH || options->side == SIDE_BOTH,
                   [KAURI_NORTH] = options->side == SIDE_NORTH || options->side == SIDE_BOTH},
        .strength = (unsigned)options->strength,
        .seed = (uint64_t)time(NULL),
    };
    KAURI_TRY(kauri_start_choice_read(&options->start, run, error));
    if (options->record != NULL) { // checked before the game
        KAURI_TRY(kauri_output_file_check(options->record, run->force, NULL, error));
    }
    if (run->argument_count > 0) {
        KAURI_TRY(kauri_position_argument_read(run->arguments[0], &start, error));
    }
    KAURI_TRY(kauri_open_tables_for(run, &start, kauri_memory_for_tables(options->memory), error));
    dialogue.tables = run->tables;
    KAURI_TRY(kauri_open_book(run, error));
    if (options->seconds > 0) {
        KAURI_TRY(kauri_memory_try_search(options->memory, dialogue.tables != NULL, &start, error));
    }
    KAURI_TRY(kauri_game_new(&start, options->rules, &dialogue.game, error));
    // If the reader of standard output goes away, the record must still be written; main reports
    // that output failed.
    (void)signal(SIGPIPE, SIG_IGN);
    const unsigned threads = kauri_threads_for_search(0);
    dialogue.limits = (struct kauri_advice_limits){
        .memory = options->memory -
                  (dialogue.tables != NULL ? kauri_memory_for_tables(options->memory) : 0),
        .threads = kauri_threads_start(threads, NULL) == KAURI_OK ? threads : 1,
        .seconds = options->seconds,
        .nodes = KAURI_ADVICE_NODES,
        .book = run->book,
        .progress = &run->view.progress,
    };
    const struct kauri_engine_parts parts = {.shape = kauri_shape_of(&start),
                                             .memory = dialogue.limits.memory / ENGINE_SHARE,
                                             .book = run->book};
    KAURI_TRY(kauri_engine_make(&parts, &dialogue.limits.engine, error));
    dialogue.limits.memory -= parts.memory;
    dialogue.against_solution = is_lost(run->book, &dialogue, &start);
    dialogue.terminal = isatty(STDOUT_FILENO) == 1;
    dialogue.echo = isatty(STDIN_FILENO) != 1;
    print_head(&dialogue);
    run->reported = kauri_dialogue_run(&dialogue); // the first fault of the game itself
cleanup:
    kauri_game_free(dialogue.game);
    kauri_engine_free(dialogue.limits.engine);
    free(dialogue.saved_path);
    return status;
}

const struct kauri_command kauri_command_play = {
    .name = "play",
    .group = "Play, and look at games",
    .summary = "play against the tables, or watch",
    .text =
        "Plays a game in the terminal: a person against the computer, two people, or the computer "
        "against itself. The computer plays perfectly where the tables hold the position. Above "
        "them it searches for proofs for half of the time and estimates for the other half, and "
        "says how far each move is proven. The strengths are 1 Egg (no better than chance), "
        "2 Chick, 3 Snail, 4 Gecko, 5 Kiwi, 6 Penguin, 7 Fantail, 8 Weka, 9 Tui, 10 Kea and "
        "11 Kauri; all but the last search few positions, without tables, and overlook moves. "
        "POSITION is \"SOUTH/NORTH SIDE SCORE\" as for probe; without it the game starts from the "
        "beginning, or with --start on the board of --holes in a row (6) with --seeds (5) and "
        "--cowries (1) in each. Type the letter of a hole to play it, or help for the other "
        "commands (hint, undo, save ...). The end of input (Ctrl-D) and Ctrl-C leave the game; "
        "--record saves it in any case." KAURI_OPEN_TABLES_TEXT,
    .arguments = "[POSITION]",
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_OPTION("side", "SIDE", "side of the person: south (default), north, both or none",
                         KAURI_STORED(struct play, side), .choices = "south north both none"),
            KAURI_START_OPTIONS(struct play, start),
            KAURI_OPTION("rules", "RULES", "standard (default) or tie-breaker",
                         KAURI_STORED(struct play, rules), .choices = "standard tie-breaker"),
            KAURI_OPTION("time", "SECONDS",
                         "time to search for a move or hint, 0 to 86400 (default 5)",
                         KAURI_STORED(struct play, seconds), .or_zero = true, .high = SECONDS_MAX),
            KAURI_OPTION("strength", "N", "of the computer, 1 to 11 (default)",
                         KAURI_STORED(struct play, strength), .low = KAURI_STRENGTH_LEAST,
                         .high = KAURI_STRENGTH_MOST),
            KAURI_ENGINE_MEMORY_OPTION(struct play, memory),
            KAURI_OPTION("record", "FILE", "write the game to FILE when it ends",
                         KAURI_STORED(struct play, record)),
            KAURI_FORCE_OPTION("--record and save"),
            KAURI_OPTIONS_END,
        },
    .examples = {{"play South against the computer", "kauri play --tables tables"},
                 {"let two people play an endgame, and keep the record",
                  "kauri play --side both --record game.txt \\\n" KAURI_EXAMPLE_POSITION}},
    .related = "replay annotate show",
    .documents = "guide/RULES.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct play, .seconds = SECONDS_DEFAULT, .strength = KAURI_STRENGTH_MOST,
                   .memory = KAURI_ENGINE_MEMORY_DEFAULT, .start = KAURI_START_CHOICE_NONE),
    .run = run,
};
