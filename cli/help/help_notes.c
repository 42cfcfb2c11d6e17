#include "cli/help/help_notes.h"

#include "cli/program.h"

#include <stdio.h>
#include <string.h>

const struct kauri_help_notes *kauri_help_notes_at(size_t i)
{
    return i < kauri_program.note_count ? &kauri_program.notes[i] : NULL;
}

const struct kauri_help_notes *kauri_help_notes_of(const char *name)
{
    for (size_t i = 0; i < kauri_program.note_count; i++) {
        if (strcmp(kauri_program.notes[i].name, name) == 0) {
            return &kauri_program.notes[i];
        }
    }
    return NULL;
}

struct kauri_help_list kauri_help_exit_statuses(void)
{
    return kauri_program.exit_statuses;
}

struct kauri_help_list kauri_help_environment(void)
{
    return kauri_program.environment;
}

struct kauri_help_list kauri_help_files(void)
{
    return kauri_program.files;
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
