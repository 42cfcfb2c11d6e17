// kauri replay: replays game records and marks their mistakes.
#include "cli/command.h"
#include "cli/fitted_text.h"
#include "cli/games/replay_view.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/text_file.h"
#include "records/record_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct totals {
    size_t games;
    size_t differences; // captures
    size_t missing;     // moves
    size_t results;     // that differ
};

// Replays one game and prints it. KAURI_BAD_INPUT when it breaks; KAURI_RESOURCE.
static enum kauri_status replay_game(const struct kauri_record *record, bool json,
                                     struct totals *totals, struct kauri_error *error)
{
    struct kauri_replay replay;
    enum kauri_status status = kauri_replay_record(record, &replay, error);
    const struct kauri_error *fault = status == KAURI_OK ? NULL : error;
    if (status == KAURI_OK || status == KAURI_BAD_INPUT) {
        if (json) {
            struct kauri_string out = {.bytes = NULL};
            struct kauri_error print_error;
            kauri_json_replay(&out, record, &replay, fault);
            if (kauri_print_text(&out, &print_error) != KAURI_OK) {
                status = print_error.status;
                *error = print_error;
            }
        } else {
            printf("%s", totals->games > 0 ? "\n" : "");
            kauri_replay_print(record, &replay, fault);
        }
    }
    totals->games++;
    totals->differences += replay.differences;
    totals->missing += replay.repair.found ? 1 : 0;
    totals->results += replay.result == KAURI_RESULT_DIFFERS ? 1 : 0;
    kauri_replay_clear(&replay);
    return status;
}

static const char *s(size_t count)
{
    return count == 1 ? "" : "s";
}

// Puts the file's name before the message.
static int report_error_in(const char *path, const struct kauri_error *error)
{
    struct kauri_error named;
    (void)kauri_fail(&named, error->status, "%s: %s",
                     strcmp(path, "-") == 0 ? "standard input" : path, error->message);
    return kauri_report_error(&named);
}

static void print_totals(const struct totals *totals)
{
    kauri_print_fitted(
        "\n%zu game%s, %zu wrong capture%s, %zu missing move%s, %zu wrong result%s.\n",
        totals->games, s(totals->games), totals->differences, s(totals->differences),
        totals->missing, s(totals->missing), totals->results, s(totals->results));
}

// Replays every game of the text; one that breaks is reported, and the others are still played.
static int replay_text(const char *path, const char *text, bool json)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    struct kauri_record record;
    struct kauri_error error;
    struct totals totals = {0};
    bool found = true;
    int exit_status = KAURI_OK;
    while (found) {
        enum kauri_status status = kauri_record_next(&reader, &record, &found, &error);
        if (found) {
            status = replay_game(&record, json, &totals, &error);
        } else if (status == KAURI_OK && totals.games == 0) {
            status = kauri_fail(&error, KAURI_BAD_INPUT, "no game record found");
        }
        if (status == KAURI_RESOURCE) { // not the fault of this game
            exit_status = kauri_report_error(&error);
            found = false;
        } else if (status != KAURI_OK) {
            exit_status = report_error_in(path, &error);
        }
        kauri_record_clear(&record);
    }
    if (totals.games > 0 && !json) {
        print_totals(&totals);
    }
    return exit_status;
}

static int replay_file(const char *path, bool json)
{
    struct kauri_error error;
    char *text = NULL;
    if (kauri_text_file_read(path, &text, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    const int exit_status = replay_text(path, text, json);
    free(text);
    return exit_status;
}

int kauri_command_replay(int argc, char **argv)
{
    bool json = false;
    struct kauri_error error;
    struct kauri_arguments arguments;
    const struct kauri_option options[] = {KAURI_OPTION_JSON(&json)};
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "FILE",
        .text = "Plays the games in a text (\"-\": standard input) and prints every move, its "
                "captures by the\nrules, and the position after it. A star marks a mistake in the "
                "record: wrong captures, a\nwrong result, or a missing move, which is found and "
                "inserted. Other text is skipped.\nThe notation is described in docs/RULES.md, "
                "\"Game records\".\n",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    return arguments.help ? KAURI_OK : replay_file(arguments.values[0], json);
}
