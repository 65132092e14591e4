/* Values of the fields of types, as text. */
#include "convert/rewrite/types/type_text.h"

#include <string.h>

#include "convert/facts/inactive/macro_body.h"
#include "convert/facts/nodes.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"

/* The value that the macro used at ITEM gives to its field: behind `.field =` in the
 * macro's body; NULL if it is not written so. */
static const char *
text_in_macro(const struct conversion *c, const struct initializer *item)
{
    const struct expansion *use =
        expansion_in(c->source, item->file, item->begin, item->begin + 1, NULL);
    for (size_t i = 0; use != NULL && i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        const char *value = strcmp(macro->name, use->name) == 0
                                ? macro_value(c->arena, macro, item->field)
                                : NULL;
        if (value != NULL) {
            return value;
        }
    }
    return NULL;
}

const char *
text_of_value(struct rewriter *r, const struct initializer *item)
{
    const char *text = item->from_macro ? text_in_macro(r->plan, item) : NULL;
    if (text != NULL) {
        return text;
    }
    return rendered(r, item->file, item->begin, item->end);
}

const char *
text_of_slot(struct rewriter *r, const struct initializer *item)
{
    return text_of_slot_until(r, item, item->end);
}

const char *
text_of_slot_until(struct rewriter *r, const struct initializer *item, uint32_t end)
{
    const struct node *bare = node_bare(item->value);
    const struct node *referent =
        item->value != NULL ? node_referent(item->value) : NULL;
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
        && !item->from_macro && referent->origin == ORIGIN_FILE)
    {
        return rendered(r, referent->file, referent->begin, referent->end);
    }
    if (bare != item->value && bare != NULL && bare->origin == ORIGIN_FILE
        && item->value->kind == NODE_CAST && !item->from_macro)
    {
        return rendered(r, bare->file, bare->begin, bare->end);
    }
    if (end < item->end) {
        return rendered(r, item->file, item->begin, end);
    }
    const char *text = text_of_value(r, item);
    if (referent != NULL && referent->kind == NODE_NAME && referent->function != NULL
        && text[0] == '(' && string_ends(text, referent->function->name))
    {
        return referent->function->name; /* a cast in a macro's body */
    }
    return text;
}

/* The value of FIELD as text; NULL if it has none, or NULL or 0 in each build. */
const char *
text_of_field(struct rewriter *r, const struct variable *type, const char *field)
{
    const struct given_field *slot =
        run_time_slot(plan_of_variable(r->plan, type), field);
    if (slot != NULL) {
        return slot->node->has_value && slot->node->value == 0
                   ? NULL
                   : r->given_texts[slot->number];
    }
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item_is_null(item) ? text_of_value(r, item) : NULL;
}
