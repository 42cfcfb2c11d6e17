#include "web/http/http_framing.h"

#include "web/http/http_target.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

struct headers {
    const char *next; // where the next header begins if nothing has been left out
    bool in_place;    // nothing has
    unsigned count;   // with cookies
    unsigned hosts, lengths, codings;
    const char *coding;
    const char *fault; // of a single header, or NULL
};

static bool is_token(const char *text)
{
    static const char signs[] = "!#$%&'*+-.^_`|~";
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const char *at = text;
    while (*at != '\0' && (strchr(letters, *at) != NULL || strchr(signs, *at) != NULL)) {
        at++;
    }
    return at > text && *at == '\0';
}

static bool has_control_character(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (((unsigned char)*at < 0x20 && *at != '\t') || *at == 0x7f) {
            return true;
        }
    }
    return false;
}

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct headers *headers = context;
    headers->count++;
    if (kind != MHD_HEADER_KIND) {
        return MHD_YES;
    }
    headers->in_place = headers->in_place && name == headers->next;
    headers->next = value + strlen(value) + strlen("\r\n");
    if (!is_token(name)) {
        headers->fault = "the name of a header has a character that may not be there";
    } else if (has_control_character(value)) {
        headers->fault = "a header has a control character";
    }
    if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) {
        char host[KAURI_HTTP_HOST_BYTES];
        headers->hosts++;
        if (value[0] != '\0' && !kauri_http_host_name(value, host)) {
            headers->fault = "the header Host is not a name or an address, with or without a port";
        }
    } else if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
        headers->lengths++;
    } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
        headers->codings++;
        headers->coding = value;
    }
    return MHD_YES;
}

unsigned kauri_http_check_framing(struct MHD_Connection *connection,
                                  const struct kauri_http_request_line *line, size_t most,
                                  const char **message)
{
    const union MHD_ConnectionInfo *size =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    struct headers headers = {
        .next = line->version + strlen(line->version) + strlen("\r\n"),
        .in_place = line->target == line->method + strlen(line->method) + 1 &&
                    line->version == line->target + line->target_bytes + 1,
    };
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND | MHD_COOKIE_KIND, read_header,
                                    &headers);
    if (size == NULL || size->header_size > most) {
        *message = "request line and headers are too long";
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    if (headers.count > KAURI_HTTP_HEADERS_MOST) {
        *message = "the request has too many headers or cookies";
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    // libmicrohttpd before 1.0 ends a line at a NUL (and the headers, if a line begins with one),
    // joins folded lines, and accepts bare line feeds and any number of blanks, without telling us.
    // But it parses in place: if every text lies right after the one before, as in a plain request,
    // and the end of the headers follows the last, nothing was skipped.
    const bool plain =
        headers.in_place && headers.next + strlen("\r\n") == line->method + size->header_size;
    if (MHD_get_version()[0] == '0' && !plain) {
        headers.fault = "the request line or a header has a NUL, a folded line, a line feed "
                        "without a carriage return, or too many blanks";
    }
    if (headers.hosts > 1) {
        headers.fault = "the request has more than one header Host";
    }
    if (headers.lengths + headers.codings > 1) {
        headers.fault = "the request states the length of its body more than once";
    }
    if (headers.fault != NULL) {
        *message = headers.fault;
        return MHD_HTTP_BAD_REQUEST;
    }
    if (headers.codings > 0 && strcasecmp(headers.coding, "chunked") != 0) {
        *message = "the only transfer coding of a body is chunked";
        return MHD_HTTP_NOT_IMPLEMENTED;
    }
    return 0;
}
