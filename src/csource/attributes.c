/* The attributes that say who else calls a function, or by which other name, or what a function
 * is called with at the end of a scope. */
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

/* Where an attribute is named. */
struct attribute {
    const struct source_file *file; /* NULL: CURSOR is none, or its text is not seen */
    size_t token;
};

static struct attribute
attribute_at(struct unit *unit, CXCursor cursor)
{
    if (unit->clang->getCursorKind(cursor) != CXCursor_UnexposedAttr) {
        return (struct attribute){NULL, 0};
    }
    CXSourceRange range = unit->clang->getCursorExtent(cursor);
    struct place place = unit_spelling(unit, unit->clang->getRangeStart(range));
    if (place.entry == NULL) {
        return (struct attribute){NULL, 0};
    }
    const struct source_file *file = &place.entry->file;
    size_t i = source_token(file, place.offset);
    while (i < file->n_tokens /* [[gnu::constructor]] */
           && (is_attribute(file, i, "gnu") || is_attribute(file, i, "clang")
               || file->text[file->tokens[i].begin] == ':'))
    {
        i = token_after(file, i);
    }
    return (struct attribute){i < file->n_tokens ? file : NULL, i};
}

/* Does the attribute CURSOR of PARENT say that other libraries use that? */
static bool
exports(struct unit *unit, CXCursor cursor, CXCursor parent)
{
    enum CXCursorKind kind = unit->clang->getCursorKind(cursor);
    return kind == CXCursor_DLLExport
           || (kind == CXCursor_VisibilityAttr
               && unit->clang->getCursorVisibility(parent) == CXVisibility_Default);
}

struct attributes {
    struct unit *unit;
    struct function *function; /* the one, */
    struct variable *variable; /* or the other */
};

static enum CXChildVisitResult
read_attribute_of_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct attributes *attributes = data;
    struct function *function = attributes->function;
    function->is_exported |= exports(attributes->unit, cursor, parent);
    struct attribute at = attribute_at(attributes->unit, cursor);
    if (at.file == NULL) {
        return CXChildVisit_Continue;
    }
    if (is_attribute(at.file, at.token, "constructor")) {
        function->loader_attribute = "constructor";
    }
    else if (is_attribute(at.file, at.token, "destructor")) {
        function->loader_attribute = "destructor";
    }
    else if (is_attribute(at.file, at.token, "alias") || is_attribute(at.file, at.token, "ifunc")) {
        function->alias_of = string_behind(attributes->unit, at.file, at.token);
    }
    return CXChildVisit_Continue;
}

void
unit_read_attributes(struct unit *unit, struct function *function, CXCursor cursor)
{
    struct attributes attributes = {.unit = unit, .function = function};
    unit->clang->visitChildren(cursor, read_attribute_of_function, &attributes);
}

static enum CXChildVisitResult
read_attribute_of_variable(CXCursor cursor, CXCursor parent, CXClientData data)
{
    struct attributes *attributes = data;
    struct attribute at = attribute_at(attributes->unit, cursor);
    attributes->variable->is_exported |= exports(attributes->unit, cursor, parent);
    attributes->variable->is_cleaned_up |=
        at.file != NULL && is_attribute(at.file, at.token, "cleanup");
    return CXChildVisit_Continue;
}

void
unit_read_attributes_of_variable(struct unit *unit, struct variable *variable, CXCursor cursor)
{
    struct attributes attributes = {.unit = unit, .variable = variable};
    unit->clang->visitChildren(cursor, read_attribute_of_variable, &attributes);
}
