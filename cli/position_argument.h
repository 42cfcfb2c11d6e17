// A position as an argument of a command, and the start position of a board of any size, which
// --start takes in its place.
#ifndef KAURI_CLI_POSITION_ARGUMENT_H
#define KAURI_CLI_POSITION_ARGUMENT_H

#include "cli/command.h"
#include "common/status.h"
#include "kauri/kauri.h"

#include <stdbool.h>
#include <stdint.h>

// Text for --help.
#define KAURI_POSITION_ARGUMENT_TEXT                                                               \
    "POSITION is \"SOUTH/NORTH SIDE SCORE\" in one argument (put it in quotes), e.g.\n"            \
    "  '7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18'\n"                                              \
    "each row from its owner's left, a hole as seeds or seeds+cowries, S or N to move, the score " \
    "South:North (0:0 if left out)."

// Reads the argument. Where it ends after the rows, the message of KAURI_BAD_INPUT says that quotes
// may be missing.
enum kauri_status kauri_position_argument_read(const char *text, struct kauri_position *position,
                                               struct kauri_error *error);

enum {
    KAURI_START_SEEDS = 5, // seeds in each hole (R2)
    KAURI_START_COWRIES = 1,
    KAURI_START_SEEDS_MAX = KAURI_SEEDS_MAX / 2, // seeds in each hole, on the smallest board
    KAURI_START_COWRIES_MAX = KAURI_COWRIES_MAX / 2,
};

struct kauri_start_board {
    uint64_t holes;   // holes in a row, 1..6
    uint64_t seeds;   // seeds in each hole
    uint64_t cowries; // cowries in each hole
};

// The values of --start and the options beside it; UINT64_MAX: not given.
struct kauri_start_choice {
    bool start;
    struct kauri_start_board board;
    char text[KAURI_POSITION_TEXT_BYTES]; // filled by kauri_start_choice_read
    char *argument;
};

#define KAURI_START_CHOICE_NONE                                                                    \
    {                                                                                              \
        .board = {.holes = UINT64_MAX, .seeds = UINT64_MAX, .cowries = UINT64_MAX }                \
    }

// The options; `member` is a struct kauri_start_choice.
#define KAURI_START_OPTIONS(type, member)                                                          \
    KAURI_OPTION("start", NULL, "use a start position", KAURI_STORED(type, member.start)),         \
        KAURI_OPTION("holes", "M", "for --start: holes in a row, 1 to 6 (default 6)",              \
                     KAURI_STORED(type, member.board.holes), .needs = "start", .low = 1,           \
                     .high = KAURI_HOLES_MAX),                                                     \
        KAURI_OPTION("seeds", "S", "for --start: seeds in each hole (default 5)",                  \
                     KAURI_STORED(type, member.board.seeds), .needs = "start",                     \
                     .high = KAURI_START_SEEDS_MAX),                                               \
        KAURI_OPTION("cowries", "C", "for --start: cowries in each hole (default 1)",              \
                     KAURI_STORED(type, member.board.cowries), .needs = "start",                   \
                     .high = KAURI_START_COWRIES_MAX)

// Text for --help.
#define KAURI_START_CHOICE_TEXT                                                                    \
    "--start uses the start position of a board instead of POSITION: 2 x 6 holes with five seeds " \
    "and one cowrie in each, or as given by --holes, --seeds and --cowries."

// Makes the start position the only argument of the run if --start was given. KAURI_USAGE if
// positions were given as well, or if the board has too many seeds or cowries.
enum kauri_status kauri_start_choice_read(struct kauri_start_choice *choice,
                                          struct kauri_command_run *run, struct kauri_error *error);

#endif
