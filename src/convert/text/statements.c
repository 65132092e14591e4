#include "convert/text/statements.h"

#include <ctype.h>
#include <string.h>

#include "convert/text/width.h"

enum { MAX_LEVELS = 32 };

/* A place in a text, which nothing passes once it is not clear what stands there. */
struct reading {
    const char *text;
    size_t size;
    unsigned level; /* of statements in statements */
    bool is_unclear;
};

size_t
skip_literal(const char *text, size_t size, size_t i)
{
    char quote = text[i++];
    while (i < size && text[i] != quote) {
        i += text[i] == '\\' ? 2 : 1;
    }
    return i < size ? i + 1 : size;
}

/* --- where they end ------------------------------------------------------- */

static bool
is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t
word_end(const struct reading *reading, size_t i)
{
    while (i < reading->size && is_word_character(reading->text[i])) {
        i++;
    }
    return i;
}

static bool
is_word(const struct reading *reading, size_t i, const char *word)
{
    size_t size = strlen(word);
    return word_end(reading, i) - i == size
           && memcmp(reading->text + i, word, size) == 0;
}

static bool
is_at(const struct reading *reading, size_t i, char c)
{
    return i < reading->size && reading->text[i] == c;
}

static size_t
unclear(struct reading *reading)
{
    reading->is_unclear = true;
    return reading->size;
}

static size_t
skip_blanks(const struct reading *reading, size_t i)
{
    while (i < reading->size && isspace((unsigned char)reading->text[i])) {
        i++;
    }
    return i;
}

static bool
begins_comment(const struct reading *reading, size_t i)
{
    return is_at(reading, i, '/') && is_at(reading, i + 1, '*');
}

/* Behind the sign, literal or comment at I. */
static size_t
skip_one(struct reading *reading, size_t i)
{
    const char *text = reading->text;
    if (begins_comment(reading, i)) {
        const char *end = memmem(text + i + 2, reading->size - i - 2, "*/", 2);
        return end != NULL ? (size_t)(end - text) + 2 : unclear(reading);
    }
    bool is_raw = text[i] == '"' && i > 0 && text[i - 1] == 'R';
    bool is_separator = text[i] == '\'' && i > 0 && isdigit((unsigned char)text[i - 1]);
    bool is_line_comment = text[i] == '/' && is_at(reading, i + 1, '/');
    if (is_raw || is_separator || is_line_comment || text[i] == '#'
        || text[i] == '\\')
    {
        return unclear(reading);
    }
    if (text[i] == '"' || text[i] == '\'') {
        return skip_literal(text, reading->size, i);
    }
    return i + 1;
}

/* Blanks and comments. */
static size_t
skip_space(struct reading *reading, size_t i)
{
    for (i = skip_blanks(reading, i); begins_comment(reading, i);) {
        i = skip_blanks(reading, skip_one(reading, i));
    }
    return i;
}

/* Behind the brackets that open at I. */
static size_t
skip_brackets(struct reading *reading, size_t i)
{
    char closing[MAX_LEVELS * 2];
    size_t depth = 0;
    while (i < reading->size) {
        char c = reading->text[i];
        if (c == '(' || c == '[' || c == '{') {
            if (depth == sizeof(closing)) {
                return unclear(reading);
            }
            closing[depth++] = c == '(' ? ')' : c == '[' ? ']' : '}';
        }
        else if (c == ')' || c == ']' || c == '}') {
            if (c != closing[depth - 1]) {
                return unclear(reading);
            }
            if (--depth == 0) {
                return i + 1;
            }
        }
        i = skip_one(reading, i);
    }
    return unclear(reading);
}

/* Behind the semicolon of what is no block and has none. */
static size_t
skip_simple(struct reading *reading, size_t i)
{
    while (i < reading->size && !is_at(reading, i, ';')) {
        char c = reading->text[i];
        if (c == ')' || c == ']' || c == '}') {
            return unclear(reading);
        }
        i = c == '(' || c == '[' || c == '{' ? skip_brackets(reading, i)
                                             : skip_one(reading, i);
    }
    return i < reading->size ? i + 1 : i;
}

enum form {
    FORM_SIMPLE,
    FORM_LABEL,
    FORM_BLOCK,
    FORM_HEADED, /* something in front of another statement */
};

/* What begins at I; *OUT_BODY is where the statement begins that it holds, and for a
 * label its end. */
static enum form
form_at(struct reading *reading, size_t i, size_t *out_body)
{
    static const char *const headed[] = {"if", "for", "while", "switch"};
    size_t end = word_end(reading, i), next = skip_space(reading, end);
    *out_body = i;
    if (is_at(reading, i, '{')) {
        return FORM_BLOCK;
    }
    if (end == i) {
        return FORM_SIMPLE;
    }
    if (is_word(reading, i, "do") || is_word(reading, i, "else")
        || is_word(reading, i, "try"))
    {
        *out_body = next;
        return FORM_HEADED;
    }
    if (is_word(reading, i, "case")) {
        while (next < reading->size && !is_at(reading, next, ':')) {
            next = skip_one(reading, next);
        }
        *out_body = next + 1 < reading->size ? next + 1 : reading->size;
        return FORM_LABEL;
    }
    if (is_at(reading, next, ':') && !is_at(reading, next + 1, ':')) {
        *out_body = next + 1;
        return FORM_LABEL;
    }
    if (!is_at(reading, next, '(')) {
        return FORM_SIMPLE;
    }
    size_t behind = skip_space(reading, skip_brackets(reading, next));
    bool has_head = is_at(reading, behind, '{'); /* a loop by a macro */
    for (size_t k = 0; k < ARRAY_LENGTH(headed); k++) {
        has_head |= is_word(reading, i, headed[k]);
    }
    *out_body = behind;
    return has_head ? FORM_HEADED : FORM_SIMPLE;
}

static size_t skip_statement(struct reading *reading, size_t i);

/* What goes on with a statement that begins at I and whose first part ends at END:
 * where that begins, or END. */
static size_t
second_part(struct reading *reading, size_t i, size_t end)
{
    size_t next = skip_space(reading, end);
    bool goes_on = (is_word(reading, i, "if") && is_word(reading, next, "else"))
                   || (is_word(reading, i, "do") && is_word(reading, next, "while"))
                   || ((is_word(reading, i, "try") || is_word(reading, i, "catch"))
                       && is_word(reading, next, "catch"));
    return goes_on ? next : end;
}

static size_t
skip_statement(struct reading *reading, size_t i)
{
    size_t body, end;
    if (reading->level == MAX_LEVELS || i >= reading->size) {
        return unclear(reading);
    }
    switch (form_at(reading, i, &body)) {
    case FORM_LABEL:
        return body;
    case FORM_BLOCK:
        return skip_brackets(reading, i);
    case FORM_SIMPLE:
        return skip_simple(reading, i);
    case FORM_HEADED:
        break;
    }
    reading->level++;
    end = skip_statement(reading, body);
    size_t next = second_part(reading, i, end);
    if (next != end) {
        end = is_word(reading, i, "do") ? skip_simple(reading, next)
                                        : skip_statement(reading, next);
    }
    reading->level--;
    return end;
}

/* The end of the statement at I, with the comment behind it. */
static size_t
statement_end(struct reading *reading, size_t i)
{
    size_t end = begins_comment(reading, i) ? skip_one(reading, i)
                                            : skip_statement(reading, i);
    size_t next = skip_blanks(reading, end);
    bool is_label = end > i && reading->text[end - 1] == ':';
    if (!is_label && begins_comment(reading, next)
        && memchr(reading->text + end, '\n', next - end) == NULL)
    {
        end = skip_one(reading, next);
    }
    return end;
}

size_t
statements_count(const char *text, size_t size)
{
    struct reading reading = {.text = text, .size = size};
    size_t n = 0;
    for (size_t i = skip_space(&reading, 0); i < size && !reading.is_unclear;) {
        i = skip_space(&reading, skip_statement(&reading, i));
        n++;
    }
    return reading.is_unclear ? 0 : n;
}

size_t
statements_next(const char *text, size_t size, size_t begin)
{
    struct reading reading = {.text = text, .size = size};
    return skip_blanks(&reading, statement_end(&reading, begin));
}

bool
statements_has_parts(const char *text, size_t size)
{
    struct reading reading = {.text = text, .size = size};
    size_t body, begin = skip_space(&reading, 0);
    enum form form = begin < size ? form_at(&reading, begin, &body) : FORM_SIMPLE;
    return !reading.is_unclear && (form == FORM_HEADED || form == FORM_BLOCK);
}

/* --- writing -------------------------------------------------------------- */

/* The range on one line. */
static void
flatten(struct strbuf *flat, struct reading *reading, size_t begin, size_t end)
{
    const char *text = reading->text;
    while (end > begin && isspace((unsigned char)text[end - 1])) {
        end--;
    }
    for (size_t i = begin; i < end;) {
        size_t next = skip_blanks(reading, i);
        if (next == i) {
            next = skip_one(reading, i);
            strbuf_add(flat, text + i, next - i);
        }
        else if (memchr(text + i, '\n', next - i) == NULL) {
            strbuf_add(flat, text + i, next - i);
        }
        else if (text[i - 1] != '(' && text[next] != ')') {
            strbuf_add_char(flat, ' ');
        }
        i = next;
    }
}

struct writing {
    struct strbuf *out;
    const struct statement_lines *lines;
    unsigned level;
};

static void
begin_line(const struct writing *writing, unsigned level)
{
    strbuf_add_string(writing->out, writing->lines->indent);
    for (unsigned i = 0; i < level; i++) {
        strbuf_add_string(writing->out, writing->lines->unit);
    }
}

/* Is the range, put on one line, as narrow as it should, and did it stand on one? */
static bool
fits(const struct writing *writing, struct reading *reading, size_t begin, size_t end)
{
    CLEANUP(strbuf_done) struct strbuf line = STRBUF_INIT;
    struct writing one = {&line, writing->lines, writing->level};
    begin_line(&one, one.level);
    flatten(&line, reading, begin, end);
    return memchr(reading->text + begin, '\n', end - begin) == NULL
           && (writing->lines->width == 0
               || text_columns(line.text, line.size) <= writing->lines->width);
}

static void add_all(struct writing *writing, struct reading *reading, size_t begin,
                    size_t end);

/* The block at BEGIN, from a column on. */
static void
add_block(struct writing *writing, struct reading *reading, size_t begin)
{
    size_t end = skip_brackets(reading, begin);
    strbuf_add_char(writing->out, '{');
    strbuf_add_string(writing->out, writing->lines->newline);
    writing->level++;
    add_all(writing, reading, begin + 1, end > begin + 1 ? end - 1 : end);
    writing->level--;
    begin_line(writing, writing->level);
    strbuf_add_char(writing->out, '}');
}

/* A comment, if there is one, and a newline. */
static void
end_line(struct writing *writing, struct reading *reading, size_t begin, size_t end)
{
    flatten(writing->out, reading, begin, end);
    strbuf_add_string(writing->out, writing->lines->newline);
}

/* A statement that is too wide, from a column on. */
static void
add_wide(struct writing *writing, struct reading *reading, size_t begin, size_t end)
{
    size_t body;
    enum form form = form_at(reading, begin, &body);
    if (form == FORM_BLOCK) {
        add_block(writing, reading, begin);
        begin = skip_brackets(reading, begin);
    }
    if (form != FORM_HEADED || reading->is_unclear) {
        end_line(writing, reading, begin, end);
        return;
    }
    flatten(writing->out, reading, begin, body);
    if (is_word(reading, begin, "else") && is_word(reading, body, "if")) {
        strbuf_add_char(writing->out, ' ');
        add_wide(writing, reading, body, end);
        return;
    }
    size_t body_end = skip_statement(reading, body);
    size_t next = second_part(reading, begin, body_end);
    bool is_block = is_at(reading, body, '{');
    if (is_block) {
        strbuf_add_char(writing->out, ' ');
        add_block(writing, reading, body);
    }
    else {
        strbuf_add_string(writing->out, writing->lines->newline);
        writing->level++;
        add_all(writing, reading, body, next == body_end ? end : body_end);
        writing->level--;
    }
    if (next == body_end) {
        if (is_block) {
            end_line(writing, reading, body_end, end);
        }
        return;
    }
    if (is_block) {
        strbuf_add_char(writing->out, ' ');
    }
    else {
        begin_line(writing, writing->level);
    }
    if (is_word(reading, begin, "do")) {
        end_line(writing, reading, next, end);
    }
    else {
        add_wide(writing, reading, next, end);
    }
}

static void
add_all(struct writing *writing, struct reading *reading, size_t begin, size_t end)
{
    for (size_t i = skip_blanks(reading, begin); i < end && !reading->is_unclear;) {
        size_t body, next = statement_end(reading, i);
        unsigned level = writing->level;
        enum form form = begins_comment(reading, i) ? FORM_SIMPLE
                                                    : form_at(reading, i, &body);
        bool has_parts = form == FORM_HEADED || form == FORM_BLOCK;
        next = next < end ? next : end;
        writing->level -= form == FORM_LABEL && level > 0;
        begin_line(writing, writing->level);
        if (has_parts && !fits(writing, reading, i, next)) {
            add_wide(writing, reading, i, next);
        }
        else {
            end_line(writing, reading, i, next);
        }
        writing->level = level;
        i = skip_blanks(reading, next);
    }
}

/* Do A and B differ in blanks only? */
static bool
is_same(const char *a, size_t a_size, const char *b, size_t b_size)
{
    struct reading one = {.text = a, .size = a_size};
    struct reading other = {.text = b, .size = b_size};
    size_t i = skip_blanks(&one, 0), k = skip_blanks(&other, 0);
    while (i < a_size && k < b_size && a[i] == b[k]) {
        i = skip_blanks(&one, i + 1);
        k = skip_blanks(&other, k + 1);
    }
    return i == a_size && k == b_size;
}

int
statements_add(struct strbuf *out, const char *text, size_t size,
               const struct statement_lines *lines)
{
    CLEANUP(strbuf_done) struct strbuf all = STRBUF_INIT;
    struct reading reading = {.text = text, .size = size};
    struct writing writing = {&all, lines, lines->level};
    if (statements_count(text, size) == 0) {
        return -1;
    }
    add_all(&writing, &reading, 0, size);
    if (reading.is_unclear || !is_same(text, size, all.text, all.size)) {
        return -1;
    }
    strbuf_add(out, all.text, all.size);
    return 0;
}
