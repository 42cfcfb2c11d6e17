// kauri check-proof: checks the proof that a search wrote, or a folder of them.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/search/proof_view.h"
#include "cli/search/search_view.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "cli/text_table.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/loop.h"
#include "common/size.h"
#include "rules/notation.h"
#include "verify/proof_folder.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

enum { CACHE_BYTES = 256 << 20 };

struct check_proof_options {
    const char *folder; // of the tables, or NULL
    const char *text;   // the file for the text form, or NULL
    uint64_t threads;   // 0: not given
    bool trust_tables, force, quiet, json;
};

// Adds "the rules alone", or the tables with their digests, one per line.
static void add_grounds(struct kauri_string *out, const struct kauri_proof_folder *proofs,
                        bool trusted)
{
    if (proofs->tables == 0) {
        kauri_string_add(out, "the rules alone.\n");
        return;
    }
    kauri_string_add(out, "%s\n  layer  digest\n",
                     trusted ? "tables that state these digests:"
                             : "the tables with these digests:");
    for (unsigned n = 0; n < proofs->tables; n++) {
        kauri_string_add(out, "  %5u  %016" PRIx64 "\n", n, proofs->digest[n]);
    }
}

// Adds "12 steps".
static void add_count(struct kauri_string *out, uint64_t count, const char *noun)
{
    char text[KAURI_SIZE_TEXT_BYTES];
    kauri_string_add(out, "%s %s%s", kauri_format_count(count, text), noun, count == 1 ? "" : "s");
}

// Prints what a proof states, which may rest on others.
static enum kauri_status print_proof(const struct kauri_proof_folder *proofs, bool trusted,
                                     struct kauri_error *error)
{
    const struct kauri_proof_entry *proof = &proofs->entry[0];
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_string out = {.bytes = NULL};
    kauri_print_fitted("%s\n", kauri_position_format(&proof->position, text));
    if (proof->low == proof->high) {
        kauri_print_fitted("Proven: r = %d for the player to move.\n", proof->low);
    } else {
        kauri_print_fitted("Proven: r is from %d to %d for the player to move.\n", proof->low,
                           proof->high);
    }
    kauri_text_results(&out, &proof->position, proof->low, proof->high);
    add_count(&out, proof->steps, "step");
    if (proofs->count > 1) {
        kauri_string_add(&out, " and ");
        add_count(&out, proofs->count - 1, "cited proof");
        kauri_string_add(&out, " with ");
        add_count(&out, proofs->steps - proof->steps, "step");
    }
    kauri_string_add(&out, " checked, resting on ");
    add_grounds(&out, proofs, trusted);
    return kauri_print_text(&out, error);
}

// Prints what a folder of proofs states: what no other proof cites is what they are there for.
static enum kauri_status print_folder(const struct kauri_proof_folder *proofs, bool trusted,
                                      struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_string rows = {.bytes = NULL};
    const int columns = kauri_terminal_columns(stdout);
    add_count(&out, proofs->count, "proof");
    kauri_string_add(&out, " with ");
    add_count(&out, proofs->steps, "step");
    kauri_string_add(&out, " and ");
    add_count(&out, proofs->citations, "citation");
    kauri_string_add(&out, " checked, resting on ");
    add_grounds(&out, proofs, trusted);
    kauri_string_add(&out, "\nProven, and cited by no other proof:\n");
    kauri_string_add(&rows, "file\tposition\tr\n");
    for (size_t i = 0; i < proofs->count; i++) {
        const struct kauri_proof_entry *proof = &proofs->entry[i];
        char text[KAURI_POSITION_TEXT_BYTES];
        if (proof->cited) {
            continue;
        }
        kauri_string_add(&rows, "%s\t%s\t%d", kauri_proof_file(proof),
                         kauri_position_format(&proof->position, text), proof->low);
        kauri_string_add(&rows, proof->low == proof->high ? "\n" : " to %d\n", proof->high);
    }
    kauri_string_add_table(&out, kauri_string_text(&rows), 2, columns > 0 ? columns : INT_MAX);
    out.failed = out.failed || rows.failed;
    kauri_string_clear(&rows);
    return kauri_print_text(&out, error);
}

// Opens the file of --text, which a folder has no use for.
static enum kauri_status open_text(const struct check_proof_options *options, const char *path,
                                   struct kauri_output **text, struct kauri_error *error)
{
    if (kauri_folder_check(path, NULL) == KAURI_OK) {
        return kauri_fail(error, KAURI_USAGE, "--text takes a single proof, and %s is a folder",
                          path);
    }
    const enum kauri_status status =
        kauri_output_file_check(options->text, options->force, path, error);
    return status != KAURI_OK
               ? status
               : kauri_output_open(options->text, kauri_output_file_mode(options->force), text,
                                   error);
}

static enum kauri_status check(const struct check_proof_options *options, const char *path,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_progress_view view;
    struct kauri_proof_folder proofs = {.count = 0};
    struct kauri_proof_check_options checking = {
        .trust_tables = options->trust_tables,
        .threads = options->threads != 0 ? (unsigned)options->threads : kauri_loop_threads(),
        .progress = &view.progress,
    };
    const bool is_folder = kauri_folder_check(path, NULL) == KAURI_OK;
    KAURI_TRY(kauri_open_tables_if_any(options->folder, false, CACHE_BYTES, &tables, error));
    if (options->text != NULL) {
        KAURI_TRY(open_text(options, path, &checking.text, error));
    }
    KAURI_TRY(kauri_threads_start(checking.threads, error));
    kauri_progress_view_begin(&view, options->quiet);
    status = kauri_proof_folder_check(path, tables, &checking, &proofs, error);
    kauri_progress_view_clear(&view);
    if (status == KAURI_MISSING && proofs.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    if (proofs.count == 0) {
        status = kauri_fail(error, KAURI_MISSING, "%s has no file *.proof to be checked", path);
        goto cleanup;
    }
    if (checking.text != NULL) {
        struct kauri_output *finished = checking.text;
        checking.text = NULL;
        KAURI_TRY(kauri_output_commit(finished, error));
    }
    if (options->json && is_folder) {
        kauri_json_proof_folder(path, &proofs, options->trust_tables);
    } else if (options->json) {
        kauri_json_proof(&proofs, options->trust_tables);
    } else {
        KAURI_TRY((is_folder ? print_folder : print_proof)(&proofs, options->trust_tables, error));
    }
cleanup:
    kauri_output_abandon(checking.text);
    kauri_proof_folder_clear(&proofs);
    kauri_tablebase_close(tables);
    return status;
}

int kauri_command_check_proof(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct check_proof_options check_proof = {.folder = NULL};
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&check_proof.folder),
        {.name = "text",
         .argument = "OUT",
         .help = "write the proof, if it holds, as text, one step a line",
         .text = &check_proof.text},
        KAURI_OPTION_FORCE("--text", &check_proof.force),
        {.name = "trust-tables",
         .help = "believe the digests that the tables state",
         .flag = &check_proof.trust_tables},
        KAURI_OPTION_THREADS(&check_proof.threads),
        KAURI_OPTION_QUIET(&check_proof.quiet),
        KAURI_OPTION_JSON(&check_proof.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "FILE",
        .text =
            "Checks a proof that `kauri search --proof` wrote, step by step, with the rules and\n"
            "the tables alone (docs/PROOF.md), and names the tables that it rests on: each of\n"
            "them is read whole, and its entries must have the digest that the proof states.\n"
            "`kauri verify` checks that these values are right. A proof may cite others, which "
            "are\n"
            "in the same folder and named after their digests: they are checked, too. If FILE is "
            "a\n"
            "folder, all files *.proof in it are checked, each by itself, and then whether they\n"
            "state what others cite of them.\n" KAURI_OPEN_TABLES_TEXT,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (!arguments.help) {
        KAURI_TRY(check(&check_proof, arguments.values[0], &error));
    }
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
