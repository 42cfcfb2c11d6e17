#include "cli/help/help.h"

#include "cli/help/help_json.h"
#include "cli/help/help_text.h"
#include "cli/program.h"

#include <string.h>

static const char prefix[] = "--help=";
enum { PREFIX_BYTES = sizeof prefix - 1 };

bool kauri_help_asked(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
           strncmp(word, prefix, PREFIX_BYTES) == 0;
}

enum kauri_status kauri_help_format_of(const char *word, enum kauri_help_format *format,
                                       struct kauri_error *error)
{
    *format = strcmp(word, "--help=json") == 0 ? KAURI_HELP_JSON : KAURI_HELP_TEXT;
    return strncmp(word, prefix, PREFIX_BYTES) != 0 || *format == KAURI_HELP_JSON ||
                   strcmp(word, "--help=text") == 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE,
                            "--help takes text or json, not '%.80s'; manual pages and completion "
                            "are installed with the program",
                            word + PREFIX_BYTES);
}

void kauri_help_print_command(const struct kauri_usage *usage, enum kauri_help_format format)
{
    if (format == KAURI_HELP_TEXT) {
        kauri_help_text_command(usage);
        return;
    }
    struct kauri_option options[KAURI_OPTIONS_MAX + 1] = {{.name = NULL}};
    struct kauri_command command = *kauri_program_command(usage->name);
    if (usage->option_count > 0) {
        memcpy(options, usage->options, usage->option_count * sizeof options[0]);
    }
    command.options = options;
    command.text = usage->text;
    command.arguments = usage->arguments;
    kauri_help_json_command(&command);
}

void kauri_help_print_program(enum kauri_help_format format)
{
    if (format == KAURI_HELP_TEXT) {
        kauri_help_text_program();
    } else {
        kauri_help_json_program();
    }
}
