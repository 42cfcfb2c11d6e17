// scripts/reader/read-table, written from docs/reference/FORMAT.md alone, against tables written by
// db/ in which every position is an entry: header, certificate, values and positions must agree,
// and it must refuse what db/ refuses. test_read_derived.c is about tables without entries for
// derived positions.
#include "tests/db/forge.h"
#include "tests/db/read_script.h"
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "indexer/convention.h"
#include "indexer/layer.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOLES = 2, COWRIES = 3, SEEDS = 2 };

struct read_scene {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    struct kauri_layer layer;
    struct kauri_table_info info;
    struct kauri_certificate certificate;
};

static int set_up(void **state)
{
    struct kauri_error error;
    struct read_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    forge_path(scene->path, scene->folder, "table");
    const struct kauri_shape shape = {HOLES, COWRIES};
    assert_int_equal(kauri_layer_init(&scene->layer, shape, SEEDS, &error), KAURI_OK);
    scene->info = forge_info(SEEDS, scene->layer.positions, 64, 12);
    scene->info.holes = HOLES;
    scene->info.cowries = COWRIES;
    scene->info.digest_entries = 65520; // whole blocks of 20 positions
    memcpy(scene->info.rules, KAURI_RULES_IDENTITY, sizeof KAURI_RULES_IDENTITY);
    assert_int_equal(forge_write(scene->path, &scene->info, 2, 1000, &scene->certificate, &error),
                     KAURI_OK);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct read_scene *scene = *state;
    temporary_remove(scene->folder);
    free(scene->certificate.counts);
    free(scene);
    return 0;
}

static void assert_said(const struct read_script_outcome *outcome, const char *words)
{
    if (strstr(outcome->text, words) == NULL) {
        fail_msg("\"%s\" is not in:\n%s", words, outcome->text);
    }
}

TEST_WITH(header_and_certificate_agree, set_up, tear_down)
{
    const struct read_scene *scene = *state;
    char line[200];
    const struct read_script_outcome outcome = read_script(scene->path, "--check");
    assert_int_equal(outcome.status, 0);
    assert_said(&outcome, "version       2\n");
    assert_said(&outcome, "shape         2 holes in a row, 3 cowries\nseeds         2\n");
    assert_said(&outcome, "rules         " KAURI_RULES_IDENTITY "\nprogram       tests of kauri\n");
    (void)snprintf(line, sizeof line, "positions     %" PRIu64 "\nentries       %" PRIu64 "\n",
                   scene->info.positions, scene->info.entries);
    assert_said(&outcome, line);
    (void)snprintf(line, sizeof line,
                   "column        dtc: width 2, bias 0, maximum %d, %" PRIu64
                   " pages of 64 entries\ndigest        %016" PRIx64 "\n",
                   scene->certificate.maximum[1], (scene->info.positions + 63) / 64,
                   scene->certificate.digest);
    assert_said(&outcome, line);
    for (uint32_t i = 0; i < scene->certificate.count_count; i++) {
        (void)snprintf(line, sizeof line, "count         r = %d: %" PRIu64 "\n",
                       scene->certificate.counts[i].value, scene->certificate.counts[i].count);
        assert_said(&outcome, line);
    }
    assert_said(&outcome, "the certificate matches the entries");
    free(outcome.text);
}

TEST_WITH(entries_and_positions_agree, set_up, tear_down)
{
    const struct read_scene *scene = *state;
    char text[KAURI_POSITION_TEXT_BYTES];
    char line[KAURI_POSITION_TEXT_BYTES + 100];
    const struct read_script_outcome outcome =
        read_script(scene->path, "--entries all --positions");
    assert_int_equal(outcome.status, 0);
    const char *at = outcome.text;
    for (uint64_t entry = 0; entry < scene->info.positions; entry++) {
        struct kauri_view view;
        kauri_unindex(&scene->layer, entry, &view);
        const struct kauri_position position = kauri_view_position(&view, HOLES);
        (void)snprintf(line, sizeof line, "index %" PRIu64 "  %s  r=%d  dtc=%d\n", entry,
                       kauri_position_format(&position, text),
                       scene->info.columns[0].bias + forge_number(&scene->info, 0, entry),
                       scene->info.columns[1].bias + forge_number(&scene->info, 1, entry));
        assert_memory_equal(at, line, strlen(line));
        at += strlen(line);
    }
    assert_int_equal(*at, '\0');
    free(outcome.text);
}

TEST_WITH(single_entries_are_found, set_up, tear_down)
{
    const struct read_scene *scene = *state;
    char line[100];
    const struct read_script_outcome outcome =
        read_script(scene->path, "--entries 63-64 --entries 5");
    assert_int_equal(outcome.status, 0);
    const char *at = outcome.text;
    static const uint64_t entries[] = {63, 64, 5};
    for (size_t i = 0; i < 3; i++) {
        (void)snprintf(line, sizeof line, "index %" PRIu64 "  r=%d  dtc=%d\n", entries[i],
                       scene->info.columns[0].bias + forge_number(&scene->info, 0, entries[i]),
                       scene->info.columns[1].bias + forge_number(&scene->info, 1, entries[i]));
        assert_memory_equal(at, line, strlen(line));
        at += strlen(line);
    }
    free(outcome.text);
    char beyond[40];
    (void)snprintf(beyond, sizeof beyond, "--entries %" PRIu64, scene->info.positions);
    assert_script_says(scene->path, beyond, 2, "the layer has indices 0 to 199");
    assert_script_says(scene->path, "--entries x", 2, "x is neither");
}

TEST_WITH(damage_is_refused, set_up, tear_down)
{
    const struct read_scene *scene = *state;
    size_t size = 0;
    uint8_t *bytes = forge_load(scene->path, &size);
    const size_t certificate = (size_t)kauri_load_u64(bytes + 48);
    const size_t directory = (size_t)kauri_load_u64(bytes + 200 + 40); // directory of column 0
    // Trailer of group 0 of this column.
    const size_t trailer =
        (size_t)(kauri_load_u64(bytes + directory) + kauri_load_u64(bytes + directory + 8));
    const struct {
        size_t at;
        const char *words;
    } flips[] = {
        {0, "not a Kauri table"},
        {8, "made by a newer kauri: it has format version 3,"},
        {40, "the header's checksum"},
        {511, "the header's checksum"},
        {directory + 8, "a directory's checksum"},
        {certificate - 1, "a directory's checksum"},
        {certificate + 40, "the certificate's checksum"},
        {size - 1, "the certificate's checksum"},
        {512, "page 0 of r is damaged: not a zstd frame"},
        {trailer, "page 0 of r is damaged: the checksum of the trailer"},
        {directory - 1, "of dtc is damaged: the checksum of the trailer"},
    };
    for (size_t i = 0; i < sizeof flips / sizeof flips[0]; i++) {
        bytes[flips[i].at] ^= 1;
        forge_save(scene->path, bytes, size);
        bytes[flips[i].at] ^= 1;
        assert_script_says(scene->path, "--check", 5, flips[i].words);
    }
    const size_t prefixes[] = {0, 511, 512, size - 1};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        forge_save(scene->path, bytes, prefixes[i]);
        assert_script_says(scene->path, "", 5, "truncated");
    }
    kauri_store_u32(bytes + 8, 4711);
    forge_save(scene->path, bytes, size);
    assert_script_says(scene->path, "", 5, "made by a newer kauri: it has format version 4711,");
    kauri_store_u32(bytes + 8, 1);
    forge_save(scene->path, bytes, size);
    assert_script_says(scene->path, "", 5, "format version 1; this program reads version 2 only");
    free(bytes);
}

// The certificate of a table whose entries say otherwise, everything sealed.
TEST_WITH(a_wrong_certificate_is_found_by_counting, set_up, tear_down)
{
    const struct read_scene *scene = *state;
    size_t size = 0;
    uint8_t *bytes = forge_load(scene->path, &size);
    uint8_t *counts = bytes + kauri_load_u64(bytes + 48) + 80;
    for (unsigned at = 8; at <= 16; at += 8) { // over the positions, and over the entries
        kauri_store_u64(counts + at, kauri_load_u64(counts + at) + 1);
        kauri_store_u64(counts + 24 + at, kauri_load_u64(counts + 24 + at) - 1);
    }
    forge_seal_certificate(bytes);
    forge_save(scene->path, bytes, size);
    assert_script_says(scene->path, "", 0, NULL);
    assert_script_says(scene->path, "--check", 1, "does not match");
    free(bytes);
}

int main(void)
{
    if (!read_script_runs()) {
        return READ_SCRIPT_SKIPPED;
    }
    return tests_run();
}
