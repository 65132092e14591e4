/* The slots of the module: the exec function, and what the module declares. */
#include "convert/plan/module_slots.h"

#include "convert/arena_text.h"
#include "convert/plan/module.h"
#include "convert/plan/names.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/stages.h"

const char *
exec_name(const struct conversion *c)
{
    return c->module->entry == c->init->setup ? TEXT(c, "%s_exec", c->names->base)
                                              : c->init->setup->name;
}

const char *
interpreters_value(const struct conversion *c)
{
    return c->stages->is_once ? "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED"
           : c->retained->not_isolated != NULL
               ? "Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED"
               : "Py_MOD_PER_INTERPRETER_GIL_SUPPORTED";
}

/* The slot table that a module in multi-phase initialisation has already, or NULL. */
const struct variable *
slot_table(const struct conversion *c)
{
    const struct initializer *slots =
        variable_initializer(c->module->variable, "m_slots");
    const struct node *table = slots != NULL ? node_referent(slots->value) : NULL;
    return c->module->is_multi_phase && table != NULL && table->kind == NODE_NAME
               ? table->variable
               : NULL;
}
