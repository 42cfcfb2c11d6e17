#include "cli/play/play_record.h"

#include "cli/output_file.h"
#include "records/record.h"
#include "records/record_write.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Writes the record as kauri_record_format does, into a new file or, with `force`, over one that is
// there (cli/output_file.h). The file is whole or as it was before. KAURI_USAGE, KAURI_RESOURCE,
// and KAURI_BAD_INPUT as kauri_record_format.
static enum kauri_status kauri_record_file_write(const char *path, bool force,
                                                 const struct kauri_record *record,
                                                 struct kauri_error *error)
{
    char *text = NULL;
    enum kauri_status status = kauri_record_format(record, &text, error);
    if (status == KAURI_OK) {
        status = kauri_output_file_write(path, force, text, strlen(text), error);
    }
    free(text);
    return status;
}

// "November 5, 2008", as the published records have it.
static void set_date(struct kauri_record *record)
{
    const time_t now = time(NULL);
    struct tm day;
    char month[64];
    char date[KAURI_RECORD_NAME_BYTES];
    if (now == (time_t)-1 || localtime_r(&now, &day) == NULL ||
        strftime(month, sizeof month, "%B", &day) == 0) {
        return; // a record needs no date
    }
    (void)snprintf(date, sizeof date, "%s %d, %d", month, day.tm_mday, day.tm_year + 1900);
    kauri_record_copy(record->date, sizeof record->date, date, strlen(date));
}

// The caller clears the record in every case.
static enum kauri_status make(const struct kauri_dialogue *dialogue, struct kauri_record *record,
                              struct kauri_error *error)
{
    kauri_record_init(record);
    record->number = 1;
    for (unsigned side = 0; side < 2; side++) {
        const char *name = dialogue->person[side] ? "Person" : "kauri";
        if (dialogue->person[0] != dialogue->person[1]) {
            kauri_record_copy(record->player[side], KAURI_RECORD_NAME_BYTES, name, strlen(name));
        }
    }
    set_date(record);
    return kauri_game_record(dialogue->game, record, error);
}

enum kauri_status kauri_play_record_print(const struct kauri_dialogue *dialogue,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record record;
    char *text = NULL;
    KAURI_TRY(make(dialogue, &record, error));
    KAURI_TRY(kauri_record_format(&record, &text, error));
    printf("%s", text);
cleanup:
    free(text);
    kauri_record_clear(&record);
    return status;
}

static bool is_saved_in(const struct kauri_dialogue *dialogue, const char *path)
{
    return dialogue->saved_path != NULL && strcmp(dialogue->saved_path, path) == 0;
}

static bool may_replace(const struct kauri_dialogue *dialogue, const char *path)
{
    return dialogue->force || is_saved_in(dialogue, path);
}

// Replaces an existing file only if the person allowed it or the file holds this game already.
static enum kauri_status write_into(const struct kauri_dialogue *dialogue, const char *path,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record record;
    KAURI_TRY(make(dialogue, &record, error));
    KAURI_TRY(kauri_record_file_write(path, may_replace(dialogue, path), &record, error));
cleanup:
    kauri_record_clear(&record);
    return status;
}

enum kauri_status kauri_play_record_save(struct kauri_dialogue *dialogue, const char *path,
                                         struct kauri_error *error)
{
    enum kauri_status status =
        kauri_output_file_check(path, may_replace(dialogue, path), NULL, error);
    if (status == KAURI_OK) {
        status = write_into(dialogue, path, error);
    }
    if (status == KAURI_OK && !is_saved_in(dialogue, path)) {
        free(dialogue->saved_path);
        dialogue->saved_path = strdup(path); // if memory runs out, a second save is refused
    }
    return status;
}

enum kauri_status kauri_play_record_finish(const struct kauri_dialogue *dialogue,
                                           struct kauri_error *error)
{
    return write_into(dialogue, dialogue->record_path, error);
}
