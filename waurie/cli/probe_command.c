// waurie probe, best and line: the look-ups.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "waurie/cli/rules_words.h"
#include "waurie/cli/waurie_answer.h"
#include "waurie/cli/waurie_answer_json.h"

#include <limits.h>

enum form { PROBE, BEST, LINE };

// Positions with more seeds are looked up, if there are tables.
enum { SEARCHED_SEEDS = 10 };

struct sources {
    struct waurie_decider *decider;
    const char *folder; // of tables, or NULL
    uint64_t memory;
};

// Answers from the tables if the position has too many seeds to be searched.
static enum kauri_status find_answer(const struct sources *sources,
                                     const struct waurie_position *position,
                                     struct waurie_answer *answer, struct kauri_error *error)
{
    const struct waurie_rules *rules = waurie_decider_rules(sources->decider);
    const unsigned seeds = waurie_seeds(&position->board);
    if (sources->folder == NULL || seeds <= SEARCHED_SEEDS) {
        return waurie_answer_make(sources->decider, position, answer, error);
    }
    struct waurie_tables *tables = NULL;
    enum kauri_status status = waurie_tables_open(sources->folder, rules, position->board.pits,
                                                  seeds, sources->memory, 1, NULL, &tables, error);
    if (status == KAURI_OK && waurie_tables_seeds(tables) < (int)seeds) {
        status = kauri_fail(error, KAURI_MISSING,
                            "%s: no tables of 0 to %u seeds, %u pits in a row and these rules that "
                            "fit into the memory (waurie solve makes them)",
                            sources->folder, seeds, position->board.pits);
    }
    if (status == KAURI_OK) {
        waurie_answer_look_up(tables, rules, position, answer);
    }
    waurie_tables_close(tables);
    return status;
}

static enum kauri_status answer(const struct sources *sources, const char *text, enum form form,
                                bool json, struct kauri_string *out, struct kauri_error *error)
{
    struct waurie_position position;
    struct waurie_answer answer;
    struct waurie_play_out line = {.steps = NULL};
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    KAURI_TRY(find_answer(sources, &position, &answer, error));
    if (form == LINE) {
        KAURI_TRY(waurie_play_out_make(sources->decider, &position, &line, error));
    }
    if (json && form == LINE) {
        waurie_json_play_out(&answer, &line, out);
    } else if (json) {
        waurie_json_answer(&answer, form == BEST, out);
    } else if (form == LINE) {
        waurie_play_out_text(&answer, &line, kauri_text_columns(), out);
    } else {
        waurie_answer_text(&answer, form == BEST, kauri_text_columns(), out);
    }
cleanup:
    waurie_play_out_clear(&line);
    return status;
}

#define REST                                                                                       \
    "\n\nA position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its\n"      \
    "owner's left, and S or N, the player to move. A turn is a sowing with the bonus moves "       \
    "after\n"                                                                                      \
    "it; the winner needs as few turns as possible and the loser as many, and the same is\n"       \
    "counted for sowings by themselves. The position is searched to the end of the game, which\n"  \
    "--memory limits; with the default, positions of up to about a dozen seeds are answered. A\n"  \
    "position that cannot be answered is named on standard error, and the next one is tried.\n"

static int run(int argc, char **argv, enum form form, const char *text)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct waurie_rules rules;
    struct waurie_rules_words words = {.win = NULL};
    struct waurie_decider *decider = NULL;
    uint64_t memory = (uint64_t)512 << 20;
    bool json = false;
    const char *folder = NULL;
    const struct kauri_option options[] = {
        WAURIE_OPTION_WIN(&words.win),
        WAURIE_OPTION_LAP(&words.lap),
        {.name = "memory",
         .argument = "SIZE",
         .help = "memory for positions (default 512M)",
         .size = &memory},
        KAURI_OPTION_JSON(&json),
        {.name = "tables",
         .argument = "DIR",
         .help = "look positions of more than 10 seeds up in these tables: who wins",
         .text = &folder},
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION...",
        .text = text,
        .options = options,
        // line has no --tables: it needs distances.
        .option_count = sizeof options / sizeof options[0] - (form == LINE ? 1 : 0),
        .arguments_min = 1,
        .arguments_max = INT_MAX,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    if (waurie_rules_parse(words, &rules, &error) != KAURI_OK ||
        waurie_decider_new(&rules, memory, &decider, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    const struct sources sources = {decider, folder, memory};
    int first = KAURI_OK;
    for (int i = 0; i < arguments.count; i++) {
        struct kauri_string out = {.bytes = NULL};
        enum kauri_status status = answer(&sources, arguments.values[i], form, json, &out, &error);
        if (status != KAURI_OK && json) {
            kauri_string_cut(&out, 0);
            waurie_json_error(arguments.values[i], &error, &out);
        }
        struct kauri_error print_error;
        if ((status == KAURI_OK || json) && kauri_print_text(&out, &print_error) != KAURI_OK) {
            status = print_error.status;
            error = print_error;
        }
        kauri_string_clear(&out);
        if (status != KAURI_OK) {
            if (status == KAURI_RESOURCE) {
                kauri_error_append(&error, " (--memory SIZE allows more)");
            }
            const int exit_status = kauri_report_error(&error);
            first = first == KAURI_OK ? exit_status : first;
        }
    }
    waurie_decider_free(decider);
    return first;
}

int waurie_command_probe(int argc, char **argv)
{
    return run(argc, argv, PROBE,
               "Decides positions of Waurie: the winner, the distance to the end of the game, and\n"
               "the same for every move. A hyphen after a pit number means a bonus move." REST);
}

int waurie_command_best(int argc, char **argv)
{
    return run(
        argc, argv, BEST,
        "Decides positions of Waurie and shows the best moves: those that win in the fewest\n"
        "turns, or lose in the most." REST);
}

int waurie_command_line(int argc, char **argv)
{
    return run(argc, argv, LINE,
               "Plays best moves for both sides to the end of the game. The line is written as in\n"
               "the article on the game: pit numbers, turns separated by slashes, sowings of one\n"
               "turn joined by hyphens." REST);
}
