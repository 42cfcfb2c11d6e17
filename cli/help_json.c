#include "cli/help_json.h"

#include "cli/print_text.h"
#include "cli/program.h"
#include "common/json.h"

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

void kauri_help_print_json(const struct kauri_command *command)
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
