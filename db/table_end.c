#include "db/table_end.h"

#include "db/certificate.h"

#include <stdlib.h>

enum kauri_status kauri_table_end(struct kauri_output *output, struct kauri_header *header,
                                  const struct kauri_certificate *certificate,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t bytes[KAURI_HEADER_BYTES];
    uint8_t *encoded = NULL;
    size_t encoded_size = 0;
    KAURI_TRY(kauri_certificate_encode(certificate, &encoded, &encoded_size, error));
    header->certificate_offset = kauri_output_size(output);
    KAURI_TRY(kauri_output_write(output, encoded, encoded_size, error));
    header->file_bytes = kauri_output_size(output);
    kauri_header_encode(header, bytes);
    KAURI_TRY(kauri_output_write_at(output, 0, bytes, sizeof bytes, error));
cleanup:
    free(encoded);
    return status;
}
