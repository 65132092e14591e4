/* Functions that did not fit their slots before the conversion either. */
#include "convert/slot_signatures.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/reader.h"
#include "extension/signature.h"

static bool
is_same_function(const struct function *one, const struct function *other)
{
    return one != NULL && one->type != NULL && other->type != NULL
           && strcmp(one->name, other->name) == 0
           && string_equal(one->type->canonical, other->type->canonical);
}

/* Does a table of VARIABLE give FUNCTION to FIELD? */
static bool
gives(const struct variable *variable, const char *field, const struct function *function)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        const struct node *value =
            strcmp(item->field, field) == 0 ? node_referent(item->value) : NULL;
        if (value != NULL && is_same_function(value->function, function)) {
            return true;
        }
    }
    return false;
}

/* Does an assignment give FUNCTION to FIELD of a type, or of a table of one? */
static bool
is_assigned(const struct function *function, const char *field)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *value = node_outer_reference(function->uses[i]);
        const struct node *assign = value->parent;
        const struct node *member = assign != NULL && assign->kind == NODE_ASSIGN
                                            && assign->op == '=' && assign->first != value
                                        ? node_bare(assign->first)
                                        : NULL;
        if (member != NULL && member->kind == NODE_MEMBER && strcmp(member->text, field) == 0)
        {
            return true;
        }
    }
    return false;
}

static bool
had_slot(const struct source *before, const struct slot *slot)
{
    static const char prefix[] = "Py_";
    const char *field = string_starts(slot->name, prefix)
                            ? slot->name + sizeof(prefix) - 1
                            : slot->name;
    for (size_t i = 0; i < before->n_variables; i++) {
        const struct variable *variable = before->variables[i];
        if (variable_is_static(variable) && gives(variable, field, slot->function)) {
            return true;
        }
    }
    for (size_t i = 0; i < before->n_functions; i++) {
        const struct function *function = before->functions[i];
        if (is_same_function(function, slot->function) && is_assigned(function, field)) {
            return true;
        }
    }
    return false;
}

bool
signature_was_wrong(struct arena *arena, const struct source *before,
                    const struct source *after, const struct finding *finding)
{
    bool was_wrong = false;
    if (strcmp(finding->rule, "type-signature") != 0 || finding->symbol == NULL) {
        return false;
    }
    const struct extension *extension = extension_read(arena, after);
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct slots *slots = &extension->types[i].slots;
        for (size_t k = 0; k < slots->n_items; k++) {
            const struct slot *slot = &slots->items[k];
            const struct slot_kind *kind = slot_kind_find(slot->name);
            if (kind == NULL || slot->function == NULL
                || strcmp(slot->function->name, finding->symbol) != 0
                || function_misfit(slot->function, kind) == MISFIT_NONE)
            {
                continue;
            }
            if (!had_slot(before, slot)) {
                return false;
            }
            was_wrong = true;
        }
    }
    return was_wrong;
}
