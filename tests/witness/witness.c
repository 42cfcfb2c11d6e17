// A second checker of proofs, written from the documents alone: it shares no line with the other
// programs. scripts/check/witness runs it in each folder: witness FILE... exits with 0 if all are
// accepted, 1 if one is refused, 2 if one cannot be read. A file that lists tables is refused.
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROW = 6, HOLES = 12, PASS = 6, NO_MOVE = 8 };
#define ENDLESS          UINT64_MAX
#define ROL(value, bits) ((value) << (bits) | (value) >> (64 - (bits)))
#define REQUIRE(condition, fault)                                                                  \
    if (!(condition))                                                                              \
    return fault

typedef struct {
    uint8_t opponent;                     // 0 if the prover is to move, 1 if the opponent is
    uint8_t seeds[HOLES], cowries[HOLES]; // first the row of the player to move
} Position;                               // Citations are in the order of these bytes.

typedef struct {
    Position position;
    uint8_t move; // the prover's move
    uint8_t next; // the least move that has not been played in this visit
    bool in_progress;
    int16_t value;
    uint32_t parent;   // the step that the reader returns to; later, the next one that is ready
    uint32_t finished; // when the reader last finished the step
    uint32_t arrivals; // moves of steps that lead to the step and have not been counted
    uint32_t plies;    // the longest play to the step
} Step;

typedef struct {
    Position position;
    int value;
    uint64_t digest, plies; // the longest play to the citation
    bool reached;           // there is one
} Citation;

typedef enum { REFUSED, SOUND, VISITED, PROVEN } State; // What nobody has checked is refused.

typedef struct {
    const char *name;
    int width, cowries, move_count, moves_used, cited;
    Position root;
    int values[2]; // values to be proven of the root: with the prover to move, and with the
                   // opponent
    const uint8_t *moves;
    Citation *citations;
    Step *steps;     // steps from 1; step 0 stands for missing ones
    uint32_t *slots; // the hash table: indices of steps
    uint32_t mask, step_count, visits, clock, current;
    uint64_t plies; // the longest play that ends in the file, and in the end, in a cited one
    State state;
} File;

static uint64_t little_endian(const uint8_t *bytes, int count)
{
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

// Computes XXH64 with seed 0.
static uint64_t xxh64(const uint8_t *data, size_t size)
{
    const uint64_t p1 = 11400714785074694791U, p2 = 14029467366897019727U;
    const uint64_t p3 = 1609587929392839161U, p4 = 9650029242287828579U, p5 = 2870177450012600261U;
    uint64_t hash = p5, lanes[4] = {p1 + p2, p2, 0, 0 - p1};
    for (size_t i = 0; i < size / 32 * 4; i++, data += 8)
        lanes[i % 4] = ROL(lanes[i % 4] + little_endian(data, 8) * p2, 31) * p1;
    if (size >= 32)
        hash = ROL(lanes[0], 1) + ROL(lanes[1], 7) + ROL(lanes[2], 12) + ROL(lanes[3], 18);
    for (int i = 0; i < 4 && size >= 32; i++)
        hash = (hash ^ ROL(lanes[i] * p2, 31) * p1) * p1 + p4;
    size_t left = size % 32;
    hash += size;
    for (; left >= 8; left -= 8, data += 8)
        hash = ROL(hash ^ ROL(little_endian(data, 8) * p2, 31) * p1, 27) * p1 + p4;
    for (; left >= 4; left -= 4, data += 4)
        hash = ROL(hash ^ little_endian(data, 4) * p1, 23) * p2 + p3;
    for (; left > 0; left--, data++)
        hash = ROL(hash ^ *data * p5, 11) * p1;
    hash = (hash ^ hash >> 33) * p2;
    hash = (hash ^ hash >> 29) * p3;
    return hash ^ hash >> 32;
}

static int seeds_of(const Position *position)
{
    int seeds = 0;
    for (int i = 0; i < HOLES; i++)
        seeds += position->seeds[i];
    return seeds;
}

// Returns the first legal move that is not below `from`, or NO_MOVE (R3, R7, R9).
static int next_move(const Position *position, int from)
{
    static const uint8_t no_cowries[ROW];
    for (int i = from; i < ROW; i++)
        if (position->cowries[i] > 0)
            return i;
    bool may_pass = memcmp(position->cowries, no_cowries, ROW) == 0 && seeds_of(position) > 0;
    return may_pass && from <= PASS ? PASS : NO_MOVE;
}

// Plays a legal move and turns the board. Returns the mover's captures minus the opponent's.
static int play(Position *position, int move, int width)
{
    Position after = *position;
    int gain = 0, at = move;
    if (move != PASS)
        after.seeds[move] = after.cowries[move] = 0;
    for (int left = move == PASS ? 0 : position->seeds[move]; left > 0; left--) {
        at = at + 1 == width ? ROW : at + 1 == ROW + width ? 0 : at + 1;
        if (at >= ROW && after.seeds[at] == 0 && after.cowries[at] > 0)
            gain--; // R4
        else
            after.seeds[at]++;
    }
    for (int left = move == PASS ? 0 : position->cowries[move]; left > 0; left--) {
        at = at + 1 == width ? ROW : at + 1 == ROW + width ? 0 : at + 1;
        int captured = at >= ROW && after.cowries[at] == 0 ? after.seeds[at] : 0; // R5
        after.seeds[at] = (uint8_t)(after.seeds[at] - captured);
        after.cowries[at]++;
        gain += captured;
    }
    position->opponent = !after.opponent;
    for (int i = 0; i < HOLES; i++) {
        position->seeds[i] = after.seeds[(i + ROW) % HOLES];
        position->cowries[i] = after.cowries[(i + ROW) % HOLES];
    }
    return gain;
}

// Returns where the index of a step is, or is to be.
static uint32_t *slot_of(const File *file, const Position *position)
{
    uint32_t at = (uint32_t)xxh64(&position->opponent, sizeof *position) & file->mask;
    while (file->slots[at] != 0 &&
           memcmp(&file->steps[file->slots[at]], position, sizeof *position) != 0)
        at = (at + 1) & file->mask;
    return &file->slots[at];
}

// Returns whether the number of seeds or a citation gives the prover a value. *cited is the
// citation that does, or NULL.
static bool is_given(const File *file, const Position *position, int value, Citation **cited)
{
    *cited = NULL;
    if (value <= -(3 * seeds_of(position) + 1))
        return true;
    for (int i = 0; i < file->cited && *cited == NULL; i++)
        if (memcmp(&file->citations[i], position, sizeof *position) == 0)
            *cited = &file->citations[i];
    *cited = *cited != NULL && (*cited)->value >= value ? *cited : NULL;
    return *cited != NULL;
}

// Demands a value (section 4). If its step must be visited, that becomes the current one.
static const char *demand(File *file, const Position *position, int value)
{
    uint32_t *slot = slot_of(file, position);
    const Step *step = &file->steps[*slot];
    Citation *cited;
    REQUIRE(!step->in_progress || value <= 0, "a win rests on itself");
    if (value <= step->value || is_given(file, position, value, &cited))
        return NULL;
    REQUIRE(value <= 3 * seeds_of(position) + 1, "a step demands more than it can get");
    REQUIRE(++file->visits < UINT32_MAX, "there are too many visits");
    uint8_t move = step->move;
    if (*slot == 0 && !position->opponent) {
        REQUIRE(file->moves_used < file->move_count, "a move is missing");
        size_t bit = 3 * (size_t)file->moves_used++; // Bytes of the digest follow the moves.
        move = little_endian(file->moves + bit / 8, 2) >> bit % 8 & 7;
        REQUIRE(next_move(position, move) == move, "a move is not legal");
    }
    *slot = *slot == 0 ? ++file->step_count : *slot;
    file->steps[*slot] =
        (Step){*position, move, move, true, (int16_t)value, file->current, 0, 0, 0};
    file->current = *slot;
    return NULL;
}

// Makes the steps that a demand on the root leads to.
static const char *make_steps(File *file, int value)
{
    const char *fault = demand(file, &file->root, value);
    while (fault == NULL && file->current != 0) {
        Step *step = &file->steps[file->current];
        Position position = step->position;
        int move = next_move(&position, step->next), sign = position.opponent ? 3 : -3;
        if (move == NO_MOVE) {
            step->finished = ++file->clock;
            step->in_progress = false;
            file->current = step->parent;
        } else {
            step->next = position.opponent ? (uint8_t)(move + 1) : NO_MOVE;
            int gain = play(&position, move, file->width);
            fault = demand(file, &position, step->value + sign * gain);
        }
    }
    return fault;
}

// Returns whether the prover is sure of a value, and counts an arrival at the step that ensures it.
// If `below` is given, a step counts only if its rank is lower: ranks follow the values, the
// greatest first, and then the order of finishing.
static bool is_sure(const File *file, const Position *position, int value, const Step *below)
{
    Citation *cited;
    if (is_given(file, position, value, &cited))
        return true;
    Step *step = &file->steps[*slot_of(file, position)];
    step->arrivals++;
    return step->value >= value &&
           (below == NULL || step->value > below->value ||
            (step->value == below->value && step->finished < below->finished));
}

// Checks the conditions of section 2.
static bool step_holds(const File *file, const Step *step)
{
    const Position *position = &step->position;
    int seeds = seeds_of(position), value = step->value, own = !position->opponent;
    int move = next_move(position, own ? step->move : 0);
    REQUIRE(abs(value) <= 3 * seeds + 1 && (!own || move == step->move), false);
    REQUIRE(move != NO_MOVE, value <= 1); // R9: no seed is left, and the opponent has no move.
    for (; move != NO_MOVE; move = own ? NO_MOVE : next_move(position, move + 1)) {
        Position after = *position;
        int gain = play(&after, move, file->width);
        const Step *below = value > 0 && seeds_of(&after) == seeds ? step : NULL;
        REQUIRE(is_sure(file, &after, value - (own ? 3 : -3) * gain, below), false);
    }
    return true;
}

// Takes a play to a position where the prover needs a value. A step is ready for the plays that go
// on from it when all plays to it have been taken.
static void arrive(File *file, const Position *position, int value, uint32_t plies)
{
    Citation *cited;
    if (!is_given(file, position, value, &cited)) {
        uint32_t index = *slot_of(file, position);
        Step *step = &file->steps[index];
        step->plies = plies > step->plies ? plies : step->plies;
        if (--step->arrivals == 0) {
            step->parent = file->current;
            file->current = index;
        }
    } else if (cited != NULL) {
        cited->plies = plies > cited->plies ? plies : cited->plies;
        cited->reached = true;
    } else
        file->plies = plies > file->plies ? plies : file->plies;
}

// Counts the longest plays (section 7). A step of a circle is never ready.
static void count_plies(File *file)
{
    uint32_t counted = 0;
    for (uint8_t opponent = 0; opponent < 2; opponent++) {
        file->root.opponent = opponent;
        arrive(file, &file->root, file->values[opponent], 0);
    }
    for (; file->current != 0; counted++) {
        const Step *step = &file->steps[file->current];
        const Position *position = &step->position;
        int own = !position->opponent, move = next_move(position, own ? step->move : 0);
        file->current = step->parent;
        if (move == NO_MOVE && step->plies > file->plies)
            file->plies = step->plies;
        for (; move != NO_MOVE; move = own ? NO_MOVE : next_move(position, move + 1)) {
            Position after = *position;
            int gain = play(&after, move, file->width);
            arrive(file, &after, step->value - (own ? 3 : -3) * gain, step->plies + 1);
        }
    }
    file->plies = counted < file->step_count ? ENDLESS : file->plies;
}

// Reads text like `format`, in which '#' stands for a number and '@' for a digest, with a pointer
// for each. Moves on only if all of it is there.
static bool take(const char **text, const char *format, ...)
{
    const char *at = *text;
    bool good = true;
    va_list list;
    va_start(list, format);
    for (; good && *format != '\0'; format++) {
        if (*format == '#') {
            char digits[16];
            int number = *va_arg(list, int *) = (int)strtol(at, NULL, 10);
            size_t size = (size_t)snprintf(digits, sizeof digits, "%d", number);
            good = strncmp(at, digits, size) == 0;
            at += good ? size : 0;
        } else if (*format == '@') {
            *va_arg(list, uint64_t *) = strtoull(at, NULL, 16);
            good = strspn(at, "0123456789abcdef") == 16;
            at += good ? 16 : 0;
        } else
            good = *at++ == *format;
    }
    va_end(list);
    *text = good ? at : *text;
    return good;
}

// Reads two rows, with all cowries of the board and at most 60 seeds.
static bool take_rows(const char **text, const File *file, Position *position)
{
    int seeds, cowries, cowries_left = file->cowries;
    for (int i = 0; i < ROW + file->width; i = i + 1 == file->width ? ROW : i + 1) {
        cowries = 0;
        REQUIRE(i == 0 || take(text, i == ROW ? "/" : ","), false);
        REQUIRE(take(text, "#", &seeds) && seeds >= 0 && seeds <= 60 - seeds_of(position), false);
        REQUIRE(!take(text, "+") || (take(text, "#", &cowries) && cowries > 0), false);
        REQUIRE((cowries_left -= cowries) >= 0, false);
        position->seeds[i] = (uint8_t)seeds;
        position->cowries[i] = (uint8_t)cowries;
    }
    return cowries_left == 0;
}

static bool take_head(const char **text, File *file)
{
    const char *start = "kauri-proof 3\nrules kauri-r1-r10;unlimited=0\nboard # #\nroot ";
    int south, north, low, high, most;
    REQUIRE(take(text, start, &file->width, &file->cowries), false);
    REQUIRE(file->width > 0 && file->width <= ROW && file->cowries <= 12, false);
    REQUIRE(take_rows(text, file, &file->root), false); // South's row is the first.
    if (take(text, " N"))
        play(&file->root, PASS, file->width);
    else if (!take(text, " S"))
        return false;
    REQUIRE(take(text, " #:#\nbounds # #\n", &south, &north, &low, &high), false);
    int seeds = seeds_of(&file->root), left = 60 - seeds;
    REQUIRE(south >= 0 && north >= 0 && south <= left && north <= left - south, false);
    most = 3 * seeds + 1;
    file->values[0] = low < -most ? -most : low;
    file->values[1] = high > most ? -most : high < -most ? most + 1 : -high;
    for (bool own; (own = take(text, "cite own ")) || take(text, "cite opp ");) {
        Citation *cited = &file->citations[file->cited++];
        cited->position.opponent = !own;
        REQUIRE(take_rows(text, file, &cited->position), false);
        REQUIRE(take(text, " # @\n", &cited->value, &cited->digest), false);
        most = 3 * seeds_of(&cited->position) + 1;
        REQUIRE(cited->value >= -most && cited->value <= most && most <= 3 * seeds + 1, false);
        REQUIRE(file->cited == 1 || memcmp(cited - 1, cited, sizeof(Position)) < 0, false);
    }
    REQUIRE(take(text, "moves #\n", &file->move_count), false);
    return file->move_count >= 0 && file->move_count < 1 << 30;
}

static const char *check(File *file, const uint8_t *bytes, size_t size)
{
    const char *at = (const char *)bytes, *name = file->name, *fault;
    uint64_t named, digest = size < 8 ? 0 : little_endian(bytes + size - 8, 8);
    REQUIRE(size >= 8 && xxh64(bytes, size - 8) == digest, "the digest at the end is wrong");
    REQUIRE(!take(&name, "@.proof", &named) || named == digest, "the name has another digest");
    REQUIRE(take_head(&at, file), "the lines before the moves are not as the format says");
    size_t bits = 3 * (size_t)file->move_count;
    file->moves = (const uint8_t *)at;
    REQUIRE(file->moves + (bits + 7) / 8 + 8 == bytes + size, "the file is too short or too long");
    REQUIRE(bits % 8 == 0 || bytes[size - 9] >> bits % 8 == 0, "unused bits are not 0");
    for (file->mask = 1; file->mask / 4 <= (uint32_t)file->move_count;)
        file->mask = 2 * file->mask + 1;
    file->slots = calloc((size_t)file->mask + 1, sizeof *file->slots);
    file->steps = calloc(2 * (size_t)file->move_count + 2, sizeof *file->steps);
    REQUIRE(file->slots != NULL && file->steps != NULL, "there is not enough memory");
    file->steps[0].value = INT16_MIN;
    for (uint8_t opponent = 0; opponent < 2; opponent++) {
        file->root.opponent = opponent;
        REQUIRE((fault = make_steps(file, file->values[opponent])) == NULL, fault);
    }
    REQUIRE(file->moves_used == file->move_count, "there are moves that no step needs");
    for (uint8_t opponent = 0; opponent < 2; opponent++) {
        file->root.opponent = opponent;
        REQUIRE(is_sure(file, &file->root, file->values[opponent], NULL), "a bound is unproven");
    }
    for (uint32_t i = 1; i <= file->step_count; i++)
        REQUIRE(step_holds(file, &file->steps[i]), "a step does not follow from the others");
    count_plies(file);
    return NULL;
}

static void check_file(File *file, const char *name)
{
    FILE *stream = fopen(name, "rb");
    long end = -1;
    if (stream != NULL && (getc(stream) != EOF || !ferror(stream)) && // A folder cannot be read.
        fseek(stream, 0, SEEK_END) == 0)
        end = ftell(stream);
    file->name = name;
    size_t size = end < 0 ? 0 : (size_t)end;
    uint8_t *bytes = calloc(size + 2, 1);
    file->citations = calloc(size / 32 + 1, sizeof *file->citations); // One takes 32 bytes or more.
    if (end < 0 || bytes == NULL || file->citations == NULL || fseek(stream, 0, SEEK_SET) != 0 ||
        fread(bytes, 1, size, stream) != size) {
        fprintf(stderr, "witness: cannot read %s\n", name);
        exit(2);
    }
    fclose(stream);
    const char *fault = check(file, bytes, size);
    file->state = fault == NULL ? SOUND : REFUSED;
    if (fault != NULL)
        printf("%s: %s\n", name, fault);
    free(file->slots);
    free(file->steps);
    free(bytes);
}

static const char *citation_fault(const File *file, const Citation *citation, const File *cited)
{
    Position root = citation->position;
    root.opponent = cited->root.opponent;
    REQUIRE(cited->state != VISITED, "a circle of citations leads to");
    REQUIRE(cited->state != REFUSED, "a missing or refused file is cited:");
    REQUIRE(cited->width == file->width, "it cites another board than that of");
    REQUIRE(memcmp(&root, &cited->root, sizeof root) == 0, "it cites another position than");
    REQUIRE(citation->value <= cited->values[citation->position.opponent], "it cites more than");
    return NULL;
}

// Follows the citations of a file that is sound alone. The last of `files` has no name and is
// refused.
static void settle(File *files, File *file)
{
    State state = PROVEN;
    file->state = VISITED;
    for (int i = 0; i < file->cited; i++) {
        File *cited = files;
        char name[32];
        snprintf(name, sizeof name, "%016" PRIx64 ".proof", file->citations[i].digest);
        while (cited->name != NULL && strcmp(cited->name, name) != 0)
            cited++;
        if (cited->state == SOUND)
            settle(files, cited);
        const char *fault = citation_fault(file, &file->citations[i], cited);
        if (fault != NULL)
            printf("%s: %s %s\n", file->name, fault, name);
        state = fault == NULL ? state : REFUSED;
        uint64_t plies =
            cited->plies == ENDLESS ? ENDLESS : file->citations[i].plies + cited->plies;
        if (file->citations[i].reached && plies > file->plies)
            file->plies = plies;
    }
    file->state = state;
    if (state == PROVEN)
        printf("%s: %u steps, %d citations, ", file->name, file->step_count, file->cited);
    if (state == PROVEN && file->plies == ENDLESS)
        printf("endless\n");
    else if (state == PROVEN)
        printf("%" PRIu64 " plies\n", file->plies);
}

int main(int count, char **names)
{
    bool refused = false;
    File *files = calloc((size_t)count, sizeof *files);
    if (files == NULL || count < 2)
        return 2;
    for (int i = 0; i < count - 1; i++)
        check_file(&files[i], names[i + 1]);
    for (File *file = files; file->name != NULL; file++) {
        if (file->state == SOUND)
            settle(files, file);
        refused |= file->state == REFUSED;
        free(file->citations);
    }
    free(files);
    return refused;
}
