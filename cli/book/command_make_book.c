// kauri make-book: makes a solution book from proofs.
#include "cli/book/book_merge.h"
#include "cli/book/book_proofs.h"
#include "cli/book/book_search.h"
#include "cli/commands.h"
#include "cli/output_file.h"
#include "common/size.h"
#include "db/book/book_write.h"
#include "queries/answers/text_table.h"
#include "rules/notation.h"
#include "verify/proof.h"

#include <inttypes.h>
#include <stdlib.h>

// Positions with proofs of so many steps for each position of a search become entries unasked.
enum { LARGE_STEPS = 1 };

struct make_book {
    const char *out;
    uint64_t search;
    struct kauri_book_proofs proofs;
    struct kauri_book_prover prover;
    struct kauri_book_drafts *drafts; // by number of the proof
    struct kauri_pace pace;
};

static enum kauri_status walk_proof(void *context, unsigned worker, uint64_t number,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct make_book *make = context;
    struct kauri_task task = {.pace = &make->pace, .worker = worker, .weight = 1};
    // The last proofs of the order are the smallest and the first are cited by them.
    struct kauri_proof proof;
    KAURI_TRY(kauri_proof_read(make->proofs.path[number], &proof, &task, error));
    KAURI_TRY(kauri_book_walk(&proof, &make->prover, worker, (uint32_t)(LARGE_STEPS * make->search),
                              &make->drafts[number], &task, error));
    KAURI_TRY(kauri_task_look(&task, 1, error));
cleanup:
    kauri_proof_clear(&proof);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct make_book *make = run->settings;
    const struct kauri_book_search search = {.positions = (uint32_t)make->search};
    struct kauri_book_entry *entries = NULL;
    struct kauri_string bytes = {.bytes = NULL};
    struct kauri_output *output = NULL;
    struct kauri_proof root = {.holes = 0};
    uint64_t searches = 0;
    uint64_t found = 0;
    uint64_t drafts = 0;
    make->prover = kauri_book_search_prover(&search);
    KAURI_TRY(kauri_output_file_check(make->out, run->force, run->arguments[0], error));
    KAURI_TRY(kauri_output_open(make->out, kauri_output_file_mode(run->force), &output, error));
    KAURI_TRY(kauri_book_proofs_list(run->arguments[0], &make->proofs, &root, NULL, error));
    make->pace = (struct kauri_pace){
        .threads = run->threads,
        .progress = &run->view.progress,
        .report = {.stage = "book", .total = make->proofs.count},
        .subject = "the book",
        .began = kauri_clock_seconds(),
    };
    make->drafts = calloc(make->proofs.count, sizeof *make->drafts);
    if (make->drafts == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the book");
        goto cleanup;
    }
    const struct kauri_loop loop = {
        .pace = &make->pace, .count = make->proofs.count, .lengthy = true};
    KAURI_TRY(kauri_loop(&loop, walk_proof, make, error));
    struct kauri_book_info info = {
        .holes = root.holes,
        .cowries = root.cowries,
        .root = root.root,
        .low = root.low,
        .high = root.high,
        .search = search.positions,
    };
    KAURI_TRY(kauri_book_merge(make->drafts, make->proofs.count, &info, &entries, error));
    KAURI_TRY(kauri_book_write(&info, entries, &bytes, error));
    struct kauri_output *finished = output;
    output = NULL;
    KAURI_TRY(kauri_output_write_text(finished, &bytes, error));
    for (size_t i = 0; i < make->proofs.count; i++) {
        searches += make->drafts[i].searches;
        found += make->drafts[i].found;
        drafts += make->drafts[i].count;
    }
    kauri_string_add(&run->out,
                     "%zu entries of %zu proofs, %" PRIu64 " bytes, digest %016" PRIx64 "\n"
                     "%" PRIu64 " searches, %" PRIu64 " of them found a proof; %" PRIu64
                     " entries before they were joined\n",
                     info.count, make->proofs.count, info.bytes, info.digest, searches, found,
                     drafts);
cleanup:
    for (size_t i = 0; make->drafts != NULL && i < make->proofs.count; i++) {
        kauri_book_drafts_clear(&make->drafts[i]);
    }
    free(make->drafts);
    free(entries);
    kauri_string_clear(&bytes);
    kauri_output_abandon(output);
    kauri_proof_clear(&root);
    kauri_book_proofs_clear(&make->proofs);
    return status;
}

const struct kauri_command kauri_command_make_book = {
    .name = "make-book",
    .group = "Prove",
    .summary = "make a solution book from proofs",
    .text = "Makes a book of the moves of a proof, and of all proofs that it rests on: the "
            "positions that a search of --search positions does not prove by itself, each with the "
            "prover's move (docs/reference/BOOK.md). The same proofs give the same book, whatever "
            "the number of threads. `kauri check-book` checks it.",
    .arguments = "FILE",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("out", "BOOK", "the file to write", KAURI_STORED(struct make_book, out),
                         .required = true),
            KAURI_OPTION("search", "N", "positions that a search may expand (default 16384)",
                         KAURI_STORED(struct make_book, search), .low = 64, .high = 1U << 24),
            KAURI_FORCE_OPTION("--out"),
            KAURI_THREADS_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the book of a proof", "kauri make-book --out f.book start-f.proof"}},
    .related = "check-book check-proof",
    .documents = "reference/BOOK.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct make_book, .search = 16384),
    .run = run,
};
