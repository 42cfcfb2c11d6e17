// kauri check-proof: checks the proof that a search wrote.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/search/search_view.h"
#include "cli/tables/open_tables.h"
#include "common/size.h"
#include "rules/notation.h"
#include "verify/proof_check.h"

#include <stdio.h>

enum { CACHE_BYTES = 256 << 20 };

static enum kauri_status check(const char *folder, const char *path, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_proof_result result;
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_string out = {.bytes = NULL};
    char steps[KAURI_SIZE_TEXT_BYTES];
    KAURI_TRY(kauri_open_tables_if_any(folder, false, CACHE_BYTES, &tables, error));
    status = kauri_proof_check(path, tables, &result, error);
    if (status == KAURI_MISSING && result.missing_layer >= 0) {
        kauri_error_append(error, " (--tables)");
    }
    KAURI_TRY(status);
    kauri_print_fitted("%s\n", kauri_position_format(&result.position, text));
    if (result.low == result.high) {
        kauri_print_fitted("Proven: r = %d for the player to move.\n", result.low);
    } else {
        kauri_print_fitted("Proven: r is from %d to %d for the player to move.\n", result.low,
                           result.high);
    }
    kauri_text_results(&out, &result.position, result.low, result.high);
    KAURI_TRY(kauri_print_text(&out, error));
    kauri_print_fitted("%s step%s checked, resting on %u table%s.\n",
                       kauri_format_count(result.steps, steps), result.steps == 1 ? "" : "s",
                       result.tables, result.tables == 1 ? "" : "s");
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

int kauri_command_check_proof(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    const char *folder = NULL;
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&folder),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "FILE",
        .text =
            "Checks a proof that `kauri search --proof` wrote, step by step, with the rules and\n"
            "the tables alone (docs/PROOF.md).\n" KAURI_OPEN_TABLES_TEXT,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (!arguments.help) {
        KAURI_TRY(check(folder, arguments.values[0], &error));
    }
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
