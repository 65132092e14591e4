/* `memset(state, 0, sizeof(*state))`, `*state = empty`, `new (state) module_state()`: what moved
 * into the struct is written, too.  Where the exec function begins with it, the fields are filled
 * behind that; elsewhere what they hold would be lost. */
#include "convert/plan/whole_writes.h"

#include <string.h>

#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/state_placement.h"
#include "convert/plan/state_receivers.h"
#include "extension/expression.h"

/* Is the expression NODE the state that the module has, or does it point to that?  A local copy
 * is another one. */
static bool
is_state(const struct conversion *c, const struct node *node, bool is_pointer)
{
    const struct node *bare = node != NULL ? node_bare(node) : NULL;
    const struct type *type = bare != NULL ? bare->type : NULL;
    if (type != NULL && is_pointer) {
        type = type->kind == TYPE_POINTER ? type->target : NULL;
    }
    if (type == NULL || type->kind != TYPE_RECORD || type->record != c->existing->record) {
        return false;
    }
    const struct node *referent = is_pointer ? node_referent(bare) : bare;
    bool is_named = referent != NULL && referent->kind == NODE_NAME && referent->variable != NULL
                    && referent->variable->type->kind == TYPE_RECORD;
    return !is_named || referent->variable->storage != STORAGE_AUTOMATIC;
}

/* Does the expression NODE write the whole state? */
static bool
writes_whole(const struct conversion *c, const struct node *node)
{
    switch (node->kind) {
    case NODE_CALL:
        return CALL_IS(node, "memset", "memcpy", "memmove", "bzero", "explicit_bzero")
               && is_state(c, call_argument(node, 0), true);
    case NODE_ASSIGN:
        return is_state(c, node->first, false);
    case NODE_OTHER: /* of C++: a new object in its place, or an operator of its own */
        return string_equal(node->text, "new")
                   ? is_state(c, node->first, true)
                   : node->function != NULL && strcmp(node->function->name, "operator=") == 0
                         && is_state(c, node->first, false);
    default:
        return false;
    }
}

/* Does FUNCTION use the state in front of OFFSET, once it is converted? */
static bool
uses_state_before(const struct conversion *c, const struct function *function, uint32_t offset)
{
    for (const struct mention *mention = NULL;
         (mention = next_mention_in(c, function, mention)) != NULL;)
    {
        bool needs_state = mention->function != NULL
                               ? plan_of_function(c, mention->function)->needs_state
                               : mention_needs_state(c, mention);
        if (needs_state && mention->begin < offset) {
            return true;
        }
    }
    return false;
}

/* Is NODE a statement that the exec function begins with, behind the local that is the state? */
static bool
begins_exec_function(const struct conversion *c, const struct function *function,
                     const struct node *node)
{
    const struct variable *state =
        function == c->init->setup ? own_state(c, function) : NULL;
    return state != NULL && !state->is_parameter && node->parent == function->body
           && state->declarations[0].end <= node->begin
           && !uses_state_before(c, function, node->begin);
}

void
plan_whole_writes(struct conversion *c)
{
    struct whole_writes *writes = ARENA_NEW(c->arena, struct whole_writes);
    *writes = (struct whole_writes){NULL};
    c->whole_writes = writes;
    if (c->existing->record == NULL || !has_fields(c)) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        for (const struct node *node = body; node != NULL; node = node_after(node, body)) {
            if (!writes_whole(c, node)) {
                continue;
            }
            if (!begins_exec_function(c, function, node)) {
                refuse_at(c, "state-not-converted", node, c->existing->record->name,
                          "the whole state is written here, and the fields that it gets would be "
                          "lost; write its fields one by one");
                return;
            }
            writes->last = node;
        }
    }
}
