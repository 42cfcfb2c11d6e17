#include "cli/options.h"

#include "cli/help.h"
#include "cli/program.h"
#include "common/size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Room for the name of an option or choice, and for a list of them in a message.
enum { WORD_BYTES = 40, LIST_BYTES = 4 * WORD_BYTES };

// The options of a command that is being read.
struct option_reading {
    struct kauri_command_run *run;
    const struct kauri_option *options;
    size_t count;
    bool given[KAURI_OPTIONS_MAX]; // by the number of an option
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

// Copies the first word of *list, whose words are separated by spaces, into `word`, and advances
// *list past it. Returns false if no word is left.
static bool next_word(const char **list, char word[WORD_BYTES])
{
    const char *begin = *list + strspn(*list, " ");
    const size_t length = strcspn(begin, " ");
    *list = begin + length;
    (void)snprintf(word, WORD_BYTES, "%.*s", (int)length, begin);
    return length > 0;
}

static enum kauri_status store_choice(const struct kauri_option *option, const char *value,
                                      unsigned *number, struct kauri_error *error)
{
    const char *list = option->choices;
    char word[WORD_BYTES];
    char words[LIST_BYTES] = ""; // "standard, tie-breaker or none"
    size_t length = 0;
    for (unsigned i = 0; next_word(&list, word); i++) {
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
    case KAURI_OPTION_SECONDS:
        if (!kauri_parse_seconds(value, option->high, member)) {
            return kauri_fail(error, KAURI_USAGE,
                              "--%s takes seconds, 0.001 to %" PRIu64 ", not '%.80s'", option->name,
                              option->high, value);
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
    struct kauri_suggestion suggestion = {
        .word = word + dashes,
        .bytes = dashes < bytes ? bytes - dashes : 0,
    };
    for (size_t i = 0; i < reading->count; i++) {
        kauri_suggestion_consider(&suggestion, reading->options[i].name);
    }
    kauri_suggestion_append(&suggestion, "--", error);
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

// Whether the options that were given go together, and none is missing.
static enum kauri_status check_given(const struct option_reading *reading,
                                     struct kauri_error *error)
{
    for (size_t i = 0; i < reading->count; i++) {
        const struct kauri_option *option = &reading->options[i];
        const char *excludes = option->excludes != NULL ? option->excludes : "";
        const char *needs = option->needs != NULL ? option->needs : "";
        char word[WORD_BYTES];
        char words[LIST_BYTES] = ""; // "--svg FILE or --json"
        size_t length = 0;
        bool met = option->needs == NULL;
        if (option->required && !reading->given[i]) {
            return kauri_fail(error, KAURI_USAGE, "%s needs --%s %s", reading->run->command->name,
                              option->name, option->argument);
        }
        if (!reading->given[i]) {
            continue;
        }
        while (next_word(&excludes, word)) {
            if (is_given(reading, word)) {
                return kauri_fail(error, KAURI_USAGE, "--%s and --%s exclude each other",
                                  option->name, word);
            }
        }
        while (next_word(&needs, word)) {
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

enum kauri_status kauri_options_read(struct kauri_command_run *run, int argc, char **argv,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
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
            KAURI_TRY(read_option(&reading, argc, argv, &i, error));
        }
    }
    KAURI_TRY(check_given(&reading, error));
    if (run->argument_count < command->arguments_min) {
        return kauri_fail(error, KAURI_USAGE, "%s needs %s (%s %s --help)", command->name,
                          command->arguments, kauri_program.name, command->name);
    }
    if (run->argument_count > command->arguments_max) {
        return kauri_fail(error, KAURI_USAGE, "%s: '%.80s' is one argument too many", command->name,
                          run->arguments[command->arguments_max]);
    }
cleanup:
    return status;
}

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

void kauri_suggestion_consider(struct kauri_suggestion *suggestion, const char *name)
{
    const size_t bytes = suggestion->bytes;
    const size_t name_bytes = strlen(name);
    if (bytes > LETTERS_MAX || name_bytes > LETTERS_MAX) {
        return;
    }
    const bool begins = bytes >= BEGINNING_LEAST && strncmp(suggestion->word, name, bytes) == 0;
    const unsigned distance = begins ? 1 : distance_of(suggestion->word, bytes, name, name_bytes);
    const unsigned most = bytes < 3 ? 1 : (unsigned)bytes / 3;
    if (distance <= most && distance < bytes &&
        (suggestion->name == NULL || distance < suggestion->distance)) {
        suggestion->name = name;
        suggestion->distance = distance;
    }
}

void kauri_suggestion_append(const struct kauri_suggestion *suggestion, const char *prefix,
                             struct kauri_error *error)
{
    if (suggestion->name != NULL) {
        char text[LETTERS_MAX + 40];
        (void)snprintf(text, sizeof text, "; did you mean '%s%s'?", prefix, suggestion->name);
        kauri_error_append(error, text);
    }
}
