// waurie probe, best and line: the look-ups.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/print_text.h"
#include "common/folder.h"
#include "waurie/cli/tables_options.h"
#include "waurie/cli/waurie_answer.h"
#include "waurie/cli/waurie_answer_json.h"

#include <limits.h>

enum form { PROBE, BEST, LINE };

enum { MEMORY_DEFAULT = 512 << 20 };

struct look_up_work {
    struct waurie_rules rules;
    uint64_t memory;
    // The work.
    const char *folder; // of tables; NULL: none
    bool json;
    enum form form;
    struct waurie_sources sources;
};

// A quarter of the memory is for pages of tables.
static enum kauri_status open_decider(struct look_up_work *look_up, struct kauri_error *error)
{
    const uint64_t pages = look_up->folder != NULL ? look_up->memory / 4 : 0;
    if (look_up->folder != NULL && pages < WAURIE_PAGES_LEAST) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too little memory: looking positions up needs at least %u MiB",
                          4U * (unsigned)WAURIE_PAGES_LEAST >> 20);
    }
    return waurie_decider_new(&look_up->rules, look_up->memory - pages, &look_up->sources.decider,
                              error);
}

// Opens the tables of a board, in place of those of another one.
static enum kauri_status open_tables(struct look_up_work *look_up, unsigned pits,
                                     struct kauri_error *error)
{
    struct waurie_tables **tables = &look_up->sources.tables;
    const struct waurie_tables_options options = {.folder = look_up->folder,
                                                  .rules = look_up->rules,
                                                  .pits = pits,
                                                  .threads = 1,
                                                  .page_memory = look_up->memory / 4};
    if (look_up->folder == NULL ||
        (*tables != NULL && waurie_tables_options(*tables)->pits == pits)) {
        return KAURI_OK;
    }
    waurie_tables_close(*tables);
    return waurie_tables_open(&options, tables, error);
}

static enum kauri_status answer(struct look_up_work *look_up, const char *text,
                                struct kauri_string *out, struct kauri_error *error)
{
    struct waurie_position position;
    struct waurie_answer answer;
    struct waurie_play_out line = {.steps = NULL};
    const enum form form = look_up->form;
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    KAURI_TRY(open_tables(look_up, position.board.pits, error));
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
static enum kauri_status answer_and_print(struct look_up_work *look_up, const char *text,
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

static enum kauri_status look_up(struct kauri_command_run *run, enum form form,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct look_up_work *look_up = run->settings;
    look_up->folder = run->folder;
    look_up->json = run->json;
    look_up->form = form;
    if (look_up->folder != NULL) {
        KAURI_TRY(kauri_folder_check(look_up->folder, error));
    }
    KAURI_TRY(open_decider(look_up, error));
    for (int i = 0; i < run->argument_count; i++) {
        struct kauri_error fault;
        if (answer_and_print(look_up, run->arguments[i], &fault) != KAURI_OK) {
            kauri_run_report(run, &fault);
        }
    }
cleanup:
    waurie_tables_close(look_up->sources.tables);
    waurie_decider_free(look_up->sources.decider);
    return status;
}

static enum kauri_status run_probe(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, PROBE, error);
}

static enum kauri_status run_best(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, BEST, error);
}

static enum kauri_status run_line(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, LINE, error);
}

#define LOOK_UP_OPTIONS                                                                            \
    WAURIE_RULES_OPTIONS(struct look_up_work, rules),                                              \
        {.name = "memory",                                                                         \
         .argument = "SIZE",                                                                       \
         .help = "at most this much memory, for positions and pages of tables (default 512M)",     \
         .is_size = true,                                                                          \
         KAURI_STORED(struct look_up_work, memory)},                                               \
        KAURI_JSON_OPTION,                                                                         \
    {                                                                                              \
        .name = "tables", .argument = "DIR", .help = "look positions up in these tables",          \
        KAURI_STORED_IN_RUN(folder)                                                                \
    }

#define EXAMPLE "'1,0,0,0,1,1/0,0,1,0,0,0 S'"

#define REST                                                                                       \
    "\n\n"                                                                                         \
    "A position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its owner's "   \
    "left, and S or N, the player to move. A turn is a sowing with the bonus moves after it; "     \
    "the winner needs as few turns as possible and the loser as many, and the same is counted "    \
    "for sowings by themselves. The position is searched to the end of the game, which "           \
    "--memory limits; with the default, positions of up to about a dozen seeds are answered. "     \
    "With --tables, positions of more than 10 seeds are looked up, which tells who wins, without " \
    "distances. A position that cannot be answered is named on standard error, and the next one "  \
    "is "                                                                                          \
    "tried.\n"

const struct kauri_command waurie_command_probe = {
    .name = "probe",
    .summary = "decide positions and all their moves",
    .text = "Decides positions of Waurie: the winner, the distance to the end of the game, and the "
            "same for every move. A hyphen after a pit number means a bonus move." REST,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            {.name = NULL},
        },
    .examples = {{"the value of a position", "waurie probe " EXAMPLE},
                 {"the same if an empty row wins on its owner's turn only",
                  "waurie probe --win at-turn " EXAMPLE}},
    .related = "best line",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct look_up_work, .memory = MEMORY_DEFAULT),
    .run = run_probe,
};

const struct kauri_command waurie_command_best = {
    .name = "best",
    .summary = "show the best moves of positions",
    .text =
        "Decides positions of Waurie and shows the best moves: those that win in the fewest turns, "
        "or lose in the most." REST,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            {.name = NULL},
        },
    .examples = {{"the best moves of a position", "waurie best " EXAMPLE}},
    .related = "probe line",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct look_up_work, .memory = MEMORY_DEFAULT),
    .run = run_best,
};

const struct kauri_command waurie_command_line = {
    .name = "line",
    .summary = "show best play to the end of the game",
    .text =
        "Plays best moves for both sides to the end of the game. The line is written as in the "
        "article on the game: pit numbers, turns separated by slashes, sowings of one turn joined "
        "by hyphens. Where tables say only who wins, the winner plays the first move that keeps "
        "the win and the loser the first move; with 10 seeds or fewer, play is best in turns." REST,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            {.name = NULL},
        },
    .examples = {{"the end of a game", "waurie line " EXAMPLE}},
    .related = "probe best",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct look_up_work, .memory = MEMORY_DEFAULT),
    .run = run_line,
};
