/* Members are read without the layout of types that the limited API does not show. */
#include "convert/rewrite/types/members.h"

#include "convert/arena_text.h"
#include "convert/plan/functions.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/names.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "extension/slots.h"

/* --- what the sources read of types ---------------------------------------------------- */

static void
edit_member(struct rewriter *r, const struct node *member)
{
    const struct node *object = node_bare(member->first);
    const struct type *type = object != NULL ? object->type : NULL;
    const struct variable_plan *plan = object != NULL && object->kind == NODE_NAME
                                           ? moving(r->plan, object->variable)
                                           : NULL;

    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    if (type == NULL || type->kind != TYPE_RECORD || type->record == NULL
        || !record_is_type(type->record->name) || member->is_written
        || member->origin != ORIGIN_FILE || function_type(member->text) == NULL)
    {
        return;
    }
    const char *text =
        plan != NULL && plan->kind == FIELD_TYPE
            ? field_access(r->plan, plan->variable)
            : TEXT(r, "%s%s", member->op == '.' ? "&" : "",
                   rendered(r, member->file, member->first->begin, member->first->end));
    change_cover(r, member->file, member->begin, member->end,
                 type_function(r->plan, text, member->text),
                 "types are opaque in the limited API");
}

void
edit_members(struct rewriter *r)
{
    if (r->options->abi3 == 0) {
        return;
    }
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        if (!plan_of_function(r->plan, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_MEMBER) {
                edit_member(r, n);
            }
        }
    }
}
