/* Code outside of a dealloc function that frees a partly initialised instance: an
 * instance of a heap type is tracked and owns a reference to its type. */
#include "convert/plan/instance_frees.h"

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/collector.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/functions.h"
#include "convert/plan/gc_functions.h"
#include "convert/plan/instances.h"
#include "convert/plan/variable_selection.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "model/extent.h"
#include "model/freeing.h"

static const char rule[] = "type-not-converted";

/* Is it `type->tp_free(…)`? */
static bool
is_slot_call(const struct node *node)
{
    const struct node *callee = node_bare(node->first);
    return callee != NULL && callee->kind == NODE_MEMBER
           && string_equal(callee->text, "tp_free");
}

static bool
is_release(const struct node *node)
{
    enum freeing freeing = freeing_of(call_name(node));
    return freeing == FREES_OBJECT || freeing == FREES_COLLECTED || is_slot_call(node);
}

static bool
release_brackets(const struct node *call, struct brackets *out)
{
    return is_slot_call(call) ? member_brackets(call, "tp_free", out)
                              : use_brackets(call->file, call->begin, out);
}

/* The struct of the instance that CALL frees; NULL: it frees no Python object. */
static const struct record *
freed_record(const struct node *call)
{
    const struct node *argument = node_bare(call_argument(call, 0));
    return argument != NULL && type_is_object_pointer(argument->type)
               ? argument->type->target->record
               : NULL;
}

static bool
is_statement_of(const struct node *parent)
{
    switch (parent != NULL ? parent->kind : NODE_OTHER) {
    case NODE_BLOCK:
    case NODE_LABEL:
    case NODE_IF:
    case NODE_CASE:
    case NODE_DEFAULT:
        return true;
    default:
        return false;
    }
}

/* Were there types in the heap before?  Then a struct does not tell which protocol its
 * instances follow. */
static bool
has_old_heap_types(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (plan_of_variable(c, variable)->belongs
            && type_is_record(variable->type, "PyType_Spec"))
        {
            return true;
        }
    }
    return false;
}

/* Is CALL `type->tp_free(self); Py_DECREF(type);`, which ends an instance of a heap type as it
 * should? */
static bool
releases_type(const struct node *call)
{
    const struct node *callee = is_slot_call(call) ? node_bare(call->first) : NULL;
    const struct variable *type =
        callee != NULL && callee->op == '>' ? node_variable(node_bare(callee->first)) : NULL;
    for (const struct node *n = call->next; type != NULL && n != NULL; n = n->next) {
        for (const struct node *part = n; part != NULL; part = node_after(part, n)) {
            const struct node *released =
                part->kind == NODE_CALL ? released_reference(part) : NULL;
            if (released != NULL && node_variable(released) == type) {
                return true;
            }
        }
        if (leaves(n)) {
            return false;
        }
    }
    return false;
}

/* Does STATEMENT release what a member of INSTANCE is? */
static bool
releases_member(const struct node *statement, const struct variable *instance)
{
    for (const struct node *n = statement; n != NULL; n = node_after(n, statement)) {
        const struct node *released = n->kind == NODE_CALL ? released_reference(n) : NULL;
        if (released != NULL && released->kind == NODE_MEMBER
            && node_variable(node_resolved(released->first)) == instance)
        {
            return true;
        }
    }
    return false;
}

/* May STATEMENT end without what follows it? */
static bool
may_leave(const struct node *statement)
{
    for (const struct node *n = statement; n != NULL; n = node_after(n, statement)) {
        if (n->kind == NODE_RETURN || n->kind == NODE_GOTO || n->kind == NODE_BREAK
            || n->kind == NODE_CONTINUE || n->kind == NODE_THROW)
        {
            return true;
        }
    }
    return false;
}

/* The members of an instance that is tracked go before it is freed: their release may run the
 * garbage collector, which would visit what they were. */
static void
plan_untracking(struct instance_release *release)
{
    const struct node *last = release->call, *argument = release->instance;
    if (last->parent->kind == NODE_LABEL) {
        last = last->parent;
    }
    if (!release->is_collected || last->parent == NULL || last->parent->kind != NODE_BLOCK) {
        return;
    }
    for (const struct node *n = last->parent->first; n != NULL; n = n->next) {
        if (n->kind == NODE_LABEL) {
            release->untracks_again = release->untracks_before != NULL;
        }
        if (n == last) {
            return;
        }
        if (may_leave(n)) {
            release->untracks_before = NULL;
        }
        else if (release->untracks_before == NULL && releases_member(n, argument->variable)
                 && n->file == release->call->file && n->begin < release->call->begin)
        {
            release->untracks_before = n->kind == NODE_LABEL ? n->first : n;
        }
    }
}

static void
plan_release(struct conversion *c, struct instance_releases *list,
             const struct function *function, const struct node *call)
{
    const struct record *record = freed_record(call);
    const struct node *argument = node_bare(call_argument(call, 0));
    unsigned owners = instance_owners(c, argument != NULL ? argument->type : NULL);
    struct brackets arguments;

    if (owners == OF_KEPT_TYPE || releases_type(call) || is_purge(c, call)) {
        return; /* its type stays static, or is in the heap already; or it owns none */
    }
    if (call->origin == ORIGIN_ARGUMENT || !is_statement_of(call->parent)
        || argument->kind != NODE_NAME
        || !release_brackets(call, &arguments))
    {
        refuse_at(c, rule, call, function->name,
                  "'%s' frees an instance inside an expression or macro",
                  function->name);
        return;
    }
    if (string_equal(record->name, "PyObject") || string_equal(record->tag, "_object")
        || (owners & OF_KEPT_TYPE) != 0 || has_old_heap_types(c))
    {
        refuse_at(c, rule, call, function->name,
                  "'%s' frees an instance of unknown type outside its dealloc "
                  "function; release it with Py_DECREF",
                  function->name);
        return;
    }
    struct instance_release release = {
        .call = call,
        .instance = argument,
        .end = after_semicolon(call->file, arguments.close + 1),
        .is_collected = is_collected(c, record),
    };
    plan_untracking(&release);
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &release);
}

void
plan_instance_frees(struct conversion *c)
{
    struct instance_releases *list = ARENA_NEW(c->arena, struct instance_releases);
    *list = (struct instance_releases){0};
    for (size_t i = 0; i < c->source->n_functions && c->selection->moves_types; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || function->body == NULL || plan->access == ACCESS_TEARDOWN
            || has_dealloc_plan(c->gc_functions, function))
        {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_CALL && is_release(n) && freed_record(n) != NULL) {
                plan_release(c, list, function, n);
            }
        }
    }
    c->instance_frees = list;
}
