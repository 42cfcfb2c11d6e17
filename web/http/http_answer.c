#include "web/http/http_answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void kauri_http_answer_header(struct kauri_http_answer *answer, const char *name,
                              const char *format, ...)
{
    if (answer->header_count == KAURI_HTTP_HEADERS_MAX) {
        answer->failed = true;
        return;
    }
    char *value = answer->text + answer->text_used;
    const size_t capacity = sizeof answer->text - answer->text_used;
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(value, capacity, format, arguments);
    va_end(arguments);
    if (bytes < 0 || (size_t)bytes >= capacity) {
        answer->failed = true;
        return;
    }
    answer->headers[answer->header_count].name = name;
    answer->headers[answer->header_count].value = value;
    answer->header_count++;
    answer->text_used += (size_t)bytes + 1;
}

bool kauri_http_etag_matches(const char *if_none_match, const char *etag)
{
    if (if_none_match == NULL) {
        return false;
    }
    const char *plain = strncmp(etag, "W/", 2) == 0 ? etag + 2 : etag;
    const size_t bytes = strlen(plain);
    const char *at = if_none_match;
    for (;;) {
        at += strspn(at, " \t,");
        if (*at == '*') {
            return true;
        }
        if (strncmp(at, "W/", 2) == 0) {
            at += 2;
        }
        const char *end = *at == '"' ? strchr(at + 1, '"') : NULL;
        if (end == NULL) {
            return false;
        }
        if ((size_t)(end + 1 - at) == bytes && memcmp(at, plain, bytes) == 0) {
            return true;
        }
        at = end + 1;
    }
}

// Returns whether the parameters of one entry, ";q=0.5" or "", have the weight 0.
static bool is_refused(const char *parameters, size_t bytes)
{
    for (size_t i = 0; i + 1 < bytes; i++) {
        if ((parameters[i] == 'q' || parameters[i] == 'Q') && parameters[i + 1] == '=') {
            const size_t zeros = strspn(parameters + i + 2, "0. \t");
            return zeros > 0 && i + 2 + zeros >= bytes;
        }
    }
    return false;
}

bool kauri_http_accepts(const char *accept, const char *name)
{
    const size_t bytes = strlen(name);
    for (const char *at = accept; at != NULL; at = strchr(at, ',')) {
        at += strspn(at, " \t,");
        if (strncasecmp(at, name, bytes) == 0 && strchr(" \t,;", at[bytes]) != NULL) {
            return !is_refused(at + bytes, strcspn(at + bytes, ","));
        }
    }
    return false;
}
