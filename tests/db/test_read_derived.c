// scripts/reader/read-table on tables that hold the entries of stored blocks only: the values of
// all positions against the oracle, with which it shares nothing but the rules.
#include "tests/db/forge.h"
#include "tests/db/read_script.h"
#include "tests/test.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/writer.h"
#include "indexer/convention.h"
#include "indexer/layer.h"
#include "indexer/stored_blocks.h"
#include "rules/notation.h"
#include "tests/solver/oracle.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOLES = 2, COWRIES = 4, LAYERS = 5, FULL = 1, WITH_DICTIONARY = 3, VALUES = 64 };
enum { FULL_BLOCK = 35, DIGEST_ENTRIES = 65520 }; // cowrie configurations; whole blocks

// A folder with layers 0 to 5 of the 2x2 board with four cowries, made once for all tests. Layer 1
// has an entry for every position; the others have those of stored blocks.
struct folder_scene {
    char folder[FORGE_PATH_BYTES];
    struct oracle *oracle;
    uint8_t *dictionary;
    size_t dictionary_bytes;
};

static void path_of(char path[FORGE_PATH_BYTES], const char *folder, unsigned seeds)
{
    assert_true(snprintf(path, FORGE_PATH_BYTES, "%s/kauri-2x4-%02u.kauri", folder, seeds) <
                FORGE_PATH_BYTES);
}

static struct kauri_layer layer_of(unsigned seeds)
{
    const struct kauri_shape shape = {HOLES, COWRIES};
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
    assert_int_equal(layer.cowrie_count, FULL_BLOCK);
    return layer;
}

static struct kauri_position position_at(const struct kauri_layer *layer, uint64_t index)
{
    struct kauri_view view;
    kauri_unindex(layer, index, &view);
    return kauri_view_position(&view, HOLES);
}

// The line of a position as the reader prints it.
static void line_of(const struct folder_scene *scene, const struct kauri_layer *layer,
                    uint64_t index, char *line, size_t line_bytes)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    const struct kauri_position position = position_at(layer, index);
    const struct oracle_value value = oracle_get(scene->oracle, &position);
    (void)snprintf(line, line_bytes, "index %" PRIu64 "  %s  r=%d  dtc=%d\n", index,
                   kauri_position_format(&position, text), value.r, value.dtc);
}

// A dictionary that the program zstd trains with numbers of its own.
static void train(struct folder_scene *scene)
{
    char numbers[FORGE_PATH_BYTES];
    char made[FORGE_PATH_BYTES];
    char command[1000];
    const struct kauri_table_info info = forge_info(0, 20000, 64, 1);
    uint8_t *bytes = forge_column(&info, 0, 0, info.positions);
    forge_save(forge_path(numbers, scene->folder, "numbers"), bytes, info.positions);
    free(bytes);
    assert_true(snprintf(command, sizeof command,
                         "zstd --train -q -f -B64 --maxdict=1024 '%s' -o '%s' >/dev/null 2>&1",
                         numbers,
                         forge_path(made, scene->folder, "dictionary")) < (int)sizeof command);
    if (system(command) == 0) { // NOLINT(cert-env33-c)
        scene->dictionary = forge_load(made, &scene->dictionary_bytes);
    }
}

// Writes a layer with the oracle's values through db/: r and dtc, or r alone. The widths, pages and
// groups of the columns differ from each other and from layer to layer.
static void write_columns(const struct folder_scene *scene, unsigned seeds, bool distances)
{
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    const struct kauri_layer layer = layer_of(seeds);
    struct kauri_table_info info = {KAURI_CONVENTION_TABLE(&layer)};
    info.derivation = seeds == FULL ? KAURI_DERIVATION_NONE : KAURI_DERIVATION_STORED;
    info.digest_entries = DIGEST_ENTRIES;
    memcpy(info.program, "tests of kauri", sizeof "tests of kauri");
    for (unsigned c = 0; c < 2; c++) {
        info.columns[c].width = c == 1 && seeds == 2 ? 2 : 1;
        info.columns[c].codec = KAURI_CODEC_ZSTD;
        info.columns[c].page_entries = 30 + 20 * c + 7 * seeds;
        info.columns[c].group_pages = 3 - c;
    }
    struct kauri_writer_options options = {.level = 3, .threads = 1};
    if (!distances) {
        info.column_count = 1;
        memset(&info.columns[1], 0, sizeof info.columns[1]);
    }
    if (distances && seeds == WITH_DICTIONARY && scene->dictionary != NULL) {
        info.columns[1].codec = KAURI_CODEC_DICTIONARY;
        options.dictionary[1].bytes = scene->dictionary;
        options.dictionary[1].size = scene->dictionary_bytes;
    }
    uint8_t *r = calloc(layer.positions, 1);
    uint8_t *dtc = calloc(layer.positions, 2);
    assert_true(r != NULL && dtc != NULL);
    struct kauri_totals all = {{0}, 0, NULL};
    uint64_t tally[VALUES] = {0};
    all.maximum[0] = info.columns[0].bias;
    for (uint64_t index = 0; index < layer.positions; index++) {
        struct kauri_view view;
        kauri_unindex(&layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, HOLES);
        const struct oracle_value value = oracle_get(scene->oracle, &position);
        all.maximum[0] = value.r > all.maximum[0] ? value.r : all.maximum[0];
        all.maximum[1] = value.dtc > all.maximum[1] ? value.dtc : all.maximum[1];
        const unsigned number = (unsigned)(value.r - info.columns[0].bias);
        assert_true(number < VALUES);
        tally[number]++;
        if (seeds == FULL || kauri_seeds_stored(view.seeds, HOLES)) {
            r[info.entries] = (uint8_t)number;
            dtc[info.entries * info.columns[1].width] = (uint8_t)value.dtc;
            info.entries++;
        }
    }
    struct kauri_count counts[VALUES];
    for (unsigned number = 0; number < VALUES; number++) {
        if (tally[number] > 0) {
            counts[all.count_count++] =
                (struct kauri_count){(int32_t)number + info.columns[0].bias, tally[number], 0};
        }
    }
    all.counts = counts;
    all.maximum[1] = distances ? all.maximum[1] : 0;
    path_of(path, scene->folder, seeds);
    struct kauri_writer *writer = NULL;
    assert_int_equal(kauri_writer_open(path, &info, &options, &writer, &error), KAURI_OK);
    const void *columns[] = {r, dtc};
    assert_int_equal(kauri_writer_append(writer, columns, info.entries, &error), KAURI_OK);
    assert_int_equal(kauri_writer_commit(writer, &all, NULL, &error), KAURI_OK);
    free(r);
    free(dtc);
}

static void write_layer(const struct folder_scene *scene, unsigned seeds)
{
    write_columns(scene, seeds, true);
}

static int set_up(void **state)
{
    static struct folder_scene scene;
    temporary_make(scene.folder);
    scene.oracle = oracle_new(HOLES, COWRIES, LAYERS - 1);
    train(&scene);
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        write_layer(&scene, seeds);
    }
    *state = &scene;
    return 0;
}

static int tear_down(void **state)
{
    struct folder_scene *scene = *state;
    temporary_remove(scene->folder);
    oracle_free(scene->oracle);
    free(scene->dictionary);
    return 0;
}

static void assert_layer_is_right(const struct folder_scene *scene, unsigned seeds, bool distances)
{
    char path[FORGE_PATH_BYTES];
    char line[KAURI_POSITION_TEXT_BYTES + 100];
    path_of(path, scene->folder, seeds);
    const struct kauri_layer layer = layer_of(seeds);
    const struct read_script_outcome outcome = read_script(path, "--entries all --positions");
    assert_int_equal(outcome.status, 0);
    const char *at = outcome.text;
    for (uint64_t index = 0; index < layer.positions; index++) {
        line_of(scene, &layer, index, line, sizeof line);
        if (!distances) {
            memcpy(strstr(line, "  dtc="), "\n", 2);
        }
        if (strncmp(at, line, strlen(line)) != 0) {
            fail_msg("layer %u: %s is not the beginning of %.100s", seeds, line, at);
        }
        at += strlen(line);
    }
    assert_int_equal(*at, '\0');
    free(outcome.text);
}

TEST(all_positions_have_the_values_of_the_oracle)
{
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        path_of(path, scene->folder, seeds);
        assert_layer_is_right(scene, seeds, true);
        assert_script_says(path, "--check", 0,
                           seeds == FULL ? "matches the entries\n"
                                         : "matches the entries and all positions\n");
    }
    path_of(path, scene->folder, 2);
    assert_script_says(path, "", 0, "positions     350\nentries       210, those of stored blocks");
}

// Layers of r alone below and above others; bit n of a mixture stands for layer n.
TEST(tables_of_r_alone_are_read)
{
    static const unsigned mixtures[] = {31, 1 << 4 | 1 << 2, 1 << 3 | 1 << 1 | 1};
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    for (size_t i = 0; i < sizeof mixtures / sizeof mixtures[0]; i++) {
        const unsigned alone = mixtures[i];
        for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
            write_columns(scene, seeds, (alone >> seeds & 1) == 0);
        }
        for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
            path_of(path, scene->folder, seeds);
            assert_layer_is_right(scene, seeds, (alone >> seeds & 1) == 0);
            assert_script_says(path, "--check", 0, "matches the entries");
        }
    }
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        write_layer(scene, seeds);
    }
}

TEST(a_missing_lower_layer_is_named)
{
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    path_of(path, scene->folder, 2);
    assert_int_equal(remove(path), 0);
    path_of(path, scene->folder, 4);
    assert_script_says(path, "--entries all", 4, "kauri-2x4-02.kauri: No such file");
    write_layer(scene, 2);
}

// Indices and positions in any order, of either side.
TEST(standard_input_is_answered_in_its_order)
{
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    char input[FORGE_PATH_BYTES];
    char options[2 * FORGE_PATH_BYTES];
    char text[KAURI_POSITION_TEXT_BYTES];
    char expected[20000] = "";
    char line[KAURI_POSITION_TEXT_BYTES + 100];
    const struct kauri_layer layer = layer_of(4);
    FILE *file = fopen(forge_path(input, scene->folder, "input"), "w");
    assert_non_null(file);
    for (uint64_t i = 0; i < 200; i++) {
        const uint64_t index = i * 577 % layer.positions;
        struct kauri_position position = position_at(&layer, index);
        if (i % 3 == 1) { // the same, seen from the other side
            struct kauri_position turned = position;
            turned.side = KAURI_NORTH;
            for (unsigned hole = 0; hole < 2 * HOLES; hole++) {
                turned.seeds[(hole + HOLES) % (2 * HOLES)] = position.seeds[hole];
                turned.cowries[(hole + HOLES) % (2 * HOLES)] = position.cowries[hole];
            }
            position = turned;
        }
        if (i % 3 == 0) {
            (void)fprintf(file, "%" PRIu64 "\n", index);
        } else {
            (void)fprintf(file, "%s\n", kauri_position_format(&position, text));
        }
        line_of(scene, &layer, index, line, sizeof line);
        assert_true(strlen(expected) + strlen(line) < sizeof expected);
        memcpy(expected + strlen(expected), line, strlen(line) + 1);
    }
    assert_int_equal(fclose(file), 0);
    (void)snprintf(options, sizeof options, "--entries - --positions < '%s'", input);
    path_of(path, scene->folder, 4);
    const struct read_script_outcome outcome = read_script(path, options);
    assert_int_equal(outcome.status, 0);
    assert_string_equal(outcome.text, expected);
    free(outcome.text);
    static const char *const wrong[] = {"1225",        "-1",          "x",           "4,0+4/0 S",
                                        "4,0+4/0,0 E", "4,1+4/0,0 S", "4,0+3/0,0 S", "4,0+/0+4,0 S",
                                        "4,+4/0,0 S",  "4,0+4,0/0 S"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        forge_save(input, (const uint8_t *)wrong[i], strlen(wrong[i]));
        assert_script_says(path, options, 2, "error: ");
    }
}

TEST(any_changed_bit_is_refused)
{
    const struct folder_scene *scene = *state;
    const unsigned layers[] = {2, WITH_DICTIONARY};
    for (size_t i = 0; i < 2; i++) {
        char path[FORGE_PATH_BYTES];
        char copy[FORGE_PATH_BYTES];
        size_t size = 0;
        path_of(path, scene->folder, layers[i]);
        uint8_t *bytes = forge_load(path, &size);
        forge_path(copy, scene->folder, "damaged");
        for (size_t at = 3; at < size; at += at < 512 ? 97 : size / 16) {
            bytes[at] ^= (uint8_t)(1U << at % 8);
            forge_save(copy, bytes, size);
            bytes[at] ^= (uint8_t)(1U << at % 8);
            assert_script_says(copy, "--check", 5, "read-table: ");
        }
        free(bytes);
        (void)remove(copy);
    }
}

TEST(damage_in_a_lower_layer_names_its_table)
{
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    char lower[FORGE_PATH_BYTES];
    size_t size = 0;
    path_of(path, scene->folder, 4);
    path_of(lower, scene->folder, 2);
    uint8_t *bytes = forge_load(lower, &size);
    uint8_t *end = bytes + kauri_load_u64(bytes + 200 + 40); // end of the groups
    for (uint8_t *at = bytes + 512; at < end; at++) {
        *at ^= 1;
    }
    forge_save(lower, bytes, size);
    assert_script_says(path, "--entries all", 5, "kauri-2x4-02.kauri: page ");
    for (uint8_t *at = bytes + 512; at < end; at++) {
        *at ^= 1;
    }
    forge_save(lower, bytes, size);
    path_of(lower, scene->folder, 3);
    forge_save(lower, bytes, size);
    assert_script_says(path, "--entries all", 5,
                       "kauri-2x4-03.kauri: its header does not match its name");
    free(bytes);
    write_layer(scene, 3);
}

// The same certificate for the entries, another for the positions, with correct checksums.
TEST(a_wrong_count_of_positions_is_found)
{
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    size_t size = 0;
    path_of(path, scene->folder, 4);
    uint8_t *bytes = forge_load(path, &size);
    uint8_t *counts = bytes + kauri_load_u64(bytes + 48) + 80;
    uint8_t *other = counts + 24; // a value that derived positions have, too
    while (kauri_load_u64(other + 8) == kauri_load_u64(other + 16)) {
        other += 24;
    }
    kauri_store_u64(counts + 8, kauri_load_u64(counts + 8) + 1);
    kauri_store_u64(other + 8, kauri_load_u64(other + 8) - 1);
    forge_seal_certificate(bytes);
    forge_save(path, bytes, size);
    assert_script_says(path, "", 0, NULL);
    assert_script_says(path, "--check", 1, "the certificate does not match the values");
    free(bytes);
    write_layer(scene, 4);
}

TEST(a_dictionary_is_used_and_checked)
{
    const struct folder_scene *scene = *state;
    char path[FORGE_PATH_BYTES];
    size_t size = 0;
    if (scene->dictionary == NULL) {
        skip();
    }
    path_of(path, scene->folder, WITH_DICTIONARY);
    assert_script_says(path, "", 0, "pages of 71 entries, dictionary of ");
    uint8_t *bytes = forge_load(path, &size);
    uint8_t *end = bytes + 512 + scene->dictionary_bytes;
    bytes[512 + 9] ^= 0xFF; // the entropy tables of the dictionary
    forge_save(path, bytes, size);
    assert_script_says(path, "", 5, "a dictionary's checksum is wrong");
    kauri_store_u64(end, kauri_digest(bytes + 512, scene->dictionary_bytes));
    forge_save(path, bytes, size);
    assert_script_says(path, "", 5, "a dictionary is none of zstd's: ");
    free(bytes);
    write_layer(scene, WITH_DICTIONARY);
}

TEST_GROUP(set_up, tear_down)

int main(void)
{
    if (!read_script_runs()) {
        return READ_SCRIPT_SKIPPED;
    }
    return tests_run();
}
