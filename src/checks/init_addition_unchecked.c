/* init-addition-unchecked: what exec adds to the module without a look at the result; where
 * that fails, the import goes on with an exception set. */
#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/index.h"

enum { CALLERS_DEPTH = 3 };

static bool
is_statement(const struct node *call)
{
    const struct node *child = node_outer(call), *parent = child->parent;
    if (parent == NULL) {
        return false;
    }
    switch (parent->kind) {
    case NODE_BLOCK:
    case NODE_LABEL:
        return true;
    case NODE_IF:
    case NODE_WHILE:
        return parent->first != child;
    default:
        return false;
    }
}

/* Does FUNCTION, or one that calls it, ask for an exception in place of a result?  An assertion
 * takes it that there is none. */
static bool
asks_for_exception(const struct extension *extension, const struct function *function, int depth)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (CALL_IS(function->calls[i], "PyErr_Occurred")
            && !node_is_asserted(extension, function->calls[i]))
        {
            return true;
        }
    }
    for (size_t i = 0; depth > 0 && i < function->n_uses; i++) {
        const struct function *caller = function->uses[i]->within;
        if (caller != NULL && caller != function
            && asks_for_exception(extension, caller, depth - 1))
        {
            return true;
        }
    }
    return false;
}

static void
check_function_of_import(struct check *check, const struct function *function)
{
    const struct node *first = NULL;
    size_t n = 0;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (string_starts(call_name(call), "PyModule_Add") && is_statement(call)) {
            first = first != NULL ? first : call;
            n++;
        }
    }
    if (first == NULL || asks_for_exception(check->extension, function, CALLERS_DEPTH)) {
        return;
    }
    struct finding *finding = check_add_node(
        check, "init-addition-unchecked", first, function->name,
        "%s does not check the result of %s: on failure the import goes on with an "
        "exception set and without the attribute; return -1",
        function->name, call_name(first));
    if (n > 1) {
        finding_add_evidence(check->findings, finding, "and of %zu more such calls", n - 1);
    }
}

void
check_init_addition_unchecked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->body != NULL
            && function_runs_only_at_import(check->extension, function))
        {
            check_function_of_import(check, function);
        }
    }
}
