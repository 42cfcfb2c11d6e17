#include "cli/output_file.h"

#include "common/character.h"
#include "common/file.h"
#include "db/table.h"
#include "db/table_names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_same_file(const struct stat *file, const char *input)
{
    struct stat other;
    const bool known =
        strcmp(input, "-") == 0 ? fstat(STDIN_FILENO, &other) == 0 : stat(input, &other) == 0;
    return known && other.st_dev == file->st_dev && other.st_ino == file->st_ino;
}

static bool holds_table(const char *path)
{
    struct kauri_input *input = NULL;
    uint8_t bytes[KAURI_TABLE_MAGIC_BYTES];
    const bool holds = kauri_input_open(path, &input, NULL) == KAURI_OK &&
                       kauri_input_read_at(input, 0, bytes, sizeof bytes, NULL) == KAURI_OK &&
                       kauri_header_is_table(bytes);
    kauri_input_close(input);
    return holds;
}

static bool is_named_as_table(const char *path)
{
    const char *slash = strrchr(path, '/');
    return kauri_table_name_is(slash == NULL ? path : slash + 1);
}

enum kauri_status kauri_output_file_check(const char *path, bool force, const char *input,
                                          struct kauri_error *error)
{
    struct stat facts;
    if (strcmp(path, "-") == 0) {
        return kauri_fail(error, KAURI_USAGE,
                          "'-' is not standard output here: use /dev/stdout, or ./- for a file of "
                          "that name");
    }
    const bool regular = stat(path, &facts) == 0 && S_ISREG(facts.st_mode);
    char *real = realpath(path, NULL);
    const bool named = is_named_as_table(path) || (real != NULL && is_named_as_table(real));
    free(real);
    if (regular && input != NULL && is_same_file(&facts, input)) {
        return kauri_fail(error, KAURI_USAGE, "%s is the file that is read; name another", path);
    }
    if (regular && holds_table(path)) {
        return kauri_fail(error, KAURI_USAGE, "%s is a table; name another file", path);
    }
    if (named) {
        return kauri_fail(error, KAURI_USAGE, "%s is the name of a table; name another file", path);
    }
    const enum kauri_status status = kauri_output_check(path, kauri_output_file_mode(force), error);
    if (status == KAURI_USAGE) {
        kauri_error_append(error, " (--force replaces it)");
    }
    return status;
}

enum kauri_status kauri_output_file_write(const char *path, bool force, const char *text,
                                          size_t bytes, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_output *output = NULL;
    KAURI_TRY(kauri_output_open(path, kauri_output_file_mode(force), &output, error));
    KAURI_TRY(kauri_output_write(output, text, bytes, error));
    status = kauri_output_commit(output, error);
    output = NULL; // commit frees it in every case
cleanup:
    kauri_output_abandon(output);
    return status;
}

// Returns true for text of two bytes a character, as some editors save it, by its byte order mark.
static bool is_utf16(const char *bytes, size_t size)
{
    return size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0);
}

// The text in UTF-8 up to its first zero, which the caller frees; NULL if memory runs out.
static char *from_utf16(const char *bytes, size_t size)
{
    // Each UTF-16 unit takes at most three bytes; a surrogate pair takes four.
    enum { UTF8_BYTES_MAX = 3 };
    const unsigned char *at = (const unsigned char *)bytes;
    const size_t high = at[0] == 0xff ? 1 : 0;
    char *text = malloc(size / 2 * UTF8_BYTES_MAX + 1);
    size_t n = 0;
    uint32_t lead = 0;
    for (size_t i = 2; text != NULL && i + 1 < size; i += 2) {
        const uint32_t unit = (uint32_t)at[i + high] << 8 | at[i + 1 - high];
        if (unit == 0) {
            break;
        }
        if (unit >= 0xd800 && unit < 0xdc00) {
            lead = unit;
            continue;
        }
        const bool trail = unit >= 0xdc00 && unit < 0xe000;
        const uint32_t pair = 0x10000 + ((lead & 0x3ff) << 10 | (unit & 0x3ff));
        n += kauri_character_encode(!trail ? unit : lead != 0 ? pair : '?', text + n);
        lead = 0;
    }
    if (text != NULL) {
        text[n] = '\0';
    }
    return text;
}

enum kauri_status kauri_text_file_read(const char *path, char **text, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : path;
    char *read = malloc(KAURI_TEXT_BYTES_MAX + 2);
    FILE *file = standard ? stdin : fopen(path, "rb");
    *text = NULL;
    if (file == NULL) {
        KAURI_TRY(kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                   "cannot open %s", name));
    }
    if (read == NULL) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "no memory to read %s", name));
    }
    const size_t size = fread(read, 1, KAURI_TEXT_BYTES_MAX + 1, file);
    read[size] = '\0';
    if (ferror(file)) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot read %s", name);
    } else if (size > KAURI_TEXT_BYTES_MAX) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "%s is longer than %d MiB", name,
                            KAURI_TEXT_BYTES_MAX >> 20);
    } else if (!is_utf16(read, size) && strlen(read) != size) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "%s is not text: it contains zero bytes", name);
    } else {
        // The rest of the buffer is not copied, because it counts as address space.
        *text = is_utf16(read, size) ? from_utf16(read, size) : strdup(read);
        status = *text != NULL ? KAURI_OK
                               : kauri_fail(error, KAURI_RESOURCE, "no memory to read %s", name);
    }
cleanup:
    if (file != NULL && !standard) {
        (void)fclose(file); // read only: nothing can be lost
    }
    free(read);
    return status;
}
