/* access-own-import: the module looks itself up by its name. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/calls.h"
#include "extension/expression.h"

/* The name that MODULE is given in the sources, or NULL. */
static const char *
name_of(const struct module *module)
{
    const struct initializer *name = variable_initializer(module->variable, "m_name");
    const struct slot *slot = slots_find(&module->slots, "Py_mod_name");
    const struct node *value = name != NULL   ? name->value
                               : slot != NULL ? slot->value
                                              : NULL;
    value = node_bare(value);
    return value != NULL && value->kind == NODE_STRING ? value->text : NULL;
}

/* Does FULL, a dotted name, end with the name NAME? */
static bool
is_same_name(const char *full, const char *name)
{
    if (strcmp(full, name) == 0) {
        return true;
    }
    const char *shorter = strlen(full) < strlen(name) ? full : name;
    const char *longer = shorter == full ? name : full;
    return string_ends(longer, shorter)
           && longer[strlen(longer) - strlen(shorter) - 1] == '.';
}

/* The module that CALL looks up by its name, if it is one of the sources that FILE
 * belongs to. */
static const struct module *
module_looked_up(const struct extension *extension, const struct source_file *file,
                 const struct node *call)
{
    if (!CALL_IS(call, "PyImport_ImportModule", "PyImport_ImportModuleNoBlock",
                 "PyImport_AddModule", "PyImport_AddModuleRef"))
    {
        return NULL;
    }
    const struct node *wanted = node_bare(call_argument(call, 0));
    if (wanted == NULL || wanted->kind != NODE_STRING) {
        return NULL;
    }
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        const char *name = name_of(module);
        if (name != NULL && module_holds_file(extension, module, file)
            && is_same_name(name, wanted->text))
        {
            return module;
        }
    }
    return NULL;
}

/* Is the module that CALL gives asked for NULL and dropped, no more: imported so that it is
 * there? */
static bool
is_only_imported(const struct node *call)
{
    const struct variable *local = call_local(call);
    const struct node *outer = node_outer(call)->parent;
    if (local == NULL) {
        return outer != NULL && outer->kind == NODE_CALL
               && released_reference(outer) != NULL;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *use = local->uses[i];
        const struct node *around = call_around(use, NULL);
        if (!use->is_written && !node_is_asked(use)
            && (around == NULL || released_reference(around) == NULL))
        {
            return false;
        }
    }
    return true;
}

void
check_access_own_import(struct check *check, const struct function *function,
                        const struct node *call)
{
    if (function->file == NULL) {
        return;
    }
    const struct module *module =
        module_looked_up(check->extension, function->file, call);
    if (module != NULL && !is_only_imported(call)) {
        check_add_node(check, "access-own-import", call, function->name,
                       "%s returns the current entry of sys.modules, which may be "
                       "another module object; get the module from the function's "
                       "arguments or the defining class",
                       call_name(call));
    }
}
