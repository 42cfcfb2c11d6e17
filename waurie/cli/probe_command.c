// waurie probe, best and line: the look-ups.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/run.h"
#include "waurie/cli/rules_words.h"
#include "waurie/cli/tables_options.h"
#include "waurie/cli/waurie_answer.h"
#include "waurie/cli/waurie_answer_json.h"

#include <limits.h>

enum form { PROBE, BEST, LINE };

enum { MEMORY_DEFAULT = 512 << 20 };

struct look_ups {
    struct waurie_rules_words words;
    struct waurie_rules rules;
    const char *folder; // of tables; NULL: none
    uint64_t memory;
    bool json;
    enum form form;
    struct waurie_sources sources;
};

// A quarter of the memory is for pages of tables.
static enum kauri_status open_sources(struct look_ups *look_up, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t pages = look_up->folder != NULL ? look_up->memory / 4 : 0;
    KAURI_TRY(waurie_rules_parse(look_up->words, &look_up->rules, error));
    if (look_up->folder != NULL && pages < WAURIE_PAGES_LEAST) {
        status = kauri_fail(error, KAURI_RESOURCE,
                            "too little memory: looking positions up needs at least %u MiB",
                            4U * (unsigned)WAURIE_PAGES_LEAST >> 20);
        goto cleanup;
    }
    if (look_up->folder != NULL) {
        KAURI_TRY(waurie_pages_open(look_up->folder, &look_up->rules, pages,
                                    &look_up->sources.pages, error));
    }
    status = waurie_decider_new(&look_up->rules, look_up->memory - pages, &look_up->sources.decider,
                                error);
cleanup:
    return status;
}

static enum kauri_status answer(const struct look_ups *look_up, const char *text,
                                struct kauri_string *out, struct kauri_error *error)
{
    struct waurie_position position;
    struct waurie_answer answer;
    struct waurie_play_out line = {.steps = NULL};
    const enum form form = look_up->form;
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    KAURI_TRY(waurie_answer_make(&look_up->sources, &position, &answer, error));
    if (form == LINE) {
        KAURI_TRY(waurie_play_out_make(&look_up->sources, &position, &line, error));
    }
    if (look_up->json && form == LINE) {
        waurie_json_play_out(&answer, &line, out);
    } else if (look_up->json) {
        waurie_json_answer(&answer, form == BEST, out);
    } else if (form == LINE) {
        waurie_play_out_text(&answer, &line, kauri_text_columns(), out);
    } else {
        waurie_answer_text(&answer, form == BEST, kauri_text_columns(), out);
    }
cleanup:
    if (status == KAURI_MISSING) {
        waurie_tables_advise(look_up->folder, &look_up->rules, position.board.pits,
                             waurie_seeds(&position.board), error);
    } else if (status == KAURI_RESOURCE) {
        kauri_error_append(error,
                           look_up->folder != NULL
                               ? " (--memory SIZE allows more)"
                               : " (--memory SIZE allows more, and tables help: --tables DIR)");
    }
    waurie_play_out_clear(&line);
    return status;
}

// Prints the answer, or with --json what went wrong.
static enum kauri_status answer_and_print(const struct look_ups *look_up, const char *text,
                                          struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    enum kauri_status status = answer(look_up, text, &out, error);
    if (status != KAURI_OK && look_up->json) {
        kauri_string_cut(&out, 0);
        waurie_json_error(text, error, &out);
    }
    struct kauri_error print_error;
    if ((status == KAURI_OK || look_up->json) && kauri_print_text(&out, &print_error) != KAURI_OK) {
        status = print_error.status;
        *error = print_error;
    }
    kauri_string_clear(&out);
    return status;
}

#define REST                                                                                       \
    "\n\nA position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its\n"      \
    "owner's left, and S or N, the player to move. A turn is a sowing with the bonus moves "       \
    "after\n"                                                                                      \
    "it; the winner needs as few turns as possible and the loser as many, and the same is\n"       \
    "counted for sowings by themselves. The position is searched to the end of the game, which\n"  \
    "--memory limits; with the default, positions of up to about a dozen seeds are answered.\n"    \
    "With --tables, positions are looked up where distances are stored (waurie solve\n"            \
    "--distances); otherwise those of more than 10 seeds, to tell who wins, without distances.\n"  \
    "A position that cannot be answered is named on standard error, and the next one is tried.\n"

static int run(int argc, char **argv, enum form form, const char *text)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct look_ups look_up = {.memory = MEMORY_DEFAULT, .form = form};
    const struct kauri_option options[] = {
        WAURIE_OPTION_WIN(&look_up.words.win),
        WAURIE_OPTION_LAP(&look_up.words.lap),
        {.name = "memory",
         .argument = "SIZE",
         .help = "at most this much memory, for positions and pages of tables (default 512M)",
         .size = &look_up.memory},
        KAURI_OPTION_JSON(&look_up.json),
        {.name = "tables",
         .argument = "DIR",
         .help = "look positions up in these tables",
         .text = &look_up.folder},
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION...",
        .text = text,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = INT_MAX,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    int first = KAURI_OK;
    if (open_sources(&look_up, &error) != KAURI_OK) {
        first = kauri_report_error(&error);
        arguments.count = 0;
    }
    for (int i = 0; i < arguments.count; i++) {
        if (answer_and_print(&look_up, arguments.values[i], &error) != KAURI_OK) {
            const int exit_status = kauri_report_error(&error);
            first = first == KAURI_OK ? exit_status : first;
        }
    }
    waurie_pages_close(look_up.sources.pages);
    waurie_decider_free(look_up.sources.decider);
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
    return run(
        argc, argv, LINE,
        "Plays best moves for both sides to the end of the game. The line is written as in\n"
        "the article on the game: pit numbers, turns separated by slashes, sowings of one\n"
        "turn joined by hyphens. Where tables say only who wins, the winner plays the first\n"
        "move that keeps the win and the loser the first move; where distances are stored,\n"
        "and with 10 seeds or fewer, play is best in turns." REST);
}
