// waurie search: who wins positions with more seeds than the tables hold.
#include "waurie/cli/waurie_commands.h"

#include "cli/progress_view.h"
#include "common/size.h"
#include "waurie/cli/finder.h"

#include <stdio.h>

enum { SECONDS_DEFAULT = 60, SECONDS_MAX = 100000000 };

struct winner_options {
    struct waurie_rules rules;
    uint64_t memory;
    uint64_t layers; // greatest layer of tables to use
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

// The findings of a search about a position.
struct found {
    struct waurie_answer answer; // the answer, without distances
    bool stopped;             // the time or the progress ended the search with something left open
    int table_seeds;          // greatest layer of tables that it was found with; -1: none
    struct kauri_string line; // line in the notation of the article, or empty
    double seconds;
    uint64_t nodes; // positions searched for it
};

// --------------------------------------------------------------------------------------- finding

// The first winning move, of those that take no search if there is one; NULL if the time is over
// before one is found.
static const struct waurie_answer_move *choose_win(const struct waurie_finder *finder,
                                                   const struct waurie_answer *answer)
{
    for (int recall = 1; recall >= 0; recall--) {
        for (unsigned i = 0; i < answer->count; i++) {
            if (waurie_finder_decide_move(finder, &answer->moves[i], recall == 1) == WAURIE_WIN) {
                return &answer->moves[i];
            }
        }
    }
    return NULL;
}

// A line of play in which the winner keeps the win and the loser plays the first move. It ends with
// the game, as it must (W10 of docs/guide/WAURIE.md), or where the next position is not decided.
static void find_line(const struct waurie_finder *finder, struct waurie_position position,
                      struct kauri_string *line)
{
    const char *separator = "";
    for (bool over = false; !over;) {
        struct waurie_answer at;
        waurie_answer_begin(finder->rules, &position, &at);
        const enum waurie_result result =
            at.count > 0 ? waurie_finder_decide(finder, &position.board, false) : WAURIE_OPEN;
        const struct waurie_answer_move *move = result == WAURIE_WIN    ? choose_win(finder, &at)
                                                : result == WAURIE_LOSS ? &at.moves[0]
                                                                        : NULL;
        if (move == NULL) {
            return;
        }
        kauri_string_add(line, "%s%u", separator, move->pit + 1U);
        separator = move->again ? "-" : "/";
        position = move->after;
        over = move->ends;
    }
}

// Decides the position and its moves, then a line of play.
static enum kauri_status find(const struct waurie_finder *finder,
                              const struct waurie_position *position, struct found *found,
                              struct kauri_error *error)
{
    const double began = kauri_clock_seconds();
    const struct waurie_window *window = waurie_search_window(finder->search);
    const int seeds = (int)waurie_seeds(&position->board);
    struct waurie_answer *answer = &found->answer;
    found->table_seeds = seeds <= window->greatest ? window->greatest : window->top;
    found->stopped = waurie_finder_answer(finder, position, answer);
    if (answer->result != WAURIE_OPEN) {
        find_line(finder, *position, &found->line);
    }
    found->seconds = kauri_clock_seconds() - began;
    found->nodes = waurie_search_nodes(finder->search);
    return waurie_search_failure(finder->search, error);
}

// ------------------------------------------------------------------------------------------- text

// Adds who wins and the result of every move, by pit.
static void add_answer(const struct waurie_answer *answer, struct kauri_string *out)
{
    static const char *const words[] = {
        [WAURIE_OPEN] = "open", [WAURIE_LOSS] = "loses", [WAURIE_WIN] = "wins"};
    const bool north = answer->position.north;
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_string_add(out, "%s\n", waurie_position_format(&answer->position, text));
    if (answer->result == WAURIE_OPEN) {
        kauri_string_add(out, "Open: the search was stopped before it knew who wins.\n");
    } else {
        kauri_string_add(out, "%s wins.\n",
                         waurie_side_name(north == (answer->result == WAURIE_WIN)));
    }
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        kauri_string_add(out, "  %u%c  %s\n", move->pit + 1U, move->again ? '-' : ' ',
                         words[move->result]);
    }
    if (answer->count > 0) {
        kauri_string_add(out, "Moves of %s; a hyphen means a bonus move.\n",
                         waurie_side_name(north));
    }
}

static void add_text(const struct found *found, struct kauri_string *out)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    add_answer(&found->answer, out);
    out->failed = out->failed || found->line.failed;
    if (found->line.length > 0) {
        kauri_string_add(out, "Line: %s\n", kauri_string_text(&found->line));
    }
    kauri_string_add(out, "Searched: %s position%s in %.2f s",
                     kauri_format_count(found->nodes, count), kauri_plural(found->nodes),
                     found->seconds);
    if (found->table_seeds >= 0) {
        kauri_string_add(out, ", above tables of up to %d seeds", found->table_seeds);
    }
    kauri_string_add(out, "\n");
}

// The object WaurieSearch:
//     position: text
//     seeds: int
//     result: "win" | "loss" | null
//     moves: WaurieSearchMove[] - every move
//     line: text - play as far as it is decided, in the notation of the article
//     table_seeds: int | null - the last layer of the tables that were used: at least `seeds` if
//         they gave the answer
//     nodes: int
//     seconds: number
//
// The object WaurieSearchMove:
//     move: int
//     bonus: bool
//     result: "win" | "loss" | null
static void add_json(const struct found *found, struct kauri_string *out)
{
    const struct waurie_answer *answer = &found->answer;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    waurie_json_position(&json, "position", &answer->position);
    kauri_json_add_uint(&json, "seeds", waurie_seeds(&answer->position.board));
    waurie_json_result(&json, answer->result);
    kauri_json_begin_array(&json, "moves");
    for (unsigned i = 0; i < answer->count; i++) {
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_uint(&json, "move", answer->moves[i].pit + 1U);
        kauri_json_add_bool(&json, "bonus", answer->moves[i].again);
        waurie_json_result(&json, answer->moves[i].result);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    out->failed = out->failed || found->line.failed;
    kauri_json_add_text(&json, "line", kauri_string_text(&found->line));
    kauri_json_add_known_int(&json, "table_seeds", found->table_seeds >= 0, found->table_seeds);
    kauri_json_add_uint(&json, "nodes", found->nodes);
    kauri_json_add_seconds(&json, "seconds", found->seconds);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct winner_options *options = run->settings;
    struct waurie_position position;
    struct found found = {.nodes = 0};
    struct ticker ticker = {.progress = {.report = show, .cancelled = cancelled},
                            .signals = &run->view.progress};
    struct waurie_finder finder = {.rules = &options->rules, .progress = &ticker.progress};
    ticker.progress.context = &ticker;
    KAURI_TRY(waurie_position_parse(run->arguments[0], &position, error));
    kauri_status_line_begin(&ticker.line, 0.25);
    const struct waurie_search_options search = {
        .folder = run->folder,
        .rules = options->rules,
        .pits = position.board.pits,
        .layers_most = (unsigned)options->layers,
        .seeds_most = waurie_seeds(&position.board),
        .memory = options->memory,
        .threads = run->threads,
        .progress = &ticker.progress,
    };
    status = waurie_search_new(&search, &finder.search, error);
    if (status == KAURI_RESOURCE) {
        kauri_error_append(error, " (--memory)");
    }
    KAURI_TRY(status);
    finder.end = options->seconds > 0 ? kauri_clock_seconds() + (double)options->seconds : 0;
    KAURI_TRY(find(&finder, &position, &found, error));
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
    waurie_search_free(finder.search);
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
            KAURI_OPTION("tables", "DIR", "folder of the tables (default: none)",
                         KAURI_STORED_IN_RUN(folder)),
            KAURI_OPTION("layers", "N", "use tables of at most N seeds (default: all that fit)",
                         KAURI_STORED(struct winner_options, layers), .high = WAURIE_SEEDS_MAX),
            KAURI_OPTION("memory", "SIZE", "for search and tables (default 1G)",
                         KAURI_STORED(struct winner_options, memory), .is_size = true),
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
    .related = "probe solve",
    .documents = "guide/WAURIE.md reference/JSON.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct winner_options, .memory = UINT64_C(1) << 30, .layers = WAURIE_SEEDS_MAX,
                   .seconds = SECONDS_DEFAULT),
    .run = run,
};
