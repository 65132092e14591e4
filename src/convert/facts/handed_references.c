/* References that a call takes over from its caller. */
#include "convert/facts/handed_references.h"

#include "convert/facts/argument_formats.h"
#include "extension/ownership.h"
#include "extension/references.h"

bool
hands_on(const struct conversion *c, const struct node *call, const struct node *argument)
{
    const struct function *callee = call->function;
    size_t i = 0;
    while (call_argument(call, i) != NULL && call_argument(call, i) != argument) {
        i++;
    }
    if (callee == NULL || !callee->in_project || i >= callee->n_parameters) {
        return false;
    }
    struct object_balance balance = {.object = callee->parameters[i]};
    ask_balance(c->extension, callee, &balance);
    return balance.is_known && balance.success.is_seen && balance.success.least == -1
           && balance.success.most == -1;
}

enum { MAX_HANDING_DEPTH = 4 };

/* Is CALL one of the C API that takes the reference of ARGUMENT over, or one of a function of the
 * project that passes it on to such a call?  What only releases it hands nothing on. */
static bool
takes_over(const struct conversion *c, const struct node *call, const struct node *argument,
           unsigned depth)
{
    int stolen = reference_stolen_by(call_name(call));
    if ((stolen >= 0 && call_argument(call, (size_t)stolen) == argument)
        || taken_by_format(call, argument))
    {
        return true;
    }
    if (depth > MAX_HANDING_DEPTH || !hands_on(c, call, argument)) {
        return false;
    }
    size_t i = 0;
    while (call_argument(call, i) != argument) {
        i++;
    }
    const struct variable *parameter = call->function->parameters[i];
    for (size_t k = 0; k < parameter->n_uses; k++) {
        const struct node *given = node_outer(parameter->uses[k]), *user = given->parent;
        if (user != NULL && user->kind == NODE_CALL && user->first != given
            && takes_over(c, user, given, depth + 1))
        {
            return true;
        }
    }
    return false;
}

bool
is_handed_over(const struct conversion *c, const struct node *use)
{
    const struct node *argument = node_outer(use), *call = argument->parent;
    return call != NULL && call->kind == NODE_CALL && call->first != argument
           && takes_over(c, call, argument, 0);
}
