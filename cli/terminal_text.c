#include "cli/terminal_text.h"

#include "common/size.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/ioctl.h>

enum { COLUMNS_LEAST = 20, COLUMNS_MAX = 1000 };

int kauri_terminal_columns(FILE *stream)
{
    const char *given = getenv("COLUMNS");
    uint64_t number = 0;
    if (given != NULL && kauri_parse_number(given, COLUMNS_LEAST, COLUMNS_MAX, &number)) {
        return (int)number;
    }
#ifdef TIOCGWINSZ // WebAssembly has no terminals
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col >= COLUMNS_LEAST) {
        return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
    }
#else
    (void)stream;
#endif
    return 0;
}

enum { EDGE = 80 }; // columns of documents

int kauri_text_columns(void)
{
    const int terminal = kauri_terminal_columns(stdout);
    return terminal > 0 && terminal < KAURI_TEXT_COLUMNS ? terminal : KAURI_TEXT_COLUMNS;
}

int kauri_paragraph_columns(void)
{
    const int terminal = kauri_terminal_columns(stdout);
    return terminal > 0 && terminal < EDGE ? terminal : EDGE;
}

void kauri_write_fitted(FILE *stream, const char *text, int columns)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_string_add_text(&out, text);
    kauri_string_fit(&out, 0, columns);
    // If memory runs out, lines that are too wide are better than none.
    (void)fputs(out.bytes == NULL || out.failed ? text : kauri_string_text(&out), stream);
    kauri_string_clear(&out);
}

void kauri_print_fitted(const char *format, ...)
{
    const int columns = kauri_terminal_columns(stdout);
    va_list arguments;
    va_start(arguments, format);
    if (columns == 0) {
        (void)vprintf(format, arguments);
    } else {
        char text[2048];
        (void)vsnprintf(text, sizeof text, format, arguments);
        kauri_write_fitted(stdout, text, columns);
    }
    va_end(arguments);
}
