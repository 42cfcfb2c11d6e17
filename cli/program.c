#include "cli/program.h"

#include <stdio.h>
#include <string.h>

const struct kauri_command *kauri_program_command(const char *name)
{
    const struct kauri_command *const *command = kauri_program.commands;
    while (*command != NULL && strcmp(name, (*command)->name) != 0) {
        command++;
    }
    return *command;
}

bool kauri_program_begins_group(size_t number)
{
    const struct kauri_command *const *commands = kauri_program.commands;
    const char *group = commands[number]->group;
    return group != NULL && (number == 0 || strcmp(group, commands[number - 1]->group) != 0);
}

bool kauri_help_next_word(const char **list, char *word, size_t room)
{
    const char *begin = *list + strspn(*list, " ");
    const size_t length = strcspn(begin, " ");
    *list = begin + length;
    (void)snprintf(word, room, "%.*s", (int)length, begin);
    return length > 0;
}

bool kauri_help_item_is_for(const struct kauri_help_item *item, const char *command)
{
    if (item->commands == NULL) {
        return true;
    }
    const char *list = item->commands;
    char word[40];
    while (kauri_help_next_word(&list, word, sizeof word)) {
        if (strcmp(word, command) == 0) {
            return true;
        }
    }
    return false;
}
