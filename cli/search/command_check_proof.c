// kauri check-proof: checks the proof that a search wrote.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/search/proof_view.h"
#include "cli/search/search_view.h"
#include "cli/tables/open_tables.h"
#include "common/size.h"
#include "rules/notation.h"
#include "verify/proof_check.h"

#include <stdio.h>

enum { CACHE_BYTES = 256 << 20 };

struct check_proof_options {
    const char *folder; // of the tables, or NULL
    const char *text;   // the file for the text form, or NULL
    bool force, json;
};

// Adds "the rules alone" or "the tables of layers 0, 1 and 2".
static void add_grounds(struct kauri_string *out, const struct kauri_proof_result *result)
{
    unsigned left = result->tables;
    kauri_string_add(out, left == 0   ? "the rules alone"
                          : left == 1 ? "the table of layer "
                                      : "the tables of layers ");
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        if (result->listed[n]) {
            left--;
            kauri_string_add(out, "%u%s", n, left == 0 ? "" : left == 1 ? " and " : ", ");
        }
    }
}

static enum kauri_status print_result(const struct kauri_proof_result *result,
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
    add_grounds(&out, result);
    kauri_string_add(&out, ".\n");
    return kauri_print_text(&out, error);
}

static enum kauri_status check(const struct check_proof_options *options, const char *path,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_output *output = NULL;
    struct kauri_proof_result result;
    KAURI_TRY(kauri_open_tables_if_any(options->folder, false, CACHE_BYTES, &tables, error));
    if (options->text != NULL) {
        KAURI_TRY(kauri_output_file_check(options->text, options->force, path, error));
        KAURI_TRY(kauri_output_open(options->text, kauri_output_file_mode(options->force), &output,
                                    error));
    }
    status = kauri_proof_check_and_print(path, tables, output, &result, error);
    if (status == KAURI_MISSING && result.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    if (output != NULL) {
        struct kauri_output *finished = output;
        output = NULL;
        KAURI_TRY(kauri_output_commit(finished, error));
    }
    if (options->json) {
        kauri_json_proof(&result);
    } else {
        KAURI_TRY(print_result(&result, error));
    }
cleanup:
    kauri_output_abandon(output);
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
        KAURI_OPTION_JSON(&check_proof.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "FILE",
        .text =
            "Checks a proof that `kauri search --proof` wrote, step by step, with the rules and\n"
            "the tables alone (docs/PROOF.md), and says which tables it rests "
            "on.\n" KAURI_OPEN_TABLES_TEXT,
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
