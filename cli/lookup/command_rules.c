// kauri rules: the rules of the game in short, with one move drawn.
#include "cli/command.h"
#include "cli/draw.h"
#include "cli/fitted_text.h"
#include "cli/options.h"
#include "rules/notation.h"

// South's move f makes a capture of each kind.
#define EXAMPLE "0,1+2,0+1,0,2,2+2/0+1,1,3,1+3,0,2+3 S 24:24"
#define MOVE    'f'

static const char *const rules =
    "Two rows of six holes: a to f belong to South, A to F to North. At first each\n"
    "hole holds five seeds and one cowrie, and South moves first.\n\n"
    "  - In your turn, empty one of your holes that holds a cowrie, and sow\n"
    "    anticlockwise: first its seeds, one into each following hole, then its\n"
    "    cowries, going on where the seeds ended. No hole is skipped.\n"
    "  - A cowrie that drops into an opponent's hole with seeds and no cowrie\n"
    "    captures these seeds for you. The cowrie stays on the board.\n"
    "  - A seed that drops into an opponent's hole with cowries and no seed is\n"
    "    captured by the opponent.\n"
    "  - While there are seeds, a player without a cowrie in their row passes.\n"
    "  - The game ends when no seed is left on the board. Whoever has captured\n"
    "    more seeds wins; equal captures are a draw. Under the tie-breaker rules,\n"
    "    equal captures are played on with the cowries alone, and the player who\n"
    "    has to move without a cowrie in their row loses.\n\n";

static const char *const before =
    "For example, South is to move, with 24 captured seeds each. (The captures stand\n"
    "beside the rows; 3 is three seeds, 2@ two cowries.)\n\n";

static const char *const after =
    "\nSouth plays f: the seeds drop into A and B, and the cowries into C and D. The\n"
    "seed in A meets a cowrie alone, and North captures it. The cowrie in C meets\n"
    "three seeds alone, and South captures them.\n\n";

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
    KAURI_TRY(kauri_position_parse(EXAMPLE, &position, &error));
    kauri_print_paragraphs(rules);
    kauri_print_paragraphs(before);
    kauri_draw_board(stdout, &position, style);
    KAURI_TRY(kauri_position_play(&position, MOVE - 'a', NULL, &error));
    kauri_print_paragraphs(after);
    kauri_draw_board(stdout, &position, style);
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
