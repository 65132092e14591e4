#include "convert/facts/inactive/words.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/tokens.h"

static bool
is_any(const struct source_file *file, size_t i, const char *const *texts, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (token_is(file, i, texts[k])) {
            return true;
        }
    }
    return false;
}

/* Is token I the field in offsetof(type, field)?  (C11, 7.19) */
static bool
is_offset_field(const struct source_file *file, size_t i)
{
    static const char *const names[] = {"offsetof", "__builtin_offsetof"};
    size_t before = token_before(file, i);
    if (!token_is(file, before, ",")) {
        return false;
    }
    do {
        before = token_before(file, before);
    } while (before < file->n_tokens && file->tokens[before].kind == TOKEN_IDENTIFIER);
    return token_is(file, before, "(")
           && is_any(file, token_before(file, before), names, ARRAY_LENGTH(names));
}

/* Does token I begin a statement, as the label of it?  Behind a colon it can be a part of ?: that
 * is not compiled. */
static bool
is_label(const struct source_file *file, size_t i)
{
    static const char *const ends[] = {";", "{", "}", ":"};
    size_t n = file->tokens[i].inactive != 0 ? ARRAY_LENGTH(ends) - 1 : ARRAY_LENGTH(ends);
    return token_is(file, token_after(file, i), ":")
           && is_any(file, token_before(file, i), ends, n);
}

/* The word at token I of WORD's file. */
static void
set_word(struct word *word, size_t i)
{
    static const char *const marks[] = {".", "->", "struct", "union", "enum", "goto"};
    static const char *const statements[] = {"return", "else"};
    const struct source_file *file = word->file;
    const struct token *token = &file->tokens[i];
    size_t before = token_before(file, i), after = token_after(file, i);
    bool is_word_before =
        before < file->n_tokens && file->tokens[before].kind == TOKEN_IDENTIFIER;

    word->begin = token->begin;
    word->end = token->end;
    word->address =
        token_is(file, before, "&") ? file->tokens[before].begin : token->begin;
    word->member = token_is(file, after, ".") ? file->tokens[after].end : token->end;
    size_t scope = token_is(file, before, "::") ? token_before(file, before) : file->n_tokens;
    bool is_scope = scope < file->n_tokens && file->tokens[scope].kind == TOKEN_IDENTIFIER
                    && file->tokens[scope].end == file->tokens[before].begin;
    word->scope = is_scope /* and not `return ::spam` */
                      ? (struct range){file->tokens[scope].begin, file->tokens[scope].end}
                      : (struct range){0, 0};
    word->is_inactive = token->inactive != 0;
    word->is_in_directive = token->directive != 0;
    word->is_behind_type =
        token_is(file, before, "*")
        || (is_word_before
            && !is_any(file, before, statements, ARRAY_LENGTH(statements)));
    word->is_joined =
        (i > 0 && (token_is(file, i - 1, "#") || token_is(file, i - 1, "##")))
        || token_is(file, i + 1, "##");
    word->is_member = is_any(file, before, marks, 2) || is_offset_field(file, i);
    word->is_member_or_tag =
        word->is_member || is_any(file, before, marks, ARRAY_LENGTH(marks))
        || is_label(file, i);
    word->is_defined = token->directive != 0 && i >= 2
                       && token_is(file, i - 1, "define") && token_is(file, i - 2, "#");
}

bool
word_next(struct word *word, const char *text, uint32_t end)
{
    const struct source_file *file = word->file;
    for (size_t i = source_token(file, word->end);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].kind == TOKEN_IDENTIFIER
            && (text == NULL || token_is(file, i, text)))
        {
            set_word(word, i);
            return true;
        }
    }
    return false;
}

bool
word_is(const struct word *word, const char *text)
{
    size_t size = word->end - word->begin;
    return strlen(text) == size
           && memcmp(word->file->text + word->begin, text, size) == 0;
}

bool
text_has_word(const struct source_file *file, uint32_t begin, uint32_t end,
              const char *text)
{
    struct word word = {.file = file, .end = begin};
    return word_next(&word, text, end);
}

bool
source_has_word(const struct source *source, const char *text)
{
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        if (text_has_word(file, 0, file->size, text)) {
            return true;
        }
    }
    return false;
}

/* Does a namespace of FILE, or a name for one, begin at WORD, `namespace`, and is a part of its
 * name TEXT: `namespace spam::egg`? */
static bool
names_scope(const struct word *word, const char *text)
{
    const struct source_file *file = word->file;
    size_t i = source_token(file, word->begin);
    if (token_is(file, token_before(file, i), "using")) {
        return false;
    }
    for (i = token_after(file, i); i < file->n_tokens && !token_is(file, i, "{")
                                   && !token_is(file, i, "=") && !token_is(file, i, ";");
         i = token_after(file, i))
    {
        if (token_is(file, i, text)) {
            return true;
        }
    }
    return false;
}

bool
source_has_scope(const struct source *source, const struct source_file *file,
                 struct range scope)
{
    CLEANUP(strbuf_done) struct strbuf name = STRBUF_INIT;
    strbuf_add(&name, file->text + scope.begin, scope.end - scope.begin);
    for (size_t i = 0; i < source->n_records; i++) {
        if (strcmp(source->records[i]->name, name.text) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < source->n_aliases; i++) {
        if (strcmp(source->aliases[i].name, name.text) == 0) {
            return true;
        }
    }
    for (size_t i = 0; i < source->n_files; i++) {
        struct word word = {.file = source->files[i]};
        while (word_next(&word, "namespace", word.file->size)) {
            if (names_scope(&word, name.text)) {
                return true;
            }
        }
    }
    return false;
}

bool
text_includes(const struct source_file *file, const char *name)
{
    struct word word = {.file = file};
    while (word_next(&word, "include", file->size)) {
        const char *newline =
            memchr(file->text + word.end, '\n', file->size - word.end);
        size_t size = newline != NULL ? (size_t)(newline - file->text) - word.end
                                      : file->size - word.end;
        if (word.is_in_directive
            && memmem(file->text + word.end, size, name, strlen(name)) != NULL)
        {
            return true;
        }
    }
    return false;
}

bool
first_comment(const struct source_file *file, size_t i, struct range *out)
{
    for (size_t k = 0; k <= i; k++) {
        if (k >= file->n_tokens || file->tokens[k].kind != TOKEN_COMMENT) {
            return false;
        }
    }
    *out = (struct range){file->tokens[i].begin, file->tokens[i].end};
    return true;
}
