/* What the garbage-collection protocol asks of a heap type's functions: traverse visits
 * the type, dealloc untracks first and releases the type last. */
#include "convert/plan/gc_functions.h"

#include <string.h>

#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "convert/facts/parameters.h"
#include "convert/findings.h"
#include "convert/plan/assertions.h"
#include "convert/plan/free_lists.h"
#include "convert/plan/instances.h"
#include "convert/plan/module_holders.h"
#include "convert/plan/slot_calls.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/variables.h"
#include "extension/heap_type.h"
#include "model/freeing.h"

static const char rule[] = "type-not-converted";

/* Does the body of FUNCTION say TEXT, in any of its branches? */
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

/* Does FUNCTION call another function that is the SLOT of an own type, or that of their
 * base? */
static bool
delegates(const struct conversion *c, const struct function *function, const char *slot)
{
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        if (n->kind != NODE_CALL) {
            continue;
        }
        if (base_call_at(c, function, n, slot) != CALLS_NO_BASE) {
            return true;
        }
        const struct function *called = n->function != NULL ? n->function
                                        : n->first != NULL
                                            ? slot_call_at(c, node_bare(n->first)).function
                                            : NULL;
        if (called != NULL && called != function && is_slot_of_own_type(c, called, slot)) {
            return true;
        }
    }
    return false;
}

/* The call in FUNCTION of the SLOT of a base that is a type of the module for some of the types
 * it is the slot of, but not for all; NULL: none. */
static const struct node *
either_base(const struct conversion *c, const struct function *function, const char *slot)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        if (n->kind == NODE_CALL && base_call_at(c, function, n, slot) == CALLS_EITHER) {
            return n;
        }
    }
    return NULL;
}

/* Refuse FUNCTION, the SLOT of types of which some have a base of the module, which DOES the
 * type, and others one that does not. */
static bool
refuses_either_base(struct conversion *c, const struct function *function, const char *slot,
                    const char *does)
{
    const struct node *call = either_base(c, function, slot);
    if (call != NULL) {
        refuse_at(c, rule, call, function->name,
                  "'%s' is the %s of types whose base is a type of this module and of others, "
                  "so it is unclear whether the base %s the type here; give each a function of "
                  "its own",
                  function->name, slot, does);
    }
    return call != NULL;
}

/* --- traverse -------------------------------------------------------------------- */

static bool
has_traverse_plan(const struct gc_functions *functions, const struct function *function)
{
    for (size_t i = 0; i < functions->n_traverses; i++) {
        if (functions->traverses[i].function == function) {
            return true;
        }
    }
    return false;
}

/* Does the declaration STATEMENT get an object from a call?  A visit behind it may return
 * before that is released. */
static bool
declares_object_of_call(const struct node *statement)
{
    for (const struct node *n = statement; n != NULL; n = node_after(n, statement)) {
        if (n->kind == NODE_CALL && n->type != NULL && type_is_object_pointer(n->type)) {
            return true;
        }
    }
    return false;
}

/* The first statement of FUNCTION behind its declarations, and behind assertions that go;
 * NULL: the visit stands at the beginning of the body. */
static const struct node *
visiting_place(const struct conversion *c, const struct function *function)
{
    const struct node *first = function->body->first;
    while (first != NULL && first->next != NULL
           && ((first->kind == NODE_DECLARATIONS && !declares_object_of_call(first))
               || is_in_assertion(c, first->file, first->begin, first->end)))
    {
        first = first->next;
    }
    bool is_last = first != NULL && first->next == NULL;
    return first != function->body->first
                   && (!is_last || first->kind != NODE_DECLARATIONS)
               ? first
               : NULL;
}

void
plan_traverse(struct conversion *c, struct gc_functions *functions,
              const struct function *function)
{
    const struct declaration *place = function_definition(function);

    if (place->from_macro) {
        refuse(c, rule, place->file, place->name, function->name,
               "a macro defines the traverse function '%s', which must visit the type",
               function->name)
            ->cause = macro_cause(c, function->made_by);
        return;
    }
    if (refuses_either_base(c, function, "tp_traverse", "visits")) {
        return;
    }
    if (function_visits_type(function, SLOT_DEPTH - 1) == VISITS
        || delegates(c, function, "tp_traverse")
        || has_traverse_plan(functions, function))
    {
        return;
    }
    if (parameter_naming_of(c, function, 0, "self").name == NULL
        || parameter_naming_of(c, function, 1, "visit").name == NULL
        || parameter_naming_of(c, function, 2, "arg").name == NULL)
    {
        refuse(c, rule, place->file, place->name, function->name,
               "unsupported parameters of '%s'", function->name);
        return;
    }
    ARENA_ADD(c->arena, functions->traverses, functions->n_traverses,
              functions->traverses_capacity,
              &(struct traverse_plan){function, visiting_place(c, function)});
}

/* --- dealloc --------------------------------------------------------------------- */

enum release { RELEASE_NONE, RELEASE_TP_FREE, RELEASE_FUNCTION, RELEASE_BASE };

/* How the call NODE gives up the instance; not by a function that is the slot of a type that
 * moves: it releases the type, too. */
static enum release
release_of(const struct conversion *c, const struct node *node)
{
    if (node->kind != NODE_CALL) {
        return RELEASE_NONE;
    }
    const struct node *callee = node_bare(node->first);
    if (base_call_at(c, node->within, node, "tp_dealloc") != CALLS_NO_BASE) {
        return RELEASE_NONE;
    }
    if (callee != NULL && callee->kind == NODE_MEMBER) {
        return strcmp(callee->text, "tp_free") == 0      ? RELEASE_TP_FREE
               : strcmp(callee->text, "tp_dealloc") == 0
                       && slot_call_at(c, callee).function == NULL
                   ? RELEASE_BASE
                   : RELEASE_NONE;
    }
    enum freeing freeing = freeing_of(call_name(node));
    return freeing != FREES_NOTHING && freeing != FREES_RAW ? RELEASE_FUNCTION
                                                            : RELEASE_NONE;
}

/* Is NODE the first parameter of FUNCTION, or a local made of it? */
static bool
is_of_self(const struct node *node, const struct function *function)
{
    const struct node *name = node_bare(node);
    const struct variable *variable = name != NULL ? name->variable : NULL;
    if (variable == NULL || name->kind != NODE_NAME || function->n_parameters == 0) {
        return false;
    }
    return variable == function->parameters[0] || is_made_of_self(function, variable);
}

static bool
is_free(const struct conversion *c, const struct node *node,
        const struct function *function)
{
    return release_of(c, node) != RELEASE_NONE
           && is_of_self(call_argument(node, 0), function);
}

/* Does CONDITION only ask for an instance, which each dealloc function is given? */
static bool
asks_for_self(const struct node *condition, const struct function *function)
{
    const struct node *node = node_bare(condition);
    if (node->kind == NODE_BINARY && node->op == OP_NOT_EQUAL) {
        return (is_null(node->first->next) && is_of_self(node->first, function))
               || (is_null(node->first) && is_of_self(node->first->next, function));
    }
    return is_of_self(node, function);
}

/* Is the instance freed on every way through NODE? */
static bool
always_frees(const struct conversion *c, const struct node *node,
             const struct function *function)
{
    if (is_free(c, node, function) || is_kept_on_list(c, node)) {
        return true;
    }
    if (node->kind == NODE_IF) {
        const struct node *then = node_child(node, 1), *other = node_child(node, 2);
        return always_frees(c, then, function)
               && (asks_for_self(node->first, function)
                   || (other != NULL && always_frees(c, other, function)));
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

/* Is a value of FUNCTION's instance, or the instance, handed on in NODE? */
static bool
hands_on_self(const struct node *root, const struct function *function)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        for (size_t i = 0; n->kind == NODE_CALL && call_argument(n, i) != NULL; i++) {
            if (is_of_self(call_argument(n, i), function)
                && strcmp(call_name(n), "Py_TYPE") != 0
                && strcmp(call_name(n), "PyObject_GC_UnTrack") != 0)
            {
                return true;
            }
        }
    }
    return false;
}

/* Does CONDITION only ask whether the instance was given its memory?  An instance without was
 * not finished; for another reason it may be kept, to be used again. */
static bool
asks_for_memory(const struct node *condition)
{
    const struct node *node = node_bare(condition);
    if (node->kind == NODE_BINARY && node->op == OP_AND) {
        return asks_for_memory(node->first) && asks_for_memory(node->first->next);
    }
    if (node->kind == NODE_BINARY && node->op == OP_NOT_EQUAL && is_null(node->first->next)) {
        node = node_bare(node->first);
    }
    return (node->kind == NODE_NAME || node->kind == NODE_MEMBER) && node->type != NULL
           && node->type->kind == TYPE_POINTER;
}

/* The `if` that FUNCTION ends with and in which it frees the instance, where nothing else in
 * it can; NULL: it is written otherwise. */
static const struct node *
only_guard(const struct conversion *c, const struct function *function)
{
    const struct node *guard = NULL;
    for (const struct node *n = function->body->first; n != NULL; n = n->next) {
        if (n->next != NULL ? hands_on_self(n, function) : n->kind != NODE_IF) {
            return NULL;
        }
        guard = n;
    }
    return guard != NULL && guard->origin == ORIGIN_FILE && node_child(guard, 2) == NULL
                   && asks_for_memory(guard->first)
                   && always_frees(c, node_child(guard, 1), function)
               ? guard
               : NULL;
}

/* Is HELPER, which frees what it is given, only given instances of types that move?  A pointer
 * to nothing in particular says so by its calls. */
static bool
is_given_instances(const struct conversion *c, const struct function *helper)
{
    const struct type *given = helper->parameters[0]->type;
    bool is_any = given->kind == TYPE_POINTER && given->target != NULL
                  && given->target->kind == TYPE_VOID;
    if (!is_any && (!type_is_object_pointer(given) || (instance_owners(c, given) & OF_KEPT_TYPE)))
    {
        return false;
    }
    for (size_t i = 0; i < helper->n_uses; i++) {
        const struct node *call = direct_call(helper->uses[i]);
        const struct node *argument = call != NULL ? node_bare(call_argument(call, 0)) : NULL;
        unsigned owners = argument != NULL ? instance_owners(c, argument->type) : 0;
        if ((owners & OF_KEPT_TYPE) != 0 || (is_any && owners != OF_MOVING_TYPE)) {
            return false;
        }
    }
    return true;
}

/* The function of the module that the call NODE hands the instance of FUNCTION to, and that
 * frees it in each case; NULL: none. */
static const struct function *
freeing_helper(const struct conversion *c, const struct node *node,
               const struct function *function)
{
    const struct function *helper = node->kind == NODE_CALL ? node->function : NULL;
    return helper != NULL && helper != function && helper->in_project && helper->body != NULL
                   && helper->n_parameters == 1 && is_given_instances(c, helper)
                   && is_of_self(call_argument(node, 0), function)
                   && always_frees(c, helper->body, helper)
               ? helper
               : NULL;
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

static bool
returns_in(const struct node *root)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_RETURN) {
            return true;
        }
    }
    return false;
}

/* The statement of FUNCTION behind which the finalizer has been called, and the instance is not
 * used again: until then the collector must see it.  NULL: it calls none. */
static const struct node *
finalizing_statement(const struct function *function)
{
    const struct node *last = function->body->first;
    while (last != NULL && !calls(last, "PyObject_CallFinalizerFromDealloc")) {
        last = last->next;
    }
    while (last != NULL && last->next != NULL && last->next->kind == NODE_IF
           && returns_in(last->next) && !calls_more_than_type(last->next))
    {
        last = last->next;
    }
    return last;
}

/* The statement of FUNCTION that untracks the instance only behind others that take it
 * apart, or NULL. */
static const struct node *
late_untrack(const struct function *function)
{
    const struct node *finalizing = finalizing_statement(function);
    bool is_late = false;
    for (const struct node *n = finalizing != NULL ? finalizing->next : function->body->first;
         n != NULL; n = n->next)
    {
        if (n->kind == NODE_CALL && strcmp(call_name(n), "PyObject_GC_UnTrack") == 0) {
            return is_late && n->origin == ORIGIN_FILE ? n : NULL;
        }
        is_late |= calls_more_than_type(n);
    }
    return NULL;
}

static bool
untracks_itself(const struct function *function)
{
    return body_holds(function, "PyObject_GC_UnTrack")
           || body_holds(function, "_PyObject_GC_UNTRACK");
}

/* The arguments of CALL, which frees the instance by its type's tp_free or by a function;
 * false if it is written otherwise, or goes through a local that would be left without a
 * use. */
static bool
arguments_of_free(const struct node *call, struct brackets *out)
{
    const struct node *callee =
        call->kind == NODE_CALL && call->origin != ORIGIN_ARGUMENT
            ? node_bare(call->first)
            : NULL;
    if (callee == NULL) {
        return false;
    }
    if (callee->kind != NODE_MEMBER) {
        return use_brackets(call->file, call->begin, out);
    }
    const struct node *type = callee->first != NULL ? node_bare(callee->first) : NULL;
    if (type != NULL && type->kind == NODE_NAME && type->origin == ORIGIN_FILE
        && type->begin == call->begin)
    {
        return false; /* local->tp_free(self) */
    }
    return member_brackets(call, "tp_free", out);
}

/* The calls in FUNCTION behind LAST (NULL: the first) that free the instance, or keep it
 * on a list; NULL behind the last. */
static const struct node *
next_freeing(const struct conversion *c, const struct function *function,
             const struct node *last)
{
    const struct node *n = last != NULL ? node_after(last, function->body) : function->body;
    while (n != NULL && !is_free(c, n, function) && !is_kept_on_list(c, n)) {
        n = node_after(n, function->body);
    }
    return n;
}

/* Can insulate.h free the instance wherever FUNCTION does? */
static bool
can_free_by_header(const struct conversion *c, const struct function *function)
{
    struct brackets ignored;
    size_t n = 0;
    for (const struct node *call = NULL;
         c->options->use_header && (call = next_freeing(c, function, call)) != NULL; n++)
    {
        if (!arguments_of_free(call, &ignored)) {
            return false;
        }
    }
    return n > 0;
}

/* Can the type be released behind FREEING, in FUNCTION?  Finds out where. */
static void
plan_freeing(struct conversion *c, const struct function *function,
             struct instance_free *freeing)
{
    const struct node *call = freeing->node;
    const struct node *parent = node_outer(call)->parent;

    if (call->origin == ORIGIN_ARGUMENT || parent == NULL
        || (parent->kind != NODE_BLOCK && parent->kind != NODE_LABEL
            && parent->kind != NODE_IF))
    {
        refuse_at(c, rule, call, function->name,
                  "'%s' frees the instance inside an expression", function->name);
        return;
    }
    freeing->is_branch = parent->kind == NODE_IF;
    freeing->is_function = release_of(c, call) == RELEASE_FUNCTION;
    if (freeing->is_function
        && (!use_brackets(call->file, call->begin, &freeing->arguments)
            || !brackets_name(&freeing->arguments, &freeing->name)))
    {
        refuse_at(c, rule, call, function->name,
                  "'%s' frees the instance through a macro", function->name);
    }
}

/* A name for the type in FUNCTION that means nothing else there. */
static const char *
name_of_type(const struct function *function)
{
    static const char *const names[] = {"tp", "type", "self_type", "heap_type"};
    for (size_t i = 0; i + 1 < ARRAY_LENGTH(names); i++) {
        if (!body_holds(function, names[i])) {
            return names[i];
        }
    }
    return names[ARRAY_LENGTH(names) - 1];
}

bool
has_dealloc_plan(const struct gc_functions *functions, const struct function *function)
{
    for (size_t i = 0; i < functions->n_deallocs; i++) {
        if (functions->deallocs[i].function == function) {
            return true; /* two types share it */
        }
    }
    return false;
}

/* The one function that frees all instances for FUNCTION, which it is handed as the last thing
 * that FUNCTION does, or NULL. */
static const struct function *
last_helper(const struct conversion *c, const struct function *function)
{
    const struct node *last = function->body->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last != NULL && next_freeing(c, function, NULL) == NULL
               ? freeing_helper(c, last, function)
               : NULL;
}

/* A type that stays static, while others move, and whose instances FUNCTION deallocates, too;
 * NULL: there is none. */
static const struct variable *
kept_user(const struct conversion *c, const struct function *function)
{
    for (size_t i = 0; c->kept_statics != NULL && i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (c->kept_statics[variable->id] != NULL
            && function_in_slot(c, variable, "tp_dealloc") == function)
        {
            return variable;
        }
    }
    return NULL;
}

/* May FUNCTION find that the instance is used again: by its finalizer, or by its reference
 * count? */
static bool
may_resurrect(const struct function *function)
{
    return body_holds(function, "PyObject_CallFinalizerFromDealloc")
           || body_holds(function, "Py_REFCNT") || body_holds(function, "ob_refcnt")
           || body_holds(function, "_PyObject_ResurrectStart");
}

/* Does ROOT mention the instance of FUNCTION itself, not only its members? */
static bool
mentions_self(const struct node *root, const struct function *function)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        const struct node *user = n->kind == NODE_NAME ? node_outer(n)->parent : NULL;
        if (user != NULL && user->kind != NODE_MEMBER && is_of_self(n, function)) {
            return true;
        }
    }
    return false;
}

/* The first `if` of FUNCTION that leaves it by a return and does nothing with the instance:
 * neither frees it nor keeps it; NULL: there is none. */
static const struct node *
leaving_branch(const struct conversion *c, const struct function *function)
{
    for (const struct node *n = function->body->first; n != NULL; n = n->next) {
        if (always_frees(c, n, function) || may_resurrect(function)) {
            return NULL;
        }
        const struct node *then = n->kind == NODE_IF ? node_child(n, 1) : NULL;
        const struct node *last = then != NULL && then->kind == NODE_BLOCK ? then->first : then;
        while (last != NULL && last->next != NULL && last != then) {
            last = last->next;
        }
        if (last != NULL && last->kind == NODE_RETURN && n->origin == ORIGIN_FILE
            && node_child(n, 2) == NULL && !mentions_self(n, function))
        {
            return n;
        }
    }
    return NULL;
}

/* The instance of FUNCTION is not freed where it leaves early: so neither is what it keeps. */
static void
tell_leaving(struct conversion *c, const struct function *function)
{
    const struct node *branch = leaving_branch(c, function);
    if (branch != NULL) {
        note(c, "lifetime-reference-leaked", branch->file, branch->begin, function->name,
             "inherited: '%s' does not free the instance where it returns here; the instance now "
             "also keeps its type and the module: free it on that path, too",
             function->name);
    }
}

void
plan_dealloc(struct conversion *c, struct gc_functions *functions,
             const struct function *function, bool is_tracked)
{
    const struct declaration *place = function_definition(function);
    struct dealloc_plan plan = {.function = function};

    if (place == NULL) {
        return;
    }
    if (place->from_macro) {
        refuse(c, rule, place->file, place->name, function->name,
               "a macro defines the dealloc function '%s', which must release the type",
               function->name)
            ->cause = macro_cause(c, function->made_by);
        return;
    }
    if (has_dealloc_plan(functions, function)) {
        return;
    }
    const struct variable *kept = kept_user(c, function);
    if (kept != NULL) {
        refuse(c, rule, place->file, place->name, function->name,
               "'%s' also deallocates instances of '%s', which stays static; give each type a "
               "function of its own",
               function->name, kept->name);
        return;
    }
    if (refuses_either_base(c, function, "tp_dealloc", "releases")) {
        return;
    }
    tell_leaving(c, function);
    plan.late = late_untrack(function);
    plan.untracks = is_tracked && (plan.late != NULL || !untracks_itself(function));
    plan.untracks_behind = plan.untracks ? finalizing_statement(function) : NULL;
    const struct node *guard = NULL;
    if (!always_frees(c, function->body, function)
        && (guard = only_guard(c, function)) != NULL)
    {
        note(c, "lifetime-reference-leaked", guard->file, guard->begin, function->name,
             "inherited: '%s' frees the instance only in this branch; where it does not, the "
             "instance now also keeps its type and the module: free it behind the branch",
             function->name);
    }
    else if (!always_frees(c, function->body, function)) {
        bool holds_none = torn_down_holder(c, function) == NULL;
        const struct function *helper = holds_none ? last_helper(c, function) : NULL;
        if (helper != NULL) {
            plan_dealloc(c, functions, helper, false);
        }
        if (helper != NULL || (holds_none && delegates(c, function, "tp_dealloc"))) {
            /* The function it calls frees the instance and releases the type. */
            ARENA_ADD(c->arena, functions->deallocs, functions->n_deallocs,
                      functions->deallocs_capacity, &plan);
            return;
        }
        refuse(c, rule, place->file, place->name, function->name,
               "'%s' does not free the instance on every path, so it is unclear where "
               "to release the type",
               function->name);
        return;
    }
    plan.type_local = name_of_type(function);
    plan.holder = torn_down_holder(c, function);
    plan.module_local = body_holds(function, "module") ? "own_module" : "module";
    plan.by_header = plan.holder == NULL && can_free_by_header(c, function);
    for (const struct node *call = NULL;
         (call = next_freeing(c, function, call)) != NULL;)
    {
        struct instance_free freed = {.node = call};
        if (plan.by_header) {
            arguments_of_free(call, &freed.arguments);
        }
        else {
            plan_freeing(c, function, &freed);
        }
        ARENA_ADD(c->arena, plan.freeings, plan.n_freeings, plan.capacity, &freed);
    }
    ARENA_ADD(c->arena, functions->deallocs, functions->n_deallocs,
              functions->deallocs_capacity, &plan);
}
