// Answers of the API of `kauri serve`: good ones, and those to errors.
#ifndef KAURI_CLI_SERVE_API_ANSWER_H
#define KAURI_CLI_SERVE_API_ANSWER_H

#include "common/string_buffer.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>

struct kauri_api_job;

enum { KAURI_API_ETAG_BYTES = 40 };

// The caller zeroes it at first and clears it with kauri_api_answer_clear.
struct kauri_api_answer {
    struct kauri_api_job *job; // not NULL: the rest comes from kauri_api_job_take, and the caller
                               // frees the job
    unsigned http_status;      // 200, 304 (without a body), 400, 404, 405, 413, 429, 500, 503
    const char *type;          // Content-Type; static storage
    struct kauri_string body;  // a whole answer, or the first events of a stream
    bool stream;               // more of the body follows from kauri_api_job_read
    unsigned cache_seconds;    // Cache-Control: public, max-age; 0: no-cache if there is an entity
                               // tag, else no-store
    char etag[KAURI_API_ETAG_BYTES]; // with its quotation marks; "": none
    bool by_accept;                  // another header Accept may get a stream: value of Vary
    const char *allow;               // 405: value of Allow; else NULL. Static storage
    unsigned retry_seconds;          // 429 and 503: value of Retry-After; 0: none
};

// A 200 whose body is a JSON object; `cache_seconds` as in the answer.
void kauri_api_answer_object(struct kauri_api_answer *answer, unsigned cache_seconds);

// The answer to an error: the HTTP status that fits it, and the message without the folders of the
// tables, which may be NULL.
void kauri_api_answer_error(const struct kauri_tablebase *tables, struct kauri_api_answer *answer,
                            const struct kauri_error *error);

// An error of the server's own as the API words it: {"error", "status"} with the HTTP status.
void kauri_api_answer_fault(struct kauri_api_answer *answer, unsigned http_status,
                            enum kauri_status status, const char *message);

// Frees the body, not the job, and zeroes the answer. Accepts NULL.
void kauri_api_answer_clear(struct kauri_api_answer *answer);

#endif
