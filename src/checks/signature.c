#include "checks/signature.h"

#include <string.h>

#include "base/strbuf.h"

static const char *const result_names[] = {
    [SLOT_RESULT_NONE] = "nothing",     [SLOT_RESULT_VOID] = "nothing",
    [SLOT_RESULT_INT] = "an int",       [SLOT_RESULT_SIZE] = "a Py_ssize_t",
    [SLOT_RESULT_OBJECT] = "an object",
};

/* Is TYPE, a function's result, what WANTED says? */
static bool
result_fits(const struct type *type, enum slot_result wanted)
{
    switch (wanted) {
    case SLOT_RESULT_VOID:
        return type->kind == TYPE_VOID;
    case SLOT_RESULT_OBJECT:
        return type->kind == TYPE_POINTER;
    case SLOT_RESULT_SIZE:
        /* An int leaves half of the register as it was. */
        return type->kind == TYPE_INTEGER && strcmp(type->canonical, "int") != 0
               && strcmp(type->canonical, "unsigned int") != 0
               && strcmp(type->canonical, "short") != 0;
    case SLOT_RESULT_INT:
        return type->kind == TYPE_INTEGER;
    default:
        return true;
    }
}

void
signature_compare(struct check *check, const char *rule,
                  const struct function *function, const struct node *place,
                  const struct slot_kind *kind, const char *owner)
{
    const struct type *type = function->type;
    if (type == NULL || type->kind != TYPE_FUNCTION || type->target == NULL
        || function->is_variadic || kind->n_parameters < 0)
    {
        return;
    }
    if (type->n_parameters != (size_t)kind->n_parameters) {
        check_add_node(
            check, rule, place, function->name,
            "%s takes %zu argument%s, but the slot %s of '%s' is called with "
            "%d; a cast hides that from the compiler: give it the right "
            "parameters",
            function->name, type->n_parameters, type->n_parameters == 1 ? "" : "s",
            kind->name, owner, kind->n_parameters);
    }
    else if (!result_fits(type->target, kind->result)) {
        check_add_node(check, rule, place, function->name,
                       "%s returns '%s', but the caller of the slot %s of '%s' expects "
                       "%s; a cast hides that from the compiler: change the result",
                       function->name, type->target->spelling, kind->name, owner,
                       result_names[kind->result]);
    }
}

void
signatures_compare(struct check *check, const char *rule, const struct slots *slots,
                   const char *owner)
{
    for (size_t i = 0; i < slots->n_items; i++) {
        const struct slot *slot = &slots->items[i];
        const struct slot_kind *kind = slot_kind_find(slot->name);
        if (kind != NULL && slot->function != NULL) {
            signature_compare(check, rule, slot->function, slot->value, kind, owner);
        }
    }
}
