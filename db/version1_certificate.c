#include "db/version1_certificate.h"

#include "common/checked.h"
#include "common/digest.h"
#include "db/bytes.h"
#include "db/table_layout.h"

#include <stdlib.h>
#include <string.h>

enum {
    AT_DIGEST = 0,
    AT_MAXIMUM = 8,
    AT_COUNT_COUNT = 24,
    AT_RESERVED = 28,
    AT_COUNTS = 32,
    COUNT_AT_VALUE = 0,
    COUNT_AT_RESERVED = 4,
    COUNT_AT_COUNT = 8,
};

static const char *maxima_fault(const struct kauri_table_info *info,
                                const struct kauri_certificate *certificate)
{
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        const int32_t maximum = certificate->maximum[c];
        if (c >= info->column_count ? maximum != 0
                                    : maximum < kauri_table_value_min(info, c) ||
                                          maximum > kauri_table_value_max(info, c)) {
            return "a maximum is out of range";
        }
    }
    return NULL;
}

// Decodes the counts; `from` holds all of them.
static const char *counts_fault(const uint8_t *from, const struct kauri_table_info *info,
                                struct kauri_certificate *certificate)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        struct kauri_count *count = &certificate->counts[i];
        count->value = kauri_load_i32(from + COUNT_AT_VALUE);
        count->count = kauri_load_u64(from + COUNT_AT_COUNT);
        count->stored = count->count;
        if (kauri_load_u32(from + COUNT_AT_RESERVED) != 0) {
            return "reserved bytes are in use";
        }
        if (count->value < kauri_table_value_min(info, 0) ||
            count->value > kauri_table_value_max(info, 0) ||
            (i > 0 && count->value <= certificate->counts[i - 1].value)) {
            return "the values are out of range or out of order";
        }
        if (count->count == 0 || !kauri_checked_add(total, count->count, &total)) {
            return "a count is out of range";
        }
        from += KAURI_VERSION1_COUNT_BYTES;
    }
    if (total != info->positions) {
        return "the counts do not add up to the positions";
    }
    if (certificate->counts[certificate->count_count - 1].value != certificate->maximum[0]) {
        return "the last value is not the maximum";
    }
    return NULL;
}

enum kauri_status kauri_version1_certificate_read(struct kauri_table_file *file,
                                                  const struct kauri_version1_header *header,
                                                  uint64_t digest,
                                                  struct kauri_certificate *certificate,
                                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    const struct kauri_table_info *info = &header->info;
    const uint64_t values = info->columns[0].width == 1 ? 256 : 65536;
    const uint64_t size = header->file_bytes - header->certificate_offset;
    const char *fault = NULL;
    uint8_t *bytes = NULL;
    memset(certificate, 0, sizeof *certificate);
    if (size < KAURI_VERSION1_CERTIFICATE_BYTES_MIN ||
        size > KAURI_VERSION1_CERTIFICATE_FIXED_BYTES + values * KAURI_VERSION1_COUNT_BYTES ||
        (size - KAURI_VERSION1_CERTIFICATE_FIXED_BYTES) % KAURI_VERSION1_COUNT_BYTES != 0) {
        fault = "its size is out of range";
        goto cleanup;
    }
    certificate->count_count =
        (uint32_t)((size - KAURI_VERSION1_CERTIFICATE_FIXED_BYTES) / KAURI_VERSION1_COUNT_BYTES);
    bytes = malloc((size_t)size);
    certificate->counts = calloc(certificate->count_count, sizeof *certificate->counts);
    if (bytes == NULL || certificate->counts == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for the certificate", path);
        goto cleanup;
    }
    KAURI_TRY(kauri_table_file_read(file, header->certificate_offset, bytes, (size_t)size,
                                    KAURI_READ_CERTIFICATE, error));
    if (kauri_load_u64(bytes + size - 8) != kauri_digest(bytes, (size_t)size - 8)) {
        fault = "its checksum is wrong";
        goto cleanup;
    }
    if (kauri_load_u32(bytes + AT_COUNT_COUNT) != certificate->count_count) {
        fault = "the number of values does not match its size";
        goto cleanup;
    }
    if (kauri_load_u32(bytes + AT_RESERVED) != 0) {
        fault = "reserved bytes are in use";
        goto cleanup;
    }
    certificate->digest = kauri_load_u64(bytes + AT_DIGEST);
    if (certificate->digest != digest) {
        fault = "its digest is not that of the index";
        goto cleanup;
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        certificate->maximum[c] = kauri_load_i32(bytes + AT_MAXIMUM + 4 * (size_t)c);
        certificate->stored_maximum[c] = certificate->maximum[c];
    }
    fault = maxima_fault(info, certificate);
    if (fault == NULL) {
        fault = counts_fault(bytes + AT_COUNTS, info, certificate);
    }
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
