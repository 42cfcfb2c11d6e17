#include "tests/db/read_script.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { COMMAND_BYTES = 2000, OUTPUT_BYTES = 1 << 20 };

bool read_script_runs(void)
{
    // NOLINTNEXTLINE(cert-env33-c): a test runs a script
    if (system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 8))' >/dev/null 2>&1") !=
        0) {
        (void)puts(
            "skipped: scripts/reader/read-table needs python3 (3.8 or newer), which is missing");
        return false;
    }
    // NOLINTNEXTLINE(cert-env33-c)
    if (system("zstd --version >/dev/null 2>&1 || python3 -c 'import compression.zstd' "
               ">/dev/null 2>&1") != 0) {
        (void)puts("skipped: scripts/reader/read-table needs the program zstd, which is missing");
        return false;
    }
    return true;
}

struct read_script_outcome read_script(const char *path, const char *options)
{
    char command[COMMAND_BYTES];
    assert_true(snprintf(command, sizeof command,
                         "python3 -S '%s/scripts/reader/read-table' '%s' %s 2>&1", KAURI_SOURCE_DIR,
                         path, options) < (int)sizeof command);
    FILE *pipe = popen(command, "r"); // NOLINT(cert-env33-c)
    assert_non_null(pipe);
    char *text = malloc(OUTPUT_BYTES);
    assert_non_null(text);
    const size_t got = fread(text, 1, OUTPUT_BYTES - 1, pipe);
    text[got] = '\0';
    const int outcome = pclose(pipe);
    assert_true(WIFEXITED(outcome));
    return (struct read_script_outcome){WEXITSTATUS(outcome), text};
}

void assert_script_says(const char *path, const char *options, int status, const char *words)
{
    const struct read_script_outcome outcome = read_script(path, options);
    if (outcome.status != status || (words != NULL && strstr(outcome.text, words) == NULL)) {
        fail_msg("%s: exit status %d, not %d; or \"%s\" is not in:\n%s", options, outcome.status,
                 status, words == NULL ? "" : words, outcome.text);
    }
    free(outcome.text);
}
