// kauri search: exact values above the tables.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/lookup/position_argument.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/rules_option.h"
#include "cli/search/search_facts.h"
#include "cli/search/search_ticker.h"
#include "cli/search/search_view.h"
#include "cli/start_board.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/reader.h"
#include "queries/search/search.h"
#include "queries/search/search_proof.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    SECONDS_DEFAULT = 60,
    SECONDS_MAX = 100000000,
    PROOF_SHARE = 4,      // a proof gets a quarter of what the pages leave
    PAGES_SHARE = 4,      // decoded pages get at most a quarter of the memory,
    PAGES_MOST = 1 << 30, // and at most this many bytes
    MEBIBYTE = 1 << 20,
    QUESTION_MAX = 3 * KAURI_SEEDS_MAX + 1, // no value is greater
};

static const uint64_t memory_default = UINT64_C(2) << 30;

struct search_options {
    const char *folder;
    const char *rules;
    const char *proof;
    const char *state;
    const char *facts;       // the folder, or NULL
    const char *ask;         // a number, or NULL
    uint64_t state_interval; // seconds; 0: not given
    uint64_t proof_time;     // the same
    uint64_t memory;         // 0: not given
    uint64_t seconds;
    uint64_t nodes;   // 0: no limit
    uint64_t threads; // 0: not given
    uint64_t seed;
    bool no_tables;
    bool json;
    bool force; // the proof may replace a file
};

static const char search_help[] =
    "Finds the exact value of a position with more seeds than the tables hold, or proven\n"
    "bounds if a limit ends the search. With --rules it stops as soon as the\n"
    "result for the score in POSITION is decided under these rules.\n"
    "Without tables it searches down to the last cowrie. Ctrl-C ends it like a limit: the\n"
    "bounds found so far are printed, and the proof is written. While it is written, Ctrl-C\n"
    "gives it up. With --state, all that was found out is kept in a file, and another run\n"
    "with this file goes on from there, also with another position of the same board or\n"
    "more memory (docs/STATE.md). With --ask, it is only decided whether r >= X. --facts\n"
    "checks the proofs in a folder, as check-proof does, and takes what they state for\n"
    "proven; a proof that is written cites them (docs/PROOF.md).\n\n" KAURI_POSITION_ARGUMENT_TEXT
    "\n" KAURI_START_CHOICE_TEXT KAURI_OPEN_TABLES_TEXT;

static enum kauri_status read_goal(const char *rules, enum kauri_goal *goal,
                                   struct kauri_error *error)
{
    enum kauri_ruleset ruleset = KAURI_STANDARD;
    *goal = KAURI_GOAL_VALUE;
    if (rules == NULL) {
        return KAURI_OK;
    }
    const enum kauri_status status = kauri_rules_parse(rules, &ruleset, error);
    *goal = (enum kauri_goal)ruleset;
    return status;
}

// Reads the X of "r >= X".
static enum kauri_status read_question(const struct search_options *options, int *x,
                                       struct kauri_error *error)
{
    uint64_t number = 0;
    if (options->ask == NULL) {
        return KAURI_OK;
    }
    if (options->rules != NULL) {
        return kauri_fail(error, KAURI_USAGE, "--ask and --rules are two questions; give one");
    }
    const bool negative = options->ask[0] == '-';
    const char *digits = options->ask + (negative || options->ask[0] == '+');
    if (!kauri_parse_number(digits, 0, QUESTION_MAX, &number)) {
        return kauri_fail(error, KAURI_USAGE,
                          "--ask takes a whole number from -%d to %d, not '%.80s'", QUESTION_MAX,
                          QUESTION_MAX, options->ask);
    }
    *x = negative ? -(int)number : (int)number;
    return KAURI_OK;
}

// The memory that was asked for, or nine tenths of the free memory.
static uint64_t memory_to_use(const struct search_options *options)
{
    if (options->memory != 0) {
        return options->memory;
    }
    uint64_t available = kauri_memory_available();
    available -= available / 10;
    return available < memory_default ? available : memory_default;
}

static uint64_t share_of_pages(uint64_t memory)
{
    return memory / PAGES_SHARE < PAGES_MOST ? memory / PAGES_SHARE : PAGES_MOST;
}

// What a search may use.
struct shares {
    uint64_t search; // bytes
    uint64_t proof;
    unsigned threads;
    unsigned layers; // tables in use
};

// Bytes that decoded pages need.
struct pages {
    uint64_t least;
    uint64_t all;
};

// *layers receives the number of tables.
static enum kauri_status survey_pages(struct kauri_tablebase *tables, unsigned seeds,
                                      struct pages *pages, unsigned *layers,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t largest = 0; // page
    for (unsigned n = 0; tables != NULL && n <= seeds; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        if (kauri_tablebase_has(tables, n)) {
            KAURI_TRY(kauri_tablebase_layer(tables, n, &layer, error));
            const struct kauri_table_info *info = kauri_reader_info(layer->reader);
            for (unsigned c = 0; c < info->column_count; c++) {
                const uint64_t page = kauri_reader_page_bytes(layer->reader, c);
                pages->all += info->entries * info->columns[c].width;
                largest = page > largest ? page : largest;
            }
            *layers += 1;
        }
    }
    pages->least = 4 * largest; // a page of each column stays in the cache while others are decoded
cleanup:
    return status;
}

// What is left for search and proof: decoded pages get their share, or less if all of them need
// less.
static uint64_t share_of_search(uint64_t memory, const struct pages *pages, bool proof,
                                uint64_t *proof_share)
{
    uint64_t taken = share_of_pages(memory);
    taken = pages->all < taken ? pages->all : taken;
    taken = pages->least > taken ? pages->least : taken;
    const uint64_t left = memory - (taken < memory ? taken : memory);
    *proof_share = proof ? left / PROOF_SHARE : 0;
    return left - *proof_share;
}

static uint64_t least_of_search(const struct search_options *options, struct kauri_shape shape,
                                unsigned seeds, const struct shares *shares)
{
    return kauri_search_least(shape, seeds, shares->threads) +
           (options->state != NULL ? kauri_prover_keeper_overhead(shares->threads, shares->search)
                                   : 0);
}

// Divides the memory between tables, search and proof. Without --threads, only as many threads are
// used as it suffices for. KAURI_RESOURCE if it is too little to begin with.
static enum kauri_status share_memory(const struct search_options *options,
                                      struct kauri_tablebase *tables,
                                      const struct kauri_position *position, unsigned seeds,
                                      uint64_t memory, struct shares *shares,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_shape shape = {.holes = position->holes,
                                      .cowries = (uint8_t)kauri_cowries(position)};
    struct pages pages = {.least = 0};
    KAURI_TRY(survey_pages(tables, seeds, &pages, &shares->layers, error));
    shares->search = share_of_search(memory, &pages, options->proof != NULL, &shares->proof);
    shares->threads = options->threads == 0
                          ? kauri_search_threads(shape, seeds, shares->search, kauri_loop_threads())
                          : (unsigned)options->threads;
    while (options->threads == 0 && shares->threads > 1 &&
           shares->search < least_of_search(options, shape, seeds, shares)) {
        shares->threads--;
    }
    const uint64_t least = least_of_search(options, shape, seeds, shares);
    if (shares->search < least) {
        uint64_t enough = (least + MEBIBYTE - 1) / MEBIBYTE;
        while (share_of_search(enough * MEBIBYTE, &pages, options->proof != NULL, &shares->proof) <
               least) {
            enough++;
        }
        return kauri_fail(error, KAURI_RESOURCE,
                          "too little memory: the search needs at least %lluM%s (--memory)",
                          (unsigned long long)enough,
                          shares->threads > 1 ? " with so many threads" : "");
    }
    KAURI_TRY(kauri_threads_start(shares->threads, error));
cleanup:
    return status;
}

// ----------------------------------------------------------------------------------------- state

// Finds out whether the state can be used, and how many seeds its positions have.
static enum kauri_status check_state(const struct search_options *options,
                                     const struct kauri_position *position, unsigned *seeds,
                                     struct kauri_error *error)
{
    struct kauri_prover_file_facts facts = {.seeds = 0};
    *seeds = kauri_seeds(position);
    if (options->state == NULL) {
        return options->state_interval == 0
                   ? KAURI_OK
                   : kauri_fail(error, KAURI_USAGE, "--state-interval needs --state");
    }
    enum kauri_status status = kauri_output_file_check(options->state, true, NULL, error);
    if (status != KAURI_OK) {
        return status;
    }
    status = kauri_prover_file_read(options->state, &facts, error);
    if (status == KAURI_MISSING) { // to be made
        return KAURI_OK;
    }
    if (status == KAURI_OK &&
        (facts.shape.holes != position->holes || facts.shape.cowries != kauri_cowries(position))) {
        status = kauri_fail(error, KAURI_BAD_INPUT,
                            "%s is of the board with %u holes in a row and %u cowries",
                            options->state, facts.shape.holes, facts.shape.cowries);
    }
    if (status != KAURI_OK) {
        kauri_error_append(error, "; give another file to --state");
    }
    *seeds = facts.seeds > *seeds ? facts.seeds : *seeds;
    return status;
}

// Adds what can be done if the error is one of the state. Returns whether it is.
static bool advise_state(const struct search_options *options, struct kauri_error *error)
{
    const bool is = options->state != NULL &&
                    strncmp(error->message, options->state, strlen(options->state)) == 0;
    if (is && (error->status == KAURI_CORRUPT || error->status == KAURI_BAD_INPUT)) {
        kauri_error_append(error, "; give another file to --state");
    }
    return is;
}

static void print_state(const struct kauri_search *search)
{
    if (search->asked.keeper == NULL) {
        kauri_print_fitted("\nState: not used, because nothing was searched\n");
        return;
    }
    const struct kauri_prover_keeper_facts facts = kauri_prover_keeper_facts(search->asked.keeper);
    const struct kauri_prover_history history = kauri_prover_history(search->asked.prover);
    char count[KAURI_SIZE_TEXT_BYTES];
    char size[KAURI_SIZE_TEXT_BYTES];
    if (facts.trouble == NULL) {
        kauri_print_fitted("\nState: %s, %s, after %s position%s%s\n", facts.path,
                           kauri_format_size(facts.bytes, size),
                           kauri_format_count(history.nodes, count), history.nodes == 1 ? "" : "s",
                           facts.resumed ? " in all runs" : "");
    }
}

// ----------------------------------------------------------------------------------------- proof

static void print_proof(const struct search_options *options,
                        const struct kauri_written_proof *written)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    char cited[sizeof ", 4294967295 citations, digest 0123456789abcdef"] = "";
    if (options->facts != NULL) { // which another search may be given this proof as
        (void)snprintf(cited, sizeof cited, ", %" PRIu64 " citation%s, digest %016" PRIx64,
                       written->citations, written->citations == 1 ? "" : "s", written->digest);
    }
    kauri_print_fitted("\nProof: %s, %s step%s%s (kauri check-proof checks it)\n", options->proof,
                       kauri_format_count(written->steps, count), written->steps == 1 ? "" : "s",
                       cited);
}

// Writes the proof and fills *proof. A signal that ended the search does not end this.
static enum kauri_status prove(const struct search_options *options,
                               const struct kauri_search *search, uint64_t memory,
                               struct kauri_search_ticker *ticker, struct kauri_proof_facts *proof,
                               struct kauri_error *error)
{
    if (search->question.asked && search->question.answer == KAURI_PROVER_OPEN) {
        if (!options->json) {
            kauri_print_fitted("\nProof: none, since the question is open\n");
        }
        return KAURI_OK;
    }
    const struct kauri_search_proof_limits limits = {
        .memory = memory, .seconds = (double)options->proof_time, .progress = &ticker->progress};
    kauri_progress_view_again();
    const enum kauri_status status =
        kauri_search_write_proof(search, &limits, options->proof,
                                 kauri_output_file_mode(options->force), &proof->written, error);
    kauri_search_ticker_clear(ticker);
    if (status == KAURI_INTERRUPTED) {
        return kauri_fail(error, status,
                          "interrupted while the proof was written; the bounds hold, and "
                          "there is no proof%s",
                          options->state != NULL ? "; the state is kept" : "");
    }
    if (status != KAURI_OK) {
        return status;
    }
    proof->is_written = true;
    if (!options->json) {
        print_proof(options, &proof->written);
    }
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- answer

static enum kauri_status answer(const struct search_options *options, const char *text,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    enum kauri_goal goal = KAURI_GOAL_VALUE;
    struct kauri_tablebase *tables = NULL;
    struct kauri_search *search = NULL;
    struct kauri_progress_view view;
    struct kauri_search_ticker ticker = {.line.shown = false};
    const uint64_t memory = memory_to_use(options);
    struct shares shares = {.threads = 1};
    struct kauri_proof_facts proof = {.file = options->proof};
    unsigned seeds = 0;
    struct kauri_error save_error;
    struct kauri_error print_error;
    enum kauri_status saved = KAURI_OK;
    struct kauri_string out = {.bytes = NULL};
    struct kauri_search_facts facts = {.count = 0};
    int x = 0;
    KAURI_TRY(read_question(options, &x, error));
    KAURI_TRY(read_goal(options->rules, &goal, error));
    if (kauri_position_parse(text, &position, error) != KAURI_OK) {
        kauri_position_argument_advise(text, error);
        status = error->status;
        goto cleanup;
    }
    if (options->proof != NULL) { // not after an hour of searching
        KAURI_TRY(kauri_output_file_check(options->proof, options->force, NULL, error));
    }
    if (options->proof == NULL && options->proof_time != 0) {
        status = kauri_fail(error, KAURI_USAGE, "--proof-time needs --proof");
        goto cleanup;
    }
    KAURI_TRY(check_state(options, &position, &seeds, error));
    KAURI_TRY(kauri_open_tables_if_any(options->folder, options->no_tables, share_of_pages(memory),
                                       &tables, error));
    KAURI_TRY(share_memory(options, tables, &position, seeds, memory, &shares, error));
    kauri_progress_view_begin(&view, true); // signals only
    kauri_search_ticker_begin(&ticker, &view);
    if (options->facts != NULL) {
        KAURI_TRY(kauri_search_facts_read(options->facts, tables, shares.threads, &ticker.progress,
                                          &facts, error));
    }
    struct kauri_search_limits limits = {
        .no_openings = options->proof != NULL,
        .memory = shares.search,
        .threads = shares.threads,
        .seconds = (double)options->seconds,
        .nodes = options->nodes,
        .seed = options->seed,
        .ask = options->ask != NULL,
        .x = x,
        .facts = facts.fact,
        .fact_count = facts.count,
        .state = options->state,
        .state_interval =
            (double)(options->state_interval > 0 ? options->state_interval : KAURI_KEEPER_SECONDS),
    };
    kauri_search_ticker_follow(&ticker, &limits);
    status = kauri_search_run(tables, &position, goal, &limits, &search, error);
    if (status != KAURI_OK) {
        if (!advise_state(options, error)) {
            kauri_open_tables_advise(options->folder, tables, &position, error);
        }
        goto cleanup;
    }
    saved = kauri_search_save(search, &save_error); // before anything can fail
    kauri_search_ticker_clear(&ticker);
    if (!options->json) {
        kauri_text_search(&out, search, shares.layers, KAURI_SEARCH_MOVES | KAURI_SEARCH_LINE,
                          kauri_terminal_columns(stdout));
        KAURI_TRY(kauri_print_text(&out, error));
    }
    if (options->proof != NULL) {
        status = prove(options, search, shares.proof, &ticker, &proof, error);
    }
    if (options->json) {
        kauri_json_search(&out, search, KAURI_SEARCH_MOVES | KAURI_SEARCH_LINE,
                          options->proof != NULL ? &proof : NULL);
        const enum kauri_status printed = kauri_print_text(&out, &print_error);
        if (status == KAURI_OK && printed != KAURI_OK) {
            status = kauri_fail(error, printed, "%s", print_error.message);
        }
    } else if (options->state != NULL) {
        print_state(search);
    }
    KAURI_TRY(status);
    if (saved != KAURI_OK) {
        status = kauri_fail(error, saved, "%s", save_error.message);
        goto cleanup;
    }
    if (search->stop == KAURI_SEARCH_STOP_REQUEST) {
        char count[KAURI_SIZE_TEXT_BYTES];
        status =
            kauri_fail(error, KAURI_INTERRUPTED,
                       "interrupted after %s position%s; the bounds hold, and %s for another run",
                       kauri_format_count(search->nodes, count), search->nodes == 1 ? "" : "s",
                       options->state != NULL ? "the state is kept" : "nothing else is kept");
    }
cleanup:
    kauri_search_ticker_clear(&ticker);
    kauri_search_free(search);
    kauri_search_facts_clear(&facts);
    kauri_tablebase_close(tables);
    return status;
}

int kauri_command_search(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct search_options search = {.seconds = SECONDS_DEFAULT};
    struct kauri_start_choice start = KAURI_START_CHOICE_NONE;
    const char *position = NULL;
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&search.folder),
        KAURI_OPTION_NO_TABLES(&search.no_tables),
        {.name = "rules",
         .argument = "RULES",
         .help = "decide only the result: standard or tie-breaker rules",
         .choices = "standard tie-breaker",
         .text = &search.rules},
        {.name = "ask",
         .argument = "X",
         .help = "decide only whether r >= X for the player to move",
         .text = &search.ask},
        {.name = "memory",
         .argument = "SIZE",
         .help = "for search and tables (default: 2G or the free memory)",
         .size = &search.memory},
        {.name = "time",
         .argument = "SECONDS",
         .help = "stop after this many seconds, 0 to 100000000 (default 60)",
         .unit = "seconds",
         .number = &search.seconds,
         .high = SECONDS_MAX},
        {.name = "nodes",
         .argument = "N",
         .help = "stop after N positions (default: no limit)",
         .number = &search.nodes,
         .low = 1,
         .high = UINT64_MAX},
        KAURI_OPTION_THREADS(&search.threads),
        {.name = "seed",
         .argument = "N",
         .help = "take another course of search, 0 to 4294967295 (default 0)",
         .number = &search.seed,
         .high = UINT32_MAX},
        KAURI_OPTIONS_START(start),
        {.name = "facts",
         .argument = "DIR",
         .help = "take what the proofs in this folder state for proven",
         .text = &search.facts},
        {.name = "proof",
         .argument = "FILE",
         .help = "write a proof of the bounds (docs/PROOF.md)",
         .text = &search.proof},
        {.name = "proof-time",
         .argument = "N",
         .help = "give the proof up after N seconds (default: no limit)",
         .unit = "seconds",
         .number = &search.proof_time,
         .low = 1,
         .high = SECONDS_MAX},
        KAURI_OPTION_FORCE("--proof", &search.force),
        {.name = "state",
         .argument = "FILE",
         .help = "go on with what FILE has, and keep what is found out in it",
         .text = &search.state},
        {.name = "state-interval",
         .argument = "N",
         .help = "write the state every N seconds (default 300)",
         .unit = "seconds",
         .number = &search.state_interval,
         .low = 1,
         .high = SECONDS_MAX},
        KAURI_OPTION_JSON(&search.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "[POSITION]",
        .text = search_help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_max = 1,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        return KAURI_OK;
    }
    KAURI_TRY(kauri_start_choice_read(&start, arguments.count, &position, &error));
    if (position == NULL && arguments.count == 0) {
        status = kauri_fail(&error, KAURI_USAGE,
                            "search needs POSITION or --start (kauri search --help)");
        goto cleanup;
    }
    KAURI_TRY(answer(&search, position != NULL ? position : arguments.values[0], &error));
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
