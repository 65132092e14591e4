/* Members are read without the layout of types that the limited API does not show. */
#include "convert/rewrite/types/members.h"

#include "convert/arena_text.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/names.h"
#include "convert/plan/opaque_members.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"

static void
edit_member(struct rewriter *r, const struct node *member)
{
    const struct node *object = node_bare(member->first);
    const struct variable_plan *plan =
        object->kind == NODE_NAME ? moving(r->plan, object->variable) : NULL;
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
    for (size_t i = 0; i < r->plan->opaque_members->n_items; i++) {
        edit_member(r, r->plan->opaque_members->items[i]);
    }
}
