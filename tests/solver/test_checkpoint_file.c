// Checkpoints that are damaged, foreign or forged are refused, and nothing is lost by it.
#include "tests/temporary.h"
#include "tests/test.h"

#include "common/digest.h"
#include "indexer/stored_blocks.h"
#include "solver/captures.h"
#include "solver/checkpoint_file.h"
#include "tests/indexer/layers.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Changes a bit of `count` bytes.
static void flip(const char *path, size_t at, size_t count)
{
    size_t size = 0;
    uint8_t *bytes = temporary_read(path, &size);
    for (size_t i = at; i < at + count && i < size; i++) {
        bytes[i] ^= 0x10;
    }
    temporary_write(path, bytes, size);
    free(bytes);
}

TEST(foreign_checkpoints_are_refused)
{
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    make_stopped(folder);
    char *two = beside(folder, small, 2, "checkpoint");
    char *three = beside(folder, small, 3, "checkpoint");
    // Of another layer.
    struct layer_values one = read_layer(folder, small, 1);
    solve_layers(folder, small, 1, 1, 1);
    assert_int_equal(rename(two, three), 0);
    solve_layers(folder, small, 2, 2, 1);
    assert_int_equal(go_on(folder, 3, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "another layer"));
    assert_int_equal(unlink(three), 0);
    free(two);
    free(three);
    temporary_remove(folder);
    // Made from other lower layers.
    make_stopped(folder);
    one.r[5] = -one.r[5];
    write_layer(folder, &one);
    assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "other lower layers"));
    free_layer(&one);
    temporary_remove(folder);
}

TEST(missing_and_altered_work_files_are_noticed)
{
    static const char *const names[] = {"work-history", "work-captures"};
    for (unsigned i = 0; i < 2; i++) {
        char folder[TEMPORARY_BYTES];
        struct kauri_error error;
        make_stopped(folder);
        char *path = beside(folder, small, 2, names[i]);
        if (access(path, F_OK) == 0) {
            flip(path, 0, SIZE_MAX / 2);
            assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
            assert_non_null(strstr(error.message, "was altered"));
            flip(path, 0, SIZE_MAX / 2);
            assert_int_equal(unlink(path), 0);
            assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
            assert_non_null(strstr(error.message, "lost its work files"));
        } else {
            assert_int_equal(i, 0); // captures are always in their file
        }
        free(path);
        temporary_remove(folder);
    }
}

// A checkpoint in memory, with the parts of it that numbers stand in.
struct image {
    uint8_t *bytes;
    size_t size;
    struct kauri_checkpoint_head *head;
    struct kauri_checkpoint_place *place;
    uint64_t *counts;              // counts by value
    struct kauri_spool_slab *slab; // slab of the captures
    struct kauri_chunk *chunk;     // the first that there is
    struct kauri_step *steps;
    uint8_t *tail;   // tail of the first block that has one; not aligned
    uint8_t *list;   // the first that there is, with its bytes; not aligned
    uint8_t *planes; // planes of the first block: number of bytes, then a record; not aligned
};

// Writes the image with the right digest, as a forger would.
static void seal(struct image *image, const char *path)
{
    const uint64_t digest = kauri_digest(image->bytes, image->size - sizeof digest);
    memcpy(image->bytes + image->size - sizeof digest, &digest, sizeof digest);
    temporary_write(path, image->bytes, image->size);
}

static void find_parts(struct image *image, const struct kauri_layer *layer)
{
    uint8_t *at = image->bytes;
    image->head = (void *)at;
    at += sizeof *image->head;
    image->place = (void *)at;
    at += sizeof *image->place;
    image->counts = (void *)at;
    at += kauri_value_count(layer->seeds) * sizeof *image->counts;
    image->slab = (void *)at;
    assert_true(image->place->capture_slabs > 0);
    at += (image->place->capture_slabs + image->place->history_slabs) * sizeof *image->slab;
    image->chunk = (void *)at;
    at += layer->block_count * kauri_value_count(layer->seeds) * sizeof *image->chunk;
    while (image->chunk->size == 0) {
        image->chunk++;
    }
    image->steps = (void *)at;
    at += image->place->step_count * sizeof *image->steps;
    image->tail = NULL;
    for (uint64_t rank = 0; rank < kauri_stored_block_count(layer); rank++) {
        struct kauri_checkpoint_tail tail;
        memcpy(&tail, at, sizeof tail);
        image->tail = image->tail == NULL && tail.used > 0 ? at : image->tail;
        at += sizeof tail + tail.used;
    }
    image->list = NULL;
    for (uint64_t i = 0; i < 2 * layer->block_count; i++) {
        struct kauri_list list;
        memcpy(&list, at, sizeof list);
        image->list = image->list == NULL && list.word_count > 0 ? at : image->list;
        at += sizeof list + (list.word_count > 0 ? list.chunk.size : 0);
    }
    image->planes = at;
    assert_true(image->tail != NULL && image->list != NULL);
}

// A stopped layer 2, and its checkpoint.
struct stopped {
    char folder[TEMPORARY_BYTES];
    char *path;
    struct image image;
};

static int set_up(void **state)
{
    const struct kauri_layer layer = layer_of(small, 2);
    struct stopped *stopped = calloc(1, sizeof *stopped);
    assert_non_null(stopped);
    make_stopped(stopped->folder);
    stopped->path = beside(stopped->folder, small, 2, "checkpoint");
    stopped->image.bytes = temporary_read(stopped->path, &stopped->image.size);
    find_parts(&stopped->image, &layer);
    *state = stopped;
    return 0;
}

static int tear_down(void **state)
{
    struct stopped *stopped = *state;
    temporary_remove(stopped->folder);
    free(stopped->image.bytes);
    free(stopped->path);
    free(stopped);
    return 0;
}

static void put_u32(uint8_t *to, uint32_t number)
{
    memcpy(to, &number, sizeof number);
}

// Puts a number that no run has written; false when there are no more.
static bool forge(struct image *image, unsigned fault)
{
    struct kauri_checkpoint_place *place = image->place;
    uint8_t *tail = image->tail;
    uint8_t *list = image->list;
    struct kauri_list listed;
    memcpy(&listed, list, sizeof listed);
    uint8_t *bits = list + sizeof listed;
    uint8_t *masks = bits + (size_t)listed.word_count * 8;
    uint8_t *runs = masks + ((size_t)listed.word_count * 2 + 7) / 8 * 8;
    uint8_t *last = tail + offsetof(struct kauri_checkpoint_tail, last);
    switch (fault) {
        // clang-format off
    case 0: place->value = 0; break;
    case 1: place->value = 8; break;
    case 2: place->distance = 1; break;
    case 3: place->distance = 40000; break;
    case 4: place->decided = UINT64_MAX; break;
    case 5: place->max_dtc = 40000; break;
    case 6: place->step_count = 0; break;
    case 7: place->step_count = UINT32_MAX; break;
    case 8: place->step_count++; break;
    case 9: place->capture_slabs = UINT32_MAX; break;
    case 10: place->history_slabs = UINT32_MAX; break;
    case 11: place->history_slabs = 1000; break;
    case 12: place->rounds_done = 2; break;
    case 13: place->rounds_done = 1; break;
    case 14: image->slab->offset = UINT64_C(1) << 62; break;
    case 15: image->slab->offset = UINT64_MAX - 8; break;
    case 16: image->slab->used = UINT32_MAX; break;
    case 17: image->slab->used = image->slab->capacity = UINT32_MAX; break;
    case 18: image->slab->used = 8; break;
    case 19: image->chunk->slab = UINT32_MAX; break;
    case 20: image->chunk->slab = place->capture_slabs; break;
    case 21: image->chunk->offset = UINT32_MAX - 7; break;
    case 22: image->chunk->size = UINT32_MAX; break;
    case 23: image->chunk->offset++; break;
    case 24: image->steps[0].r = 1; break;
    case 25: image->steps[1].r = 8; break;
    case 26: image->steps[1].r = INT16_MIN; break;
    case 27: image->steps[1].dtc = UINT16_MAX; break;
    case 28: put_u32(tail + offsetof(struct kauri_checkpoint_tail, used), UINT32_MAX); break;
    case 29: put_u32(tail + offsetof(struct kauri_checkpoint_tail, used), 0x80000000); break;
    case 30: put_u32(tail + offsetof(struct kauri_checkpoint_tail, used), 0x7ffffff0); break;
    case 31: put_u32(tail + offsetof(struct kauri_checkpoint_tail, used), 5); break;
    case 32: put_u32(last + offsetof(struct kauri_chunk, size), 100); break;
    case 33: put_u32(list + offsetof(struct kauri_list, word_count), UINT32_MAX); break;
    case 34: put_u32(list + offsetof(struct kauri_list, word_count), listed.word_count + 1); break;
    case 35: put_u32(list + offsetof(struct kauri_list, run_count), UINT32_MAX); break;
    case 36: put_u32(list + offsetof(struct kauri_list, run_count), 0); break;
    case 37: put_u32(list + offsetof(struct kauri_chunk, size), UINT32_MAX); break;
    case 38: put_u32(list + offsetof(struct kauri_chunk, size), 1); break;
    case 39: memset(bits, 0xff, 8); break;
    case 40: memset(masks, 0xff, 2); break;
    case 41: memset(masks, 0, 2); masks[0] = (uint8_t)(masks[0] + 40); break;
    case 42: put_u32(runs, 1); break;
    case 43: put_u32(runs + sizeof(struct kauri_run), UINT32_MAX); break;
    case 44: put_u32(runs + offsetof(struct kauri_run, row), UINT32_MAX); break;
    case 45: image->size -= 8; break;
    case 46: image->counts[0]++; break;
    case 47: image->counts[0] = UINT64_MAX; break;
    case 48: image->counts[7] = 1; image->place->decided++; break; // r = 0 is not decided
    case 49: put_u32(image->planes, UINT32_MAX); break;
    case 50: memset(image->planes + 4, 0xfb, 3); break; // a gap beyond the last word
    case 51: place->decided_stored = place->decided + 1; break;
    default: return false;
        // clang-format on
    }
    return true;
}

TEST_WITH(damaged_checkpoints_are_refused, set_up, tear_down)
{
    const struct stopped *stopped = *state;
    struct kauri_error error;
    const size_t size = stopped->image.size;
    for (size_t at = 0; at < size; at += size / 40 + 1) {
        flip(stopped->path, at, 1);
        assert_int_equal(go_on(stopped->folder, 2, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "damaged"));
        flip(stopped->path, at, 1);
    }
    for (size_t left = size - 1; left < size; left -= size / 20 + 1) {
        assert_int_equal(truncate(stopped->path, (off_t)left), 0);
        assert_int_equal(go_on(stopped->folder, 2, &error), KAURI_CORRUPT);
    }
}

TEST_WITH(forged_numbers_are_refused, set_up, tear_down)
{
    struct stopped *stopped = *state;
    const struct kauri_layer layer = layer_of(small, 2);
    struct image bad;
    char *captures = beside(stopped->folder, small, 2, "work-captures");
    unsigned fault = 0;
    for (bool forged = true; forged; fault += forged) {
        size_t size = 0;
        temporary_write(stopped->path, stopped->image.bytes, stopped->image.size);
        bad.bytes = temporary_read(stopped->path, &size);
        bad.size = size;
        find_parts(&bad, &layer);
        forged = forge(&bad, fault);
        if (forged) {
            seal(&bad, stopped->path);
            const enum kauri_status status = go_on(stopped->folder, 2, NULL);
            // What the good checkpoint needs is still there.
            if (status != KAURI_CORRUPT || access(captures, F_OK) != 0) {
                fail_msg("fault %u: status %d, or the work file is lost", fault, (int)status);
            }
        }
        free(bad.bytes);
    }
    assert_int_equal(fault, 52);
    assert_int_equal(go_on(stopped->folder, 2, NULL), KAURI_OK);
    const uint64_t found = digest_of(stopped->folder, small, 2);
    solve_layers(stopped->folder, small, 2, 2, 1);
    assert_int_equal(found, digest_of(stopped->folder, small, 2));
    free(captures);
}

// Noticed when the table is written, not before: the rounds do not read it.
TEST_WITH(a_forged_record_is_refused, set_up, tear_down)
{
    struct stopped *stopped = *state;
    struct kauri_error error;
    // Behind the tail's numbers and the chunk before it: step, then bytes.
    put_u32(stopped->image.tail + sizeof(struct kauri_checkpoint_tail) +
                sizeof(struct kauri_chunk) + 4,
            UINT32_MAX);
    seal(&stopped->image, stopped->path);
    assert_int_equal(go_on(stopped->folder, 2, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "history"));
}

// A number that is possible, and wrong: it shows when the history does not come to it. That is no
// defect of the program.
TEST_WITH(a_forged_count_is_refused, set_up, tear_down)
{
    struct stopped *stopped = *state;
    struct kauri_error error;
    stopped->image.place->decided_stored--;
    seal(&stopped->image, stopped->path);
    const unsigned files = temporary_files(stopped->folder);
    assert_int_equal(go_on(stopped->folder, 2, &error), KAURI_CORRUPT);
    assert_int_equal(error.status, KAURI_CORRUPT);
    assert_non_null(strstr(error.message, stopped->path));
    assert_non_null(strstr(error.message, "remove it"));
    // The checkpoint and what it needs are still there.
    assert_true(temporary_files(stopped->folder) >= files - 2);
    assert_int_equal(unlink(stopped->path), 0);
    assert_int_equal(go_on(stopped->folder, 2, NULL), KAURI_OK);
}

// The bytes of a checkpoint belong to the format number. If they differ because records, lists,
// planes or a layout changed, raise KAURI_SOLVER_FORMAT and take the new digest over; if only the
// file did, KAURI_CHECKPOINT_FORMAT.
TEST_WITH(the_format_number_stands_for_these_bytes, set_up, tear_down)
{
    struct stopped *stopped = *state;
    struct image *image = &stopped->image;
    struct kauri_error error;
    assert_int_equal(image->head->solver_format, KAURI_SOLVER_FORMAT);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    // From the chunks on: the room of slabs depends on the machine.
    const uint8_t *from =
        (const void *)(image->slab + image->place->capture_slabs + image->place->history_slabs);
    const size_t size = (size_t)(image->bytes + image->size - from) - sizeof(uint64_t);
    assert_int_equal(KAURI_SOLVER_FORMAT, 1);
    assert_int_equal(KAURI_CHECKPOINT_FORMAT, 6);
    assert_int_equal(kauri_digest(from, size), UINT64_C(0x3e198460612cc1c8));
#endif
    image->head->solver_format++;
    seal(image, stopped->path);
    assert_int_equal(go_on(stopped->folder, 2, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "another version"));
}

int main(void)
{
    if (access("/dev/shm", W_OK) == 0) {
        (void)setenv("TMPDIR", "/dev/shm", 0);
    }
    return tests_run();
}
