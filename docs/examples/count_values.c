// Counts the values of a layer, whose tables are read from memory through a source of its own; then
// looks up many positions at once. Half of the positions of a layer have no entry, and their values
// follow from those of other positions, also in lower layers: the tables of layers 0 to SEEDS are
// needed.
//
//     count_values SEEDS FILE...
#include <kauri/kauri.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 20, SAMPLE = 1000 };

// A table file in memory.
struct table_image {
    const char *name; // name without its folder
    uint8_t *bytes;
    uint64_t size;
};

// Several table files, which stand for an archive or a remote folder.
struct table_images {
    struct table_image images[KAURI_SEEDS_MAX + 1];
    int count;
};

static enum kauri_status list(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    const struct table_images *images = context;
    (void)folder;
    (void)error;
    for (int i = 0; i < images->count; i++) {
        found(finder, images->images[i].name);
    }
    return KAURI_OK;
}

static enum kauri_status open_image(void *context, const char *folder, const char *name,
                                    void **file, uint64_t *size, struct kauri_error *error)
{
    struct table_images *images = context;
    (void)folder;
    (void)error;
    for (int i = 0; i < images->count; i++) {
        if (strcmp(name, images->images[i].name) == 0) {
            *file = &images->images[i];
            *size = images->images[i].size;
            return KAURI_OK;
        }
    }
    return KAURI_MISSING;
}

static enum kauri_status read_image(void *context, void *file, uint64_t offset, void *bytes,
                                    size_t size, enum kauri_read_purpose purpose,
                                    struct kauri_error *error)
{
    const struct table_image *image = file;
    (void)context;
    (void)purpose;
    (void)error;
    if (offset > image->size || size > image->size - offset) {
        return KAURI_CORRUPT;
    }
    memcpy(bytes, image->bytes + offset, size);
    return KAURI_OK;
}

static void close_image(void *context, void *file)
{
    (void)context;
    (void)file;
}

static bool load(const char *path, struct table_image *image)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        return false;
    }
    const long size = ftell(file);
    rewind(file);
    image->name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
    image->size = (uint64_t)size;
    image->bytes = size > 0 ? malloc((size_t)size) : NULL;
    const bool read =
        image->bytes != NULL && fread(image->bytes, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    return read;
}

// Prints how many positions of the layer have each value.
static enum kauri_status count(struct kauri_tablebase *tables, unsigned seeds, uint64_t positions,
                               struct kauri_error *error)
{
    enum { R_MAX = 3 * KAURI_SEEDS_MAX + 1 };
    static int16_t r[CHUNK];
    uint64_t counts[2 * R_MAX + 1] = {0};
    for (uint64_t first = 0; first < positions; first += CHUNK) {
        const uint64_t rest = positions - first;
        const uint64_t size = rest < CHUNK ? rest : CHUNK;
        const enum kauri_status status =
            kauri_layer_read(tables, seeds, first, size, r, NULL, 0, error);
        if (status != KAURI_OK) {
            return status;
        }
        for (uint64_t i = 0; i < size; i++) {
            counts[r[i] + R_MAX]++;
        }
    }
    for (int value = -R_MAX; value <= R_MAX; value++) {
        if (counts[value + R_MAX] > 0) {
            printf("r = %+d: %" PRIu64 "\n", value, counts[value + R_MAX]);
        }
    }
    return KAURI_OK;
}

// Looks up SAMPLE positions spread over the layer, and prints how many of their movers win.
static enum kauri_status sample(struct kauri_tablebase *tables, unsigned seeds, uint64_t positions,
                                struct kauri_error *error)
{
    static struct kauri_position position[SAMPLE];
    static struct kauri_value value[SAMPLE];
    static enum kauri_status found[SAMPLE];
    for (size_t i = 0; i < SAMPLE; i++) {
        const enum kauri_status status =
            kauri_position_at(kauri_tablebase_holes(tables), kauri_tablebase_cowries(tables), seeds,
                              positions / SAMPLE * i, &position[i], error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    const enum kauri_status status =
        kauri_probe_many(tables, position, SAMPLE, value, found, 0, error);
    unsigned won = 0;
    for (size_t i = 0; status == KAURI_OK && i < SAMPLE; i++) {
        won += found[i] == KAURI_OK && value[i].r > 0 ? 1 : 0;
    }
    printf("%u of %d positions are won for the player to move\n", won, SAMPLE);
    return status;
}

int main(int argc, char **argv)
{
    static struct table_images images;
    while (images.count < argc - 2 && images.count <= KAURI_SEEDS_MAX &&
           load(argv[images.count + 2], &images.images[images.count])) {
        images.count++;
    }
    if (argc < 3 || images.count < argc - 2) {
        fprintf(stderr, "usage: count_values SEEDS FILE...\n");
        return KAURI_USAGE;
    }
    const unsigned seeds = (unsigned)strtoul(argv[1], NULL, 10);
    const struct kauri_source source = {.struct_bytes = sizeof source,
                                        .context = &images,
                                        .list = list,
                                        .open = open_image,
                                        .read_at = read_image,
                                        .close = close_image};
    const struct kauri_tablebase_options options = {.struct_bytes = sizeof options,
                                                    .source = &source};
    const char *folder = "memory";
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    uint64_t positions = 0;
    enum kauri_status status = kauri_tablebase_open(&folder, 1, &options, &tables, &error);
    if (status == KAURI_OK) {
        status = kauri_layer_positions(kauri_tablebase_holes(tables),
                                       kauri_tablebase_cowries(tables), seeds, &positions, &error);
    }
    if (status == KAURI_OK) {
        status = count(tables, seeds, positions, &error);
    }
    if (status == KAURI_OK) {
        status = sample(tables, seeds, positions, &error);
    }
    if (status != KAURI_OK) {
        fprintf(stderr, "count_values: %s: %s\n", kauri_status_name(status), error.message);
    }
    kauri_tablebase_close(tables);
    for (int i = 0; i < images.count; i++) {
        free(images.images[i].bytes);
    }
    return (int)status;
}
