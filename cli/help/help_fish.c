#include "cli/help/help_fish.h"

#include "cli/help/help_notes.h"

#include <stdio.h>
#include <string.h>

// Prints text inside single quotes.
static void print_quoted(const char *text)
{
    putchar('\'');
    for (; *text != '\0'; text++) {
        printf("%s%c", *text == '\'' || *text == '\\' ? "\\" : "", *text);
    }
    putchar('\'');
}

void kauri_help_fish_begin(void)
{
    printf("# Completion of kauri for fish, made by `kauri --help=fish`.\n"
           "complete -c kauri -f\n"
           "complete -c kauri -n __fish_use_subcommand -l help -d 'list the commands'\n"
           "complete -c kauri -n __fish_use_subcommand -l version -d 'print the version'\n"
           "complete -c kauri -n __fish_use_subcommand -a help -d 'describe a command'\n");
    const struct kauri_help_notes *notes;
    for (size_t i = 0; (notes = kauri_help_notes_at(i)) != NULL; i++) {
        printf("complete -c kauri -n __fish_use_subcommand -a %s -d ", notes->name);
        print_quoted(notes->summary);
        printf("\ncomplete -c kauri -n '__fish_seen_subcommand_from help' -a %s\n", notes->name);
    }
}

void kauri_help_fish_command(const struct kauri_usage *usage)
{
    for (size_t i = 0; i <= usage->option_count; i++) {
        const bool last = i == usage->option_count;
        const struct kauri_option *option = last ? NULL : &usage->options[i];
        printf("complete -c kauri -n '__fish_seen_subcommand_from %s' -l %s", usage->name,
               last ? "help" : option->name);
        if (!last && option->argument != NULL) {
            if (option->choices != NULL) {
                printf(" -x -a '%s'", option->choices);
            } else if (strcmp(option->argument, "DIR") == 0) {
                printf(" -x -a '(__fish_complete_directories)'");
            } else if (strcmp(option->argument, "FILE") == 0) {
                printf(" -r -F");
            } else {
                printf(" -x");
            }
        }
        printf(" -d ");
        print_quoted(last ? "describe the command" : option->help);
        printf("\n");
    }
    if (strstr(usage->arguments, "FILE") != NULL) {
        printf("complete -c kauri -n '__fish_seen_subcommand_from %s' -F\n", usage->name);
    }
}
