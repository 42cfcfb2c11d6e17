// waurie replay: plays lines of play, and says what their moves are worth.
#include "waurie/cli/waurie_commands.h"

#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/terminal_text.h"
#include "common/loop.h"
#include "common/size.h"
#include "waurie/cli/answering.h"
#include "waurie/cli/finder.h"
#include "waurie/cli/line_view.h"

#include <stdlib.h>
#include <string.h>

enum { SECONDS_DEFAULT = 10, SECONDS_MAX = 100000000 };

#define USUAL_START "4,4,4,4,4,4/4,4,4,4,4,4 S"

struct line_replaying {
    struct waurie_rules rules;
    uint64_t memory; // memory, half of it for the search
    uint64_t seconds;
    const char *position;
    // Members for the work.
    struct kauri_command_run *run;
    struct waurie_answering answering;
    struct waurie_finder finder; // search for positions that are not answered otherwise
    unsigned finder_pits;        // pits in a row of the board that the search is for
    unsigned finder_seeds;       // most seeds of a position that its search may be asked about
    char *text;                  // what is read, owned
    struct waurie_record_reader reader;
    struct waurie_replay replay;
    // Members for the totals.
    size_t lines;
    size_t broken;
    size_t losing;  // moves that lose a won position
    size_t open;    // moves for which it is not known whether they lose a won position
    size_t results; // written results that are wrong
};

// --------------------------------------------------------------------------------------- judgment

static void end_search(struct line_replaying *replaying)
{
    waurie_search_free(replaying->finder.search);
    replaying->finder.search = NULL;
}

// Makes a search for positions of this board with at most as many seeds.
static enum kauri_status begin_search(struct line_replaying *replaying,
                                      const struct waurie_board *board, struct kauri_error *error)
{
    const unsigned seeds = waurie_seeds(board);
    if (replaying->finder.search != NULL && replaying->finder_pits == board->pits &&
        replaying->finder_seeds >= seeds) {
        return KAURI_OK;
    }
    end_search(replaying);
    const struct waurie_search_options options = {.folder = replaying->run->folder,
                                                  .rules = replaying->rules,
                                                  .pits = board->pits,
                                                  .layers_most = WAURIE_SEEDS_MAX,
                                                  .seeds_most = seeds,
                                                  .memory = replaying->memory / 2,
                                                  .threads = replaying->run->threads,
                                                  .progress = &replaying->run->view.progress};
    replaying->finder_pits = board->pits;
    replaying->finder_seeds = seeds;
    return waurie_search_new(&options, &replaying->finder.search, error);
}

// Answers a position: by playing it out or from tables if possible, otherwise by search.
static enum kauri_status answer(struct line_replaying *replaying,
                                const struct waurie_position *position,
                                struct waurie_answer *answer, struct kauri_error *error)
{
    struct kauri_error fault;
    const enum kauri_status status =
        waurie_answering_find(&replaying->answering, position, answer, &fault);
    if (status == KAURI_OK) {
        return status;
    }
    if (status != KAURI_MISSING && status != KAURI_RESOURCE) {
        *error = fault;
        return status;
    }
    KAURI_PASS(begin_search(replaying, &position->board, error));
    (void)waurie_finder_answer(&replaying->finder, position, answer);
    return waurie_search_failure(replaying->finder.search, error);
}

// Compares what is written after a line with its end. It agrees if all that it claims is known and
// right.
static enum waurie_verdict judge_result(const struct waurie_judged_line *judged)
{
    const struct waurie_played_line *line = judged->line;
    const struct kauri_written_result *result = &line->written.result;
    const bool clear = result->understood || !result->tells;
    const enum kauri_written_outcome winner = clear ? result->outcome : KAURI_OUTCOME_UNKNOWN;
    const unsigned turns = clear ? result->turns : 0;
    const bool known = line->over || judged->end.result != WAURIE_OPEN;
    const bool north =
        line->over ? line->north_won : line->end.north == (judged->end.result == WAURIE_WIN);
    const bool names_winner = winner == KAURI_OUTCOME_SOUTH || winner == KAURI_OUTCOME_NORTH;
    if (!result->given) {
        return WAURIE_NOT_WRITTEN;
    }
    if ((names_winner && known && (winner == KAURI_OUTCOME_NORTH) != north) ||
        (turns > 0 && line->over && turns != waurie_judged_turns(judged))) {
        return WAURIE_DIFFERS;
    }
    const bool open = (names_winner && !known) || (turns > 0 && !line->over);
    return open || (!names_winner && turns == 0) ? WAURIE_NOT_CHECKED : WAURIE_AGREES;
}

// Answers the positions of a line. The last ones come first: they are decided faster, and a search
// remembers them.
static enum kauri_status judge(struct line_replaying *replaying, struct waurie_judged_line *judged,
                               struct waurie_answer *answers, struct kauri_error *error)
{
    const struct waurie_played_line *line = judged->line;
    judged->answers = answers;
    if (!line->over && judged->fault == NULL) {
        KAURI_PASS(answer(replaying, &line->end, &judged->end, error));
    }
    for (size_t i = line->count; i-- > 0;) {
        KAURI_PASS(answer(replaying, &line->played[i].before, &answers[i], error));
    }
    judged->verdict = judged->fault == NULL ? judge_result(judged) : WAURIE_NOT_CHECKED;
    for (size_t i = 0; i < line->count; i++) {
        replaying->losing += waurie_judged_loses(judged, i) ? 1 : 0;
        replaying->open += answers[i].result == WAURIE_OPEN ||
                                   (answers[i].result == WAURIE_WIN &&
                                    waurie_judged_move(judged, i)->result == WAURIE_OPEN)
                               ? 1
                               : 0;
    }
    replaying->results += judged->verdict == WAURIE_DIFFERS ? 1 : 0;
    return KAURI_OK;
}

// Judges the last line of the replay and prints it. `fault` is why it breaks off, or NULL.
static enum kauri_status show(struct line_replaying *replaying, const struct kauri_error *fault,
                              struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_played_line *line = &replaying->replay.lines[replaying->replay.count - 1];
    struct waurie_judged_line judged = {.text = replaying->text, .line = line, .fault = fault};
    struct kauri_string out = {.bytes = NULL};
    struct waurie_answer *answers = calloc(line->count + 1, sizeof *answers);
    if (answers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of %zu sowings",
                          line->count);
    }
    KAURI_TRY(judge(replaying, &judged, answers, error));
    if (replaying->run->json) {
        waurie_add_line_json(&judged, &out);
    } else {
        kauri_string_add_text(&out, replaying->lines > 0 ? "\n" : "");
        waurie_add_line_text(&judged, &out);
    }
    status = kauri_print_text(&out, error);
    replaying->lines++;
    replaying->broken += fault != NULL ? 1 : 0;
cleanup:
    kauri_string_clear(&out);
    free(answers);
    return status;
}

// ---------------------------------------------------------------------------------------- command

// Puts the name of the text before the message.
static void report(const struct line_replaying *replaying, const struct kauri_error *error)
{
    struct kauri_error named;
    const char *path = replaying->run->arguments[0];
    (void)kauri_fail(&named, error->status, "%s: %s",
                     strcmp(path, "-") == 0 ? "standard input" : path, error->message);
    kauri_run_report(replaying->run, &named);
}

// Plays and prints a line that was read with this status; what is wrong with it is reported, and
// the next line is still played.
static enum kauri_status replay_line(struct line_replaying *replaying,
                                     struct waurie_written_line *written, enum kauri_status read,
                                     struct kauri_error *fault, struct kauri_error *error)
{
    const struct waurie_record_reader *reader = &replaying->reader;
    struct kauri_error unplayable;
    if (read == KAURI_OK && reader->start_bad && written->letter == 0) {
        read =
            kauri_fail(fault, KAURI_BAD_INPUT,
                       "line %u, column %u: not played, because the position before it cannot be "
                       "read",
                       written->line, written->column);
        written->count = 0;
        waurie_replay_clear(&replaying->replay);
    }
    if (written->count > 0) {
        const enum kauri_status played = waurie_replay_add(&replaying->replay, &replaying->rules,
                                                           &reader->start, written, &unplayable);
        if (played == KAURI_RESOURCE) {
            *error = unplayable;
            return played;
        }
        if (read == KAURI_OK && played != KAURI_OK) {
            read = played;
            *fault = unplayable;
            char start[WAURIE_POSITION_TEXT_BYTES];
            if (strcmp(waurie_position_format(&reader->start, start), USUAL_START) == 0) {
                kauri_error_append(fault,
                                   " (played from the usual start; --position names another)");
            }
        }
        KAURI_PASS(show(replaying, read != KAURI_OK ? fault : NULL, error));
    }
    if (read != KAURI_OK) {
        report(replaying, fault);
    }
    return KAURI_OK;
}

static const char *s(size_t count)
{
    return kauri_plural(count);
}

static void print_totals(const struct line_replaying *replaying)
{
    const size_t losing = replaying->losing;
    struct kauri_string open = {.bytes = NULL};
    if (replaying->open > 0) {
        kauri_string_add(&open, ", %zu open", replaying->open);
    }
    kauri_print_fitted("\n%zu line%s, %zu broken; %zu move%s that lose%s%s; %zu wrong result%s.\n",
                       replaying->lines, s(replaying->lines), replaying->broken, losing, s(losing),
                       losing == 1 ? "s" : "", kauri_string_text(&open), replaying->results,
                       s(replaying->results));
    kauri_string_clear(&open);
}

static enum kauri_status replay_text(struct line_replaying *replaying, struct kauri_error *error)
{
    struct waurie_record_reader *reader = &replaying->reader;
    bool found = true;
    while (found) {
        struct waurie_written_line written;
        struct kauri_error fault;
        const enum kauri_status read = waurie_record_next(reader, &written, &found, &fault);
        if (read == KAURI_RESOURCE) {
            *error = fault;
            waurie_written_line_clear(&written);
            return read;
        }
        const enum kauri_status status =
            found ? replay_line(replaying, &written, read, &fault, error) : KAURI_OK;
        waurie_written_line_clear(&written);
        KAURI_PASS(status);
        if (kauri_progress_cancelled(&replaying->run->view.progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted; what is printed holds");
        }
    }
    if (replaying->lines == 0 && replaying->run->reported == KAURI_OK) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s: no line of play, such as 5!/3/6-1, is found",
                          strcmp(replaying->run->arguments[0], "-") == 0
                              ? "standard input"
                              : replaying->run->arguments[0]);
    }
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct line_replaying *replaying = run->settings;
    struct waurie_position start;
    replaying->run = run;
    replaying->answering = (struct waurie_answering){
        .rules = replaying->rules, .memory = replaying->memory / 2, .folder = run->folder};
    replaying->finder = (struct waurie_finder){
        .rules = &replaying->rules,
        .end = replaying->seconds > 0 ? kauri_clock_seconds() + (double)replaying->seconds : 0,
        .progress = &run->view.progress};
    KAURI_TRY(waurie_position_parse(replaying->position, &start, error));
    KAURI_TRY(kauri_text_file_read(run->arguments[0], &replaying->text, error));
    KAURI_TRY(waurie_answering_begin(&replaying->answering, error));
    replaying->reader = waurie_record_begin(replaying->text, &start);
    KAURI_TRY(replay_text(replaying, error));
    if (!run->json && replaying->lines > 0) {
        print_totals(replaying);
    }
cleanup:
    if (status == KAURI_RESOURCE) {
        kauri_error_append(error, " (--memory SIZE allows more)");
    }
    waurie_replay_clear(&replaying->replay);
    end_search(replaying);
    waurie_answering_end(&replaying->answering);
    waurie_record_end(&replaying->reader);
    free(replaying->text);
    return status;
}

const struct kauri_command waurie_command_replay = {
    .name = "replay",
    .summary = "play printed lines and say where a move loses",
    .text =
        "Plays the lines of play in a text (\"-\": standard input), such as the solution of the "
        "problem in the article on the game, and says of each turn what it is worth to the player "
        "who makes it: \"wins in 15\" counts the turns with best play of both sides, this one "
        "included. A remark names moves that lose a won position, only winning moves, and what "
        "else wins where a sign stands. A star marks a result that is written wrong. Other text is "
        "skipped.\n\n"
        "A line is written as pit numbers: turns are separated by slashes, sowings of one turn "
        "joined by hyphens, and \"!\" or \"?\" may follow a pit. A letter after a turn is the "
        "place "
        "of a variation, which begins with the letter in brackets and replaces that turn: \"5! "
        "a/3/1\", \"(a) 6?-1/3\". The notation is described in docs/guide/WAURIE.md, \"Lines of "
        "play\".\n\n"
        "Lines begin with the last position that ends a line of the text before them, or else with "
        "that of --position. Small positions are played to the end of the game, and with --tables "
        "larger ones looked up, which tells the winner only; others are searched for up to --time "
        "seconds, the last ones of a line first. What is not found out is \"open\". A line that "
        "cannot be read or played is reported with its place, and the next one is tried.",
    .arguments = "FILE",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("position", "POSITION",
                         "where lines begin (default: the usual start, four seeds in each pit)",
                         KAURI_STORED(struct line_replaying, position)),
            WAURIE_RULES_OPTIONS(struct line_replaying, rules),
            KAURI_OPTION("memory", "SIZE",
                         "at most this much memory, half of it for searching (default 1G)",
                         KAURI_STORED(struct line_replaying, memory), .is_size = true),
            KAURI_OPTION("time", "SECONDS",
                         "seconds for searching, 0 to 100000000, 0: no limit (default 10)",
                         KAURI_STORED(struct line_replaying, seconds), .unit = "seconds",
                         .high = SECONDS_MAX),
            KAURI_THREADS_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTION("tables", "DIR", "look positions up in these tables",
                         KAURI_STORED_IN_RUN(folder)),
            KAURI_OPTIONS_END,
        },
    .examples = {{"a line from a position",
                  "echo '5!/3/1/4/2' | waurie replay --position '1,0,0,0,1,1/0,0,1,0,0,0 S' -"}},
    .related = "line probe",
    .documents = "guide/WAURIE.md reference/JSON.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct line_replaying, .memory = UINT64_C(1) << 30, .seconds = SECONDS_DEFAULT,
                   .position = USUAL_START),
    .run = run,
};
