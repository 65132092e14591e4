#include "base/toml.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/strbuf.h"

struct parser {
    struct arena *arena;
    const char *at, *end;
    unsigned line;
    unsigned depth; /* of nested arrays and inline tables */
};

static int read_value(struct parser *parser, struct toml *value, struct error *err);

const char *
toml_kind_name(enum toml_kind kind)
{
    static const char *const names[] = {
        [TOML_STRING] = "a string",       [TOML_INTEGER] = "an integer",
        [TOML_BOOLEAN] = "true or false", [TOML_OTHER] = "a float or a date",
        [TOML_ARRAY] = "an array",        [TOML_TABLE] = "a table",
    };
    return names[kind];
}

static int
fail(const struct parser *parser, struct error *err, const char *what)
{
    return error_set(err, ERROR_FORMAT, "line %u: %s", parser->line, what);
}

/* --- trees --------------------------------------------------------------- */

/* Where KEY is or would be in the index of TABLE. */
static size_t
index_place(const struct toml *table, const char *key)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char *c = key; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
    }
    size_t place = (size_t)(hash ^ hash >> 32) & (table->n_index - 1);
    while (table->index[place] != NULL && strcmp(table->index[place]->key, key) != 0) {
        place = (place + 1) & (table->n_index - 1);
    }
    return place;
}

static struct toml *
find_member(const struct toml *table, const char *key)
{
    if (table->index != NULL) {
        return table->index[index_place(table, key)];
    }
    for (struct toml *member = table->first; member; member = member->next) {
        if (strcmp(member->key, key) == 0) {
            return member;
        }
    }
    return NULL;
}

/* Keeps the index of a table with many members at most half full. */
static void
index_add(struct arena *arena, struct toml *table, struct toml *member)
{
    enum { FEW = 16 };
    if (table->n_members <= FEW) {
        return;
    }
    if (2 * table->n_members > table->n_index) {
        table->n_index = table->n_index > 0 ? 2 * table->n_index : 4 * FEW;
        table->index = ARENA_ARRAY(arena, struct toml *, table->n_index);
        for (struct toml *at = table->first; at != NULL; at = at->next) {
            table->index[index_place(table, at->key)] = at;
        }
    }
    table->index[index_place(table, member->key)] = member;
}

const struct toml *
toml_find(const struct toml *table, const char *key)
{
    return table == NULL || table->kind != TOML_TABLE ? NULL : find_member(table, key);
}

static struct toml *
add_member(struct parser *parser, struct toml *holder, enum toml_kind kind,
           const char *key)
{
    struct toml *member = ARENA_NEW(parser->arena, struct toml);
    member->kind = kind;
    member->key = key;
    member->text = "";
    member->line = parser->line;
    if (holder->last != NULL) {
        holder->last->next = member;
    }
    else {
        holder->first = member;
    }
    holder->last = member;
    holder->n_members++;
    if (holder->kind == TOML_TABLE) {
        index_add(parser->arena, holder, member);
    }
    return member;
}

/* --- blanks -------------------------------------------------------------- */

static bool
is_at(const struct parser *parser, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(parser->end - parser->at) >= size
           && memcmp(parser->at, word, size) == 0;
}

static void
skip_blanks(struct parser *parser)
{
    while (parser->at < parser->end && (*parser->at == ' ' || *parser->at == '\t')) {
        parser->at++;
    }
}

static bool
skip_line_end(struct parser *parser)
{
    if (is_at(parser, "\r\n")) {
        parser->at += 2;
    }
    else if (is_at(parser, "\n")) {
        parser->at++;
    }
    else {
        return false;
    }
    parser->line++;
    return true;
}

/* Control characters may stand nowhere but for tabs and line ends. */
static bool
is_control(char c)
{
    return ((unsigned char)c < 0x20 && c != '\t') || c == 0x7f;
}

/* A comment ends at a line end, or before a control character, which no one takes. */
static void
skip_comment(struct parser *parser)
{
    skip_blanks(parser);
    if (is_at(parser, "#")) {
        while (parser->at < parser->end && !is_control(*parser->at)) {
            parser->at++;
        }
    }
}

/* Blanks, comments and line ends, as arrays may have between their values. */
static void
skip_all(struct parser *parser)
{
    do {
        skip_comment(parser);
    } while (skip_line_end(parser));
}

/* --- strings ------------------------------------------------------------- */

/* NUL takes two bytes, which no UTF-8 has. */
static void
add_utf8(struct strbuf *out, unsigned long code)
{
    if (code > 0 && code < 0x80) {
        strbuf_add_char(out, (char)code);
    }
    else if (code < 0x800) {
        strbuf_add_char(out, (char)(0xc0 | code >> 6));
        strbuf_add_char(out, (char)(0x80 | (code & 0x3f)));
    }
    else if (code < 0x10000) {
        strbuf_add_char(out, (char)(0xe0 | code >> 12));
        strbuf_add_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
        strbuf_add_char(out, (char)(0x80 | (code & 0x3f)));
    }
    else {
        strbuf_add_char(out, (char)(0xf0 | code >> 18));
        strbuf_add_char(out, (char)(0x80 | (code >> 12 & 0x3f)));
        strbuf_add_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
        strbuf_add_char(out, (char)(0x80 | (code & 0x3f)));
    }
}

/* \uXXXX and \UXXXXXXXX, with DIGITS digits behind the letter. */
static int
read_code_point(struct parser *parser, int n_digits, struct strbuf *out,
                struct error *err)
{
    unsigned long code = 0;
    for (int i = 0; i < n_digits; i++) {
        if (parser->at >= parser->end || !isxdigit((unsigned char)*parser->at)) {
            return fail(parser, err, "incomplete hexadecimal escape in a string");
        }
        char c = (char)tolower((unsigned char)*parser->at++);
        code = code * 16 + (unsigned long)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        return fail(parser, err, "invalid code point in an escape");
    }
    add_utf8(out, code);
    return 0;
}

static int
read_escape(struct parser *parser, bool is_multi_line, struct strbuf *out,
            struct error *err)
{
    static const char letters[] = "btnfr\"\\";
    static const char values[] = "\b\t\n\f\r\"\\";
    parser->at++;
    char c = parser->at < parser->end ? *parser->at : '\0';
    const char *known = c != '\0' ? strchr(letters, c) : NULL;
    if (known != NULL) {
        parser->at++;
        strbuf_add_char(out, values[known - letters]);
        return 0;
    }
    if (c == 'u' || c == 'U') {
        parser->at++;
        return read_code_point(parser, c == 'u' ? 4 : 8, out, err);
    }
    if (is_multi_line) {
        const char *before = parser->at;
        skip_blanks(parser);
        if (skip_line_end(parser)) {
            do {
                skip_blanks(parser);
            } while (skip_line_end(parser));
            return 0;
        }
        parser->at = before;
    }
    return fail(parser, err, "unknown escape sequence in a string");
}

/* A string that begins with QUOTE, once or (of several lines) three times. */
static int
read_string(struct parser *parser, const char **out_text, bool allow_multi_line,
            struct error *err)
{
    const char quote = *parser->at;
    const char triple[] = {quote, quote, quote, '\0'};
    const char *close = is_at(parser, triple) && allow_multi_line ? triple : triple + 2;
    bool is_multi_line = close == triple;
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    parser->at += strlen(close);
    if (is_multi_line) {
        skip_line_end(parser);
    }
    for (;;) {
        if (parser->at >= parser->end) {
            return fail(parser, err, "unterminated string");
        }
        if (is_at(parser, close)) {
            parser->at += strlen(close);
            /* Up to two quotes may stand before the closing three. */
            for (int i = 0; is_multi_line && i < 2 && is_at(parser, triple + 2); i++) {
                strbuf_add_char(&text, quote);
                parser->at++;
            }
            break;
        }
        unsigned char c = (unsigned char)*parser->at;
        if (c == '\\' && quote == '"') {
            if (read_escape(parser, is_multi_line, &text, err) != 0) {
                return -1;
            }
            continue;
        }
        const char *before = parser->at;
        if (skip_line_end(parser)) {
            if (!is_multi_line) {
                parser->line--;
                return fail(parser, err, "unterminated string: a single-line string ends on its line");
            }
            strbuf_add(&text, before, (size_t)(parser->at - before));
            continue;
        }
        if (is_control((char)c)) {
            return fail(parser, err, "control character in a string");
        }
        strbuf_add_char(&text, (char)c);
        parser->at++;
    }
    *out_text = arena_copy(parser->arena, text.text, text.size);
    return 0;
}

/* --- keys ---------------------------------------------------------------- */

/* Of ASCII, whatever the locale. */
static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
is_bare(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
           || c == '-';
}

static int
read_key(struct parser *parser, const char **out_key, struct error *err)
{
    skip_blanks(parser);
    if (is_at(parser, "\"") || is_at(parser, "'")) {
        return read_string(parser, out_key, false, err);
    }
    const char *begin = parser->at;
    while (parser->at < parser->end && is_bare(*parser->at)) {
        parser->at++;
    }
    if (parser->at == begin) {
        return fail(parser, err, "expected a key");
    }
    *out_key = arena_copy(parser->arena, begin, (size_t)(parser->at - begin));
    return 0;
}

static bool
skip_dot(struct parser *parser)
{
    skip_blanks(parser);
    if (!is_at(parser, ".")) {
        return false;
    }
    parser->at++;
    return true;
}

static int
check_room(const struct parser *parser, const struct toml *table, struct error *err)
{
    if (table->n_members >= LIMIT_TOML_MEMBERS) {
        return error_set(err, ERROR_LIMIT, "line %u: more than %d keys in one table",
                         parser->line, LIMIT_TOML_MEMBERS);
    }
    return 0;
}

/* The table KEY of TABLE, to put members into; made if it is not there. */
static int
enter(struct parser *parser, struct toml **table, const char *key, bool by_header,
      struct error *err)
{
    struct toml *member = find_member(*table, key);
    if (member == NULL) {
        if (check_room(parser, *table, err) != 0) {
            return -1;
        }
        member = add_member(parser, *table, TOML_TABLE, key);
        member->is_dotted = !by_header;
    }
    else if (member->kind == TOML_ARRAY && member->is_list && by_header) {
        member = member->last;
    }
    if (member->kind != TOML_TABLE || member->is_closed
        || (!by_header && member->is_defined))
    {
        return fail(parser, err, "the key of a value is used as a table");
    }
    *table = member;
    return 0;
}

/* `key = value` or `a.b = value`, into TABLE. */
static int
read_pair(struct parser *parser, struct toml *table, struct error *err)
{
    const char *key;
    if (read_key(parser, &key, err) != 0) {
        return -1;
    }
    while (skip_dot(parser)) {
        if (enter(parser, &table, key, false, err) != 0
            || read_key(parser, &key, err) != 0)
        {
            return -1;
        }
    }
    if (!is_at(parser, "=")) {
        return fail(parser, err, "expected '=' after a key");
    }
    parser->at++;
    skip_blanks(parser);
    if (find_member(table, key) != NULL) {
        return fail(parser, err, "duplicate key");
    }
    if (check_room(parser, table, err) != 0) {
        return -1;
    }
    return read_value(parser, add_member(parser, table, TOML_OTHER, key), err);
}

/* --- values -------------------------------------------------------------- */

static int
read_array(struct parser *parser, struct toml *array, struct error *err)
{
    array->kind = TOML_ARRAY;
    parser->at++;
    for (;;) {
        skip_all(parser);
        if (is_at(parser, "]")) {
            parser->at++;
            return 0;
        }
        struct toml *item = add_member(parser, array, TOML_OTHER, "");
        if (read_value(parser, item, err) != 0) {
            return -1;
        }
        skip_all(parser);
        if (is_at(parser, ",")) {
            parser->at++;
        }
        else if (!is_at(parser, "]")) {
            return fail(parser, err, "expected ',' or ']' in an array");
        }
    }
}

static int
read_inline_table(struct parser *parser, struct toml *table, struct error *err)
{
    table->kind = TOML_TABLE;
    parser->at++;
    skip_blanks(parser);
    if (is_at(parser, "}")) {
        parser->at++;
    }
    else {
        for (;;) {
            if (read_pair(parser, table, err) != 0) {
                return -1;
            }
            skip_blanks(parser);
            if (!is_at(parser, ",") && !is_at(parser, "}")) {
                return fail(parser, err, "expected ',' or '}' in an inline table");
            }
            if (*parser->at++ == '}') {
                break;
            }
        }
    }
    table->is_defined = table->is_closed = true;
    return 0;
}

/* Is TEXT a whole number as TOML writes it?  Its value to OUT. */
static bool
read_integer(const char *text, int64_t *out)
{
    char digits[80];
    size_t n = 0;
    int base = 10;
    const char *at = text;
    if (*at == '+' || *at == '-') {
        digits[n++] = *at++;
    }
    if (at == text && at[0] == '0' && at[1] != '\0') {
        base = at[1] == 'x' ? 16 : at[1] == 'o' ? 8 : at[1] == 'b' ? 2 : 0;
        at += 2;
    }
    if (base == 0 || !isxdigit((unsigned char)*at))
    { /* no second sign, as strtoll takes */
        return false;
    }
    if (base == 10 && at[0] == '0' && at[1] != '\0') {
        return false;
    }
    for (const char *c = at; *c != '\0'; c++) {
        if (*c == '_') {
            if (c == at || !isxdigit((unsigned char)c[-1])
                || !isxdigit((unsigned char)c[1]))
            {
                return false;
            }
            continue;
        }
        if (n + 1 >= sizeof digits) {
            return false;
        }
        digits[n++] = *c;
    }
    digits[n] = '\0';
    char *end;
    errno = 0;
    long long value = strtoll(digits, &end, base);
    if (*end != '\0' || errno != 0) {
        return false;
    }
    *out = value;
    return true;
}

/* Digits from *AT on, with single underscores between them where those are ALLOWED.
 * Returns how many digits; 0: none, or an underscore that is not between two. */
static size_t
skip_digits(const char **at, bool allow_underscores)
{
    size_t n = 0;
    while (is_digit(**at)) {
        n++;
        (*at)++;
        if (allow_underscores && (*at)[0] == '_') {
            if (!is_digit((*at)[1])) {
                return 0;
            }
            (*at)++;
        }
    }
    return n;
}

/* `float` of the grammar: a whole number, then a fraction, an exponent or both. */
static bool
is_float(const char *text)
{
    const char *at = text + (*text == '+' || *text == '-');
    if (strcmp(at, "inf") == 0 || strcmp(at, "nan") == 0) {
        return true;
    }
    const char *whole = at;
    if (skip_digits(&at, true) == 0 || (whole[0] == '0' && at - whole > 1)) {
        return false;
    }
    bool has_part = false;
    if (*at == '.') {
        at++;
        has_part = true;
        if (skip_digits(&at, true) == 0) {
            return false;
        }
    }
    if (*at == 'e' || *at == 'E') {
        at++;
        at += *at == '+' || *at == '-' ? 1 : 0;
        has_part = true;
        if (skip_digits(&at, true) == 0) {
            return false;
        }
    }
    return has_part && *at == '\0';
}

/* Exactly N_DIGITS digits from *AT on, and their value. */
static bool
read_digits(const char **at, unsigned n_digits, unsigned *out_value)
{
    *out_value = 0;
    for (unsigned i = 0; i < n_digits; i++, (*at)++) {
        if (!is_digit(**at)) {
            return false;
        }
        *out_value = 10 * *out_value + (unsigned)(**at - '0');
    }
    return true;
}

static bool
skip_character(const char **at, char c)
{
    bool is_there = **at == c;
    *at += is_there ? 1 : 0;
    return is_there;
}

/* `full-date`: a day that the calendar has. */
static bool
skip_date(const char **at)
{
    static const unsigned days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    unsigned year, month, day;
    if (!read_digits(at, 4, &year) || !skip_character(at, '-')
        || !read_digits(at, 2, &month) || !skip_character(at, '-')
        || !read_digits(at, 2, &day) || month < 1 || month > 12)
    {
        return false;
    }
    bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return day >= 1 && day <= days[month - 1] + (month == 2 && is_leap ? 1 : 0);
}

/* `partial-time`: seconds may be 60, as RFC 3339 has it. */
static bool
skip_time(const char **at)
{
    unsigned hour, minute, second;
    if (!read_digits(at, 2, &hour) || !skip_character(at, ':')
        || !read_digits(at, 2, &minute) || !skip_character(at, ':')
        || !read_digits(at, 2, &second) || hour > 23 || minute > 59 || second > 60)
    {
        return false;
    }
    return !skip_character(at, '.') || skip_digits(at, false) > 0;
}

/* `date-time` of the grammar: a day, a time of day, or both and maybe an offset. */
static bool
is_date_or_time(const char *text)
{
    const char *at = text;
    unsigned hour, minute;
    if (strlen(text) > 2 && text[2] == ':') {
        return skip_time(&at) && *at == '\0';
    }
    if (!skip_date(&at)) {
        return false;
    }
    if (*at == '\0') {
        return true;
    }
    if (!skip_character(&at, 'T') && !skip_character(&at, 't')
        && !skip_character(&at, ' '))
    {
        return false;
    }
    if (!skip_time(&at)) {
        return false;
    }
    if (skip_character(&at, 'Z') || skip_character(&at, 'z') || *at == '\0') {
        return *at == '\0';
    }
    return (skip_character(&at, '+') || skip_character(&at, '-'))
           && read_digits(&at, 2, &hour) && skip_character(&at, ':')
           && read_digits(&at, 2, &minute) && hour <= 23 && minute <= 59 && *at == '\0';
}

static void
skip_word(struct parser *parser)
{
    while (parser->at < parser->end
           && (is_bare(*parser->at) || *parser->at == '+' || *parser->at == '.'
               || *parser->at == ':'))
    {
        parser->at++;
    }
}

/* A number, a date, true or false: the characters up to what ends a value. */
static int
read_word(struct parser *parser, struct toml *value, struct error *err)
{
    const char *begin = parser->at;
    skip_word(parser);
    /* `1979-05-27 07:32:00`: a date may have a blank before its time. */
    if (parser->at - begin == 10 && begin[4] == '-' && parser->end - parser->at > 3
        && parser->at[0] == ' ' && is_digit(parser->at[1]) && is_digit(parser->at[2])
        && parser->at[3] == ':')
    {
        parser->at++;
        skip_word(parser);
    }
    const char *text = arena_copy(parser->arena, begin, (size_t)(parser->at - begin));
    value->text = text;
    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        value->kind = TOML_BOOLEAN;
        value->truth = text[0] == 't';
        return 0;
    }
    if (read_integer(text, &value->integer)) {
        value->kind = TOML_INTEGER;
        return 0;
    }
    if (is_float(text) || is_date_or_time(text)) {
        value->kind = TOML_OTHER;
        return 0;
    }
    return fail(parser, err, "expected a value");
}

static int
read_value(struct parser *parser, struct toml *value, struct error *err)
{
    value->line = parser->line;
    if (is_at(parser, "\"") || is_at(parser, "'")) {
        value->kind = TOML_STRING;
        return read_string(parser, &value->text, true, err);
    }
    if (!is_at(parser, "[") && !is_at(parser, "{")) {
        return read_word(parser, value, err);
    }
    if (parser->depth >= LIMIT_TOML_DEPTH) {
        return error_set(err, ERROR_LIMIT, "line %u: nested more than %d levels deep",
                         parser->line, LIMIT_TOML_DEPTH);
    }
    parser->depth++;
    int result = is_at(parser, "[") ? read_array(parser, value, err)
                                    : read_inline_table(parser, value, err);
    parser->depth--;
    return result;
}

/* --- the file ------------------------------------------------------------ */

/* Bytes of the UTF-8 character at AT (RFC 3629, section 4), or 0. */
static size_t
utf8_size(const unsigned char *at, size_t rest)
{
    static const struct {
        unsigned char low, high, size;
        unsigned char second_low, second_high;
    } forms[] = {
        {0x00, 0x7f, 1, 0, 0},       {0xc2, 0xdf, 2, 0x80, 0xbf},
        {0xe0, 0xe0, 3, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x80, 0xbf},
        {0xed, 0xed, 3, 0x80, 0x9f}, {0xee, 0xef, 3, 0x80, 0xbf},
        {0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf},
        {0xf4, 0xf4, 4, 0x80, 0x8f},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
        if (at[0] < forms[i].low || at[0] > forms[i].high) {
            continue;
        }
        size_t size = forms[i].size;
        if (size > rest
            || (size > 1
                && (at[1] < forms[i].second_low || at[1] > forms[i].second_high)))
        {
            return 0;
        }
        for (size_t k = 2; k < size; k++) {
            if ((at[k] & 0xc0) != 0x80) {
                return 0;
            }
        }
        return size;
    }
    return 0;
}

/* A file is UTF-8 throughout, comments and strings too. */
static int
check_encoding(struct parser parser, struct error *err)
{
    while (parser.at < parser.end) {
        size_t size = utf8_size((const unsigned char *)parser.at,
                                (size_t)(parser.end - parser.at));
        if (size == 0) {
            return fail(&parser, err, "invalid UTF-8");
        }
        parser.line += *parser.at == '\n' ? 1 : 0;
        parser.at += size;
    }
    return 0;
}

/* `[a.b]` and `[[a.b]]`. */
static int
read_header(struct parser *parser, struct toml *root, struct toml **out_table,
            struct error *err)
{
    bool is_list = is_at(parser, "[[");
    const char *close = is_list ? "]]" : "]", *key;
    struct toml *table = root;
    parser->at += is_list ? 2 : 1;
    if (read_key(parser, &key, err) != 0) {
        return -1;
    }
    while (skip_dot(parser)) {
        if (enter(parser, &table, key, true, err) != 0
            || read_key(parser, &key, err) != 0)
        {
            return -1;
        }
    }
    if (!is_at(parser, close)) {
        return fail(parser, err, "unterminated table header");
    }
    parser->at += strlen(close);
    struct toml *member = find_member(table, key);
    if (is_list) {
        if (member == NULL) {
            if (check_room(parser, table, err) != 0) {
                return -1;
            }
            member = add_member(parser, table, TOML_ARRAY, key);
            member->is_list = true;
        }
        else if (!member->is_list) {
            return fail(parser, err, "the key is not an array of tables");
        }
        *out_table = add_member(parser, member, TOML_TABLE, "");
        (*out_table)->is_defined = true;
        return 0;
    }
    if (member != NULL
        && (member->kind != TOML_TABLE || member->is_defined || member->is_dotted))
    {
        return fail(parser, err, "duplicate table");
    }
    if (member == NULL && enter(parser, &table, key, true, err) != 0) {
        return -1;
    }
    *out_table = member != NULL ? member : table;
    (*out_table)->is_defined = true;
    return 0;
}

int
toml_read(struct arena *arena, const char *text, size_t size, struct toml **out_root,
          struct error *err)
{
    struct parser parser = {.arena = arena, .at = text, .end = text + size, .line = 1};
    if (is_at(&parser, "\xef\xbb\xbf")) {
        parser.at += 3;
    }
    if (check_encoding(parser, err) != 0) {
        return -1;
    }
    struct toml *root = ARENA_NEW(arena, struct toml);
    root->kind = TOML_TABLE;
    root->key = root->text = "";
    root->line = 1;
    struct toml *table = root;
    for (;;) {
        skip_all(&parser);
        if (parser.at >= parser.end) {
            break;
        }
        int failed = is_at(&parser, "[") ? read_header(&parser, root, &table, err)
                                         : read_pair(&parser, table, err);
        if (failed != 0) {
            return -1;
        }
        skip_comment(&parser);
        if (parser.at < parser.end && !skip_line_end(&parser)) {
            return fail(&parser, err, "unexpected text at the end of the line");
        }
    }
    *out_root = root;
    return 0;
}
