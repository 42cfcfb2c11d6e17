#include "web/http/http_framing.h"

#include <stddef.h>
#include <strings.h>

struct counts {
    unsigned hosts, lengths, codings;
    const char *coding;
};

static enum MHD_Result count(void *context, enum MHD_ValueKind kind, const char *name,
                             const char *value)
{
    struct counts *counts = context;
    (void)kind;
    if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) {
        counts->hosts++;
    } else if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
        counts->lengths++;
    } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
        counts->codings++;
        counts->coding = value;
    }
    return MHD_YES;
}

unsigned kauri_http_check_framing(struct MHD_Connection *connection, const char **message)
{
    struct counts counts = {.coding = NULL};
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND, count, &counts);
    if (counts.hosts > 1) {
        *message = "the request has more than one header Host";
        return MHD_HTTP_BAD_REQUEST;
    }
    if (counts.lengths + counts.codings > 1) {
        *message = "the request states the length of its body more than once";
        return MHD_HTTP_BAD_REQUEST;
    }
    if (counts.codings > 0 &&
        (counts.coding == NULL || strcasecmp(counts.coding, "chunked") != 0)) {
        *message = "the only transfer coding of a body is chunked";
        return MHD_HTTP_NOT_IMPLEMENTED;
    }
    return 0;
}
