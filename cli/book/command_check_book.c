// kauri check-book: checks a solution book from the rules alone.
#include "cli/book/book_search.h"
#include "cli/commands.h"
#include "cli/terminal_text.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/book/book.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/search_view.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"
#include "verify/book_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNK = 256 }; // entries that a thread takes at a time

struct check_book {
    const struct kauri_book *book;
    size_t entries;
    struct kauri_book_prover prover;
    struct kauri_pace pace;
    struct kauri_book_tally *tallies; // by worker
};

static enum kauri_status check_chunk(void *context, unsigned worker, uint64_t number,
                                     struct kauri_error *error)
{
    struct check_book *check = context;
    const size_t first = (size_t)number * CHUNK;
    const size_t left = check->entries - first;
    const size_t count = left < CHUNK ? left : CHUNK;
    struct kauri_task task = {.pace = &check->pace, .worker = worker, .weight = count};
    for (size_t i = 0; i < count; i++) {
        KAURI_PASS(kauri_book_check_entry(check->book, first + i, &check->prover, worker,
                                          &check->tallies[worker], error));
        KAURI_PASS(kauri_task_look(&task, (double)(i + 1) / (double)count, error));
    }
    return KAURI_OK;
}

// Checks all entries, and then the root.
static enum kauri_status check_all(struct check_book *check, struct kauri_book_tally *tally,
                                   struct kauri_error *error)
{
    const struct kauri_loop loop = {
        .pace = &check->pace, .count = (check->entries + CHUNK - 1) / CHUNK, .lengthy = true};
    KAURI_PASS(KAURI_NEW(check->tallies, check->pace.threads, error, "the check of the book"));
    KAURI_PASS(kauri_loop(&loop, check_chunk, check, error));
    for (unsigned i = 0; i < check->pace.threads; i++) {
        kauri_book_tally_add(tally, &check->tallies[i]);
    }
    return kauri_book_check_root(check->book, &check->prover, tally, error);
}

static void add_text(struct kauri_string *out, const struct kauri_book_info *info,
                     const struct kauri_book_tally *tally)
{
    kauri_string_add(out, "%s\n", KAURI_POSITION_TEXT(&info->root));
    kauri_string_add(out, "Proven: r is from %d to %d for the player to move.\n", info->low,
                     info->high);
    kauri_text_results(out, &info->root, info->low, info->high);
    kauri_string_fit(out, 0, kauri_terminal_columns(stdout));
    kauri_string_add(out, "Entries:            %s hold\n", KAURI_COUNT_TEXT(tally->entries));
    kauri_string_add(out, "Replies:            %s to entries, %s proven, %s settled\n",
                     KAURI_COUNT_TEXT(tally->linked), KAURI_COUNT_TEXT(tally->proven),
                     KAURI_COUNT_TEXT(tally->settled));
    kauri_string_add(out, "Proofs:             %s steps\n", KAURI_COUNT_TEXT(tally->steps));
    kauri_string_add(out, "Searches:           at most %s positions each\n",
                     KAURI_COUNT_TEXT(info->search));
    kauri_string_add(out, "Book:               digest %016" PRIx64 "\n", info->digest);
    kauri_string_add_text(out, "Rests on:           the rules alone\n");
}

// The object CheckedBook:
//     position: position - the root
//     bounds: pair - lowest and highest r there
//     digest: digest - of the entries
//     entries: int - positions in the book
//     search: int - positions that a search for a reply may expand
//     linked, proven, settled: int - replies that lead to entries, that were proven by themselves,
//         and that the number of seeds settles
//     steps: int - steps of these proofs
static void add_json(struct kauri_string *out, const struct kauri_book_info *info,
                     const struct kauri_book_tally *tally)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &info->root);
    kauri_json_add_pair(&json, "bounds", info->low, info->high);
    kauri_json_add_digest(&json, "digest", &info->digest);
    kauri_json_add_uint(&json, "entries", info->count);
    kauri_json_add_uint(&json, "search", info->search);
    kauri_json_add_uint(&json, "linked", tally->linked);
    kauri_json_add_uint(&json, "proven", tally->proven);
    kauri_json_add_uint(&json, "settled", tally->settled);
    kauri_json_add_uint(&json, "steps", tally->steps);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct check_book check = {.tallies = NULL};
    struct kauri_book *book = NULL;
    struct kauri_book_tally tally = {.entries = 0};
    struct kauri_error fault;
    KAURI_TRY(kauri_book_open(run->arguments[0], &book, error));
    const struct kauri_book_info *info = kauri_book_info(book);
    const struct kauri_book_search search = {.positions = info->search};
    check.book = book;
    check.entries = info->count;
    check.prover = kauri_book_search_prover(&search);
    check.pace = (struct kauri_pace){
        .threads = run->threads,
        .progress = &run->view.progress,
        .report = {.stage = "entries", .total = info->count},
        .subject = "the check of the book",
        .began = kauri_clock_seconds(),
    };
    status = check_all(&check, &tally, &fault);
    if (status != KAURI_OK) { // a refusal names the position, and here also the file
        (void)kauri_fail(error, status, "%s: %s", run->arguments[0], fault.message);
    } else if (run->json) {
        add_json(&run->out, info, &tally);
    } else {
        add_text(&run->out, info, &tally);
    }
cleanup:
    free(check.tallies);
    kauri_book_close(book);
    return status;
}

const struct kauri_command kauri_command_check_book = {
    .name = "check-book",
    .group = "Prove",
    .summary = "check a solution book",
    .text = "Checks every entry of a book from the rules alone (docs/reference/BOOK.md): its move "
            "leads, whatever the reply, to another entry, to a position that a short search "
            "proves, or to a settled one. What a search finds is checked step by step, like any "
            "proof.",
    .arguments = "BOOK",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_THREADS_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"check a book", "kauri check-book start-f.book"}},
    .related = "make-book check-proof",
    .documents = "reference/BOOK.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    .run = run,
};
