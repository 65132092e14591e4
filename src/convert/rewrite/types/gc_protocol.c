/* What the garbage-collection protocol asks of a heap type's functions: traverse
 * visits the type, dealloc untracks first and drops the type last. */
#include "convert/rewrite/types/gc_protocol.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/nodes.h"
#include "convert/plan/gc_functions.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/records.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* --- traverse -------------------------------------------------------------------- */

static void
edit_traverse(struct rewriter *r, const struct traverse_plan *plan)
{
    static const char reason[] = "instances visit their heap type";
    const struct function *function = plan->function;
    const struct source_file *file = function->body->file;
    const char *self = parameter_name(r, function, 0, "self");
    const char *visit = parameter_name(r, function, 1, "visit");
    const char *arg = parameter_name(r, function, 2, "arg");
    const char *text = TEXT(r, "Py_VISIT(Py_TYPE(%s%s));", object_cast(r->plan), self);

    if (strcmp(visit, "visit") != 0 || strcmp(arg, "arg") != 0) {
        text = TEXT(r, "if (%s((PyObject *)Py_TYPE(%s%s), %s) != 0) { return -1; }",
                    visit, object_cast(r->plan), self, arg);
    }
    if (plan->place == NULL) {
        begin_body(r, function->body, text, reason);
        return;
    }
    uint32_t place = plan->place->begin;
    change(r, file, place, place,
           TEXT(r, "%s\n%s", text, indent_at(r->plan, file, place)), reason);
}

/* --- dealloc --------------------------------------------------------------------- */

static const char *
free_local(const struct function *function)
{
    static const char *const names[] = {"tp", "type", "self_type", "heap_type"};
    for (size_t i = 0; i + 1 < ARRAY_LENGTH(names); i++) {
        if (!body_holds(function, names[i])) {
            return names[i];
        }
    }
    return names[ARRAY_LENGTH(names) - 1];
}

/* The instance is freed: let the type go behind that. */
static void
edit_free(struct rewriter *r, const struct instance_free *freed, const char *type)
{
    static const char reason[] = "an instance holds a reference to its heap type";
    const struct node *call = freed->node;
    const struct source_file *file = call->file;
    uint32_t end = after_semicolon(file, call->end);

    if (freed->is_function) {
        change(r, file, freed->name.begin, freed->name.end,
               type_function(r->plan, type, "tp_free"),
               "tp_free of the type frees the instance");
        end = after_semicolon(file, freed->arguments.close + 1);
    }
    const char *indent = indent_at(r->plan, file, call->begin);
    if (node_outer(call)->parent->kind == NODE_IF) {
        change(r, file, call->begin, call->begin, "{ ", reason);
        change(r, file, end, end,
               TEXT(r, " Py_DECREF(%s%s); }", object_cast(r->plan), type), reason);
        return;
    }
    change(r, file, end, end,
           TEXT(r, "\n%sPy_DECREF(%s%s);", indent, object_cast(r->plan), type), reason);
}

static void
edit_dealloc(struct rewriter *r, const struct dealloc_plan *plan)
{
    static const char reason[] = "untrack first, release the type last";
    const struct function *function = plan->function;
    const struct source_file *file = function->body->file;
    const char *self = parameter_name(r, function, 0, "self");
    const char *type = free_local(function);
    const char *lines = plan->by_header
                            ? NULL
                            : TEXT(r, "PyTypeObject *%s = Py_TYPE(%s%s);", type,
                                   object_cast(r->plan), self);
    if (plan->late != NULL) {
        remove_text(r, file, plan->late->begin, after_semicolon(file, plan->late->end),
                    "the garbage collector must not see a partly cleared object");
    }
    if (plan->untracks) {
        const struct node *first = function->body->first;
        const char *indent =
            first != NULL && line_begin(file, first->begin) > function->body->begin
                ? indent_at(r->plan, file, first->begin)
                : style_of(r->plan, file)->indent;
        lines = lines != NULL
                    ? TEXT(r, "%s\n%sPyObject_GC_UnTrack(%s);", lines, indent, self)
                    : TEXT(r, "PyObject_GC_UnTrack(%s);", self);
    }
    if (lines != NULL) {
        begin_body(r, function->body, lines, reason);
    }
    for (size_t i = 0; i < plan->n_freeings; i++) {
        const struct instance_free *freed = &plan->freeings[i];
        if (plan->by_header) {
            free_by_header(r, freed->node, &freed->arguments, reason);
        }
        else {
            edit_free(r, freed, type);
        }
    }
}

void
edit_gc_functions(struct rewriter *r)
{
    const struct gc_functions *functions = r->plan->gc_functions;
    for (size_t i = 0; i < functions->n_deallocs; i++) {
        edit_dealloc(r, &functions->deallocs[i]);
    }
    for (size_t i = 0; i < functions->n_traverses; i++) {
        edit_traverse(r, &functions->traverses[i]);
    }
}

/* `#define iter ((Iter *)self)`: does the macro WORD stand for SELF? */
static bool
is_macro_for(const struct conversion *c, const struct word *word, const char *self)
{
    for (size_t k = 0; k < c->source->n_macros; k++) {
        const struct macro *macro = c->source->macros[k];
        if (!macro->function_like && word_is(word, macro->name)
            && macro_has_word(macro, self)) {
            return true;
        }
    }
    return false;
}

/* Does WORD name the instance in FUNCTION: its first parameter, a local that is that, or a
 * macro for it? */
static bool
names_self(const struct conversion *c, const struct function *function,
           const struct word *word)
{
    const char *self = function->parameters[0]->name;
    if (word_is(word, self) || is_macro_for(c, word, self)) {
        return true;
    }
    for (size_t k = 0; k < c->source->n_variables; k++) {
        const struct variable *local = c->source->variables[k];
        if (local->owner == function && !local->is_parameter
            && word_is(word, local->name) && is_made_of_self(function, local))
        {
            return true;
        }
    }
    return false;
}

enum { MAX_RELEASING = 8 };

/* FUNCTION, and what it calls with the instance: `spam_clear(self)`. */
static size_t
releasing_functions(const struct function *function, const struct function **out,
                    size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (out[i] == function) {
            return n;
        }
    }
    if (n == MAX_RELEASING || function->body == NULL || function->n_parameters == 0) {
        return n;
    }
    out[n++] = function;
    for (const struct node *node = function->body; node != NULL;
         node = node_after(node, function->body))
    {
        if (node->kind == NODE_CALL && node->function != NULL
            && node->function->in_project && is_of_self(node, function))
        {
            n = releasing_functions(node->function, out, n);
        }
    }
    return n;
}

/* Is WORD what gives an object up: a macro of CPython's, or of the project? */
static bool
is_release(const struct conversion *c, const struct word *word)
{
    static const char *const names[] = {"Py_DECREF", "Py_XDECREF", "Py_CLEAR"};
    for (size_t k = 0; k < ARRAY_LENGTH(names); k++) {
        if (word_is(word, names[k])) {
            return true;
        }
    }
    for (size_t k = 0; k < c->source->n_macros; k++) {
        const struct macro *macro = c->source->macros[k];
        if (word_is(word, macro->name) && macro_releases(macro)) {
            return true;
        }
    }
    return false;
}

const char *
released_member(const struct conversion *c, const struct function *function, size_t i)
{
    const struct function *functions[MAX_RELEASING];
    size_t n_functions = releasing_functions(function, functions, 0);
    size_t n = 0;

    for (size_t f = 0; f < n_functions; f++) {
        const struct node *body = functions[f]->body;
        struct word word = {.file = body->file, .end = body->begin}, object, member;
        while (word_next(&word, NULL, body->end)) {
            if (word_given_member(&word, &object, &member) && is_release(c, &word)
                && names_self(c, functions[f], &object) && n++ == i)
            {
                return text_of(c, body->file, member.begin, member.end);
            }
        }
    }
    return NULL;
}

/* Is MEMBER of the instance named in FUNCTION, or in what it calls with the instance? */
static bool
names_member(const struct function *function, const char *member)
{
    const struct function *functions[MAX_RELEASING];
    size_t n = releasing_functions(function, functions, 0);
    for (size_t f = 0; f < n; f++) {
        const struct node *body = functions[f]->body;
        struct word word = {.file = body->file, .end = body->begin};
        while (word_next(&word, member, body->end)) {
            if (word.is_member) {
                return true;
            }
        }
    }
    return false;
}

/* Is MEMBER a field of RECORD, or of the struct called NAME? */
static bool
has_field(const struct conversion *c, const struct record *record, const char *name,
          const char *member)
{
    name = string_starts(name, "struct ") ? name + strlen("struct ") : name;
    for (size_t i = 0; record == NULL && i < c->source->n_records; i++) {
        const struct record *other = c->source->records[i];
        if (strcmp(other->name, name) == 0 || strcmp(other->tag, name) == 0) {
            record = other;
        }
    }
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, member) == 0) {
            return true;
        }
    }
    return false;
}

void
visit_members(struct rewriter *r, const struct function *traverse,
              const struct function *releasing, const char *record)
{
    const struct declaration *place = function_definition(traverse);
    if (traverse->body == NULL || place == NULL || place->from_macro
        || traverse->n_parameters < 3
        || strcmp(traverse->parameters[1]->name, "visit") != 0
        || strcmp(traverse->parameters[2]->name, "arg") != 0)
    {
        return;
    }
    const char *self = traverse->parameters[0]->name;
    const struct type *type = traverse->parameters[0]->type;
    bool is_open = strcmp(type->canonical, "struct _object *") == 0;
    const struct source_file *file = traverse->body->file;
    for (size_t i = 0;; i++) {
        const char *member = released_member(r->plan, releasing, i);
        if (member == NULL) {
            return;
        }
        const char *text =
            TEXT(r, is_open ? "Py_VISIT(((%s *)%s)->%s);" : "Py_VISIT(%.0s%s->%s);",
                 record, self, member);
        const char *reason = TEXT(r, "the instance owns its %s", member);
        if (!has_field(r->plan, is_open ? NULL : type->target->record, record, member)
            || names_member(traverse, member))
        {
            continue;
        }
        const struct node *last = traverse->body->first;
        while (last != NULL && last->next != NULL) {
            last = last->next;
        }
        if (last == NULL || last->kind != NODE_RETURN || last->origin != ORIGIN_FILE) {
            return;
        }
        if (record_deed(r, DEED_VISITS_MEMBER, traverse, member)) {
            change(r, file, last->begin, last->begin,
                   TEXT(r, "%s\n%s", text, indent_at(r->plan, file, last->begin)), reason);
        }
    }
}
