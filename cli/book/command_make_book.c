// kauri make-book: makes a solution book from proofs.
#include "cli/book/book_merge.h"
#include "cli/book/book_proofs.h"
#include "cli/book/book_reuse.h"
#include "cli/book/book_search.h"
#include "cli/commands.h"
#include "cli/output_file.h"
#include "common/file.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/book/book_write.h"
#include "queries/answers/value_words.h"
#include "verify/proof.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

// A proof, and the number of bytes of its file.
struct sized_proof {
    size_t number;
    uint64_t bytes;
};

struct make_book {
    const char *out;
    uint64_t search;
    struct kauri_book_proofs proofs;
    struct kauri_book_prover prover;
    struct kauri_book_drafts *drafts; // by number of the proof
    struct sized_proof *order; // the largest first, so that no thread is left with a long one
    struct kauri_pace pace;
};

static enum kauri_status walk_proof(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct make_book *make = context;
    const struct sized_proof *sized = &make->order[index];
    struct kauri_task task = {.pace = &make->pace, .worker = worker, .weight = sized->bytes};
    struct kauri_proof proof;
    const char *path = make->proofs.path[sized->number];
    if (kauri_book_reuse_is_book(path)) {
        KAURI_PASS(
            kauri_book_reuse(path, (uint32_t)make->search, &make->drafts[sized->number], error));
        return kauri_task_look(&task, 1, error);
    }
    KAURI_TRY(kauri_proof_read(path, &proof, &task, error));
    KAURI_TRY(kauri_book_walk(&proof, &make->prover, worker, (uint32_t)make->search,
                              &make->drafts[sized->number], &task, error));
    KAURI_TRY(kauri_task_look(&task, 1, error));
cleanup:
    kauri_proof_clear(&proof);
    return status;
}

static int compare_sizes(const void *a, const void *b)
{
    const struct sized_proof *one = a;
    const struct sized_proof *other = b;
    if (one->bytes != other->bytes) {
        return one->bytes > other->bytes ? -1 : 1;
    }
    return one->number < other->number ? -1 : one->number > other->number;
}

// Finds the entries of all proofs.
static enum kauri_status walk_all(struct make_book *make, struct kauri_command_run *run,
                                  struct kauri_error *error)
{
    const size_t count = make->proofs.count;
    KAURI_PASS(KAURI_NEW(make->drafts, count, error, "the book"));
    KAURI_PASS(KAURI_NEW(make->order, count, error, "the book"));
    make->pace = (struct kauri_pace){
        .threads = run->threads,
        .progress = &run->view.progress,
        .report = {.stage = "followed proofs"},
        .subject = "the making of the book",
        .began = kauri_clock_seconds(),
    };
    for (size_t i = 0; i < count; i++) {
        struct kauri_file_identity identity;
        (void)kauri_file_identify(make->proofs.path[i], &identity);
        make->order[i] = (struct sized_proof){.number = i, .bytes = identity.bytes};
        make->pace.report.total += identity.bytes;
    }
    qsort(make->order, count, sizeof *make->order, compare_sizes);
    const struct kauri_loop loop = {.pace = &make->pace, .count = count, .lengthy = true};
    return kauri_loop(&loop, walk_proof, make, error);
}

// What the walks through the proofs did.
struct made_book {
    uint64_t searches, found, drafts;
};

static struct made_book add_up(const struct make_book *make)
{
    struct made_book made = {.searches = 0};
    for (size_t i = 0; i < make->proofs.count; i++) {
        made.searches += make->drafts[i].searches;
        made.found += make->drafts[i].found;
        made.drafts += make->drafts[i].count;
    }
    return made;
}

static void add_text(struct kauri_string *out, const struct kauri_book_info *info,
                     const struct make_book *make)
{
    const struct made_book made = add_up(make);
    kauri_string_add(out, "Book:      %s, digest %016" PRIx64 "\n", make->out, info->digest);
    kauri_string_add(out, "Entries:   %s, in %s bytes\n", KAURI_COUNT_TEXT(info->count),
                     KAURI_COUNT_TEXT(info->bytes));
    kauri_string_add(out, "Proofs:    %s; entries before they were joined: %s\n",
                     KAURI_COUNT_TEXT(make->proofs.count), KAURI_COUNT_TEXT(made.drafts));
    kauri_string_add(out, "Searches:  %s, of which %s found a proof\n",
                     KAURI_COUNT_TEXT(made.searches), KAURI_COUNT_TEXT(made.found));
    kauri_string_add(out, "Limit:     %s positions for each search\n",
                     KAURI_COUNT_TEXT(info->search));
}

// The object MadeBook:
//     position: position - the root
//     bounds: pair - lowest and highest r there
//     file: text - the book
//     digest: digest - of the entries
//     entries: int - positions in the book
//     bytes: int - size of the file
//     search: int - positions that a search for a reply may expand
//     proofs: int - proofs and books that it was made from
//     drafts: int - entries of all of them, before those about the same position were joined
//     searches, found: int - searches for replies, and those that found a proof
static void add_json(struct kauri_string *out, const struct kauri_book_info *info,
                     const struct make_book *make)
{
    const struct made_book made = add_up(make);
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &info->root);
    kauri_json_add_pair(&json, "bounds", info->low, info->high);
    kauri_json_add_foreign(&json, "file", make->out);
    kauri_json_add_digest(&json, "digest", &info->digest);
    kauri_json_add_uint(&json, "entries", info->count);
    kauri_json_add_uint(&json, "bytes", info->bytes);
    kauri_json_add_uint(&json, "search", info->search);
    kauri_json_add_uint(&json, "proofs", make->proofs.count);
    kauri_json_add_uint(&json, "drafts", made.drafts);
    kauri_json_add_uint(&json, "searches", made.searches);
    kauri_json_add_uint(&json, "found", made.found);
    kauri_json_end(&json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct make_book *make = run->settings;
    const struct kauri_book_search search = {.positions = (uint32_t)make->search};
    struct kauri_book_entry *entries = NULL;
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_output *output = NULL;
    make->prover = kauri_book_search_prover(&search);
    for (int i = 0; i < run->argument_count; i++) {
        KAURI_TRY(kauri_output_file_check(make->out, run->force, run->arguments[i], error));
    }
    KAURI_TRY(kauri_output_open(make->out, kauri_output_file_mode(run->force), &output, error));
    KAURI_TRY(
        kauri_book_proofs_list(run->arguments, (size_t)run->argument_count, &make->proofs, error));
    KAURI_TRY(walk_all(make, run, error));
    struct kauri_book_info info = {
        .holes = make->proofs.root[0].position.holes,
        .cowries = make->proofs.cowries,
        .root = make->proofs.root[0].position,
        .search = search.positions,
    };
    KAURI_TRY(kauri_book_merge(make->drafts, &make->proofs, &info, &entries, error));
    KAURI_TRY(kauri_book_write(&info, entries, &bytes, error));
    struct kauri_output *finished = output;
    output = NULL;
    KAURI_TRY(kauri_output_write_text(finished, &bytes, error));
    (run->json ? add_json : add_text)(&run->out, &info, make);
cleanup:
    for (size_t i = 0; make->drafts != NULL && i < make->proofs.count; i++) {
        kauri_book_drafts_clear(&make->drafts[i]);
    }
    free(make->drafts);
    free(make->order);
    free(entries);
    kauri_string_clear(&bytes);
    kauri_output_abandon(output);
    kauri_book_proofs_clear(&make->proofs);
    return status;
}

const struct kauri_command kauri_command_make_book = {
    .name = "make-book",
    .group = "Prove",
    .summary = "make a solution book from proofs",
    .text =
        "Makes a book of the moves of proofs, and of all proofs that they rest on: the positions "
        "that a search of --search positions does not prove by itself, each with the prover's "
        "move (docs/reference/BOOK.md). The first file is about the root of the book. A book among "
        "the files is added to: its entries are taken as they are. The same files give the same "
        "book, whatever the number of threads. `kauri check-book` checks it.",
    .arguments = "FILE...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("out", "BOOK", "the file to write", KAURI_STORED(struct make_book, out),
                         .required = true),
            KAURI_OPTION("search", "N", "positions that a search may expand (default 16384)",
                         KAURI_STORED(struct make_book, search), .low = 64,
                         .high = KAURI_BOOK_SEARCH_MAX),
            KAURI_FORCE_OPTION("--out"),
            KAURI_THREADS_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the book of a proof", "kauri make-book --out start-f.book proofs/start-f.proof"},
                 {"one that knows by how much at most, too",
                  "kauri make-book --out b proofs/start-f.proof "
                  "proofs/margins/bb*.proof"}},
    .related = "check-book check-proof",
    .documents = "reference/BOOK.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct make_book, .search = 16384),
    .run = run,
};
