/* What the fields of a static type are given, in its initialiser or at run time, as text
 * for the slots of a heap type. */
#include "convert/facts/type_fields.h"

#include <string.h>

bool
is_slot(const char *field)
{
    static const char *const names[] = {
        "tp_call",        "tp_clear",   "tp_dealloc",  "tp_del",     "tp_descr_get",
        "tp_descr_set",   "tp_doc",     "tp_finalize", "tp_getattr", "tp_getattro",
        "tp_getset",      "tp_hash",    "tp_init",     "tp_is_gc",   "tp_iter",
        "tp_iternext",    "tp_members", "tp_methods",  "tp_new",     "tp_repr",
        "tp_richcompare", "tp_setattr", "tp_setattro", "tp_str",     "tp_traverse",
        "tp_alloc",       "tp_free",
    };
    static const char *const prefixes[] = {"nb_", "sq_", "mp_", "am_", "bf_"};
    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++) {
        if (string_starts(field, prefixes[i])) {
            return true;
        }
    }
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(field, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Fields of PyTypeObject that the spec itself has, or that mean nothing here. */
bool
is_of_spec(const char *field)
{
    static const char *const names[] = {"tp_name",  "tp_basicsize", "tp_itemsize",
                                        "tp_flags", "tp_base",      "tp_version_tag"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(field, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The assignment `X.field = value;` that USE of X begins, as a statement. */
const struct node *
field_assignment(const struct node *use)
{
    const struct node *member = use->parent;
    const struct node *assign = member != NULL ? member->parent : NULL;
    if (use->origin != ORIGIN_FILE || member == NULL || member->kind != NODE_MEMBER
        || assign == NULL || assign->kind != NODE_ASSIGN || assign->first != member
        || assign->op != '=' || assign->parent == NULL
        || assign->parent->kind != NODE_BLOCK)
    {
        return NULL;
    }
    return assign;
}

const struct node *
type_field(const struct variable *type, const char *field)
{
    for (size_t i = type->n_uses; i-- > 0;) { /* the last one counts */
        const struct node *assign = field_assignment(type->uses[i]);
        if (assign != NULL && string_equal(assign->first->text, field)) {
            return assign->first->next;
        }
    }
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item->is_zero ? item->value : NULL;
}

/* The last value that FIELD is given at run time, or NULL. */
const struct slot *
run_time_slot(const struct variable_plan *plan, const char *field)
{
    for (size_t i = plan->n_slots; i-- > 0;) {
        if (string_equal(plan->slots[i].name, field)) {
            return &plan->slots[i];
        }
    }
    return NULL;
}
