// waurie claims: every statement of the printed solution.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/run.h"
#include "waurie/cli/problem_view.h"
#include "waurie/cli/rules_words.h"

// The position that `waurie problem` reconstructs.
#define RECONSTRUCTED "1,0,0,0,1,1/0,0,1,0,0,0 S"

static enum kauri_status check(const struct waurie_rules *rules, uint64_t memory, const char *text,
                               bool json, struct kauri_error *error)
{
    struct waurie_printed_line lines[WAURIE_PRINTED_LINES];
    struct waurie_decider *decider = NULL;
    struct waurie_position position;
    struct waurie_checked checked;
    struct kauri_string out = {.bytes = NULL};
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    if (position.north || position.board.pits != WAURIE_PITS_MAX) {
        KAURI_TRY(kauri_fail(error, KAURI_BAD_INPUT,
                             "position \"%.100s\": the problem has six pits in a row and South to "
                             "move",
                             text));
    }
    KAURI_TRY(waurie_printed_read(WAURIE_LETTER_AFTER, lines, error));
    KAURI_TRY(waurie_decider_new(rules, memory, &decider, error));
    checked.board = position.board;
    KAURI_TRY(waurie_decide(decider, &checked.board, &checked.value, error));
    KAURI_TRY(waurie_statements_check(decider, lines, &checked.board, &checked.statements, error));
    if (json) {
        waurie_json_claims(rules, &checked, &out);
    } else {
        waurie_text_claims(rules, &checked, kauri_text_columns(), &out);
    }
    KAURI_TRY(kauri_print_text(&out, error));
cleanup:
    kauri_string_clear(&out);
    waurie_decider_free(decider);
    return status;
}

int waurie_command_claims(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct waurie_rules rules;
    struct waurie_rules_words words = {.win = NULL};
    uint64_t memory = (uint64_t)512 << 20;
    bool json = false;
    const struct kauri_option options[] = {
        WAURIE_OPTION_WIN(&words.win),
        WAURIE_OPTION_LAP(&words.lap),
        {.name = "memory",
         .argument = "SIZE",
         .help = "memory for positions (default 512M)",
         .size = &memory},
        KAURI_OPTION_JSON(&json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "[POSITION]",
        .text =
            "Checks what the article on Waurie says about its last endgame problem, by exact\n"
            "play: the winner, the number of moves, the signs, the variations and the remarks.\n"
            "The position is the one that `waurie problem` reconstructs, or POSITION.\n",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_max = 1,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK ||
        (!arguments.help && waurie_rules_parse(words, &rules, &error) != KAURI_OK)) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    const char *text = arguments.count > 0 ? arguments.values[0] : RECONSTRUCTED;
    const enum kauri_status status = check(&rules, memory, text, json, &error);
    if (status == KAURI_RESOURCE) {
        kauri_error_append(&error, " (--memory SIZE allows more)");
    }
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
