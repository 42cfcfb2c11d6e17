// waurie search: who wins positions with more seeds than the tables hold.
#include "waurie/cli/waurie_commands.h"

#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/status_line.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/size.h"
#include "waurie/cli/rules_words.h"
#include "waurie/cli/tabled_search.h"
#include "waurie/cli/winner_json.h"

#include <stdio.h>

enum { SECONDS_DEFAULT = 60, SECONDS_MAX = 100000000 };

static const char help[] =
    "Finds out who wins a position, which moves win, and a line of play, also with more seeds\n"
    "than the tables hold. Without tables it searches down to the last seed. It loads the\n"
    "greatest layers that fit into four fifths of --memory, as far down as a sowing can lead; the\n"
    "rest remembers positions. Other layers are read where they are needed. Ctrl-C ends the\n"
    "search like --time: what is known by then is printed, and the exit status is 8.\n"
    "\n"
    "A position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its owner's\n"
    "left, and S or N, the player to move. In the line, turns are separated by slashes, and a\n"
    "hyphen joins a bonus move. In the line the winner keeps the win, and the loser plays the\n"
    "first move. It ends with the game, or where the next position is not decided.\n";

struct winner_options {
    struct waurie_rules_words words;
    const char *folder;
    uint64_t memory;
    uint64_t layers; // greatest layer to use
    uint64_t threads;
    uint64_t seconds;
    bool json;
};

// Shows the positions searched so far on a terminal.
struct ticker {
    struct kauri_progress progress;
    struct kauri_progress_view view;
    struct kauri_status_line line;
};

static void show(void *context, const struct kauri_progress_report *report)
{
    struct ticker *ticker = context;
    if (kauri_status_line_is_due(&ticker->line)) {
        char count[KAURI_SIZE_TEXT_BYTES];
        char text[80];
        (void)snprintf(text, sizeof text, "%s: %.0f s, %s positions", report->stage,
                       report->seconds, kauri_format_count(report->done, count));
        kauri_status_line_show(&ticker->line, text);
    }
}

static bool cancelled(void *context)
{
    const struct ticker *ticker = context;
    return kauri_progress_cancelled(&ticker->view.progress);
}

static enum kauri_status answer(const struct winner_options *options, const char *text,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_rules rules;
    struct waurie_position position;
    struct waurie_tabled_search tabled = {.search = NULL};
    struct kauri_string out = {.bytes = NULL};
    struct waurie_found found = {.count = 0};
    struct ticker ticker = {.progress = {.report = show, .cancelled = cancelled}};
    const unsigned threads =
        options->threads == 0 ? kauri_loop_threads() : (unsigned)options->threads;
    ticker.progress.context = &ticker;
    KAURI_TRY(waurie_rules_parse(options->words, &rules, error));
    KAURI_TRY(waurie_position_parse(text, &position, error));
    KAURI_TRY(kauri_threads_start(threads, error));
    kauri_progress_view_begin(&ticker.view, true); // signals only
    kauri_status_line_begin(&ticker.line, 0.25);
    const struct waurie_tabled_options opened = {
        .folder = options->folder,
        .rules = rules,
        .pits = position.board.pits,
        .layers = (unsigned)options->layers,
        .seeds_most = waurie_seeds(&position.board),
        .memory = options->memory,
        .threads = threads,
        .progress = &ticker.progress,
    };
    KAURI_TRY(waurie_tabled_search_open(&opened, &tabled, error));
    waurie_find(tabled.search, &rules, &position, (double)options->seconds, &ticker.progress,
                &found);
    found.known_seeds = waurie_tabled_search_depth(&tabled, waurie_seeds(&position.board));
    KAURI_TRY(waurie_tabled_search_failure(&tabled, error));
    kauri_status_line_clear(&ticker.line);
    if (options->json) {
        waurie_found_json(&found, &out);
    } else {
        waurie_found_text(&found, &out);
    }
    KAURI_TRY(kauri_print_text(&out, error));
    if (found.stopped && cancelled(&ticker)) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted; what is printed holds");
    }
cleanup:
    kauri_status_line_clear(&ticker.line);
    kauri_string_clear(&out);
    waurie_found_clear(&found);
    waurie_tabled_search_close(&tabled);
    return status;
}

int waurie_command_search(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct winner_options search = {
        .memory = UINT64_C(1) << 30, .layers = WAURIE_SEEDS_MAX, .seconds = SECONDS_DEFAULT};
    const struct kauri_option options[] = {
        WAURIE_OPTION_WIN(&search.words.win),
        WAURIE_OPTION_LAP(&search.words.lap),
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the tables (default: none)",
         .text = &search.folder},
        {.name = "layers",
         .argument = "N",
         .help = "use tables of at most N seeds (default: all that fit)",
         .number = &search.layers,
         .high = WAURIE_SEEDS_MAX},
        {.name = "memory",
         .argument = "SIZE",
         .help = "for search and tables (default 1G)",
         .size = &search.memory},
        {.name = "time",
         .argument = "SECONDS",
         .help = "stop after this many seconds, 0 to 100000000, 0: no limit (default 60)",
         .unit = "seconds",
         .number = &search.seconds,
         .high = SECONDS_MAX},
        KAURI_OPTION_THREADS(&search.threads),
        KAURI_OPTION_JSON(&search.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK ||
        (!arguments.help && answer(&search, arguments.values[0], &error) != KAURI_OK)) {
        return kauri_report_error(&error);
    }
    return KAURI_OK;
}
