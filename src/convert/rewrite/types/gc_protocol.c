/* What the garbage-collection protocol asks of a heap type's functions: traverse
 * visits the type, dealloc untracks first and drops the type last. */
#include "convert/rewrite/types/gc_protocol.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/nodes.h"
#include "convert/text/edited.h"
#include "convert/text/places.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/records.h"
#include "convert/rewrite/functions/function_head.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/text/style.h"
#include "extension/heap_type.h"
#include "model/extent.h"
#include "model/freeing.h"

/* Does the body say TEXT, in any of its branches? */
static bool
body_holds(const struct function *function, const char *text)
{
    const struct node *body = function->body;
    return text_has_word(body->file, body->begin, body->end, text);
}

/* Is FUNCTION the SLOT of some type of the module? */
static bool
is_slot_of_own_type(const struct conversion *c, const struct function *function,
                    const char *slot)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        const struct initializer *item =
            plan != NULL && plan->kind == FIELD_TYPE
                ? variable_initializer(plan->variable, slot)
                : NULL;
        const struct node *referent = item != NULL ? node_referent(item->value) : NULL;
        if (referent != NULL && referent->function == function) {
            return true;
        }
    }
    return false;
}

/* Does FUNCTION call another function that is the SLOT of an own type? */
static bool
delegates(const struct conversion *c, const struct function *function, const char *slot)
{
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind == NODE_CALL && n->function != NULL && n->function != function
            && is_slot_of_own_type(c, n->function, slot))
        {
            return true;
        }
    }
    return false;
}

/* --- traverse -------------------------------------------------------------------- */

void
fix_traverse(struct rewriter *r, const struct function *function)
{
    static const char reason[] = "instances visit their heap type";

    if (function->body == NULL) {
        return;
    }
    const struct source_file *file = function->body->file;
    const struct declaration *place = function_definition(function);
    if (place->from_macro) {
        refuse(r->late, "type-not-converted", place->file, place->name, function->name,
               "a macro defines the traverse function '%s', which must visit the type",
               function->name);
        return;
    }
    if (function_visits_type(function, SLOT_DEPTH - 1) == VISITS || delegates(r->plan, function, "tp_traverse")
        || deed_is_recorded(r, DEED_VISITS_TYPE, function))
    {
        return;
    }
    const char *self = parameter_name(r, function, 0, "self");
    const char *visit = parameter_name(r, function, 1, "visit");
    const char *arg = parameter_name(r, function, 2, "arg");
    if (self == NULL || visit == NULL || arg == NULL) {
        refuse(r->late, "type-not-converted", place->file, place->name, function->name,
               "unsupported parameters of '%s'", function->name);
        return;
    }
    const char *text = TEXT(r, "Py_VISIT(Py_TYPE(%s%s));", object_cast(r->plan), self);
    if (strcmp(visit, "visit") != 0 || strcmp(arg, "arg") != 0) {
        text = TEXT(r, "if (%s((PyObject *)Py_TYPE(%s%s), %s) != 0) { return -1; }",
                    visit, object_cast(r->plan), self, arg);
    }
    record_deed(r, DEED_VISITS_TYPE, function, NULL);
    const struct node *first = function->body->first;
    while (first != NULL && first->next != NULL
           && (first->kind == NODE_DECLARATIONS
               || edited_whole(&r->edits, first->file, first->begin, first->end)))
    {
        first = first->next;
    }
    if (first == NULL || first == function->body->first
        || first->kind == NODE_DECLARATIONS) {
        begin_body(r, function->body, text, reason);
        return;
    }
    change(r, file, first->begin, first->begin,
           TEXT(r, "%s\n%s", text, indent_at(r->plan, file, first->begin)), reason);
}

/* --- dealloc --------------------------------------------------------------------- */

enum release { RELEASE_NONE, RELEASE_TP_FREE, RELEASE_FUNCTION, RELEASE_BASE };

/* How the call NODE gives up the instance. */
static enum release
release_of(const struct node *node)
{
    if (node->kind != NODE_CALL) {
        return RELEASE_NONE;
    }
    const struct node *callee = node_bare(node->first);
    if (callee != NULL && callee->kind == NODE_MEMBER) {
        return strcmp(callee->text, "tp_free") == 0      ? RELEASE_TP_FREE
               : strcmp(callee->text, "tp_dealloc") == 0 ? RELEASE_BASE
                                                         : RELEASE_NONE;
    }
    enum freeing freeing = freeing_of(call_name(node));
    return freeing != FREES_NOTHING && freeing != FREES_RAW ? RELEASE_FUNCTION
                                                            : RELEASE_NONE;
}

/* Is the argument of CALL the first parameter of FUNCTION (or a local made of it)? */
static bool
is_of_self(const struct node *call, const struct function *function)
{
    const struct node *argument = node_bare(call_argument(call, 0));
    const struct variable *variable = argument != NULL ? argument->variable : NULL;
    if (variable == NULL || function->n_parameters == 0) {
        return false;
    }
    return variable == function->parameters[0] || is_made_of_self(function, variable);
}

static bool
is_free(const struct node *node, const struct function *function)
{
    return release_of(node) != RELEASE_NONE && is_of_self(node, function);
}

/* Is the instance freed on every way through NODE? */
static bool
always_frees(const struct conversion *c, const struct node *node,
             const struct function *function)
{
    if (is_free(node, function) || is_kept_on_list(c, node)) {
        return true;
    }
    if (node->kind == NODE_IF) {
        const struct node *then = node_child(node, 1), *other = node_child(node, 2);
        return other != NULL && always_frees(c, then, function)
               && always_frees(c, other, function);
    }
    if (node->kind != NODE_BLOCK && node->kind != NODE_LABEL && node->kind != NODE_DO
        && node->kind != NODE_PAREN && node->kind != NODE_CAST)
    {
        return false;
    }
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        if (always_frees(c, child, function)) {
            return true;
        }
    }
    return false;
}

static const char *
free_local(const struct conversion *c, const struct function *function)
{
    static const char *const names[] = {"tp", "type", "self_type", "heap_type"};
    (void)c;
    for (size_t i = 0; i + 1 < ARRAY_LENGTH(names); i++) {
        if (!body_holds(function, names[i])) {
            return names[i];
        }
    }
    return names[ARRAY_LENGTH(names) - 1];
}

/* CALL frees the instance: let the type go behind it. */
static void
edit_free(struct rewriter *r, const struct function *function, const struct node *call,
          const char *type)
{
    static const char reason[] = "an instance holds a reference to its heap type";
    const struct source_file *file = call->file;
    const struct node *parent = node_outer(call)->parent;
    uint32_t end = after_semicolon(file, call->end);

    if (call->origin == ORIGIN_ARGUMENT || parent == NULL
        || (parent->kind != NODE_BLOCK && parent->kind != NODE_LABEL
            && parent->kind != NODE_IF))
    {
        refuse_at(r->late, "type-not-converted", call, function->name,
                  "'%s' frees the instance inside an expression", function->name);
        return;
    }
    if (release_of(call) == RELEASE_FUNCTION) {
        struct brackets arguments;
        struct range name;
        if (!use_brackets(file, call->begin, &arguments)
            || !brackets_name(&arguments, &name)) {
            refuse_at(r->late, "type-not-converted", call, function->name,
                      "'%s' frees the instance through a macro", function->name);
            return;
        }
        change(r, file, name.begin, name.end, type_function(r->plan, type, "tp_free"),
               "tp_free of the type frees the instance");
        end = after_semicolon(file, arguments.close + 1);
    }
    const char *indent = indent_at(r->plan, file, call->begin);
    if (parent->kind == NODE_IF) {
        change(r, file, call->begin, call->begin, "{ ", reason);
        change(r, file, end, end,
               TEXT(r, " Py_DECREF(%s%s); }", object_cast(r->plan), type), reason);
        return;
    }
    change(r, file, end, end,
           TEXT(r, "\n%sPy_DECREF(%s%s);", indent, object_cast(r->plan), type), reason);
}

/* Does STATEMENT call anything but Py_TYPE?  Then it may take the instance apart. */
static bool
calls_more_than_type(const struct node *statement)
{
    for (const struct node *n = statement; n != NULL; n = node_after(n, statement)) {
        if (n->kind == NODE_CALL && strcmp(call_name(n), "Py_TYPE") != 0) {
            return true;
        }
    }
    return false;
}

/* The statement of FUNCTION that untracks the instance only behind others that take it
 * apart, or NULL. */
static const struct node *
late_untrack(const struct function *function)
{
    bool is_late = false;
    for (const struct node *n = function->body->first; n != NULL; n = n->next) {
        if (n->kind == NODE_CALL && strcmp(call_name(n), "PyObject_GC_UnTrack") == 0) {
            return is_late && n->origin == ORIGIN_FILE ? n : NULL;
        }
        is_late |= calls_more_than_type(n);
    }
    return NULL;
}

/* The *OUT_N calls that free the instance, or keep it on a list. */
static const struct node *const *
freeing_calls(const struct conversion *c, const struct function *function,
              size_t *out_n)
{
    const struct node **calls = NULL;
    size_t n_calls = 0, capacity = 0;
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (is_free(n, function) || is_kept_on_list(c, n)) {
            ARENA_GROW(c->arena, calls, n_calls, capacity);
            calls[n_calls++] = n;
        }
    }
    *out_n = n_calls;
    return calls;
}

void
fix_dealloc(struct rewriter *r, const struct function *function, bool is_tracked)
{
    static const char reason[] = "untrack first, release the type last";
    const struct declaration *place = function_definition(function);

    if (function->body == NULL || place == NULL) {
        return;
    }
    const struct source_file *file = function->body->file;
    if (place->from_macro) {
        refuse(r->late, "type-not-converted", place->file, place->name, function->name,
               "a macro defines the dealloc function '%s', which must release the type",
               function->name);
        return;
    }
    if (deed_is_recorded(r, DEED_RELEASES_TYPE, function)) {
        return; /* two types share it */
    }
    if (!always_frees(r->plan, function->body, function)) {
        if (delegates(r->plan, function, "tp_dealloc")) {
            return; /* the function it calls frees the instance and drops the type */
        }
        refuse(r->late, "type-not-converted", place->file, place->name, function->name,
               "'%s' does not free the instance on every path, so it is unclear where "
               "to release the type",
               function->name);
        return;
    }
    record_deed(r, DEED_RELEASES_TYPE, function, NULL);
    size_t n_calls;
    const struct node *const *calls = freeing_calls(r->plan, function, &n_calls);
    bool by_header = can_free_by_header(r->plan, calls, n_calls);
    const char *self = parameter_name(r, function, 0, "self");
    const char *type = free_local(r->plan, function);
    const char *lines = by_header ? NULL
                                  : TEXT(r, "PyTypeObject *%s = Py_TYPE(%s%s);", type,
                                         object_cast(r->plan), self);
    const struct node *late = late_untrack(function);
    if (late != NULL) {
        remove_text(r, file, late->begin, after_semicolon(file, late->end),
                    "the garbage collector must not see a partly cleared object");
    }
    if (is_tracked
        && (late != NULL
            || (!body_holds(function, "PyObject_GC_UnTrack")
                && !body_holds(function, "_PyObject_GC_UNTRACK"))))
    {
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
    for (size_t i = 0; i < n_calls; i++) {
        if (by_header) {
            free_by_header(r, calls[i], reason);
        }
        else {
            edit_free(r, function, calls[i], type);
        }
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
