#include "cli/lookup/position_reader.h"

#include "cli/lookup/answer_json.h"
#include "cli/print_text.h"
#include "cli/tables/missing_layer.h"
#include "rules/notation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Far more than the few dozen pages that a line of play needs.
#define CACHE_BYTES (64U << 20)

struct run {
    const struct kauri_position_reader *reader;
    struct kauri_tablebase *tables;
    bool several;     // arguments
    uint64_t printed; // answers
    enum kauri_status first_fault;
};

static enum kauri_status print_answer(struct run *run, const struct kauri_position *position,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_position_reader *reader = run->reader;
    struct kauri_string out = {.bytes = NULL};
    KAURI_TRY(reader->answer(run->tables, position, reader->json, &out, error));
    if (!reader->json && run->printed > 0) {
        printf("\n");
    }
    run->printed++;
    status = kauri_print_text(&out, error);
cleanup:
    kauri_string_clear(&out);
    return status;
}

// Answers one text: line `number` of standard input, or argument `number`, which errors name if
// there are several. Returns false if the next one need not be tried.
static bool answer(struct run *run, const char *text, bool is_line, uint64_t number)
{
    struct kauri_error error;
    struct kauri_position position;
    enum kauri_status status = kauri_position_parse(text, &position, &error);
    if (status == KAURI_OK) {
        status = print_answer(run, &position, &error);
    }
    if (status == KAURI_OK) {
        return true;
    }
    if (status == KAURI_BAD_INPUT && run->several && number == 1 && strchr(text, ' ') == NULL) {
        kauri_error_append(&error, " (a position is one argument: put it in quotes)");
    }
    if (status == KAURI_MISSING || status == KAURI_NOT_COVERED) {
        status = kauri_missing_layer_advise(run->tables, kauri_seeds(&position), &error);
        kauri_error_append(&error, "; kauri search works without it");
    }
    // Other positions may need other layers.
    const bool go_on =
        status == KAURI_BAD_INPUT || status == KAURI_MISSING || status == KAURI_CORRUPT;
    if (run->reader->json && go_on) {
        struct kauri_string out = {.bytes = NULL};
        kauri_json_fault(&out, text, &error);
        (void)kauri_print_text(&out, NULL);
    }
    if (is_line || run->several) {
        struct kauri_error numbered;
        (void)kauri_fail(&numbered, status, "%s %llu: %.480s", is_line ? "line" : "position",
                         (unsigned long long)number, error.message);
        error = numbered;
    }
    (void)kauri_report_error(&error);
    if (run->first_fault == KAURI_OK) {
        run->first_fault = status;
    }
    return go_on;
}

static void answer_lines(struct run *run)
{
    char *text = NULL;
    size_t capacity = 0;
    ssize_t bytes = 0;
    errno = 0;
    for (uint64_t line = 1; (bytes = getline(&text, &capacity, stdin)) >= 0; line++) {
        // A zero byte would hide the rest of the line.
        for (ssize_t i = 0; i < bytes; i++) {
            if (text[i] == '\0') {
                text[i] = '?';
            }
        }
        while (bytes > 0 && (text[bytes - 1] == '\n' || text[bytes - 1] == '\r')) {
            text[--bytes] = '\0';
        }
        // Editors put a byte order mark before the first line.
        const char *plain = text;
        if (line == 1 && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
            plain += 3;
        }
        const char *first = plain + strspn(plain, " \t");
        if (*first == '\0' || *first == '#') {
            continue;
        }
        if (!answer(run, plain, true, line)) {
            break;
        }
        // A program at the other end of the pipe may wait for the answer before the next line.
        if (fflush(stdout) != 0) {
            break; // the reader has gone; main reports it
        }
    }
    // getline also fails without memory for a line, which is not an error of the stream.
    if (bytes < 0 && !feof(stdin)) {
        struct kauri_error error;
        run->first_fault =
            kauri_fail_errno(&error, KAURI_RESOURCE, "cannot read positions from standard input");
        (void)kauri_report_error(&error);
    }
    free(text);
}

int kauri_position_reader_run(const struct kauri_position_reader *reader,
                              const struct kauri_arguments *arguments)
{
    struct kauri_error error;
    struct run run = {.reader = reader, .several = arguments->count > 1};
    if (kauri_tablebase_open_folder(reader->folder, CACHE_BYTES, &run.tables, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments->count == 0) {
        if (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1) {
            (void)fprintf(stderr, "Type positions, one per line (Ctrl-D ends):\n");
        }
        answer_lines(&run);
    }
    for (int i = 0; i < arguments->count; i++) {
        if (!answer(&run, arguments->values[i], false, (uint64_t)i + 1)) {
            break;
        }
    }
    kauri_tablebase_close(run.tables);
    return (int)run.first_fault;
}
