#include "cli/program.h"

#include <stdio.h>
#include <string.h>

const struct kauri_command *kauri_program_command(const char *name)
{
    const struct kauri_command *command = kauri_program.commands;
    while (command->name != NULL && strcmp(name, command->name) != 0) {
        command++;
    }
    return command->name == NULL ? NULL : command;
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
