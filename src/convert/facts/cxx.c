/* What C++ asks for: no second definition of a static, no implicit pointer to void, no
 * designated initialisers, and objects that are constructed. */
#include "convert/facts/cxx.h"

#include <string.h>

#include "convert/facts/inactive/words.h"

bool
is_cxx_file(const struct source_file *file)
{
    static const char *const tails[] = {".cc", ".cpp", ".cxx", ".c++",
                                        ".C",  ".hpp", ".hh"};
    for (size_t i = 0; i < ARRAY_LENGTH(tails); i++) {
        if (string_ends(file->path, tails[i])) {
            return true;
        }
    }
    return false;
}

void
language_begin(struct conversion *c)
{
    struct language *language = ARENA_NEW(c->arena, struct language);
    for (size_t i = 0; i < c->source->n_files; i++) {
        language->is_pedantic |= c->source->files[i]->is_pedantic;
    }
    language->is_cxx = is_cxx_file(variable_declaration(c->module->variable)->file);
    c->language = language;
}

const char *
slot_cast(const struct conversion *c)
{
    return c->language->is_cxx        ? "(void *)"
           : c->language->is_pedantic ? "(void *)(uintptr_t)"
                                      : "";
}

/* --- objects that are constructed ---------------------------------------------------- */

enum { MAX_PARTS_DEPTH = 16 };

static bool
is_constructed(const struct type *type, unsigned depth)
{
    type = type_element(type);
    if (type->kind != TYPE_RECORD) {
        return type->is_reference;
    }
    const struct record *record = type->record;
    if (record == NULL || depth > MAX_PARTS_DEPTH) {
        return true;
    }
    if (record->is_complete) {
        return !record->is_plain;
    }
    /* A template or class of a library; what C headers have is plain. */
    return strstr(type->canonical, "::") != NULL
           || strchr(type->canonical, '<') != NULL;
}

bool
type_is_constructed(const struct conversion *c, const struct type *type)
{
    return c->language->is_cxx && is_constructed(type, 0);
}

static bool
is_of_word(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z')
           || (letter >= '0' && letter <= '9') || letter == '_';
}

const char *
with_null(const struct conversion *c, const struct source_file *file, const char *text)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const char *next = strstr(text, "NULL");
    if (next == NULL || !c->language->is_cxx
        || text_has_word(file, 0, file->size, "NULL")
        || !text_has_word(file, 0, file->size, "nullptr"))
    {
        return text;
    }
    for (; next != NULL; next = strstr(text, "NULL")) {
        bool is_word = (next == text || !is_of_word(next[-1])) && !is_of_word(next[4]);
        strbuf_add(&out, text, (size_t)(next - text));
        strbuf_add_string(&out, is_word ? "nullptr" : "NULL");
        text = next + strlen("NULL");
    }
    strbuf_add_string(&out, text);
    return arena_copy(c->arena, out.text, out.size);
}

bool
constructs_plain_struct(const struct node *node, const struct function *target)
{
    const struct record *record =
        node->type != NULL && node->type->kind == TYPE_RECORD ? node->type->record : NULL;
    return target->is_member && record != NULL && record->is_plain
           && (strcmp(target->name, record->name) == 0
               || strcmp(target->name, record->tag) == 0);
}
