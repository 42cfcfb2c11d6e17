// Runs a fuzz target on given inputs, without libFuzzer and with any compiler: the tests of each
// build do, with the seed corpus and alterations of it. scripts/check/fuzz searches on with
// libFuzzer.
//
//   fuzz_NAME [--alter COUNT] PATH...
//
// A PATH is a file or a folder of files. Each file is run as it is, then COUNT times after one to
// four random alterations; these are the same every time. The target runs in a child process. If it
// dies, or takes longer than two minutes for one input, that input is kept as fuzz_NAME.crash in
// the working directory. The exit status is then 1; it is 2 if a file cannot be read or the usage
// is wrong.
#include "common/size.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    PATH_BYTES = 4096,
    INPUT_MAX = 1 << 20, // largest input, altered or not
    PIECE_MAX = 64,      // bytes that one alteration inserts, removes or copies
    ALTERATIONS_MAX = 4,
    SECONDS_MAX = 120, // most seconds for one input
};

// The input that the child works on, shared with its parent.
struct current {
    char path[PATH_BYTES]; // path of the input; empty after the last one
    uint64_t alteration;   // 0: the file as it is
    size_t size;
    uint8_t bytes[INPUT_MAX];
};

static void fail(const char *what)
{
    perror(what);
    _exit(2);
}

// The generator xorshift64*.
static unsigned draw(uint64_t *state, size_t below)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (unsigned)((*state * 0x2545f4914f6cdd1dU >> 32) % below);
}

static void remove_piece(struct current *input, uint64_t *state)
{
    const size_t at = draw(state, input->size);
    const size_t maximum = input->size - at < PIECE_MAX ? input->size - at : PIECE_MAX;
    const size_t size = 1 + draw(state, maximum);
    memmove(input->bytes + at, input->bytes + at + size, input->size - at - size);
    input->size -= size;
}

// Inserts bytes of the input itself, such as a digit or a keyword in another place.
static void insert_piece(struct current *input, uint64_t *state)
{
    uint8_t piece[PIECE_MAX];
    const size_t from = draw(state, input->size);
    const size_t maximum = input->size - from < PIECE_MAX ? input->size - from : PIECE_MAX;
    const size_t size = 1 + draw(state, maximum);
    const size_t at = draw(state, input->size + 1);
    if (size > INPUT_MAX - input->size) {
        return;
    }
    memcpy(piece, input->bytes + from, size);
    memmove(input->bytes + at + size, input->bytes + at, input->size - at);
    memcpy(input->bytes + at, piece, size);
    input->size += size;
}

static void alter_once(struct current *input, uint64_t *state)
{
    static const uint8_t extremes[] = {0, 1, 0x7f, 0x80, 0xff, '-', '9', '\n'};
    if (input->size == 0) {
        input->bytes[input->size++] = (uint8_t)draw(state, 256);
        return;
    }
    uint8_t *byte = &input->bytes[draw(state, input->size)];
    switch (draw(state, 6)) {
    case 0:
        remove_piece(input, state);
        break;
    case 1:
        insert_piece(input, state);
        break;
    case 2:
        *byte = (uint8_t)draw(state, 256);
        break;
    case 3:
        *byte = extremes[draw(state, sizeof extremes)];
        break;
    case 4:
        *byte = (uint8_t)(*byte + 1 - 2 * draw(state, 2));
        break;
    default:
        *byte = (uint8_t)(*byte ^ 1U << draw(state, 8));
        break;
    }
}

static void run_file(struct current *input, const char *path, uint64_t alterations)
{
    FILE *file = fopen(path, "rb");
    uint8_t *original = malloc(INPUT_MAX);
    if (file == NULL || original == NULL) {
        fail(path);
    }
    const size_t size = fread(original, 1, INPUT_MAX, file);
    (void)fclose(file);
    (void)snprintf(input->path, sizeof input->path, "%s", path);
    uint64_t state = 0x9e3779b97f4a7c15U + size;
    for (uint64_t i = 0; i <= alterations; i++) {
        memcpy(input->bytes, original, size);
        input->size = size;
        input->alteration = i;
        const uint64_t times = i == 0 ? 0 : 1 + draw(&state, ALTERATIONS_MAX);
        for (uint64_t time = 0; time < times; time++) {
            alter_once(input, &state);
        }
        // A copy of exactly this size, so that AddressSanitizer sees a byte read beyond the end.
        uint8_t *copy = malloc(input->size > 0 ? input->size : 1);
        if (copy == NULL) {
            fail("malloc");
        }
        memcpy(copy, input->bytes, input->size);
        (void)alarm(SECONDS_MAX);
        (void)LLVMFuzzerTestOneInput(copy, input->size);
        free(copy);
    }
    free(original);
}

// Returns the number of files.
static unsigned run_path(struct current *input, const char *path, uint64_t alterations)
{
    struct stat found;
    if (stat(path, &found) != 0) {
        fail(path);
    }
    if (!S_ISDIR(found.st_mode)) {
        run_file(input, path, alterations);
        return 1;
    }
    struct dirent **entries = NULL;
    const int count = scandir(path, &entries, NULL, alphasort);
    unsigned files = 0;
    if (count < 0) {
        fail(path);
    }
    for (int i = 0; i < count; i++) {
        char below[PATH_BYTES];
        (void)snprintf(below, sizeof below, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.') {
            files += run_path(input, below, alterations);
        }
        free(entries[i]);
    }
    free(entries);
    return files;
}

static void keep(const struct current *input, const char *program)
{
    if (input->path[0] == '\0') {
        (void)fprintf(stderr, "%s: failed after the last input, as with a leak\n", program);
        return;
    }
    const char *slash = strrchr(program, '/');
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s.crash", slash == NULL ? program : slash + 1);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(input->bytes, 1, input->size, file) != input->size ||
        fclose(file) != 0) {
        fail(path);
    }
    (void)fprintf(stderr, "%s: died of %s, alteration %llu\n    again: %s %s\n", program,
                  input->path, (unsigned long long)input->alteration, program, path);
}

int main(int count, char **arguments)
{
    uint64_t alterations = 0;
    int first = 1;
    if (count > 2 && strcmp(arguments[1], "--alter") == 0) {
        first = kauri_parse_number(arguments[2], 0, UINT32_MAX, &alterations) ? 3 : count;
    }
    if (first >= count) {
        (void)fprintf(stderr, "usage: %s [--alter COUNT] PATH...\n", arguments[0]);
        return 2;
    }
    struct current *input =
        mmap(NULL, sizeof *input, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (input == MAP_FAILED) {
        fail("mmap");
    }
    const pid_t child = fork();
    if (child < 0) {
        fail("fork");
    }
    if (child == 0) {
        unsigned files = 0;
        for (int i = first; i < count; i++) {
            files += run_path(input, arguments[i], alterations);
        }
        input->path[0] = '\0';
        (void)printf("%u files, %llu alterations of each\n", files,
                     (unsigned long long)alterations);
        exit(files > 0 ? 0 : 2);
    }
    int status = 0;
    if (waitpid(child, &status, 0) != child) {
        fail("waitpid");
    }
    if (WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2)) {
        return WEXITSTATUS(status);
    }
    keep(input, arguments[0]);
    return 1;
}
