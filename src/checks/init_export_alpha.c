/* init-export-alpha: PyModExport_… returned PyModuleDef_Slot * in the alphas of 3.15
 * (PEP 793), and PySlot * since its release (PEP 820). */
#include "base/strbuf.h"
#include "checks/check.h"

static bool
is_slot_table(const struct type *type)
{
    if (type == NULL || (type->kind != TYPE_POINTER && type->kind != TYPE_ARRAY)) {
        return false;
    }
    const struct type *element =
        type->kind == TYPE_POINTER ? type->target : type_element(type);
    return element != NULL && type_is_record(element, "PyModuleDef_Slot");
}

/* Does FUNCTION return such a table, whatever it is declared to return? */
static bool
returns_old_slots(const struct function *function)
{
    if (function->type != NULL && function->type->kind == TYPE_FUNCTION
        && is_slot_table(function->type->target))
    {
        return true;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        const struct node *value =
            node->kind == NODE_RETURN ? node_bare(node->first) : NULL;
        if (value != NULL && is_slot_table(value->type)) {
            return true;
        }
    }
    return false;
}

void
check_init_export_alpha(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (!string_starts(function->name, "PyModExport") || !function->in_project
            || !returns_old_slots(function))
        {
            continue;
        }
        check_add_function(check, "init-export-alpha", function,
                           "%s returns PyModuleDef_Slot entries, as alphas of Python "
                           "3.15 had it; the release reads them as PySlot, which is "
                           "larger: return those (PySlot_FUNC and the like), with "
                           "Py_mod_abi",
                           function->name);
    }
}
