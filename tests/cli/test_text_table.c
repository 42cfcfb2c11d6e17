// queries/answers/text_table.h: tables of all widths and JSON from one description.
#include "tests/test.h"

#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"

struct layer {
    unsigned seeds;
    uint64_t positions, bytes;
    double seconds, bits;
    uint64_t digest;
    bool packed;
    const char *program, *path;
};

static void add_digits(struct kauri_json *json, const void *record)
{
    const struct layer *layer = record;
    kauri_json_add_pair(json, "digits", layer->seeds / 10, layer->seeds % 10);
}

static const struct kauri_field fields[] = {
    {"seeds", "layer", 5, KAURI_UNSIGNED(struct layer, seeds)},
    {"positions", "positions", 12, KAURI_COUNT(struct layer, positions)},
    {"bytes", "size", 0, KAURI_SIZE(struct layer, bytes), .optional = 2},
    {NULL, "bits", 4, KAURI_RATIO(struct layer, bits), .optional = 1},
    {"digits", NULL, 0, KAURI_MEMBERS(add_digits)},
    {"digest", NULL, 0, KAURI_DIGEST(struct layer, digest)},
    {"packed", "packed", -8, KAURI_BOOL(struct layer, packed), .optional = 1},
    {"seconds", "seconds", 7, KAURI_SECONDS(struct layer, seconds)},
    {"program", "by", -1, KAURI_TEXT(struct layer, program)},
    {"file", NULL, 0, KAURI_FOREIGN(struct layer, path), .only_if_known = true},
};

static const struct layer layers[] = {
    {0, 1352078, 279, 0.25, 0.5, 10, true, "x", "a\xff"},
    {12, UINT64_MAX, 3 << 20, -1, 2, 0, false, NULL, NULL},
};

static void expect_table(int indent, int columns, const char *text)
{
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_string out = {.bytes = NULL};
    kauri_answer_heads(&rows, KAURI_FIELDS(fields));
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        kauri_answer_row(&rows, KAURI_FIELDS(fields), &layers[i]);
    }
    kauri_answer_table(&out, &rows, KAURI_FIELDS(fields), indent, columns);
    assert_false(out.failed);
    assert_string_equal(kauri_string_text(&out), text);
    assert_null(rows.bytes);
    kauri_string_clear(&out);
}

TEST(a_record_is_json)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    for (size_t i = 0; i < sizeof layers / sizeof *layers; i++) {
        kauri_json_begin_object(&json, NULL);
        kauri_answer_json(&json, KAURI_FIELDS(fields), &layers[i]);
        kauri_json_end(&json);
    }
    assert_string_equal(
        kauri_string_text(&out),
        "{\"seeds\":0,\"positions\":1352078,\"bytes\":279,\"digits\":[0,0],"
        "\"digest\":\"000000000000000a\",\"packed\":true,\"seconds\":0.250,\"program\":\"x\","
        "\"file\":\"a?\"}\n"
        "{\"seeds\":12,\"positions\":null,\"bytes\":3145728,\"digits\":[1,2],"
        "\"digest\":\"0000000000000000\",\"packed\":false,\"seconds\":null,\"program\":null}\n");
    kauri_string_clear(&out);
}

TEST(columns_are_as_wide_as_described)
{
    expect_table(0, 0,
                 "layer     positions  size       bits  packed    seconds  by\n"
                 "    0     1,352,078  279 bytes  0.50  yes          0.25  x\n"
                 "   12             -  3.00 MiB   2.00  no              -  -\n");
}

TEST(narrow_tables_lose_blanks_and_then_columns)
{
    expect_table(1, 57,
                 " layer  positions  size       bits  packed  seconds  by\n"
                 "     0  1,352,078  279 bytes  0.50  yes        0.25  x\n"
                 "    12          -  3.00 MiB   2.00  no            -  -\n");
    expect_table(0, 44,
                 "layer  positions  bits  packed  seconds  by\n"
                 "    0  1,352,078  0.50  yes        0.25  x\n"
                 "   12          -  2.00  no            -  -\n");
    expect_table(0, 36,
                 "layer  positions  bits  seconds  by\n"
                 "    0  1,352,078  0.50     0.25  x\n"
                 "   12          -  2.00        -  -\n");
    expect_table(0, 30,
                 "layer  positions  seconds  by\n"
                 "    0  1,352,078     0.25  x\n"
                 "   12          -        -  -\n");
}

TEST(tables_that_are_too_wide_are_paragraphs)
{
    expect_table(0, 24,
                 "layer: 0; positions:\n"
                 "  1,352,078; size: 279\n"
                 "  bytes; bits: 0.50;\n"
                 "  packed: yes; seconds:\n"
                 "  0.25; by: x\n"
                 "layer: 12; positions: -;\n"
                 "  size: 3.00 MiB; bits:\n"
                 "  2.00; packed: no;\n"
                 "  seconds: -; by: -\n");
}

// A name from outside stays in its cell, and takes as many columns as it has characters.
TEST(foreign_names_are_cells)
{
    static const struct kauri_field named[] = {
        {"file", "file", 0, KAURI_FOREIGN(struct layer, path)},
        {"seeds", "layer", 0, KAURI_UNSIGNED(struct layer, seeds)},
        {"program", "by", 0, KAURI_FOREIGN(struct layer, program)},
    };
    static const struct layer records[] = {
        {.seeds = 1, .path = "a\t5\tx\n7\t", .program = "\xc3\xa4\xe2\x86\x92"},
        {.seeds = 12, .path = "\xc3\xbc  2  z", .program = "b"},
    };
    struct kauri_string out = {.bytes = NULL};
    kauri_answer_records(&out, KAURI_FIELDS(named), records, sizeof *records, 2, 0);
    assert_string_equal(kauri_string_text(&out),
                        "file                                  layer  by\n"
                        "a<U+0009>5<U+0009>x<U+000A>7<U+0009>      1  \xc3\xa4\xe2\x86\x92\n"
                        "\xc3\xbc <U+0020>2 <U+0020>z                    12  b\n");
    kauri_string_clear(&out);
}

TEST(columns_of_numbers_are_aligned_right)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add_text(&rows, "word\tr\tn\nab\t+3\t1,000\n\t-\tx\n");
    kauri_string_add_table(&out, &rows, 2, 80);
    assert_string_equal(kauri_string_text(&out), "  word   r  n\n"
                                                 "  ab    +3  1,000\n"
                                                 "         -  x\n");
    kauri_string_clear(&out);
}

TEST(a_word_wider_than_a_line_stands_alone_on_it)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_string_add_text(&out, "start\n      5+1,5+1/5+1,5+1 S 0:0\n  a line of words\n");
    kauri_string_fit(&out, 0, 20);
    assert_string_equal(kauri_string_text(&out), "start\n"
                                                 "5+1,5+1/5+1,5+1 S 0:0\n"
                                                 "  a line of words\n");
    kauri_string_clear(&out);
}

struct fact {
    int holds, exact;
    struct kauri_bounds r, net;
};

static const struct kauri_field fact_fields[] = {
    {"holds", KAURI_NAME, 0, KAURI_ANSWER(struct fact, holds)},
    {"is_exact", KAURI_NAME, 0, KAURI_ANSWER(struct fact, exact)},
    {"r", NULL, 0, KAURI_BOUNDS(struct fact, r)},
    {"net_seeds", KAURI_NAME, 0, KAURI_BOUNDS(struct fact, net)},
};

static const struct fact facts[] = {
    {1, 0, {-37, 37}, {-12, 12}},
    {2, 1, {4, 4}, {1, 1}},
};

// Answers may be open, bounds may be equal, and a heading may be the name.
TEST(answers_and_bounds)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_answer_array(&json, NULL, KAURI_FIELDS(fact_fields), facts, sizeof *facts, 2);
    kauri_answer_records(&out, KAURI_FIELDS(fact_fields), facts, sizeof *facts, 2, 80);
    assert_string_equal(
        kauri_string_text(&out),
        "[{\"holds\":true,\"is_exact\":false,\"r\":[-37,37],\"net_seeds\":[-12,12]},"
        "{\"holds\":null,\"is_exact\":true,\"r\":[4,4],\"net_seeds\":[1,1]}]\n"
        "holds  is exact  net seeds\n"
        "yes    no        -12 to 12\n"
        "-      yes       1\n");
    kauri_string_clear(&out);
}

// What is not known is left out of a list.
TEST(a_record_is_a_list)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_answer_list(&out, KAURI_FIELDS(fact_fields), &facts[1], 2, 12);
    assert_string_equal(kauri_string_text(&out), "  is exact    yes\n"
                                                 "  net seeds   1\n");
    kauri_string_clear(&out);
}
