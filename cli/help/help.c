#include "cli/help/help.h"

#include "cli/help/help_bash.h"
#include "cli/help/help_fish.h"
#include "cli/help/help_man.h"
#include "cli/help/help_text.h"
#include "cli/help/help_zsh.h"

#include <string.h>

static const char prefix[] = "--help=";
enum { PREFIX_BYTES = sizeof prefix - 1 };

static void no_end(void)
{
}

// The forms, by their number; text is what --help prints without a value.
static const struct {
    const char *name;
    bool parts;
    void (*program)(void);
    void (*command)(const struct kauri_usage *usage);
    void (*end)(void);
} forms[] = {
    [KAURI_HELP_TEXT] = {"text", false, kauri_help_text_program, kauri_help_text_command, no_end},
    [KAURI_HELP_MAN] = {"man", false, kauri_help_man_program, kauri_help_man_command, no_end},
    [KAURI_HELP_BASH] = {"bash", true, kauri_help_bash_begin, kauri_help_bash_command,
                         kauri_help_bash_end},
    [KAURI_HELP_ZSH] = {"zsh", true, kauri_help_zsh_begin, kauri_help_zsh_command,
                        kauri_help_zsh_end},
    [KAURI_HELP_FISH] = {"fish", true, kauri_help_fish_begin, kauri_help_fish_command, no_end},
};

bool kauri_help_asked(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 ||
           strncmp(word, prefix, PREFIX_BYTES) == 0;
}

enum kauri_status kauri_help_format_of(const char *word, enum kauri_help_format *format,
                                       struct kauri_error *error)
{
    *format = KAURI_HELP_TEXT;
    if (strncmp(word, prefix, PREFIX_BYTES) != 0) {
        return KAURI_OK;
    }
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(word + PREFIX_BYTES, forms[i].name) == 0) {
            *format = (enum kauri_help_format)i;
            return KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_USAGE, "--help takes text, man, bash, zsh or fish, not '%.80s'",
                      word + PREFIX_BYTES);
}

void kauri_help_print_command(const struct kauri_usage *usage, enum kauri_help_format format)
{
    forms[format].command(usage);
}

void kauri_help_print_program(enum kauri_help_format format)
{
    forms[format].program();
}

void kauri_help_print_end(enum kauri_help_format format)
{
    forms[format].end();
}

bool kauri_help_has_parts(enum kauri_help_format format)
{
    return forms[format].parts;
}
