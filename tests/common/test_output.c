// common/output.h: a file is whole or absent, and nothing else is touched.
#include "tests/test.h"

#include "common/file.h"
#include "common/folder.h"
#include "common/output.h"
#include "tests/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct output_scene {
    char folder[TEMPORARY_BYTES];
    char path[TEMPORARY_BYTES + 300];  // path of the file that is written
    char other[TEMPORARY_BYTES + 300]; // path of another file
};

static int set_up(void **state)
{
    struct output_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    (void)snprintf(scene->path, sizeof scene->path, "%s/file", scene->folder);
    (void)snprintf(scene->other, sizeof scene->other, "%s/other", scene->folder);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct output_scene *scene = *state;
    temporary_remove(scene->folder);
    free(scene);
    return 0;
}

static void put(const char *path, const char *text)
{
    temporary_write(path, text, strlen(text));
}

static enum kauri_status write_text(const char *path, enum kauri_output_mode mode, const char *text,
                                    struct kauri_error *error)
{
    struct kauri_output *output = NULL;
    enum kauri_status status = kauri_output_open(path, mode, &output, error);
    if (status == KAURI_OK) {
        status = kauri_output_write(output, text, strlen(text), error);
        assert_int_equal(status, KAURI_OK);
        status = kauri_output_commit(output, error);
    }
    return status;
}

TEST_WITH(files_are_whole_or_absent, set_up, tear_down)
{
    struct output_scene *scene = *state;
    const char *path = scene->path;
    struct kauri_error error;
    struct kauri_output *output = NULL;
    struct kauri_input *input = NULL;
    assert_int_equal(kauri_input_open(path, &input, &error), KAURI_MISSING);

    assert_int_equal(kauri_output_open(path, KAURI_OUTPUT_NEW, &output, &error), KAURI_OK);
    assert_int_equal(kauri_output_write(output, "hello", 5, &error), KAURI_OK);
    assert_int_equal(access(path, F_OK), -1);
    kauri_output_abandon(output);
    assert_int_equal(temporary_files(scene->folder), 0);

    assert_int_equal(kauri_output_open(path, KAURI_OUTPUT_NEW, &output, &error), KAURI_OK);
    assert_int_equal(kauri_output_write(output, "hello", 5, &error), KAURI_OK);
    assert_int_equal(kauri_output_write_at(output, 0, "J", 1, &error), KAURI_OK);
    assert_int_equal(kauri_output_size(output), 5);
    assert_int_equal(kauri_output_commit(output, &error), KAURI_OK);
    assert_int_equal(temporary_files(scene->folder), 1);

    char bytes[6] = {0};
    assert_int_equal(kauri_input_open(path, &input, &error), KAURI_OK);
    assert_int_equal(kauri_input_size(input), 5);
    assert_int_equal(kauri_input_read_at(input, 1, bytes, 4, &error), KAURI_OK);
    assert_string_equal(bytes, "ello");
    assert_int_equal(kauri_input_read_at(input, 3, bytes, 4, &error), KAURI_CORRUPT);
    kauri_input_close(input);
    assert_int_equal(kauri_input_open(scene->folder, &input, &error), KAURI_CORRUPT);
    kauri_input_close(NULL);
    kauri_output_abandon(NULL);
}

TEST_WITH(folders_are_made_and_missed, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct kauri_output *output = NULL;
    (void)snprintf(scene->path, sizeof scene->path, "%s/a/b", scene->folder);
    assert_int_equal(kauri_folder_make(scene->folder, &error), KAURI_OK);
    assert_int_equal(kauri_folder_make(scene->path, &error), KAURI_RESOURCE);
    for (int mode = KAURI_OUTPUT_NEW; mode <= KAURI_OUTPUT_REPLACE; mode++) {
        assert_int_equal(
            kauri_output_open(scene->path, (enum kauri_output_mode)mode, &output, &error),
            KAURI_RESOURCE);
        assert_non_null(strstr(error.message, "No such file"));
        assert_int_equal(kauri_output_check(scene->path, (enum kauri_output_mode)mode, &error),
                         KAURI_RESOURCE);
        assert_int_equal(
            kauri_output_open(scene->folder, (enum kauri_output_mode)mode, &output, &error),
            KAURI_RESOURCE);
        assert_non_null(strstr(error.message, "folder"));
    }
}

TEST_WITH(only_a_wished_replacement_is_made, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    put(scene->path, "old");
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_NEW, &error), KAURI_USAGE);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_NEW, "new", &error), KAURI_USAGE);
    temporary_expect(scene->path, "old");
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_REPLACE, &error), KAURI_OK);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_REPLACE, "new", &error), KAURI_OK);
    temporary_expect(scene->path, "new");
    assert_int_equal(temporary_files(scene->folder), 1);
}

// Hours may lie between opening and commit.
TEST_WITH(a_file_that_comes_up_meanwhile_stays, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct kauri_output *output = NULL;
    assert_int_equal(kauri_output_open(scene->path, KAURI_OUTPUT_NEW, &output, &error), KAURI_OK);
    assert_int_equal(kauri_output_write(output, "mine", 4, &error), KAURI_OK);
    put(scene->path, "theirs");
    assert_int_equal(kauri_output_commit(output, &error), KAURI_USAGE);
    temporary_expect(scene->path, "theirs");
    const char *name = strstr(error.message, "file.tmp-");
    assert_non_null(name);
    char kept[TEMPORARY_BYTES + 300];
    (void)snprintf(kept, sizeof kept, "%s/%.*s", scene->folder, (int)strcspn(name, " "), name);
    temporary_expect(kept, "mine");
    assert_true(kauri_temporary_file_is(strrchr(kept, '/') + 1, "file"));
}

// The user's notes were called FILE.tmp, a name that was once ours to use.
TEST_WITH(other_files_are_not_touched, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct kauri_output *output = NULL;
    char notes[sizeof scene->path + 4];
    (void)snprintf(notes, sizeof notes, "%s.tmp", scene->path);
    put(scene->other, "another name of the notes");
    assert_int_equal(link(scene->other, notes), 0);
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_NEW, &error), KAURI_OK);
    assert_int_equal(temporary_files(scene->folder), 2); // asking creates nothing
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_NEW, "text", &error), KAURI_OK);
    assert_int_equal(kauri_output_open(scene->path, KAURI_OUTPUT_REPLACE, &output, &error),
                     KAURI_OK);
    kauri_output_abandon(output);
    temporary_expect(notes, "another name of the notes");
    assert_int_equal(unlink(notes), 0);
    assert_int_equal(symlink(scene->other, notes), 0);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_REPLACE, "more", &error), KAURI_OK);
    temporary_expect(scene->other, "another name of the notes");
    assert_int_equal(temporary_files(scene->folder), 3);
}

TEST_WITH(two_outputs_of_one_name_do_not_meet, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct kauri_output *outputs[2] = {NULL, NULL};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(kauri_output_open(scene->path, KAURI_OUTPUT_REPLACE, &outputs[i], &error),
                         KAURI_OK);
    }
    assert_int_equal(temporary_files(scene->folder), 2);
    assert_int_equal(kauri_output_write(outputs[1], "second", 6, &error), KAURI_OK);
    assert_int_equal(kauri_output_write(outputs[0], "first", 5, &error), KAURI_OK);
    assert_int_equal(kauri_output_commit(outputs[1], &error), KAURI_OK);
    temporary_expect(scene->path, "second");
    assert_int_equal(kauri_output_commit(outputs[0], &error), KAURI_OK);
    temporary_expect(scene->path, "first");
}

TEST_WITH(a_link_stands_for_its_file, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct stat facts;
    put(scene->other, "old");
    assert_int_equal(symlink("other", scene->path), 0);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_NEW, "new", &error), KAURI_USAGE);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_REPLACE, "new", &error), KAURI_OK);
    temporary_expect(scene->other, "new");
    assert_int_equal(lstat(scene->path, &facts), 0);
    assert_true(S_ISLNK(facts.st_mode));
    // One that leads nowhere makes no file there.
    assert_int_equal(unlink(scene->other), 0);
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_NEW, &error), KAURI_RESOURCE);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_REPLACE, "new", &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "symbolic link"));
    assert_int_equal(temporary_files(scene->folder), 1);
}

TEST_WITH(pipes_and_devices_are_written_to, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct stat facts;
    struct kauri_output *output = NULL;
    char bytes[8] = "";
    assert_int_equal(mkfifo(scene->path, 0600), 0);
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_NEW, &error), KAURI_OK);
    const int reader = open(scene->path, O_RDONLY | O_NONBLOCK);
    assert_true(reader >= 0);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_NEW, "text", &error), KAURI_OK);
    assert_int_equal(read(reader, bytes, sizeof bytes), 4);
    assert_string_equal(bytes, "text");
    assert_int_equal(close(reader), 0);
    assert_int_equal(stat(scene->path, &facts), 0);
    assert_true(S_ISFIFO(facts.st_mode));
    assert_int_equal(temporary_files(scene->folder), 1);
    assert_int_equal(kauri_output_check("/dev/null", KAURI_OUTPUT_NEW, &error), KAURI_OK);
    assert_int_equal(kauri_output_open("/dev/null", KAURI_OUTPUT_NEW, &output, &error), KAURI_OK);
    assert_int_equal(kauri_output_write(output, "text", 4, &error), KAURI_OK);
    assert_int_equal(kauri_output_write_at(output, 0, "T", 1, &error), KAURI_INTERNAL);
    assert_int_equal(kauri_output_commit(output, &error), KAURI_OK);
    assert_int_equal(stat("/dev/null", &facts), 0);
    assert_true(S_ISCHR(facts.st_mode));
    if (access("/dev/full", W_OK) == 0) {
        assert_int_equal(kauri_output_open("/dev/full", KAURI_OUTPUT_NEW, &output, &error),
                         KAURI_OK);
        assert_int_equal(kauri_output_write(output, "text", 4, &error), KAURI_RESOURCE);
        kauri_output_abandon(output);
    }
}

TEST_WITH(a_held_folder_cannot_be_swapped, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    struct kauri_folder *folder = NULL;
    struct kauri_output *output = NULL;
    char moved[TEMPORARY_BYTES + 300];
    assert_int_equal(mkdir(scene->path, 0700), 0);
    assert_int_equal(mkdir(scene->other, 0700), 0);
    assert_int_equal(kauri_folder_open(scene->path, &folder, &error), KAURI_OK);
    assert_int_equal(kauri_output_open_in(folder, "name", &output, &error), KAURI_OK);
    (void)snprintf(moved, sizeof moved, "%s/moved", scene->folder);
    assert_int_equal(rename(scene->path, moved), 0);
    assert_int_equal(symlink(scene->other, scene->path), 0);
    assert_int_equal(kauri_output_commit(output, &error), KAURI_OK);
    assert_int_equal(temporary_files(scene->other), 0);
    assert_int_equal(temporary_files(moved), 1);
    kauri_folder_unlink(folder, "name");
    kauri_folder_close(folder);
    assert_int_equal(rmdir(moved), 0);
    assert_int_equal(rmdir(scene->other), 0);
}

TEST_WITH(long_names_leave_room, set_up, tear_down)
{
    struct output_scene *scene = *state;
    struct kauri_error error;
    char name[NAME_MAX + 1];
    memset(name, 'n', NAME_MAX);
    name[NAME_MAX] = '\0';
    (void)snprintf(scene->path, sizeof scene->path, "%.200s/%s", scene->folder, name);
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_NEW, &error), KAURI_OK);
    assert_int_equal(write_text(scene->path, KAURI_OUTPUT_NEW, "text", &error), KAURI_OK);
    temporary_expect(scene->path, "text");
    assert_int_equal(unlink(scene->path), 0);
    (void)snprintf(scene->path, sizeof scene->path, "%.200s/%sn", scene->folder, name);
    assert_int_equal(kauri_output_check(scene->path, KAURI_OUTPUT_NEW, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, strerror(ENAMETOOLONG)));
}

TEST(temporary_names_are_known)
{
    assert_true(kauri_temporary_file_is("a.tmp-0123456789abcdef", "a"));
    static const char *const others[] = {"a",
                                         "a.tmp",
                                         "a.tmp-",
                                         "a.tmp-0123456789abcde",
                                         "a.tmp-0123456789abcdef0",
                                         "a.tmp-0123456789abcdeg",
                                         "a.tmp-0123456789ABCDEF",
                                         "b.tmp-0123456789abcdef",
                                         "ab.tmp-0123456789abcdef",
                                         ""};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_false(kauri_temporary_file_is(others[i], "a"));
    }
}
