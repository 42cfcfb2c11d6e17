#include "cli/help.h"

#include "cli/command.h"
#include "cli/print_text.h"
#include "cli/program.h"
#include "cli/terminal_text.h"
#include "common/json.h"
#include "queries/answers/fitted_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { NAME_BYTES = 40 }; // room for the name of a command, a document or an option

// Adds the words that name commands of this program. Other words name commands of folders that were
// left out of the build.
static void add_command_names(struct kauri_json *json, const char *words)
{
    char word[NAME_BYTES];
    while (words != NULL && kauri_next_word(&words, word, sizeof word)) {
        for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
            if (strcmp(kauri_program.commands[i]->name, word) == 0) {
                kauri_json_add_text(json, NULL, word);
            }
        }
    }
}

// Adds an array of the words in a list separated by spaces; an empty array for NULL.
static void add_list(struct kauri_json *json, const char *name, const char *words)
{
    char word[NAME_BYTES];
    kauri_json_begin_array(json, name);
    while (words != NULL && kauri_next_word(&words, word, sizeof word)) {
        kauri_json_add_text(json, NULL, word);
    }
    kauri_json_end(json);
}

// The object HelpOption:
//     name: text - without the dashes
//     argument: text | null - name of the value; null for a flag
//     help: text - one line
//     choices: text | null - the permitted words
//     required: bool - it must be given
//     excludes, needs: text[] - options that it excludes, and of which it needs one
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

// The object HelpOfCommand:
//     name, summary: text - of the command
//     group: text | null - heading that the command is listed under
//     arguments: text - arguments after the options; empty if there are none
//     text: text - paragraphs separated by empty lines; lines that begin with a space are not
//         joined
//     options: HelpOption[] - its options
//     examples: HelpExample[] - its examples
//     related, documents: text[] - commands, and files of docs/
//
// The object HelpExample:
//     purpose, command: text - what it shows, and the command line
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
    kauri_json_begin_array(&json, "related");
    add_command_names(&json, command->related);
    kauri_json_end(&json);
    add_list(&json, "documents", command->documents);
    kauri_json_end(&json);
}

// Adds the commands that an item concerns; null: all.
static void add_commands_of(struct kauri_json *json, const struct kauri_help_item *item)
{
    const unsigned readers = KAURI_RUN_TABLES | KAURI_RUN_TABLES_IF_ANY;
    if (item->commands == NULL && !item->of_readers) {
        kauri_json_add_null(json, "commands");
        return;
    }
    kauri_json_begin_array(json, "commands");
    add_command_names(json, item->commands);
    for (size_t i = 0; item->of_readers && kauri_program.commands[i] != NULL; i++) {
        if ((kauri_program.commands[i]->flags & readers) != 0) {
            kauri_json_add_text(json, NULL, kauri_program.commands[i]->name);
        }
    }
    kauri_json_end(json);
}

// The object HelpItem:
//     name, text: text - the status, variable or file, and its meaning
//     commands: text[] | null - the commands that it concerns; null for all
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

// The object HelpOfProgram:
//     name, version: text - of the program
//     purpose, title, description: text - a phrase, the heading of the manual pages, and the
//         description in paragraphs
//     exit_statuses, environment, files: HelpItem[] - what the manual pages list
//     shown: text[] - commands whose first example is shown for the program
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

// Adds an object about the command on a line; if it is NULL, one about the program, and then one
// about each of its commands.
static void add_json(struct kauri_string *out, const struct kauri_command *command)
{
    if (command != NULL) {
        add_command(out, command);
        return;
    }
    add_program(out);
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        add_command(out, kauri_program.commands[i]);
    }
}

// Writes "--name VALUE", with `blank` between the two. Returns its length.
static int name_option(const struct kauri_option *option, char blank, char name[NAME_BYTES])
{
    return option->argument == NULL
               ? snprintf(name, NAME_BYTES, "--%s", option->name)
               : snprintf(name, NAME_BYTES, "--%s%c%s", option->name, blank, option->argument);
}

static void add_synopsis(struct kauri_string *out, const struct kauri_command *command)
{
    enum { INDENT = 12 };
    char name[NAME_BYTES];
    struct kauri_string words = {.bytes = NULL};
    kauri_string_add(out, "usage: %s %s ", kauri_program.name, command->name);
    const struct kauri_option *option = command->options;
    for (; option != NULL && option->name != NULL; option++) {
        (void)name_option(option, '\t', name);
        kauri_string_add(&words, option->required ? " %s" : " [%s]", name);
    }
    kauri_string_add(&words, " %s", command->arguments != NULL ? command->arguments : "");
    kauri_string_add_words(out, kauri_string_text(&words), INDENT, (int)out->length,
                           kauri_paragraph_columns());
    kauri_string_clear(&words);
}

// Commands stay as they are, whatever the width: a terminal copies them whole.
static void add_examples(struct kauri_string *out, const struct kauri_command *command)
{
    for (size_t i = 0; i < KAURI_EXAMPLES_MAX && command->examples[i].purpose != NULL; i++) {
        kauri_string_add_text(out, i == 0 ? "\nExamples:\n  # " : "  # ");
        kauri_string_add_words(out, command->examples[i].purpose, 2, 4, 0);
        kauri_string_add_text(out, "  ");
        for (const char *line = command->examples[i].command; *line != '\0';) {
            const size_t length = strcspn(line, "\n");
            kauri_string_add_bytes(out, line, length);
            line += length + (line[length] == '\n');
            kauri_string_add_text(out, *line == '\0' ? "\n" : "\n      ");
        }
    }
}

// Adds a name, in `width` columns, and what it means.
static void add_item(struct kauri_string *out, const char *name, int width, const char *meaning)
{
    kauri_string_add(out, "  %-*s ", width, name);
    kauri_string_add_words(out, meaning, width + 3, width + 3, kauri_paragraph_columns());
}

static void add_command_text(struct kauri_string *out, const struct kauri_command *command)
{
    char name[NAME_BYTES];
    int width = 18; // more if an option is longer
    const struct kauri_option none = {.name = NULL};
    const struct kauri_option *options = command->options != NULL ? command->options : &none;
    add_synopsis(out, command);
    kauri_string_add_text(out, "\n");
    kauri_string_add_paragraphs(out, command->text, kauri_paragraph_columns());
    kauri_string_add_text(out, "\n");
    for (const struct kauri_option *option = options; option->name != NULL; option++) {
        const int length = name_option(option, ' ', name);
        width = length > width ? length : width;
    }
    for (const struct kauri_option *option = options; option->name != NULL; option++) {
        (void)name_option(option, ' ', name);
        add_item(out, name, width, option->help);
    }
    add_item(out, "--help", width, "print this text");
    add_examples(out, command);
}

// Returns whether the command with this number is the first of its group.
static bool begins_group(size_t number)
{
    const struct kauri_command *const *commands = kauri_program.commands;
    const char *group = commands[number]->group;
    return group != NULL && (number == 0 || strcmp(group, commands[number - 1]->group) != 0);
}

static void add_exit_statuses(struct kauri_string *out)
{
    struct kauri_string words = {.bytes = NULL};
    const struct kauri_help_list list = kauri_program.exit_statuses;
    for (size_t i = 0; i < list.count; i++) {
        // The number stays with the first word.
        kauri_string_add(&words, " %s\t%s%c", list.items[i].name, list.items[i].text,
                         i + 1 < list.count ? ',' : '.');
    }
    kauri_string_add_text(out, "Exit status: ");
    kauri_string_add_words(out, kauri_string_text(&words), 0,
                           sizeof "Exit status:", kauri_paragraph_columns());
    kauri_string_clear(&words);
}

static void add_program_text(struct kauri_string *out)
{
    const char *name = kauri_program.name;
    kauri_string_add(out, "usage: %s COMMAND [OPTIONS] [ARGUMENTS]\n\n%c%s.\n\n", name,
                     toupper((unsigned char)kauri_program.purpose[0]), kauri_program.purpose + 1);
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        const struct kauri_command *command = kauri_program.commands[i];
        if (begins_group(i)) {
            kauri_string_add(out, "%s%s:\n", i == 0 ? "" : "\n", command->group);
        }
        add_item(out, command->name, 12, command->summary);
    }
    struct kauri_string text = {.bytes = NULL};
    kauri_string_add(&text,
                     "\n`%s COMMAND --help` describes a command, `%s --help=json` all of them for "
                     "other programs, and `%s --version` prints the version.\n\n",
                     name, name, name);
    kauri_string_add_paragraphs(out, kauri_string_text(&text), kauri_paragraph_columns());
    kauri_string_clear(&text);
    add_exit_statuses(out);
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
    struct kauri_string out = {.bytes = NULL};
    if (strcmp(word, "--help=json") == 0) {
        add_json(&out, command);
    } else if (strncmp(word, prefix, sizeof prefix - 1) == 0 && strcmp(word, "--help=text") != 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "--help takes text or json, not '%.80s'; manual pages and completion are "
                          "installed with the program",
                          word + sizeof prefix - 1);
    } else if (command != NULL) {
        add_command_text(&out, command);
    } else {
        add_program_text(&out);
    }
    return kauri_print_text(&out, error);
}
