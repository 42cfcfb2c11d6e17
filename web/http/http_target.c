#include "web/http/http_target.h"

#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

static int hexadecimal(char letter)
{
    if (letter >= '0' && letter <= '9') {
        return letter - '0';
    }
    if (letter >= 'a' && letter <= 'f') {
        return letter - 'a' + 10;
    }
    return letter >= 'A' && letter <= 'F' ? letter - 'A' + 10 : -1;
}

// Decodes in place: the result is never longer.
static enum kauri_status decode(char *text, bool query, struct kauri_error *error)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '%') {
            const int high = hexadecimal(from[1]);
            const int low = high < 0 ? -1 : hexadecimal(from[2]);
            if (low < 0) {
                return kauri_fail(error, KAURI_BAD_INPUT,
                                  "in the address, '%%' is not followed by two hexadecimal digits");
            }
            const int byte = high * 16 + low;
            if (byte < 0x20 || byte == 0x7f) {
                return kauri_fail(error, KAURI_BAD_INPUT,
                                  "the address has the control character %%%02x", (unsigned)byte);
            }
            *to++ = (char)byte;
            from += 2;
        } else {
            *to++ = query && *from == '+' ? ' ' : *from;
        }
    }
    *to = '\0';
    return KAURI_OK;
}

static enum kauri_status read_query(char *query, struct kauri_http_target *target,
                                    struct kauri_error *error)
{
    char *next = query;
    for (int i = 0; next != NULL && *next != '\0'; i++) {
        char *name = next;
        next = strchr(name, '&');
        if (next != NULL) {
            *next++ = '\0';
        }
        if (i == KAURI_HTTP_PARAMETERS_MAX) {
            return kauri_fail(error, KAURI_BAD_INPUT, "the address has more than %d parameters",
                              KAURI_HTTP_PARAMETERS_MAX);
        }
        if (*name == '\0') {
            continue;
        }
        // A text without '=' ends where its value begins.
        char *value = strchr(name, '=');
        if (value != NULL) {
            *value++ = '\0';
        } else {
            value = name + strlen(name);
        }
        KAURI_PASS(decode(name, true, error));
        KAURI_PASS(decode(value, true, error));
        target->parameters[target->parameter_count].name = name;
        target->parameters[target->parameter_count].value = value;
        target->parameter_count++;
    }
    return KAURI_OK;
}

bool kauri_http_host_name(const char *host, char name[KAURI_HTTP_HOST_BYTES])
{
    static const char digits[] = "0123456789";
    static const char of_address[] = "0123456789abcdefABCDEF:.";
    static const char of_name[] =
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._";
    const bool brackets = host[0] == '[';
    const char *begin = host + (brackets ? 1 : 0);
    const size_t bytes = strspn(begin, brackets ? of_address : of_name);
    const char *end = begin + bytes;
    if (bytes == 0 || bytes >= KAURI_HTTP_HOST_BYTES || (brackets && *end++ != ']')) {
        return false;
    }
    if (*end == ':') {
        end += 1 + strspn(end + 1, digits);
    }
    memcpy(name, begin, bytes);
    name[bytes] = '\0';
    struct in6_addr address;
    return *end == '\0' && (!brackets || inet_pton(AF_INET6, name, &address) == 1);
}

enum kauri_status kauri_http_target_parse(const char *text, struct kauri_http_target *target,
                                          struct kauri_error *error)
{
    static const char scheme[] = "http://";
    const size_t bytes = strnlen(text, KAURI_HTTP_TARGET_MAX + 1);
    target->host = NULL;
    target->path = "";
    target->parameter_count = 0;
    if (bytes > KAURI_HTTP_TARGET_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the address is longer than %d bytes",
                          KAURI_HTTP_TARGET_MAX);
    }
    for (size_t i = 0; i < bytes; i++) {
        if ((uint8_t)text[i] <= 0x20 || (uint8_t)text[i] >= 0x7f || text[i] == '#') {
            return kauri_fail(error, KAURI_BAD_INPUT,
                              "the address has a character that must be percent-encoded");
        }
    }
    const char *path = text;
    char *own = target->bytes;
    if (strncasecmp(text, scheme, sizeof scheme - 1) == 0) {
        char name[KAURI_HTTP_HOST_BYTES];
        const char *host = text + sizeof scheme - 1;
        const size_t host_bytes = strcspn(host, "/?");
        memcpy(own, host, host_bytes);
        own[host_bytes] = '\0';
        if (!kauri_http_host_name(own, name)) {
            return kauri_fail(error, KAURI_BAD_INPUT, "the address has no valid host");
        }
        target->host = own;
        path = host + host_bytes;
        own += host_bytes + 1;
    } else if (*path != '/') {
        return kauri_fail(error, KAURI_BAD_INPUT, "the address does not begin with '/'");
    }
    // "http://host" and "http://host?query" have an empty path, which is that of "/".
    *own = '/';
    memcpy(own + (*path == '/' ? 0 : 1), path, strlen(path) + 1);
    target->path = own;
    char *query = strchr(own, '?');
    if (query != NULL) {
        *query++ = '\0';
    }
    KAURI_PASS(decode(own, false, error));
    return query != NULL ? read_query(query, target, error) : KAURI_OK;
}
