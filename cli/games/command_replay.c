// kauri replay: replays game records and marks their mistakes.
#include "cli/commands.h"
#include "cli/fitted_text.h"
#include "cli/games/replay_view.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "records/record.h"

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

static void print_totals(const struct totals *totals)
{
    kauri_print_fitted(
        "\n%zu game%s, %zu wrong capture%s, %zu missing move%s, %zu wrong result%s.\n",
        totals->games, s(totals->games), totals->differences, s(totals->differences),
        totals->missing, s(totals->missing), totals->results, s(totals->results));
}

// Puts the name of the text before the message.
static void report_in(struct kauri_command_run *run, const struct kauri_error *error)
{
    struct kauri_error named;
    const char *path = run->arguments[0];
    (void)kauri_fail(&named, error->status, "%s: %s",
                     strcmp(path, "-") == 0 ? "standard input" : path, error->message);
    kauri_run_report(run, &named);
}

// Replays every game of the text; one that breaks is reported, and the others are still played.
static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    struct totals totals = {0};
    bool found = true;
    KAURI_TRY(kauri_text_file_read(run->arguments[0], &text, error));
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    while (found) {
        struct kauri_record record;
        status = kauri_record_next(&reader, &record, &found, error);
        if (found) {
            status = replay_game(&record, run->json, &totals, error);
        } else if (status == KAURI_OK && totals.games == 0) {
            status = kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
        }
        kauri_record_clear(&record);
        if (status == KAURI_RESOURCE) { // not the fault of this game
            break;
        }
        if (status != KAURI_OK) {
            report_in(run, error);
            status = KAURI_OK;
        }
    }
    if (totals.games > 0 && !run->json) {
        print_totals(&totals);
    }
cleanup:
    free(text);
    return status;
}

const struct kauri_command kauri_command_replay = {
    .name = "replay",
    .group = "Play, and look at games",
    .summary = "replay game records and mark their mistakes",
    .text =
        "Plays the games in a text (\"-\": standard input) and prints every move, its captures by "
        "the rules, and the position after it. A star marks a mistake in the record: wrong "
        "captures, a wrong result, or a missing move, which is found and inserted. Other text is "
        "skipped. The notation is described in docs/RULES.md, \"Game records\".",
    .arguments = "FILE",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"check the records of games", "kauri replay games.txt"}},
    .related = "annotate play",
    .documents = "RULES.md",
    .run = run,
};
