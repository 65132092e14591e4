#include "convert/plan/filled_values.h"

#include <string.h>

#include "base/strbuf.h"
#include "convert/facts/nodes.h"

enum { MAX_FILL_DEPTH = 4 };

/* The call that POINTER, or what it is cast to, is an argument of, and which; or NULL. */
static const struct node *
call_given(const struct node *pointer, size_t *out_number)
{
    const struct node *outer = node_outer(pointer), *call = outer->parent;
    if (call == NULL || call->kind != NODE_CALL || call->first == outer) {
        return NULL;
    }
    *out_number = 0;
    while (call_argument(call, *out_number) != NULL && call_argument(call, *out_number) != outer) {
        ++*out_number;
    }
    return call;
}

/* The `&` in front of USE, or NULL. */
static const struct node *
address_of(const struct node *use)
{
    const struct node *parent = node_outer(use)->parent;
    return parent != NULL && parent->kind == NODE_UNARY && parent->op == OP_ADDRESS ? parent
                                                                                   : NULL;
}

const struct node *
filling_before(const struct variable *local, const struct node *place)
{
    const struct node *last = NULL;
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i], *address = address_of(use);
        size_t number;
        if (use->within == place->within && use->origin != ORIGIN_MACRO && address != NULL
            && use->begin < place->begin && call_given(address, &number) != NULL)
        {
            last = use;
        }
    }
    return last;
}

static enum stored_value
both(enum stored_value a, bool is_first, enum stored_value b)
{
    return is_first || a == b ? b : VALUE_UNKNOWN;
}

static enum stored_value value_through(const struct conversion *c, const struct node *pointer,
                                       unsigned depth);

/* What FUNCTION stores where its PARAMETER leads. */
static enum stored_value
value_by_function(const struct conversion *c, const struct function *function,
                  const struct variable *parameter, unsigned depth)
{
    enum stored_value result = VALUE_NEW;
    bool is_first = true;
    for (size_t i = 0; i < parameter->n_uses; i++) {
        const struct node *use = parameter->uses[i], *target = node_outer(use)->parent;
        const struct node *assign = target != NULL ? node_outer(target)->parent : NULL;
        bool is_store = target != NULL && target->kind == NODE_UNARY
                        && target->op == OP_DEREFERENCE && assign != NULL
                        && assign->kind == NODE_ASSIGN && assign->first == node_outer(target);
        size_t number;
        if (is_store && !is_null(assign->first->next)) {
            const struct node *value = node_bare(assign->first->next);
            enum stored_value one = is_counted(function, value) || is_counted(function, target)
                                        ? VALUE_NEW
                                        : value_of_node(c, value, function, depth + 1);
            result = both(result, is_first, one);
            is_first = false;
        }
        else if (!is_store && call_given(use, &number) != NULL) {
            result = both(result, is_first, value_through(c, use, depth + 1));
            is_first = false;
        }
    }
    return result;
}

/* What the call that gets POINTER stores behind it. */
static enum stored_value
value_through(const struct conversion *c, const struct node *pointer, unsigned depth)
{
    size_t number = 0;
    const struct node *call = call_given(pointer, &number);
    const char *name = call != NULL ? call_name(call) : "";
    const struct function *function = call != NULL ? call->function : NULL;
    if (strstr(name, "PyArg_") != NULL || string_ends(name, "PyDict_Next")
        || string_ends(name, "PySet_NextEntry"))
    {
        return VALUE_BORROWED;
    }
    if (function == NULL || function->body == NULL || depth > MAX_FILL_DEPTH) {
        return VALUE_NEW;
    }
    return number < function->n_parameters
               ? value_by_function(c, function, function->parameters[number], depth)
               : VALUE_UNKNOWN;
}

enum stored_value
value_filled(const struct conversion *c, const struct node *use, unsigned depth)
{
    return value_through(c, address_of(use), depth);
}
