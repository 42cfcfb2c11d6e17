#include "cli/help_json.h"

#include "cli/base_json.h"
#include "cli/program.h"

#include <json-c/json.h>
#include <string.h>

// A text, or null.
static struct json_object *text(const char *words)
{
    return words == NULL ? NULL : json_object_new_string(words);
}

// The words of a list that spaces divide; NULL: none.
static struct json_object *list(const char *words)
{
    struct json_object *array = json_object_new_array();
    while (words != NULL && *words != '\0') {
        const size_t length = strcspn(words, " ");
        (void)json_object_array_add(array, json_object_new_string_len(words, (int)length));
        words += length;
        words += strspn(words, " ");
    }
    return array;
}

static struct json_object *options_of(const struct kauri_command *command)
{
    struct json_object *array = json_object_new_array();
    const struct kauri_option *option = command->options;
    for (; option != NULL && option->name != NULL; option++) {
        struct json_object *object = json_object_new_object();
        kauri_json_add(object, "name", text(option->name));
        kauri_json_add(object, "argument", text(option->argument));
        kauri_json_add(object, "help", text(option->help));
        kauri_json_add(object, "choices", text(option->choices));
        kauri_json_add(object, "required", json_object_new_boolean(option->required));
        kauri_json_add(object, "excludes", list(option->excludes));
        kauri_json_add(object, "needs", list(option->needs));
        (void)json_object_array_add(array, object);
    }
    return array;
}

static struct json_object *examples_of(const struct kauri_command *command)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < KAURI_EXAMPLES_MAX && command->examples[i].purpose != NULL; i++) {
        struct json_object *object = json_object_new_object();
        kauri_json_add(object, "purpose", text(command->examples[i].purpose));
        kauri_json_add(object, "command", text(command->examples[i].command));
        (void)json_object_array_add(array, object);
    }
    return array;
}

static void print_command(const struct kauri_command *command)
{
    struct json_object *object = json_object_new_object();
    kauri_json_add(object, "name", text(command->name));
    kauri_json_add(object, "group", text(command->group));
    kauri_json_add(object, "summary", text(command->summary));
    kauri_json_add(object, "arguments", text(command->arguments != NULL ? command->arguments : ""));
    kauri_json_add(object, "text", text(command->text));
    kauri_json_add(object, "options", options_of(command));
    kauri_json_add(object, "examples", examples_of(command));
    kauri_json_add(object, "related", list(command->related));
    kauri_json_add(object, "documents", list(command->documents));
    kauri_json_print(object);
}

// The commands that an item matters for; null: all.
static struct json_object *commands_of(const struct kauri_help_item *item)
{
    if (item->commands == NULL && !item->of_readers) {
        return NULL;
    }
    struct json_object *array = list(item->commands);
    for (size_t i = 0; item->of_readers && kauri_program.commands[i] != NULL; i++) {
        if ((kauri_program.commands[i]->flags & (KAURI_RUN_TABLES | KAURI_RUN_TABLES_IF_ANY)) !=
            0) {
            (void)json_object_array_add(array, text(kauri_program.commands[i]->name));
        }
    }
    return array;
}

static struct json_object *items_of(struct kauri_help_list items)
{
    struct json_object *array = json_object_new_array();
    for (size_t i = 0; i < items.count; i++) {
        struct json_object *object = json_object_new_object();
        kauri_json_add(object, "name", text(items.items[i].name));
        kauri_json_add(object, "text", text(items.items[i].text));
        kauri_json_add(object, "commands", commands_of(&items.items[i]));
        (void)json_object_array_add(array, object);
    }
    return array;
}

static void print_program(void)
{
    struct json_object *object = json_object_new_object();
    struct json_object *shown = json_object_new_array();
    for (size_t i = 0; i < KAURI_PROGRAM_EXAMPLES && kauri_program.shown[i] != NULL; i++) {
        (void)json_object_array_add(shown, text(kauri_program.shown[i]));
    }
    kauri_json_add(object, "name", text(kauri_program.name));
    kauri_json_add(object, "version", text(KAURI_VERSION));
    kauri_json_add(object, "purpose", text(kauri_program.purpose));
    kauri_json_add(object, "title", text(kauri_program.title));
    kauri_json_add(object, "description", text(kauri_program.description));
    kauri_json_add(object, "exit_statuses", items_of(kauri_program.exit_statuses));
    kauri_json_add(object, "environment", items_of(kauri_program.environment));
    kauri_json_add(object, "files", items_of(kauri_program.files));
    kauri_json_add(object, "shown", shown);
    kauri_json_print(object);
}

void kauri_help_print_json(const struct kauri_command *command)
{
    if (command != NULL) {
        print_command(command);
        return;
    }
    print_program();
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        print_command(kauri_program.commands[i]);
    }
}
