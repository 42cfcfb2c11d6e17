// The kauri program: the table of its commands, and the texts of its help that do not stand in the
// tables of options.
#include "cli/command.h"
#include "cli/program.h"
#include "cli/program_main.h"

static const struct kauri_command commands[] = {
    {"solve", kauri_command_solve},
    {"plan", kauri_command_plan},
    {"verify", kauri_command_verify},
    {"pack", kauri_command_pack},
    {"info", kauri_command_info},
    {"stats", kauri_command_stats},
    {"find", kauri_command_find},
    {"export", kauri_command_export},
    {"probe", kauri_command_probe},
    {"best", kauri_command_best},
    {"line", kauri_command_line},
    {"search", kauri_command_search},
    {"check-proof", kauri_command_check_proof},
    {"analyse", kauri_command_analyse},
    {"rules", kauri_command_rules},
    {"play", kauri_command_play},
    {"engine", kauri_command_engine},
    {"replay", kauri_command_replay},
    {"show", kauri_command_show},
    {"annotate", kauri_command_annotate},
    {"serve", kauri_command_serve},
    {"claims", kauri_command_claims},
    {"boards", kauri_command_boards},
    {"bench", kauri_command_bench},
    {NULL, NULL},
};

#define POSITION "'0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30'"
#define ABOVE    "'0+1,0,1,0+1,0+3,1+2/0,0+1,0,2,0+3,0+1 S 28:28'"

static const struct kauri_help_notes notes[] = {
    {.name = "solve",
     .summary = "make the tables of layers 0 to N",
     .examples = {{"solve the positions with at most two seeds, in about a minute",
                   "kauri solve --tables tables --seeds 2"},
                  {"solve a smaller board in another folder",
                   "kauri solve --tables small --holes 2 --cowries 4 --seeds 8"}},
     .commands = "plan verify pack",
     .documents = "RULES.md FORMAT.md PERFORMANCE.md"},
    {.name = "plan",
     .summary = "predict the memory, disk space and time of layers",
     .examples = {{"what layers 0 to 6 would need", "kauri plan --seeds 6"},
                  {"the same without measuring, in 3 GiB of memory",
                   "kauri plan --seeds 6 --memory 3G --no-time"},
                  {"layers 0 to 8 on 64 machines with 64 cores each",
                   "kauri plan --seeds 8 --ranks 64"}},
     .commands = "solve bench",
     .documents = "PERFORMANCE.md SCALING.md"},
    {.name = "verify",
     .summary = "check tables at every position",
     .examples = {{"prove the tables of layers 0 and 1", "kauri verify --tables tables --seeds 1"},
                  {"check that files were copied intact",
                   "kauri verify --tables tables --checksums"},
                  {"compare the tables with a list of the same tables",
                   "kauri info --tables tables --manifest | \\\n"
                   "kauri verify --tables tables --manifest -"},
                  {"share layer 1 between two machines, then add up",
                   "kauri verify --seeds 1 --part 1/2 --result part-1 && \\\n"
                   "kauri verify --seeds 1 --part 2/2 --result part-2 && \\\n"
                   "kauri verify --seeds 1 --parts part-1 part-2"}},
     .commands = "solve info stats",
     .documents = "RULES.md RESULTS.md FORMAT.md"},
    {.name = "pack",
     .summary = "rewrite tables to take less room",
     .examples = {{"pack the tables of a smaller board for keeping",
                   "kauri pack --tables small --into packed"},
                  {"pack two of its layers for looking up single positions",
                   "kauri pack --tables small --into fast --layers 7-8 --form probing"}},
     .commands = "solve info bench",
     .documents = "FORMAT.md PERFORMANCE.md"},
    {.name = "info",
     .summary = "list the tables of a folder",
     .examples = {{"the layers that are there, and their sizes", "kauri info --tables tables"},
                  {"a list by which others can check their copies",
                   "kauri info --tables tables --manifest"}},
     .commands = "stats verify",
     .documents = "FORMAT.md"},
    {.name = "stats",
     .summary = "count positions by value",
     .examples = {{"how many positions are won", "kauri stats --tables tables"},
                  {"mutual zugzwangs and distances of layer 1",
                   "kauri stats --tables tables --seeds 1 --full"}},
     .commands = "info verify find",
     .documents = "RESULTS.md FIND.md"},
    {.name = "find",
     .summary = "list the positions of a layer that meet conditions",
     .examples = {{"mutual zugzwangs that take longest to the next capture",
                   "kauri find --tables tables --seeds 1 --zugzwang"},
                  {"long wins by only moves, three or more moves to choose from",
                   "kauri find --tables tables --seeds 1 --dtc 80.. --moves 3.. --line 8"},
                  {"look up what was found",
                   "kauri find --tables tables --seeds 2 --dtc 130.. --lines | \\\n"
                   "kauri best --tables tables"}},
     .commands = "stats export probe",
     .documents = "FIND.md JSON.md"},
    {.name = "export",
     .summary = "write the values of a layer as CSV or NumPy .npy",
     .examples = {{"three rows with the numbers of the positions",
                   "kauri export --tables tables --seeds 1 --count 3 \\\n"
                   "--columns index,r,dtc"}},
     .commands = "find stats",
     .documents = "FIND.md FORMAT.md"},
    {.name = "probe",
     .summary = "result and value of a position and of all its moves",
     .examples = {{"the value of every move", "kauri probe --tables tables \\\n" POSITION},
                  {"the same for a program", "kauri probe --tables tables --json \\\n" POSITION}},
     .commands = "best line search show",
     .documents = "RULES.md JSON.md"},
    {.name = "best",
     .summary = "the best moves",
     .examples = {{"the best moves in a position", "kauri best --tables tables \\\n" POSITION}},
     .commands = "probe line search",
     .documents = "RULES.md"},
    {.name = "line",
     .summary = "perfect play to the end of the game",
     .examples = {{"how the game ends if neither side errs",
                   "kauri line --tables tables \\\n" POSITION}},
     .commands = "probe best search",
     .documents = "RULES.md"},
    {.name = "search",
     .summary = "exact value or proven bounds of a position above the tables",
     .examples = {{"the value of a position with four seeds from the tables of two",
                   "kauri search --tables tables \\\n" ABOVE},
                  {"the same with a proof",
                   "kauri search --tables tables --proof proof.txt \\\n" ABOVE},
                  {"go on where the last run stopped, and stop again after 10 seconds",
                   "kauri search --time 10 --state search.state \\\n" ABOVE}},
     .commands = "check-proof probe plan",
     .documents = "SEARCH.md PROOF.md STATE.md"},
    {.name = "check-proof",
     .summary = "check the proof that a search wrote",
     .examples = {{"check a proof that rests on the tables",
                   "kauri check-proof --tables tables proof.txt"}},
     .commands = "search verify",
     .documents = "PROOF.md"},
    {.name = "analyse",
     .summary = "estimate a position and find the best lines of play",
     .examples = {{"the three best moves at the start, after a second",
                   "kauri analyse --time 1 --lines 3 \\\n"
                   "'5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S'"}},
     .commands = "search play engine",
     .documents = "ENGINE.md JSON.md"},
    {.name = "rules",
     .summary = "the rules of the game, with an example",
     .examples = {{"read them before the first game", "kauri rules"}},
     .commands = "play show",
     .documents = "RULES.md"},
    {.name = "play",
     .summary = "play against the tables, or watch",
     .examples = {{"play South against the computer", "kauri play --tables tables"},
                  {"let two people play an endgame, and keep the record",
                   "kauri play --side both --record game.txt \\\n" POSITION}},
     .commands = "replay annotate show",
     .documents = "RULES.md"},
    {.name = "engine",
     .summary = "play for other programs, in a line protocol",
     .examples = {{"the best move at the start, after a tenth of a second",
                   "printf 'position start\\ngo movetime 100\\n' | kauri engine"}},
     .commands = "play analyse",
     .documents = "ENGINE.md"},
    {.name = "replay",
     .summary = "replay game records and mark their mistakes",
     .examples = {{"check the records of games", "kauri replay games.txt"}},
     .commands = "annotate play",
     .documents = "RULES.md"},
    {.name = "show",
     .summary = "draw positions in the terminal or as diagrams",
     .examples = {{"draw the board", "kauri show " POSITION},
                  {"a diagram of the position after a move, with the final score of each answer",
                   "kauri show --svg diagram.svg --move a --values --tables tables \\\n" POSITION}},
     .commands = "probe play",
     .documents = "RULES.md"},
    {.name = "annotate",
     .summary = "value every position and move of a game record",
     .examples = {{"find the mistakes of a game, searching for five seconds",
                   "kauri annotate --tables tables --game 4 --time 5 games.txt"},
                  {"draw it, too", "kauri annotate --tables tables --game 4 --time 5 \\\n"
                                   "--svg game-4.svg games.txt"}},
     .commands = "replay play search",
     .documents = "GAMES.md RULES.md"},
    {.name = "serve",
     .summary = "answer in a browser and over HTTP",
     .examples = {{"look at the tables in a browser", "kauri serve --tables tables --open"},
                  {"answer other programs on a port of your choice",
                   "kauri serve --tables tables --listen 127.0.0.1:8000"}},
     .commands = "probe search analyse annotate",
     .documents = "SERVER.md HTTP.md JSON.md"},
    {.name = "claims",
     .summary = "check the claims of the article on Kauri",
     .examples = {{"check them, searching for five seconds",
                   "kauri claims --tables tables --time 5"}},
     .commands = "annotate search",
     .documents = "CLAIMS.md"},
    {.name = "boards",
     .summary = "values of the start positions of small boards",
     .examples = {{"boards with one or two holes in a row, five seconds for each",
                   "kauri boards --rows 1-2 --seeds 1-2 --time 5"},
                  {"one board, with its proof from the rules alone",
                   "kauri boards --rows 3 --seeds 2 --cowries-per-hole 1 \\\n"
                   "--no-tables --proofs proofs"}},
     .commands = "solve verify search check-proof",
     .documents = "BOARDS.md RULES.md"},
    {.name = "bench",
     .summary = "measure solving, look-ups and packing",
     .examples = {{"the speed of the solver on layer 1", "kauri bench --seeds 1"}},
     .commands = "plan solve",
     .documents = "PERFORMANCE.md"},
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

// The commands that find the tables without --tables (cli/tables/open_tables.h).
#define READERS                                                                                    \
    "verify info stats find export probe best line search check-proof play engine annotate "       \
    "serve claims "

static const struct kauri_help_item environment[] = {
    {.name = "KAURI_TABLES",
     .text = "Folders of tables, separated by colons, for commands that read tables and are run\n"
             "without --tables.",
     .commands = READERS},
    {.name = "XDG_DATA_HOME",
     .text =
         "If KAURI_TABLES is not set and there are no tables in ./tables, they are searched for\n"
         "in the folder kauri of this folder (default ~/.local/share).",
     .commands = READERS},
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
     .commands = READERS "solve pack plan bench"},
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
    .note_count = sizeof notes / sizeof notes[0],
    .notes = notes,
    .exit_statuses = ITEMS(exit_statuses),
    .environment = ITEMS(environment),
    .files = ITEMS(files),
    .shown = {"solve", "probe", "replay"},
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
