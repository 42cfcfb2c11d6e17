// kauri search: exact values above the tables.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/output_file.h"
#include "cli/position_argument.h"
#include "cli/print_text.h"
#include "cli/search/search_progress.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "queries/answers/search_view.h"
#include "queries/prover/question.h"
#include "queries/search/search.h"
#include "verify/proof_folder.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECONDS_DEFAULT = 60,
    SECONDS_MAX = 100000000,
    PROOF_SHARE = 4,     // a proof gets a quarter of what the pages leave
    PAGES_SHARE = 4,     // decoded pages get at most a quarter of the memory
    PAGES_MAX = 1 << 30, // limit for decoded pages
    MEBIBYTE = 1 << 20,
};

static const uint64_t memory_default = UINT64_C(2) << 30;

struct search_options {
    unsigned rules; // an enum kauri_ruleset, or KAURI_NO_CHOICE
    const char *proof;
    const char *facts;   // folder of proofs, or NULL
    const char *ask;     // a question (queries/prover/question.h), or NULL
    uint64_t proof_time; // seconds; 0: not given
    uint64_t memory;     // 0: not given
    uint64_t seconds;
    uint64_t nodes; // 0: no limit
    uint64_t seed;
    struct kauri_start_choice start;
};

static uint64_t memory_to_use(const struct search_options *options)
{
    const uint64_t maximum = kauri_memory_usable();
    return options->memory != 0       ? options->memory
           : maximum < memory_default ? maximum
                                      : memory_default;
}

static uint64_t share_of_pages(uint64_t memory)
{
    return memory / PAGES_SHARE < PAGES_MAX ? memory / PAGES_SHARE : PAGES_MAX;
}

// The memory and threads of a search.
struct shares {
    uint64_t search; // bytes for the search
    uint64_t proof;
    unsigned threads;
};

// The memory that is left for search and proof.
static uint64_t left_by_pages(const struct kauri_command_run *run, uint64_t memory)
{
    return run->tables != NULL ? memory - share_of_pages(memory) : memory;
}

// Divides the memory between tables, search and proof. Without --threads, only as many threads are
// used as it suffices for. KAURI_RESOURCE if it is too little to begin with.
static enum kauri_status share_memory(const struct kauri_command_run *run,
                                      const struct kauri_position *position, uint64_t memory,
                                      struct shares *shares, struct kauri_error *error)
{
    const struct search_options *options = run->settings;
    const unsigned seeds = kauri_seeds(position);
    const struct kauri_shape shape = kauri_shape_of(position);
    const uint64_t left = left_by_pages(run, memory);
    shares->proof = options->proof != NULL ? left / PROOF_SHARE : 0;
    shares->search = left - shares->proof;
    shares->threads = (unsigned)run->threads_given;
    if (run->threads_given == 0) {
        shares->threads = kauri_search_threads(shape, seeds, shares->search, kauri_loop_threads());
    }
    uint64_t least = 0;
    for (;; shares->threads--) {
        least = kauri_search_least(shape, seeds, shares->threads);
        if (shares->search >= least || shares->threads == 1 || run->threads_given != 0) {
            break;
        }
    }
    if (shares->search >= least) {
        return kauri_threads_start(shares->threads, error);
    }
    // A proof takes a part of what the pages leave.
    least += options->proof != NULL ? least / (PROOF_SHARE - 1) + 1 : 0;
    uint64_t enough = (least + MEBIBYTE - 1) / MEBIBYTE;
    while (left_by_pages(run, enough * MEBIBYTE) < least) {
        enough++;
    }
    return kauri_memory_too_little(enough * MEBIBYTE, shares->threads, error);
}

// ----------------------------------------------------------------------------------------- proof

static void print_proof(const struct search_options *options,
                        const struct kauri_written_proof *written)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_string_add_text(&out, "\nProof: ");
    kauri_string_add_foreign(&out, options->proof);
    kauri_string_add(&out, ", %s step%s", KAURI_COUNT_TEXT(written->steps),
                     kauri_plural(written->steps));
    if (options->facts != NULL) { // other proofs may cite this one by its digest
        kauri_string_add(&out, ", %" PRIu64 " citation%s, digest %016" PRIx64, written->citations,
                         kauri_plural(written->citations), written->digest);
    }
    kauri_string_add_text(&out, " (kauri check-proof checks it)\n");
    kauri_write_fitted(stdout, kauri_string_text(&out), kauri_terminal_columns(stdout));
    kauri_string_clear(&out);
}

// Writes the proof and fills *proof. A signal that ended the search does not end this.
static enum kauri_status prove(const struct kauri_command_run *run,
                               const struct kauri_search_answer *search, uint64_t memory,
                               struct kauri_search_ticker *ticker, struct kauri_proof_facts *proof,
                               struct kauri_error *error)
{
    const struct search_options *options = run->settings;
    if (search->question.asked && search->question.answer == KAURI_PROVER_OPEN) {
        if (!run->json) {
            kauri_print_fitted("\nProof: none, since the question is open\n");
        }
        return KAURI_OK;
    }
    const struct kauri_search_proof_limits limits = {
        .memory = memory, .seconds = (double)options->proof_time, .progress = &ticker->progress};
    kauri_progress_view_again();
    const enum kauri_status status =
        kauri_search_answer_prove(search, &limits, options->proof,
                                  kauri_output_file_mode(run->force), &proof->written, error);
    kauri_status_line_clear(&ticker->line);
    if (status == KAURI_INTERRUPTED) {
        return kauri_fail(error, status,
                          "interrupted while the proof was written; the bounds hold, and "
                          "there is no proof");
    }
    KAURI_PASS(status);
    proof->is_written = true;
    if (!run->json) {
        print_proof(options, &proof->written);
    }
    return KAURI_OK;
}

// --------------------------------------------------------------------------------------- facts

// The bounds that a folder of proofs establishes.
struct search_facts {
    size_t count;
    struct kauri_search_fact *fact;
};

// Checks all proofs of the folder, which may have none, and takes what they state. Errors: those of
// kauri_proof_folder_check; KAURI_USAGE for a proof whose file does not have the name by which it
// would be cited. The caller frees facts->fact, also after a failure.
static enum kauri_status read_facts(const char *folder, struct kauri_tablebase *tables,
                                    unsigned threads, const struct kauri_progress *progress,
                                    struct search_facts *facts, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_folder proofs = {.count = 0};
    const struct kauri_proof_check_options options = {.threads = threads, .progress = progress};
    KAURI_TRY(kauri_folder_check(folder, error));
    status = kauri_proof_folder_check(folder, tables, &options, &proofs, error);
    if (status == KAURI_MISSING && proofs.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    KAURI_TRY(KAURI_NEW(facts->fact, proofs.count + 1, error, "%zu proofs", proofs.count));
    for (size_t i = 0; i < proofs.count; i++) {
        const struct kauri_proof_entry *proof = &proofs.entry[i];
        char name[KAURI_PROOF_NAME_BYTES];
        if (!proof->named) {
            KAURI_TRY(kauri_fail(error, KAURI_USAGE,
                                 "%s cannot be cited under this name; rename it to %s", proof->path,
                                 kauri_proof_name(proof->digest, name)));
        }
        facts->fact[facts->count++] = (struct kauri_search_fact){
            .position = proof->position,
            .r = {proof->low, proof->high},
            .digest = proof->digest,
            .tables = proof->tables,
        };
    }
cleanup:
    kauri_proof_folder_clear(&proofs);
    return status;
}

// ---------------------------------------------------------------------------------------- answer

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct search_options *options = run->settings;
    const uint64_t memory = memory_to_use(options);
    const enum kauri_goal goal =
        options->rules == KAURI_NO_CHOICE ? KAURI_GOAL_VALUE : (enum kauri_goal)options->rules;
    const unsigned parts = KAURI_ANSWER_MOVES | KAURI_ANSWER_LINE;
    struct kauri_position position;
    struct kauri_search_answer *search = NULL;
    struct kauri_search_ticker ticker = {.line.shown = false};
    struct shares shares = {.threads = 1};
    struct kauri_proof_facts proof = {.file = options->proof};
    struct search_facts facts = {.count = 0};
    int x = 0;
    KAURI_TRY(kauri_start_choice_read(&options->start, run, error));
    if (run->argument_count == 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "search needs POSITION or --start (kauri search --help)");
    }
    KAURI_TRY(kauri_position_argument_read(run->arguments[0], &position, error));
    if (options->ask != NULL) {
        KAURI_TRY(kauri_question_read("--ask", options->ask, &position, &x, error));
    }
    if (options->proof != NULL) { // checked before an hour of searching
        KAURI_TRY(kauri_output_file_check(options->proof, run->force, NULL, error));
    }
    if (options->proof == NULL) { // a proof says all by itself
        KAURI_TRY(kauri_open_book(run, error));
    }
    KAURI_TRY(kauri_run_open_tables(run, share_of_pages(memory), error));
    KAURI_TRY(share_memory(run, &position, memory, &shares, error));
    kauri_search_ticker_begin(&ticker, &run->view);
    if (options->facts != NULL) {
        KAURI_TRY(read_facts(options->facts, run->tables, shares.threads, &ticker.progress, &facts,
                             error));
    }
    struct kauri_search_limits limits = {
        .book = options->proof == NULL ? run->book : NULL,
        .memory = shares.search,
        .threads = shares.threads,
        .seconds = (double)options->seconds,
        .nodes = options->nodes,
        .seed = options->seed,
        .every_move = true,
        .ask = options->ask != NULL,
        .x = x,
        .facts = facts.fact,
        .fact_count = facts.count,
    };
    kauri_search_ticker_follow(&ticker, &limits);
    status = kauri_search_answer_find(run->tables, &position, goal, &limits, &search, error);
    if (status != KAURI_OK) {
        kauri_open_tables_advise(run->folder, run->tables, &position, error);
        goto cleanup;
    }
    kauri_status_line_clear(&ticker.line);
    if (!run->json) { // the answer comes before the proof, which may take long
        kauri_text_search(&run->out, search, parts, kauri_terminal_columns(stdout));
        KAURI_TRY(kauri_print_text(&run->out, error));
    }
    if (options->proof != NULL) {
        status = prove(run, search, shares.proof, &ticker, &proof, error);
    }
    if (run->json) {
        kauri_json_search(&run->out, search, parts, options->proof != NULL ? &proof : NULL);
    }
    KAURI_TRY(status);
    if (search->stop == KAURI_SEARCH_STOP_REQUEST) {
        status =
            kauri_fail(error, KAURI_INTERRUPTED,
                       "interrupted after %s position%s; the bounds hold, and nothing else is kept "
                       "for another run",
                       KAURI_COUNT_TEXT(search->nodes), kauri_plural(search->nodes));
    }
cleanup:
    kauri_status_line_clear(&ticker.line);
    kauri_search_answer_free(search);
    free(facts.fact);
    return status;
}

const struct kauri_command kauri_command_search = {
    .name = "search",
    .group = "Ask about positions",
    .summary = "exact value or proven bounds of a position above the tables",
    .text =
        "Finds the exact value of a position with more seeds than the tables hold, or proven "
        "bounds if a limit ends the search. With --rules it stops as soon as the result for the "
        "score in POSITION is decided under these rules. Without tables it searches down to the "
        "last cowrie. Ctrl-C ends it like a limit: the bounds found so far are printed, and the "
        "proof is written. A second Ctrl-C abandons the proof. --ask decides one question about "
        "the player to move: "
        "net+20, whether it captures at least 20 seeds more than the opponent from here on; net-6, "
        "whether at most 6 fewer; win or draw, under the standard rules with the score in "
        "POSITION; or a number X, whether r >= X. "
        "--facts checks the proofs in a folder, as check-proof does, and accepts their statements "
        "as proven; a proof that is written cites them (docs/reference/PROOF.md). So another run "
        "can begin "
        "with what earlier ones proved (docs/reference/SEARCH.md).\n\n" KAURI_POSITION_ARGUMENT_TEXT
        " " KAURI_START_CHOICE_TEXT KAURI_OPEN_TABLES_TEXT,
    .arguments = "[POSITION]",
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_OPTION("rules", "RULES", "decide only the result: standard or tie-breaker rules",
                         KAURI_STORED(struct search_options, rules),
                         .choices = "standard tie-breaker"),
            KAURI_OPTION("ask", "X", "decide only this: net+K, net-K, win, draw, or r >= X",
                         KAURI_STORED(struct search_options, ask), .excludes = "rules"),
            KAURI_OPTION("memory", "SIZE", "for search and tables (default: 2G or the free memory)",
                         KAURI_STORED(struct search_options, memory), .is_size = true),
            KAURI_OPTION("time", "SECONDS",
                         "stop after this many seconds, 0 to 100000000 (default 60)",
                         KAURI_STORED(struct search_options, seconds), .unit = "seconds",
                         .high = SECONDS_MAX),
            KAURI_OPTION("nodes", "N", "stop after N positions (default: no limit)",
                         KAURI_STORED(struct search_options, nodes), .low = 1, .high = UINT64_MAX),
            KAURI_THREADS_OPTION,
            KAURI_SEED_OPTION(struct search_options, seed),
            KAURI_START_OPTIONS(struct search_options, start),
            KAURI_OPTION("facts", "DIR", "accept the statements of the proofs in this folder",
                         KAURI_STORED(struct search_options, facts)),
            KAURI_OPTION("proof", "FILE", "write a proof of the bounds (docs/reference/PROOF.md)",
                         KAURI_STORED(struct search_options, proof)),
            KAURI_OPTION("proof-time", "N", "abandon the proof after N seconds (default: no limit)",
                         KAURI_STORED(struct search_options, proof_time), .unit = "seconds",
                         .needs = "proof", .low = 1, .high = SECONDS_MAX),
            KAURI_FORCE_OPTION("--proof"),
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the value of a position with four seeds from the tables of two",
                  "kauri search --tables tables \\\n" KAURI_EXAMPLE_ABOVE},
                 {"the same with a proof",
                  "kauri search --tables tables --proof proof.txt \\\n" KAURI_EXAMPLE_ABOVE},
                 {"only whether the player to move captures more, with a proof of that",
                  "kauri search --tables tables --ask net+1 --proof answer.proof "
                  "\\\n" KAURI_EXAMPLE_ABOVE}},
    .related = "check-proof probe plan",
    .documents = "reference/SEARCH.md reference/PROOF.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct search_options, .rules = KAURI_NO_CHOICE, .seconds = SECONDS_DEFAULT,
                   .start = KAURI_START_CHOICE_NONE),
    .run = run,
};
