#include "cli/games/plot_file.h"

#include "cli/games/plot.h"

#include <stdio.h>
#include <stdlib.h>

struct kauri_plot_file {
    enum kauri_language language;
    FILE *drawings;
    double height;
};

enum kauri_status kauri_plot_file_new(enum kauri_language language, struct kauri_plot_file **file,
                                      struct kauri_error *error)
{
    *file = calloc(1, sizeof **file);
    if (*file == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a drawing");
    }
    (*file)->language = language;
    (*file)->drawings = tmpfile();
    if ((*file)->drawings == NULL) {
        kauri_plot_file_free(*file);
        *file = NULL;
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make a temporary file");
    }
    return KAURI_OK;
}

void kauri_plot_file_free(struct kauri_plot_file *file)
{
    if (file != NULL) {
        if (file->drawings != NULL) {
            (void)fclose(file->drawings); // which also deletes it
        }
        free(file);
    }
}

enum kauri_status kauri_plot_file_add(struct kauri_plot_file *file,
                                      const struct kauri_annotated_view *view,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string svg = {.bytes = NULL};
    file->height += kauri_plot_game(&svg, view, file->language, file->height);
    KAURI_TRY(kauri_string_check(&svg, error));
    if (fwrite(kauri_string_text(&svg), 1, svg.length, file->drawings) != svg.length) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write a temporary file");
    }
cleanup:
    kauri_string_clear(&svg);
    return status;
}

static enum kauri_status write_string(struct kauri_output *output, const struct kauri_string *text,
                                      struct kauri_error *error)
{
    const enum kauri_status status = kauri_string_check(text, error);
    return status == KAURI_OK
               ? kauri_output_write(output, kauri_string_text(text), text->length, error)
               : status;
}

static enum kauri_status copy_drawings(FILE *drawings, struct kauri_output *output,
                                       struct kauri_error *error)
{
    char bytes[16384];
    size_t got = 0;
    if (fseek(drawings, 0, SEEK_SET) != 0) { // writes buffered data
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write a temporary file");
    }
    while ((got = fread(bytes, 1, sizeof bytes, drawings)) > 0) {
        const enum kauri_status status = kauri_output_write(output, bytes, got, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    return ferror(drawings)
               ? kauri_fail_errno(error, KAURI_RESOURCE, "cannot read a temporary file")
               : KAURI_OK;
}

enum kauri_status kauri_plot_file_write(struct kauri_plot_file *file, const char *path,
                                        enum kauri_output_mode mode, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string head = {.bytes = NULL};
    struct kauri_string tail = {.bytes = NULL};
    struct kauri_output *output = NULL;
    kauri_plot_begin(&head, file->height);
    kauri_plot_end(&tail);
    KAURI_TRY(kauri_output_open(path, mode, &output, error));
    KAURI_TRY(write_string(output, &head, error));
    KAURI_TRY(copy_drawings(file->drawings, output, error));
    KAURI_TRY(write_string(output, &tail, error));
    status = kauri_output_commit(output, error);
    output = NULL; // freed by commit, also when it failed
cleanup:
    kauri_output_abandon(output);
    kauri_string_clear(&head);
    kauri_string_clear(&tail);
    return status;
}
