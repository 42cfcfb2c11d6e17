// SPDX-License-Identifier: MIT
//
// answers.h - questions as text, and their answers as JSON.
//
// A part of the public interface of libkauri, which kauri/analysis.h includes. Everything that the
// first comment of kauri.h says about versions, results, threads, memory and units also applies
// here. Since 1.2.
#ifndef KAURI_ANSWERS_H
#define KAURI_ANSWERS_H

#include <kauri/analysis.h>

#ifdef __cplusplus
extern "C" {
#endif

// Answers the questions of the API of `kauri serve` (docs/reference/HTTP.md) without a server:
// positions of a layer that meet conditions, a game with the value of each move, the solution,
// problems, and what other functions return as structs. May be used by several threads at once.
struct kauri_answers;

// Zero in any other member means the default.
struct kauri_answers_options {
    size_t struct_bytes;            // sizeof(struct kauri_answers_options)
    struct kauri_tablebase *tables; // NULL: none; must stay open until kauri_answers_free
    const struct kauri_book *book;  // NULL: none; must stay open until kauri_answers_free
    uint64_t memory_bytes;          // that one answer may take; default 256 MiB
    unsigned threads; // most threads of one answer, 1..4096; default one per processor
};

// `options` may be NULL. KAURI_USAGE for options out of range, KAURI_RESOURCE. *answers is NULL on
// failure.
KAURI_API enum kauri_status kauri_answers_new(const struct kauri_answers_options *options,
                                              struct kauri_answers **answers,
                                              struct kauri_error *error);

// Accepts NULL. No question may be under way.
KAURI_API void kauri_answers_free(struct kauri_answers *answers);

struct kauri_question {
    size_t struct_bytes; // sizeof(struct kauri_question)
    // An address of the API, without what precedes the name: "find?seeds=2&r=5..&zugzwang=1" or
    // "probe?position=0,1/1,0+1_S". As there, '_' stands for a blank of a position, and other
    // blanks and signs such as '&' and '%' in a value are escaped: "%26". `seconds` may be any
    // number, and without it nothing but `stop` ends what is not a search.
    const char *text;
    // What a client of the server would post, a game record for example; NULL: nothing.
    const void *body;
    size_t body_bytes;
    // Either may be NULL. `stop` is asked very often whether to give up; `progress` is called a few
    // times a second, if the answer takes that long, with an event of the API and its object.
    bool (*stop)(void *context);
    void (*progress)(void *context, const char *event, const char *json);
    void *context;
};

// Answers a question: *answer receives the object as JSON, or the bytes of a file, with a final NUL
// that *bytes does not count. The caller releases it with kauri_answer_free; it is NULL on failure.
// `bytes` may be NULL. KAURI_USAGE for a question that there is not, or a parameter out of range;
// KAURI_BAD_INPUT, KAURI_NOT_COVERED, KAURI_MISSING, KAURI_CORRUPT and KAURI_RESOURCE as for other
// functions; KAURI_INTERRUPTED by `stop`, unless there is an answer so far.
KAURI_API enum kauri_status kauri_answers_ask(struct kauri_answers *answers,
                                              const struct kauri_question *question, char **answer,
                                              size_t *bytes, struct kauri_error *error);

// Accepts NULL.
KAURI_API void kauri_answer_free(char *answer);

#ifdef __cplusplus
}
#endif

#endif
