#include "cli/terminal_columns.h"

#include "common/size.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>

enum { COLUMNS_LEAST = 20, COLUMNS_MOST = 1000 };

int kauri_terminal_columns(FILE *stream)
{
    const char *given = getenv("COLUMNS");
    uint64_t number = 0;
    if (given != NULL && kauri_parse_number(given, COLUMNS_LEAST, COLUMNS_MOST, &number)) {
        return (int)number;
    }
#ifdef TIOCGWINSZ // WebAssembly has no terminals
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col >= COLUMNS_LEAST) {
        return size.ws_col < COLUMNS_MOST ? size.ws_col : COLUMNS_MOST;
    }
#else
    (void)stream;
#endif
    return 0;
}
