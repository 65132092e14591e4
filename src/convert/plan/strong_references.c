/* References from shared containers become strong ones, released where the function ends. */
#include "convert/plan/strong_references.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/suspension.h"
#include "convert/plan/guards.h"
#include "convert/plan/lazy_objects.h"
#include "convert/plan/names.h"
#include "convert/text/style.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/lock.h"
#include "model/extent.h"

enum { LOCALS_MOST = 8, FIRST_WITH_REFERENCES = 0x030D0000 };

/* A local and the call that gives it the object. */
struct borrower {
    const struct variable *local;
    const struct node *call;
};

struct borrowers {
    struct borrower items[LOCALS_MOST];
    size_t n_items;
};

struct replacing {
    struct conversion *c;
    struct strong_references *plan;
    const struct function *function;
    struct borrowers borrowers;
    struct replaced_text texts[64]; /* of the function */
    size_t n_texts;
    bool fails; /* it has a form that is not rewritten */
};

static void
replace(struct replacing *r, const struct source_file *file, uint32_t begin, uint32_t end,
        const char *text)
{
    if (r->n_texts == ARRAY_LENGTH(r->texts)) {
        r->fails = true;
        return;
    }
    r->texts[r->n_texts++] = (struct replaced_text){file, begin, end, text};
}

/* --- which locals ------------------------------------------------------ */

/* Is the list or dictionary that CALL looks into one that others may know? */
static bool
is_shared(const struct node *call)
{
    const struct node *origin = node_origin(call_argument(call, 0));
    return origin != NULL && !node_is_locked(call)
           && !CALL_IS(origin, "PyList_New", "PyDict_New", "PyDict_Copy", "PySequence_List",
                       "PyDict_Keys", "PyDict_Values", "PyDict_Items");
}

/* Does the block of the function itself declare LOCAL? */
static bool
is_declared_on_top(const struct function *function, const struct variable *local)
{
    const struct node *root = function->body;
    for (const struct node *at = root->first; at != NULL; at = at->next) {
        for (const struct node *variable = at->kind == NODE_DECLARATIONS ? at->first : NULL;
             variable != NULL; variable = variable->next)
        {
            if (variable->variable == local) {
                return true;
            }
        }
    }
    return false;
}

/* The local that CALL alone gives an object, once and before anything that depends on it. */
static const struct variable *
local_of(const struct function *function, const struct node *call)
{
    const struct variable *local = call_local(call);
    if (local == NULL || local->is_parameter || local->storage != STORAGE_AUTOMATIC
        || !type_is_object_pointer(local->type) || call->origin != ORIGIN_FILE
        || !node_is_unconditional(call) || !is_declared_on_top(function, local))
    {
        return NULL;
    }
    const struct node *initial = local->initial != NULL ? node_bare(local->initial) : NULL;
    size_t n_writes = initial == call ? 1 : 0;
    if (initial != NULL && initial != call && !node_is_null(initial)) {
        return NULL;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        n_writes += local->uses[i]->is_written;
        if (local->uses[i]->is_address_taken) {
            return NULL;
        }
    }
    return n_writes == 1 ? local : NULL;
}

/* Is LOCAL no more than compared with NULL? */
static bool
is_only_asked(const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        if (!local->uses[i]->is_written && !node_is_asked(local->uses[i])) {
            return false;
        }
    }
    return true;
}

static bool
has_jumps_or_loops(const struct function *function, const struct node *call)
{
    const struct node *root = function->body;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_GOTO) {
            return true;
        }
    }
    for (const struct node *at = call->parent; at != NULL; at = at->parent) {
        if (at->kind == NODE_FOR || at->kind == NODE_WHILE || at->kind == NODE_DO
            || at->kind == NODE_SWITCH)
        {
            return true;
        }
    }
    return false;
}

static void
find_borrowers(struct replacing *r)
{
    const struct function *function = r->function;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (!CALL_IS(call, "PyList_GetItem", "PyDict_GetItemWithError") || !is_shared(call)) {
            continue;
        }
        const struct variable *local = local_of(function, call);
        if (local == NULL || is_only_asked(local) || has_jumps_or_loops(function, call)
            || r->borrowers.n_items == LOCALS_MOST)
        {
            continue;
        }
        r->borrowers.items[r->borrowers.n_items++] = (struct borrower){local, call};
    }
}

/* --- where they are released -------------------------------------------- */

/* Is LOCAL known to be NULL at NODE: in `if (local == NULL) …`? */
static bool
is_null_at(const struct variable *local, const struct node *node)
{
    for (const struct node *child = node, *at = node->parent; at != NULL;
         child = at, at = at->parent)
    {
        if (at->kind != NODE_IF || at->first->next != child) {
            continue;
        }
        const struct node *condition = node_bare(at->first);
        const struct node *left = condition->first;
        bool is_not = condition->kind == NODE_UNARY && condition->op == OP_NOT
                      && node_variable(left) == local;
        bool is_equal = condition->kind == NODE_BINARY && condition->op == OP_EQUAL
                        && ((node_is_null(left->next) && (node_variable(left) == local
                                                          || (left->kind == NODE_PAREN
                                                              && left->first->kind
                                                                     == NODE_ASSIGN
                                                              && node_variable(
                                                                     left->first->first)
                                                                     == local)))
                            || (node_is_null(left) && node_variable(left->next) == local));
        if (is_not || is_equal) {
            return true;
        }
    }
    return false;
}

/* Does VALUE, of a return, depend on no object that is released in front of it? */
static bool
is_plain_value(const struct replacing *r, const struct node *value)
{
    const struct node *bare = value != NULL ? node_bare(value) : NULL;
    if (bare == NULL || node_is_null(bare) || bare->has_value) {
        return true;
    }
    if (bare->kind != NODE_NAME || bare->variable == NULL || bare->type == NULL) {
        return false;
    }
    for (size_t i = 0; i < r->borrowers.n_items; i++) {
        if (r->borrowers.items[i].local == bare->variable) {
            return false;
        }
    }
    return bare->type->kind == TYPE_INTEGER || bare->type->kind == TYPE_FLOAT
           || type_is_object_pointer(bare->type);
}

static const char *
releases(const struct replacing *r, const bool *is_held, const struct variable *but,
         const char *indent)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < r->borrowers.n_items; i++) {
        if (is_held[i] && r->borrowers.items[i].local != but) {
            strbuf_format(&out, "Py_XDECREF(%s);\n%s", r->borrowers.items[i].local->name,
                          indent);
        }
    }
    return arena_copy(r->c->arena, out.size > 0 ? out.text : "", out.size);
}

/* `Py_INCREF(local);` directly in front of the return NODE; NULL: none. */
static const struct node *
reference_before(const struct node *node, const struct variable *local)
{
    const struct node *before = NULL;
    for (const struct node *at = node->parent->first; at != node; at = at->next) {
        before = at;
    }
    const struct node *taken =
        before != NULL && before->kind == NODE_CALL ? taken_reference(before) : NULL;
    return taken != NULL && taken->kind == NODE_NAME && taken->variable == local ? before
                                                                                 : NULL;
}

/* The local whose own reference the return NODE gives to the caller; NULL: none. */
static const struct variable *
local_given_away(struct replacing *r, const struct node *node, const bool *is_held)
{
    const struct node *value = node->first != NULL ? node_bare(node->first) : NULL;
    const struct node *taken =
        value != NULL && value->kind == NODE_CALL ? taken_reference(value) : NULL;
    for (size_t i = 0; i < r->borrowers.n_items && value != NULL; i++) {
        const struct variable *local = r->borrowers.items[i].local;
        if (!is_held[i]) {
            continue;
        }
        if (taken != NULL && taken->kind == NODE_NAME && taken->variable == local) {
            struct brackets brackets;
            if (use_brackets(node->file, node->first->begin, &brackets)) {
                replace(r, node->file, node->first->begin, brackets.close + 1, local->name);
                return local;
            }
        }
        if (value->kind == NODE_NAME && value->variable == local) {
            const struct node *before = reference_before(node, local);
            struct brackets brackets;
            if (before == NULL || !use_brackets(before->file, before->begin, &brackets)) {
                r->fails = true; /* it gives a borrowed reference to its caller */
                return local;
            }
            uint32_t end = after_semicolon(before->file, brackets.close + 1);
            while (end < node->begin) {
                end++;
            }
            replace(r, before->file, before->begin, end, "");
            return local;
        }
    }
    return NULL;
}

static const char *
free_name(const struct replacing *r)
{
    static const char *const names[] = {"result", "returned", "answer"};
    const struct node *body = r->function->body;
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (!text_has_word(body->file, body->begin, body->end, names[i])) {
            return names[i];
        }
    }
    return NULL;
}

static void
plan_return(struct replacing *r, const struct node *node)
{
    bool is_held[LOCALS_MOST] = {false}, is_any = false;
    for (size_t i = 0; i < r->borrowers.n_items; i++) {
        const struct borrower *borrower = &r->borrowers.items[i];
        is_held[i] = node_may_precede(borrower->call, node)
                     && !is_null_at(borrower->local, node);
        is_any |= is_held[i];
    }
    if (!is_any) {
        return;
    }
    bool is_macro = node->origin == ORIGIN_MACRO;
    if (node->parent == NULL || node->parent->kind != NODE_BLOCK
        || node->parent->origin == ORIGIN_MACRO
        || (is_macro && !string_starts(node_use(r->c->source, node), "Py_RETURN_")))
    {
        r->fails = true;
        return;
    }
    const struct source_file *file = node->file;
    const char *indent = indent_at(r->c, file, node->begin);
    const struct variable *given = is_macro ? NULL : local_given_away(r, node, is_held);
    const char *lines = releases(r, is_held, given, indent);
    if (is_macro || given != NULL || is_plain_value(r, node->first)) {
        if (lines[0] != '\0') {
            replace(r, file, node->begin, node->begin, lines);
        }
        return;
    }
    const char *name = free_name(r);
    const struct node *value = node->first;
    if (name == NULL || value->file != file) {
        r->fails = true;
        return;
    }
    const struct type *type = r->function->type->target;
    bool is_object = type_is_object_pointer(type);
    uint32_t end = after_semicolon(file, value->end);
    replace(r, file, node->begin, end,
            TEXT(r->c, "%s%s = %s;\n%s%sreturn %s;",
                 is_object ? "PyObject *" : TEXT(r->c, "%s ", type->spelling), name,
                 text_of(r->c, file, value->begin, value->end), indent, lines, name));
}

/* --- a function ------------------------------------------------------------ */

/* The word in the text that CALL calls. */
static void
plan_call(struct replacing *r, const struct node *call)
{
    bool is_list = CALL_IS(call, "PyList_GetItem");
    const char *name = is_list ? "PyList_GetItemRef" : r->plan->dict;
    const struct node *callee = call->first;
    if (name == NULL) {
        name = r->plan->dict = TEXT(r->c, "%s_get_item_ref", r->c->names->base);
    }
    if (callee->kind != NODE_NAME || callee->origin != ORIGIN_FILE) {
        r->fails = true;
        return;
    }
    replace(r, call->file, callee->begin, callee->end, name);
}

static bool
returns_always(const struct function *function)
{
    const struct node *last = NULL;
    for (const struct node *at = function->body->first; at != NULL; at = at->next) {
        last = at;
    }
    return last != NULL && last->kind == NODE_RETURN;
}

static void
plan_function(struct conversion *c, struct strong_references *plan,
              const struct function *function)
{
    const struct declaration *d = function_definition(function);
    struct replacing r = {.c = c, .plan = plan, .function = function};
    if (d == NULL || function->made_by != NULL || d->file->is_generated
        || function->body->origin == ORIGIN_MACRO || !returns_always(function)
        || function_has_lazy_objects(c, function)
        || (plan->file != NULL && plan->file != d->file))
    {
        return;
    }
    find_borrowers(&r);
    const struct node *root = r.borrowers.n_items > 0 ? function->body : NULL;
    bool needs_list = false, had_dict = plan->dict != NULL;
    for (size_t i = 0; i < r.borrowers.n_items; i++) {
        plan_call(&r, r.borrowers.items[i].call);
        needs_list |= CALL_IS(r.borrowers.items[i].call, "PyList_GetItem");
    }
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        if (node->kind == NODE_RETURN) {
            plan_return(&r, node);
        }
    }
    if (root == NULL || r.fails) {
        plan->dict = had_dict ? plan->dict : NULL;
        return;
    }
    for (size_t i = 0; i < r.n_texts; i++) {
        ARENA_ADD(c->arena, plan->texts, plan->n_texts, plan->capacity, &r.texts[i]);
    }
    plan->needs_list |= needs_list && c->options->floor < FIRST_WITH_REFERENCES;
    if (plan->file == NULL) {
        plan->file = d->file;
        plan->place = d->begin;
    }
}

void
plan_strong_references(struct conversion *c)
{
    struct strong_references *plan = ARENA_NEW(c->arena, struct strong_references);
    *plan = (struct strong_references){.texts = NULL};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        if (c->guards->threads->contexts[i] == CONTEXT_RUN) {
            plan_function(c, plan, c->source->functions[i]);
        }
    }
    if (source_has_word(c->source, "PyList_GetItemRef")) {
        plan->needs_list = false; /* the project has it */
    }
    c->strong_references = plan;
}
