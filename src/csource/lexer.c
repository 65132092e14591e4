#include "csource/lexer.h"

#include <string.h>

#include "model/tokens.h"

/* Bytes of a token and of a line, with what stands between: in most files more. */
enum { TOKEN_USUAL = 5, LINE_USUAL = 24 };

struct lexer {
    struct arena *arena;
    const char *text;
    uint32_t size;
    struct token *tokens;
    size_t n_tokens, capacity;
    uint32_t directive; /* number of the one we are in, or 0 */
    uint32_t n_directives;
    bool at_line_start; /* only blanks and comments since the line began */
};

static char
at(const struct lexer *lexer, uint32_t i)
{
    return i < lexer->size ? lexer->text[i] : '\0';
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* As isalpha and isspace in the C locale; all above ASCII may be part of a name. */
static bool
is_name_start(char c)
{
    char small = (char)(c | 0x20);
    return (small >= 'a' && small <= 'z') || c == '_' || c == '$'
           || (unsigned char)c >= 0x80;
}

static bool
is_name_part(char c)
{
    return is_name_start(c) || is_digit(c);
}

static bool
is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == '\0';
}

/* Size of the line splice (backslash, newline) at I, or 0. */
static uint32_t
splice(const struct lexer *lexer, uint32_t i)
{
    if (at(lexer, i) != '\\') {
        return 0;
    }
    if (at(lexer, i + 1) == '\n') {
        return 2;
    }
    return at(lexer, i + 1) == '\r' && at(lexer, i + 2) == '\n' ? 3 : 0;
}

static void
add(struct lexer *lexer, enum token_kind kind, uint32_t begin, uint32_t end)
{
    ARENA_GROW(lexer->arena, lexer->tokens, lexer->n_tokens, lexer->capacity);
    lexer->tokens[lexer->n_tokens++] = (struct token){.begin = begin,
                                                      .end = end,
                                                      .kind = (uint16_t)kind,
                                                      .directive = lexer->directive};
}

static uint32_t
block_comment_end(const struct lexer *lexer, uint32_t i)
{
    for (i += 2; i + 1 < lexer->size; i++) {
        const char *slash = memchr(lexer->text + i + 1, '/', lexer->size - i - 1);
        if (slash == NULL) {
            break;
        }
        i = (uint32_t)(slash - lexer->text) - 1;
        if (lexer->text[i] == '*') {
            return i + 2;
        }
    }
    return lexer->size;
}

static uint32_t
line_comment_end(const struct lexer *lexer, uint32_t i)
{
    while (i < lexer->size && lexer->text[i] != '\n') {
        uint32_t skip = splice(lexer, i);
        i += skip ? skip : 1;
    }
    return i;
}

/* Behind the string or character that opens with the quote at I; an open one
 * ends with its line. */
static uint32_t
quoted_end(const struct lexer *lexer, uint32_t i)
{
    char quote = lexer->text[i++];
    while (i < lexer->size && lexer->text[i] != quote && lexer->text[i] != '\n') {
        uint32_t skip = splice(lexer, i);
        i += skip ? skip : (lexer->text[i] == '\\' && i + 1 < lexer->size) ? 2 : 1;
    }
    return i < lexer->size && lexer->text[i] == quote ? i + 1 : i;
}

/* Behind the C++ raw string whose quote is at I: R"mark( … )mark". */
static uint32_t
raw_string_end(const struct lexer *lexer, uint32_t i)
{
    uint32_t mark = i + 1, open = mark;
    while (open < lexer->size && open - mark <= 16 && lexer->text[open] != '(') {
        open++;
    }
    if (at(lexer, open) != '(') {
        return quoted_end(lexer, i);
    }
    uint32_t mark_size = open - mark;
    for (uint32_t k = open + 1; k + mark_size + 1 < lexer->size; k++) {
        if (lexer->text[k] == ')' && lexer->text[k + mark_size + 1] == '"'
            && memcmp(lexer->text + k + 1, lexer->text + mark, mark_size) == 0)
        {
            return k + mark_size + 2;
        }
    }
    return lexer->size;
}

static uint32_t
number_end(const struct lexer *lexer, uint32_t i)
{
    while (i < lexer->size) {
        char c = lexer->text[i];
        bool sign = (c == '+' || c == '-') && i > 0
                    && strchr("eEpP", lexer->text[i - 1]) != NULL;
        if (!is_name_part(c) && c != '.' && !sign) {
            break;
        }
        i++;
    }
    return i;
}

static uint32_t
punctuator_end(const struct lexer *lexer, uint32_t i)
{
    /* Those of three characters before what they begin with. */
    static const char longer[][4] = {"<<=", ">>=", "...", "->*", "->", "++", "--",
                                     "<<",  ">>",  "<=",  ">=",  "==", "!=", "&&",
                                     "||",  "+=",  "-=",  "*=",  "/=", "%=", "&=",
                                     "|=",  "^=",  "##",  "::"};
    char second = at(lexer, i + 1);
    if (second == '\0' || strchr("<>=.-+&|#:", second) == NULL) {
        return i + 1;
    }
    for (size_t k = 0; k < sizeof longer / sizeof longer[0]; k++) {
        if (longer[k][0] == lexer->text[i] && longer[k][1] == second
            && (longer[k][2] == '\0' || longer[k][2] == at(lexer, i + 2)))
        {
            return i + (longer[k][2] == '\0' ? 2 : 3);
        }
    }
    return i + 1;
}

/* A name at I, or a literal that such a prefix opens (L"…", u8'…', R"(…)"). */
static uint32_t
lex_name(struct lexer *lexer, uint32_t i)
{
    uint32_t end = i;
    while (end < lexer->size && is_name_part(lexer->text[end])) {
        end++;
    }
    uint32_t size = end - i;
    char quote = at(lexer, end);
    bool prefix = size <= 3 && (quote == '"' || quote == '\'')
                  && strspn(lexer->text + i, "LuUR8") >= size;
    if (!prefix) {
        add(lexer, TOKEN_IDENTIFIER, i, end);
        return end;
    }
    bool raw = lexer->text[end - 1] == 'R' && quote == '"';
    uint32_t behind = raw ? raw_string_end(lexer, end) : quoted_end(lexer, end);
    add(lexer, quote == '"' ? TOKEN_STRING : TOKEN_CHARACTER, i, behind);
    return behind;
}

/* The token at I, which is no blank; returns where it ends. */
static uint32_t
lex_token(struct lexer *lexer, uint32_t i)
{
    char c = lexer->text[i];
    if (c == '/' && at(lexer, i + 1) == '*') {
        uint32_t end = block_comment_end(lexer, i);
        add(lexer, TOKEN_COMMENT, i, end);
        return end;
    }
    if (c == '/' && at(lexer, i + 1) == '/') {
        uint32_t end = line_comment_end(lexer, i);
        add(lexer, TOKEN_COMMENT, i, end);
        return end;
    }
    if (c == '#' && lexer->at_line_start && lexer->directive == 0) {
        lexer->directive = ++lexer->n_directives;
    }
    lexer->at_line_start = false;
    if (is_name_start(c)) {
        return lex_name(lexer, i);
    }
    uint32_t end;
    if (is_digit(c) || (c == '.' && is_digit(at(lexer, i + 1)))) {
        end = number_end(lexer, i);
        add(lexer, TOKEN_NUMBER, i, end);
    }
    else if (c == '"' || c == '\'') {
        end = quoted_end(lexer, i);
        add(lexer, c == '"' ? TOKEN_STRING : TOKEN_CHARACTER, i, end);
    }
    else {
        end = punctuator_end(lexer, i);
        add(lexer, TOKEN_PUNCTUATOR, i, end);
    }
    return end;
}

static void
find_lines(struct arena *arena, struct source_file *file)
{
    size_t capacity = file->size / LINE_USUAL + 1;
    uint32_t *lines = ARENA_ARRAY(arena, uint32_t, capacity);
    const char *end = file->text + file->size;
    file->n_lines = 1;
    for (const char *c = file->text; file->size != 0 && c < end; c++) {
        c = memchr(c, '\n', (size_t)(end - c));
        if (c == NULL) {
            break;
        }
        ARENA_GROW(arena, lines, file->n_lines, capacity);
        lines[file->n_lines++] = (uint32_t)(c - file->text) + 1;
    }
    file->lines = lines;
}

void
lex(struct arena *arena, struct source_file *file, const char *text, uint32_t size)
{
    struct lexer lexer = {
        .arena = arena, .text = text, .size = size, .at_line_start = true};
    lexer.capacity = size / TOKEN_USUAL + 1;
    lexer.tokens = ARENA_ARRAY(arena, struct token, lexer.capacity);
    uint32_t i = 0;
    /* A byte order mark is no token. */
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        i = 3;
    }
    while (i < size) {
        char c = text[i];
        uint32_t skip = splice(&lexer, i);
        if (skip != 0) {
            i += skip;
        }
        else if (c == '\n') {
            lexer.directive = 0;
            lexer.at_line_start = true;
            i++;
        }
        else if (is_blank(c)) {
            i++;
        }
        else {
            i = lex_token(&lexer, i);
        }
    }
    file->text = text;
    file->size = size;
    file->tokens = lexer.tokens;
    file->n_tokens = lexer.n_tokens;
    file->names_atomic = strstr(text, "_Atomic") != NULL;
    find_lines(arena, file);
}
