#include "cli/lookup/position_reader.h"

#include "cli/lookup/answer_json.h"
#include "cli/lookup/line_source.h"
#include "cli/lookup/line_window.h"
#include "cli/position_argument.h"
#include "cli/print_text.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run {
    const struct kauri_position_reader *reader;
    struct kauri_command_run *command;
    struct kauri_tablebase *tables;
    bool several;   // arguments
    bool search;    // for values that are not in the tables
    bool separated; // answers, by empty lines
    bool printed;   // an answer
};

// Prints an answer, with an empty line after the one before, and clears it.
static enum kauri_status print_answer(struct run *run, struct kauri_string *out,
                                      struct kauri_error *error)
{
    if (run->separated && run->printed) {
        printf("\n");
    }
    run->printed = true;
    return kauri_print_text(out, error);
}

static enum kauri_status probe_and_print(struct run *run, const struct kauri_position *position,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_answer_form *form = &run->reader->form;
    struct kauri_string out = {.bytes = NULL};
    struct kauri_probe_result result;
    struct kauri_value value = {0};
    if (form->value) {
        KAURI_TRY(kauri_probe_value(run->tables, position, &value, error));
        kauri_answer_add_value(form, position, value, &out);
    } else {
        KAURI_TRY(kauri_probe_root(run->tables, position, &result, error));
        KAURI_TRY(kauri_answer_add(form, run->tables, &result, &out, error));
    }
    status = print_answer(run, &out, error);
cleanup:
    kauri_string_clear(&out);
    return status;
}

static enum kauri_status search_and_print(struct run *run, const struct kauri_position *position,
                                          struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    const enum kauri_status status = kauri_above_tables_answer(
        &run->reader->above, run->tables, position, run->reader->form.json, &out, error);
    if (status == KAURI_INTERRUPTED) {
        (void)print_answer(run, &out, NULL);
        return status;
    }
    const enum kauri_status printed =
        status == KAURI_OK ? print_answer(run, &out, error) : KAURI_OK;
    kauri_string_clear(&out);
    return status == KAURI_OK ? printed : status;
}

static bool is_missing(enum kauri_status status)
{
    return status == KAURI_MISSING || status == KAURI_NOT_COVERED;
}

// Answers one text: line `number` of standard input, or argument `number`, which errors name if
// there are several. Returns false if the next one need not be tried.
static bool answer(struct run *run, const char *text, bool is_line, uint64_t number)
{
    struct kauri_error error;
    struct kauri_position position;
    enum kauri_status status = is_line ? kauri_position_parse(text, &position, &error)
                                       : kauri_position_argument_read(text, &position, &error);
    if (status == KAURI_OK) {
        status = probe_and_print(run, &position, &error);
        if (is_missing(status) && run->search) {
            status = search_and_print(run, &position, &error);
        }
    }
    if (status == KAURI_OK) {
        return true;
    }
    if (is_missing(status)) {
        const bool value = run->reader->form.value;
        status = kauri_above_tables_advise(&run->reader->above, run->search || value, run->tables,
                                           kauri_seeds(&position), &error);
        kauri_error_append(&error, value ? "; kauri search works without it" : "");
    }
    // Other positions may need other layers.
    const bool go_on =
        status == KAURI_BAD_INPUT || status == KAURI_MISSING || status == KAURI_CORRUPT;
    if (run->reader->form.json && go_on) {
        struct kauri_string out = {.bytes = NULL};
        kauri_json_fault(&out, text, &error);
        (void)kauri_print_text(&out, NULL);
    } else if (run->reader->form.value && go_on) {
        printf("?\n"); // so that output has a line for each position
    }
    if (is_line || run->several) {
        struct kauri_error numbered;
        (void)kauri_fail(&numbered, status, "%s %llu: %.480s", is_line ? "line" : "position",
                         (unsigned long long)number, error.message);
        error = numbered;
    }
    kauri_run_report(run->command, &error);
    return go_on;
}

static void print_answers(void *context, const char *bytes, size_t length)
{
    struct run *run = context;
    if (length == 0) {
        return;
    }
    const size_t skipped = run->separated && !run->printed ? 1 : 0;
    run->printed = true;
    (void)fwrite(bytes + skipped, 1, length - skipped, stdout);
}

static bool print_alone(void *context, const struct kauri_input_line *line)
{
    return answer(context, line->text, true, line->number);
}

static void answer_lines(struct run *run)
{
    enum kauri_status status = KAURI_OK;
    enum kauri_status reading = KAURI_OK;
    struct kauri_error error;
    struct kauri_error reading_error;
    struct kauri_line_source source = kauri_line_source_of(STDIN_FILENO);
    const struct kauri_line_printer printer = {.print = print_answers,
                                               .print_alone = print_alone,
                                               .separated = run->separated,
                                               .context = run};
    struct kauri_line_window *window = NULL;
    size_t count = 0;
    bool go_on = true;
    KAURI_TRY(kauri_line_window_new(&run->reader->form, run->tables, run->reader->threads, &printer,
                                    &window, &error));
    do {
        reading = kauri_line_source_next(&source, KAURI_WINDOW_LINES, &count, &reading_error);
        KAURI_TRY(kauri_line_window_answer(window, source.lines, count, &go_on, &error));
    } while (go_on && reading == KAURI_OK && count > 0);
    if (go_on && reading != KAURI_OK) {
        status = reading;
        error = reading_error;
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_run_report(run->command, &error);
    }
    kauri_line_window_free(window);
    kauri_line_source_clear(&source);
}

void kauri_position_reader_run(const struct kauri_position_reader *reader,
                               struct kauri_command_run *command)
{
    const bool typed = isatty(STDIN_FILENO) == 1;
    const int count = command->argument_count;
    struct run run = {
        .reader = reader,
        .command = command,
        .tables = command->tables,
        .several = count > 1,
        .search =
            !reader->form.value && kauri_above_tables_wanted(&reader->above, count > 0 || typed),
        .separated = !reader->form.json && !reader->form.value,
    };
    if (count == 0) {
        if (typed && isatty(STDERR_FILENO) == 1) {
            (void)fprintf(stderr, "Type positions, one per line (Ctrl-D ends):\n");
        }
        answer_lines(&run);
    }
    for (int i = 0; i < count; i++) {
        if (!answer(&run, command->arguments[i], false, (uint64_t)i + 1)) {
            break;
        }
    }
}
