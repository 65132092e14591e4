#include "convert/facts/foreign_handles.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "convert/facts/nodes.h"
#include "extension/calls.h"
#include "extension/expression.h"

bool
ends_what_it_gets(const char *name)
{
    static const char *const words[] = {"free",    "close", "destroy",    "delete",
                                        "release", "unref", "disconnect", "shutdown"};
    for (size_t i = 0; i < ARRAY_LENGTH(words); i++) {
        if (strcasestr(name, words[i]) != NULL) {
            return true;
        }
    }
    return false;
}

static bool
is_handle(const struct type *type)
{
    const struct type *target = type->kind == TYPE_POINTER ? type->target : NULL;
    return target != NULL && target->kind == TYPE_RECORD && !target->is_const
           && target->record != NULL && !target->record->is_complete;
}

/* Does CALL call a function that is defined elsewhere, other than Python's? */
static bool
is_foreign(const struct node *call)
{
    return call != NULL && call->kind == NODE_CALL && call->function != NULL
           && call->function->body == NULL && !string_starts(call_name(call), "Py")
           && !string_starts(call_name(call), "_Py") && !ends_what_it_gets(call_name(call));
}

const struct node *
call_giving_handle(const struct node *use)
{
    if (use->variable == NULL || !is_handle(use->variable->type)) {
        return NULL;
    }
    const struct node *place = node_outer(use), *user = place->parent;
    const struct node *call = NULL;
    if (user != NULL && user->kind == NODE_ASSIGN && user->op == '=' && user->first == place) {
        call = node_bare(place->next);
    }
    else if (user != NULL && user->kind == NODE_UNARY && user->op == OP_ADDRESS) {
        call = node_outer(user)->parent;
    }
    return is_foreign(call) ? call : NULL;
}
