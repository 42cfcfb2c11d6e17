#include "cli/run.h"

#include "cli/command.h"
#include "cli/help.h"
#include "cli/print_text.h"
#include "cli/program.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/size.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

// ----------------------------------------------------------------------------------- suggestions

// The name that a mistyped word may stand for: "did you mean 'probe'?".
struct suggestion {
    const char *word; // word that was typed; need not end with a zero
    size_t bytes;
    const char *name;  // the best name so far, or NULL if none is similar enough
    unsigned distance; // distance between word and name (distance_of)
};

enum { LETTERS_MAX = 31, BEGINNING_LEAST = 3 };

static unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// The number of letters to insert, delete, replace or swap with the next one to turn one word into
// the other (optimal string alignment).
static unsigned distance_of(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    unsigned rows[LETTERS_MAX + 1][LETTERS_MAX + 1];
    for (size_t i = 0; i <= a_bytes; i++) {
        for (size_t k = 0; k <= b_bytes; k++) {
            if (i == 0 || k == 0) {
                rows[i][k] = (unsigned)(i + k);
                continue;
            }
            rows[i][k] = min(rows[i - 1][k - 1] + (a[i - 1] != b[k - 1]),
                             1 + min(rows[i - 1][k], rows[i][k - 1]));
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) {
                rows[i][k] = min(rows[i][k], 1 + rows[i - 2][k - 2]);
            }
        }
    }
    return rows[a_bytes][b_bytes];
}

// Considers a name. It is similar if the word is a beginning of it (at least three letters), or
// differs by at most a third of its letters (at least one, never all): wrong, missing, extra, or
// exchanged with the next one. Among equals, the first name wins.
static void consider(struct suggestion *suggestion, const char *name)
{
    const size_t bytes = suggestion->bytes;
    const size_t name_bytes = strlen(name);
    if (bytes > LETTERS_MAX || name_bytes > LETTERS_MAX) {
        return;
    }
    const bool begins = bytes >= BEGINNING_LEAST && strncmp(suggestion->word, name, bytes) == 0;
    const unsigned distance = begins ? 1 : distance_of(suggestion->word, bytes, name, name_bytes);
    const unsigned maximum = bytes < 3 ? 1 : (unsigned)bytes / 3;
    if (distance <= maximum && distance < bytes &&
        (suggestion->name == NULL || distance < suggestion->distance)) {
        suggestion->name = name;
        suggestion->distance = distance;
    }
}

// Appends "; did you mean 'PREFIXname'?" to the message if there is a name.
static void append_suggestion(const struct suggestion *suggestion, const char *prefix,
                              struct kauri_error *error)
{
    if (suggestion->name != NULL) {
        char text[LETTERS_MAX + 40];
        (void)snprintf(text, sizeof text, "; did you mean '%s%s'?", prefix, suggestion->name);
        kauri_error_append(error, text);
    }
}

// --------------------------------------------------------------------------------------- options

// Room for the name of an option or choice, and for a list of them in a message.
enum { WORD_BYTES = 40, LIST_BYTES = 4 * WORD_BYTES };

// The options of a command that is being read.
struct option_reading {
    struct kauri_command_run *run;
    const struct kauri_option *options;
    size_t count;
    bool given[KAURI_OPTIONS_MAX]; // by number of the option: it was given
};

static const struct kauri_option *find(const struct option_reading *reading, const char *name,
                                       size_t bytes)
{
    for (size_t i = 0; i < reading->count; i++) {
        if (strlen(reading->options[i].name) == bytes &&
            memcmp(reading->options[i].name, name, bytes) == 0) {
            return &reading->options[i];
        }
    }
    return NULL;
}

static enum kauri_status store_number(const struct kauri_option *option, const char *value,
                                      uint64_t *number, struct kauri_error *error)
{
    uint64_t any = 0;
    if (option->is_size) {
        return kauri_parse_size(value, number)
                   ? KAURI_OK
                   : kauri_fail(error, KAURI_USAGE,
                                "--%s takes a size such as 512M or 3G, not '%.80s'", option->name,
                                value);
    }
    if (kauri_parse_number(value, option->low, option->high, number)) {
        return KAURI_OK;
    }
    if (option->unit != NULL && !kauri_parse_number(value, 0, UINT64_MAX, &any)) {
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

static enum kauri_status store_choice(const struct kauri_option *option, const char *value,
                                      unsigned *number, struct kauri_error *error)
{
    const char *list = option->choices;
    char word[WORD_BYTES];
    char words[LIST_BYTES] = ""; // a list such as "standard, tie-breaker or none"
    size_t length = 0;
    for (unsigned i = 0; kauri_next_word(&list, word, sizeof word); i++) {
        if (strcmp(value, word) == 0) {
            *number = i;
            return KAURI_OK;
        }
        length += (size_t)snprintf(words + length, sizeof words - length, "%s%s",
                                   i == 0            ? ""
                                   : list[0] == '\0' ? " or "
                                                     : ", ",
                                   word);
    }
    return kauri_fail(error, KAURI_USAGE, "--%s takes %s, not '%.80s'", option->name, words, value);
}

// Reads "A-B" or "A".
static enum kauri_status store_range(const struct kauri_option *option, const char *text,
                                     struct kauri_range *range, struct kauri_error *error)
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
        if (kauri_parse_number(copy, option->low, option->high, &from) &&
            kauri_parse_number(dash != NULL ? dash + 1 : copy, from, option->high, &to)) {
            range->first = (unsigned)from;
            range->last = (unsigned)to;
            return KAURI_OK;
        }
    }
    const unsigned low = (unsigned)option->low;
    return kauri_fail(
        error, KAURI_USAGE,
        "--%s: '%.20s' is neither a number nor a range such as %u-%u, within %u to %u",
        option->name, text, low, low + 1, low, (unsigned)option->high);
}

// Reads "K/N".
static enum kauri_status store_part(const struct kauri_option *option, const char *text,
                                    struct kauri_part_choice *part, struct kauri_error *error)
{
    char number[12] = "";
    uint64_t k = 0;
    uint64_t n = 0;
    const char *slash = strchr(text, '/');
    if (slash != NULL) {
        (void)snprintf(number, sizeof number, "%.*s", (int)(slash - text), text);
    }
    if (slash == NULL || !kauri_parse_number(number, 1, option->high, &k) ||
        !kauri_parse_number(slash + 1, k, option->high, &n)) {
        return kauri_fail(error, KAURI_USAGE,
                          "--%s takes K/N, such as 3/16 for part 3 of 16, with N up to %" PRIu64
                          ", not '%.40s'",
                          option->name, option->high, text);
    }
    *part = (struct kauri_part_choice){.number = (unsigned)k, .parts = (unsigned)n};
    return KAURI_OK;
}

static enum kauri_status store(struct kauri_command_run *run, const struct kauri_option *option,
                               const char *value, struct kauri_error *error)
{
    void *member = (option->in_run ? (char *)run : (char *)run->settings) + option->offset;
    enum kauri_status status = KAURI_OK;
    unsigned number = 1;
    switch (option->kind) {
    case KAURI_OPTION_FLAG:
        if (option->choices != NULL) {
            status = store_choice(option, value, &number, error);
        }
        *(bool *)member = number > 0;
        break;
    case KAURI_OPTION_TEXT:
        if (value[0] == '\0') {
            const bool vowel = strchr("AEIOU", option->argument[0]) != NULL;
            return kauri_fail(error, KAURI_USAGE, "--%s needs %s %s that is not empty",
                              option->name, vowel ? "an" : "a", option->argument);
        }
        *(const char **)member = value;
        break;
    case KAURI_OPTION_NUMBER:
        status = store_number(option, value, member, error);
        break;
    case KAURI_OPTION_CHOICE:
        status = store_choice(option, value, member, error);
        break;
    case KAURI_OPTION_RANGE:
        status = store_range(option, value, member, error);
        break;
    case KAURI_OPTION_PART:
        status = store_part(option, value, member, error);
        break;
    case KAURI_OPTION_SECONDS:
        if (option->or_zero && strcmp(value, "0") == 0) {
            *(double *)member = 0;
        } else if (!kauri_parse_seconds(value, option->high, member)) {
            return kauri_fail(error, KAURI_USAGE,
                              "--%s takes seconds, %s0.001 to %" PRIu64 ", not '%.80s'",
                              option->name, option->or_zero ? "0 or " : "", option->high, value);
        }
        break;
    }
    return status;
}

// An option starts with a dash; a lone dash is an argument, and so is a dash before a digit, so
// that a position with a negative number is refused as a position.
static bool is_option(const char *word)
{
    return word[0] == '-' && word[1] != '\0' && (word[1] < '0' || word[1] > '9');
}

static enum kauri_status fail_unknown(const struct option_reading *reading, const char *word,
                                      size_t bytes, struct kauri_error *error)
{
    const char *name = reading->run->command->name;
    (void)kauri_fail(error, KAURI_USAGE, "%s has no option '%.*s' (%s %s --help lists them)", name,
                     (int)(bytes > 80 ? 80 : bytes), word, kauri_program.name, name);
    const size_t dashes = strspn(word, "-");
    struct suggestion suggestion = {
        .word = word + dashes,
        .bytes = dashes < bytes ? bytes - dashes : 0,
    };
    for (size_t i = 0; i < reading->count; i++) {
        consider(&suggestion, reading->options[i].name);
    }
    append_suggestion(&suggestion, "--", error);
    return KAURI_USAGE;
}

// Reads the option at argv[*at] and moves *at to its last word.
static enum kauri_status read_option(struct option_reading *reading, int argc, char **argv, int *at,
                                     struct kauri_error *error)
{
    const char *word = argv[*at];
    const char *equals = strchr(word, '=');
    const size_t bytes = equals == NULL ? strlen(word) : (size_t)(equals - word);
    const struct kauri_option *option =
        strncmp(word, "--", 2) == 0 ? find(reading, word + 2, bytes - 2) : NULL;
    if (option == NULL) {
        return fail_unknown(reading, word, bytes, error);
    }
    bool *given = &reading->given[option - reading->options];
    if (*given) {
        return kauri_fail(error, KAURI_USAGE, "--%s is given twice", option->name);
    }
    *given = true;
    if (option->argument == NULL && equals != NULL) {
        return kauri_fail(error, KAURI_USAGE, "--%s takes no value", option->name);
    }
    if (option->argument == NULL || equals != NULL) {
        return store(reading->run, option, equals == NULL ? "" : equals + 1, error);
    }
    if (*at + 1 >= argc) {
        return kauri_fail(error, KAURI_USAGE, "--%s needs a value (--%s %s)", option->name,
                          option->name, option->argument);
    }
    (*at)++;
    return store(reading->run, option, argv[*at], error);
}

static bool is_given(const struct option_reading *reading, const char *name)
{
    const struct kauri_option *option = find(reading, name, strlen(name));
    return option != NULL && reading->given[option - reading->options];
}

// Checks that the options that were given go together, and that none is missing.
static enum kauri_status check_given(const struct option_reading *reading,
                                     struct kauri_error *error)
{
    for (size_t i = 0; i < reading->count; i++) {
        const struct kauri_option *option = &reading->options[i];
        const char *excludes = option->excludes != NULL ? option->excludes : "";
        const char *needs = option->needs != NULL ? option->needs : "";
        char word[WORD_BYTES];
        char words[LIST_BYTES] = ""; // a list such as "--svg FILE or --json"
        size_t length = 0;
        bool met = option->needs == NULL;
        if (option->required && !reading->given[i]) {
            return kauri_fail(error, KAURI_USAGE, "%s needs --%s %s", reading->run->command->name,
                              option->name, option->argument);
        }
        if (!reading->given[i]) {
            continue;
        }
        while (kauri_next_word(&excludes, word, sizeof word)) {
            if (is_given(reading, word)) {
                return kauri_fail(error, KAURI_USAGE, "--%s and --%s exclude each other",
                                  option->name, word);
            }
        }
        while (kauri_next_word(&needs, word, sizeof word)) {
            const struct kauri_option *needed = find(reading, word, strlen(word));
            met = met || is_given(reading, word);
            length += (size_t)snprintf(
                words + length, sizeof words - length, "%s--%s%s%s", length > 0 ? " or " : "", word,
                needed == NULL || needed->argument == NULL ? "" : " ",
                needed == NULL || needed->argument == NULL ? "" : needed->argument);
        }
        if (!met) {
            return kauri_fail(error, KAURI_USAGE, "--%s needs %s", option->name, words);
        }
    }
    return KAURI_OK;
}

// Reads argv[1..] into run->settings, the shared members of the run, and run->arguments; or prints
// the help and sets run->help_given.
//
// Arguments that are not options are moved to the front, in order. "--" ends the options, and a
// dash followed by a digit begins an argument. No option may be given twice. KAURI_USAGE names the
// option or argument that is wrong, missing, or excluded by another one.
static enum kauri_status read_options(struct kauri_command_run *run, int argc, char **argv,
                                      struct kauri_error *error)
{
    const struct kauri_command *command = run->command;
    struct option_reading reading = {.run = run, .options = command->options};
    bool ended = false;
    while (command->options != NULL && command->options[reading.count].name != NULL) {
        reading.count++;
    }
    if (reading.count > KAURI_OPTIONS_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "%s has too many options", command->name);
    }
    run->arguments = argv + 1;
    for (int i = 1; i < argc; i++) {
        if (ended || !is_option(argv[i])) {
            run->arguments[run->argument_count++] = argv[i];
        } else if (strcmp(argv[i], "--") == 0) {
            ended = true;
        } else if (kauri_help_asked(argv[i])) {
            run->help_given = true;
            return kauri_help_print(argv[i], command, error);
        } else {
            KAURI_PASS(read_option(&reading, argc, argv, &i, error));
        }
    }
    KAURI_PASS(check_given(&reading, error));
    if (run->argument_count < command->arguments_min) {
        return kauri_fail(error, KAURI_USAGE, "%s needs %s (%s %s --help)", command->name,
                          command->arguments, kauri_program.name, command->name);
    }
    if (run->argument_count > command->arguments_max) {
        return kauri_fail(error, KAURI_USAGE, "%s: '%.80s' is one argument too many", command->name,
                          run->arguments[command->arguments_max]);
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------- a command

enum kauri_status kauri_run_read(struct kauri_command_run *run, const struct kauri_command *command,
                                 int argc, char **argv, struct kauri_error *error)
{
    *run = (struct kauri_command_run){.command = command, .view = {.quiet = true}};
    if (command->settings_bytes > 0) {
        run->settings = calloc(1, command->settings_bytes);
        if (run->settings == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for the options");
        }
        if (command->defaults != NULL) {
            memcpy(run->settings, command->defaults, command->settings_bytes);
        }
    }
    return read_options(run, argc, argv, error);
}

enum kauri_status kauri_run_open_tables(struct kauri_command_run *run, uint64_t cache_bytes,
                                        struct kauri_error *error)
{
    const bool if_any = (run->command->flags & KAURI_RUN_TABLES) == 0;
    return kauri_program.open_tables(run, if_any, cache_bytes, error);
}

unsigned kauri_run_threads(const struct kauri_command_run *run)
{
    return run->threads_given > 0 ? (unsigned)run->threads_given : kauri_loop_threads();
}

enum kauri_status kauri_run_try_threads(struct kauri_command_run *run, struct kauri_error *error)
{
    run->threads = kauri_run_threads(run);
    return kauri_threads_start(run->threads, error);
}

enum kauri_status kauri_run_body(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_command *command = run->command;
    struct kauri_error failed;
    if (command->cache_bytes > 0) {
        KAURI_PASS(kauri_run_open_tables(run, command->cache_bytes, error));
    }
    if ((command->flags & KAURI_RUN_THREADS) != 0) {
        KAURI_PASS(kauri_run_try_threads(run, error));
    }
    if ((command->flags & (KAURI_RUN_SIGNALS | KAURI_RUN_PROGRESS)) != 0) {
        kauri_progress_view_begin(&run->view,
                                  run->quiet || (command->flags & KAURI_RUN_PROGRESS) == 0);
    }
    status = command->run(run, error);
    kauri_progress_view_clear(&run->view);
    if (kauri_print_text(&run->out, &failed) != KAURI_OK && status == KAURI_OK) {
        *error = failed;
        status = failed.status;
    }
    return status;
}

int kauri_run_end(struct kauri_command_run *run, enum kauri_status status)
{
    if (run->book != NULL) {
        kauri_program.close_book(run->book);
    }
    if (run->tables != NULL) {
        kauri_program.close_tables(run->tables);
    }
    free(run->settings);
    return (int)(status == KAURI_OK ? run->reported : status);
}

int kauri_run_command(const struct kauri_command *command, int argc, char **argv)
{
    struct kauri_command_run run;
    struct kauri_error error;
    enum kauri_status status = kauri_run_read(&run, command, argc, argv, &error);
    if (status == KAURI_OK && !run.help_given) {
        status = kauri_run_body(&run, &error);
    }
    const int exit_status = kauri_run_end(&run, status);
    return status == KAURI_OK ? exit_status : kauri_report_error(&error);
}

void kauri_run_report(struct kauri_command_run *run, const struct kauri_error *error)
{
    const int status = kauri_report_error(error);
    run->reported = run->reported == KAURI_OK ? (enum kauri_status)status : run->reported;
}

// ----------------------------------------------------------------------------------- the program

const struct kauri_command *kauri_program_command(const char *name)
{
    const struct kauri_command *const *command = kauri_program.commands;
    while (*command != NULL && strcmp(name, (*command)->name) != 0) {
        command++;
    }
    return *command;
}

static int run_program(int argc, char **argv)
{
    struct kauri_error error;
    if (argc < 2) {
        (void)kauri_fail(&error, KAURI_USAGE, "no command given (%s --help lists them)",
                         kauri_program.name);
        return kauri_report_error(&error);
    }
    // `help COMMAND` means `COMMAND --help`; without a command it means `--help`.
    const bool help = strcmp(argv[1], "help") == 0;
    const bool help_on_command =
        help && argc > 2 && strcmp(argv[2], "help") != 0 && argv[2][0] != '-';
    if (kauri_help_asked(argv[1]) || (help && !help_on_command)) {
        return kauri_help_print(help ? "--help" : argv[1], NULL, &error) == KAURI_OK
                   ? KAURI_OK
                   : kauri_report_error(&error);
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s %s\n", kauri_program.name, KAURI_VERSION);
        return KAURI_OK;
    }
    char option[] = "--help";
    char *help_arguments[] = {help_on_command ? argv[2] : NULL, option, NULL};
    char **arguments = help_on_command ? help_arguments : argv + 1;
    const int argument_count = help_on_command ? 2 : argc - 1;
    const struct kauri_command *command = kauri_program_command(arguments[0]);
    if (command != NULL) {
        return (kauri_program.run_command != NULL ? kauri_program.run_command : kauri_run_command)(
            command, argument_count, arguments);
    }
    (void)kauri_fail(&error, KAURI_USAGE, "unknown command '%.80s' (%s --help lists them)",
                     arguments[0], kauri_program.name);
    struct suggestion suggestion = {.word = arguments[0], .bytes = strlen(arguments[0])};
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        consider(&suggestion, kauri_program.commands[i]->name);
    }
    if (strcasecmp(arguments[0], "-v") == 0) {
        suggestion.name = "--version";
    } else if (arguments[0][0] == '-') {
        consider(&suggestion, "--version");
        consider(&suggestion, "--help");
    }
    append_suggestion(&suggestion, "", &error);
    return kauri_report_error(&error);
}

// Opens descriptors 0, 1 and 2 if they are closed. Otherwise the next open() would take one of
// them, and output could overwrite a table. What is opened here fails when used: input cannot be
// read, output not written.
static void take_standard_streams(void)
{
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) < 0) {
            // open() returns the lowest free descriptor, which is this one.
            (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int kauri_program_main(int argc, char **argv)
{
    take_standard_streams();
    // If SIGCHLD is ignored, waitpid() fails with ECHILD.
    (void)signal(SIGCHLD, SIG_DFL);
    // Exceeding a limit on file sizes then makes write() fail, as a full disk does.
    (void)signal(SIGXFSZ, SIG_IGN);
    const int status = run_program(argc, argv);
    // A result that was not written is not a success. A command that returned KAURI_RESOURCE
    // has already reported it.
    struct kauri_error error;
    if (kauri_print_check(&error) != KAURI_OK && status != KAURI_RESOURCE) {
        return kauri_report_error(&error);
    }
    return status;
}
