/* What an m_clear does that only the collector called, once it is called by m_free, too. */
#include "convert/plan/repeated_clear.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "extension/expression.h"
#include "extension/module_state.h"
#include "model/freeing.h"

enum { MAX_CALLEES = 3 }; /* functions that call each other */

/* Is PLACE set to NULL, or 0, in FUNCTION? */
static bool
is_reset(const struct function *function, const struct node *place)
{
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        if (n->kind == NODE_ASSIGN && n->op == '=' && is_null(n->first->next)
            && nodes_are_alike(node_resolved(n->first), place))
        {
            return true;
        }
    }
    return false;
}

/* Is PLACE in the condition of an `if` around CALL? */
static bool
is_asked_around(const struct node *call, const struct node *place)
{
    for (const struct node *n = call; n->parent != NULL; n = n->parent) {
        const struct node *condition = n->parent->kind == NODE_IF ? n->parent->first : NULL;
        for (const struct node *one = condition; one != NULL && condition != n;
             one = node_after(one, condition))
        {
            if (nodes_are_alike(node_resolved(one), place)) {
                return true;
            }
        }
    }
    return false;
}

/* Is an argument of CALL one that is NULL the second time, where the call does nothing then, or is
 * not made? */
static bool
is_harmless_then(const struct function *function, const struct node *call)
{
    bool takes_null = freeing_of(call_name(call)) != FREES_NOTHING;
    for (size_t i = 0; call_argument(call, i) != NULL; i++) {
        const struct node *place = node_resolved(call_argument(call, i));
        if (place != NULL && place->kind != NODE_NUMBER && is_reset(function, place)
            && (takes_null || is_asked_around(call, place)))
        {
            return true;
        }
    }
    return false;
}

static const struct node *
find_call(const struct conversion *c, const struct function *function, int depth)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i], *released = released_reference(call);
        const struct function *callee = call->function;
        bool is_callee = callee != NULL && callee->in_project && callee->body != NULL;
        if (released != NULL) {
            if (strcmp(node_use(c->source, call), "Py_CLEAR") != 0
                && !is_reset(function, released))
            {
                return call;
            }
        }
        else if (is_callee && depth > 0 && callee != function) {
            const struct node *inner = find_call(c, callee, depth - 1);
            if (inner != NULL && !is_harmless_then(function, call)) {
                return inner;
            }
        }
        else if (!is_harmless_then(function, call)
                 && (freeing_of(call_name(call)) != FREES_NOTHING
                     || (!string_starts(call_name(call), "Py")
                         && !string_starts(call_name(call), "_Py"))))
        {
            return call;
        }
    }
    return NULL;
}

const struct node *
unrepeatable_call(const struct conversion *c, const struct function *clear)
{
    return find_call(c, clear, MAX_CALLEES);
}
