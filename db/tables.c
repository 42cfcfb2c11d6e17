#include "db/tables.h"

#include "db/cache.h"
#include "db/header.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A table is never replaced unasked: what is damaged may be all that is left of long work.
#define REMEDY "; move it away and solve the layer again"

enum { NUMBER_MAX = 65535 }; // of holes, cowries and seeds in a header

// Buffers for decoding, kept for the next who needs one.
struct spare {
    struct kauri_reader_scratch *scratch;
    struct spare *next;
};

struct kauri_tables {
    char *folder;
    struct kauri_reader **readers; // by seeds
    unsigned reader_count;
    const struct kauri_reader *first; // opened first: the others must agree with it
    struct kauri_cache *cache;
    bool mutex_made;
    pthread_mutex_t mutex; // for the spares
    struct spare *spares;
};

const char *kauri_table_name(unsigned holes, unsigned cowries, unsigned seeds,
                             char name[KAURI_TABLE_NAME_BYTES])
{
    (void)snprintf(name, KAURI_TABLE_NAME_BYTES, "kauri-%ux%u-%02u.kauri", holes, cowries, seeds);
    return name;
}

static char *join(const char *folder, const char *name)
{
    const size_t bytes = strlen(folder) + strlen(name) + 2;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, name);
    }
    return path;
}

char *kauri_table_path(const char *folder, unsigned holes, unsigned cowries, unsigned seeds)
{
    char name[KAURI_TABLE_NAME_BYTES];
    return join(folder, kauri_table_name(holes, cowries, seeds, name));
}

static bool skip_text(const char **at, const char *text)
{
    const size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0) {
        return false;
    }
    *at += length;
    return true;
}

static bool skip_number(const char **at, unsigned *number)
{
    const char *start = *at;
    *number = 0;
    while (**at >= '0' && **at <= '9' && *number <= NUMBER_MAX) {
        *number = *number * 10 + (unsigned)(**at - '0');
        (*at)++;
    }
    return *at != start && *number <= NUMBER_MAX;
}

// Whether a file of this name is a table, and of what.
static bool parse_name(const char *name, unsigned *holes, unsigned *cowries, unsigned *seeds)
{
    char again[KAURI_TABLE_NAME_BYTES];
    const char *at = name;
    return skip_text(&at, "kauri-") && skip_number(&at, holes) && skip_text(&at, "x") &&
           skip_number(&at, cowries) && skip_text(&at, "-") && skip_number(&at, seeds) &&
           strcmp(name, kauri_table_name(*holes, *cowries, *seeds, again)) == 0;
}

// Tables of one folder belong together.
static enum kauri_status check_agreement(const struct kauri_reader *one,
                                         const struct kauri_reader *other,
                                         struct kauri_error *error)
{
    const struct kauri_table_info *a = kauri_reader_info(one);
    const struct kauri_table_info *b = kauri_reader_info(other);
    const char *what = NULL;
    if (a->holes != b->holes || a->cowries != b->cowries) {
        what = "shape";
    } else if (strcmp(a->rules, b->rules) != 0) {
        what = "rules";
    } else if (a->column_count != b->column_count) {
        what = "columns";
    }
    for (unsigned c = 0; what == NULL && c < a->column_count; c++) {
        if (strcmp(a->columns[c].name, b->columns[c].name) != 0) {
            what = "columns";
        }
    }
    if (what != NULL) {
        return kauri_fail(
            error, KAURI_CORRUPT,
            "tables of another shape: %s and %s differ in %s; keep them in folders of "
            "their own",
            kauri_reader_path(one), kauri_reader_path(other), what);
    }
    return KAURI_OK;
}

static enum kauri_status keep_reader(struct kauri_tables *tables, unsigned seeds,
                                     struct kauri_reader *reader, struct kauri_error *error)
{
    if (seeds >= tables->reader_count) {
        struct kauri_reader **grown =
            realloc(tables->readers, (seeds + 1U) * sizeof(struct kauri_reader *));
        if (grown == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", tables->folder);
        }
        for (unsigned i = tables->reader_count; i <= seeds; i++) {
            grown[i] = NULL;
        }
        tables->readers = grown;
        tables->reader_count = seeds + 1;
    }
    // Names are unique, so two tables of the same seeds are of different shapes and do not get
    // here.
    tables->readers[seeds] = reader;
    if (tables->first == NULL) {
        tables->first = reader;
    }
    return KAURI_OK;
}

static enum kauri_status add_table(struct kauri_tables *tables, const char *name,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    unsigned holes = 0;
    unsigned cowries = 0;
    unsigned seeds = 0;
    struct kauri_reader *reader = NULL;
    (void)parse_name(name, &holes, &cowries, &seeds);
    char *path = join(tables->folder, name);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", tables->folder);
    }
    status = kauri_reader_open(path, &reader, error);
    if (status == KAURI_CORRUPT) {
        kauri_error_append(error, REMEDY);
    }
    KAURI_TRY(status);
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (info->holes != holes || info->cowries != cowries || info->seeds != seeds) {
        status =
            kauri_fail(error, KAURI_CORRUPT,
                       "%s holds %u holes, %u cowries, %u seeds: not what its name says" REMEDY,
                       path, info->holes, info->cowries, info->seeds);
        goto cleanup;
    }
    if (tables->first != NULL) {
        KAURI_TRY(check_agreement(tables->first, reader, error));
    }
    KAURI_TRY(keep_reader(tables, seeds, reader, error));
    reader = NULL;
cleanup:
    kauri_reader_close(reader);
    free(path);
    return status;
}

// Names of the tables in a folder.
struct names {
    char (*name)[KAURI_TABLE_NAME_BYTES];
    size_t count;
    size_t capacity;
};

static enum kauri_status list_tables(const char *path, struct names *names,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return kauri_fail_errno(error, errno == ENOENT ? KAURI_MISSING : KAURI_RESOURCE,
                                "cannot open the folder %s", path);
    }
    for (;;) {
        unsigned numbers[3];
        errno = 0;
        const struct dirent *entry = readdir(folder); // this folder stream is ours alone
        if (entry == NULL) {
            break;
        }
        if (!parse_name(entry->d_name, &numbers[0], &numbers[1], &numbers[2])) {
            continue;
        }
        if (names->count == names->capacity) {
            const size_t capacity = 2 * names->capacity + 16;
            void *grown = realloc(names->name, capacity * sizeof *names->name);
            if (grown == NULL) {
                status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
                goto cleanup;
            }
            names->name = grown;
            names->capacity = capacity;
        }
        memcpy(names->name[names->count++], entry->d_name, strlen(entry->d_name) + 1);
    }
    if (errno != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot read the folder %s", path);
    }
cleanup:
    (void)closedir(folder);
    return status;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

// Opens them in the order of their names, so that what is said of a bad folder does not depend on
// the order in which the file system lists it.
static enum kauri_status add_tables(struct kauri_tables *tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct names names = {NULL, 0, 0};
    KAURI_TRY(list_tables(tables->folder, &names, error));
    if (names.count == 0) {
        status = kauri_fail(error, KAURI_MISSING, "there are no tables in %s", tables->folder);
        goto cleanup;
    }
    qsort(names.name, names.count, sizeof *names.name, compare_names);
    for (size_t i = 0; i < names.count; i++) {
        KAURI_TRY(add_table(tables, names.name[i], error));
    }
cleanup:
    free(names.name);
    return status;
}

enum kauri_status kauri_tables_open(const char *folder, uint64_t cache_bytes,
                                    struct kauri_tables **tables, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *tables = NULL;
    struct kauri_tables *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    const size_t folder_bytes = strlen(folder) + 1;
    opened->folder = malloc(folder_bytes);
    if (opened->folder == NULL || pthread_mutex_init(&opened->mutex, NULL) != 0) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
        goto cleanup;
    }
    opened->mutex_made = true;
    memcpy(opened->folder, folder, folder_bytes);
    KAURI_TRY(kauri_cache_new(cache_bytes, &opened->cache, error));
    KAURI_TRY(add_tables(opened, error));
    *tables = opened;
    opened = NULL;
cleanup:
    kauri_tables_close(opened);
    return status;
}

void kauri_tables_close(struct kauri_tables *tables)
{
    if (tables == NULL) {
        return;
    }
    for (unsigned seeds = 0; seeds < tables->reader_count; seeds++) {
        kauri_reader_close(tables->readers[seeds]);
    }
    free(tables->readers);
    kauri_cache_free(tables->cache);
    while (tables->spares != NULL) {
        struct spare *spare = tables->spares;
        tables->spares = spare->next;
        kauri_reader_scratch_free(spare->scratch);
        free(spare);
    }
    if (tables->mutex_made) {
        (void)pthread_mutex_destroy(&tables->mutex);
    }
    free(tables->folder);
    free(tables);
}

unsigned kauri_tables_layer_count(const struct kauri_tables *tables)
{
    unsigned count = 0;
    while (count < tables->reader_count && tables->readers[count] != NULL) {
        count++;
    }
    return count;
}

const struct kauri_reader *kauri_tables_reader(const struct kauri_tables *tables, unsigned seeds)
{
    return seeds < tables->reader_count ? tables->readers[seeds] : NULL;
}

const char *kauri_tables_folder(const struct kauri_tables *tables)
{
    return tables->folder;
}

static enum kauri_status take_spare(struct kauri_tables *tables, struct spare **spare,
                                    struct kauri_error *error)
{
    (void)pthread_mutex_lock(&tables->mutex);
    *spare = tables->spares;
    if (*spare != NULL) {
        tables->spares = (*spare)->next;
    }
    (void)pthread_mutex_unlock(&tables->mutex);
    if (*spare != NULL) {
        return KAURI_OK;
    }
    struct spare *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading a block");
    }
    const enum kauri_status status = kauri_reader_scratch_new(&made->scratch, error);
    if (status != KAURI_OK) {
        free(made);
        return status;
    }
    *spare = made;
    return KAURI_OK;
}

static void return_spare(struct kauri_tables *tables, struct spare *spare)
{
    (void)pthread_mutex_lock(&tables->mutex);
    spare->next = tables->spares;
    tables->spares = spare;
    (void)pthread_mutex_unlock(&tables->mutex);
}

// A row inside a block, and where its values go.
struct row {
    const struct kauri_reader *reader;
    uint64_t block;
    uint32_t rows; // of the block
    uint32_t row;
    int32_t *values;
};

static void take_values(void *context, const void *payload)
{
    const struct row *row = context;
    const struct kauri_table_info *info = kauri_reader_info(row->reader);
    for (unsigned c = 0; c < info->column_count; c++) {
        row->values[c] = kauri_payload_value(info, payload, row->rows, c, row->row);
    }
}

static enum kauri_status find_row(const struct kauri_tables *tables, unsigned seeds,
                                  uint64_t number, struct row *row, struct kauri_error *error)
{
    row->reader = kauri_tables_reader(tables, seeds);
    if (row->reader == NULL) {
        char name[KAURI_TABLE_NAME_BYTES];
        const struct kauri_table_info *info = kauri_reader_info(tables->first);
        return kauri_fail(error, KAURI_MISSING, "layer %u is missing: there is no %s in %s", seeds,
                          kauri_table_name(info->holes, info->cowries, seeds, name),
                          tables->folder);
    }
    const struct kauri_table_info *info = kauri_reader_info(row->reader);
    if (number >= info->positions) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has only %llu positions; there is no row %llu",
                          kauri_reader_path(row->reader), (unsigned long long)info->positions,
                          (unsigned long long)number);
    }
    row->block = number / info->block_positions;
    row->rows = kauri_reader_block_rows(row->reader, row->block);
    row->row = (uint32_t)(number % info->block_positions);
    return KAURI_OK;
}

enum kauri_status kauri_tables_get(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                   int32_t values[KAURI_COLUMNS_MAX], struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct row wanted = {NULL};
    struct spare *spare = NULL;
    struct kauri_cache_block *block = NULL;
    wanted.values = values;
    KAURI_TRY(find_row(tables, seeds, row, &wanted, error));
    if (kauri_cache_use(tables->cache, seeds, wanted.block, take_values, &wanted)) {
        return KAURI_OK;
    }
    const size_t bytes = wanted.rows * kauri_table_row_bytes(kauri_reader_info(wanted.reader));
    KAURI_TRY(take_spare(tables, &spare, error));
    KAURI_TRY(kauri_cache_block_new(seeds, wanted.block, bytes, &block, error));
    void *payload = kauri_cache_block_payload(block);
    KAURI_TRY(kauri_reader_block(wanted.reader, wanted.block, payload, spare->scratch, error));
    take_values(&wanted, payload);
    kauri_cache_put(tables->cache, block);
    block = NULL;
cleanup:
    kauri_cache_block_free(block);
    if (spare != NULL) {
        return_spare(tables, spare);
    }
    return status;
}

enum kauri_status kauri_tables_get_cached(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                          int32_t values[KAURI_COLUMNS_MAX], bool *found,
                                          struct kauri_error *error)
{
    struct row wanted = {NULL};
    *found = false;
    wanted.values = values;
    const enum kauri_status status = find_row(tables, seeds, row, &wanted, error);
    if (status == KAURI_OK) {
        *found = kauri_cache_use(tables->cache, seeds, wanted.block, take_values, &wanted);
    }
    return status;
}
