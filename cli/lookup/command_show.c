// kauri show: positions drawn in the terminal.
#include "cli/command.h"
#include "cli/draw.h"
#include "cli/options.h"
#include "rules/notation.h"

#include <limits.h>

int kauri_command_show(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION...",
        .text = "Draws the board, North's row above, as South sees it. Uses colour on a "
                "terminal\nunless NO_COLOR is set, and box characters in a UTF-8 locale.\n\n"
                "POSITION is \"SOUTH/NORTH SIDE SCORE\" in one argument (put it in quotes), e.g.\n"
                "  '7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18'\n",
        .arguments_min = 1,
        .arguments_max = INT_MAX,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    const struct kauri_draw_style style = kauri_draw_style_for(stdout);
    int fault = KAURI_OK;
    bool drawn = false; // a position before
    for (int i = 0; i < arguments.count && !arguments.help; i++) {
        struct kauri_position position;
        if (kauri_position_parse(arguments.values[i], &position, &error) != KAURI_OK) {
            fault = kauri_report_error(&error);
            continue;
        }
        printf("%s", drawn ? "\n" : "");
        drawn = true;
        kauri_draw(stdout, &position, style);
    }
    return fault;
}
