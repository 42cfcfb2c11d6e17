// A position as an argument of a command.
#ifndef KAURI_CLI_LOOKUP_POSITION_ARGUMENT_H
#define KAURI_CLI_LOOKUP_POSITION_ARGUMENT_H

#include "common/status.h"

// For the texts of --help.
#define KAURI_POSITION_ARGUMENT_TEXT                                                               \
    "POSITION is \"SOUTH/NORTH SIDE SCORE\" in one argument (put it in quotes), e.g.\n"            \
    "  '7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18'\n"                                              \
    "each row from its owner's left, a hole as seeds or seeds+cowries, S or N to move, the\n"      \
    "score South:North (0:0 if left out)."

// Completes the error of reading an argument as a position: if the argument ends after the rows,
// the message says that quotes may be missing. Leaves other errors alone.
void kauri_position_argument_advise(const char *text, struct kauri_error *error);

#endif
