/* `def.m_name = "spam"; return PyModule_Create(&def);`: fields of a module definition that its
 * init function assigns, with values that are known before.  They are written in the
 * initialiser, which means the same, and which can be edited. */
#include "convert/preparation/definition_fields.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "convert/facts/cxx.h"
#include "convert/facts/nodes.h"
#include "convert/text/branch_lines.h"
#include "convert/text/places.h"
#include "model/extent.h"

/* The fields of a PyModuleDef behind its head, in order, with what they are if nothing is
 * said. */
static const struct {
    const char *name, *none;
} fields[] = {
    {"m_name", "NULL"},  {"m_doc", "NULL"},      {"m_size", "0"},
    {"m_methods", "NULL"}, {"m_slots", "NULL"},  {"m_traverse", "NULL"},
    {"m_clear", "NULL"}, {"m_free", "NULL"},
};
enum { N_FIELDS = ARRAY_LENGTH(fields) };

struct definition {
    struct arena *arena;
    const struct variable *variable;
    const struct declaration *declaration;
    const struct node *assigned[N_FIELDS]; /* `def.m_name = …`; or NULL */
    const struct function *init;           /* that assigns them */
    size_t n_assigned;
};

static int
field_number(const char *name)
{
    for (size_t i = 0; i < N_FIELDS; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* --- what is assigned --------------------------------------------------------------------- */

/* Is VALUE the same whenever it is computed: a number, a text, the address of a function or of
 * a static? */
static bool
is_constant(const struct node *value)
{
    const struct node *referent = node_referent(value);
    value = node_bare(value);
    if (value->has_value || is_null(value) || value->kind == NODE_STRING
        || value->kind == NODE_SIZEOF)
    {
        return true;
    }
    if (referent == NULL || referent->kind != NODE_NAME) {
        return false;
    }
    const struct variable *variable = referent->variable;
    return referent->function != NULL
           || (variable != NULL && variable_is_static(variable)
               && (referent != value || variable->type->kind == TYPE_ARRAY));
}

/* The statement of the outermost block by which USE of the definition assigns a field; or
 * NULL. */
static const struct node *
field_assignment(const struct node *use)
{
    const struct node *member = use->parent;
    const struct node *assign = member != NULL ? member->parent : NULL;
    bool is_one = assign != NULL && member->kind == NODE_MEMBER && member->first == use
                  && assign->kind == NODE_ASSIGN && assign->first == member && assign->op == '='
                  && assign->origin == ORIGIN_FILE && use->within != NULL
                  && assign->parent == use->within->body;
    return is_one && is_constant(member->next) ? assign : NULL;
}

/* Does the field NAME, which is assigned, begin with something else already? */
static bool
begins_otherwise(const struct variable *definition, const char *name)
{
    const struct initializer *item = variable_initializer(definition, name);
    return item != NULL && (!item->is_zero || item->from_macro);
}

/* Read what is assigned to the definition; false: something else is done with it, or not in
 * one function and once. */
static bool
read_assignments(struct definition *d)
{
    uint32_t last = 0;
    for (size_t i = 0; i < d->variable->n_uses; i++) {
        const struct node *use = d->variable->uses[i];
        if (use->parent == NULL || use->parent->kind != NODE_MEMBER) {
            continue;
        }
        const struct node *assign = field_assignment(use);
        int number = assign != NULL ? field_number(use->parent->text) : -1;
        if (number < 0 || d->assigned[number] != NULL
            || (d->init != NULL && d->init != use->within)
            || use->file != d->declaration->file
            || begins_otherwise(d->variable, fields[number].name))
        {
            return false;
        }
        d->assigned[number] = assign;
        d->init = use->within;
        d->n_assigned++;
        last = use->begin > last ? use->begin : last;
    }
    for (size_t i = 0; i < d->variable->n_uses; i++) {
        const struct node *use = d->variable->uses[i];
        if (use->within == d->init && use->parent->kind != NODE_MEMBER && use->begin < last) {
            return false; /* used before it is whole */
        }
    }
    return d->n_assigned > 0;
}

/* --- where it stands ------------------------------------------------------------------------ */

/* Where what VALUE names is declared in FILE first; 0: it names nothing there. */
static uint32_t
declared_at(const struct node *value, const struct source_file *file)
{
    const struct node *referent = node_referent(value);
    const struct declaration *first = NULL;
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL) {
        first = referent->function->declarations;
    }
    else if (referent != NULL && referent->kind == NODE_NAME && referent->variable != NULL) {
        first = referent->variable->declarations;
    }
    return first != NULL && first->file == file ? first->begin : 0;
}

/* Is all that the initialiser will name declared in front of it? */
static bool
is_known_there(const struct definition *d)
{
    for (size_t i = 0; i < N_FIELDS; i++) {
        if (d->assigned[i] != NULL
            && declared_at(d->assigned[i]->first->next, d->declaration->file)
                   > d->declaration->begin)
        {
            return false;
        }
    }
    return true;
}

/* Is each static of a function that it will name of the function that it stands in? */
static bool
is_in_scope(const struct definition *d)
{
    for (size_t i = 0; i < N_FIELDS; i++) {
        const struct node *referent =
            d->assigned[i] != NULL ? node_referent(d->assigned[i]->first->next) : NULL;
        const struct variable *named =
            referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
        if (named != NULL && named->owner != NULL && named->owner != d->declaration->within) {
            return false;
        }
    }
    return true;
}

/* Is the definition named between its place and the function that fills it? */
static bool
is_used_before(const struct definition *d)
{
    for (size_t i = 0; i < d->variable->n_uses; i++) {
        const struct node *use = d->variable->uses[i];
        if (use->within != d->init) {
            return true;
        }
    }
    return false;
}

/* --- what is written ---------------------------------------------------------------------- */

static const char *
copied(const struct definition *d, const struct source_file *file, uint32_t begin, uint32_t end)
{
    return arena_copy(d->arena, file->text + begin, end - begin);
}

/* What stands between `=` and the semicolon. */
static const char *
value_text(const struct definition *d, size_t i)
{
    const struct source_file *file = d->declaration->file;
    const struct node *assign = d->assigned[i];
    uint32_t begin = assign->first->end, end = after_semicolon(file, assign->end) - 1;
    begin += (uint32_t)strspn(file->text + begin, " \t\r\n") + 1;
    begin += (uint32_t)strspn(file->text + begin, " \t\r\n");
    return copied(d, file, begin, end);
}

/* The value of field I in a list without names. */
static const char *
positional_text(const struct definition *d, size_t i)
{
    const struct initializer *item = variable_initializer(d->variable, fields[i].name);
    if (d->assigned[i] != NULL) {
        return value_text(d, i);
    }
    return item != NULL ? copied(d, item->file, item->begin, item->end) : fields[i].none;
}

/* The initialiser of the definition, whose line has INDENT. */
static const char *
list_text(const struct definition *d, const char *indent)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    const struct source_file *file = d->declaration->file;
    const struct node *list = d->variable->initial;
    bool is_cxx = is_cxx_file(file);
    strbuf_format(&out, "{\n%s    %s,\n", indent,
                  copied(d, file, list->first->begin, list->first->end));
    for (size_t i = 0; i < N_FIELDS; i++) {
        if (is_cxx) {
            strbuf_format(&out, "%s    %s, // %s\n", indent, positional_text(d, i),
                          fields[i].name);
        }
        else if (d->assigned[i] != NULL) {
            strbuf_format(&out, "%s    .%s = %s,\n", indent, fields[i].name, value_text(d, i));
        }
    }
    strbuf_format(&out, "%s}", indent);
    return arena_copy(d->arena, out.text, out.size);
}

/* Has the initialiser the head, and nothing more? */
static bool
has_head_only(const struct variable *definition)
{
    const struct node *list = definition->initial;
    struct brackets braces;
    if (list == NULL || list->kind != NODE_INIT_LIST || list->origin != ORIGIN_FILE
        || node_n_children(list) != 1 || !node_braces(list, &braces))
    {
        return false;
    }
    const struct node *head = list->first;
    return head->kind != NODE_DESIGNATED
           && string_starts(list->first->file->text + head->begin, "PyModuleDef_HEAD_INIT");
}

static bool
is_assigned(const struct definition *d, const struct node *statement)
{
    for (size_t i = 0; i < N_FIELDS; i++) {
        if (d->assigned[i] == statement) {
            return true;
        }
    }
    return false;
}

static const char *
indent_at(const struct definition *d, const struct source_file *file, uint32_t offset)
{
    uint32_t line = line_begin(file, offset);
    return copied(d, file, line, line + (uint32_t)strspn(file->text + line, " \t"));
}

/* Take the statements away, those that follow each other at once, with their lines if nothing
 * else stands there. */
static void
remove_statements(const struct definition *d, struct edits *edits)
{
    const struct source_file *file = d->declaration->file;
    const struct node *next = NULL;
    for (const struct node *n = d->init->body->first; n != NULL; n = next) {
        next = n->next;
        if (!is_assigned(d, n)) {
            continue;
        }
        uint32_t begin = n->begin, end = after_semicolon(file, n->end);
        while (next != NULL && is_assigned(d, next)
               && end + strspn(file->text + end, " \t\r\n") == next->begin)
        {
            end = after_semicolon(file, next->end);
            next = next->next;
        }
        uint32_t line = line_begin(file, begin);
        if (line + strspn(file->text + line, " \t") == begin && line_is_blank(file, end)) {
            begin = line;
            end = line_end(file, end);
        }
        edits_cover(edits, file, begin, end, "", "the field is in the initialiser");
    }
}

void
prepare_definition_fields(struct arena *arena, struct edits *edits,
                          const struct variable *definition)
{
    struct definition d = {.arena = arena,
                           .variable = definition,
                           .declaration = variable_declaration(definition)};
    struct declaration_extent extent;
    struct brackets braces;
    if (d.declaration == NULL || d.declaration->from_macro || d.declaration->n_declarators != 1
        || !has_head_only(definition) || !read_assignments(&d) || !is_in_scope(&d)
        || !declaration_extent(d.declaration, &extent)
        || !node_braces(definition->initial, &braces))
    {
        return;
    }
    const struct source_file *file = d.declaration->file;
    const struct declaration *init = function_definition(d.init);
    bool is_in_place = is_known_there(&d);
    if (!is_in_place && (is_used_before(&d) || init == NULL || d.declaration->within != NULL)) {
        return;
    }
    const char *list = list_text(&d, indent_at(&d, file, extent.begin));
    if (is_in_place) {
        edits_cover(edits, file, braces.open, braces.close + 1, list,
                    "fields that the init function assigns");
    }
    else {
        uint32_t place = place_before(file, init->begin);
        uint32_t end = line_end(file, extent.end);
        edits_cover(edits, file, lone_begin(file, line_begin(file, extent.begin), end), end, "",
                    "the definition stands behind what it names");
        edits_add(edits, file, place, place,
                  arena_format(arena, "%s%s;\n\n", copied(&d, file, extent.begin, braces.open),
                               list),
                  "the definition stands behind what it names");
    }
    remove_statements(&d, edits);
}
