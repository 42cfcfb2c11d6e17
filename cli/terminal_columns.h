// The width of the terminal.
#ifndef KAURI_CLI_TERMINAL_COLUMNS_H
#define KAURI_CLI_TERMINAL_COLUMNS_H

#include <stdio.h>

// The number of columns that lines on `stream` may take: that of its terminal, or $COLUMNS (20 to
// 1000), which comes first. 0 if there is no limit, as for files and pipes. It is read at every
// call, because windows change their size.
int kauri_terminal_columns(FILE *stream);

#endif
