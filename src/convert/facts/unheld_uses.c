#include "convert/facts/unheld_uses.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"

/* The call that puts an argument into LOCAL; NULL: none does. */
static const struct node *
call_that_fills(const struct variable *local)
{
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *call =
            local->uses[i]->is_address_taken ? call_around(local->uses[i], NULL) : NULL;
        if (call != NULL && string_starts(call_name(call), "PyArg_")) {
            return call;
        }
    }
    return NULL;
}

static struct unheld_use
use_of(const struct node *node, const struct node *object)
{
    const struct node *origin = object != NULL ? node_origin(object) : NULL;
    struct unheld_use use = {node, object, UNHELD_UNKNOWN, "", ""};
    if (origin == NULL) {
        return use;
    }
    if (origin->kind == NODE_NAME && origin->variable != NULL) {
        const struct variable *variable = origin->variable;
        const struct node *call =
            variable->is_parameter ? NULL : call_that_fills(variable);
        use.name = variable->name;
        use.from = variable->is_parameter ? UNHELD_PARAMETER
                   : call != NULL         ? UNHELD_PARSED
                                          : UNHELD_UNKNOWN;
        use.call = call != NULL ? call_name(call) : "";
    }
    else if (origin->kind == NODE_MEMBER) {
        use.from = UNHELD_MEMBER;
        use.name = origin->text;
    }
    else if (origin->kind == NODE_CALL) {
        const struct node *callee = node_bare(origin->first);
        use.from = UNHELD_CALL;
        use.name = callee != NULL && callee->kind == NODE_MEMBER ? callee->text
                                                                 : call_name(origin);
    }
    return use;
}

static void
add(struct unheld_uses *uses, struct unheld_use use)
{
    for (size_t i = 0; i < uses->n_items; i++) {
        const struct unheld_use *known = &uses->items[i];
        if (known->node->within == use.node->within && known->from == use.from
            && strcmp(known->name, use.name) == 0)
        {
            return;
        }
    }
    if (uses->n_items < UNHELD_MOST) {
        uses->items[uses->n_items++] = use;
    }
}

struct following {
    const struct held_sections *sections;
    struct unheld_uses *out;
    uint32_t *followed; /* by function id: bits of parameters */
};

/* NODE uses OBJECT, which no section holds there. */
static void
follow(struct following *f, const struct node *node, const struct node *object)
{
    const struct held_sections *sections = f->sections;
    const struct function *function = node->within;
    uint32_t bit = object != NULL ? object_bit(object) : 0;
    if (bit == 0 || !function_is_helper(function)) {
        add(f->out, use_of(node, object));
        return;
    }
    if ((f->followed[function->id] & bit) != 0) {
        return;
    }
    f->followed[function->id] |= bit;
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = function->uses[i]->parent;
        if (call->within == NULL
            || sections->functions->contexts[call->within->id] == CONTEXT_NONE)
        {
            continue;
        }
        for (uint32_t k = 0; k < function->n_parameters && k < 31; k++) {
            const struct node *argument = call_argument(call, k);
            if (bit == UINT32_C(1) << k && argument != NULL
                && !object_is_held(sections, call, argument))
            {
                follow(f, call, argument);
            }
        }
    }
}

void
unheld_uses_read(const struct held_sections *sections, const struct shared_place *place,
                 struct unheld_uses *out)
{
    struct following f = {
        sections, out,
        ARENA_ARRAY(sections->c->arena, uint32_t, sections->c->source->n_functions + 1)};
    out->n_items = 0;
    for (size_t i = 0; i < place->n_accesses; i++) {
        const struct shared_access *access = &place->accesses[i];
        if (!access_is_held(sections, place, access)) {
            follow(&f, access->node, access->object);
        }
    }
}
