#include "cli/help/help_zsh.h"

#include "cli/program.h"

#include <stdio.h>
#include <string.h>

// Prints text inside single quotes, with a backslash before each of the characters `special`.
static void print_quoted(const char *text, const char *special)
{
    for (; *text != '\0'; text++) {
        if (*text == '\'') {
            printf("'\\''");
            continue;
        }
        printf("%s%c", strchr(special, *text) != NULL ? "\\" : "", *text);
    }
}

void kauri_help_zsh_begin(void)
{
    const char *name = kauri_program.name;
    printf("#compdef %s\n"
           "# Completion of %s for zsh, made by `%s --help=zsh`.\n"
           "_%s()\n"
           "{\n"
           "    local -a commands\n"
           "    commands=(\n",
           name, name, name, name);
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        const struct kauri_command *command = kauri_program.commands[i];
        printf("        '%s:", command->name);
        print_quoted(command->summary, ":\\");
        printf("'\n");
    }
    printf("        'help:describe a command'\n"
           "    )\n"
           "    if (( CURRENT == 2 )) || { (( CURRENT == 3 )) && [[ $words[2] == help ]] }; then\n"
           "        if [[ $words[CURRENT] == -* ]]; then\n"
           "            _arguments '--help[list the commands]' '--version[print the version]'\n"
           "        else\n"
           "            _describe -t commands command commands\n"
           "        fi\n"
           "        return\n"
           "    fi\n"
           "    shift words\n"
           "    (( CURRENT-- ))\n"
           "    case $words[1] in\n");
}

void kauri_help_zsh_command(const struct kauri_usage *usage)
{
    printf("    %s)\n        _arguments \\\n", usage->name);
    for (size_t i = 0; i < usage->option_count; i++) {
        const struct kauri_option *option = &usage->options[i];
        printf("            '--%s%s[", option->name, option->argument == NULL ? "" : "=");
        print_quoted(option->help, "[]\\");
        printf("]");
        if (option->argument != NULL) {
            printf(":%s:", option->argument);
            if (option->choices != NULL) {
                printf("(%s)", option->choices);
            } else if (strcmp(option->argument, "DIR") == 0) {
                printf("_files -/");
            } else if (strcmp(option->argument, "FILE") == 0) {
                printf("_files");
            } else {
                printf(" ");
            }
        }
        printf("' \\\n");
    }
    if (strstr(usage->arguments, "FILE") != NULL) {
        printf("            '*:FILE:_files' \\\n");
    } else if (usage->arguments[0] != '\0') {
        printf("            '*:POSITION: ' \\\n");
    }
    printf("            '--help[describe the command]'\n        ;;\n");
}

void kauri_help_zsh_end(void)
{
    // zsh calls the file itself the first time, and the function later.
    printf("    esac\n"
           "}\n"
           "if [[ $zsh_eval_context[-1] == loadautofunc ]]; then\n"
           "    _%s \"$@\"\n"
           "else\n"
           "    compdef _%s %s\n"
           "fi\n",
           kauri_program.name, kauri_program.name, kauri_program.name);
}
