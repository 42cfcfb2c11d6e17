#include "games/records/markup.h"

#include "common/character.h"

#include <string.h>

// Limits of how far markup may reach.
enum {
    TAG_BYTES_MAX = 1000,
    LINK_BYTES_MAX = 300,
    ENTITY_BYTES_MAX = 12,
    COMMENT_BYTES_MAX = 4000,
    RULE_BYTES_MAX = 500,
    RULE_SIGNS_MIN = 3, // two dashes may be a pass
};

static const struct kauri_markup NO_MARKUP = {.bytes = 0};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Returns true for letters and digits, and for every character beyond ASCII.
static bool is_word(uint32_t sign)
{
    return sign >= 0x80 || is_digit((char)sign) || is_letter((char)sign);
}

static bool is_blank_or_end(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\0';
}

// Bytes up to the end of the line, with its "\r" or "\n".
static size_t line_bytes(const char *at)
{
    const size_t bytes = strcspn(at, "\r\n");
    return bytes + (at[bytes] == '\r' && at[bytes + 1] == '\n' ? 2 : at[bytes] != '\0' ? 1 : 0);
}

// Bytes before the first of the signs, which are ASCII, or before the end of the text; at most
// `maximum`. No sign stands before *clear, from where the search of an earlier place goes on: so
// all searches together take time in proportion to the text.
static size_t bytes_before(const char *at, const char *signs, size_t maximum, const char **clear)
{
    const char *end = *clear > at ? *clear : at;
    while ((size_t)(end - at) < maximum && *end != '\0' && strchr(signs, *end) == NULL) {
        end++;
    }
    *clear = end;
    return (size_t)(end - at);
}

// Bytes up to the end of the word's first occurrence, in capital or small letters; 0 if it does not
// begin within `maximum` bytes.
static size_t bytes_through(const char *at, const char *word, size_t maximum, const char **clear)
{
    const char *begin = *clear > at ? *clear : at;
    for (; (size_t)(begin - at) < maximum && *begin != '\0'; begin++) {
        size_t same = 0;
        while (word[same] != '\0' && (begin[same] | 0x20) == (word[same] | 0x20)) {
            same++;
        }
        if (word[same] == '\0') {
            return (size_t)(begin - at) + same;
        }
    }
    *clear = begin;
    return 0;
}

static size_t run_bytes(const char *at)
{
    size_t bytes = 1;
    while (at[bytes] == at[0]) {
        bytes++;
    }
    return bytes;
}

// ------------------------------------------------------------------------------------- HTML

enum { TAG_NAME_BYTES = 14, HIDING_TAGS = 8 };

// Tags that stand for more than nothing: what they and their closing tags stand for. The contents
// of the first ones are not read.
static const struct {
    const char *names; // each with a space before and after it
    uint32_t code, closing_code;
    enum kauri_markup_kind kind;
} tags[] = {
    {" s ", ' ', 0, KAURI_MARKUP_STRUCK},
    {" del ", ' ', 0, KAURI_MARKUP_STRUCK},
    {" strike ", ' ', 0, KAURI_MARKUP_STRUCK},
    {" head ", ' ', 0, KAURI_MARKUP_HIDDEN},
    {" script ", ' ', 0, KAURI_MARKUP_HIDDEN},
    {" style ", ' ', 0, KAURI_MARKUP_HIDDEN},
    {" ref ", ' ', 0, KAURI_MARKUP_HIDDEN},
    {" title ", ' ', 0, KAURI_MARKUP_HIDDEN},
    {" br ", '\n', '\n', KAURI_MARKUP_SIGNS},
    {" td th ", ' ', 0, KAURI_MARKUP_CELL},
    {" li tr dt dd ", '\n', 0, KAURI_MARKUP_SIGNS},
    {" p div h1 h2 h3 h4 h5 h6 table ul ol dl pre blockquote hr section ", '\n', '\n',
     KAURI_MARKUP_SIGNS},
};

// Copies the name of a tag in small letters, with a space before and after it.
static void copy_name(const char *at, char name[TAG_NAME_BYTES])
{
    size_t n = 1;
    name[0] = ' ';
    for (; n + 2 < TAG_NAME_BYTES && (is_letter(*at) || is_digit(*at)); at++) {
        name[n++] = (char)(*at | 0x20);
    }
    name[n] = ' ';
    name[n + 1] = '\0';
}

// Bytes behind a tag up to the end of its closing tag; 0 if it has none.
static size_t contents_bytes(const char *at, const char *name, const char **clear)
{
    char closing[TAG_NAME_BYTES + 1] = "</";
    memcpy(closing + 2, name + 1, strlen(name) - 2);
    const size_t bytes = bytes_through(at, closing, COMMENT_BYTES_MAX, clear);
    return bytes + (bytes > 0 && at[bytes] == '>' ? 1 : 0);
}

static struct kauri_markup tag_at(const char *at, struct kauri_markup_memory *memory)
{
    if (strncmp(at, "<!--", 4) == 0) {
        return (struct kauri_markup){
            .bytes = bytes_through(at, "-->", COMMENT_BYTES_MAX, &memory->comment),
            .code = ' ',
            .kind = KAURI_MARKUP_HIDDEN};
    }
    const bool closes = at[1] == '/';
    const size_t bytes = 1 + bytes_before(at + 1, "<>", TAG_BYTES_MAX, &memory->angle);
    char name[TAG_NAME_BYTES];
    if ((!is_letter(at[closes ? 2 : 1]) && at[1] != '!') || at[bytes] != '>') {
        return NO_MARKUP;
    }
    struct kauri_markup tag = {.bytes = bytes + 1, .kind = KAURI_MARKUP_SIGNS};
    copy_name(at + (closes ? 2 : 1), name);
    size_t i = 0;
    while (i < sizeof tags / sizeof tags[0] && strstr(tags[i].names, name) == NULL) {
        i++;
    }
    const size_t contents = i < HIDING_TAGS && !closes && at[bytes - 1] != '/'
                                ? contents_bytes(at + tag.bytes, name, &memory->element[i])
                                : 0;
    if (i < sizeof tags / sizeof tags[0] && (i >= HIDING_TAGS || contents > 0)) {
        tag.bytes += contents;
        tag.code = closes ? tags[i].closing_code : tags[i].code;
        tag.kind = closes ? KAURI_MARKUP_SIGNS : tags[i].kind;
    }
    if (strcmp(name, " br ") == 0) { // the line end that usually follows belongs to it
        const size_t blanks = strspn(at + tag.bytes, " \t");
        const char c = at[tag.bytes + blanks];
        tag.bytes += c == '\r' || c == '\n' ? blanks + line_bytes(at + tag.bytes + blanks) : 0;
    }
    return tag;
}

static uint32_t entity_number(const char *digits, size_t bytes)
{
    const bool hexadecimal = (digits[0] | 0x20) == 'x';
    uint32_t code = 0;
    for (size_t i = hexadecimal ? 1 : 0; i < bytes; i++) {
        const char c = (char)(digits[i] | 0x20);
        if (!is_digit(digits[i]) && !(hexadecimal && c >= 'a' && c <= 'f')) {
            return 0;
        }
        const uint32_t digit = is_digit(digits[i]) ? (uint32_t)(c - '0') : (uint32_t)(c - 'a') + 10;
        code = code * (hexadecimal ? 16 : 10) + digit;
    }
    const bool scalar = code >= ' ' && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return scalar || code == '\n' ? code : 0;
}

static struct kauri_markup entity_at(const char *at)
{
    static const struct {
        const char *name;
        uint32_t code;
    } entities[] = {
        {"amp", '&'},       {"lt", '<'},        {"gt", '>'},       {"quot", '"'},
        {"apos", '\''},     {"nbsp", 0xa0},     {"ensp", 0x2002},  {"emsp", 0x2003},
        {"thinsp", 0x2009}, {"zwnj", 0x200c},   {"zwj", 0x200d},   {"lrm", 0x200e},
        {"rlm", 0x200f},    {"shy", 0xad},      {"ndash", 0x2013}, {"mdash", 0x2014},
        {"minus", 0x2212},  {"hellip", 0x2026}, {"frac12", 0xbd},  {"bull", 0x2022},
        {"middot", 0xb7},   {"ldquo", 0x201c},  {"rdquo", 0x201d}, {"auml", 0xe4},
        {"ouml", 0xf6},     {"uuml", 0xfc},     {"szlig", 0xdf},   {"eacute", 0xe9},
    };
    const char *clear = NULL;
    const size_t bytes = bytes_before(at + 1, ";& \t\r\n<>", ENTITY_BYTES_MAX, &clear);
    if (bytes == 0 || at[1 + bytes] != ';') {
        return NO_MARKUP;
    }
    uint32_t code = at[1] == '#' ? entity_number(at + 2, bytes - 1) : 0;
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (strlen(entities[i].name) == bytes && strncmp(entities[i].name, at + 1, bytes) == 0) {
            code = entities[i].code;
        }
    }
    return code == 0 ? NO_MARKUP : (struct kauri_markup){.bytes = bytes + 2, .code = code};
}

// ------------------------------------------------------------------- wikis, Markdown and mail

// Bytes of a line that only draws: a rule, or the border of a table. 0 for any other line.
static size_t rule_bytes(const char *at)
{
    size_t signs = 0;
    size_t i = 0;
    while (at[i] != '\0' && at[i] != '\n' && at[i] != '\r' && i < RULE_BYTES_MAX) {
        const struct kauri_character character = kauri_character_at(at + i);
        const uint32_t plain = kauri_plain_form(kauri_character_meant(character));
        const bool drawn = character.code >= 0x2500 && character.code <= 0x257f;
        if (plain != ' ' && plain != KAURI_PLAIN_NOTHING) {
            signs++;
            if (!drawn && (plain > 0x7f || strchr("-+|=_:*~#>", (char)plain) == NULL)) {
                return 0;
            }
        }
        i += character.bytes;
    }
    return signs >= RULE_SIGNS_MIN && i < RULE_BYTES_MAX ? i + line_bytes(at + i) : 0;
}

// Bytes of a line of a wiki table that holds no cell: its beginning, its end, or the end of a row.
static size_t table_line_bytes(const char *at)
{
    const bool begins = at[0] == '{' && at[1] == '|';
    const bool ends = at[0] == '|' && (at[1] == '-' || at[1] == '}');
    return begins || ends ? line_bytes(at) : 0;
}

// Bytes of a comment in braces, which may contain others; 0 if it does not end before the next
// empty line. Then no other brace before that line begins one.
static size_t comment_bytes(const char *at, const char **unclosed)
{
    unsigned depth = 0;
    bool empty = false; // there were only blanks since the last line end
    size_t i = 0;
    if (*unclosed > at) {
        return 0;
    }
    for (; at[i] != '\0' && i < COMMENT_BYTES_MAX && !(at[i] == '\n' && empty); i++) {
        empty = at[i] == '\n' || (empty && is_blank_or_end(at[i]));
        depth += at[i] == '{' ? 1 : 0;
        depth -= at[i] == '}' ? 1 : 0;
        if (depth == 0) {
            return i + 1;
        }
    }
    *unclosed = at + i;
    return 0;
}

static struct kauri_markup signs(size_t bytes)
{
    return (struct kauri_markup){.bytes = bytes, .kind = KAURI_MARKUP_SIGNS};
}

// Bytes of a link's address in brackets, "](address)"; 0 if there is none.
static size_t address_bytes(const char *at, struct kauri_markup_memory *memory)
{
    if (at[0] != ']' || at[1] != '(') {
        return 0;
    }
    const size_t bytes = bytes_before(at, ")\r\n", LINK_BYTES_MAX, &memory->round);
    const char *address = at + 2;
    const bool link = strncmp(address, "http", 4) == 0 || *address == '/' || *address == '#';
    return at[bytes] == ')' && link ? bytes + 1 : 0;
}

// Reads "[[page|words]]", of which the words stay, "[words](address)", and tags of forums, "[b]" or
// "[/quote]".
static struct kauri_markup link_at(const char *at, struct kauri_markup_memory *memory)
{
    char name[TAG_NAME_BYTES];
    if (at[0] == ']') {
        return signs(at[1] == ']' ? 2 : address_bytes(at, memory));
    }
    if (at[1] == '[') {
        const size_t bytes = bytes_before(at, "|]\r\n", LINK_BYTES_MAX, &memory->bar);
        return signs(at[bytes] == '|' ? bytes + 1 : 2);
    }
    const size_t bytes = bytes_before(at, "]\r\n", LINK_BYTES_MAX, &memory->square);
    if (at[bytes] != ']') {
        return NO_MARKUP;
    }
    copy_name(at + (at[1] == '/' ? 2 : 1), name);
    const char *names = " b i u quote code url size color font center list spoiler table tr td ";
    if (strstr(names, name) != NULL || at[1] == '*') {
        return signs(bytes + 1);
    }
    return signs(address_bytes(at + bytes, memory) > 0 ? 1 : 0);
}

// A single star stays where it stands alone, as the token of a game that has not ended.
static struct kauri_markup star_at(const char *at, const struct kauri_markup_place *place)
{
    const size_t run = run_bytes(at);
    const bool after = is_blank_or_end(at[1]);
    const bool bullet = place->fresh && (at[1] == ' ' || at[1] == '\t') &&
                        !is_blank_or_end(at[1 + strspn(at + 1, " \t")]);
    const bool alone = after && (place->before == ' ' || place->before == '\n');
    return signs(run > 1 || bullet || !alone ? run : 0);
}

// Signs of headings: "== words ==" and "## words".
static struct kauri_markup heading_at(const char *at, const struct kauri_markup_place *place)
{
    if (place->before == (unsigned char)*at) {
        return NO_MARKUP; // only a whole run is markup
    }
    const size_t run = run_bytes(at);
    const bool begins = place->fresh && (*at == '#' ? at[run] == ' ' : run > 1);
    const char end = at[run + strspn(at + run, " \t")];
    const bool ends = run > 1 && (end == '\n' || end == '\r' || end == '\0');
    return signs(begins || ends ? run : 0);
}

// -------------------------------------------------------------------------------------- JSON

// The quotation mark that ends a string of JSON; the end of the text if there is none.
static const char *json_string_end(const char *open)
{
    const char *end = open + 1;
    while (*end != '"' && *end != '\0') {
        end += *end == '\\' && end[1] != '\0' ? 2 : 1;
    }
    return end;
}

static const char *json_after_blanks(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

// The place behind a name and its colon; the end of the text if there is none.
static const char *json_value(const char *name)
{
    const char *colon = json_string_end(name);
    colon = *colon == '"' ? json_after_blanks(colon + 1) : colon;
    return *colon == ':' ? json_after_blanks(colon + 1) : "";
}

// Returns true if an object of JSON begins, with the name of a member.
static bool json_begins(const char *at)
{
    const char *name = *at == '{' ? json_after_blanks(at + 1) : "";
    return *name == '"' && *json_value(name) != '\0';
}

// Passes over an object of JSON up to the next value that is read, as the programs write them: the
// position before the moves and the result, which are lines, and moves.
static struct kauri_markup json_at(const char *at, struct kauri_markup_memory *memory)
{
    static const char *const names[] = {"\"start\"", "\"position\"", "\"text\"", "\"move\""};
    enum { TEXT = 2, MOVE = 3, NAMES = 4 };
    const bool inside = memory->json != NULL;
    const bool moved = inside && memory->json_moved;
    const bool line = inside && memory->json_line;
    unsigned depth = inside ? memory->json_depth : 0;
    const char *c = at + (inside ? 1 : 0);
    memory->json = NULL;
    for (; *c != '\0'; c++) {
        depth += *c == '{' ? 1 : 0;
        if (*c == '}' && --depth == 0) {
            c++;
            break;
        }
        if (*c != '"') {
            continue;
        }
        const char *value = json_value(c);
        unsigned i = 0;
        while (i < NAMES && strncmp(c, names[i], strlen(names[i])) != 0) {
            i++;
        }
        if (i < NAMES && (i >= TEXT || !moved) && *value == '"') {
            memory->json = json_string_end(value);
            memory->json_moved = moved || i == MOVE;
            memory->json_line = i != MOVE;
            memory->json_depth = depth;
            return (struct kauri_markup){.bytes = (size_t)(value + 1 - at),
                                         .code = line || i != MOVE ? '\n' : ' ',
                                         .kind = KAURI_MARKUP_SIGNS};
        }
        const char *end = json_string_end(c);
        c = *end == '"' ? end : end - 1;
    }
    return (struct kauri_markup){
        .bytes = (size_t)(c - at), .code = '\n', .kind = KAURI_MARKUP_SIGNS};
}

struct kauri_markup kauri_markup_at(const char *text, const struct kauri_markup_place *place,
                                    struct kauri_markup_memory *memory)
{
    const char c = *text;
    if (memory->json != NULL ? text == memory->json : place->fresh && json_begins(text)) {
        return json_at(text, memory);
    }
    const size_t rule = place->line_begins ? rule_bytes(text) : 0;
    const size_t line = rule == 0 && place->fresh ? table_line_bytes(text) : rule;
    if (line > 0) {
        return signs(line);
    }
    switch (c) {
    case '<':
        return tag_at(text, memory);
    case '&':
        return entity_at(text);
    case '{':
        return (struct kauri_markup){.bytes = comment_bytes(text, &memory->brace),
                                     .code = ' ',
                                     .kind = KAURI_MARKUP_COMMENT};
    case '[':
    case ']':
        return link_at(text, memory);
    case '*':
        return star_at(text, place);
    case '#':
    case '=':
        return heading_at(text, place);
    case '|':
        return (struct kauri_markup){
            .bytes = run_bytes(text), .code = ' ', .kind = KAURI_MARKUP_CELL};
    case '>':
        return signs(place->fresh ? 1 : 0);
    case '`':
        return signs(1);
    case '_':
        return signs(is_word(place->before) && is_word((unsigned char)text[1]) ? 0 : 1);
    case '~': {
        const size_t bytes =
            text[1] == '~' ? bytes_through(text + 2, "~~", LINK_BYTES_MAX, &memory->tilde) : 0;
        return (struct kauri_markup){
            .bytes = bytes > 0 ? bytes + 2 : 0, .code = ' ', .kind = KAURI_MARKUP_STRUCK};
    }
    case '\'': {
        const size_t run = run_bytes(text);
        return signs(run > 1 ? run : 0);
    }
    case '\\':
        return signs(text[1] > ' ' && text[1] < 0x7f && !is_word((unsigned char)text[1]) ? 1 : 0);
    default:
        break;
    }
    const struct kauri_character character = kauri_character_at(text);
    const bool bullet = character.code == 0x2022 || character.code == 0x2023 ||
                        character.code == 0x25e6 || character.code == 0x25aa ||
                        character.code == 0x25cf || character.code == 0xb7;
    return (struct kauri_markup){.bytes = place->fresh && bullet ? character.bytes : 0,
                                 .code = ' ',
                                 .kind = KAURI_MARKUP_SIGNS};
}
