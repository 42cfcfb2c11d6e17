#include "common/string_buffer.h"

#include "common/character.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool kauri_string_grow(struct kauri_string *string, size_t more)
{
    const size_t needed = string->length + more + 1;
    if (needed <= string->capacity) {
        return true;
    }
    const size_t capacity = needed < 128 ? 128 : 2 * needed;
    char *bytes = realloc(string->bytes, capacity);
    if (bytes == NULL) {
        string->failed = true;
        return false;
    }
    string->bytes = bytes;
    string->capacity = capacity;
    return true;
}

// Formats into the room that is left, and again after making room if that was not enough.
void kauri_string_add(struct kauri_string *string, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const size_t left = string->capacity - string->length;
    const int length = vsnprintf(string->bytes == NULL ? NULL : string->bytes + string->length,
                                 left, format, arguments);
    va_end(arguments);
    if (length < 0 || !kauri_string_grow(string, (size_t)length)) {
        string->failed = true;
        if (string->bytes != NULL) {
            string->bytes[string->length] = '\0';
        }
    } else {
        if ((size_t)length >= left) {
            (void)vsnprintf(string->bytes + string->length, string->capacity - string->length,
                            format, again);
        }
        string->length += (size_t)length;
    }
    va_end(again);
}

void kauri_string_add_number(struct kauri_string *string, int64_t number)
{
    char digits[24];
    char *const end = digits + sizeof digits;
    char *first = end;
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        *--first = '-';
    }
    kauri_string_add_bytes(string, first, (size_t)(end - first));
}

void kauri_string_add_signed(struct kauri_string *string, int64_t number)
{
    if (number > 0) {
        kauri_string_add_bytes(string, "+", 1);
    }
    kauri_string_add_number(string, number);
}

static void add_spaces(struct kauri_string *string, size_t count)
{
    char *to = kauri_string_extend(string, count);
    if (to != NULL) {
        memset(to, ' ', count);
    }
}

void kauri_string_add_left(struct kauri_string *string, const char *text, size_t width)
{
    const size_t length = strlen(text);
    kauri_string_add_bytes(string, text, length);
    if (length < width) {
        add_spaces(string, width - length);
    }
}

void kauri_string_add_right(struct kauri_string *string, const char *text, size_t width)
{
    const size_t length = strlen(text);
    if (length < width) {
        add_spaces(string, width - length);
    }
    kauri_string_add_bytes(string, text, length);
}

void kauri_string_add_foreign(struct kauri_string *string, const char *text)
{
    bool after_blank = true; // a blank comes before this place, or it is the beginning
    while (*text != '\0') {
        const struct kauri_character character = kauri_character_at(text);
        const bool blank = *text == ' ';
        char shown[KAURI_SHOWN_BYTES];
        if (kauri_character_is_hidden(character) || (blank && (after_blank || text[1] == '\0'))) {
            kauri_string_add_text(string, kauri_character_show(character, shown));
        } else {
            kauri_string_add_bytes(string, text, character.bytes);
        }
        after_blank = blank;
        text += character.bytes;
    }
}

void kauri_string_cut(struct kauri_string *string, size_t length)
{
    if (string->bytes != NULL) {
        string->length = length;
        string->bytes[length] = '\0';
    }
}

const char *kauri_string_text(const struct kauri_string *string)
{
    return string->bytes == NULL ? "" : string->bytes;
}

enum kauri_status kauri_string_check(const struct kauri_string *string, struct kauri_error *error)
{
    return string->failed ? kauri_fail(error, KAURI_RESOURCE, "out of memory for a text")
                          : KAURI_OK;
}

void kauri_string_clear(struct kauri_string *string)
{
    free(string->bytes);
    *string = (struct kauri_string){.bytes = NULL};
}

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+=:,@%";
    return word[0] != '\0' && word[strspn(word, plain)] == '\0';
}

bool kauri_next_word(const char **list, char *word, size_t capacity)
{
    const char *begin = *list + strspn(*list, " ");
    const size_t length = strcspn(begin, " ");
    *list = begin + length;
    (void)snprintf(word, capacity, "%.*s", (int)length, begin);
    return length > 0;
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
