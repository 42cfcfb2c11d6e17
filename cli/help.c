#include "cli/help.h"

#include "cli/fitted_text.h"
#include "cli/help_json.h"
#include "cli/program.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Prints a word (`length` bytes) after a space, or on a new line after `indent` spaces if it would
// not fit into the line.
static void print_word(const char *word, size_t length, int indent, size_t *column)
{
    if (*column + 1 + length > (size_t)kauri_paragraph_columns()) {
        printf("\n%*s", indent, "");
        *column = (size_t)indent;
    } else if (*column > 0) {
        printf(" ");
        *column += 1;
    }
    printf("%.*s", (int)length, word);
    *column += length;
}

static void print_synopsis(const struct kauri_command *command)
{
    enum { INDENT = 12 };
    size_t column = (size_t)printf("usage: %s %s", kauri_program.name, command->name);
    const struct kauri_option *option = command->options;
    for (; option != NULL && option->name != NULL; option++) {
        char word[80];
        (void)snprintf(word, sizeof word, "%s--%s%s%s%s", option->required ? "" : "[", option->name,
                       option->argument == NULL ? "" : " ",
                       option->argument == NULL ? "" : option->argument,
                       option->required ? "" : "]");
        print_word(word, strlen(word), INDENT, &column);
    }
    if (command->arguments != NULL) {
        print_word(command->arguments, strlen(command->arguments), INDENT, &column);
    }
    printf("\n");
}

// Prints a line of a command. One that is too wide is broken between arguments, with a backslash.
static void print_command_line(const char *line, size_t length, int indent)
{
    enum { HANG = 6, BACKSLASH = 2 };
    const size_t edge = (size_t)kauri_paragraph_columns();
    size_t used = (size_t)printf("%*s", indent, "");
    const bool fits = used + length <= edge;
    for (size_t at = 0; at < length;) {
        bool quoted = false;
        size_t end = at;
        while (end < length && (quoted || line[end] != ' ')) {
            quoted = quoted != (line[end] == '\'');
            end++;
        }
        // A value stays with its option, and what the line ends with needs no second backslash.
        if (line[at] == '-' && line[end] == ' ' && line[end + 1] != '-' && line[end + 1] != '\\' &&
            line[end + 1] != '\'') {
            end++;
            end += strcspn(line + end, " \n");
        }
        const bool backslash = end - at == 1 && line[at] == '\\';
        if (!fits && at > 0 && !backslash && used + 1 + (end - at) + BACKSLASH > edge) {
            used = (size_t)printf(" \\\n%*s", HANG, "") - 3;
        } else if (at > 0) {
            used += (size_t)printf(" ");
        }
        used += (size_t)printf("%.*s", (int)(end - at), line + at);
        at = end + strspn(line + end, " ");
    }
    printf("\n");
}

// Prints the purpose of an example as a comment of the shell.
static void print_purpose(const char *purpose)
{
    size_t column = (size_t)printf("  #");
    while (*purpose != '\0') {
        const size_t length = strcspn(purpose, " ");
        if (column + 1 + length > (size_t)kauri_paragraph_columns()) {
            printf("\n");
            column = (size_t)printf("  #");
        }
        column += (size_t)printf(" %.*s", (int)length, purpose);
        purpose += length;
        purpose += strspn(purpose, " ");
    }
    printf("\n");
}

// The lines of a command stay together: all but the last end with a backslash.
static void print_examples(const struct kauri_command *command)
{
    for (size_t i = 0; i < KAURI_EXAMPLES_MAX; i++) {
        const struct kauri_example *example = &command->examples[i];
        if (example->purpose == NULL) {
            break;
        }
        printf("%s", i == 0 ? "\nExamples:\n" : "");
        print_purpose(example->purpose);
        for (const char *line = example->command; *line != '\0';) {
            const size_t length = strcspn(line, "\n");
            print_command_line(line, length, line == example->command ? 2 : 6);
            line += length;
            line += *line == '\n' ? 1 : 0;
        }
    }
}

// Prints a name, in `width` columns, and what it means.
static void print_item(const char *name, int width, const char *meaning)
{
    printf("  %-*s ", width, name);
    kauri_print_words(meaning, width + 3, width + 3);
}

enum { OPTION_BYTES = 40 };

// Writes an option with its argument. Returns its length.
static int name_option(const struct kauri_option *option, char name[OPTION_BYTES])
{
    return snprintf(name, OPTION_BYTES, "--%s%s%s", option->name,
                    option->argument == NULL ? "" : " ",
                    option->argument == NULL ? "" : option->argument);
}

static void print_command(const struct kauri_command *command)
{
    char name[OPTION_BYTES];
    int width = 18; // or more, if an option is longer
    const struct kauri_option none = {.name = NULL};
    const struct kauri_option *options = command->options != NULL ? command->options : &none;
    print_synopsis(command);
    printf("\n");
    kauri_print_paragraphs(command->text);
    printf("\n");
    for (const struct kauri_option *option = options; option->name != NULL; option++) {
        const int length = name_option(option, name);
        width = length > width ? length : width;
    }
    for (const struct kauri_option *option = options; option->name != NULL; option++) {
        (void)name_option(option, name);
        print_item(name, width, option->help);
    }
    print_item("--help", width, "print this text");
    print_examples(command);
}

// Whether the command with this number is the first of its group.
static bool begins_group(size_t number)
{
    const struct kauri_command *const *commands = kauri_program.commands;
    const char *group = commands[number]->group;
    return group != NULL && (number == 0 || strcmp(group, commands[number - 1]->group) != 0);
}

static void print_program(void)
{
    const char *name = kauri_program.name;
    printf("usage: %s COMMAND [OPTIONS] [ARGUMENTS]\n\n%c%s.\n\n", name,
           toupper((unsigned char)kauri_program.purpose[0]), kauri_program.purpose + 1);
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        const struct kauri_command *command = kauri_program.commands[i];
        if (begins_group(i)) {
            printf("%s%s:\n", i == 0 ? "" : "\n", command->group);
        }
        print_item(command->name, 12, command->summary);
    }
    printf("\n");
    char text[400];
    (void)snprintf(
        text, sizeof text,
        "`%s COMMAND --help` describes a command, `%s --help=json` all of them for other "
        "programs, and `%s --version` prints the version.\n",
        name, name, name);
    kauri_print_paragraphs(text);
    printf("\n");
    size_t column = (size_t)printf("Exit status:");
    const struct kauri_help_list list = kauri_program.exit_statuses;
    for (size_t i = 0; i < list.count; i++) {
        // The number stays with the first word, and the comma with the last.
        const char *words = list.items[i].text;
        const char *mark = i + 1 < list.count ? "," : ".";
        char word[80];
        int begun = snprintf(word, sizeof word, "%s ", list.items[i].name);
        for (bool last = false; !last; begun = 0) {
            const size_t length = strcspn(words, " ");
            last = words[length] == '\0';
            (void)snprintf(word + begun, sizeof word - (size_t)begun, "%.*s%s", (int)length, words,
                           last ? mark : "");
            print_word(word, strlen(word), 0, &column);
            words += length + 1;
        }
    }
    printf("\n");
}

static const char prefix[] = "--help=";

bool kauri_help_asked(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
           strncmp(word, prefix, sizeof prefix - 1) == 0;
}

enum kauri_status kauri_help_print(const char *word, const struct kauri_command *command,
                                   struct kauri_error *error)
{
    if (strcmp(word, "--help=json") == 0) {
        kauri_help_print_json(command);
    } else if (strncmp(word, prefix, sizeof prefix - 1) == 0 && strcmp(word, "--help=text") != 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "--help takes text or json, not '%.80s'; manual pages and completion are "
                          "installed with the program",
                          word + sizeof prefix - 1);
    } else if (command != NULL) {
        print_command(command);
    } else {
        print_program();
    }
    return KAURI_OK;
}
