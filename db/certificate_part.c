#include "db/certificate_part.h"

#include "common/digest.h"
#include "db/bytes.h"
#include "db/header.h"

#include <stdlib.h>
#include <string.h>

// Whether the counts fill the part exactly, and there are not too many of them.
static bool is_size_possible(const struct kauri_certificate_part *part)
{
    return part->bytes >= part->fixed_bytes + part->count_bytes &&
           part->bytes <= part->fixed_bytes + part->counts_most * part->count_bytes &&
           (part->bytes - part->fixed_bytes) % part->count_bytes == 0;
}

enum kauri_status kauri_certificate_part_read(struct kauri_table_file *file,
                                              const struct kauri_certificate_part *part,
                                              kauri_certificate_decode *decode, const void *context,
                                              struct kauri_certificate *certificate,
                                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const char *path = kauri_table_file_path(file);
    const size_t size = (size_t)part->bytes;
    const size_t checked = size - KAURI_PART_CHECKSUM_BYTES;
    const char *fault = NULL;
    uint8_t *bytes = NULL;
    memset(certificate, 0, sizeof *certificate);
    if (!is_size_possible(part)) {
        fault = "its size is out of range";
        goto cleanup;
    }
    certificate->count_count = (uint32_t)((size - part->fixed_bytes) / part->count_bytes);
    bytes = malloc(size);
    certificate->counts = calloc(certificate->count_count, sizeof *certificate->counts);
    if (bytes == NULL || certificate->counts == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory for the certificate", path);
        goto cleanup;
    }
    KAURI_TRY(
        kauri_table_file_read(file, part->offset, bytes, size, KAURI_READ_CERTIFICATE, error));
    if (kauri_load_u64(bytes + checked) != kauri_digest(bytes, checked)) {
        fault = "its checksum is wrong";
        goto cleanup;
    }
    fault = kauri_load_u32(bytes + part->at_count_count) == certificate->count_count
                ? decode(context, bytes, certificate)
                : "the number of values does not match its size";
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
