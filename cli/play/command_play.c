// kauri play: a person plays against the tables in the terminal.
#include "cli/command.h"
#include "cli/engine/engine_pair.h"
#include "cli/fitted_text.h"
#include "cli/lookup/position_argument.h"
#include "cli/memory_share.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/play/play_dialogue.h"
#include "cli/rules_option.h"
#include "cli/start_board.h"
#include "cli/tables/open_tables.h"
#include "cli/threads.h"
#include "queries/engine/strength.h"
#include "rules/notation.h"
#include "tablebase/tablebase.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    SECONDS_DEFAULT = 5,
    SECONDS_MAX = 86400,
    ENGINE_SHARE = 4, // of the memory without tables
};

static const char *const help =
    "Plays a game in the terminal: a person against the computer, two people, or the computer\n"
    "against itself. The computer plays perfectly where the tables know the position,\n"
    "above them searches for proofs for half of the time and estimates for the other half, and\n"
    "tells how far each move is proven. At strengths below 5 it looks at few positions, without\n"
    "tables, and errs by chance.  POSITION is\n"
    "\"SOUTH/NORTH SIDE SCORE\" as for probe; without it the game starts from the beginning,\n"
    "or with --start on the board of --holes in a row (6) with --seeds (5) and --cowries (1)\n"
    "in each.\n"
    "Type the letter of a hole to play it, or help for the other commands (hint, undo, save ...).\n"
    "The end of input (Ctrl-D) and Ctrl-C leave the game; --record saves it in any "
    "case.\n" KAURI_OPEN_TABLES_TEXT;

struct play {
    const char *folder, *side, *rules, *record;
    uint64_t seconds, memory, strength;
    bool no_tables;
    bool force; // the record may replace a file
};

static enum kauri_status choose_side(const char *word, bool person[2], struct kauri_error *error)
{
    static const struct {
        const char *word;
        bool person[2];
    } sides[] = {
        {"south", {true, false}},
        {"north", {false, true}},
        {"both", {true, true}},
        {"none", {false, false}},
    };
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        if (strcmp(word, sides[i].word) == 0) {
            person[KAURI_SOUTH] = sides[i].person[KAURI_SOUTH];
            person[KAURI_NORTH] = sides[i].person[KAURI_NORTH];
            return KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_USAGE, "--side takes south, north, both or none, not '%.80s'",
                      word);
}

static enum kauri_status open_tables(const struct play *options,
                                     const struct kauri_position *position,
                                     struct kauri_tablebase **tables, struct kauri_error *error)
{
    enum kauri_status status =
        kauri_open_tables_if_any(options->folder, options->no_tables,
                                 kauri_memory_for_tables(options->memory), tables, error);
    if (status == KAURI_OK && *tables != NULL) {
        status = kauri_tablebase_fits(*tables, position, error);
        if (status != KAURI_OK) {
            kauri_open_tables_advise(options->folder, *tables, position, error);
        }
    }
    return status;
}

static void print_players(const struct kauri_dialogue *dialogue)
{
    const bool *person = dialogue->person;
    if (person[KAURI_SOUTH] != person[KAURI_NORTH]) {
        const unsigned side = person[KAURI_SOUTH] ? KAURI_SOUTH : KAURI_NORTH;
        printf("You play %s, the computer %s. ", kauri_side_name(side), kauri_side_name(1 - side));
    } else {
        printf("%s ", person[KAURI_SOUTH] ? "Two people play." : "The computer plays both sides.");
    }
}

static void print_head(const struct kauri_dialogue *dialogue)
{
    print_players(dialogue);
    printf("%s rules.\n",
           kauri_game_rules(dialogue->game) == KAURI_STANDARD ? "Standard" : "Tie-breaker");
    if (dialogue->tables == NULL) {
        kauri_print_fitted(
            "There are no tables (kauri play --help says where they are looked for).\n");
    } else if (kauri_tablebase_layer_count(dialogue->tables) > 0) {
        const unsigned most = kauri_tablebase_layer_count(dialogue->tables) - 1;
        kauri_print_fitted("The tables know every position with at most %u seed%s.\n", most,
                           most == 1 ? "" : "s");
    }
    if (dialogue->person[KAURI_SOUTH] || dialogue->person[KAURI_NORTH]) {
        printf("Type the letter of a hole to play it, or help.\n");
    }
    printf("\n");
}

// Sets up and plays. *fault is the first fault of the game itself, which has been reported.
static enum kauri_status run(const struct play *options, const char *text, enum kauri_status *fault,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    enum kauri_ruleset rules = KAURI_STANDARD;
    struct kauri_position start = kauri_start(KAURI_HOLES_MAX);
    struct kauri_engine_pair pair = {.engine = NULL};
    struct kauri_dialogue dialogue = {.record_path = options->record,
                                      .force = options->force,
                                      .strength = (unsigned)options->strength,
                                      .seed = (uint64_t)time(NULL)};
    KAURI_TRY(choose_side(options->side, dialogue.person, error));
    KAURI_TRY(kauri_rules_parse(options->rules, &rules, error));
    if (options->record != NULL) { // not after the game
        KAURI_TRY(kauri_output_file_check(options->record, options->force, NULL, error));
    }
    if (text != NULL && kauri_position_parse(text, &start, error) != KAURI_OK) {
        kauri_position_argument_advise(text, error);
        status = error->status;
        goto cleanup;
    }
    KAURI_TRY(open_tables(options, &start, &dialogue.tables, error));
    if (options->seconds > 0) {
        KAURI_TRY(kauri_memory_try_search(options->memory, dialogue.tables != NULL, &start, error));
    }
    KAURI_TRY(kauri_game_new(&start, rules, &dialogue.game, error));
    // If the reader of standard output goes away, the record must still be written; main reports
    // that output failed.
    (void)signal(SIGPIPE, SIG_IGN);
    kauri_progress_view_begin(&dialogue.view, true);
    const unsigned threads = kauri_threads_for_search(0);
    dialogue.limits = (struct kauri_advice_limits){
        .memory = options->memory -
                  (dialogue.tables != NULL ? kauri_memory_for_tables(options->memory) : 0),
        .threads = kauri_threads_start(threads, NULL) == KAURI_OK ? threads : 1,
        .seconds = (double)options->seconds,
        .progress = &dialogue.view.progress,
    };
    const uint64_t share = dialogue.limits.memory / ENGINE_SHARE;
    const enum kauri_status made = kauri_engine_pair_make(&pair, &start, share, NULL, false, error);
    if (made == KAURI_OK) {
        dialogue.limits.memory -= share;
        dialogue.limits.engine = pair.engine;
    } else { // the game does not need it
        kauri_play_report(&dialogue, error);
        printf("The game goes on without searching.\n");
        dialogue.limits.seconds = 0;
        dialogue.strength = KAURI_STRENGTH_MOST;
    }
    dialogue.style = kauri_draw_style_for(stdout);
    dialogue.terminal = isatty(STDOUT_FILENO) == 1;
    dialogue.echo = isatty(STDIN_FILENO) != 1;
    print_head(&dialogue);
    *fault = kauri_dialogue_run(&dialogue);
cleanup:
    kauri_game_free(dialogue.game);
    kauri_tablebase_close(dialogue.tables);
    kauri_engine_pair_free(&pair);
    free(dialogue.saved_path);
    return status;
}

int kauri_command_play(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct play play = {.side = "south",
                        .rules = "standard",
                        .seconds = SECONDS_DEFAULT,
                        .strength = KAURI_STRENGTH_MOST,
                        .memory = 256U << 20};
    struct kauri_start_choice start = KAURI_START_CHOICE_NONE;
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&play.folder),
        KAURI_OPTION_NO_TABLES(&play.no_tables),
        {.name = "side",
         .argument = "SIDE",
         .help = "side of the person: south (default), north, both or none",
         .choices = "south north both none",
         .text = &play.side},
        KAURI_OPTIONS_START(start),
        {.name = "rules",
         .argument = "RULES",
         .help = "standard (default) or tie-breaker",
         .choices = "standard tie-breaker",
         .text = &play.rules},
        {.name = "time",
         .argument = "SECONDS",
         .help = "time to search for a move or hint, 0 to 86400 (default 5)",
         .number = &play.seconds,
         .high = SECONDS_MAX},
        {.name = "strength",
         .argument = "N",
         .help = "of the computer, 1 (for beginners) to 5 (default)",
         .number = &play.strength,
         .low = KAURI_STRENGTH_LEAST,
         .high = KAURI_STRENGTH_MOST},
        {.name = "memory",
         .argument = "SIZE",
         .help = "memory of search and tables (default 256M)",
         .size = &play.memory},
        {.name = "record",
         .argument = "FILE",
         .help = "write the game into FILE when it ends or is left",
         .text = &play.record},
        KAURI_OPTION_FORCE("--record and save", &play.force),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "[POSITION]",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_max = 1,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    enum kauri_status fault = KAURI_OK;
    const char *position = arguments.count > 0 ? arguments.values[0] : NULL;
    if (kauri_start_choice_read(&start, arguments.count, &position, &error) != KAURI_OK ||
        run(&play, position, &fault, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    return (int)fault;
}
