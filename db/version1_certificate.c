#include "db/version1_certificate.h"

#include "common/checked.h"
#include "db/bytes.h"
#include "db/certificate_part.h"
#include "db/table_layout.h"

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

struct expected {
    const struct kauri_table_info *info;
    uint64_t digest;
};

static const char *decode(const void *context, const uint8_t *bytes,
                          struct kauri_certificate *certificate)
{
    const struct expected *expected = context;
    if (kauri_load_u32(bytes + AT_RESERVED) != 0) {
        return "reserved bytes are in use";
    }
    certificate->digest = kauri_load_u64(bytes + AT_DIGEST);
    if (certificate->digest != expected->digest) {
        return "its digest is not that of the index";
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        certificate->maximum[c] = kauri_load_i32(bytes + AT_MAXIMUM + 4 * (size_t)c);
        certificate->stored_maximum[c] = certificate->maximum[c];
    }
    const char *fault = maxima_fault(expected->info, certificate);
    return fault == NULL ? counts_fault(bytes + AT_COUNTS, expected->info, certificate) : fault;
}

enum kauri_status kauri_version1_certificate_read(struct kauri_table_file *file,
                                                  const struct kauri_version1_header *header,
                                                  uint64_t digest,
                                                  struct kauri_certificate *certificate,
                                                  struct kauri_error *error)
{
    const struct expected expected = {&header->info, digest};
    const struct kauri_certificate_part part = {
        .offset = header->certificate_offset,
        .bytes = header->file_bytes - header->certificate_offset,
        .fixed_bytes = KAURI_VERSION1_CERTIFICATE_FIXED_BYTES,
        .count_bytes = KAURI_VERSION1_COUNT_BYTES,
        .at_count_count = AT_COUNT_COUNT,
        .counts_most = header->info.columns[0].width == 1 ? 256 : 65536,
    };
    return kauri_certificate_part_read(file, &part, decode, &expected, certificate, error);
}
