#include "db/version2.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/certificate.h"
#include "db/table_layout.h"

#include <stdlib.h>

// Reads the dictionary of a column and prepares it.
static enum kauri_status read_dictionary(struct kauri_version2 *opened,
                                         struct kauri_table_file *file, unsigned column,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    const size_t size = opened->header.dictionary_bytes[column];
    uint8_t *bytes = malloc(size + KAURI_PART_CHECKSUM_BYTES);
    if (bytes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for a dictionary", path);
    }
    KAURI_TRY(kauri_table_file_read(file, opened->header.dictionary_offset[column], bytes,
                                    size + KAURI_PART_CHECKSUM_BYTES, KAURI_READ_INDEX, error));
    if (kauri_load_u64(bytes + size) != kauri_digest(bytes, size)) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s is damaged: the checksum of a dictionary is wrong", path);
        goto cleanup;
    }
    status = kauri_decompress_dictionary_new(bytes, size, &opened->dictionaries[column], error);
    if (status != KAURI_OK) {
        status = kauri_fail(error, status, "%s: the dictionary of %s cannot be used", path,
                            opened->header.info.columns[column].name);
    }
cleanup:
    free(bytes);
    return status;
}

enum kauri_status kauri_version2_open(struct kauri_table_file *file,
                                      const uint8_t bytes[KAURI_HEADER_BYTES],
                                      struct kauri_version2 **opened,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    *opened = NULL;
    struct kauri_version2 *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
    }
    const struct kauri_table_info *info = &made->header.info;
    KAURI_TRY(kauri_header_decode(bytes, kauri_table_file_size(file), path, &made->header, error));
    for (unsigned c = 0; c < info->column_count; c++) {
        if (info->columns[c].codec == KAURI_CODEC_DICTIONARY) {
            KAURI_TRY(read_dictionary(made, file, c, error));
        }
    }
    KAURI_TRY(kauri_directories_read(file, &made->header, made->directories, error));
    KAURI_TRY(kauri_certificate_read(file, &made->header, certificate, error));
    *opened = made;
    made = NULL;
cleanup:
    kauri_version2_free(made);
    return status;
}

void kauri_version2_free(struct kauri_version2 *opened)
{
    if (opened != NULL) {
        for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
            free(opened->directories[c]);
            kauri_decompress_dictionary_free(opened->dictionaries[c]);
        }
        free(opened);
    }
}

void kauri_version2_scratch_clear(struct kauri_version2_scratch *scratch)
{
    free(scratch->compressed);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        free(scratch->trailers[c].bytes);
    }
    *scratch = (struct kauri_version2_scratch){.compressed = NULL};
}

struct kauri_group kauri_version2_group(const struct kauri_version2 *opened, unsigned column,
                                        uint64_t group)
{
    return kauri_group_load(opened->directories[column], group);
}

static enum kauri_status make_room(uint8_t **memory, size_t *room, size_t size, const char *path,
                                   struct kauri_error *error)
{
    if (*room < size) {
        free(*memory);
        *room = 0;
        *memory = malloc(size);
        if (*memory == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for a page", path);
        }
        *room = size;
    }
    return KAURI_OK;
}

static size_t trailer_bytes(const struct kauri_version2 *opened, unsigned column, uint64_t group)
{
    return kauri_trailer_bytes(kauri_table_group_pages(&opened->header.info, column, group));
}

enum kauri_status kauri_version2_trailer(const struct kauri_version2 *opened,
                                         struct kauri_table_file *file, unsigned column,
                                         uint64_t group, uint8_t *trailer, const char **fault,
                                         struct kauri_error *error)
{
    const struct kauri_group described = kauri_version2_group(opened, column, group);
    const enum kauri_status status =
        kauri_table_file_read(file, described.offset + described.bytes, trailer,
                              trailer_bytes(opened, column, group), KAURI_READ_INDEX, error);
    *fault = NULL;
    if (status != KAURI_OK) {
        return status;
    }
    *fault = kauri_trailer_fault(&opened->header.info, column, group, &described, trailer);
    return *fault == NULL ? KAURI_OK : KAURI_CORRUPT;
}

enum kauri_status
kauri_version2_keep_trailer(const struct kauri_version2 *opened, struct kauri_table_file *file,
                            unsigned column, uint64_t group, struct kauri_version2_scratch *scratch,
                            const uint8_t **trailer, const char **fault, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_kept_trailer *kept = &scratch->trailers[column];
    const size_t size = trailer_bytes(opened, column, group);
    const struct kauri_group wanted = kauri_version2_group(opened, column, group);
    *fault = NULL;
    if (kept->size != size || kept->group.trailer_digest != wanted.trailer_digest ||
        kept->group.bytes != wanted.bytes) {
        kept->size = 0;
        KAURI_TRY(make_room(&kept->bytes, &kept->room, size, kauri_table_file_path(file), error));
        KAURI_TRY(kauri_version2_trailer(opened, file, column, group, kept->bytes, fault, error));
        kept->size = size;
        kept->group = wanted;
    }
    *trailer = kept->bytes;
cleanup:
    return status;
}

enum kauri_status kauri_version2_page(const struct kauri_version2 *opened,
                                      struct kauri_table_file *file, unsigned column, uint64_t page,
                                      const uint8_t *trailer,
                                      struct kauri_decompressor *decompressor,
                                      struct kauri_version2_scratch *scratch, void *numbers,
                                      const char **fault, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = &opened->header.info;
    const uint32_t group_pages = info->columns[column].group_pages;
    const struct kauri_group group = kauri_version2_group(opened, column, page / group_pages);
    const struct kauri_trailer_page described =
        kauri_trailer_page_load(trailer, (uint32_t)(page % group_pages));
    const size_t expected = kauri_table_page_bytes(info, column, page);
    const uint32_t size = described.end - described.begin; // the trailer was checked
    *fault = NULL;
    KAURI_TRY(
        make_room(&scratch->compressed, &scratch->room, size, kauri_table_file_path(file), error));
    KAURI_TRY(kauri_table_file_read(file, group.offset + described.begin, scratch->compressed, size,
                                    KAURI_READ_PAGE, error));
    KAURI_TRY(kauri_decompress(decompressor, opened->dictionaries[column], scratch->compressed,
                               size, numbers, expected, fault));
    if ((uint32_t)kauri_digest(numbers, expected) != described.check) {
        status = KAURI_CORRUPT;
        *fault = "its checksum is wrong";
    }
cleanup:
    return status;
}
