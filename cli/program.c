#include "cli/program.h"

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

bool kauri_command_reads_tables(const struct kauri_command *command)
{
    return (command->flags & (KAURI_RUN_TABLES | KAURI_RUN_TABLES_IF_ANY)) != 0;
}
