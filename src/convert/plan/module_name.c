/* The name of the module: PyModule_Create takes that of the definition, multi-phase initialisation
 * the one that it is imported by. */
#include "convert/plan/module_name.h"

#include <string.h>

#include "convert/findings.h"

/* What stands behind the last dot of NAME. */
static const char *
last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? dot + 1 : name;
}

void
note_module_name(struct conversion *c)
{
    static const char prefix[] = "PyInit_";
    const struct module *module = c->module;
    const struct initializer *item = variable_initializer(module->variable, "m_name");
    const struct node *value = item != NULL ? node_bare(item->value) : NULL;
    if (module->is_multi_phase || value == NULL || value->kind != NODE_STRING
        || value->text == NULL || module->entry == NULL
        || !string_starts(module->entry->name, prefix))
    {
        return;
    }
    const char *name = module->entry->name + strlen(prefix);
    if (strcmp(last_part(value->text), name) != 0) {
        note(c, "init-differs", value->file, value->begin, name,
             "the module's __name__ was '%s', as its definition says; with multi-phase "
             "initialisation, it is the name that it is imported by, which ends in '%s'",
             value->text, name);
    }
}
