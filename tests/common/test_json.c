// common/json.h: what is written, byte for byte.
#include "tests/test.h"

#include "common/json.h"

#include <math.h>

static void expect(struct kauri_string *out, const char *text)
{
    assert_false(out->failed);
    assert_string_equal(kauri_string_text(out), text);
    kauri_string_clear(out);
}

TEST(values_are_divided_by_commas)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_int(&json, "a", -3);
    kauri_json_begin_array(&json, "b");
    kauri_json_end(&json);
    kauri_json_begin_array(&json, "c");
    kauri_json_begin_object(&json, NULL);
    kauri_json_end(&json);
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_bool(&json, "d", true);
    kauri_json_add_bool(&json, "e", false);
    kauri_json_end(&json);
    kauri_json_add_null(&json, NULL);
    kauri_json_add_pair(&json, NULL, 1, -2);
    kauri_json_end(&json);
    kauri_json_add_null(&json, "f");
    kauri_json_add_known_int(&json, "g", true, -4);
    kauri_json_add_known_int(&json, "h", false, 4);
    kauri_json_add_letter(&json, "i", '\0');
    kauri_json_end(&json);
    kauri_json_begin_array(&json, NULL);
    kauri_json_add_int(&json, NULL, 1);
    kauri_json_end(&json);
    expect(&out, "{\"a\":-3,\"b\":[],\"c\":[{},{\"d\":true,\"e\":false},null,[1,-2]],\"f\":null,"
                 "\"g\":-4,\"h\":null,"
                 "\"i\":null}\n"
                 "[1]\n");
}

TEST(what_is_written_may_be_added)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_json_begin_array(&json, NULL);
    kauri_json_add_json(&json, NULL, "{\"a\":[]}\n");
    kauri_json_add_json(&json, NULL, "[]\n");
    kauri_json_end(&json);
    expect(&out, "[{\"a\":[]},[]]\n");
}

// The string may be emptied in between: an object can be longer than memory.
TEST(a_string_may_be_emptied)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_json_begin_array(&json, NULL);
    kauri_json_add_int(&json, NULL, 1);
    expect(&out, "[1");
    kauri_json_add_int(&json, NULL, 2);
    expect(&out, ",2");
    kauri_json_end(&json);
    expect(&out, "]\n");
}

TEST(numbers_are_formatted)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_json_begin_array(&json, NULL);
    kauri_json_add_int(&json, NULL, INT64_MIN);
    kauri_json_add_int(&json, NULL, INT64_MAX);
    kauri_json_add_uint(&json, NULL, UINT64_MAX);
    kauri_json_add_real(&json, NULL, 0.1234567);
    kauri_json_add_real(&json, NULL, 2);
    kauri_json_add_real(&json, NULL, 1e9);
    kauri_json_add_real(&json, NULL, (double)NAN);
    kauri_json_add_real(&json, NULL, (double)-INFINITY);
    kauri_json_add_seconds(&json, NULL, 0.0016);
    kauri_json_add_seconds(&json, NULL, 12);
    kauri_json_add_digest(&json, NULL, &(uint64_t){0xAB});
    kauri_json_add_digest(&json, NULL, NULL);
    kauri_json_end(&json);
    expect(&out, "[-9223372036854775808,9223372036854775807,18446744073709551615,0.123457,2,1e+09,"
                 "null,null,0.002,12.000,\"00000000000000ab\",null]\n");
}

TEST(texts_are_escaped)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_text(&json, "a", "");
    kauri_json_add_text(&json, "b", "a/b \"c\" \\d\\");
    kauri_json_add_text(&json, "c", "\b\f\n\r\t\x01\x1f\x7f");
    kauri_json_add_text(&json, "d", "\xc3\xa4");
    kauri_json_add_text(&json, "e", NULL);
    kauri_json_add_foreign(&json, "f", "\xc3x\xff\n\"");
    kauri_json_add_foreign(&json, "g", NULL);
    kauri_json_add_letter(&json, "h", 'A');
    // What can be seen is as it is, other characters are escaped.
    kauri_json_add_foreign(&json, "i", "\xc3\xbc\xe2\x86\x92\xf0\x9d\x84\x9e");
    kauri_json_add_foreign(&json, "j", "\xc2\x9b\xe2\x80\xae\xf3\xa0\x80\xa0\xe2\x86");
    kauri_json_end(&json);
    expect(&out, "{\"a\":\"\",\"b\":\"a/b \\\"c\\\" \\\\d\\\\\",\"c\":\"\\b\\f\\n\\r\\t\\u0001"
                 "\\u001f\x7f\",\"d\":\"\xc3\xa4\",\"e\":null,\"f\":\"?x?\\n\\\"\",\"g\":null,"
                 "\"h\":\"A\",\"i\":\"\xc3\xbc\xe2\x86\x92\xf0\x9d\x84\x9e\","
                 "\"j\":\"\\u009b\\u202e\\udb40\\udc20??\"}\n");
}

// As deep as the writer can.
TEST(objects_and_arrays_nest)
{
    struct kauri_string out = {.bytes = NULL};
    struct kauri_string expected = {.bytes = NULL};
    struct kauri_json json = {.out = &out};
    bool array[KAURI_JSON_DEPTH_MAX];
    for (unsigned i = 0; i < KAURI_JSON_DEPTH_MAX; i++) {
        array[i] = (i + i / 64) % 2 != 0;
        const char *name = i == 0 || array[i - 1] ? NULL : "x";
        kauri_string_add(&expected, "%s%s", name != NULL ? "\"x\":" : "", array[i] ? "[" : "{");
        if (array[i]) {
            kauri_json_begin_array(&json, name);
        } else {
            kauri_json_begin_object(&json, name);
        }
    }
    for (unsigned i = KAURI_JSON_DEPTH_MAX; i-- > 0;) {
        kauri_json_end(&json);
        kauri_string_add_text(&expected, array[i] ? "]" : "}");
    }
    kauri_string_add_text(&expected, "\n");
    expect(&out, kauri_string_text(&expected));
    kauri_string_clear(&expected);
}
