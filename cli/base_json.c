#include "cli/base_json.h"

#include <inttypes.h>
#include <json-c/json.h>
#include <stdio.h>

void kauri_json_add(struct json_object *object, const char *name, struct json_object *value)
{
    (void)json_object_object_add(object, name, value);
}

struct json_object *kauri_json_foreign_text(const char *text)
{
    char ascii[KAURI_ERROR_MESSAGE_BYTES];
    size_t i = 0;
    for (; text[i] != '\0' && i + 1 < sizeof ascii; i++) {
        ascii[i] = (char)((unsigned char)text[i] < 0x80 ? text[i] : '?');
    }
    ascii[i] = '\0';
    return json_object_new_string(ascii);
}

struct json_object *kauri_json_seconds(double seconds)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.3f", seconds);
    return json_object_new_double_s(seconds, digits);
}

struct json_object *kauri_json_real(double value)
{
    char digits[32];
    (void)snprintf(digits, sizeof digits, "%.6g", value);
    return json_object_new_double_s(value, digits);
}

struct json_object *kauri_json_digest(uint64_t digest)
{
    char digits[20];
    (void)snprintf(digits, sizeof digits, "%016" PRIx64, digest);
    return json_object_new_string(digits);
}

struct json_object *kauri_json_pair(int first, int second)
{
    struct json_object *array = json_object_new_array();
    (void)json_object_array_add(array, json_object_new_int(first));
    (void)json_object_array_add(array, json_object_new_int(second));
    return array;
}

void kauri_json_write(struct kauri_string *out, struct json_object *object)
{
    const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN |
                                                                  JSON_C_TO_STRING_NOSLASHESCAPE);
    if (text == NULL) {
        out->failed = true;
    } else {
        kauri_string_add(out, "%s\n", text);
    }
    (void)json_object_put(object);
}

void kauri_json_print(struct json_object *object)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_json_write(&out, object);
    (void)fputs(kauri_string_text(&out), stdout);
    kauri_string_clear(&out);
}
