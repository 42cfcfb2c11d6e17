#include "cli/help/help_man.h"

#include "cli/program.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define PAGES_DATE "2026-11-23" // of the last change of the pages

// Prints `length` bytes of text so that roff takes none of them for its own.
static void print_escaped(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '\\':
            printf("\\e");
            break;
        case '-': // a minus sign, as it is typed
            printf("\\-");
            break;
        case '\'':
            printf("\\(aq");
            break;
        case '"':
            printf("\\(dq");
            break;
        case '`':
            printf("\\(ga");
            break;
        case '^':
            printf("\\(ha");
            break;
        case '~':
            printf("\\(ti");
            break;
        case '.': // at the beginning of a line it would be a request
            printf("%s.", i == 0 ? "\\&" : "");
            break;
        default:
            putchar(text[i]);
        }
    }
}

static void print_plain(const char *text)
{
    print_escaped(text, strlen(text));
}

// Whether the word (`length` bytes) names a value of an option or an argument of the command.
static bool is_value(const struct kauri_usage *usage, const char *word, size_t length)
{
    if (usage == NULL || length < 2) {
        return false; // "N" and "T" also occur in other meanings
    }
    for (size_t i = 0; i < usage->option_count; i++) {
        const char *argument = usage->options[i].argument;
        if (argument != NULL && strlen(argument) == length && memcmp(argument, word, length) == 0) {
            return true;
        }
    }
    // The arguments are one name, perhaps in brackets and with dots.
    const char *name = usage->arguments + strspn(usage->arguments, "[");
    return strcspn(name, ".]") == length && memcmp(name, word, length) == 0;
}

// Prints a word of running text: options are bold, and so are commands between backquotes;
// *quoted tells whether the word is between backquotes. Values are italic.
static void print_word(const struct kauri_usage *usage, const char *word, size_t length,
                       bool *quoted)
{
    if (length > 0 && word[0] == '`') {
        *quoted = true;
        word++;
        length--;
    }
    size_t core = length;
    bool ends = false;
    while (core > 0 && strchr(".,;:)`", word[core - 1]) != NULL) {
        core--;
        ends = ends || word[core] == '`';
    }
    const size_t bracket = core > 0 && word[0] == '(' ? 1 : 0;
    printf("%.*s", (int)bracket, word);
    const char *begin = word + bracket;
    const size_t bytes = core - bracket;
    const bool bold = *quoted || (bytes > 2 && strncmp(begin, "--", 2) == 0);
    const bool italic = !bold && is_value(usage, begin, bytes);
    printf("%s", bold ? "\\fB" : italic ? "\\%\\fI" : "");
    print_escaped(begin, bytes);
    printf("%s", bold || italic ? "\\fR" : "");
    for (size_t i = core; i < length; i++) {
        if (word[i] != '`') {
            putchar(word[i]);
        }
    }
    *quoted = *quoted && !ends;
}

// Prints words of running text as lines of the source that are not too long.
static void print_words(const struct kauri_usage *usage, const char *text, size_t length,
                        bool *quoted)
{
    size_t column = 0;
    for (size_t i = 0; i < length;) {
        const size_t word = strcspn(text + i, " \n");
        if (column > 0) {
            putchar(column + word > 60 ? '\n' : ' ');
            column = column + word > 60 ? 0 : column;
        }
        print_word(usage, text + i, word, quoted);
        column += word + 1;
        i += word;
        i += strspn(text + i, " ");
    }
    printf("\n");
}

// Prints a line that begins with a space: an item of a list if spaces divide it into a name and its
// meaning, otherwise as it is.
static void print_indented(const struct kauri_usage *usage, const char *line, size_t length)
{
    const size_t indent = strspn(line, " ");
    const char *const gap = strstr(line + indent, "  ");
    if (gap == NULL || gap >= line + length) {
        printf(".EX\n");
        print_escaped(line + indent, length - indent);
        printf("\n.EE\n");
        return;
    }
    const size_t meaning = (size_t)(gap - line) + strspn(gap, " ");
    bool quoted = false;
    printf(".TP 9\n\\fB");
    print_escaped(line + indent, (size_t)(gap - line) - indent);
    printf("\\fR\n");
    print_words(usage, line + meaning, length - meaning, &quoted);
}

// Prints text of the form of kauri_usage.text: filled paragraphs, and lines that begin with a
// space.
static void print_text(const struct kauri_usage *usage, const char *text)
{
    bool quoted = false;
    bool inside = false; // lines that begin with a space
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const bool indented = *text == ' ';
        if (indented != inside) {
            printf(indented ? ".PP\n.RS 4\n.PD 0\n" : ".PD\n.RE\n");
            // Text after these lines begins at the margin again.
            printf("%s", !indented && length > 0 ? ".PP\n" : "");
            inside = indented;
        }
        if (length == 0) {
            printf("%s", text[1] == ' ' || text[1] == '\0' ? "" : ".PP\n");
        } else if (indented) {
            print_indented(usage, text, length);
        } else {
            print_words(usage, text, length, &quoted);
        }
        text += length;
        text += *text == '\n' ? 1 : 0;
    }
    printf("%s", inside ? ".PD\n.RE\n" : "");
}

// Prints a phrase as a sentence: with a capital letter and a full stop. A phrase that begins with
// one of the words `choices` (NULL: none) keeps it as it is typed.
static void print_sentence(const struct kauri_usage *usage, const char *phrase, const char *choices)
{
    char text[400];
    const size_t length = strlen(phrase);
    (void)snprintf(text, sizeof text, "%s%s", phrase,
                   length > 0 && phrase[length - 1] == '.' ? "" : ".");
    const size_t first = strcspn(phrase, " ,");
    if (choices == NULL || strncmp(phrase, choices, first) != 0) {
        text[0] = (char)toupper((unsigned char)text[0]);
    }
    print_text(usage, text);
}

static void print_header(const char *command, const char *summary)
{
    printf(".\\\" Made by `%s%s%s --help=man`.\n.TH ", kauri_program.name,
           command == NULL ? "" : " ", command == NULL ? "" : command);
    for (const char *c = kauri_program.name; *c != '\0'; c++) {
        putchar(toupper((unsigned char)*c));
    }
    for (const char *c = command == NULL ? "" : command; *c != '\0'; c++) {
        printf("%s", c == command ? "\\-" : "");
        const char upper = (char)toupper((unsigned char)*c);
        print_escaped(&upper, 1);
    }
    printf(" 1 \"%s\" \"%s %s\" \"%s\"\n", PAGES_DATE, kauri_program.name, KAURI_VERSION,
           kauri_program.title);
    // Neither stretched lines nor divided words, and one space between sentences.
    printf(".ad l\n.nr HY 0\n.ss 12 0\n.SH NAME\n%s", kauri_program.name);
    if (command != NULL) {
        printf("\\-");
        print_plain(command);
    }
    printf(" \\- ");
    print_plain(summary);
    printf("\n");
}

static void print_option_name(const struct kauri_option *option)
{
    printf("\\fB\\-\\-");
    print_plain(option->name);
    printf("\\fR");
    if (option->argument != NULL) {
        printf("\\~\\fI");
        print_plain(option->argument);
        printf("\\fR");
    }
}

static void print_synopsis(const struct kauri_usage *usage)
{
    printf(".SH SYNOPSIS\n.SY \"%s ", kauri_program.name);
    print_plain(usage->name);
    printf("\"\n");
    for (size_t i = 0; i < usage->option_count; i++) {
        printf("%s", usage->options[i].required ? "" : "[");
        print_option_name(&usage->options[i]);
        printf("%s\n", usage->options[i].required ? "" : "]");
    }
    if (usage->arguments[0] != '\0') {
        const size_t open = usage->arguments[0] == '[' ? 1 : 0;
        const size_t name = strcspn(usage->arguments + open, ".]");
        printf("%.*s\\fI%.*s\\fR%s\n", (int)open, usage->arguments, (int)name,
               usage->arguments + open, usage->arguments + open + name);
    }
    printf(".YS\n");
}

static void print_options(const struct kauri_usage *usage)
{
    printf(".SH OPTIONS\n");
    for (size_t i = 0; i < usage->option_count; i++) {
        printf(".TP\n");
        print_option_name(&usage->options[i]);
        printf("\n");
        print_sentence(usage, usage->options[i].help, usage->options[i].choices);
    }
    printf(".TP\n\\fB\\-\\-help\\fR\nDescribe the command.\n"
           ".TP\n\\fB\\-\\-help=man\\fR\nPrint this page as roff.\n");
}

// The items that matter for the command; all if it is NULL.
static void print_items(const char *heading, struct kauri_help_list list, const char *command,
                        bool sentences)
{
    bool begun = false;
    for (size_t i = 0; i < list.count; i++) {
        if (command != NULL && !kauri_help_item_is_for(&list.items[i], command)) {
            continue;
        }
        printf("%s%s%s.TP\n.B ", begun ? "" : ".SH ", begun ? "" : heading, begun ? "" : "\n");
        begun = true;
        print_plain(list.items[i].name);
        printf("\n");
        if (sentences) {
            print_text(NULL, list.items[i].text);
        } else {
            print_sentence(NULL, list.items[i].text, NULL);
        }
    }
}

static void print_example(const struct kauri_help_example *example, bool first_of_all)
{
    // The phrase becomes a heading: "Check proofs:".
    const char first = (char)toupper((unsigned char)example->purpose[0]);
    printf("%s", first_of_all ? "" : ".PP\n");
    print_escaped(&first, 1);
    print_plain(example->purpose + 1);
    printf(":\n.PP\n.RS 4\n.EX\n");
    for (const char *line = example->command; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        printf("%s", line == example->command ? "" : "    ");
        print_escaped(line, length);
        printf("\n");
        line += length;
        line += *line == '\n' ? 1 : 0;
    }
    printf(".EE\n.RE\n");
}

static void print_see_also(const struct kauri_command *command)
{
    printf(".SH SEE ALSO\n\\fB%s\\fR(1)", kauri_program.name);
    char word[40];
    for (const char *list = command->related; kauri_help_next_word(&list, word, sizeof word);) {
        printf(",\n\\fB%s\\-", kauri_program.name);
        print_plain(word);
        printf("\\fR(1)");
    }
    printf("\n.PP\nMore in");
    bool begun = false;
    for (const char *list = command->documents; kauri_help_next_word(&list, word, sizeof word);) {
        const bool last = strspn(list, " ") == strlen(list);
        printf("%s docs/", !begun ? "" : last ? " and" : ",");
        print_plain(word);
        begun = true;
    }
    printf(",\nwhich the packages install in /usr/share/doc/kauri.\n");
}

void kauri_help_man_command(const struct kauri_usage *usage)
{
    const struct kauri_command *command = kauri_program_command(usage->name);
    if (command == NULL) {
        return;
    }
    print_header(usage->name, command->summary);
    print_synopsis(usage);
    printf(".SH DESCRIPTION\n");
    print_text(usage, usage->text);
    print_options(usage);
    print_items("EXIT STATUS", kauri_program.exit_statuses, usage->name, false);
    print_items("ENVIRONMENT", kauri_program.environment, usage->name, true);
    print_items("FILES", kauri_program.files, usage->name, true);
    printf(".SH EXAMPLES\n");
    for (size_t i = 0; i < KAURI_HELP_EXAMPLES_MAX && command->examples[i].purpose != NULL; i++) {
        print_example(&command->examples[i], i == 0);
    }
    print_see_also(command);
}

void kauri_help_man_program(void)
{
    const char *name = kauri_program.name;
    print_header(NULL, kauri_program.purpose);
    printf(".SH SYNOPSIS\n.SY %s\n\\fICOMMAND\\fR\n[\\fIOPTIONS\\fR]\n[\\fIARGUMENTS\\fR]\n"
           ".YS\n.SY %s\n.B \\-\\-version\n.YS\n"
           ".SY %s\n.B \\-\\-help\n.YS\n.SY %s\n\\fB\\-\\-help=\\fIFORMAT\\fR\n.YS\n"
           ".SH DESCRIPTION\n",
           name, name, name, name);
    print_text(NULL, kauri_program.description);
    printf(".SH COMMANDS\n");
    for (size_t i = 0; kauri_program.commands[i] != NULL; i++) {
        const struct kauri_command *command = kauri_program.commands[i];
        if (kauri_program_begins_group(i)) {
            printf(".SS ");
            print_plain(command->group);
            printf("\n");
        }
        printf(".TP\n\\fB%s\\-", name);
        print_plain(command->name);
        printf("\\fR(1)\n");
        print_sentence(NULL, command->summary, NULL);
    }
    printf(".SH OPTIONS\n.TP\n\\fB\\-\\-help\\fR, \\fB\\-h\\fR\n");
    print_sentence(NULL, "list the commands; after a command, describe it", NULL);
    printf(".TP\n\\fB\\-\\-help=\\fIFORMAT\\fR\n");
    print_sentence(NULL,
                   "print this page as roff (man), or the completion of commands and options "
                   "for a shell (bash, zsh or fish)",
                   NULL);
    printf(".TP\n.B \\-\\-version\n");
    print_sentence(NULL, "print the version", NULL);
    print_items("EXIT STATUS", kauri_program.exit_statuses, NULL, false);
    print_items("ENVIRONMENT", kauri_program.environment, NULL, true);
    print_items("FILES", kauri_program.files, NULL, true);
    printf(".SH EXAMPLES\n");
    for (size_t i = 0; i < KAURI_PROGRAM_EXAMPLES && kauri_program.shown[i] != NULL; i++) {
        print_example(&kauri_program_command(kauri_program.shown[i])->examples[0], i == 0);
    }
    printf(".SH SEE ALSO\nThe README and the documents that it names,\n"
           "which the packages install in /usr/share/doc/kauri.\n");
}
