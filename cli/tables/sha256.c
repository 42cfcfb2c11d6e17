#include "cli/tables/sha256.h"

#ifdef KAURI_HAS_LIBCRYPTO
#include "common/file.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHUNK_BYTES = 4 << 20 };

static enum kauri_status add_file(const struct kauri_input *input, unsigned layer,
                                  const struct kauri_progress *progress, EVP_MD_CTX *context,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t size = kauri_input_size(input);
    const double began = kauri_clock_seconds();
    uint8_t *chunk = malloc(CHUNK_BYTES);
    if (chunk == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s",
                          kauri_input_path(input));
    }
    for (uint64_t at = 0; at < size;) {
        const size_t bytes = size - at < CHUNK_BYTES ? (size_t)(size - at) : CHUNK_BYTES;
        if (kauri_progress_cancelled(progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading %s",
                                kauri_input_path(input));
            goto cleanup;
        }
        KAURI_TRY(kauri_input_read_at(input, at, chunk, bytes, error));
        if (EVP_DigestUpdate(context, chunk, bytes) != 1) {
            status = kauri_fail(error, KAURI_INTERNAL, "libcrypto cannot continue a SHA-256");
            goto cleanup;
        }
        at += bytes;
        const struct kauri_progress_report report = {
            .stage = "SHA-256",
            .layer = layer,
            .done = at,
            .total = size,
            .seconds = kauri_clock_seconds() - began,
            .memory = CHUNK_BYTES,
        };
        kauri_progress_report(progress, &report);
    }
cleanup:
    free(chunk);
    return status;
}

enum kauri_status kauri_sha256_file(const char *path, unsigned layer,
                                    const struct kauri_progress *progress,
                                    char text[KAURI_SHA256_TEXT_BYTES], struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    unsigned char digest[EVP_MAX_MD_SIZE];
    struct kauri_input *input = NULL;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL || EVP_DigestInit_ex(context, EVP_sha256(), NULL) != 1) {
        status = kauri_fail(error, KAURI_RESOURCE, "libcrypto cannot begin a SHA-256");
        goto cleanup;
    }
    KAURI_TRY(kauri_input_open(path, &input, error));
    KAURI_TRY(add_file(input, layer, progress, context, error));
    if (EVP_DigestFinal_ex(context, digest, NULL) != 1) {
        status = kauri_fail(error, KAURI_INTERNAL, "libcrypto cannot finish a SHA-256");
        goto cleanup;
    }
    for (size_t i = 0; i < KAURI_SHA256_TEXT_BYTES / 2; i++) {
        (void)snprintf(text + 2 * i, 3, "%02x", digest[i]);
    }
cleanup:
    kauri_input_close(input);
    EVP_MD_CTX_free(context);
    return status;
}
#else
enum kauri_status kauri_sha256_file(const char *path, unsigned layer,
                                    const struct kauri_progress *progress,
                                    char text[KAURI_SHA256_TEXT_BYTES], struct kauri_error *error)
{
    (void)layer;
    (void)progress;
    text[0] = '\0';
    return kauri_fail(error, KAURI_USAGE,
                      "this program was built without libcrypto, which the SHA-256 of %s needs",
                      path);
}
#endif
