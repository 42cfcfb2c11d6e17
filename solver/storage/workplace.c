#include "solver/storage/workplace.h"

#include "common/folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const work_words[KAURI_WORK_COUNT] = {
    [KAURI_WORK_PLANES] = "planes",   [KAURI_WORK_CAPTURES] = "captures",
    [KAURI_WORK_NOW] = "now",         [KAURI_WORK_NEXT] = "next",
    [KAURI_WORK_HISTORY] = "history", [KAURI_WORK_TRIAL] = "trial",
};

static void make_names(struct kauri_workplace *place, struct kauri_shape shape, unsigned seeds)
{
    place->shape = shape;
    place->seeds = seeds;
    (void)kauri_table_name(shape.holes, shape.cowries, seeds, place->table);
    (void)snprintf(place->checkpoint, sizeof place->checkpoint, "%s.checkpoint", place->table);
    for (int i = 0; i < KAURI_WORK_COUNT; i++) {
        (void)snprintf(place->files[i], sizeof place->files[i], "%s.work-%s", place->table,
                       work_words[i]);
    }
}

// A file of a rank of a team.
struct rank_file {
    bool checkpoint;
    enum kauri_work_file work; // only for a work file
    unsigned rank;
    unsigned ranks;      // only for a checkpoint
    uint64_t generation; // only for a checkpoint
};

// Returns true if an entry of the folder is a file of a rank of a team for this table; *file then
// says which.
static bool read_rank_file(const struct kauri_workplace *place, const char *entry,
                           struct rank_file *file)
{
    char word[16];
    const size_t table = strlen(place->table);
    int end = 0;
    *file = (struct rank_file){.checkpoint = false};
    if (strncmp(entry, place->table, table) != 0) {
        return false;
    }
    entry += table;
    // Names with more digits are not made by this program, since the numbers would not fit.
    if (sscanf(entry, ".checkpoint-%9uof%9u.%18" SCNu64 "%n", &file->rank, &file->ranks,
               &file->generation, &end) == 3 &&
        end > 0) {
        file->checkpoint = true;
        return entry[end] == '\0' || strncmp(entry + end, ".tmp-", 5) == 0;
    }
    end = 0;
    if (sscanf(entry, ".work-%15[a-z]-%9u%n", word, &file->rank, &end) != 2 || end == 0 ||
        entry[end] != '\0') {
        return false;
    }
    for (int i = 0; i < KAURI_WORK_COUNT; i++) {
        if (strcmp(word, work_words[i]) == 0) {
            file->work = (enum kauri_work_file)i;
            return true;
        }
    }
    return false;
}

void kauri_workplace_set_rank(struct kauri_workplace *place, unsigned rank, unsigned ranks)
{
    if (ranks == 1) {
        return;
    }
    place->rank = rank;
    place->ranks = ranks;
    for (int i = 0; i < KAURI_WORK_COUNT; i++) {
        (void)snprintf(place->files[i], sizeof place->files[i], "%s.work-%s-%u", place->table,
                       work_words[i], rank);
    }
}

enum kauri_status kauri_workplace_set_generation(struct kauri_workplace *place, uint64_t generation,
                                                 struct kauri_error *error)
{
    if (place->ranks == 0) {
        return KAURI_OK;
    }
    (void)snprintf(place->checkpoint, sizeof place->checkpoint, "%s.checkpoint-%uof%u.%" PRIu64,
                   place->table, place->rank, place->ranks, generation);
    char *path = kauri_folder_join(place->work, place->checkpoint);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", place->seeds);
    }
    free(place->checkpoint_path);
    place->checkpoint_path = path;
    return KAURI_OK;
}

// A search for checkpoints of teams.
struct search {
    const struct kauri_workplace *place;
    uint64_t maximum;
    uint64_t newest;
    uint64_t kept;
    unsigned others;
};

static bool is_own_checkpoint(const struct search *search, const char *entry,
                              struct rank_file *file)
{
    return read_rank_file(search->place, entry, file) && file->checkpoint &&
           strstr(entry, ".tmp-") == NULL && file->ranks == search->place->ranks &&
           file->rank == search->place->rank;
}

static void find_newest(void *context, const char *entry)
{
    struct search *search = context;
    struct rank_file file;
    if (is_own_checkpoint(search, entry, &file) && file.generation <= search->maximum &&
        file.generation > search->newest) {
        search->newest = file.generation;
    }
}

enum kauri_status kauri_workplace_generation(const struct kauri_workplace *place, uint64_t maximum,
                                             uint64_t *newest, struct kauri_error *error)
{
    struct search search = {.place = place, .maximum = maximum};
    const enum kauri_status status = kauri_folder_each(place->work, find_newest, &search, error);
    *newest = search.newest;
    return status;
}

static void remove_others(void *context, const char *entry)
{
    const struct search *search = context;
    struct rank_file file;
    if (is_own_checkpoint(search, entry, &file) && file.generation != search->kept) {
        kauri_folder_unlink(search->place->work, entry);
    }
}

void kauri_workplace_keep_generation(const struct kauri_workplace *place, uint64_t generation)
{
    struct search search = {.place = place, .kept = generation};
    if (place->ranks > 0) {
        (void)kauri_folder_each(place->work, remove_others, &search, NULL);
    }
}

static void find_others(void *context, const char *entry)
{
    struct search *search = context;
    struct rank_file file;
    if (read_rank_file(search->place, entry, &file) && file.checkpoint &&
        strstr(entry, ".tmp-") == NULL && file.ranks != search->place->ranks) {
        search->others = file.ranks;
    }
}

enum kauri_status kauri_workplace_other_ranks(const struct kauri_workplace *place, unsigned *others,
                                              struct kauri_error *error)
{
    struct search search = {.place = place};
    char alone[KAURI_WORK_NAME_BYTES];
    struct stat about;
    KAURI_PASS(kauri_folder_each(place->work, find_others, &search, error));
    (void)snprintf(alone, sizeof alone, "%s.checkpoint", place->table);
    if (place->ranks > 0 && search.others == 0 &&
        fstatat(kauri_folder_descriptor(place->work), alone, &about, AT_SYMLINK_NOFOLLOW) == 0) {
        search.others = 1;
    }
    *others = search.others;
    return KAURI_OK;
}

// Returns true if a temporary file was made for the table or for its checkpoint: by this version,
// or by earlier ones, whose temporary names were always the same.
static bool is_temporary(const struct kauri_workplace *place, const char *entry)
{
    const size_t table = strlen(place->table);
    const size_t checkpoint = strlen(place->checkpoint);
    return kauri_temporary_file_is(entry, place->table) ||
           kauri_temporary_file_is(entry, place->checkpoint) ||
           (strncmp(entry, place->table, table) == 0 && strcmp(entry + table, ".tmp") == 0) ||
           (strncmp(entry, place->checkpoint, checkpoint) == 0 &&
            strcmp(entry + checkpoint, ".tmp") == 0);
}

static bool same_folder(const struct kauri_folder *one, const struct kauri_folder *other)
{
    struct stat about[2];
    return fstat(kauri_folder_descriptor(one), &about[0]) == 0 &&
           fstat(kauri_folder_descriptor(other), &about[1]) == 0 &&
           about[0].st_dev == about[1].st_dev && about[0].st_ino == about[1].st_ino;
}

enum kauri_status kauri_workplace_open(const char *folder, const char *work,
                                       struct kauri_shape shape, unsigned seeds,
                                       struct kauri_workplace *place, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *place = (struct kauri_workplace){.folder = NULL};
    KAURI_TRY(kauri_folder_open(folder, &place->folder, error));
    place->work = place->folder;
    if (work != NULL) {
        place->work = NULL;
        KAURI_TRY(kauri_folder_open(work, &place->work, error));
        // Otherwise the work files would be removed as those of another run in the folder of
        // tables.
        if (same_folder(place->work, place->folder)) {
            kauri_folder_close(place->work);
            place->work = place->folder;
        }
    }
    make_names(place, shape, seeds);
    place->table_path = kauri_folder_join(place->folder, place->table);
    place->checkpoint_path = kauri_folder_join(place->work, place->checkpoint);
    if (place->table_path == NULL || place->checkpoint_path == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_workplace_close(place);
    }
    return status;
}

void kauri_workplace_close(struct kauri_workplace *place)
{
    if (place->work != place->folder) {
        kauri_folder_close(place->work);
    }
    kauri_folder_close(place->folder);
    free(place->table_path);
    free(place->checkpoint_path);
    *place = (struct kauri_workplace){.folder = NULL};
}

bool kauri_workplace_has_checkpoint(const struct kauri_workplace *place, int64_t *made)
{
    struct stat about;
    if (fstatat(kauri_folder_descriptor(place->work), place->checkpoint, &about,
                AT_SYMLINK_NOFOLLOW) != 0) {
        return false;
    }
    if (made != NULL) {
        *made = (int64_t)about.st_mtime;
    }
    return true;
}

struct cleaning {
    const struct kauri_workplace *place;
    const struct kauri_folder *folder;
    bool keep;
};

// Removes temporary files of the table and of its checkpoint, whose names are not known, and files
// of teams.
static void clean_entry(void *context, const char *entry)
{
    const struct cleaning *cleaning = context;
    struct rank_file file;
    bool remove = is_temporary(cleaning->place, entry);
    if (read_rank_file(cleaning->place, entry, &file)) {
        const bool needed =
            file.checkpoint ? strstr(entry, ".tmp-") == NULL
                            : file.work == KAURI_WORK_CAPTURES || file.work == KAURI_WORK_HISTORY;
        remove = !(cleaning->keep && needed);
    }
    if (remove) {
        kauri_folder_unlink(cleaning->folder, entry);
    }
}

// Removes the files of one folder; with `keep`, those that a checkpoint needs stay.
static void clean_folder(const struct kauri_workplace *place, const struct kauri_folder *folder,
                         bool keep)
{
    struct cleaning cleaning = {.place = place, .folder = folder, .keep = keep};
    if (!keep) {
        kauri_folder_unlink(folder, place->checkpoint);
    }
    (void)kauri_folder_each(folder, clean_entry, &cleaning, NULL);
    for (int i = 0; i < KAURI_WORK_COUNT; i++) {
        if (!keep || (i != KAURI_WORK_CAPTURES && i != KAURI_WORK_HISTORY)) {
            kauri_folder_unlink(folder, place->files[i]);
        }
    }
}

void kauri_workplace_clean(const struct kauri_workplace *place)
{
    clean_folder(place, place->work, false);
    if (place->work != place->folder) {
        clean_folder(place, place->folder, false);
    }
}

void kauri_workplace_clean_beside_checkpoint(const struct kauri_workplace *place)
{
    clean_folder(place, place->work, true);
    if (place->work != place->folder) {
        clean_folder(place, place->folder, false);
    }
}

void kauri_workplace_clean_lower(const struct kauri_workplace *place)
{
    for (unsigned seeds = 0; seeds < place->seeds; seeds++) {
        // Borrowed folders: not to be closed.
        struct kauri_workplace lower = {.folder = place->folder, .work = place->work};
        make_names(&lower, place->shape, seeds);
        kauri_workplace_clean(&lower);
    }
}

static bool is_left_over(const struct kauri_workplace *place, const char *entry)
{
    struct rank_file file;
    bool is = strcmp(entry, place->checkpoint) == 0 || is_temporary(place, entry) ||
              read_rank_file(place, entry, &file);
    for (int i = 0; i < KAURI_WORK_COUNT; i++) {
        is = is || strcmp(entry, place->files[i]) == 0;
    }
    return is;
}

// Bytes of disk that a file takes up.
static uint64_t disk_bytes(int folder, const char *name)
{
    struct stat about;
    return fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 && about.st_blocks > 0
               ? (uint64_t)about.st_blocks * 512
               : 0;
}

uint64_t kauri_workplace_left_over(const char *folder, struct kauri_shape shape, unsigned last)
{
    uint64_t bytes = 0;
    DIR *entries = opendir(folder);
    if (entries == NULL) {
        return 0;
    }
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        struct kauri_workplace place = {.folder = NULL};
        make_names(&place, shape, seeds);
        rewinddir(entries);
        for (const struct dirent *entry = readdir(entries); entry != NULL;
             entry = readdir(entries)) {
            bytes +=
                is_left_over(&place, entry->d_name) ? disk_bytes(dirfd(entries), entry->d_name) : 0;
        }
    }
    (void)closedir(entries);
    return bytes;
}
