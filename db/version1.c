#include "db/version1.h"

#include "common/digest.h"
#include "db/table_layout.h"
#include "db/version1_certificate.h"
#include "db/version1_index.h"

#include <stdlib.h>

enum kauri_status kauri_version1_open(struct kauri_table_file *file,
                                      const uint8_t bytes[KAURI_HEADER_BYTES],
                                      struct kauri_version1 **opened,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    uint64_t digest = 0;
    *opened = NULL;
    struct kauri_version1 *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path);
    }
    KAURI_TRY(kauri_version1_header_decode(bytes, kauri_table_file_size(file), path, &made->header,
                                           error));
    KAURI_TRY(kauri_version1_index_read(file, &made->header, &made->descriptors, error));
    KAURI_TRY(
        kauri_version1_index_digest(made->descriptors, made->header.page_count, &digest, error));
    KAURI_TRY(kauri_version1_certificate_read(file, &made->header, digest, certificate, error));
    *opened = made;
    made = NULL;
cleanup:
    kauri_version1_free(made);
    return status;
}

void kauri_version1_free(struct kauri_version1 *opened)
{
    if (opened != NULL) {
        free(opened->descriptors);
        free(opened);
    }
}

void kauri_version1_scratch_clear(struct kauri_version1_scratch *scratch)
{
    free(scratch->compressed);
    free(scratch->payload);
    *scratch = (struct kauri_version1_scratch){.compressed = NULL};
}

static bool make_room(uint8_t **memory, size_t *room, size_t wanted)
{
    if (*room < wanted) {
        free(*memory);
        *memory = malloc(wanted);
        *room = *memory == NULL ? 0 : wanted;
    }
    return *memory != NULL;
}

enum kauri_status kauri_version1_page(const struct kauri_version1 *opened,
                                      struct kauri_table_file *file, uint64_t page,
                                      struct kauri_decompressor *decompressor,
                                      struct kauri_version1_scratch *scratch,
                                      const uint8_t **payload, const char **fault,
                                      struct kauri_error *error)
{
    const struct kauri_version1_descriptor descriptor =
        kauri_version1_descriptor_load(opened->descriptors, page);
    const size_t expected = kauri_version1_payload_bytes(&opened->header.info, page);
    *fault = NULL;
    if (scratch->kept && scratch->kept_digest == descriptor.payload_digest &&
        scratch->kept_payload_size == expected) {
        *payload = scratch->payload;
        return KAURI_OK;
    }
    scratch->kept = false;
    if (!make_room(&scratch->compressed, &scratch->compressed_room, descriptor.size) ||
        !make_room(&scratch->payload, &scratch->payload_room, expected)) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for a page",
                          kauri_table_file_path(file));
    }
    enum kauri_status status = kauri_table_file_read(file, descriptor.offset, scratch->compressed,
                                                     descriptor.size, KAURI_READ_PAGE, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (kauri_digest(scratch->compressed, descriptor.size) != descriptor.compressed_digest) {
        *fault = "its checksum is wrong";
        return KAURI_CORRUPT;
    }
    status = kauri_decompress(decompressor, NULL, scratch->compressed, descriptor.size,
                              scratch->payload, expected, fault);
    if (status != KAURI_OK) {
        return status;
    }
    if (kauri_digest(scratch->payload, expected) != descriptor.payload_digest) {
        *fault = "the checksum of its decoded bytes is wrong";
        return KAURI_CORRUPT;
    }
    scratch->kept = true;
    scratch->kept_digest = descriptor.payload_digest;
    scratch->kept_payload_size = expected;
    *payload = scratch->payload;
    return KAURI_OK;
}

size_t kauri_version1_column_offset(const struct kauri_version1 *opened, unsigned column,
                                    uint64_t page)
{
    const struct kauri_table_info *info = &opened->header.info;
    size_t width = 0;
    for (unsigned c = 0; c < column; c++) {
        width += info->columns[c].width;
    }
    return kauri_table_page_entries(info, 0, page) * width;
}
