// The waurie program: the table of its commands, and the texts of its help that do not stand in the
// tables of options.
#include "cli/program.h"
#include "cli/program_main.h"
#include "waurie/cli/waurie_commands.h"

static const struct kauri_command commands[] = {
    {"probe", waurie_command_probe},
    {"best", waurie_command_best},
    {"line", waurie_command_line},
    {NULL, NULL},
};

#define PROBLEM "'1,0,0,0,1,1/0,0,1,0,0,0 S'"

static const struct kauri_help_notes notes[] = {
    {.name = "probe",
     .summary = "decide positions and all their moves",
     .examples = {{"the value of a position", "waurie probe " PROBLEM},
                  {"the same if an empty row wins on its owner's turn only",
                   "waurie probe --win at-turn " PROBLEM}},
     .commands = "best line",
     .documents = "WAURIE.md JSON.md"},
    {.name = "best",
     .summary = "show the best moves of positions",
     .examples = {{"the best moves of a position", "waurie best " PROBLEM}},
     .commands = "probe line",
     .documents = "WAURIE.md JSON.md"},
    {.name = "line",
     .summary = "show best play to the end of the game",
     .examples = {{"the end of a game", "waurie line " PROBLEM}},
     .commands = "probe best",
     .documents = "WAURIE.md JSON.md"},
};

static const struct kauri_help_item exit_statuses[] = {
    {.name = "0", .text = "done"},
    {.name = "2", .text = "wrong option or argument"},
    {.name = "3", .text = "bad position"},
    {.name = "6", .text = "out of memory or disk"},
    {.name = "9", .text = "a defect in the program"},
};

const struct kauri_program kauri_program = {
    .name = "waurie",
    .purpose = "exact play of the mancala game Waurie (Island Wari)",
    .title = "Kauri endgame tables",
    .description =
        "Waurie, or Island Wari, is a mancala game of Grand Cayman: the player whose row "
        "is empty\n"
        "first has won. The program decides positions exactly.\n",
    .commands = commands,
    .note_count = sizeof notes / sizeof notes[0],
    .notes = notes,
    .exit_statuses = {sizeof exit_statuses / sizeof exit_statuses[0], exit_statuses},
    .shown = {"probe", "best", "line"},
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
