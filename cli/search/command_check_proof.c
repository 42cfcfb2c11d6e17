// kauri check-proof: checks the proof that a search wrote.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/search/proof_view.h"
#include "cli/search/search_view.h"
#include "cli/tables/open_tables.h"
#include "common/size.h"
#include "rules/notation.h"
#include "verify/proof_check.h"

#include <inttypes.h>

enum { CACHE_BYTES = 256 << 20 };

struct check_proof_options {
    const char *folder; // of the tables, or NULL
    const char *text;   // the file for the text form, or NULL
    bool trust_tables, force, quiet, json;
};

// Adds "the rules alone", or the tables with their digests, one per line.
static void add_grounds(struct kauri_string *out, const struct kauri_proof_result *result,
                        bool trusted)
{
    if (result->tables == 0) {
        kauri_string_add(out, "the rules alone.\n");
        return;
    }
    kauri_string_add(out, "%s\n  layer  digest\n",
                     trusted ? "tables that state these digests:"
                             : "the tables with these digests:");
    for (unsigned n = 0; n < result->tables; n++) {
        kauri_string_add(out, "  %5u  %016" PRIx64 "\n", n, result->digest[n]);
    }
}

static enum kauri_status print_result(const struct kauri_proof_result *result, bool trusted,
                                      struct kauri_error *error)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    char steps[KAURI_SIZE_TEXT_BYTES];
    struct kauri_string out = {.bytes = NULL};
    kauri_print_fitted("%s\n", kauri_position_format(&result->position, text));
    if (result->low == result->high) {
        kauri_print_fitted("Proven: r = %d for the player to move.\n", result->low);
    } else {
        kauri_print_fitted("Proven: r is from %d to %d for the player to move.\n", result->low,
                           result->high);
    }
    kauri_text_results(&out, &result->position, result->low, result->high);
    kauri_string_add(&out, "%s step%s checked, resting on ",
                     kauri_format_count(result->steps, steps), result->steps == 1 ? "" : "s");
    add_grounds(&out, result, trusted);
    return kauri_print_text(&out, error);
}

static enum kauri_status check(const struct check_proof_options *options, const char *path,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_progress_view view;
    struct kauri_proof_result result;
    struct kauri_proof_check_options checking = {
        .trust_tables = options->trust_tables,
        .progress = &view.progress,
    };
    KAURI_TRY(kauri_open_tables_if_any(options->folder, false, CACHE_BYTES, &tables, error));
    if (options->text != NULL) {
        KAURI_TRY(kauri_output_file_check(options->text, options->force, path, error));
        KAURI_TRY(kauri_output_open(options->text, kauri_output_file_mode(options->force),
                                    &checking.text, error));
    }
    kauri_progress_view_begin(&view, options->quiet);
    status = kauri_proof_check(path, tables, &checking, &result, error);
    kauri_progress_view_clear(&view);
    if (status == KAURI_MISSING && result.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    if (checking.text != NULL) {
        struct kauri_output *finished = checking.text;
        checking.text = NULL;
        KAURI_TRY(kauri_output_commit(finished, error));
    }
    if (options->json) {
        kauri_json_proof(&result, options->trust_tables);
    } else {
        KAURI_TRY(print_result(&result, options->trust_tables, error));
    }
cleanup:
    kauri_output_abandon(checking.text);
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
            "`kauri verify` checks that these values are right.\n" KAURI_OPEN_TABLES_TEXT,
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
