#include "db/certificate.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/memory.h"
#include "db/bytes.h"
#include "db/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    AT_DIGEST = 0,
    AT_COLUMN_DIGEST = 8,
    AT_MAXIMUM = 40,
    AT_STORED_MAXIMUM = 56,
    AT_COUNT_COUNT = 72,
    AT_RESERVED = 76,
    AT_COUNTS = 80,
    COUNT_AT_VALUE = 0,
    COUNT_AT_RESERVED = 4,
    COUNT_AT_COUNT = 8,
    COUNT_AT_STORED = 16,
    COUNT_COUNT_MAX = 65536,
    SPAN = 65535, // greatest difference between two values of positions
};

uint64_t kauri_certificate_digest(const struct kauri_table_info *info,
                                  const uint64_t column_digest[KAURI_COLUMNS_MAX])
{
    uint8_t bytes[8 * KAURI_COLUMNS_MAX];
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_store_u64(bytes + 8 * (size_t)c, column_digest[c]);
    }
    return kauri_digest(bytes, 8 * (size_t)info->column_count);
}

// Returns what is wrong with the maxima, or NULL.
static const char *maxima_fault(const struct kauri_table_info *info,
                                const struct kauri_certificate *certificate)
{
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        const int32_t all = certificate->maximum[c];
        const int32_t stored = certificate->stored_maximum[c];
        if (c >= info->column_count) {
            if (all != 0 || stored != 0) {
                return "a column that does not exist has a maximum";
            }
            continue;
        }
        const int32_t maximum = info->columns[c].bias + SPAN;
        if (stored < kauri_table_value_min(info, c) || stored > kauri_table_value_max(info, c) ||
            all < stored || all > maximum || (info->entries == info->positions && all != stored)) {
            return "a maximum is out of range";
        }
    }
    return NULL;
}

// Returns what is wrong with the counts, or NULL.
static const char *counts_fault(const struct kauri_table_info *info,
                                const struct kauri_certificate *certificate)
{
    const int32_t least = kauri_table_value_min(info, 0);
    uint64_t positions = 0;
    uint64_t entries = 0;
    int32_t stored_maximum = least - 1;
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *count = &certificate->counts[i];
        const int32_t maximum = count->stored > 0 ? kauri_table_value_max(info, 0) : least + SPAN;
        if (count->value < least || count->value > maximum ||
            (i > 0 && count->value <= certificate->counts[i - 1].value)) {
            return "the values are out of range or out of order";
        }
        if (count->count == 0 || count->stored > count->count ||
            !kauri_checked_add(positions, count->count, &positions)) {
            return "a count is out of range";
        }
        entries += count->stored; // `stored` is at most `positions`
        stored_maximum = count->stored > 0 ? count->value : stored_maximum;
    }
    if (positions != info->positions || entries != info->entries) {
        return "the counts do not add up to the positions";
    }
    if (certificate->counts[certificate->count_count - 1].value != certificate->maximum[0] ||
        stored_maximum != certificate->stored_maximum[0]) {
        return "the last value is not the maximum";
    }
    return NULL;
}

// Copies the count over the entries for each value of *all. Returns false if an entry holds a value
// that is not in *all.
static bool copy_stored(const struct kauri_certificate *certificate, struct kauri_count *counts,
                        uint32_t count_count)
{
    uint32_t next = 0; // next value of the certificate
    for (uint32_t i = 0; i < count_count; i++) {
        counts[i].stored = 0;
        if (next < certificate->count_count && certificate->counts[next].value == counts[i].value) {
            counts[i].stored = certificate->counts[next].stored;
            next++;
        }
    }
    return next == certificate->count_count;
}

enum kauri_status kauri_certificate_complete(struct kauri_certificate *certificate,
                                             const struct kauri_table_info *info,
                                             const struct kauri_totals *all,
                                             struct kauri_error *error)
{
    const char *fault = NULL;
    if (all->count_count < 1 || all->count_count > COUNT_COUNT_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "the number of values is out of range");
    }
    struct kauri_count *counts = NULL;
    KAURI_PASS(KAURI_NEW(counts, all->count_count, error, "counting values"));
    memcpy(counts, all->counts, all->count_count * sizeof *counts);
    if (!copy_stored(certificate, counts, all->count_count)) {
        fault = "an entry holds a value that no position has";
    }
    free(certificate->counts);
    certificate->counts = counts;
    certificate->count_count = all->count_count;
    memcpy(certificate->maximum, all->maximum, info->column_count * sizeof all->maximum[0]);
    fault = fault == NULL ? maxima_fault(info, certificate) : fault;
    fault = fault == NULL ? counts_fault(info, certificate) : fault;
    return fault == NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_INTERNAL, "the certificate is impossible: %s", fault);
}

enum kauri_status kauri_certificate_encode(const struct kauri_certificate *certificate,
                                           uint8_t **bytes, size_t *size, struct kauri_error *error)
{
    *size = KAURI_CERTIFICATE_FIXED_BYTES +
            (size_t)certificate->count_count * KAURI_CERTIFICATE_COUNT_BYTES;
    KAURI_PASS(KAURI_NEW(*bytes, *size, error, "the certificate"));
    uint8_t *made = *bytes;
    kauri_store_u64(made + AT_DIGEST, certificate->digest);
    for (size_t c = 0; c < KAURI_COLUMNS_MAX; c++) {
        kauri_store_u64(made + AT_COLUMN_DIGEST + 8 * c, certificate->column_digest[c]);
        kauri_store_i32(made + AT_MAXIMUM + 4 * c, certificate->maximum[c]);
        kauri_store_i32(made + AT_STORED_MAXIMUM + 4 * c, certificate->stored_maximum[c]);
    }
    kauri_store_u32(made + AT_COUNT_COUNT, certificate->count_count);
    uint8_t *to = made + AT_COUNTS;
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        kauri_store_i32(to + COUNT_AT_VALUE, certificate->counts[i].value);
        kauri_store_u64(to + COUNT_AT_COUNT, certificate->counts[i].count);
        kauri_store_u64(to + COUNT_AT_STORED, certificate->counts[i].stored);
        to += KAURI_CERTIFICATE_COUNT_BYTES;
    }
    kauri_store_u64(to, kauri_digest(made, (size_t)(to - made)));
    return KAURI_OK;
}

// Decodes everything but count_count; false if reserved bytes are in use.
static bool load(const uint8_t *bytes, struct kauri_certificate *certificate)
{
    bool clean = kauri_load_u32(bytes + AT_RESERVED) == 0;
    certificate->digest = kauri_load_u64(bytes + AT_DIGEST);
    for (size_t c = 0; c < KAURI_COLUMNS_MAX; c++) {
        certificate->column_digest[c] = kauri_load_u64(bytes + AT_COLUMN_DIGEST + 8 * c);
        certificate->maximum[c] = kauri_load_i32(bytes + AT_MAXIMUM + 4 * c);
        certificate->stored_maximum[c] = kauri_load_i32(bytes + AT_STORED_MAXIMUM + 4 * c);
    }
    const uint8_t *from = bytes + AT_COUNTS;
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        clean = kauri_load_u32(from + COUNT_AT_RESERVED) == 0 && clean;
        certificate->counts[i] = (struct kauri_count){
            .value = kauri_load_i32(from + COUNT_AT_VALUE),
            .count = kauri_load_u64(from + COUNT_AT_COUNT),
            .stored = kauri_load_u64(from + COUNT_AT_STORED),
        };
        from += KAURI_CERTIFICATE_COUNT_BYTES;
    }
    return clean;
}

static const char *digest_fault(const struct kauri_table_info *info,
                                const struct kauri_certificate *certificate)
{
    for (unsigned c = info->column_count; c < KAURI_COLUMNS_MAX; c++) {
        if (certificate->column_digest[c] != 0) {
            return "a column that does not exist has a digest";
        }
    }
    return certificate->digest == kauri_certificate_digest(info, certificate->column_digest)
               ? NULL
               : "the digest is not that of the columns";
}

// The fault of a certificate of this size whose checksum is right; NULL if there is none.
static const char *decode(const uint8_t *bytes, const struct kauri_table_info *info,
                          struct kauri_certificate *certificate)
{
    if (kauri_load_u32(bytes + AT_COUNT_COUNT) != certificate->count_count) {
        return "the number of values does not match its size";
    }
    if (!load(bytes, certificate)) {
        return "reserved bytes are in use";
    }
    const char *fault = digest_fault(info, certificate);
    fault = fault == NULL ? maxima_fault(info, certificate) : fault;
    return fault == NULL ? counts_fault(info, certificate) : fault;
}

// Returns whether a certificate can have this many bytes.
static bool is_size_possible(uint64_t bytes)
{
    const uint64_t counts = bytes - KAURI_CERTIFICATE_FIXED_BYTES;
    return bytes >= KAURI_CERTIFICATE_BYTES_MIN && counts % KAURI_CERTIFICATE_COUNT_BYTES == 0 &&
           counts / KAURI_CERTIFICATE_COUNT_BYTES <= COUNT_COUNT_MAX;
}

enum kauri_status kauri_certificate_read(struct kauri_table_file *file,
                                         const struct kauri_header *header,
                                         struct kauri_certificate *certificate,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    const uint64_t part_bytes = header->file_bytes - header->certificate_offset;
    const size_t size = (size_t)part_bytes;
    const size_t checked = size - KAURI_PART_CHECKSUM_BYTES;
    const char *fault = NULL;
    uint8_t *bytes = NULL;
    memset(certificate, 0, sizeof *certificate);
    if (!is_size_possible(part_bytes)) {
        fault = "its size is out of range";
        goto cleanup;
    }
    certificate->count_count =
        (uint32_t)((size - KAURI_CERTIFICATE_FIXED_BYTES) / KAURI_CERTIFICATE_COUNT_BYTES);
    KAURI_TRY(KAURI_NEW(bytes, size, error, "the certificate of %s", path));
    KAURI_TRY(KAURI_NEW(certificate->counts, certificate->count_count, error,
                        "the certificate of %s", path));
    KAURI_TRY(kauri_table_file_read(file, header->certificate_offset, bytes, size,
                                    KAURI_READ_CERTIFICATE, error));
    fault = kauri_load_u64(bytes + checked) == kauri_digest(bytes, checked)
                ? decode(bytes, &header->info, certificate)
                : "its checksum is wrong";
cleanup:
    free(bytes);
    if (fault != NULL) {
        status =
            kauri_fail(error, KAURI_CORRUPT, "%s is damaged: in the certificate, %s", path, fault);
    }
    if (status != KAURI_OK) {
        free(certificate->counts);
        memset(certificate, 0, sizeof *certificate);
    }
    return status;
}
