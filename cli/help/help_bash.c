#include "cli/help/help_bash.h"

#include "cli/program.h"

#include <stdio.h>
#include <string.h>

void kauri_help_bash_begin(void)
{
    // With an equals sign, bash hands over three words: --form, = and the beginning of the value.
    const char *name = kauri_program.name;
    printf("# Completion of %s for bash, made by `%s --help=bash`.\n"
           "_%s()\n",
           name, name, name);
    printf("{\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}\n"
           "    local command=${COMP_WORDS[1]} options=--help arguments=none values= name given\n"
           "    COMPREPLY=()\n"
           "    if [[ $word == = ]]; then\n"
           "        word=\n"
           "    elif [[ $previous == = ]]; then\n"
           "        previous=${COMP_WORDS[COMP_CWORD-2]}\n"
           "    fi\n"
           "    if ((COMP_CWORD == 1)) || { ((COMP_CWORD == 2)) && [[ $command == help ]]; }; "
           "then\n"
           "        options='--help --version'\n"
           "        values='");
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        const struct kauri_command *command = kauri_program.commands[i];
        printf("%s ", command->name);
    }
    printf("help'\n"
           "        [[ $word != -* ]] || values=$options\n"
           "        mapfile -t COMPREPLY < <(compgen -W \"$values\" -- \"$word\")\n"
           "        return\n"
           "    fi\n"
           "    case $command in\n");
}

// Prints a case for the options that `wanted` selects, if there are any.
static void print_values(const struct kauri_usage *usage, const char *values,
                         bool (*wanted)(const struct kauri_option *option))
{
    bool begun = false;
    for (size_t i = 0; i < usage->option_count; i++) {
        if (wanted(&usage->options[i])) {
            printf("%s--%s", begun ? " | " : "        ", usage->options[i].name);
            begun = true;
        }
    }
    printf("%s%s%s", begun ? ") values=" : "", begun ? values : "", begun ? " ;;\n" : "");
}

static bool takes_folder(const struct kauri_option *option)
{
    return option->argument != NULL && strcmp(option->argument, "DIR") == 0;
}

static bool takes_file(const struct kauri_option *option)
{
    return option->argument != NULL && strcmp(option->argument, "FILE") == 0;
}

static bool takes_other(const struct kauri_option *option)
{
    return option->argument != NULL && option->choices == NULL && !takes_folder(option) &&
           !takes_file(option);
}

void kauri_help_bash_command(const struct kauri_usage *usage)
{
    printf("    %s)\n        options='", usage->name);
    for (size_t i = 0; i < usage->option_count; i++) {
        printf("--%s ", usage->options[i].name);
    }
    printf("--help'\n");
    if (strstr(usage->arguments, "FILE") != NULL) {
        printf("        arguments=files\n");
    } else if (usage->arguments[0] != '\0') {
        printf("        arguments=other\n");
    }
    printf("        case $previous in\n");
    print_values(usage, "folders", takes_folder);
    print_values(usage, "files", takes_file);
    print_values(usage, "other", takes_other);
    for (size_t i = 0; i < usage->option_count; i++) {
        if (usage->options[i].choices != NULL) {
            printf("        --%s) values='words %s' ;;\n", usage->options[i].name,
                   usage->options[i].choices);
        }
    }
    printf("        esac\n"
           "        ;;\n");
}

void kauri_help_bash_end(void)
{
    // An option that is given twice is refused, so that each is offered once only.
    printf("    *) return ;;\n"
           "    esac\n"
           "    if [[ -z $values && ( $word == -* || $arguments == none ) ]]; then\n"
           "        values=words\n"
           "        for name in $options; do\n"
           "            given=\" ${COMP_WORDS[*]:2:COMP_CWORD-2} ${COMP_WORDS[*]:COMP_CWORD+1} \"\n"
           "            [[ $given == *\" $name \"* ]] || values+=\" $name\"\n"
           "        done\n"
           "    fi\n"
           "    case ${values:-$arguments} in\n"
           "    folders)\n"
           "        compopt -o filenames\n"
           "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\")\n"
           "        ;;\n"
           "    files)\n"
           "        compopt -o filenames\n"
           "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
           "        ;;\n"
           "    words*) mapfile -t COMPREPLY < <(compgen -W \"${values#words}\" -- \"$word\") ;;\n"
           "    esac\n"
           "}\n"
           "complete -F _%s %s\n",
           kauri_program.name, kauri_program.name);
}
