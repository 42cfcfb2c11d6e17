#include "cli/help.h"

#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/print_text.h"
#include "cli/program.h"
#include "common/json.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// Adds the words of a list that spaces divide to an array; NULL: none.
static void add_words(struct kauri_json *json, const char *words)
{
    while (words != NULL && *words != '\0') {
        char word[64];
        const size_t length = strcspn(words, " ");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, words);
        kauri_json_add_text(json, NULL, word);
        words += length;
        words += strspn(words, " ");
    }
}

static void add_list(struct kauri_json *json, const char *name, const char *words)
{
    kauri_json_begin_array(json, name);
    add_words(json, words);
    kauri_json_end(json);
}

static void add_options(struct kauri_json *json, const struct kauri_command *command)
{
    const struct kauri_option *option = command->options;
    kauri_json_begin_array(json, "options");
    for (; option != NULL && option->name != NULL; option++) {
        kauri_json_begin_object(json, NULL);
        kauri_json_add_text(json, "name", option->name);
        kauri_json_add_text(json, "argument", option->argument);
        kauri_json_add_text(json, "help", option->help);
        kauri_json_add_text(json, "choices", option->choices);
        kauri_json_add_bool(json, "required", option->required);
        add_list(json, "excludes", option->excludes);
        add_list(json, "needs", option->needs);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

static void add_command(struct kauri_string *out, const struct kauri_command *command)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "name", command->name);
    kauri_json_add_text(&json, "group", command->group);
    kauri_json_add_text(&json, "summary", command->summary);
    kauri_json_add_text(&json, "arguments", command->arguments != NULL ? command->arguments : "");
    kauri_json_add_text(&json, "text", command->text);
    add_options(&json, command);
    kauri_json_begin_array(&json, "examples");
    for (size_t i = 0; i < KAURI_EXAMPLES_MAX && command->examples[i].purpose != NULL; i++) {
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_text(&json, "purpose", command->examples[i].purpose);
        kauri_json_add_text(&json, "command", command->examples[i].command);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    add_list(&json, "related", command->related);
    add_list(&json, "documents", command->documents);
    kauri_json_end(&json);
}

// Adds the commands that an item matters for; null: all.
static void add_commands_of(struct kauri_json *json, const struct kauri_help_item *item)
{
    const unsigned readers = KAURI_RUN_TABLES | KAURI_RUN_TABLES_IF_ANY;
    if (item->commands == NULL && !item->of_readers) {
        kauri_json_add_null(json, "commands");
        return;
    }
    kauri_json_begin_array(json, "commands");
    add_words(json, item->commands);
    for (size_t i = 0; item->of_readers && kauri_program.commands[i] != NULL; i++) {
        if ((kauri_program.commands[i]->flags & readers) != 0) {
            kauri_json_add_text(json, NULL, kauri_program.commands[i]->name);
        }
    }
    kauri_json_end(json);
}

static void add_items(struct kauri_json *json, const char *name, struct kauri_help_list items)
{
    kauri_json_begin_array(json, name);
    for (size_t i = 0; i < items.count; i++) {
        kauri_json_begin_object(json, NULL);
        kauri_json_add_text(json, "name", items.items[i].name);
        kauri_json_add_text(json, "text", items.items[i].text);
        add_commands_of(json, &items.items[i]);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

static void add_program(struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "name", kauri_program.name);
    kauri_json_add_text(&json, "version", KAURI_VERSION);
    kauri_json_add_text(&json, "purpose", kauri_program.purpose);
    kauri_json_add_text(&json, "title", kauri_program.title);
    kauri_json_add_text(&json, "description", kauri_program.description);
    add_items(&json, "exit_statuses", kauri_program.exit_statuses);
    add_items(&json, "environment", kauri_program.environment);
    add_items(&json, "files", kauri_program.files);
    kauri_json_begin_array(&json, "shown");
    for (size_t i = 0; i < KAURI_PROGRAM_EXAMPLES && kauri_program.shown[i] != NULL; i++) {
        kauri_json_add_text(&json, NULL, kauri_program.shown[i]);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

// Prints an object about the command on a line; if it is NULL, one about the program, and then one
// about each of its commands.
static void kauri_help_print_json(const struct kauri_command *command)
{
    struct kauri_string out = {.bytes = NULL};
    if (command != NULL) {
        add_command(&out, command);
    } else {
        add_program(&out);
        for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
            add_command(&out, kauri_program.commands[i]);
        }
    }
    (void)kauri_print_text(&out, NULL);
}

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
