// kauri check-book: checks a solution book from the rules alone.
#include "cli/book/book_search.h"
#include "cli/commands.h"
#include "common/file.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/output.h"
#include "common/size.h"
#include "db/book/book.h"
#include "queries/answers/search_view.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"
#include "verify/book_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 256,         // entries of a chunk
    CHUNKS_AT_ONCE = 16, // chunks of each thread between two writes of the list
    FIELDS = 6,          // numbers in a line of the list
    BOOK_LINE_BYTES = 96,
};

// Some entries of the book, which are accepted together.
struct chunk {
    bool accepted;
    struct kauri_book_tally tally;
};

struct check_book {
    struct kauri_part_choice part;
    const char *checked;
    struct kauri_book *book;
    const struct kauri_book_info *info;
    struct kauri_book_prover prover;
    struct kauri_pace pace;
    struct chunk *chunks;
    size_t count;      // number of chunks
    size_t first, end; // chunks of the part
    size_t *open;      // chunks that are checked now
};

static size_t entries_of(const struct check_book *check, size_t chunk)
{
    const size_t left = check->info->count - chunk * CHUNK;
    return left < CHUNK ? left : CHUNK;
}

// ------------------------------------------------------------------------ the list of the accepted

static const char first_line[] = "kauri-checked-book 2\n";

// The line that names the book. Whether an entry holds depends on the digest of the entries, on the
// number of holes and on the limit of searches, and on nothing else.
static const char *book_line(const struct kauri_book_info *info, char line[BOOK_LINE_BYTES])
{
    (void)snprintf(line, BOOK_LINE_BYTES, "book %016" PRIx64 " holes %u search %" PRIu32 "\n",
                   info->digest, info->holes, info->search);
    return line;
}

// Reads "CHUNK ENTRIES SETTLED LINKED PROVEN STEPS". Returns the place after the line, or NULL.
static const char *read_chunk(struct check_book *check, const char *line)
{
    struct chunk chunk = {.accepted = true};
    struct kauri_book_tally *tally = &chunk.tally;
    uint64_t number = 0;
    int end = 0;
    if (sscanf(line,
               "%20" SCNu64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64 " %20" SCNu64
               "%n",
               &number, &tally->entries, &tally->settled, &tally->linked, &tally->proven,
               &tally->steps, &end) != FIELDS ||
        line[end] != '\n' || number >= check->count ||
        tally->entries != entries_of(check, (size_t)number)) {
        return NULL;
    }
    check->chunks[number] = chunk;
    return line + end + 1;
}

// Reads one list, or several one after the other.
static enum kauri_status read_lists(struct check_book *check, const char *text,
                                    struct kauri_error *error)
{
    char book[BOOK_LINE_BYTES];
    const size_t first_bytes = sizeof first_line - 1;
    const size_t book_bytes = strlen(book_line(check->info, book));
    bool begun = false;
    while (text != NULL && *text != '\0') {
        if (strncmp(text, first_line, first_bytes) != 0) {
            text = begun ? read_chunk(check, text) : NULL;
        } else if (strncmp(text + first_bytes, book, book_bytes) == 0) {
            begun = true;
            text += first_bytes + book_bytes;
        } else {
            return kauri_fail(error, KAURI_WRONG, "%s is about another book", check->checked);
        }
    }
    return begun && text != NULL ? KAURI_OK
                                 : kauri_fail(error, KAURI_BAD_INPUT,
                                              "%s is no list of checked entries", check->checked);
}

// Begins with no accepted chunk, or with those of the list if it exists.
static enum kauri_status begin(struct check_book *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_file_identity identity;
    struct kauri_input *input = NULL;
    char *text = NULL;
    size_t size = 0;
    check->count = (check->info->count + CHUNK - 1) / CHUNK;
    KAURI_TRY(KAURI_NEW(check->chunks, check->count + 1, error, "the check of the book"));
    if (check->checked != NULL && kauri_file_identify(check->checked, &identity)) {
        KAURI_TRY(kauri_input_open(check->checked, &input, error));
        KAURI_TRY(kauri_input_read_all(input, &text, &size, error));
        KAURI_TRY(read_lists(check, text, error));
    }
cleanup:
    free(text);
    kauri_input_close(input);
    return status;
}

static enum kauri_status save(const struct check_book *check, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_output *output = NULL;
    struct kauri_string text = {.bytes = NULL};
    char book[BOOK_LINE_BYTES];
    kauri_string_add(&text, "%s%s", first_line, book_line(check->info, book));
    for (size_t i = 0; i < check->count; i++) {
        const struct kauri_book_tally *tally = &check->chunks[i].tally;
        if (check->chunks[i].accepted) {
            kauri_string_add(
                &text, "%zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", i,
                tally->entries, tally->settled, tally->linked, tally->proven, tally->steps);
        }
    }
    KAURI_TRY(kauri_output_open(check->checked, KAURI_OUTPUT_REPLACE, &output, error));
    status = kauri_output_write_text(output, &text, error);
cleanup:
    kauri_string_clear(&text);
    return status;
}

// --------------------------------------------------------------------------------------- the check

// Finds the chunks of the part, and the number of their entries that are not accepted yet.
static uint64_t choose_chunks(struct check_book *check)
{
    uint64_t entries = 0;
    check->first = (size_t)(check->count * (check->part.number - 1) / check->part.parts);
    check->end = (size_t)(check->count * check->part.number / check->part.parts);
    for (size_t i = check->first; i < check->end; i++) {
        entries += check->chunks[i].accepted ? 0 : entries_of(check, i);
    }
    return entries;
}

static enum kauri_status check_chunk(void *context, unsigned worker, uint64_t number,
                                     struct kauri_error *error)
{
    struct check_book *check = context;
    struct chunk *chunk = &check->chunks[check->open[number]];
    const size_t first = check->open[number] * CHUNK;
    const size_t count = entries_of(check, check->open[number]);
    struct kauri_task task = {.pace = &check->pace, .worker = worker, .weight = count};
    struct kauri_book_tally tally = {.entries = 0};
    for (size_t i = 0; i < count; i++) {
        KAURI_PASS(
            kauri_book_check_entry(check->book, first + i, &check->prover, worker, &tally, error));
        KAURI_PASS(kauri_task_look(&task, (double)(i + 1) / (double)count, error));
    }
    *chunk = (struct chunk){.accepted = true, .tally = tally};
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
            if (!check->chunks[at].accepted) {
                check->open[count++] = at;
            }
        }
        const struct kauri_loop loop = {.pace = &check->pace, .count = count, .lengthy = true};
        status = kauri_loop(&loop, check_chunk, check, error);
        if (check->checked != NULL && count > 0) {
            struct kauri_error unsaved;
            const enum kauri_status saved = save(check, &unsaved);
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
    for (size_t i = 0; i < check->count; i++) {
        checked->chunks += check->chunks[i].accepted;
        kauri_book_tally_add(&checked->tally, &check->chunks[i].tally);
    }
    checked->whole = checked->chunks == check->count;
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
    check->info = info;
    const struct kauri_book_search search = {.positions = info->search};
    check->prover = kauri_book_search_prover(&search);
    KAURI_TRY(begin(check, error));
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
    free(check->chunks);
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
