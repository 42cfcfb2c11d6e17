#include "games/cli/play/play_dialogue.h"

#include "cli/draw.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/terminal_text.h"
#include "common/size.h"
#include "games/cli/play/play_text.h"
#include "games/engine/engine.h"
#include "games/records/record_write.h"
#include "rules/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// ------------------------------------------------------------------------------------- the steps

// Returns true if the ply was a move that a person chose.
static bool is_choice(const struct kauri_dialogue *dialogue, const struct kauri_game_ply *ply)
{
    return ply->hole != KAURI_MOVE_PASS && dialogue->person[ply->before.side];
}

// Reports a fault on standard error and remembers the status of the first one.
static void report(struct kauri_dialogue *dialogue, const struct kauri_error *error)
{
    (void)kauri_report_error(error);
    dialogue->status = dialogue->status == KAURI_OK ? error->status : dialogue->status;
}

static void print_position(const struct kauri_game *game, const char *label)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_print_fitted("%s%s\n", label, kauri_position_format(kauri_game_position(game), text));
}

static void draw(const struct kauri_dialogue *dialogue)
{
    struct kauri_string board = {.bytes = NULL};
    kauri_string_add_text(&board, "\n");
    kauri_draw_board(&board, kauri_game_position(dialogue->game), KAURI_ENGLISH);
    (void)kauri_print_text(&board, NULL); // the loop ends if output failed
}

static enum kauri_status ask_advice(struct kauri_dialogue *dialogue, struct kauri_advice *advice,
                                    struct kauri_error *error)
{
    const bool noted = dialogue->terminal && dialogue->limits.seconds > 0;
    if (noted) {
        printf("Thinking ...");
        (void)fflush(stdout);
    }
    const enum kauri_status status =
        kauri_advise(dialogue->game, dialogue->tables, &dialogue->limits, advice, error);
    if (noted) {
        printf("\r\033[K");
    }
    return status;
}

// Looks for the best move of the player to move, by tables and search. If there is no memory to
// search, or the tables are damaged, the game goes on without them. KAURI_INTERRUPTED,
// KAURI_RESOURCE.
static enum kauri_status advise(struct kauri_dialogue *dialogue, struct kauri_advice *advice,
                                struct kauri_error *error)
{
    enum kauri_status status = ask_advice(dialogue, advice, error);
    if (status == KAURI_RESOURCE && dialogue->limits.seconds > 0) {
        report(dialogue, error);
        printf("The game goes on without searching.\n");
        dialogue->limits.seconds = 0;
        status = ask_advice(dialogue, advice, error);
    }
    if (status != KAURI_OK && status != KAURI_INTERRUPTED && dialogue->tables != NULL) {
        report(dialogue, error);
        printf("The game goes on without the tables.\n");
        dialogue->tables = NULL;
        status = ask_advice(dialogue, advice, error);
    }
    return status;
}

static void say_repetition(const struct kauri_dialogue *dialogue, size_t since)
{
    const struct kauri_position *now = kauri_game_position(dialogue->game);
    kauri_print_fitted(
        "This position occurred before, %zu plies ago. Play that never ends captures nothing "
        "more (R10):\n\"end\" ends the game that way, %u:%u.\n",
        kauri_game_count(dialogue->game) - since, now->score[0], now->score[1]);
}

// Plays a move and announces it; `advice` is the computer's reason for it, NULL for a person. If a
// position is repeated, the person is informed. If no person has had a choice since it occurred
// before, nothing can ever change, and the game ends as unlimited play. Fails as kauri_game_play.
static enum kauri_status play_move(struct kauri_dialogue *dialogue, int hole,
                                   const struct kauri_advice *advice, struct kauri_error *error)
{
    KAURI_PASS(kauri_game_play(dialogue->game, hole, error));
    kauri_play_print_ply(dialogue->game, advice);
    size_t since;
    if (kauri_game_is_over(dialogue->game) || !kauri_game_repeats(dialogue->game, &since)) {
        return KAURI_OK;
    }
    bool chosen = false;
    for (size_t i = since; i < kauri_game_count(dialogue->game); i++) {
        chosen = chosen || is_choice(dialogue, kauri_game_ply(dialogue->game, i));
    }
    if (!chosen) {
        printf("This position occurred before.\n");
        kauri_game_end_unlimited(dialogue->game);
    } else {
        say_repetition(dialogue, since);
    }
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------ the record

// Sets a date such as "November 5, 2008", in the form of the published records.
static void set_date(struct kauri_record *record)
{
    const time_t now = time(NULL);
    struct tm day;
    char month[64];
    char date[KAURI_RECORD_NAME_BYTES];
    if (now == (time_t)-1 || localtime_r(&now, &day) == NULL ||
        strftime(month, sizeof month, "%B", &day) == 0) {
        return; // a record needs no date
    }
    (void)snprintf(date, sizeof date, "%s %d, %d", month, day.tm_mday, day.tm_year + 1900);
    kauri_record_copy(record->date, sizeof record->date, date, strlen(date));
}

// Makes the record, which the caller clears in every case. KAURI_BAD_INPUT before the first move.
static enum kauri_status make_record(const struct kauri_dialogue *dialogue,
                                     struct kauri_record *record, struct kauri_error *error)
{
    kauri_record_init(record);
    record->number = 1;
    for (unsigned side = 0; side < 2; side++) {
        const char *name = dialogue->person[side] ? "Person" : "kauri";
        if (dialogue->person[0] != dialogue->person[1]) {
            kauri_record_copy(record->player[side], KAURI_RECORD_NAME_BYTES, name, strlen(name));
        }
    }
    set_date(record);
    return kauri_game_record(dialogue->game, record, error);
}

// The text of the record, which the caller frees.
static enum kauri_status format_record(const struct kauri_dialogue *dialogue, char **text,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record record;
    *text = NULL;
    KAURI_TRY(make_record(dialogue, &record, error));
    status = kauri_record_format(&record, text, error);
cleanup:
    kauri_record_clear(&record);
    return status;
}

static enum kauri_status print_record(const struct kauri_dialogue *dialogue,
                                      struct kauri_error *error)
{
    char *text = NULL;
    const enum kauri_status status = format_record(dialogue, &text, error);
    printf("%s", status == KAURI_OK ? text : "");
    free(text);
    return status;
}

static bool is_saved_in(const struct kauri_dialogue *dialogue, const char *path)
{
    return dialogue->saved_path != NULL && strcmp(dialogue->saved_path, path) == 0;
}

static bool may_replace(const struct kauri_dialogue *dialogue, const char *path)
{
    return dialogue->force || is_saved_in(dialogue, path);
}

// Writes the record into a file. An existing one is replaced only if the person allowed it or the
// file holds this game already. KAURI_USAGE, KAURI_RESOURCE (cli/output_file.h).
static enum kauri_status write_record(const struct kauri_dialogue *dialogue, const char *path,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    char *text = NULL;
    KAURI_TRY(format_record(dialogue, &text, error));
    status = kauri_output_file_write(path, may_replace(dialogue, path), text, strlen(text), error);
cleanup:
    free(text);
    return status;
}

static enum kauri_status save_record(struct kauri_dialogue *dialogue, const char *path,
                                     struct kauri_error *error)
{
    KAURI_PASS(kauri_output_file_check(path, may_replace(dialogue, path), NULL, error));
    KAURI_PASS(write_record(dialogue, path, error));
    if (!is_saved_in(dialogue, path)) {
        free(dialogue->saved_path);
        dialogue->saved_path = strdup(path); // if memory runs out, a second save is refused
    }
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------- the commands

// Refuses a command in one line; the person is asked again.
static void refuse(const struct kauri_error *error)
{
    kauri_print_fitted("%c%s.\n", toupper((unsigned char)error->message[0]), error->message + 1);
}

// Takes back `wanted` choices of the person and everything after them. Resigning, or ending the
// game as unlimited play, counts as a choice.
static void take_back(struct kauri_dialogue *dialogue, uint64_t wanted)
{
    const enum kauri_game_state state = kauri_game_state(dialogue->game);
    const size_t count = kauri_game_count(dialogue->game);
    uint64_t found = state == KAURI_GAME_RESIGNED || state == KAURI_GAME_UNLIMITED;
    size_t at = count;
    for (size_t i = count; i-- > 0 && found < wanted;) {
        if (is_choice(dialogue, kauri_game_ply(dialogue->game, i))) {
            found++;
            at = i;
        }
    }
    if (found < wanted) {
        kauri_print_fitted(found == 0 ? "There is no move of yours to take back.\n"
                                      : "Only %llu can be taken back.\n",
                           (unsigned long long)found);
        return;
    }
    kauri_game_undo(dialogue->game, count - at);
    if (at == count) {
        kauri_print_fitted("Taken back: the end of the game.\n");
    } else {
        kauri_print_fitted("Taken back: %zu pl%s.\n", count - at, count - at == 1 ? "y" : "ies");
    }
}

static void say_undo(struct kauri_dialogue *dialogue, const char *rest)
{
    uint64_t number = 1;
    if (rest[0] != '\0' && !kauri_parse_number(rest, 1, UINT32_MAX, &number)) {
        kauri_print_fitted("undo takes a number of moves, at least 1, not '%.80s'.\n", rest);
    } else {
        take_back(dialogue, number);
    }
}

static void say_hint(struct kauri_dialogue *dialogue, const char *rest)
{
    struct kauri_error error;
    struct kauri_advice advice;
    (void)rest;
    const enum kauri_status status = advise(dialogue, &advice, &error);
    if (status == KAURI_OK) {
        kauri_play_print_hint(dialogue->game, &advice);
    } else if (status != KAURI_INTERRUPTED) {
        report(dialogue, &error);
    }
}

static void say_end(struct kauri_dialogue *dialogue, const char *rest)
{
    size_t since;
    (void)rest;
    if (kauri_game_repeats(dialogue->game, &since)) {
        kauri_game_end_unlimited(dialogue->game);
    } else {
        kauri_print_fitted("\"end\" is for a repeated position; use resign or quit elsewhere.\n");
    }
}

static void say_resign(struct kauri_dialogue *dialogue, const char *rest)
{
    (void)rest;
    kauri_game_resign(dialogue->game);
}

static void say_board(struct kauri_dialogue *dialogue, const char *rest)
{
    (void)rest;
    draw(dialogue);
    print_position(dialogue->game, "");
}

static void say_moves(struct kauri_dialogue *dialogue, const char *rest)
{
    struct kauri_error error;
    (void)rest;
    if (print_record(dialogue, &error) != KAURI_OK) {
        refuse(&error);
    }
}

static void say_save(struct kauri_dialogue *dialogue, const char *path)
{
    struct kauri_error error;
    if (path[0] == '\0') {
        kauri_print_fitted("save needs the name of a file: save FILE\n");
    } else if (save_record(dialogue, path, &error) != KAURI_OK) {
        refuse(&error);
    } else {
        kauri_print_fitted("Saved in %s.\n", path);
    }
}

static void say_help(struct kauri_dialogue *dialogue, const char *rest)
{
    (void)dialogue;
    (void)rest;
    kauri_print_fitted(
        "a letter     plays that hole; South's are a b c ..., North's A B C ...\n"
        "hint         shows what is known about every move\n"
        "undo [N]     takes back your last move (or N moves) and what followed\n"
        "board        draws the board again, with the position as text\n"
        "moves        shows the game so far as a record\n"
        "save FILE    writes the record; kauri replay FILE reads it back\n"
        "end          ends the game as endless play (R10) when a position is repeated\n"
        "resign       gives up\n"
        "quit, q      leaves, as the end of input (Ctrl-D) and Ctrl-C do\n");
}

// The commands besides moves. `quit`, `q` and `exit`, without a function, leave the game.
struct word {
    const char *name;
    bool in_game;  // the command means something only while the game goes on
    bool argument; // an argument may follow
    void (*say)(struct kauri_dialogue *dialogue, const char *rest);
};

static const struct word words[] = {
    {"hint", true, false, say_hint},     {"undo", false, true, say_undo},
    {"board", false, false, say_board},  {"moves", false, false, say_moves},
    {"save", false, true, say_save},     {"end", true, false, say_end},
    {"resign", true, false, say_resign}, {"help", false, false, say_help},
    {"?", false, false, say_help},       {"quit", false, false, NULL},
    {"q", false, false, NULL},           {"exit", false, false, NULL},
};

static const struct word *find_word(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(words[i].name, name) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

// Plays the hole with this letter. If only one person plays, upper and lower case mean the same.
static void move_to(struct kauri_dialogue *dialogue, char letter)
{
    struct kauri_error error;
    const struct kauri_position *now = kauri_game_position(dialogue->game);
    const bool both = dialogue->person[KAURI_SOUTH] && dialogue->person[KAURI_NORTH];
    enum kauri_side side = KAURI_SOUTH;
    int hole = 0;
    if (!kauri_letter_move(letter, &side, &hole) || hole >= now->holes) {
        kauri_print_fitted("There is no hole '%c' on this board.\n", letter);
    } else if (both && side != (enum kauri_side)now->side && !kauri_game_is_over(dialogue->game)) {
        kauri_print_fitted("%c is %s's; it is %s's turn.\n", letter, kauri_side_name(side),
                           kauri_side_name(now->side));
    } else if (play_move(dialogue, hole, NULL, &error) != KAURI_OK) {
        refuse(&error);
    }
}

// Carries out a line: `name` is its first word, `rest` the remainder, both without blanks around
// them. A command that is refused is answered in one line and changes nothing. Returns false if the
// person leaves the game.
static bool carry_out(struct kauri_dialogue *dialogue, const char *name, const char *rest)
{
    const struct word *word = find_word(name);
    const bool letter = word == NULL && strlen(name) == 1;
    if (word == NULL && !letter) {
        kauri_print_fitted("'%.40s' is neither a move nor a command; help lists them.\n", name);
    } else if (rest[0] != '\0' && (letter || !word->argument)) {
        kauri_print_fitted("'%.40s' takes nothing after it; help lists the commands.\n", name);
    } else if (letter) {
        move_to(dialogue, name[0]);
    } else if (word->in_game && kauri_game_is_over(dialogue->game)) {
        kauri_print_fitted("The game is over; undo takes the last move back.\n");
    } else if (word->say == NULL) {
        return false;
    } else {
        word->say(dialogue, rest);
    }
    return true;
}

// ---------------------------------------------------------------------------------- the dialogue

enum outcome { GO_ON, LEAVE };

static bool is_stopped(const struct kauri_dialogue *dialogue)
{
    return kauri_progress_cancelled(dialogue->limits.progress);
}

static bool has_person(const struct kauri_dialogue *dialogue)
{
    return dialogue->person[KAURI_SOUTH] || dialogue->person[KAURI_NORTH];
}

// Splits a line into its first word and the rest. Bytes that could upset a terminal become '?'.
// There must be room for a zero after the line.
static void split(char *line, size_t bytes, char **word, char **rest)
{
    bytes -= bytes > 0 && line[bytes - 1] == '\r' ? 1 : 0;
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)line[i];
        line[i] = (char)(c == '\t' ? ' ' : c < ' ' || c == 0x7f ? '?' : c);
    }
    while (bytes > 0 && line[bytes - 1] == ' ') {
        bytes--;
    }
    line[bytes] = '\0';
    *word = line + strspn(line, " ");
    *rest = *word + strcspn(*word, " ");
    if (**rest != '\0') {
        *(*rest)++ = '\0';
        *rest += strspn(*rest, " ");
    }
}

static void print_prompt(const struct kauri_dialogue *dialogue)
{
    const struct kauri_position *now = kauri_game_position(dialogue->game);
    const struct kauri_moves moves = kauri_legal_moves(now);
    if (kauri_game_is_over(dialogue->game)) {
        printf("undo, moves, save FILE or quit> ");
    } else {
        printf("%s (", kauri_side_name(now->side));
        for (unsigned i = 0; i < moves.count; i++) {
            printf("%s%c", i > 0 ? " " : "",
                   kauri_move_letter((enum kauri_side)now->side, moves.hole[i]));
        }
        printf(")> ");
    }
    (void)fflush(stdout);
}

// Asks the person for a line and carries it out.
static enum outcome ask(struct kauri_dialogue *dialogue)
{
    char *line;
    size_t bytes;
    print_prompt(dialogue);
    if (!kauri_line_input_next(&dialogue->input, &line, &bytes) || is_stopped(dialogue)) {
        printf("\n");
        return LEAVE;
    }
    char *word;
    char *rest;
    split(line, bytes, &word, &rest);
    if (dialogue->echo) {
        printf("%s%s%s\n", word, rest[0] == '\0' ? "" : " ", rest);
    }
    return word[0] == '\0' || carry_out(dialogue, word, rest) ? GO_ON : LEAVE;
}

// Lets the computer play.
static enum outcome move_computer(struct kauri_dialogue *dialogue)
{
    struct kauri_error error;
    struct kauri_advice advice;
    const double seconds = dialogue->limits.seconds;
    const bool forced = kauri_legal_moves(kauri_game_position(dialogue->game)).count == 1;
    dialogue->limits.seconds = forced ? 0 : seconds;
    dialogue->limits.strength = dialogue->strength;
    dialogue->limits.seed = dialogue->seed++;
    dialogue->limits.choose = true;
    enum kauri_status status = advise(dialogue, &advice, &error);
    dialogue->limits.choose = false;
    dialogue->limits.strength = KAURI_STRENGTH_MOST; // hints are always as strong as possible
    dialogue->limits.seconds = forced ? seconds : dialogue->limits.seconds;
    if (status == KAURI_OK) {
        const struct kauri_advice *known = advice.weak ? NULL : &advice;
        status = play_move(dialogue, advice.moves[0].known.hole, known, &error);
    }
    if (status != KAURI_OK && status != KAURI_INTERRUPTED) {
        report(dialogue, &error);
    }
    return status == KAURI_OK ? GO_ON : LEAVE;
}

// Takes one step: a pass, a move of the computer, or a line from the person. *drawn is the number
// of plies after which the board was last drawn.
static enum outcome step(struct kauri_dialogue *dialogue, size_t *drawn)
{
    struct kauri_error error;
    struct kauri_game *game = dialogue->game;
    const enum kauri_game_state state = kauri_game_state(game);
    const bool over = kauri_game_is_over(game);
    const bool person =
        has_person(dialogue) && (over || dialogue->person[kauri_game_position(game)->side]);
    if (state == KAURI_GAME_PASS) {
        const enum kauri_status status = play_move(dialogue, KAURI_MOVE_PASS, NULL, &error);
        if (status != KAURI_OK) {
            report(dialogue, &error);
        }
        return status == KAURI_OK ? GO_ON : LEAVE;
    }
    if ((person || !has_person(dialogue)) && *drawn != kauri_game_count(game)) {
        draw(dialogue);
        *drawn = kauri_game_count(game);
    }
    if (person) {
        return ask(dialogue);
    }
    return over ? LEAVE : move_computer(dialogue);
}

static void finish(struct kauri_dialogue *dialogue)
{
    struct kauri_error error;
    if (!kauri_game_is_over(dialogue->game)) {
        print_position(dialogue->game, "The game stands at:  ");
    }
    if (dialogue->record_path == NULL) {
        return;
    }
    const enum kauri_status status = write_record(dialogue, dialogue->record_path, &error);
    if (status == KAURI_OK) {
        kauri_print_fitted("The record is in %s.\n", dialogue->record_path);
    } else if (status == KAURI_BAD_INPUT) {
        kauri_print_fitted("%s is not written: %s.\n", dialogue->record_path, error.message);
    } else {
        report(dialogue, &error);
        kauri_print_fitted("The record, which is not in %s:\n\n", dialogue->record_path);
        (void)print_record(dialogue, &error); // nothing is left to try
    }
}

enum kauri_status kauri_dialogue_run(struct kauri_dialogue *dialogue)
{
    size_t drawn = kauri_game_count(dialogue->game);
    struct kauri_string board = {.bytes = NULL};
    kauri_draw(&board, kauri_game_position(dialogue->game));
    (void)kauri_print_text(&board, NULL);
    bool told = false; // the end of the game
    while (!is_stopped(dialogue) && !ferror(stdout)) {
        const bool over = kauri_game_is_over(dialogue->game);
        if (over && !told) {
            if (drawn != kauri_game_count(dialogue->game)) {
                draw(dialogue);
                drawn = kauri_game_count(dialogue->game);
            }
            kauri_play_print_end(dialogue->game);
            if (dialogue->against_solution) {
                kauri_play_print_resistance(dialogue->game, dialogue->person[KAURI_SOUTH]);
            }
        }
        told = over;
        if (step(dialogue, &drawn) == LEAVE) {
            break;
        }
    }
    finish(dialogue);
    return dialogue->status;
}
