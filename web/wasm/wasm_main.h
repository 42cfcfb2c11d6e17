// The API as a WebAssembly module: a request in, its answer out (docs/guide/SITE.md). One thread;
// the state is that of the one API that the module holds. Names and the bytes of tables come from
// functions of the worker that runs the module (web/wasm/module.js), and events are passed to
// such a function.
#ifndef KAURI_WEB_WASM_WASM_MAIN_H
#define KAURI_WEB_WASM_WASM_MAIN_H

#include <stddef.h>

#define EXPORT(name) __attribute__((export_name(name)))

// Memory for texts that are passed; the caller gives it back.
EXPORT("allocate") void *wasm_allocate(size_t bytes);
EXPORT("release") void wasm_release(void *memory);

// Opens the tables, if there are any. `cache` are the bytes of decoded pages that are kept,
// `memory` those that an answer may take. Returns a status; wasm_message says what is wrong.
EXPORT("start") int wasm_start(int has_tables, double cache, double memory);
// Takes a solution book, whose bytes are not needed afterwards. Returns a status.
EXPORT("book") int wasm_book(const void *bytes, size_t size);
EXPORT("message") const char *wasm_message(void);

// Answers a request; `target` is "/api/v1/...". `accept` and `body` may be NULL. Returns the status
// of HTTP, whose body wasm_body has; 0 if the answer was sent as events.
EXPORT("answer")
unsigned wasm_answer(const char *method, const char *target, const char *accept, const char *body,
                     size_t body_size);
EXPORT("body") const char *wasm_body(void);
EXPORT("body_size") size_t wasm_body_size(void);

#endif
