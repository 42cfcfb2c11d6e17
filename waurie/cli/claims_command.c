// waurie claims: every statement of the printed solution.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "waurie/cli/problem_view.h"
#include "waurie/cli/tables_options.h"

// The position that `waurie problem` reconstructs.
#define RECONSTRUCTED "1,0,0,0,1,1/0,0,1,0,0,0 S"

struct claims_options {
    struct waurie_rules rules;
    uint64_t memory;
};

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct claims_options *options = run->settings;
    const struct waurie_rules *rules = &options->rules;
    const char *text = run->argument_count > 0 ? run->arguments[0] : RECONSTRUCTED;
    struct waurie_printed_line lines[WAURIE_PRINTED_LINES];
    struct waurie_decider *decider = NULL;
    struct waurie_position position;
    struct waurie_checked checked;
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    if (position.north || position.board.pits != WAURIE_PITS_MAX) {
        KAURI_TRY(kauri_fail(error, KAURI_BAD_INPUT,
                             "position \"%.100s\": the problem has six pits in a row and South to "
                             "move",
                             text));
    }
    KAURI_TRY(waurie_printed_read(WAURIE_LETTER_AFTER, lines, error));
    KAURI_TRY(waurie_decider_new(rules, options->memory, &decider, error));
    checked.board = position.board;
    KAURI_TRY(waurie_decide(decider, &checked.board, &checked.value, error));
    KAURI_TRY(waurie_statements_check(decider, lines, &checked.board, &checked.statements, error));
    if (run->json) {
        waurie_json_claims(rules, &checked, &run->out);
    } else {
        waurie_text_claims(rules, &checked, kauri_text_columns(), &run->out);
    }
cleanup:
    if (status == KAURI_RESOURCE) {
        kauri_error_append(error, " (--memory SIZE allows more)");
    }
    waurie_decider_free(decider);
    return status;
}

const struct kauri_command waurie_command_claims = {
    .name = "claims",
    .summary = "check every statement of the printed solution",
    .text =
        "Checks what the article on Waurie says about its last endgame problem, by exact play: the "
        "winner, the number of moves, the signs, the variations and the remarks. The position is "
        "the one that `waurie problem` reconstructs, or POSITION.",
    .arguments = "[POSITION]",
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            WAURIE_RULES_OPTIONS(struct claims_options, rules),
            {.name = "memory",
             .argument = "SIZE",
             .help = "memory for positions (default 512M)",
             .is_size = true,
             KAURI_STORED(struct claims_options, memory)},
            KAURI_JSON_OPTION,
            {.name = NULL},
        },
    .examples = {{"the statements for the reconstructed position", "waurie claims"},
                 {"the same for another position", "waurie claims '1,1,0,0,1,1/0,0,1,0,0,0 S'"}},
    .related = "problem line",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct claims_options, .memory = 512U << 20),
    .run = run,
};
