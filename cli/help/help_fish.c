#include "cli/help/help_fish.h"

#include "cli/program.h"

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
    // An option that is given twice is refused, so that each is offered once only.
    const char *name = kauri_program.name;
    printf("# Completion of %s for fish, made by `%s --help=fish`.\n"
           "\n"
           "# __%s_has COMMAND: the command is COMMAND.\n"
           "# __%s_has COMMAND --NAME: it may still be given the option --NAME.\n"
           "# __%s_has COMMAND --NAME VALUE: the same for an option with a value, which may be\n"
           "# the word that is completed.\n"
           "function __%s_has\n"
           "    set -l words (commandline -opc)\n"
           "    test \"$words[2]\" = $argv[1]\n"
           "    or return 1\n"
           "    set -q argv[2]\n"
           "    or return 0\n"
           "    if set -q argv[3]; and test \"$words[-1]\" = $argv[2]\n"
           "        set -e words[-1]\n"
           "    end\n"
           "    not string match -q -r -- \"^$argv[2](=|\\$)\" $words\n"
           "end\n"
           "\n"
           "function __%s_wants_topic\n"
           "    set -l words (commandline -opc)\n"
           "    test (count $words) = 2 -a \"$words[2]\" = help\n"
           "end\n"
           "\n"
           "complete -c %s -f\n"
           "complete -c %s -n __fish_use_subcommand -l help -d 'list the commands'\n"
           "complete -c %s -n __fish_use_subcommand -l version -d 'print the version'\n"
           "complete -c %s -n __fish_use_subcommand -a help -d 'describe a command'\n",
           name, name, name, name, name, name, name, name, name, name, name);
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        const struct kauri_command *command = kauri_program.commands[i];
        printf("complete -c %s -n '__fish_use_subcommand; or __%s_wants_topic' -a %s -d ", name,
               name, command->name);
        print_quoted(command->summary);
        printf("\n");
    }
}

void kauri_help_fish_command(const struct kauri_usage *usage)
{
    for (size_t i = 0; i <= usage->option_count; i++) {
        const bool last = i == usage->option_count;
        const struct kauri_option *option = last ? NULL : &usage->options[i];
        const char *name = last ? "help" : option->name;
        const bool has_value = !last && option->argument != NULL;
        printf("complete -c %s -n '__%s_has %s --%s%s' -l %s", kauri_program.name,
               kauri_program.name, usage->name, name, has_value ? " VALUE" : "", name);
        if (has_value) {
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
        printf("complete -c %s -n '__%s_has %s' -F\n", kauri_program.name, kauri_program.name,
               usage->name);
    }
}
