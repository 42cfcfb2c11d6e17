// The waurie program: the table of its commands, and the texts of its help that do not stand in the
// tables of options.
#include "cli/program.h"
#include "cli/program_main.h"
#include "waurie/cli/waurie_commands.h"

#define PROBLEM "'1,0,0,0,1,1/0,0,1,0,0,0 S'"

static const struct kauri_command probe_command = {
    .name = "probe",
    .old_run = waurie_command_probe,
    .summary = "decide positions and all their moves",
    .examples = {{"the value of a position", "waurie probe " PROBLEM},
                 {"the same if an empty row wins on its owner's turn only",
                  "waurie probe --win at-turn " PROBLEM}},
    .related = "best line",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command best_command = {
    .name = "best",
    .old_run = waurie_command_best,
    .summary = "show the best moves of positions",
    .examples = {{"the best moves of a position", "waurie best " PROBLEM}},
    .related = "probe line",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command line_command = {
    .name = "line",
    .old_run = waurie_command_line,
    .summary = "show best play to the end of the game",
    .examples = {{"the end of a game", "waurie line " PROBLEM}},
    .related = "probe best",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command problem_command = {
    .name = "problem",
    .old_run = waurie_command_problem,
    .summary = "reconstruct the lost diagram of the article's endgame problem",
    .examples = {{"the positions that the printed lines fit", "waurie problem"},
                 {"the same under other rules", "waurie problem --win at-turn --lap skip"}},
    .related = "claims probe",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command claims_command = {
    .name = "claims",
    .old_run = waurie_command_claims,
    .summary = "check every statement of the printed solution",
    .examples = {{"the statements for the reconstructed position", "waurie claims"},
                 {"the same for another position", "waurie claims '1,1,0,0,1,1/0,0,1,0,0,0 S'"}},
    .related = "problem line",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command search_command = {
    .name = "search",
    .old_run = waurie_command_search,
    .summary = "find out who wins positions above the tables",
    .examples = {{"the start with two seeds in each pit of a small board",
                  "waurie search '2,2,2,2/2,2,2,2 S'"}},
    .related = "probe solve starts",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command solve_command = {
    .name = "solve",
    .old_run = waurie_command_solve,
    .summary = "make tables",
    .examples = {{"the tables of positions with up to 12 seeds",
                  "waurie solve --tables waurie-tables --seeds 12"},
                 {"with the distances of those with up to 8",
                  "waurie solve --tables waurie-tables --seeds 12 --distances 8"}},
    .related = "verify stats",
    .documents = "WAURIE.md FORMAT.md JSON.md"};

static const struct kauri_command verify_command = {
    .name = "verify",
    .old_run = waurie_command_verify,
    .summary = "check tables against the rules",
    .examples = {{"every position with up to 8 seeds",
                  "waurie verify --tables waurie-tables --seeds 8"},
                 {"some positions of each layer",
                  "waurie verify --tables waurie-tables --sample 1000"}},
    .related = "solve stats",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command starts_command = {
    .name = "starts",
    .old_run = waurie_command_starts,
    .summary = "find out who wins the starts of small boards",
    .examples = {{"the starts of boards with up to four pits in a row",
                  "waurie starts --pits 1-4 --seeds 1-3"}},
    .related = "search solve",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command stats_command = {
    .name = "stats",
    .old_run = waurie_command_stats,
    .summary = "count the positions won and lost",
    .examples = {{"the share of wins, and the longest games of up to 6 seeds",
                  "waurie stats --tables waurie-tables --distances 6"}},
    .related = "solve verify",
    .documents = "WAURIE.md JSON.md"};

static const struct kauri_command *const commands[] = {
    &probe_command,  &best_command,   &line_command,  &problem_command,
    &claims_command, &search_command, &solve_command, &verify_command,
    &starts_command, &stats_command,  NULL,
};

static const struct kauri_help_item exit_statuses[] = {
    {.name = "0", .text = "done"},
    {.name = "1", .text = "verify or stats found something wrong"},
    {.name = "2", .text = "wrong option or argument"},
    {.name = "3", .text = "bad position"},
    {.name = "4", .text = "no such table or folder"},
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
        "Waurie, or Island Wari, is a mancala game of Grand Cayman: the player whose row "
        "is empty\n"
        "first has won. The program decides positions exactly.\n",
    .commands = commands,
    .exit_statuses = {sizeof exit_statuses / sizeof exit_statuses[0], exit_statuses},
    .shown = {"probe", "line", "problem"},
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
