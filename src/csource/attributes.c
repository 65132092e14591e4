/* The attributes of functions that say who else calls them, or calls them by another name. */
#include <string.h>

#include "csource/unit.h"
#include "model/tokens.h"

/* The string in the brackets behind token I of FILE, a word; or NULL. */
static const char *
string_behind(struct unit *unit, const struct source_file *file, size_t i)
{
    size_t bracket = token_after(file, i);
    if (bracket >= file->n_tokens || !token_is(file, bracket, "(")) {
        return NULL;
    }
    size_t string = token_after(file, bracket);
    if (string >= file->n_tokens || file->tokens[string].kind != TOKEN_STRING
        || file->text[file->tokens[string].begin] != '"')
    {
        return NULL;
    }
    const struct token *token = &file->tokens[string];
    return arena_copy(unit->reader->arena, file->text + token->begin + 1,
                      token->end - token->begin - 2);
}

/* Is token I of FILE the word NAME, or __NAME__? */
static bool
is_attribute(const struct source_file *file, size_t i, const char *name)
{
    const struct token *token = &file->tokens[i];
    const char *text = file->text + token->begin;
    size_t size = token->end - token->begin, length = strlen(name);
    if (size == length + 4 && memcmp(text, "__", 2) == 0
        && memcmp(text + size - 2, "__", 2) == 0)
    {
        text += 2;
        size = length;
    }
    return size == length && memcmp(text, name, length) == 0;
}

struct attributes {
    struct unit *unit;
    struct function *function;
};

static enum CXChildVisitResult
read_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct attributes *attributes = data;
    struct unit *unit = attributes->unit;
    struct function *function = attributes->function;
    if (unit->clang->getCursorKind(cursor) != CXCursor_UnexposedAttr) {
        return CXChildVisit_Continue;
    }
    CXSourceRange range = unit->clang->getCursorExtent(cursor);
    struct place place = unit_spelling(unit, unit->clang->getRangeStart(range));
    if (place.entry == NULL) {
        return CXChildVisit_Continue;
    }
    const struct source_file *file = &place.entry->file;
    size_t i = source_token(file, place.offset);
    while (i < file->n_tokens /* [[gnu::constructor]] */
           && (is_attribute(file, i, "gnu") || is_attribute(file, i, "clang")
               || file->text[file->tokens[i].begin] == ':'))
    {
        i = token_after(file, i);
    }
    if (i >= file->n_tokens) {
        return CXChildVisit_Continue;
    }
    if (is_attribute(file, i, "constructor")) {
        function->loader_attribute = "constructor";
    }
    else if (is_attribute(file, i, "destructor")) {
        function->loader_attribute = "destructor";
    }
    else if (is_attribute(file, i, "alias") || is_attribute(file, i, "ifunc")) {
        function->alias_of = string_behind(unit, file, i);
    }
    return CXChildVisit_Continue;
}

void
unit_read_attributes(struct unit *unit, struct function *function, CXCursor cursor)
{
    struct attributes attributes = {unit, function};
    unit->clang->visitChildren(cursor, read_attribute, &attributes);
}
