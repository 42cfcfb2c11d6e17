#include "common/shell_word.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+=:,@%";
    return word[0] != '\0' && word[strspn(word, plain)] == '\0';
}

const char *kauri_shell_word(const char *word, char quoted[KAURI_SHELL_WORD_BYTES])
{
    // A quote inside quotes: close them, write an escaped quote, open them again.
    static const char inner[] = "'\\''";
    size_t n = 0;
    if (is_plain(word)) {
        (void)snprintf(quoted, KAURI_SHELL_WORD_BYTES, "%s", word);
        return quoted;
    }
    quoted[n++] = '\'';
    for (; *word != '\0' && n + sizeof inner < KAURI_SHELL_WORD_BYTES - 1; word++) {
        if (*word == '\'') {
            memcpy(quoted + n, inner, sizeof inner - 1);
            n += sizeof inner - 1;
        } else {
            quoted[n++] = *word;
        }
    }
    quoted[n++] = '\'';
    quoted[n] = '\0';
    return quoted;
}
