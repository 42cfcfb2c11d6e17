#include "web/serve/api_endpoints.h"

#include "common/json.h"
#include "common/memory.h"
#include "queries/answers/probe_view.h"

#include <stdlib.h>
#include <string.h>

enum {
    POSITIONS_MAX = 1000, // positions in one request
    // Positions that are looked up before the caller is asked whether to stop.
    POSITIONS_AT_ONCE = 100,
    TEXT_BYTES = 2 * KAURI_POSITION_TEXT_BYTES,
};

// ------------------------------------------------------------------------- the array of the body

// The rest of a JSON array of texts.
struct text_array {
    const char *at, *end;
    bool begun;
};

static void skip_blanks(struct text_array *array)
{
    while (array->at < array->end && strchr(" \t\r\n", *array->at) != NULL && *array->at != '\0') {
        array->at++;
    }
}

// Skips a certain character if it comes next.
static bool skip(struct text_array *array, char wanted)
{
    skip_blanks(array);
    const bool there = array->at < array->end && *array->at == wanted;
    array->at += there ? 1 : 0;
    return there;
}

// Reads the four digits of an escaped character. A character that is not ASCII, which no position
// has, becomes '?'. Returns '\0' if there are no four digits.
static char read_code(struct text_array *array)
{
    static const char digits[] = "00112233445566778899aAbBcCdDeEfF";
    unsigned code = 0;
    for (unsigned i = 0; i < 4; i++, array->at++) {
        const char *digit =
            array->at < array->end && *array->at != '\0' ? strchr(digits, *array->at) : NULL;
        if (digit == NULL) {
            return '\0';
        }
        code = 16 * code + (unsigned)(digit - digits) / 2;
    }
    return (char)(code == 0 || code >= 0x7f ? '?' : code);
}

// Reads a text whose first quotation mark was skipped. Of a long one, `text` has the beginning,
// which is too long for a position. False if it does not end, or has what JSON does not allow.
static bool read_text(struct text_array *array, char text[TEXT_BYTES])
{
    static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\t";
    size_t length = 0;
    while (array->at < array->end) {
        char c = *array->at++;
        if (c == '"') {
            text[length] = '\0';
            return true;
        }
        if ((unsigned char)c < ' ') {
            return false;
        }
        if (c == '\\') {
            const char escape = array->at < array->end ? *array->at++ : '\0';
            c = escape == 'u' ? read_code(array) : '\0';
            for (size_t i = 0; i + 1 < sizeof escapes && escape != 'u'; i += 2) {
                c = escapes[i] == escape ? escapes[i + 1] : c;
            }
            if (c == '\0') {
                return false;
            }
        }
        text[length] = c;
        length += length + 1 < TEXT_BYTES ? 1 : 0;
    }
    return false;
}

// Reads the next text. *there is false at the end of the array. KAURI_BAD_INPUT.
static enum kauri_status next_text(struct text_array *array, const char *body, bool *there,
                                   char text[TEXT_BYTES], struct kauri_error *error)
{
    const bool first = !array->begun;
    const bool opened = !first || skip(array, '[');
    array->begun = true;
    *there = false;
    if (opened && skip(array, ']')) {
        skip_blanks(array);
        if (array->at == array->end) {
            return KAURI_OK;
        }
    } else if (opened && (first || skip(array, ',')) && skip(array, '"') &&
               read_text(array, text)) {
        *there = true;
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_BAD_INPUT,
                      "byte %zu of the body is wrong: it should be a JSON array of positions, "
                      "such as [\"0+1,0/0,0+1 S\"]",
                      (size_t)(array->at - body) + 1);
}

// ---------------------------------------------------------------------------------- the positions

struct probed {
    size_t count;
    char texts[POSITIONS_MAX][TEXT_BYTES];
    struct kauri_position positions[POSITIONS_MAX];
    struct kauri_error errors[POSITIONS_MAX];
    enum kauri_status statuses[POSITIONS_MAX];
    struct kauri_probe_result results[POSITIONS_MAX];
};

// Reads the positions. Those that cannot be read get a status and an error.
static enum kauri_status read_positions(const struct kauri_api_call *call, struct probed *probed,
                                        struct kauri_error *error)
{
    const char *body = call->request->body;
    struct text_array array = {.at = body, .end = body + call->request->body_size};
    for (;;) {
        char text[TEXT_BYTES] = "";
        bool there = false;
        const size_t i = probed->count;
        KAURI_PASS(next_text(&array, body, &there, text, error));
        if (!there) {
            return KAURI_OK;
        }
        if (i == POSITIONS_MAX) {
            return kauri_fail(error, KAURI_BAD_INPUT, "the body has more than %d positions",
                              POSITIONS_MAX);
        }
        memcpy(probed->texts[i], text, sizeof text);
        probed->statuses[i] = kauri_position_parse(text, &probed->positions[i], &probed->errors[i]);
        probed->count++;
    }
}

// Looks up all positions that could be read, and says why if there is no answer.
static enum kauri_status look_up(const struct kauri_api_call *call, struct probed *probed,
                                 struct kauri_error *error)
{
    struct kauri_tablebase *tables = call->api->tables;
    const struct kauri_api_caller *caller = call->caller;
    enum kauri_status status = KAURI_OK;
    enum kauri_status *read = malloc(sizeof probed->statuses);
    if (read == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the positions");
    }
    memcpy(read, probed->statuses, sizeof probed->statuses);
    for (size_t i = 0; tables != NULL && i < probed->count; i += POSITIONS_AT_ONCE) {
        const size_t rest = probed->count - i;
        if (caller->stopped != NULL && caller->stopped(caller->context)) {
            KAURI_TRY(kauri_fail(error, KAURI_INTERRUPTED, "the server is stopping"));
        }
        KAURI_TRY(kauri_probe_roots(tables, &probed->positions[i],
                                    rest < POSITIONS_AT_ONCE ? rest : POSITIONS_AT_ONCE,
                                    &probed->results[i], &probed->statuses[i], 1, error));
    }
    for (size_t i = 0; i < probed->count; i++) {
        struct kauri_error *own = &probed->errors[i];
        if (read[i] != KAURI_OK) {
            probed->statuses[i] = read[i];
        } else if (tables == NULL) {
            probed->statuses[i] = kauri_fail(own, KAURI_NOT_COVERED, "there are no tables here");
        } else if (probed->statuses[i] != KAURI_OK) {
            probed->statuses[i] =
                kauri_probe_root(tables, &probed->positions[i], &probed->results[i], own);
        }
    }
    // A source that lacks parts of tables now knows everything that is needed, and may be asked
    // again.
    for (size_t i = 0; i < probed->count; i++) {
        if (probed->statuses[i] == KAURI_RESOURCE) {
            KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "%s", probed->errors[i].message));
        }
    }
cleanup:
    free(read);
    return status;
}

enum kauri_status kauri_api_probe_many(struct kauri_api_call *call, struct kauri_string *out,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_json json = {.out = out};
    struct kauri_string object = {.bytes = NULL};
    struct probed *probed = NULL;
    KAURI_PASS(KAURI_NEW(probed, 1, error, "the positions"));
    KAURI_TRY(read_positions(call, probed, error));
    KAURI_TRY(look_up(call, probed, error));
    kauri_json_begin_array(&json, NULL);
    for (size_t i = 0; i < probed->count; i++) {
        struct kauri_error *own = &probed->errors[i];
        if (probed->statuses[i] == KAURI_OK) {
            kauri_json_probe(&object, &probed->results[i], KAURI_ANSWER_MOVES, NULL);
        } else {
            own->status = own->status == KAURI_NOT_COVERED ? KAURI_MISSING : own->status;
            kauri_json_fault(&object, probed->texts[i], own);
        }
        KAURI_TRY(kauri_string_check(&object, error));
        kauri_json_add_json(&json, NULL, kauri_string_text(&object));
        kauri_string_clear(&object);
    }
    kauri_json_end(&json);
cleanup:
    kauri_string_clear(&object);
    free(probed);
    return status;
}
