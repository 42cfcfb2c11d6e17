// web/serve/cli/served_tables.h: when a set of tables is opened, with files and tables that are
// feigned.
#include "tests/test.h"

#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "web/serve/cli/served_tables.h"

// What the functions that served_tables.c calls find.
static struct {
    uint64_t stamp;           // stamp of the files
    enum kauri_status status; // status of opening the files
    unsigned opened;          // how often they were opened
} files;

uint64_t kauri_open_tables_stamp(const struct kauri_command_run *run)
{
    (void)run;
    return files.stamp;
}

enum kauri_status kauri_run_open_tables(struct kauri_command_run *run, uint64_t cache_bytes,
                                        struct kauri_error *error)
{
    (void)run;
    (void)cache_bytes;
    files.opened++;
    return files.status == KAURI_OK ? KAURI_OK : kauri_fail(error, files.status, "feigned");
}

enum kauri_status kauri_api_new(struct kauri_tablebase *tables, uint64_t memory,
                                struct kauri_api **api, struct kauri_error *error)
{
    (void)tables;
    (void)memory;
    (void)error;
    *api = NULL;
    return KAURI_OK;
}

enum kauri_status kauri_open_book(struct kauri_command_run *run, struct kauri_error *error)
{
    (void)run;
    (void)error;
    return KAURI_OK;
}

void kauri_api_use_book(struct kauri_api *api, const struct kauri_book *book)
{
    (void)api;
    (void)book;
}

enum kauri_status kauri_api_serve_proofs(struct kauri_api *api, const char *folder,
                                         struct kauri_error *error)
{
    (void)api;
    (void)folder;
    (void)error;
    return KAURI_OK;
}

void kauri_api_free(struct kauri_api *api)
{
    (void)api;
}

void kauri_tablebase_hide_folders(struct kauri_tablebase *tablebase)
{
    (void)tablebase;
}

void kauri_tablebase_close(struct kauri_tablebase *tablebase)
{
    (void)tablebase;
}

// Looks once; `opened` says how often tables have been opened then, since the beginning.
static void expect_look(struct kauri_served_tables *served, enum kauri_status status, bool changed,
                        unsigned opened)
{
    struct kauri_error error;
    bool is_changed = !changed;
    assert_int_equal(kauri_served_tables_look(served, &is_changed, &error), status);
    assert_int_equal(is_changed, changed);
    assert_int_equal(files.opened, opened);
}

// A failure that may pass by itself is tried again at each look, and another one when the files
// have changed.
TEST(a_failure_that_may_pass_is_tried_again)
{
    struct kauri_command_run run = {.tables = NULL};
    struct kauri_served_tables *served = NULL;
    struct kauri_error error;
    files.stamp = 1;
    assert_int_equal(kauri_served_tables_new(&run, 0, 0, NULL, &served, &error), KAURI_OK);
    expect_look(served, KAURI_OK, false, 1);
    files.stamp = 2;
    files.status = KAURI_RESOURCE;
    expect_look(served, KAURI_OK, false, 1); // the files may still be changing
    expect_look(served, KAURI_RESOURCE, false, 2);
    expect_look(served, KAURI_RESOURCE, false, 3);
    files.status = KAURI_OK;
    expect_look(served, KAURI_OK, true, 4);
    expect_look(served, KAURI_OK, false, 4);
    files.stamp = 3;
    files.status = KAURI_CORRUPT;
    expect_look(served, KAURI_OK, false, 4);
    expect_look(served, KAURI_CORRUPT, false, 5);
    expect_look(served, KAURI_OK, false, 5);
    kauri_served_tables_free(served);
}
