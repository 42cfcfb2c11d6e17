// Work files: nothing outside the folder is written, and what killed runs left is removed.
#include "tests/test.h"

#include "solver/storage/workfile.h"
#include "solver/storage/workplace.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TABLE "kauri-3x5-02.kauri"

static const struct kauri_shape shape = {3, 5};

struct workplace_scene {
    char folder[TEMPORARY_BYTES];
    char victim[TEMPORARY_BYTES + 64];
    struct kauri_workplace place;
};

static const char *in_folder(const struct workplace_scene *scene, const char *name, char path[512])
{
    (void)snprintf(path, 512, "%.*s/%.200s", TEMPORARY_BYTES, scene->folder, name);
    return path;
}

static void put(const char *path, const char *text)
{
    temporary_write(path, text, strlen(text));
}

static void expect_victim(const struct workplace_scene *scene)
{
    temporary_expect(scene->victim, "somebody's work");
}

static int set_up(void **state)
{
    struct workplace_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    (void)snprintf(scene->victim, sizeof scene->victim, "%s/victim", scene->folder);
    put(scene->victim, "somebody's work");
    assert_int_equal(kauri_workplace_open(scene->folder, NULL, shape, 2, &scene->place, NULL),
                     KAURI_OK);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct workplace_scene *scene = *state;
    kauri_workplace_close(&scene->place);
    temporary_remove(scene->folder);
    free(scene);
    return 0;
}

TEST_WITH(a_new_work_file_is_no_other_file, set_up, tear_down)
{
    struct workplace_scene *scene = *state;
    char path[512];
    for (int hard = 0; hard < 2; hard++) {
        struct kauri_workfile *file = NULL;
        struct stat facts;
        (void)in_folder(scene, TABLE ".work-history", path);
        assert_int_equal(hard ? link(scene->victim, path) : symlink(scene->victim, path), 0);
        assert_int_equal(kauri_workfile_make(&scene->place, KAURI_WORK_HISTORY, &file, NULL),
                         KAURI_OK);
        assert_int_equal(kauri_workfile_write(file, 0, "history", 7, NULL), KAURI_OK);
        assert_int_equal(lstat(path, &facts), 0);
        assert_true(S_ISREG(facts.st_mode) && facts.st_nlink == 1 && facts.st_size == 7);
        kauri_workfile_remove(file);
        assert_int_equal(lstat(path, &facts), -1);
        expect_victim(scene);
    }
}

TEST_WITH(an_old_work_file_is_no_other_file, set_up, tear_down)
{
    struct workplace_scene *scene = *state;
    char path[512];
    struct kauri_error error;
    struct kauri_workfile *file = NULL;
    (void)in_folder(scene, TABLE ".work-captures", path);
    assert_int_equal(kauri_workfile_open(&scene->place, KAURI_WORK_CAPTURES, &file, &error),
                     KAURI_MISSING);
    for (int kind = 0; kind < 3; kind++) {
        assert_int_equal(kind == 0   ? symlink(scene->victim, path)
                         : kind == 1 ? link(scene->victim, path)
                                     : mkfifo(path, 0600),
                         0);
        assert_int_equal(kauri_workfile_open(&scene->place, KAURI_WORK_CAPTURES, &file, &error),
                         KAURI_CORRUPT);
        assert_null(file);
        assert_int_equal(unlink(path), 0);
    }
    put(path, "captures");
    assert_int_equal(kauri_workfile_open(&scene->place, KAURI_WORK_CAPTURES, &file, &error),
                     KAURI_OK);
    uint64_t size = 0;
    assert_int_equal(kauri_workfile_size(file, &size, &error), KAURI_OK);
    assert_int_equal(size, 8);
    kauri_workfile_keep(file);
    expect_victim(scene);
}

TEST_WITH(leavings_are_removed_and_nothing_else, set_up, tear_down)
{
    struct workplace_scene *scene = *state;
    static const struct {
        const char *name;
        bool with_checkpoint; // stays beside a checkpoint
        bool always;
    } files[] = {
        {TABLE, true, true},
        {TABLE ".tmp-0123456789abcdef", false, false},
        {TABLE ".tmp-fedcba9876543210", false, false},
        {TABLE ".checkpoint.tmp-0123456789abcdef", false, false},
        {TABLE ".tmp", false, false},
        {TABLE ".checkpoint.tmp", false, false},
        {TABLE ".checkpoint", true, false},
        {TABLE ".work-captures", true, false},
        {TABLE ".work-history", true, false},
        {TABLE ".work-planes", false, false},
        {TABLE ".work-now", false, false},
        {TABLE ".work-next", false, false},
        {TABLE ".work-trial", false, false},
        {TABLE ".tmp-notes", true, true},
        {TABLE ".work-", true, true},
        {"kauri-3x5-01.kauri.tmp-0123456789abcdef", true, true},
        {"kauri-3x5-03.kauri.work-history", true, true},
        {"victim", true, true},
    };
    enum { FILES = sizeof files / sizeof files[0] };
    char path[512];
    for (int clean = 0; clean < 3; clean++) {
        for (unsigned i = 1; i + 1 < FILES; i++) {
            put(in_folder(scene, files[i].name, path), "left");
        }
        put(in_folder(scene, TABLE, path), "table");
        int64_t made = 0;
        assert_true(kauri_workplace_has_checkpoint(&scene->place, &made) && made > 0);
        if (clean == 0) {
            kauri_workplace_clean_beside_checkpoint(&scene->place);
        } else {
            kauri_workplace_clean(&scene->place);
        }
        assert_int_equal(kauri_workplace_has_checkpoint(&scene->place, NULL), clean == 0);
        for (unsigned i = 0; i < FILES; i++) {
            const bool stays = files[i].always || (clean == 0 && files[i].with_checkpoint);
            if ((access(in_folder(scene, files[i].name, path), F_OK) == 0) != stays) {
                fail_msg("%s: %s", files[i].name, stays ? "gone" : "left");
            }
        }
    }
    expect_victim(scene);
}

TEST_WITH(leavings_are_counted_by_layer, set_up, tear_down)
{
    struct workplace_scene *scene = *state;
    static const char *const counted[] = {"kauri-3x5-00.kauri.work-history",
                                          "kauri-3x5-01.kauri.checkpoint",
                                          "kauri-3x5-01.kauri.tmp-0123456789abcdef", TABLE ".tmp"};
    static const char *const others[] = {TABLE, "kauri-3x5-03.kauri.work-history",
                                         "kauri-3x6-01.kauri.work-history", TABLE ".tmp-notes"};
    enum { EACH = 16 << 10 };
    static char text[EACH + 1];
    char path[512];
    memset(text, 'x', EACH);
    for (unsigned i = 0; i < 4; i++) {
        put(in_folder(scene, others[i], path), text);
    }
    assert_int_equal(kauri_workplace_left_over(scene->folder, shape, 2), 0);
    for (unsigned i = 0; i < 4; i++) {
        put(in_folder(scene, counted[i], path), text);
        const uint64_t bytes = kauri_workplace_left_over(scene->folder, shape, 2);
        assert_true(bytes >= (uint64_t)EACH * (i + 1));
    }
    assert_int_equal(kauri_workplace_left_over("/nowhere/at/all", shape, 2), 0);
    kauri_workplace_clean_lower(&scene->place);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(access(in_folder(scene, counted[i], path), F_OK), i < 3 ? -1 : 0);
        assert_int_equal(access(in_folder(scene, others[i], path), F_OK), 0);
    }
}
