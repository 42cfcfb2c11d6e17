#include "db/unfinished.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"
#include "db/earlier_groups.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

enum { MARK_OFFSET = 8 }; // in the header; the magic number before it is zero

struct taking_thread {
    struct kauri_decompressor *decompressor;
    uint8_t *decoded; // the largest page
};

struct kauri_unfinished {
    struct kauri_output *output;
    const struct kauri_header *header;
    struct kauri_earlier_groups *groups; // NULL if there is nothing to take
    struct kauri_decompress_dictionary *dictionaries[KAURI_COLUMNS_MAX];
    unsigned threads;
    struct taking_thread *workers;
};

static enum kauri_status out_of_memory(struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for an unfinished table");
}

static uint64_t mark_of(const struct kauri_header *header,
                        const struct kauri_dictionary *dictionaries, int level)
{
    uint8_t bytes[KAURI_HEADER_BYTES + (2 + KAURI_COLUMNS_MAX) * sizeof(uint64_t)] = {0};
    uint8_t *more = bytes + KAURI_HEADER_BYTES;
    kauri_header_encode(header, bytes);
    kauri_store_u64(more, (uint64_t)level);
    kauri_store_u64(more + sizeof(uint64_t), kauri_compress_version());
    for (unsigned c = 0; c < header->info.column_count; c++) {
        if (header->dictionary_bytes[c] > 0) {
            kauri_store_u64(more + (2 + c) * sizeof(uint64_t),
                            kauri_digest(dictionaries[c].bytes, dictionaries[c].size));
        }
    }
    return kauri_digest(bytes, sizeof bytes);
}

// Finds the groups in the file, which has `file_bytes` bytes and the right mark.
static enum kauri_status find_groups(struct kauri_unfinished *unfinished, uint64_t file_bytes,
                                     const struct kauri_dictionary *dictionaries,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_header *header = unfinished->header;
    size_t page_bytes = 0;
    for (unsigned c = 0; c < header->info.column_count; c++) {
        const size_t bytes = kauri_table_page_bytes(&header->info, c, 0);
        page_bytes = bytes > page_bytes ? bytes : page_bytes;
        if (header->dictionary_bytes[c] > 0) {
            KAURI_TRY(kauri_decompress_dictionary_new(dictionaries[c].bytes, dictionaries[c].size,
                                                      &unfinished->dictionaries[c], error));
        }
    }
    unfinished->workers = calloc(unfinished->threads, sizeof *unfinished->workers);
    for (unsigned i = 0; unfinished->workers != NULL && i < unfinished->threads; i++) {
        KAURI_TRY(kauri_decompressor_new(&unfinished->workers[i].decompressor, error));
        unfinished->workers[i].decoded = malloc(page_bytes);
        if (unfinished->workers[i].decoded == NULL) {
            return out_of_memory(error);
        }
    }
    if (unfinished->workers == NULL) {
        return out_of_memory(error);
    }
    status = kauri_earlier_groups_find(unfinished->output, file_bytes,
                                       kauri_header_groups_offset(header), &header->info,
                                       &unfinished->groups, error);
cleanup:
    return status;
}

enum kauri_status kauri_unfinished_open(const struct kauri_folder *folder, const char *name,
                                        const char *unfinished, const struct kauri_header *header,
                                        const struct kauri_dictionary *dictionaries, int level,
                                        unsigned threads, struct kauri_output **output,
                                        struct kauri_unfinished **opened, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_output *file = NULL;
    uint8_t head[KAURI_HEADER_BYTES] = {0};
    uint8_t earlier[KAURI_HEADER_BYTES];
    uint64_t file_bytes = 0;
    *output = NULL;
    *opened = NULL;
    struct kauri_unfinished *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return out_of_memory(error);
    }
    made->header = header;
    made->threads = threads;
    KAURI_TRY(kauri_output_continue_in(folder, name, unfinished, &file, &file_bytes, error));
    made->output = file;
    kauri_store_u64(head + MARK_OFFSET, mark_of(header, dictionaries, level));
    if (file_bytes > sizeof earlier) {
        KAURI_TRY(kauri_output_read_at(file, 0, earlier, sizeof earlier, error));
        if (memcmp(earlier, head, sizeof head) == 0) {
            KAURI_TRY(find_groups(made, file_bytes, dictionaries, error));
        }
    }
    KAURI_TRY(kauri_output_write(file, head, sizeof head, error));
    *output = file;
    *opened = made;
    file = NULL;
    made = NULL;
cleanup:
    if (file_bytes == 0) {
        kauri_output_discard(file);
    } else {
        kauri_output_abandon(file);
    }
    kauri_unfinished_free(made);
    return status;
}

void kauri_unfinished_free(struct kauri_unfinished *unfinished)
{
    if (unfinished == NULL) {
        return;
    }
    kauri_earlier_groups_free(unfinished->groups);
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_decompress_dictionary_free(unfinished->dictionaries[c]);
    }
    for (unsigned i = 0; unfinished->workers != NULL && i < unfinished->threads; i++) {
        kauri_decompressor_free(unfinished->workers[i].decompressor);
        free(unfinished->workers[i].decoded);
    }
    free(unfinished->workers);
    free(unfinished);
}

bool kauri_unfinished_take(const struct kauri_unfinished *unfinished, unsigned worker,
                           unsigned column, uint64_t page, const uint8_t *numbers, size_t bytes,
                           uint8_t *compressed, size_t *size)
{
    uint64_t offset = 0;
    const char *reason = NULL;
    if (unfinished->groups == NULL ||
        kauri_earlier_groups_page(unfinished->groups, column, page, &offset, size, NULL) !=
            KAURI_OK ||
        *size == 0 ||
        kauri_output_read_at(unfinished->output, offset, compressed, *size, NULL) != KAURI_OK) {
        return false;
    }
    const struct taking_thread *thread = &unfinished->workers[worker];
    return kauri_decompress(thread->decompressor, unfinished->dictionaries[column], compressed,
                            *size, thread->decoded, bytes, &reason) == KAURI_OK &&
           memcmp(thread->decoded, numbers, bytes) == 0;
}

bool kauri_unfinished_any(const struct kauri_unfinished *unfinished)
{
    return unfinished->groups != NULL;
}
