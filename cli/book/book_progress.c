#include "cli/book/book_progress.h"

#include "common/digest.h"
#include "common/file.h"
#include "common/output.h"
#include "common/size.h"
#include "common/string_buffer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6 };

static const char first_line[] = "kauri-checked-book 1 ";

static enum kauri_status unreadable(const char *path, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "%s is no list of checked entries", path);
}

// Reads "CHUNK ENTRIES SETTLED LINKED PROVEN STEPS".
static bool read_chunk(char *line, struct kauri_book_progress *progress)
{
    uint64_t numbers[FIELDS];
    for (unsigned i = 0; i < FIELDS; i++) {
        char *space = strchr(line, ' ');
        if ((space == NULL) != (i + 1 == FIELDS)) {
            return false;
        }
        if (space != NULL) {
            *space = '\0';
        }
        if (!kauri_parse_number(line, 0, UINT64_MAX, &numbers[i])) {
            return false;
        }
        line = space != NULL ? space + 1 : line;
    }
    if (numbers[0] >= progress->count) {
        return false;
    }
    progress->chunk[numbers[0]] = (struct kauri_book_chunk){
        .accepted = true, .tally = {numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]}};
    return true;
}

static enum kauri_status read_list(struct kauri_book_progress *progress, const char *path,
                                   char *text, struct kauri_error *error)
{
    uint64_t digest = 0;
    char *end = strchr(text, '\n');
    if (end == NULL || strncmp(text, first_line, sizeof first_line - 1) != 0) {
        return unreadable(path, error);
    }
    *end = '\0';
    if (!kauri_digest_parse(text + sizeof first_line - 1, "", &digest)) {
        return unreadable(path, error);
    }
    if (digest != progress->digest) {
        return kauri_fail(error, KAURI_WRONG, "%s is about the book with the digest %016" PRIx64,
                          path, digest);
    }
    for (char *line = end + 1; *line != '\0'; line = end + 1) {
        end = strchr(line, '\n');
        if (end == NULL) {
            return unreadable(path, error);
        }
        *end = '\0';
        if (!read_chunk(line, progress)) {
            return unreadable(path, error);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_book_progress_begin(struct kauri_book_progress *progress,
                                            const struct kauri_book_info *info, const char *path,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_file_identity identity;
    struct kauri_input *input = NULL;
    char *text = NULL;
    size_t size = 0;
    *progress = (struct kauri_book_progress){
        .digest = info->digest, .count = (info->count + KAURI_BOOK_CHUNK - 1) / KAURI_BOOK_CHUNK};
    progress->chunk = calloc(progress->count + 1, sizeof *progress->chunk);
    if (progress->chunk == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the check of the book");
    }
    if (path != NULL && kauri_file_identify(path, &identity)) {
        KAURI_TRY(kauri_input_open(path, &input, error));
        KAURI_TRY(kauri_input_read_all(input, &text, &size, error));
        KAURI_TRY(read_list(progress, path, text, error));
    }
cleanup:
    free(text);
    kauri_input_close(input);
    return status;
}

enum kauri_status kauri_book_progress_save(const struct kauri_book_progress *progress,
                                           const char *path, struct kauri_error *error)
{
    struct kauri_output *output = NULL;
    struct kauri_string text = {.bytes = NULL};
    kauri_string_add(&text, "%s%016" PRIx64 "\n", first_line, progress->digest);
    for (size_t i = 0; i < progress->count; i++) {
        const struct kauri_book_tally *tally = &progress->chunk[i].tally;
        if (progress->chunk[i].accepted) {
            kauri_string_add(
                &text, "%zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", i,
                tally->entries, tally->settled, tally->linked, tally->proven, tally->steps);
        }
    }
    enum kauri_status status = kauri_output_open(path, KAURI_OUTPUT_REPLACE, &output, error);
    if (status == KAURI_OK) {
        status = kauri_output_write_text(output, &text, error);
    }
    kauri_string_clear(&text);
    return status;
}

void kauri_book_progress_clear(struct kauri_book_progress *progress)
{
    free(progress->chunk);
    *progress = (struct kauri_book_progress){.count = 0};
}
