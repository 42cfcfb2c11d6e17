// Asks a question as text and prints the answer, which is JSON: ask FOLDER QUESTION [RECORD]
//
// The questions are those of docs/reference/HTTP.md. RECORD is the text of a game, for those that
// want one.
#include <kauri/answers.h>
#include <stdio.h>
#include <string.h>

static void report(const struct kauri_error *error)
{
    fprintf(stderr, "ask: %s: %s\n", kauri_status_name(error->status), error->message);
}

int main(int argc, char **argv)
{
    struct kauri_error error = {KAURI_USAGE, "ask FOLDER QUESTION [RECORD]"};
    if (argc != 3 && argc != 4) {
        report(&error);
        return error.status;
    }
    const char *folder = argv[1];
    struct kauri_answers_options options = {.struct_bytes = sizeof options};
    struct kauri_question question = {.struct_bytes = sizeof question, .text = argv[2]};
    struct kauri_answers *answers = NULL;
    char *answer = NULL;
    if (argc == 4) {
        question.body = argv[3];
        question.body_bytes = strlen(argv[3]);
    }
    enum kauri_status status = kauri_tablebase_open(&folder, 1, NULL, &options.tables, &error);
    if (status == KAURI_OK) {
        status = kauri_answers_new(&options, &answers, &error);
    }
    if (status == KAURI_OK) {
        status = kauri_answers_ask(answers, &question, &answer, NULL, &error);
    }
    if (status == KAURI_OK) {
        fputs(answer, stdout);
    } else {
        report(&error);
    }
    kauri_answer_free(answer);
    kauri_answers_free(answers);
    kauri_tablebase_close(options.tables);
    return (int)status;
}
