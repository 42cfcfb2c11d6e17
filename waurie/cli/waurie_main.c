// The waurie program: the table of its commands, and the texts of its help that do not stand in the
// tables of options.
#include "cli/program.h"
#include "cli/run.h"
#include "waurie/cli/waurie_commands.h"

static const struct kauri_command *const commands[] = {
    &waurie_command_probe,  &waurie_command_line,
#ifdef WAURIE_READS_LINES // if the games wing is there
    &waurie_command_replay,
#endif
    &waurie_command_search, &waurie_command_solve, &waurie_command_verify, NULL,
};

static const struct kauri_help_item exit_statuses[] = {
    {.name = "0", .text = "done"},
    {.name = "1", .text = "verify found something wrong"},
    {.name = "2", .text = "wrong option or argument"},
    {.name = "3", .text = "bad position or line of play"},
    {.name = "4", .text = "no such table, folder or file"},
    {.name = "5", .text = "damaged table"},
    {.name = "6", .text = "out of memory or disk"},
    {.name = "7", .text = "another run writes into the folder"},
    {.name = "8", .text = "stopped on request"},
    {.name = "9", .text = "a defect in the program"},
};

const struct kauri_program kauri_program = {
    .name = "waurie",
    .purpose = "exact play of the mancala game Waurie (Island Wari)",
    .title = "Kauri endgame tables",
    .description =
        "Waurie, or Island Wari, is a mancala game of Grand Cayman: the player whose row is empty "
        "first has won. The program decides positions exactly.",
    .commands = commands,
    .exit_statuses = {sizeof exit_statuses / sizeof exit_statuses[0], exit_statuses},
    .shown = {"probe", "line", "search"},
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
