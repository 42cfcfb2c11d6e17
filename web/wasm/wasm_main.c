#include "web/wasm/wasm_main.h"

#include "web/serve/api.h"

#include <stdlib.h>
#include <string.h>

#define IMPORT(name) __attribute__((import_module("kauri"), import_name(name)))

enum { NAME_BYTES = 128 }; // longest name of a table

// Writes the name of table `index`, ended by NUL, into the room of NAME_BYTES; 0 if there is none.
IMPORT("name") int wasm_name(int index, char *name);
// The size of a table in bytes; negative if it cannot be read.
IMPORT("size") double wasm_size(int index);
// Reads bytes of a table; 0 if they were there.
IMPORT("read") int wasm_read(int index, double offset, void *bytes, size_t size);
// Takes an event; the text is an object of JSON.
IMPORT("event") void wasm_event(const char *name, const char *text, size_t bytes);

// ------------------------------------------------------------------------------------- the tables

static enum kauri_status list(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    char name[NAME_BYTES];
    (void)context;
    (void)folder;
    (void)error;
    for (int index = 0; wasm_name(index, name) != 0; index++) {
        found(finder, name);
    }
    return KAURI_OK;
}

// The handle of a table is its index, plus one.
static enum kauri_status open_table(void *context, const char *folder, const char *wanted,
                                    void **file, uint64_t *size, struct kauri_error *error)
{
    char name[NAME_BYTES];
    (void)context;
    (void)folder;
    for (int index = 0; wasm_name(index, name) != 0; index++) {
        if (strcmp(name, wanted) == 0) {
            const double bytes = wasm_size(index);
            *file = (void *)(intptr_t)(index + 1);
            *size = bytes < 0 ? 0 : (uint64_t)bytes;
            return bytes < 0 ? kauri_fail(error, KAURI_MISSING, "%s cannot be loaded", name)
                             : KAURI_OK;
        }
    }
    return kauri_fail(error, KAURI_MISSING, "there is no table %s", wanted);
}

static enum kauri_status read_table(void *context, void *file, uint64_t offset, void *bytes,
                                    size_t size, enum kauri_read_purpose purpose,
                                    struct kauri_error *error)
{
    (void)context;
    (void)purpose;
    return wasm_read((int)(intptr_t)file - 1, (double)offset, bytes, size) == 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "a part of a table cannot be loaded");
}

static void close_table(void *context, void *file)
{
    (void)context;
    (void)file;
}

static const struct kauri_source source = {.struct_bytes = sizeof source,
                                           .list = list,
                                           .open = open_table,
                                           .read_at = read_table,
                                           .close = close_table};

// ------------------------------------------------------------------------------------ the requests

static void send_event(void *context, const char *name, const struct kauri_string *object)
{
    (void)context;
    wasm_event(name, kauri_string_text(object), object->length);
}

static struct {
    struct kauri_api api;
    struct kauri_book *book;
    struct kauri_http_target target;
    struct kauri_http_answer answer;
    struct kauri_error error;
} state;

void *wasm_allocate(size_t bytes)
{
    return malloc(bytes);
}

void wasm_release(void *memory)
{
    free(memory);
}

int wasm_start(int has_tables, double cache, double memory)
{
    const char *folder = "tables";
    const struct kauri_tablebase_options options = {.struct_bytes = sizeof options,
                                                    .cache_bytes = (uint64_t)cache,
                                                    .threads = 1,
                                                    .source = &source};
    if (has_tables != 0) {
        const enum kauri_status status =
            kauri_tablebase_open(&folder, 1, &options, &state.api.tables, &state.error);
        if (status != KAURI_OK) {
            return (int)status;
        }
        kauri_tablebase_hide_folders(state.api.tables); // there is only one, which has no name
    }
    state.api.memory = (uint64_t)memory;
    state.api.threads = 1;
    return KAURI_OK;
}

int wasm_book(const void *bytes, size_t size)
{
    kauri_book_close(state.book);
    const enum kauri_status status =
        kauri_book_read("the book", bytes, size, &state.book, &state.error);
    state.api.book = state.book;
    return (int)status;
}

const char *wasm_message(void)
{
    return state.error.message;
}

unsigned wasm_answer(const char *method, const char *target, const char *accept, const char *body,
                     size_t body_size)
{
    const struct kauri_http_request request = {.method = method,
                                               .target = &state.target,
                                               .body = body,
                                               .body_size = body_size,
                                               .accept = accept};
    const struct kauri_api_caller caller = {.event = send_event};
    kauri_string_clear(&state.answer.body);
    state.answer = (struct kauri_http_answer){.status = 0};
    if (kauri_http_target_parse(target, &state.target, &state.error) != KAURI_OK) {
        kauri_api_answer_fault(&state.answer, 400, KAURI_USAGE, state.error.message);
        return state.answer.status;
    }
    return kauri_api_answer(&state.api, &request, &caller, &state.answer) ? state.answer.status : 0;
}

const char *wasm_body(void)
{
    return kauri_string_text(&state.answer.body);
}

size_t wasm_body_size(void)
{
    return state.answer.body.length;
}
