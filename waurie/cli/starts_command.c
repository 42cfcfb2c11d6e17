// waurie starts: who wins the start positions of small boards.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "waurie/cli/tabled_search.h"
#include "waurie/cli/waurie_answer.h"

#include <string.h>

enum {
    SECONDS_DEFAULT = 60,
    SECONDS_MAX = 100000000,
    START_SEEDS_MAX = 6,
    STARTS_MAX = WAURIE_PITS_MAX * START_SEEDS_MAX,
};

struct start {
    unsigned pits;
    unsigned seeds;            // in each pit
    bool tried;                // otherwise nothing below is filled
    struct waurie_found found; // for South; without a line
};

struct starts {
    struct waurie_rules rules;
    double seconds; // for each start
    size_t count;
    struct start list[STARTS_MAX]; // by pits, then by seeds
};

enum start_source {
    NOT_TRIED,
    STAYS_OPEN, // the winner, or whether some move wins, is not known
    BY_SEARCH,  // above the tables of at most found.table_seeds seeds, if that is not -1
    BY_TABLE,
};

struct starts_run {
    struct kauri_range pits, seeds;
    uint64_t layers; // greatest layer to use
    uint64_t memory;
    uint64_t seconds;
    // The work.
    struct kauri_command_run *run;
    struct kauri_progress progress; // only asks whether to stop
    struct starts starts;
};

static enum start_source source_of(const struct start *start)
{
    if (!start->tried) {
        return NOT_TRIED;
    }
    if (start->found.answer.result == WAURIE_OPEN) {
        return STAYS_OPEN;
    }
    const int seeds = (int)waurie_seeds(&start->found.answer.position.board);
    return seeds <= start->found.table_seeds ? BY_TABLE : BY_SEARCH;
}

// Adds the pits of the moves with this result; returns whether there are any.
static bool add_moves(const struct waurie_answer *answer, enum waurie_result result,
                      const char *before, struct kauri_string *out)
{
    bool any = false;
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        if (move->result == result) {
            kauri_string_add(out, "%s%u%s", any ? ", " : before, move->pit + 1U,
                             move->again ? "-" : "");
            any = true;
        }
    }
    return any;
}

static void add_winner(const struct start *start, struct kauri_string *out)
{
    if (!start->tried || start->found.answer.result == WAURIE_OPEN) {
        kauri_string_add(out, "open");
    } else {
        kauri_string_add(out, "%s wins",
                         waurie_side_name(start->found.answer.result == WAURIE_LOSS));
    }
}

static void add_found_by(const struct starts *starts, const struct start *start,
                         struct kauri_string *out)
{
    switch (source_of(start)) {
    case NOT_TRIED:
        kauri_string_add(out, "not tried");
        return;
    case STAYS_OPEN:
        kauri_string_add(out, "open after %.0f s", starts->seconds);
        break;
    case BY_SEARCH:
        kauri_string_add(out, "search");
        break;
    case BY_TABLE:
        kauri_string_add(out, "table");
        return;
    }
    if (start->found.table_seeds >= 0) {
        kauri_string_add(out, " above layer %d", start->found.table_seeds);
    }
}

// Adds the rows of the table, with tabs between cells, the header first.
static void add_rows(const struct starts *starts, struct kauri_string *out)
{
    kauri_string_add(out, "board\tseeds\twinner\twinning moves\topen moves\tfound by\n");
    for (size_t i = 0; i < starts->count; i++) {
        const struct start *start = &starts->list[i];
        kauri_string_add(out, "2 x %u\t%u\t", start->pits, start->seeds);
        add_winner(start, out);
        kauri_string_add(out, "\t");
        if (!add_moves(&start->found.answer, WAURIE_WIN, "", out)) {
            kauri_string_add(out, "-");
        }
        kauri_string_add(out, "\t");
        if (!add_moves(&start->found.answer, WAURIE_OPEN, "", out)) {
            kauri_string_add(out, "-");
        }
        kauri_string_add(out, "\t");
        add_found_by(starts, start, out);
        kauri_string_add(out, "\n");
    }
}

// Adds a line without newline about one start, when it is finished.
static void say(const struct starts *starts, const struct start *start, struct kauri_string *out)
{
    kauri_string_add(out, "2 x %u pits, %u seed%s in each: ", start->pits, start->seeds,
                     start->seeds == 1 ? "" : "s");
    add_winner(start, out);
    (void)add_moves(&start->found.answer, WAURIE_WIN, ", winning moves ", out);
    kauri_string_add(out, ", ");
    add_found_by(starts, start, out);
    kauri_string_add(out, ", %.1f s", start->found.seconds);
}

static void add_text(const struct starts *starts, int columns, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out, "Starts, South to move (--win %s --lap %s)\n\n",
                     waurie_win_word(&starts->rules), waurie_lap_word(&starts->rules));
    add_rows(starts, &rows);
    kauri_string_add_table(out, kauri_string_text(&rows), 0, columns);
    kauri_string_add(out, "\nseeds: in each pit. A hyphen means a bonus move.\n");
    kauri_string_clear(&rows);
}

static void add_json(const struct starts *starts, struct kauri_string *out)
{
    static const char *const sources[] = {
        [NOT_TRIED] = "not tried",
        [STAYS_OPEN] = "open",
        [BY_SEARCH] = "search",
        [BY_TABLE] = "table",
    };
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "win", waurie_win_word(&starts->rules));
    kauri_json_add_text(&json, "lap", waurie_lap_word(&starts->rules));
    kauri_json_begin_array(&json, "starts");
    for (size_t i = 0; i < starts->count; i++) {
        const struct start *start = &starts->list[i];
        const struct waurie_found *found = &start->found;
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_uint(&json, "pits", start->pits);
        kauri_json_add_uint(&json, "seeds_per_pit", start->seeds);
        waurie_json_result(&json, found->answer.result);
        waurie_json_moves(&json, &found->answer);
        kauri_json_add_text(&json, "source", sources[source_of(start)]);
        waurie_json_table_seeds(&json, start->tried ? found->table_seeds : -1);
        kauri_json_add_uint(&json, "nodes", found->nodes);
        kauri_json_add_seconds(&json, "seconds", found->seconds);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

static bool cancelled(void *context)
{
    const struct starts_run *starts = context;
    return kauri_progress_cancelled(&starts->run->view.progress);
}

static struct waurie_position position_of(const struct start *start)
{
    struct waurie_position position = {.board = {.pits = (uint8_t)start->pits}};
    memset(position.board.own, (int)start->seeds, start->pits);
    memset(position.board.other, (int)start->seeds, start->pits);
    return position;
}

// Fills in the starts of the ranges.
static void list_starts(const struct starts_run *run, struct starts *starts)
{
    starts->seconds = (double)run->seconds;
    for (unsigned p = run->pits.first; p <= run->pits.last; p++) {
        for (unsigned s = run->seeds.first; s <= run->seeds.last; s++) {
            starts->list[starts->count++] = (struct start){.pits = p, .seeds = s};
        }
    }
}

// Decides the starts from `first` up to the one before `end`, which have the same board. What is
// remembered of one start helps the next.
static enum kauri_status run_board(struct starts_run *run, size_t first, size_t end,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct starts *starts = &run->starts;
    const unsigned pits = starts->list[first].pits;
    struct waurie_tabled_search tabled = {.search = NULL};
    struct kauri_string said = {.bytes = NULL};
    const struct waurie_tabled_options opened = {
        .folder = run->run->folder,
        .rules = starts->rules,
        .pits = pits,
        .layers = (unsigned)run->layers,
        .seeds_most = 2 * pits * starts->list[end - 1].seeds,
        .memory = run->memory,
        .threads = run->run->threads,
        .progress = &run->progress,
    };
    KAURI_TRY(waurie_tabled_search_open(&opened, &tabled, error));
    for (size_t i = first; i < end && !cancelled(run); i++) {
        struct start *start = &starts->list[i];
        const struct waurie_position position = position_of(start);
        start->tried = true;
        KAURI_TRY(waurie_find(&tabled, &starts->rules, &position, false, starts->seconds,
                              &run->progress, &start->found, error));
        say(starts, start, &said);
        kauri_progress_view_say(&run->run->view, "%s", kauri_string_text(&said));
        kauri_string_clear(&said);
    }
    if (cancelled(run)) {
        status = kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted: starts that needed more time are open or not tried");
    }
cleanup:
    kauri_string_clear(&said);
    waurie_tabled_search_close(&tabled);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct starts_run *chosen = run->settings;
    struct starts *starts = &chosen->starts;
    chosen->run = run;
    chosen->progress = (struct kauri_progress){.cancelled = cancelled, .context = chosen};
    list_starts(chosen, starts);
    for (size_t first = 0; first < starts->count && status == KAURI_OK;) {
        size_t end = first + 1;
        while (end < starts->count && starts->list[end].pits == starts->list[first].pits) {
            end++;
        }
        status = run_board(chosen, first, end, error);
        first = end;
    }
    kauri_progress_view_clear(&run->view);
    if (status != KAURI_OK && status != KAURI_INTERRUPTED) {
        return status;
    }
    if (run->json) {
        add_json(starts, &run->out);
    } else {
        add_text(starts, kauri_text_columns(), &run->out);
    }
    return status;
}

const struct kauri_command waurie_command_starts = {
    .name = "starts",
    .summary = "find out who wins the starts of small boards",
    .text =
        "Finds out who wins the start of each board with A to B pits in a row and A to B seeds in "
        "each pit, and which first moves win. South moves first. Starts that the tables of "
        "--tables hold are looked up; the others are searched, above the tables of their board if "
        "there are any: the greatest layers that fit into four fifths of --memory, as far down as "
        "a sowing can lead. The rest remembers positions. Where the time runs out, the start or "
        "some of its moves stay open, and the exit status is 0. Ctrl-C prints what was found, with "
        "exit status 8.",
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("pits", "A-B", "boards with A to B pits in a row, 1 to 6 (default 1-6)",
                         KAURI_STORED(struct starts_run, pits), .low = 1, .high = WAURIE_PITS_MAX),
            KAURI_OPTION("seeds", "A-B", "A to B seeds in each pit, 1 to 6 (default 1-6)",
                         KAURI_STORED(struct starts_run, seeds), .low = 1, .high = START_SEEDS_MAX),
            WAURIE_RULES_OPTIONS(struct starts_run, starts.rules),
            WAURIE_SEARCH_OPTIONS(struct starts_run),
            KAURI_OPTION("time", "SECONDS", "for each start, 1 to 100000000 (default 60)",
                         KAURI_STORED(struct starts_run, seconds), .unit = "seconds", .low = 1,
                         .high = SECONDS_MAX),
            KAURI_THREADS_OPTION,
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the starts of boards with up to four pits in a row",
                  "waurie starts --pits 1-4 --seeds 1-3"}},
    .related = "search solve",
    .documents = "WAURIE.md JSON.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct starts_run, .pits = {1, WAURIE_PITS_MAX}, .seeds = {1, START_SEEDS_MAX},
                   .layers = WAURIE_SEEDS_MAX, .memory = UINT64_C(1) << 30,
                   .seconds = SECONDS_DEFAULT),
    .run = run,
};
