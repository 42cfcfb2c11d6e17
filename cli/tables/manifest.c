#include "cli/tables/manifest.h"

#include "cli/print_text.h"
#include "cli/tables/layer_summary.h"
#include "common/json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHA256_DIGITS = KAURI_SHA256_TEXT_BYTES - 1, LINE_BYTES = 256 };

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

enum kauri_status kauri_manifest_write(struct kauri_tablebase *tables, struct kauri_string *out,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    kauri_string_add(out,
                     "# Manifest of Kauri endgame tables, for `sha256sum -c` and `kauri verify "
                     "--manifest`.\n");
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        struct kauri_layer_summary layer;
        char sum[KAURI_SHA256_TEXT_BYTES];
        if (!kauri_tablebase_has(tables, seeds)) {
            continue;
        }
        KAURI_TRY(kauri_layer_summary_of(tables, seeds, &layer, error));
        KAURI_TRY(kauri_sha256_file(layer.path, seeds, NULL, sum, error));
        kauri_string_add(out,
                         "# layer %u positions %" PRIu64 " entries %" PRIu64 " digest %016" PRIx64
                         "\n%s  %s\n",
                         seeds, layer.info->positions, layer.info->entries,
                         layer.certificate->digest, sum, file_name(layer.path));
    }
cleanup:
    return status;
}

// One file of a manifest.
struct line {
    char sum[KAURI_SHA256_TEXT_BYTES];
    char name[KAURI_TABLE_NAME_BYTES];
    unsigned seeds;
    bool has_digest; // the comment before it has the digest of its entries
    uint64_t digest;
};

// Reads "<64 digits>  <name>" or "<64 digits> *<name>".
static bool read_file_line(const char *text, struct line *line)
{
    char blank = 0;
    unsigned holes = 0;
    unsigned cowries = 0;
    char canonical[KAURI_TABLE_NAME_BYTES];
    if (strspn(text, "0123456789abcdef") != SHA256_DIGITS || text[SHA256_DIGITS] != ' ') {
        return false;
    }
    blank = text[SHA256_DIGITS + 1];
    const char *name = blank == '\0' ? "" : text + SHA256_DIGITS + 2;
    // At most three digits each: no number overflows. The name that they make must be the same.
    if ((blank != ' ' && blank != '*') ||
        sscanf(name, "kauri-%3ux%3u-%3u.", &holes, &cowries, &line->seeds) != 3 ||
        strcmp(name, kauri_table_name(holes, cowries, line->seeds, canonical)) != 0) {
        return false;
    }
    (void)snprintf(line->sum, sizeof line->sum, "%.*s", (int)SHA256_DIGITS, text);
    memcpy(line->name, canonical, sizeof canonical);
    return true;
}

// A comment before a file may give the digest of its entries.
static void read_comment(const char *text, struct line *line)
{
    const char *found = strstr(text, " digest ");
    line->has_digest = found != NULL && strspn(found + 8, "0123456789abcdef") == 16 &&
                       sscanf(found + 8, "%16" SCNx64, &line->digest) == 1;
}

// Compares a table with its line, and sets the state and the sum of *file. *path is set if the
// table is there and can be opened. Another status than KAURI_OK is the fault of the file, or an
// error.
static enum kauri_status check_line(struct kauri_tablebase *tables, const struct line *line,
                                    const struct kauri_progress *progress,
                                    struct kauri_manifest_file *file, const char **path,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer_summary layer;
    file->state = KAURI_MANIFEST_MISSING;
    if (line->seeds > KAURI_SEEDS_MAX || !kauri_tablebase_has(tables, line->seeds)) {
        return kauri_fail(error, KAURI_MISSING, "%s of the manifest is not there", line->name);
    }
    file->state = KAURI_MANIFEST_DAMAGED;
    KAURI_TRY(kauri_layer_summary_of(tables, line->seeds, &layer, error));
    *path = layer.path;
    if (strcmp(file_name(layer.path), line->name) != 0) {
        file->state = KAURI_MANIFEST_MISSING;
        return kauri_fail(error, KAURI_MISSING, "%s of the manifest is not there, but %s",
                          line->name, layer.path);
    }
    KAURI_TRY(kauri_sha256_file(layer.path, line->seeds, progress, file->sum, error));
    file->state = KAURI_MANIFEST_DIFFERS;
    if (strcmp(file->sum, line->sum) == 0) {
        file->state = KAURI_MANIFEST_SAME;
    } else if (!line->has_digest) {
        status = kauri_fail(error, KAURI_WRONG, "%s is not the file of the manifest", layer.path);
    } else if (line->digest == layer.certificate->digest) {
        file->state = KAURI_MANIFEST_SAME_ENTRIES;
        status = kauri_fail(error, KAURI_WRONG,
                            "%s is not the file of the manifest, but states the same digest of its "
                            "entries (packed again?)",
                            layer.path);
    } else {
        status = kauri_fail(
            error, KAURI_WRONG,
            "%s is not the file of the manifest, and states another digest of its entries",
            layer.path);
    }
cleanup:
    return status;
}

// Makes room for another file.
static enum kauri_status grow(struct kauri_manifest_report *report, struct kauri_error *error)
{
    const size_t count = report->count;
    if ((count & (count - 1)) != 0) {
        return KAURI_OK;
    }
    struct kauri_manifest_file *files =
        realloc(report->files, (count == 0 ? 1 : 2 * count) * sizeof *files);
    if (files == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the files of the manifest");
    }
    report->files = files;
    return KAURI_OK;
}

// Compares the table of a line and adds it to the report. A fault of the file is no error.
static enum kauri_status add_file(struct kauri_tablebase *tables, const struct line *line,
                                  bool quiet, const struct kauri_progress *progress,
                                  struct kauri_manifest_report *report, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = NULL;
    KAURI_TRY(grow(report, error));
    struct kauri_manifest_file *file = &report->files[report->count];
    *file = (struct kauri_manifest_file){.seeds = line->seeds};
    memcpy(file->name, line->name, sizeof file->name);
    status = check_line(tables, line, progress, file, &path, &file->fault);
    if (status != KAURI_OK && status != KAURI_WRONG && status != KAURI_MISSING &&
        status != KAURI_CORRUPT) {
        *error = file->fault;
        return status;
    }
    report->count++;
    report->same += status == KAURI_OK;
    if (status != KAURI_OK) {
        (void)kauri_report_error(&file->fault);
    } else if (!quiet) {
        printf("%s: the file of the manifest\n", path);
    }
    status = KAURI_OK;
cleanup:
    return status;
}

enum kauri_status kauri_manifest_check(struct kauri_tablebase *tables, const char *text,
                                       const char *name, bool quiet,
                                       const struct kauri_progress *progress,
                                       struct kauri_manifest_report *report,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct line line = {.has_digest = false};
    *report = (struct kauri_manifest_report){.count = 0};
    for (unsigned number = 1; *text != '\0'; number++) {
        char copy[LINE_BYTES];
        const size_t length = strcspn(text, "\r\n");
        (void)snprintf(copy, sizeof copy, "%.*s", (int)(length < LINE_BYTES ? length : LINE_BYTES),
                       text);
        text += length + (text[length] == '\r' && text[length + 1] == '\n');
        text += *text == '\0' ? 0 : 1;
        if (length == 0) {
            continue;
        }
        if (copy[0] == '#') {
            read_comment(copy, &line);
            continue;
        }
        if (length >= LINE_BYTES || !read_file_line(copy, &line)) {
            return kauri_fail(error, KAURI_BAD_INPUT,
                              "%s:%u: not a line of a manifest (SHA-256, two blanks, name of a "
                              "table)",
                              name, number);
        }
        KAURI_TRY(add_file(tables, &line, quiet, progress, report, error));
        line.has_digest = false;
    }
    if (report->count == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s: the manifest has no files", name);
    }
    for (size_t i = 0; i < report->count; i++) {
        if (report->files[i].state != KAURI_MANIFEST_SAME) {
            status = kauri_fail(error, report->files[i].fault.status,
                                "%zu of the %zu files of %s are here", report->same, report->count,
                                name);
            break;
        }
    }
cleanup:
    return status;
}

void kauri_manifest_report_clear(struct kauri_manifest_report *report)
{
    free(report->files);
    *report = (struct kauri_manifest_report){.count = 0};
}

void kauri_manifest_json(struct kauri_string *out, const char *folder, const char *manifest,
                         const struct kauri_manifest_report *report,
                         const struct kauri_error *fault)
{
    static const char *const states[] = {[KAURI_MANIFEST_SAME] = "same",
                                         [KAURI_MANIFEST_SAME_ENTRIES] = "same_entries",
                                         [KAURI_MANIFEST_DIFFERS] = "differs",
                                         [KAURI_MANIFEST_MISSING] = "missing",
                                         [KAURI_MANIFEST_DAMAGED] = "damaged"};
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "tables", folder);
    kauri_json_add_foreign(&json, "manifest", manifest);
    kauri_json_add_bool(&json, "same", fault == NULL);
    kauri_json_begin_array(&json, "files");
    for (size_t i = 0; i < report->count; i++) {
        const struct kauri_manifest_file *file = &report->files[i];
        const bool same = file->state == KAURI_MANIFEST_SAME;
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_text(&json, "file", file->name);
        kauri_json_add_uint(&json, "seeds", file->seeds);
        kauri_json_add_text(&json, "state", states[file->state]);
        kauri_json_add_text(&json, "sha256", file->sum[0] == '\0' ? NULL : file->sum);
        kauri_json_add_foreign(&json, "fault", same ? NULL : file->fault.message);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_add_foreign(&json, "fault", fault == NULL ? NULL : fault->message);
    kauri_json_end(&json);
}
