/* access-null-unchecked: a path on which NULL is released, or its member read, and memory that
 * is used before it is asked for NULL. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/ownership.h"
#include "extension/references.h"

/* May NODE run more than once in its function? */
static bool
is_repeated(const struct node *node)
{
    const struct node *body = node;
    for (; body->parent != NULL; body = body->parent) {
        if (body->kind == NODE_FOR || body->kind == NODE_WHILE || body->kind == NODE_DO) {
            return true;
        }
    }
    for (const struct node *at = body; at != NULL && at->begin < node->begin;
         at = node_after(at, body))
    {
        if (at->kind == NODE_LABEL) {
            return true;
        }
    }
    return false;
}

/* Does FUNCTION ask for an exception in place of a result, before USE? */
static bool
asks_for_exception(const struct function *function, const struct node *use)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyErr_Occurred")
            && (function->calls[i]->begin < use->begin || is_repeated(use)))
        {
            return true;
        }
    }
    return false;
}

/* Is NODE the place that USE names: the same local, or the same member of the same thing? */
static bool
is_place_of(const struct node *node, const struct node *use)
{
    node = node_bare(node);
    if (node == NULL || node->kind != use->kind) {
        return false;
    }
    return node->kind == NODE_NAME     ? node->variable == use->variable
           : node->kind == NODE_MEMBER ? nodes_are_alike(node, use)
                                       : false;
}

/* What STATEMENT gives to the place that USE names, if it does nothing else; or NULL. */
static const struct node *
given_by(const struct node *statement, const struct node *use)
{
    if (statement->kind == NODE_DECLARATIONS && statement->first != NULL
        && statement->first->next == NULL && use->kind == NODE_NAME
        && statement->first->variable == use->variable)
    {
        return use->variable->initial;
    }
    return statement->kind == NODE_ASSIGN && statement->op == '='
                   && is_place_of(statement->first, use)
               ? statement->first->next
               : NULL;
}

typedef bool value_test(const struct check *check, const struct node *value);

static bool
is_value(const struct check *check, const struct node *value)
{
    (void)check;
    return value != NULL;
}

/* Is what STATEMENT gives last to the place that USE names, in both branches if it is an `if`,
 * something of which TEST is true? */
static bool
gives(const struct check *check, const struct node *statement, const struct node *use,
      value_test *test)
{
    if (statement == NULL) {
        return false;
    }
    if (statement->kind == NODE_IF) {
        const struct node *yes = node_child(statement, 1), *no = node_child(statement, 2);
        return gives(check, yes, use, test) && gives(check, no, use, test);
    }
    if (statement->kind == NODE_BLOCK) {
        const struct node *last = statement->first;
        while (last != NULL && last->next != NULL) {
            last = last->next;
        }
        return gives(check, last, use, test);
    }
    const struct node *value = node_bare(given_by(statement, use));
    return value != NULL && test(check, value);
}

/* May NODE, which runs before USE, give another value to the place that USE names, or may
 * others come here without what ran before? */
static bool
may_change(const struct node *node, const struct node *use)
{
    if (node->kind == NODE_LABEL || node->kind == NODE_CASE || node->kind == NODE_DEFAULT) {
        return true;
    }
    if (node->kind == NODE_CALL && use->kind == NODE_MEMBER) {
        return node->function == NULL || node->function->in_project;
    }
    bool is_same = node->kind == use->kind
                   && (node->kind == NODE_NAME     ? node->variable == use->variable
                       : node->kind == NODE_MEMBER ? strcmp(node->text, use->text) == 0
                                                   : false);
    return is_same && (node->is_written || node->is_address_taken);
}

/* The statement that gives the place that USE names its value on all ways to USE; NULL: it is
 * not known. */
static const struct node *
giving_before(const struct check *check, const struct node *use)
{
    for (const struct node *child = use, *block = use->parent; block != NULL;
         child = block, block = block->parent)
    {
        if (block->kind == NODE_FOR || block->kind == NODE_WHILE || block->kind == NODE_DO
            || block->kind == NODE_LABEL || block->kind == NODE_CASE
            || block->kind == NODE_DEFAULT)
        {
            return NULL;
        }
        const struct node *giving = NULL;
        for (const struct node *at = block->kind == NODE_BLOCK ? block->first : child;
             at != child; at = at->next)
        {
            giving = gives(check, at, use, is_value) ? at : giving;
        }
        if (giving == NULL) {
            continue;
        }
        for (const struct node *at = giving->next; at != use; at = node_after(at, block)) {
            if (at == NULL || may_change(at, use)) {
                return NULL;
            }
        }
        return giving;
    }
    return NULL;
}

/* Is VALUE the result of a call that fails with NULL and an exception: of the C API, or of a
 * function of the project?  A NULL that is written may depend on facts that are not
 * followed. */
static bool
is_failing_call(const struct check *check, const struct node *value)
{
    value = node_bare(value);
    if (value != NULL && value->kind == NODE_CONDITIONAL) {
        return is_failing_call(check, node_child(value, 1))
               && is_failing_call(check, node_child(value, 2));
    }
    if (value != NULL && value->kind == NODE_BINARY && value->op == ',') {
        return is_failing_call(check, node_child(value, 1));
    }
    if (value == NULL || value->kind != NODE_CALL) {
        return false;
    }
    /* A type that is ready has a dict; who takes the exception knows that one is set, which
     * has arguments. */
    if (CALL_IS(value, "PyType_GetDict", "PyErr_GetRaisedException", "PyException_GetArgs")) {
        return false;
    }
    const struct node *callee = node_bare(value->first);
    const struct ownership *helper =
        value->function != NULL && value->function->in_project
            ? function_ownership(check->extension, value->function)
            : NULL;
    return (helper != NULL && helper->raises && !helper->fails_quietly)
           || (value->function != NULL && !value->function->in_project
               && (string_starts(call_name(value), "Py")
                   || string_starts(call_name(value), "_PyObject_")
                   || (reference_is_listed(call_name(value))
                       && reference_given_by(call_name(value)) == REFERENCE_NEW)))
           || (callee != NULL && callee->kind == NODE_MEMBER
               && string_starts(callee->text, "tp_"));
}

/* Is what USE names given the result of such a call, whichever way was taken before? */
static bool
is_of_failing_call(const struct check *check, const struct node *use)
{
    const struct node *value =
        use->kind == NODE_NAME ? variable_only_value(use->variable) : NULL;
    return value != NULL ? is_failing_call(check, value)
                         : gives(check, giving_before(check, use), use, is_failing_call);
}

/* Is USE in a branch that asks what its place is? */
static bool
is_in_question(const struct node *use)
{
    for (const struct node *child = use, *node = use->parent; node != NULL;
         child = node, node = node->parent)
    {
        if (node->kind != NODE_IF || node->first == child) {
            continue;
        }
        for (const struct node *at = node->first; at != NULL;
             at = node_after(at, node->first))
        {
            if (is_place_of(at, use)) {
                return true;
            }
        }
    }
    return false;
}

/* Is FUNCTION in a unit that can raise MemoryError?  What its libraries do without memory is
 * theirs. */
static bool
may_raise(const struct function *function)
{
    const struct declaration *definition = function_definition(function);
    for (size_t i = 0; definition != NULL && i < definition->file->n_mains; i++) {
        if (definition->file->mains[i]->includes_python) {
            return true;
        }
    }
    return definition != NULL && definition->file->includes_python;
}

static void
report_memory(struct check *check, const struct function *function,
              const struct ownership_fault *fault)
{
    const struct node *use = fault->node;
    check_add_node(check, "access-null-unchecked", use, fault->name,
                   "%s %s the memory from %s%s%s without a check for NULL; the process crashes "
                   "when memory runs out: check it, and call PyErr_NoMemory",
                   function->name, use->kind == NODE_CALL ? "fills" : "uses",
                   call_name(fault->origin), fault->name != NULL ? " in " : "",
                   fault->name != NULL ? fault->name : "");
}

static bool
is_to_be_told(const struct check *check, const struct ownership_fault *fault)
{
    return fault->kind == FAULT_NULL && is_of_failing_call(check, fault->node)
           && !is_in_question(fault->node);
}

/* Is fault number I of OWNERSHIP the first of what it names? */
static bool
is_first(const struct check *check, const struct ownership *ownership, size_t i)
{
    for (size_t k = 0; k < i; k++) {
        if (ownership->faults[k].kind == FAULT_NULL
            && strcmp(ownership->faults[k].name, ownership->faults[i].name) == 0
            && is_to_be_told(check, &ownership->faults[k]))
        {
            return false;
        }
    }
    return true;
}

static void
report_null(struct check *check, const struct function *function,
            const struct ownership_fault *fault)
{
    const struct node *call = call_around(fault->node, NULL);
    bool is_given = call != NULL && released_reference(call) == NULL
                    && taken_reference(call) == NULL;
    check_add_node(check, "access-null-unchecked", fault->node, fault->name,
                   "'%s' may be NULL here, where %s %s%s; check what it was given "
                   "for NULL before",
                   fault->name, function->name,
                   call == NULL                       ? "reads its member"
                   : is_given                         ? "gives it to "
                   : released_reference(call) != NULL ? "releases it"
                                                      : "takes a reference to it",
                   is_given ? call_name(call) : "");
}

void
check_access_null_unchecked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct ownership *ownership =
            function_faults(check->extension, function);
        for (size_t k = 0; ownership != NULL && k < ownership->n_faults; k++) {
            const struct ownership_fault *fault = &ownership->faults[k];
            if (fault->kind == FAULT_MEMORY_NULL) {
                if (may_raise(function)) {
                    report_memory(check, function, fault);
                }
            }
            else if (!asks_for_exception(function, fault->node)
                     && is_to_be_told(check, fault)
                     && is_first(check, ownership, k))
            {
                report_null(check, function, fault);
            }
        }
    }
}
