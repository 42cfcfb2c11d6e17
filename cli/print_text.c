#include "cli/print_text.h"

#include "cli/program.h"
#include "cli/terminal_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

enum kauri_status kauri_print_text(struct kauri_string *text, struct kauri_error *error)
{
    enum kauri_status status = kauri_string_check(text, error);
    if (status == KAURI_OK) {
        status = kauri_print_bytes(kauri_string_text(text), text->length, error);
    }
    kauri_string_clear(text);
    return status;
}

enum kauri_status kauri_print_bytes(const void *bytes, size_t size, struct kauri_error *error)
{
    return fwrite(bytes, 1, size, stdout) == size
               ? KAURI_OK
               : kauri_fail_errno(error, KAURI_RESOURCE, "cannot write standard output");
}

enum kauri_status kauri_print_check(struct kauri_error *error)
{
    if (fflush(stdout) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write standard output");
    }
    // The stream does not keep the reason of an earlier failure.
    return ferror(stdout) ? kauri_fail(error, KAURI_RESOURCE, "cannot write standard output")
                          : KAURI_OK;
}

int kauri_report_error(const struct kauri_error *error)
{
    // If both streams go to the same place, the results so far come first.
    (void)fflush(stdout);
    char text[KAURI_ERROR_MESSAGE_BYTES + 32];
    (void)snprintf(text, sizeof text, "%s: %s\n", kauri_program.name, error->message);
    // Programs read the message as one line.
    const bool terminal = isatty(STDERR_FILENO) == 1;
    kauri_write_fitted(stderr, text, terminal ? kauri_terminal_columns(stderr) : 0);
    // Positions above all layers ask for a table that is missing.
    return (int)(error->status == KAURI_NOT_COVERED ? KAURI_MISSING : error->status);
}
