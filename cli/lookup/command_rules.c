// kauri rules: the rules of the game in short, with one move drawn.
#include "cli/command.h"
#include "cli/draw.h"
#include "cli/fitted_text.h"
#include "cli/lookup/rules_text.h"
#include "cli/options.h"
#include "rules/notation.h"

int kauri_command_rules(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct kauri_position position;
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = "Prints a short form of the rules, and draws one move. docs/RULES.md has them "
                "in full, with the notation of positions and moves.\n",
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (arguments.help) {
        goto cleanup;
    }
    const struct kauri_draw_style style = kauri_draw_style_for(stdout);
    KAURI_TRY(kauri_position_parse(KAURI_RULES_EXAMPLE, &position, &error));
    kauri_print_paragraphs(kauri_rules_text());
    kauri_print_paragraphs(kauri_rules_text_before());
    kauri_draw_board(stdout, &position, style);
    KAURI_TRY(kauri_position_play(&position, KAURI_RULES_EXAMPLE_HOLE, NULL, &error));
    kauri_print_paragraphs(kauri_rules_text_after());
    kauri_draw_board(stdout, &position, style);
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
