#include "cli/book/book_progress.h"

#include "common/file.h"
#include "common/memory.h"
#include "common/output.h"
#include "common/size.h"
#include "common/string_buffer.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6 };

static const char first_line[] = "kauri-checked-book 2\n";

enum { BOOK_LINE_BYTES = 96 };

// The line that names the book. Whether an entry holds depends on the digest of the entries, on the
// number of holes and on the limit of searches, and on nothing else.
static const char *book_line(const struct kauri_book_info *info, char line[BOOK_LINE_BYTES])
{
    (void)snprintf(line, BOOK_LINE_BYTES, "book %016" PRIx64 " holes %u search %" PRIu32 "\n",
                   info->digest, info->holes, info->search);
    return line;
}

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
    if (numbers[0] >= progress->count ||
        numbers[1] != kauri_book_chunk_entries(progress->info, (size_t)numbers[0])) {
        return false;
    }
    progress->chunk[numbers[0]] = (struct kauri_book_chunk){
        .accepted = true, .tally = {numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]}};
    return true;
}

// Reads one list, or several one after the other.
static enum kauri_status read_lists(struct kauri_book_progress *progress, const char *path,
                                    char *text, struct kauri_error *error)
{
    char book[BOOK_LINE_BYTES];
    const size_t first_bytes = sizeof first_line - 1;
    const size_t book_bytes = strlen(book_line(progress->info, book));
    if (strncmp(text, first_line, first_bytes) != 0) {
        return unreadable(path, error);
    }
    while (*text != '\0') {
        if (strncmp(text, first_line, first_bytes) == 0) {
            text += first_bytes;
            if (strncmp(text, book, book_bytes) != 0) {
                return kauri_fail(error, KAURI_WRONG, "%s is about another book", path);
            }
            text += book_bytes;
            continue;
        }
        char *end = strchr(text, '\n');
        if (end == NULL) {
            return unreadable(path, error);
        }
        *end = '\0';
        if (!read_chunk(text, progress)) {
            return unreadable(path, error);
        }
        text = end + 1;
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
        .info = info, .count = (info->count + KAURI_BOOK_CHUNK - 1) / KAURI_BOOK_CHUNK};
    KAURI_PASS(KAURI_NEW(progress->chunk, progress->count + 1, error, "the check of the book"));
    if (path != NULL && kauri_file_identify(path, &identity)) {
        KAURI_TRY(kauri_input_open(path, &input, error));
        KAURI_TRY(kauri_input_read_all(input, &text, &size, error));
        KAURI_TRY(read_lists(progress, path, text, error));
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
    char book[BOOK_LINE_BYTES];
    kauri_string_add(&text, "%s%s", first_line, book_line(progress->info, book));
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
