#include "cli/options.h"

#include "cli/fitted_text.h"
#include "cli/help/help.h"
#include "cli/program.h"
#include "cli/suggestion.h"
#include "cli/terminal_columns.h"
#include "common/size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int kauri_report_error(const struct kauri_error *error)
{
    // If both streams go to the same place, the results so far come first.
    (void)fflush(stdout);
    // The message may quote input: keep it on one line and free of control characters.
    char line[KAURI_ERROR_MESSAGE_BYTES];
    size_t i = 0;
    for (; error->message[i] != '\0' && i + 1 < sizeof line; i++) {
        const char c = error->message[i];
        line[i] = (char)((unsigned char)c < ' ' || c == 0x7f ? '?' : c);
    }
    line[i] = '\0';
    char text[KAURI_ERROR_MESSAGE_BYTES + 32];
    (void)snprintf(text, sizeof text, "%s: %s\n", kauri_program.name, line);
    // Programs read the message as one line.
    const bool terminal = isatty(STDERR_FILENO) == 1;
    kauri_write_fitted(stderr, text, terminal ? kauri_terminal_columns(stderr) : 0);
    // Positions above all layers ask for a table that is missing.
    return (int)(error->status == KAURI_NOT_COVERED ? KAURI_MISSING : error->status);
}

static const struct kauri_option *find(const struct kauri_usage *usage, const char *name,
                                       size_t bytes)
{
    for (size_t i = 0; i < usage->option_count; i++) {
        if (strlen(usage->options[i].name) == bytes &&
            memcmp(usage->options[i].name, name, bytes) == 0) {
            return &usage->options[i];
        }
    }
    return NULL;
}

static enum kauri_status store(const struct kauri_option *option, const char *value,
                               struct kauri_error *error)
{
    if (option->text != NULL) {
        if (value[0] == '\0') {
            const bool vowel = strchr("AEIOU", option->argument[0]) != NULL;
            return kauri_fail(error, KAURI_USAGE, "--%s needs %s %s that is not empty",
                              option->name, vowel ? "an" : "a", option->argument);
        }
        *option->text = value;
        return KAURI_OK;
    }
    if (option->size != NULL) {
        return kauri_parse_size(value, option->size)
                   ? KAURI_OK
                   : kauri_fail(error, KAURI_USAGE,
                                "--%s takes a size such as 512M or 3G, not '%.80s'", option->name,
                                value);
    }
    if (kauri_parse_number(value, option->low, option->high, option->number)) {
        return KAURI_OK;
    }
    uint64_t number = 0;
    if (option->unit != NULL && !kauri_parse_number(value, 0, UINT64_MAX, &number)) {
        return kauri_fail(error, KAURI_USAGE, "--%s takes a whole number of %s, not '%.80s'",
                          option->name, option->unit, value);
    }
    if (option->unit != NULL) {
        return kauri_fail(error, KAURI_USAGE,
                          "--%s takes %" PRIu64 " to %" PRIu64 " %s, not '%.80s'", option->name,
                          option->low, option->high, option->unit, value);
    }
    return kauri_fail(error, KAURI_USAGE,
                      "--%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%.80s'",
                      option->name, option->low, option->high, value);
}

// An option starts with a dash; a lone dash is an argument, and so is a dash before a digit, so
// that a position with a negative number is refused as a position.
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && (word[1] < '0' || word[1] > '9');
}

static enum kauri_status fail_unknown(const struct kauri_usage *usage, const char *word,
                                      size_t bytes, struct kauri_error *error)
{
    (void)kauri_fail(error, KAURI_USAGE, "%s has no option '%.*s' (%s %s --help lists them)",
                     usage->name, (int)(bytes > 80 ? 80 : bytes), word, kauri_program.name,
                     usage->name);
    const size_t dashes = strspn(word, "-");
    struct kauri_suggestion suggestion = {
        .word = word + dashes,
        .bytes = dashes < bytes ? bytes - dashes : 0,
    };
    for (size_t i = 0; i < usage->option_count; i++) {
        kauri_suggestion_consider(&suggestion, usage->options[i].name);
    }
    kauri_suggestion_append(&suggestion, "--", error);
    return KAURI_USAGE;
}

// Reads the option at argv[*at] and moves *at to its last word. `given` notes by the number of an
// option that it has been read.
static enum kauri_status read_option(const struct kauri_usage *usage, int argc, char **argv,
                                     int *at, bool *given, struct kauri_error *error)
{
    const char *word = argv[*at];
    const char *equals = strchr(word, '=');
    const size_t bytes = equals == NULL ? strlen(word) : (size_t)(equals - word);
    const struct kauri_option *option =
        strncmp(word, "--", 2) == 0 ? find(usage, word + 2, bytes - 2) : NULL;
    if (option == NULL) {
        return fail_unknown(usage, word, bytes, error);
    }
    if (given[option - usage->options]) {
        return kauri_fail(error, KAURI_USAGE, "--%s is given twice", option->name);
    }
    given[option - usage->options] = true;
    if (option->argument == NULL) {
        if (equals != NULL) {
            return kauri_fail(error, KAURI_USAGE, "--%s takes no value", option->name);
        }
        *option->flag = true;
        return KAURI_OK;
    }
    if (equals != NULL) {
        return store(option, equals + 1, error);
    }
    if (*at + 1 >= argc) {
        return kauri_fail(error, KAURI_USAGE, "--%s needs a value (--%s %s)", option->name,
                          option->name, option->argument);
    }
    (*at)++;
    return store(option, argv[*at], error);
}

static bool is_given(const struct kauri_option *option)
{
    return option->text != NULL ? *option->text != NULL : *option->number != UINT64_MAX;
}

enum kauri_status kauri_options_parse(const struct kauri_usage *usage, int argc, char **argv,
                                      struct kauri_arguments *arguments, struct kauri_error *error)
{
    *arguments = (struct kauri_arguments){.values = argv + 1};
    if (usage->option_count > KAURI_OPTIONS_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "%s has too many options", usage->name);
    }
    bool given[KAURI_OPTIONS_MAX] = {false};
    bool ended = false;
    for (int i = 1; i < argc; i++) {
        if (ended || !is_option(argv[i])) {
            argv[1 + arguments->count++] = argv[i];
            continue;
        }
        if (strcmp(argv[i], "--") == 0) {
            ended = true;
            continue;
        }
        if (kauri_help_asked(argv[i])) {
            enum kauri_help_format format;
            if (kauri_help_format_of(argv[i], &format, error) != KAURI_OK) {
                return error->status;
            }
            arguments->help = true;
            kauri_help_print_command(usage, format);
            return KAURI_OK;
        }
        const enum kauri_status status = read_option(usage, argc, argv, &i, given, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    for (size_t i = 0; i < usage->option_count; i++) {
        if (usage->options[i].required && !is_given(&usage->options[i])) {
            return kauri_fail(error, KAURI_USAGE, "%s needs --%s %s", usage->name,
                              usage->options[i].name, usage->options[i].argument);
        }
    }
    if (arguments->count < usage->arguments_min) {
        return kauri_fail(error, KAURI_USAGE, "%s needs %s (%s %s --help)", usage->name,
                          usage->arguments, kauri_program.name, usage->name);
    }
    if (arguments->count > usage->arguments_max) {
        return kauri_fail(error, KAURI_USAGE, "%s: '%.80s' is one argument too many", usage->name,
                          argv[1 + usage->arguments_max]);
    }
    return KAURI_OK;
}

enum kauri_status kauri_options_range(const char *name, const char *text, unsigned low,
                                      unsigned high, unsigned *first, unsigned *last,
                                      struct kauri_error *error)
{
    char copy[16];
    uint64_t from = 0;
    uint64_t to = 0;
    const size_t length = strlen(text);
    if (length < sizeof copy) {
        memcpy(copy, text, length + 1);
        char *dash = strchr(copy, '-');
        if (dash != NULL) {
            *dash = '\0';
        }
        if (kauri_parse_number(copy, low, high, &from) &&
            kauri_parse_number(dash != NULL ? dash + 1 : copy, from, high, &to)) {
            *first = (unsigned)from;
            *last = (unsigned)to;
            return KAURI_OK;
        }
    }
    return kauri_fail(
        error, KAURI_USAGE,
        "--%s: '%.20s' is neither a number nor a range such as %u-%u, within %u to %u", name, text,
        low, low + 1, low, high);
}
