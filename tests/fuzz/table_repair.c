#include "tests/fuzz/table_repair.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/compress.h"
#include "db/directory.h"
#include "db/header.h"
#include "tests/fuzz/table_places.h"

#include <stdbool.h>
#include <stdlib.h>

enum { DECODED_MAX = 1 << 16 }; // larger pages keep the check that they have

struct input {
    uint8_t *bytes;
    size_t size;
    uint64_t entries;
    unsigned columns;
};

struct input_column {
    uint8_t *header; // part of the header about the column
    uint64_t page_entries, pages, group_pages, groups;
    uint64_t directory; // place where the directory begins
    const struct kauri_decompress_dictionary *dictionary;
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static bool fits(const struct input *input, uint64_t offset, uint64_t bytes)
{
    return offset >= KAURI_HEADER_BYTES && offset <= input->size && bytes <= input->size - offset;
}

// The column as its header describes it; false if that is nonsense.
static bool take_column(const struct input *input, unsigned number, struct input_column *column)
{
    uint8_t *header = input->bytes + COLUMNS + (size_t)COLUMN_BYTES * number;
    *column = (struct input_column){
        .header = header,
        .page_entries = kauri_load_u32(header + PAGE_ENTRIES),
        .group_pages = kauri_load_u32(header + GROUP_PAGES),
        .directory = kauri_load_u64(header + DIRECTORY_OFFSET),
    };
    if (column->page_entries == 0 || column->group_pages == 0 || input->entries == 0) {
        return false;
    }
    column->pages = (input->entries - 1) / column->page_entries + 1;
    column->groups = (column->pages - 1) / column->group_pages + 1;
    return column->groups <= input->size / KAURI_DIRECTORY_GROUP_BYTES &&
           fits(input, column->directory,
                column->groups * KAURI_DIRECTORY_GROUP_BYTES + KAURI_PART_CHECKSUM_BYTES);
}

// Sets the check of a page if it can be decoded.
static void seal_page(const struct input *input, const struct input_column *column, uint64_t page,
                      uint64_t offset, uint8_t *trailer, uint32_t number)
{
    const struct kauri_trailer_page place = kauri_trailer_page_load(trailer, number);
    const uint64_t entries =
        smaller(column->page_entries, input->entries - page * column->page_entries);
    const uint64_t decoded = entries * column->header[WIDTH];
    struct kauri_decompressor *decompressor = NULL;
    const char *reason = NULL;
    if (place.end < place.begin || decoded == 0 || decoded > DECODED_MAX ||
        !fits(input, offset + place.begin, place.end - place.begin)) {
        return;
    }
    uint8_t *numbers = malloc((size_t)decoded);
    if (numbers != NULL && kauri_decompressor_new(&decompressor, NULL) == KAURI_OK &&
        kauri_decompress(decompressor, column->dictionary, input->bytes + offset + place.begin,
                         place.end - place.begin, numbers, (size_t)decoded, &reason) == KAURI_OK) {
        kauri_trailer_page_store(trailer, number, place.end,
                                 (uint32_t)kauri_digest(numbers, (size_t)decoded));
    }
    kauri_decompressor_free(decompressor);
    free(numbers);
}

// Seals the pages and trailers of a column, and its directory. *end is where its first group begins
// if groups follow one another; it is moved to the end of the last.
static void seal_column(const struct input *input, const struct input_column *column, bool offsets,
                        uint64_t *end)
{
    uint8_t *directory = input->bytes + column->directory;
    for (uint64_t g = 0; g < column->groups; g++) {
        struct kauri_group group = kauri_group_load(directory, g);
        const uint64_t first = g * column->group_pages;
        const uint64_t pages = smaller(column->group_pages, column->pages - first);
        if (offsets) {
            group.offset = *end;
        }
        if (pages <= input->size && group.bytes <= input->size &&
            fits(input, group.offset, group.bytes + kauri_trailer_bytes((uint32_t)pages))) {
            const size_t trailer_bytes = kauri_trailer_bytes((uint32_t)pages);
            uint8_t *trailer = input->bytes + group.offset + group.bytes;
            for (uint32_t i = 0; i < pages; i++) {
                seal_page(input, column, first + i, group.offset, trailer, i);
            }
            kauri_store_u64(trailer + trailer_bytes - KAURI_TRAILER_DIGEST_BYTES,
                            kauri_digest(input->bytes + group.offset, (size_t)group.bytes));
            group.trailer_digest = kauri_digest(trailer, trailer_bytes);
            *end = group.offset + group.bytes + trailer_bytes;
        }
        kauri_group_store(directory, g, &group);
    }
    kauri_directory_seal(directory, column->groups);
}

// Seals the dictionary of a column and prepares it; NULL if it has none that can be used.
static struct kauri_decompress_dictionary *seal_dictionary(const struct input *input,
                                                           const uint8_t *header)
{
    const uint64_t bytes = kauri_load_u32(header + DICTIONARY_BYTES);
    const uint64_t offset = kauri_load_u64(header + DICTIONARY_OFFSET);
    struct kauri_decompress_dictionary *dictionary = NULL;
    if (header[CODEC] == KAURI_CODEC_DICTIONARY && bytes <= input->size &&
        fits(input, offset, bytes + KAURI_PART_CHECKSUM_BYTES)) {
        uint8_t *at = input->bytes + offset;
        kauri_store_u64(at + bytes, kauri_digest(at, (size_t)bytes));
        (void)kauri_decompress_dictionary_new(at, (size_t)bytes, &dictionary, NULL);
    }
    return dictionary;
}

static void seal_certificate(const struct input *input)
{
    const uint64_t offset = kauri_load_u64(input->bytes + CERTIFICATE_OFFSET);
    const uint64_t end = smaller(kauri_load_u64(input->bytes + FILE_BYTES), input->size);
    if (offset < end && fits(input, offset, end - offset) &&
        end - offset >= KAURI_CERTIFICATE_BYTES_MIN) {
        uint8_t *at = input->bytes + offset;
        kauri_store_u64(at, kauri_digest(at + COLUMN_DIGESTS, 8 * (size_t)input->columns));
        kauri_store_u64(input->bytes + end - 8, kauri_digest(at, (size_t)(end - offset - 8)));
    }
}

void fuzz_table_repair(uint8_t *bytes, size_t size, unsigned layout)
{
    if (size < KAURI_HEADER_BYTES) {
        return;
    }
    if ((layout & 1) != 0) {
        kauri_store_u64(bytes + FILE_BYTES, size);
    }
    if ((layout & 4) != 0 && kauri_load_u32(bytes + DERIVATION) == 0) {
        kauri_store_u64(bytes + ENTRIES, kauri_load_u64(bytes + POSITIONS));
    }
    const struct input input = {
        .bytes = bytes,
        .size = size,
        .entries = kauri_load_u64(bytes + ENTRIES),
        .columns = (unsigned)smaller(kauri_load_u16(bytes + COLUMN_COUNT), KAURI_COLUMNS_MAX),
    };
    uint64_t end = KAURI_HEADER_BYTES; // end of the groups so far
    uint64_t next = 0;                 // place of the next directory
    for (unsigned c = 0; c < input.columns; c++) {
        const uint8_t *header = bytes + COLUMNS + (size_t)COLUMN_BYTES * c;
        const uint64_t dictionary = kauri_load_u32(header + DICTIONARY_BYTES);
        end += dictionary != 0 ? dictionary + KAURI_PART_CHECKSUM_BYTES : 0;
    }
    for (unsigned c = 0; c < input.columns; c++) {
        struct input_column column;
        uint8_t *header = bytes + COLUMNS + (size_t)COLUMN_BYTES * c;
        if ((layout & 2) != 0 && c > 0) {
            kauri_store_u64(header + DIRECTORY_OFFSET, next);
        }
        struct kauri_decompress_dictionary *dictionary = seal_dictionary(&input, header);
        if (take_column(&input, c, &column)) {
            column.dictionary = dictionary;
            seal_column(&input, &column, (layout & 8) != 0, &end);
            next = column.directory + column.groups * KAURI_DIRECTORY_GROUP_BYTES +
                   KAURI_PART_CHECKSUM_BYTES;
        }
        kauri_decompress_dictionary_free(dictionary);
    }
    if ((layout & 2) != 0) {
        kauri_store_u64(bytes + CERTIFICATE_OFFSET, next);
    }
    seal_certificate(&input);
    kauri_store_u64(bytes + HEADER_CHECKSUM, kauri_digest(bytes, HEADER_CHECKSUM));
}
