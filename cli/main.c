// The kauri program: the texts of its help that do not stand in the tables of options. All else is
// in cli/run.c, which finds the command in kauri_commands, and in the files of the commands.
#include "cli/commands.h"
#include "cli/program.h"
#include "cli/run.h"
#include "cli/tables/open_tables.h"
#include "db/book/book.h"

static const struct kauri_help_item exit_statuses[] = {
    {.name = "0", .text = "done"},
    {.name = "1",
     .text = "a check found something wrong",
     .commands = "verify check-proof check-book info"},
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
     .text = "Folders of tables, separated by colons, for commands that read tables and are run "
             "without --tables. A folder that cannot be read is left out with a warning if "
             "another one can.",
     .of_readers = true},
    {.name = "KAURI_BOOK",
     .text = "The solution book, instead of the one that is installed with the program; empty: "
             "none.",
     .commands = "probe best line search analyse play annotate engine serve"},
    {.name = "XDG_DATA_HOME",
     .text =
         "If KAURI_TABLES is not set and there are no tables in ./tables, they are searched for in "
         "the folder kauri of this folder (default ~/.local/share).",
     .of_readers = true},
    {.name = "NO_COLOR",
     .text = "If it is set and not empty, boards are drawn without colour.",
     .commands = "rules show play"},
    {.name = "LC_ALL, LC_CTYPE, LANG",
     .text =
         "The first that is set decides: boards are drawn with box characters if it names a UTF-8 "
         "locale, otherwise in ASCII.",
     .commands = "rules show play"},
    {.name = "TMPDIR",
     .text = "The folder for temporary tables (default /tmp).",
     .commands = "plan"},
    {.name = "OMP_NUM_THREADS",
     .text = "The number of threads if --threads is not given. OMP_PLACES and OMP_PROC_BIND bind "
             "them to processors. docs/reference/COMMANDS.md says more.",
     .commands = "probe best line search find claims annotate solve plan info stats pack verify "
                 "check-proof make-book check-book export"},
};

static const struct kauri_help_item files[] = {
    {.name = "kauri-MxK-NN.kauri",
     .text =
         "The table of layer NN (the positions with NN seeds) of the board with M holes in a row "
         "and K cowries. Its format is described in docs/reference/FORMAT.md.",
     .commands = "solve pack plan",
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
        "Kauri is a mancala game for two, invented by Ralf Gering in 2006: two rows of six holes, "
        "five seeds and one cowrie in each. The program solves its endgames exactly. For every "
        "position with few seeds left it gives the winner, the margin, the distance to the next "
        "capture, and the value of each move, under the standard rules and under the tie-breaker "
        "rules.\n\n"
        "Begin with `kauri solve` to make the tables, and `kauri probe` to look up a position.",
    .commands = kauri_commands,
    .exit_statuses = ITEMS(exit_statuses),
    .environment = ITEMS(environment),
    .files = ITEMS(files),
    .open_tables = kauri_program_open_tables,
    .close_tables = kauri_tablebase_close,
    .close_book = kauri_book_close,
    .shown = {"solve", "probe", "replay"},
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
