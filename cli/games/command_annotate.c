// kauri annotate: values every position and move of game records.
#include "cli/command.h"
#include "cli/games/annotate_view.h"
#include "cli/games/plot.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/text_file.h"
#include "common/file.h"
#include "records/record_parse.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_BYTES = 64 << 20, SECONDS = 60, SECONDS_MAX = 86400 };

struct settings {
    const char *folder;
    const char *svg;
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes;
    uint64_t game; // number in the header; UINT64_MAX: all
    bool json;
    bool markdown;
};

// The games of a file, as far as they can be played.
struct work {
    struct kauri_records records;
    size_t count;
    struct kauri_replay *replays;       // one a record that can be played
    struct kauri_annotated_game *games; // the same
    struct kauri_annotated_view *views; // the same; views[i].record points into records
};

static void clear_work(struct work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        kauri_replay_clear(&work->replays[i]);
        kauri_annotated_game_clear(&work->games[i]);
    }
    free(work->replays);
    free(work->games);
    free(work->views);
    kauri_records_clear(&work->records);
}

static const char *file_name(const char *path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static enum kauri_status read_records(const char *path, struct work *work,
                                      struct kauri_error *error)
{
    char *text = NULL;
    struct kauri_error reason;
    enum kauri_status status = kauri_text_file_read(path, &text, error);
    if (status != KAURI_OK) {
        return status;
    }
    status = kauri_records_parse(text, &work->records, &reason);
    free(text);
    if (status != KAURI_OK) {
        return kauri_fail(error, status, "%s: %s", file_name(path), reason.message);
    }
    const size_t count = work->records.count;
    work->replays = calloc(count, sizeof *work->replays);
    work->games = calloc(count, sizeof *work->games);
    work->views = calloc(count, sizeof *work->views);
    if (work->replays == NULL || work->games == NULL || work->views == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for %zu games", count);
    }
    return KAURI_OK;
}

// Replays the games that are asked for. One that cannot be played is named, and the others go on;
// *broken gets the status then.
static enum kauri_status replay_games(const char *path, const struct settings *settings,
                                      struct work *work, int *broken, struct kauri_error *error)
{
    bool found = false;
    for (size_t i = 0; i < work->records.count; i++) {
        const struct kauri_record *record = &work->records.records[i];
        struct kauri_error reason;
        struct kauri_error named;
        if (settings->game != UINT64_MAX && record->number != settings->game) {
            continue;
        }
        found = true;
        struct kauri_replay *replay = &work->replays[work->count];
        const enum kauri_status status = kauri_replay_record(record, replay, &reason);
        if (status == KAURI_OK) {
            work->views[work->count] = (struct kauri_annotated_view){
                .record = record, .replay = replay, .game = &work->games[work->count]};
            work->count++;
            continue;
        }
        kauri_replay_clear(replay);
        (void)kauri_fail(&named, status, "%s: %s", file_name(path), reason.message);
        *broken = kauri_complain(&named);
        if (status != KAURI_BAD_INPUT) {
            break;
        }
    }
    if (!found) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s has no game (%llu)", file_name(path),
                          (unsigned long long)settings->game);
    }
    return KAURI_OK;
}

// After an interruption the rest is annotated without searching; *interrupted is set then.
static enum kauri_status annotate_games(const struct settings *settings, struct work *work,
                                        bool *interrupted, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tables *tables = NULL;
    struct kauri_progress_view view;
    kauri_progress_view_begin(&view, true); // signals only
    double left = (double)settings->seconds;
    if (settings->folder != NULL) {
        KAURI_TRY(kauri_tables_open(settings->folder, CACHE_BYTES, &tables, error));
    }
    for (size_t i = 0; i < work->count; i++) {
        const double share = left / (double)(work->count - i);
        struct kauri_effort effort = {.memory = settings->memory,
                                      .seconds = share,
                                      .nodes = settings->nodes,
                                      .progress = &view.progress};
        KAURI_TRY(kauri_annotate(tables, &work->replays[i], &effort, &work->games[i], error));
        *interrupted = *interrupted || effort.interrupted;
        left = *interrupted ? 0 : left - (share - effort.seconds);
    }
cleanup:
    kauri_tables_close(tables);
    return status;
}

static enum kauri_status write_svg(const char *path, const struct work *work,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string svg = {.bytes = NULL};
    struct kauri_output *output = NULL;
    kauri_plot(&svg, work->views, work->count);
    KAURI_TRY(kauri_string_check(&svg, error));
    KAURI_TRY(kauri_output_open(path, &output, error));
    KAURI_TRY(kauri_output_write(output, kauri_string_text(&svg), svg.length, error));
    status = kauri_output_commit(output, error);
    output = NULL; // freed by commit, whatever came of it
cleanup:
    kauri_output_abandon(output);
    kauri_string_clear(&svg);
    return status;
}

static void print_games(const struct settings *settings, const struct work *work)
{
    for (size_t i = 0; i < work->count; i++) {
        if (settings->json) {
            kauri_annotated_print_json(&work->views[i]);
        } else if (settings->markdown) {
            kauri_annotated_print_markdown(&work->views[i]);
        } else {
            printf("%s", i > 0 ? "\n" : "");
            kauri_annotated_print(&work->views[i]);
        }
    }
    if (!settings->json && !settings->markdown && work->count > 0) {
        printf(
            "\nfinal: South's captures less North's at the end with best play, within the bounds "
            "that are proven,\nand S where South wins the cowrie phase then, N where North does, = "
            "where it never ends. played,\nbest other: the same after these moves. gives away: "
            "seeds that the move loses for who plays it.\nstandard, tie-breaker: who wins, before "
            "-> after the move. sign: ! the only move that keeps the\nresult, ? loses seeds (under "
            "the tie-breaker: or the cowrie phase), ?? loses the result;\nopen: not decided.\n");
    }
}

static int run(const char *path, const struct settings *settings)
{
    enum kauri_status status = KAURI_OK;
    int broken = KAURI_OK;
    bool interrupted = false;
    struct kauri_error error;
    struct work work = {.count = 0};
    KAURI_TRY(read_records(path, &work, &error));
    KAURI_TRY(replay_games(path, settings, &work, &broken, &error));
    if (settings->svg != NULL) { // not after all the searching
        KAURI_TRY(kauri_text_file_try(settings->svg, &error));
    }
    KAURI_TRY(annotate_games(settings, &work, &interrupted, &error));
    print_games(settings, &work);
    if (settings->svg != NULL && work.count > 0) {
        KAURI_TRY(write_svg(settings->svg, &work, &error));
    }
    if (interrupted) {
        status = kauri_fail(&error, KAURI_INTERRUPTED,
                            "interrupted: what was found is kept, the rest is not searched");
    }
cleanup:
    clear_work(&work);
    return status == KAURI_OK ? broken : kauri_complain(&error);
}

int kauri_command_annotate(int argc, char **argv)
{
    struct settings settings = {.memory = 512 << 20, .seconds = SECONDS, .game = UINT64_MAX};
    struct kauri_error error;
    struct kauri_arguments arguments;
    const struct kauri_option options[] = {
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the tables",
         .text = &settings.folder},
        KAURI_OPTION_JSON(&settings.json),
        {.name = "svg",
         .argument = "FILE",
         .help = "draw the games into a file",
         .text = &settings.svg},
        {.name = "markdown", .help = "print sections of docs/GAMES.md", .flag = &settings.markdown},
        {.name = "game",
         .argument = "N",
         .help = "only the game with the header (N)",
         .number = &settings.game,
         .low = 1,
         .high = KAURI_RECORD_NUMBER_MAX},
        KAURI_OPTION_SEARCH_MEMORY(&settings.memory),
        {.name = "time",
         .argument = "SECONDS",
         .help = "for all searches together (default 60)",
         .number = &settings.seconds,
         .high = SECONDS_MAX},
        KAURI_OPTION_SEARCH_NODES(&settings.nodes),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "FILE",
        .text = "Says for every position of the games in a text (\"-\": standard input) what is "
                "proven of\nits value, and of every move what it gives away, by tables and search "
                "above them.\nPositions that the time did not suffice for are marked. After "
                "Ctrl-C the rest is not searched.\n",
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_complain(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    if (settings.json && settings.markdown) {
        (void)kauri_fail(&error, KAURI_USAGE, "--json and --markdown exclude each other");
        return kauri_complain(&error);
    }
    return run(arguments.values[0], &settings);
}
