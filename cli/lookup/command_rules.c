// kauri rules: the rules of the game in short, with one move drawn.
#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/terminal_text.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/rules_text.h"

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    struct kauri_position position;
    struct kauri_string *out = &run->out;
    KAURI_PASS(kauri_position_parse(KAURI_RULES_EXAMPLE, &position, error));
    kauri_string_add_paragraphs(out, KAURI_RULES_TEXT, kauri_paragraph_columns());
    kauri_string_add_paragraphs(out, KAURI_RULES_TEXT_BEFORE, kauri_paragraph_columns());
    kauri_draw_board(out, &position, KAURI_ENGLISH);
    KAURI_PASS(kauri_position_play(&position, KAURI_RULES_EXAMPLE_HOLE, NULL, error));
    kauri_string_add_paragraphs(out, KAURI_RULES_TEXT_AFTER, kauri_paragraph_columns());
    kauri_draw_board(out, &position, KAURI_ENGLISH);
    return KAURI_OK;
}

const struct kauri_command kauri_command_rules = {
    .name = "rules",
    .group = "Play, and look at games",
    .summary = "the rules of the game, with an example",
    .text =
        "Prints a short form of the rules, and draws one move. docs/guide/RULES.md has the full "
        "rules, with the notation of positions and moves.",
    .examples = {{"read them before the first game", "kauri rules"}},
    .related = "play show",
    .documents = "guide/RULES.md",
    .run = run,
};
