// waurie search: who wins positions with more seeds than the tables hold.
#include "waurie/cli/waurie_commands.h"

#include "cli/status_line.h"
#include "common/size.h"
#include "waurie/cli/tabled_search.h"
#include "waurie/cli/waurie_answer.h"

#include <stdio.h>

enum { SECONDS_DEFAULT = 60, SECONDS_MAX = 100000000 };

struct winner_options {
    struct waurie_rules rules;
    uint64_t memory;
    uint64_t layers; // greatest layer to use
    uint64_t seconds;
};

// Shows the positions searched so far on a terminal.
struct ticker {
    struct kauri_progress progress;
    const struct kauri_progress *signals;
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
    return kauri_progress_cancelled(ticker->signals);
}

static void add_text(const struct waurie_found *found, struct kauri_string *out)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    waurie_answer_list(&found->answer, out);
    out->failed = out->failed || found->line.failed;
    if (found->line.length > 0) {
        kauri_string_add(out, "Line: %s\n", kauri_string_text(&found->line));
    }
    kauri_string_add(out, "Searched: %s position%s in %.2f s",
                     kauri_format_count(found->nodes, count), found->nodes == 1 ? "" : "s",
                     found->seconds);
    if (found->table_seeds >= 0) {
        kauri_string_add(out, ", above tables of up to %d seeds", found->table_seeds);
    }
    kauri_string_add(out, "\n");
}

static void add_json(const struct waurie_found *found, struct kauri_string *out)
{
    const struct waurie_answer *answer = &found->answer;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    waurie_json_position(&json, "position", &answer->position);
    kauri_json_add_uint(&json, "seeds", waurie_seeds(&answer->position.board));
    waurie_json_result(&json, answer->result);
    waurie_json_moves(&json, answer);
    out->failed = out->failed || found->line.failed;
    kauri_json_add_text(&json, "line", kauri_string_text(&found->line));
    waurie_json_table_seeds(&json, found->table_seeds);
    kauri_json_add_uint(&json, "nodes", found->nodes);
    kauri_json_add_seconds(&json, "seconds", found->seconds);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct winner_options *options = run->settings;
    struct waurie_position position;
    struct waurie_tabled_search tabled = {.search = NULL};
    struct waurie_found found = {.nodes = 0};
    struct ticker ticker = {.progress = {.report = show, .cancelled = cancelled},
                            .signals = &run->view.progress};
    ticker.progress.context = &ticker;
    KAURI_TRY(waurie_position_parse(run->arguments[0], &position, error));
    kauri_status_line_begin(&ticker.line, 0.25);
    const struct waurie_tabled_options opened = {
        .folder = run->folder,
        .rules = options->rules,
        .pits = position.board.pits,
        .layers = (unsigned)options->layers,
        .seeds_most = waurie_seeds(&position.board),
        .memory = options->memory,
        .threads = run->threads,
        .progress = &ticker.progress,
    };
    KAURI_TRY(waurie_tabled_search_open(&opened, &tabled, error));
    KAURI_TRY(waurie_find(&tabled, &options->rules, &position, true, (double)options->seconds,
                          &ticker.progress, &found, error));
    if (run->json) {
        add_json(&found, &run->out);
    } else {
        add_text(&found, &run->out);
    }
    if (found.stopped && cancelled(&ticker)) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted; what is printed holds");
    }
cleanup:
    kauri_status_line_clear(&ticker.line);
    kauri_string_clear(&found.line);
    waurie_tabled_search_close(&tabled);
    return status;
}

const struct kauri_command waurie_command_search = {
    .name = "search",
    .summary = "find out who wins positions above the tables",
    .text =
        "Finds out who wins a position, which moves win, and a line of play, also with more seeds "
        "than the tables hold. Without tables it searches down to the last seed. It loads the "
        "greatest layers that fit into four fifths of --memory, as far down as a sowing can lead; "
        "the rest remembers positions. Other layers are read where they are needed. Ctrl-C ends "
        "the search like --time: what is known by then is printed, and the exit status is 8.\n\n"
        "A position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its owner's "
        "left, and S or N, the player to move. In the line, turns are separated by slashes, and a "
        "hyphen joins a bonus move. In the line the winner keeps the win, and the loser plays the "
        "first move. It ends with the game, or where the next position is not decided.",
    .arguments = "POSITION",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            WAURIE_RULES_OPTIONS(struct winner_options, rules),
            WAURIE_SEARCH_OPTIONS(struct winner_options),
            KAURI_OPTION("time", "SECONDS",
                         "stop after this many seconds, 0 to 100000000, 0: no limit (default 60)",
                         KAURI_STORED(struct winner_options, seconds), .unit = "seconds",
                         .high = SECONDS_MAX),
            KAURI_THREADS_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the start with two seeds in each pit of a small board",
                  "waurie search '2,2,2,2/2,2,2,2 S'"}},
    .related = "probe solve starts",
    .documents = "WAURIE.md JSON.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct winner_options, .memory = UINT64_C(1) << 30, .layers = WAURIE_SEEDS_MAX,
                   .seconds = SECONDS_DEFAULT),
    .run = run,
};
