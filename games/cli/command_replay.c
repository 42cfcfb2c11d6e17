// kauri replay: replays game records, marks their mistakes, and finds positions in them.
#include "cli/commands.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "common/size.h"
#include "games/cli/record_texts.h"
#include "games/cli/replay_list.h"
#include "games/cli/replay_view.h"
#include "games/records/record_reader.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct replay_settings {
    const char *position; // NULL: games are shown; otherwise they are searched for it
};

// The command at work.
struct replaying {
    struct kauri_command_run *run;
    struct kauri_position_search search;
    struct kauri_replay_totals totals;
    bool listed; // games are shown as lines of a table
    const char *name;
    const char *text; // the text that is being read
    size_t games;     // games of this text
};

// Puts the name of the text before the message.
static void report_in(const struct replaying *replaying, const struct kauri_error *error)
{
    struct kauri_error named;
    (void)kauri_fail(&named, error->status, "%s: %s", replaying->name, error->message);
    kauri_run_report(replaying->run, &named);
}

// Shows a game in the form that is asked for.
static void show(struct replaying *replaying, const struct kauri_replayed *game)
{
    struct kauri_command_run *run = replaying->run;
    const bool rows = replaying->search.wanted && !run->json;
    const char *text = replaying->listed || rows ? replaying->name : NULL;
    if (replaying->search.wanted) {
        kauri_position_search_add(&replaying->search, text, game, run->json);
    } else if (run->json) {
        struct kauri_json json = {.out = &run->out};
        kauri_json_add_replay(&json, text, game);
    } else if (replaying->listed) {
        kauri_replay_add_row(&replaying->totals, text, game);
    } else {
        kauri_string_add_text(&run->out, replaying->games > 0 ? "\n" : "");
        kauri_text_replay(&run->out, game);
    }
}

// Replays one game. KAURI_RESOURCE.
static enum kauri_status replay_game(struct replaying *replaying, struct kauri_record *record,
                                     struct kauri_error *error)
{
    struct kauri_replayed game;
    KAURI_PASS(kauri_replayed_make(replaying->text, record, &game, error));
    show(replaying, &game);
    kauri_replay_count(&replaying->totals, &game);
    const enum kauri_status status = kauri_print_text(&replaying->run->out, error);
    if (game.breaks) {
        report_in(replaying, &game.fault);
    }
    kauri_replay_clear(&game.replay);
    return status;
}

// Replays the games of a text.
static enum kauri_status replay_text(struct replaying *replaying, const char *text,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader reader = kauri_record_reader_begin(text);
    bool found = true;
    replaying->games = 0;
    replaying->text = text;
    while (found && status == KAURI_OK) {
        struct kauri_record record;
        KAURI_PASS(kauri_record_next(&reader, &record, &found, error));
        status = found ? replay_game(replaying, &record, error) : KAURI_OK;
        replaying->games += found ? 1 : 0;
        kauri_record_clear(&record);
    }
    if (status == KAURI_OK && replaying->games == 0) {
        status = kauri_record_none(text, error);
    }
    return status;
}

// Reads and replays a text. One without games is only counted if it was found in a folder;
// otherwise it is reported, and the others are still replayed. KAURI_RESOURCE.
static enum kauri_status replay_file(struct replaying *replaying,
                                     const struct kauri_record_text *file,
                                     struct kauri_error *error)
{
    char *text = NULL;
    struct kauri_error reason;
    replaying->name = strcmp(file->path, "-") == 0 ? "standard input" : file->path;
    enum kauri_status status = kauri_text_file_read(file->path, &text, &reason);
    if (status == KAURI_OK) {
        status = replay_text(replaying, text, error);
        if (status == KAURI_BAD_INPUT) { // the text has no game
            (void)kauri_fail(&reason, status, "%s: %s", replaying->name, error->message);
        } else if (status != KAURI_OK) {
            free(text);
            return status;
        }
    }
    free(text);
    if (status == KAURI_BAD_INPUT && file->of_folder) {
        replaying->totals.empty++;
    } else if (status != KAURI_OK) {
        kauri_run_report(replaying->run, &reason);
    }
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct replay_settings *settings = run->settings;
    enum kauri_status status = KAURI_OK;
    struct kauri_record_texts texts = {.count = 0};
    struct replaying replaying = {.run = run};
    if (settings->position != NULL) {
        KAURI_TRY(kauri_position_search_begin(&replaying.search, settings->position, error));
    }
    KAURI_TRY(kauri_record_texts_list(&texts, run->arguments, run->argument_count, error));
    replaying.listed = texts.count != 1 || texts.texts[0].of_folder;
    replaying.totals.texts = texts.count;
    for (size_t i = 0; i < texts.count; i++) {
        KAURI_TRY(replay_file(&replaying, &texts.texts[i], error));
    }
    if (replaying.totals.games + replaying.totals.positions == 0 && run->reported == KAURI_OK) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "no game record found in %zu file%s",
                            texts.count, kauri_plural(texts.count));
        goto cleanup;
    }
    if (replaying.search.wanted) {
        kauri_position_search_end(&replaying.search, run->json, &run->out);
    } else if (!run->json) {
        kauri_replay_add_totals(&run->out, &replaying.totals, replaying.listed);
    }
cleanup:
    kauri_string_clear(&replaying.search.rows);
    kauri_string_clear(&replaying.totals.rows);
    kauri_record_texts_clear(&texts);
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
        "skipped. The notation is described in docs/guide/RECORDS.md.\n"
        "\n"
        "Of several files, or of a folder, whose files are all read, each game is one line of a "
        "table. With --position, the places are listed where the position occurs; a position "
        "without a score occurs with any score.",
    .arguments = "FILE...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("position", "POS", "list the places where this position occurs",
                         KAURI_STORED(struct replay_settings, position)),
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .settings_bytes = sizeof(struct replay_settings),
    .examples = {{"check the records of games", "kauri replay games.txt"},
                 {"find a position in them", "kauri replay games.txt --position '3,1,2/2,1,3 S'"}},
    .related = "annotate play",
    .documents = "guide/RECORDS.md",
    .run = run,
};
