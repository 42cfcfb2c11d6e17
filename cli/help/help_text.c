#include "cli/help/help_text.h"

#include "cli/help/help_notes.h"

#include <stdio.h>
#include <string.h>

enum { EDGE = 80 }; // columns of a line

// Prints a word (`length` bytes) after a space, or on a new line after `indent` spaces if it would
// not fit into the line.
static void print_word(const char *word, size_t length, int indent, size_t *column)
{
    if (*column + 1 + length > EDGE) {
        printf("\n%*s", indent, "");
        *column = (size_t)indent;
    } else if (*column > 0) {
        printf(" ");
        *column += 1;
    }
    printf("%.*s", (int)length, word);
    *column += length;
}

static void print_synopsis(const struct kauri_usage *usage)
{
    enum { INDENT = 12 };
    size_t column = (size_t)printf("usage: kauri %s", usage->name);
    for (size_t i = 0; i < usage->option_count; i++) {
        const struct kauri_option *option = &usage->options[i];
        char word[80];
        (void)snprintf(word, sizeof word, "%s--%s%s%s%s", option->required ? "" : "[", option->name,
                       option->argument == NULL ? "" : " ",
                       option->argument == NULL ? "" : option->argument,
                       option->required ? "" : "]");
        print_word(word, strlen(word), INDENT, &column);
    }
    if (usage->arguments[0] != '\0') {
        print_word(usage->arguments, strlen(usage->arguments), INDENT, &column);
    }
    printf("\n");
}

// Fills lines up to the edge. Empty lines end a paragraph, and lines that begin with a space are
// printed as they are.
static void print_text(const char *text)
{
    size_t column = 0;
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const char *end = text + length;
        const bool as_it_is = length == 0 || *text == ' ';
        if (as_it_is) {
            printf("%s%.*s\n", column > 0 ? "\n" : "", (int)length, text);
            column = 0;
        }
        while (!as_it_is && text < end) {
            const size_t word = strcspn(text, " \n");
            print_word(text, word, 0, &column);
            text += word;
            text += strspn(text, " ");
        }
        text = *end == '\n' ? end + 1 : end;
    }
    printf("%s", column > 0 ? "\n" : "");
}

// The lines of a command stay together: all but the last end with a backslash.
static void print_examples(const char *command)
{
    const struct kauri_help_notes *notes = kauri_help_notes_of(command);
    for (size_t i = 0; notes != NULL && i < KAURI_HELP_EXAMPLES_MAX; i++) {
        const struct kauri_help_example *example = &notes->examples[i];
        if (example->purpose == NULL) {
            break;
        }
        printf("%s  # %s\n", i == 0 ? "\nExamples:\n" : "", example->purpose);
        for (const char *line = example->command; *line != '\0';) {
            const size_t length = strcspn(line, "\n");
            printf("  %s%.*s\n", line == example->command ? "" : "    ", (int)length, line);
            line += length;
            line += *line == '\n' ? 1 : 0;
        }
    }
}

enum { OPTION_BYTES = 40 };

// Writes an option with its argument. Returns its length.
static int name_option(const struct kauri_option *option, char name[OPTION_BYTES])
{
    return snprintf(name, OPTION_BYTES, "--%s%s%s", option->name,
                    option->argument == NULL ? "" : " ",
                    option->argument == NULL ? "" : option->argument);
}

void kauri_help_text_command(const struct kauri_usage *usage)
{
    print_synopsis(usage);
    printf("\n");
    print_text(usage->text);
    printf("\n");
    char name[OPTION_BYTES];
    int width = 18; // or more, if an option is longer
    for (size_t i = 0; i < usage->option_count; i++) {
        const int length = name_option(&usage->options[i], name);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < usage->option_count; i++) {
        (void)name_option(&usage->options[i], name);
        printf("  %-*s %s\n", width, name, usage->options[i].help);
    }
    printf("  %-*s %s\n", width, "--help", "print this text");
    print_examples(usage->name);
}

void kauri_help_text_program(void)
{
    printf("usage: kauri COMMAND [OPTIONS] [ARGUMENTS]\n\n"
           "Exact endgame tables for the mancala game Kauri.\n\n");
    const struct kauri_help_notes *notes;
    for (size_t i = 0; (notes = kauri_help_notes_at(i)) != NULL; i++) {
        printf("  %-12s %s\n", notes->name, notes->summary);
    }
    printf("\n");
    print_text("`kauri COMMAND --help` describes a command, `kauri COMMAND --help=man` prints its "
               "manual page, `kauri --help=bash` (or zsh, fish) the completion for a shell, and "
               "`kauri --version` the version.\n");
    printf("\n");
    size_t column = (size_t)printf("Exit status:");
    const struct kauri_help_list list = kauri_help_exit_statuses();
    for (size_t i = 0; i < list.count; i++) {
        // The number stays with the first word, and the comma with the last.
        const char *text = list.items[i].text;
        const char *mark = i + 1 < list.count ? "," : ".";
        char word[80];
        int begun = snprintf(word, sizeof word, "%s ", list.items[i].name);
        for (bool last = false; !last; begun = 0) {
            const size_t length = strcspn(text, " ");
            last = text[length] == '\0';
            (void)snprintf(word + begun, sizeof word - (size_t)begun, "%.*s%s", (int)length, text,
                           last ? mark : "");
            print_word(word, strlen(word), 0, &column);
            text += length + 1;
        }
    }
    printf("\n");
}
