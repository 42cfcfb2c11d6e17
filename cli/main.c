// The kauri program: the table of its commands by groups, as --help and the manual page list them,
// and the texts of its help that do not stand in the tables of options.
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/program_main.h"
#include "cli/tables/open_tables.h"

#define POSITION "'0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30'"
#define ABOVE    "'0+1,0,1,0+1,0+3,1+2/0,0+1,0,2,0+3,0+1 S 28:28'"

static const struct kauri_command opening_command = {
    .name = "opening",
    .old_run = kauri_command_opening,
    .group = "Ask about positions",
    .summary = "what is proven about the first moves, and what is open",
    .examples = {{"who wins after the first moves", "kauri opening"},
                 {"the first moves and the replies, with what a campaign found out",
                  "kauri opening --plies 2 proofs/start"}},
    .related = "campaign search check-proof",
    .documents = "START.md CAMPAIGN.md JSON.md"};

static const struct kauri_command plan_command = {
    .name = "plan",
    .old_run = kauri_command_plan,
    .group = "Make and keep tables",
    .summary = "predict the memory, disk space and time of layers",
    .examples = {{"what layers 0 to 6 would need", "kauri plan --seeds 6"},
                 {"the same without measuring, in 3 GiB of memory",
                  "kauri plan --seeds 6 --memory 3G --no-time"},
                 {"layers 0 to 8 on 64 machines with 64 cores each",
                  "kauri plan --seeds 8 --ranks 64"}},
    .related = "solve bench",
    .documents = "PERFORMANCE.md SCALING.md"};

static const struct kauri_command bench_command = {
    .name = "bench",
    .old_run = kauri_command_bench,
    .group = "Make and keep tables",
    .summary = "measure solving, look-ups and packing",
    .examples = {{"the speed of the solver on layer 1", "kauri bench --seeds 1"}},
    .related = "plan solve",
    .documents = "PERFORMANCE.md"};

static const struct kauri_command boards_command = {
    .name = "boards",
    .old_run = kauri_command_boards,
    .group = "Prove",
    .summary = "values of the start positions of small boards",
    .examples = {{"boards with one or two holes in a row, five seconds for each",
                  "kauri boards --rows 1-2 --seeds 1-2 --time 5"},
                 {"one board, with its proof from the rules alone",
                  "kauri boards --rows 3 --seeds 2 --cowries-per-hole 1 \\\n"
                  "--no-tables --proofs proofs"}},
    .related = "solve verify search check-proof",
    .documents = "BOARDS.md RULES.md"};

static const struct kauri_command claims_command = {
    .name = "claims",
    .old_run = kauri_command_claims,
    .group = "Prove",
    .summary = "check the claims of the article on Kauri",
    .examples = {{"check them, searching for five seconds",
                  "kauri claims --tables tables --time 5"}},
    .related = "annotate search",
    .documents = "CLAIMS.md"};

static const struct kauri_command *const commands[] = {
    &kauri_command_probe,
    &kauri_command_best,
    &kauri_command_line,
    &kauri_command_search,
    &kauri_command_campaign,
    &opening_command,
    &kauri_command_analyse,
    &kauri_command_find,
    &kauri_command_play,
    &kauri_command_rules,
    &kauri_command_serve,
    &kauri_command_replay,
    &kauri_command_annotate,
    &kauri_command_show,
    &kauri_command_solve,
    &plan_command,
    &kauri_command_info,
    &kauri_command_stats,
    &kauri_command_pack,
    &bench_command,
    &kauri_command_verify,
    &kauri_command_check_proof,
    &boards_command,
    &claims_command,
    &kauri_command_engine,
    &kauri_command_export,
    NULL,
};

static const struct kauri_help_item exit_statuses[] = {
    {.name = "0", .text = "done"},
    {.name = "1", .text = "a check found something wrong", .commands = "verify check-proof"},
    {.name = "2", .text = "wrong option or argument"},
    {.name = "3", .text = "bad position or record"},
    {.name = "4", .text = "missing table or file"},
    {.name = "5", .text = "corrupt table"},
    {.name = "6", .text = "out of memory or disk"},
    {.name = "7", .text = "folder or address in use", .commands = "solve pack serve"},
    {.name = "8", .text = "interrupted"},
    {.name = "9", .text = "a defect in the program"},
};

static const struct kauri_help_item environment[] = {
    {.name = "KAURI_TABLES",
     .text = "Folders of tables, separated by colons, for commands that read tables and are run\n"
             "without --tables.",
     .of_readers = true},
    {.name = "XDG_DATA_HOME",
     .text =
         "If KAURI_TABLES is not set and there are no tables in ./tables, they are searched for\n"
         "in the folder kauri of this folder (default ~/.local/share).",
     .of_readers = true},
    {.name = "NO_COLOR",
     .text = "If it is set and not empty, boards are drawn without colour.",
     .commands = "rules show play"},
    {.name = "LC_ALL, LC_CTYPE, LANG",
     .text = "The first that is set decides: boards are drawn with box characters if it names a\n"
             "UTF-8 locale, otherwise in ASCII.",
     .commands = "rules show play"},
    {.name = "TMPDIR",
     .text = "The folder for temporary tables (default /tmp).",
     .commands = "plan bench"},
};

static const struct kauri_help_item files[] = {
    {.name = "kauri-MxK-NN.kauri",
     .text = "The table of layer NN (the positions with NN seeds) of the board with M holes in a\n"
             "row and K cowries. Its format is described in docs/FORMAT.md.",
     .commands = "solve pack plan bench",
     .of_readers = true},
    {.name = "kauri-MxK-NN.kauri.checkpoint, kauri-MxK-NN.kauri.work-*",
     .text = "The unfinished layer NN, from which the next run continues.",
     .commands = "solve plan"},
    {.name = "kauri.lock",
     .text = "An empty file, locked while a run writes into the folder.",
     .commands = "solve pack"},
};

#define ITEMS(array)                                                                               \
    {                                                                                              \
        sizeof(array) / sizeof(array)[0], array                                                    \
    }

const struct kauri_program kauri_program = {
    .name = "kauri",
    .purpose = "exact endgame tables for the mancala game Kauri",
    .title = "Kauri endgame tables",
    .description =
        "Kauri is a mancala game for two, invented by Ralf Gering in 2006: two rows of six\n"
        "holes, five seeds and one cowrie in each. The program solves its endgames exactly. For\n"
        "every position with few seeds left it gives the winner, the margin, the distance to the\n"
        "next capture, and the value of each move, under the standard rules and under the\n"
        "tie-breaker rules.\n\n"
        "Begin with `kauri solve` to make the tables, and `kauri probe` to look up a position.\n",
    .commands = commands,
    .exit_statuses = ITEMS(exit_statuses),
    .environment = ITEMS(environment),
    .files = ITEMS(files),
    .open_tables = kauri_program_open_tables,
    .close_tables = kauri_tablebase_close,
    .shown = {"solve", "probe", "replay"},
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
