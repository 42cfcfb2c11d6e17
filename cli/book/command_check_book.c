// kauri check-book: checks a solution book from the rules alone.
#include "cli/book/book_progress.h"
#include "cli/book/book_search.h"
#include "cli/commands.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/book/book.h"
#include "queries/answers/search_view.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"
#include "verify/book_check.h"

#include <inttypes.h>
#include <stdlib.h>

enum {
    CHUNKS_AT_ONCE = 16, // chunks of each thread between two writes of the list
};

struct check_book {
    struct kauri_part_choice part;
    const char *checked;
    struct kauri_book *book;
    struct kauri_book_prover prover;
    struct kauri_book_progress progress;
    struct kauri_pace pace;
    size_t first, end; // chunks of the part
    size_t *open;      // chunks that are checked now
};

// Finds the chunks of the part, and the number of their entries that are not accepted yet.
static uint64_t choose_chunks(struct check_book *check)
{
    const struct kauri_book_progress *progress = &check->progress;
    uint64_t entries = 0;
    check->first = (size_t)(progress->count * (check->part.number - 1) / check->part.parts);
    check->end = (size_t)(progress->count * check->part.number / check->part.parts);
    for (size_t i = check->first; i < check->end; i++) {
        entries += progress->chunk[i].accepted ? 0 : kauri_book_chunk_entries(progress->info, i);
    }
    return entries;
}

static enum kauri_status check_chunk(void *context, unsigned worker, uint64_t number,
                                     struct kauri_error *error)
{
    struct check_book *check = context;
    struct kauri_book_chunk *chunk = &check->progress.chunk[check->open[number]];
    const size_t first = check->open[number] * KAURI_BOOK_CHUNK;
    const size_t count = kauri_book_chunk_entries(check->progress.info, check->open[number]);
    struct kauri_task task = {.pace = &check->pace, .worker = worker, .weight = count};
    struct kauri_book_tally tally = {.entries = 0};
    for (size_t i = 0; i < count; i++) {
        KAURI_PASS(
            kauri_book_check_entry(check->book, first + i, &check->prover, worker, &tally, error));
        KAURI_PASS(kauri_task_look(&task, (double)(i + 1) / (double)count, error));
    }
    *chunk = (struct kauri_book_chunk){.accepted = true, .tally = tally};
    return KAURI_OK;
}

// Checks the chunks of the part that are not accepted yet, some at a time.
static enum kauri_status check_chunks(struct check_book *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t most = (size_t)CHUNKS_AT_ONCE * check->pace.threads;
    KAURI_PASS(KAURI_NEW(check->open, most, error, "the check of the book"));
    for (size_t at = check->first; at < check->end && status == KAURI_OK;) {
        size_t count = 0;
        for (; at < check->end && count < most; at++) {
            if (!check->progress.chunk[at].accepted) {
                check->open[count++] = at;
            }
        }
        const struct kauri_loop loop = {.pace = &check->pace, .count = count, .lengthy = true};
        status = kauri_loop(&loop, check_chunk, check, error);
        if (check->checked != NULL && count > 0) {
            struct kauri_error unsaved;
            const enum kauri_status saved =
                kauri_book_progress_save(&check->progress, check->checked, &unsaved);
            if (status == KAURI_OK && saved != KAURI_OK) {
                *error = unsaved;
                status = saved;
            }
        }
    }
    return status;
}

// What was accepted, with what earlier runs accepted.
struct checked_book {
    size_t chunks; // accepted chunks
    struct kauri_book_tally tally;
    bool whole; // all entries and the root were checked
};

static enum kauri_status add_up(struct check_book *check, struct checked_book *checked,
                                struct kauri_error *error)
{
    for (size_t i = 0; i < check->progress.count; i++) {
        checked->chunks += check->progress.chunk[i].accepted;
        kauri_book_tally_add(&checked->tally, &check->progress.chunk[i].tally);
    }
    checked->whole = checked->chunks == check->progress.count;
    return checked->whole
               ? kauri_book_check_root(check->book, &check->prover, &checked->tally, error)
               : KAURI_OK;
}

static void add_text(struct kauri_string *out, const struct kauri_book_info *info,
                     const struct checked_book *checked)
{
    const struct kauri_book_tally *tally = &checked->tally;
    if (checked->whole) {
        kauri_string_add(out, "%s\n", KAURI_POSITION_TEXT(&info->root));
        kauri_string_add(out, "Proven: r is from %d to %d for the player to move.\n", info->low,
                         info->high);
        kauri_text_results(out, &info->root, info->low, info->high);
    } else {
        kauri_string_add_text(out, "Nothing is proven before all entries are checked.\n");
    }
    kauri_string_add(out, "Entries:            %s of %s hold\n", KAURI_COUNT_TEXT(tally->entries),
                     KAURI_COUNT_TEXT(info->count));
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
//     checked: int - entries that hold
//     whole: bool - all entries and the statement about the root were checked
//     linked, proven, settled: int - replies that lead to entries, that were proven by themselves,
//         and that the number of seeds settles
//     steps: int - steps of these proofs
static void add_json(struct kauri_string *out, const struct kauri_book_info *info,
                     const struct checked_book *checked)
{
    const struct kauri_book_tally *tally = &checked->tally;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &info->root);
    kauri_json_add_pair(&json, "bounds", info->low, info->high);
    kauri_json_add_digest(&json, "digest", &info->digest);
    kauri_json_add_uint(&json, "entries", info->count);
    kauri_json_add_uint(&json, "search", info->search);
    kauri_json_add_uint(&json, "checked", tally->entries);
    kauri_json_add_bool(&json, "whole", checked->whole);
    kauri_json_add_uint(&json, "linked", tally->linked);
    kauri_json_add_uint(&json, "proven", tally->proven);
    kauri_json_add_uint(&json, "settled", tally->settled);
    kauri_json_add_uint(&json, "steps", tally->steps);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct check_book *check = run->settings;
    struct checked_book checked = {.whole = false};
    struct kauri_error fault = {.status = KAURI_OK};
    KAURI_TRY(kauri_book_open(run->arguments[0], &check->book, error));
    const struct kauri_book_info *info = kauri_book_info(check->book);
    const struct kauri_book_search search = {.positions = info->search};
    check->prover = kauri_book_search_prover(&search);
    KAURI_TRY(kauri_book_progress_begin(&check->progress, info, check->checked, error));
    check->pace = (struct kauri_pace){
        .threads = run->threads,
        .progress = &run->view.progress,
        .report = {.stage = "entries", .total = choose_chunks(check)},
        .subject = "the check of the book",
        .began = kauri_clock_seconds(),
    };
    status = check_chunks(check, &fault);
    status = status == KAURI_OK ? add_up(check, &checked, &fault) : status;
    if (status != KAURI_OK) { // a refusal names the position, and here also the file
        (void)kauri_fail(error, status, "%s: %s", run->arguments[0], fault.message);
        goto cleanup;
    }
    if (run->json) {
        add_json(&run->out, info, &checked);
    } else {
        add_text(&run->out, info, &checked);
    }
cleanup:
    free(check->open);
    kauri_book_progress_clear(&check->progress);
    kauri_book_close(check->book);
    return status;
}

const struct kauri_command kauri_command_check_book = {
    .name = "check-book",
    .group = "Prove",
    .summary = "check a solution book",
    .text = "Checks every entry of a book from the rules alone (docs/reference/BOOK.md): its move "
            "leads, whatever the reply, to another entry, to a position that a short search "
            "proves, or to a settled one. What a search finds is checked step by step, like any "
            "proof. With --checked, LIST names the entries that were accepted, so that the check "
            "can be interrupted and go on later, and --part checks one of N parts. The lists of "
            "several "
            "parts, one after the other, are a list of all of them.",
    .arguments = "BOOK",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("part", "K/N", "check only part K of N",
                         KAURI_STORED(struct check_book, part), .high = UINT16_MAX),
            KAURI_OPTION("checked", "LIST", "check only what LIST lacks, and add it there",
                         KAURI_STORED(struct check_book, checked)),
            KAURI_THREADS_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"check a book", "kauri check-book start-f.book"},
                 {"in two parts, of which one can be interrupted",
                  "kauri check-book --part 1/2 --checked checked-f.txt start-f.book"}},
    .related = "make-book check-proof",
    .documents = "reference/BOOK.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct check_book, .part = {1, 1}),
    .run = run,
};
