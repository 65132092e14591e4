/* The PyMethodDef tables of the sources. */
#ifndef INSULATE_EXTENSION_METHODS_H
#define INSULATE_EXTENSION_METHODS_H

#include "extension/extension.h"

/* Read all tables; the modules and types of EXTENSION are known by then. */
const struct method *methods_read(const struct extension *extension,
                                  size_t *out_n_methods);

/* What a table of methods is for. */
enum table_owner {
    TABLE_UNUSED,   /* nothing names it */
    TABLE_UNKNOWN,  /* something else, what cannot be seen, or different things */
    TABLE_MODULE,   /* functions of a module: m_methods, PyModule_AddFunctions … */
    TABLE_TYPE,     /* methods of a type: tp_methods, Py_tp_methods, PyDescr_New… */
    TABLE_INSTANCE, /* functions that code binds to an instance */
};

/* What a use of a table means that only the caller understands. */
typedef enum table_owner table_question(void *context, const struct node *use);

/* What all uses of TABLE make of it.  MODULE is the only one whose functions count as a
 * module's; ASK (NULL: nobody) is asked with CONTEXT about uses in code that are not
 * understood here. */
enum table_owner table_owner(const struct variable *table, const struct module *module,
                             table_question *ask, void *context);

/* Is TABLE, whose owner is not known, both MODULE's and a type's, and nothing else's? */
bool table_is_of_module_and_type(const struct variable *table, const struct module *module,
                                 table_question *ask, void *context);

/* What the first argument of a function is whose entry in a table of OWNER has FLAGS. */
enum slot_receiver method_receiver(enum table_owner owner, int64_t flags);

/* The method whose function ENTRY, a scalar of a table, gives; NULL if none. */
const struct method *method_of_entry(const struct extension *extension,
                                     const struct initializer *entry);

#endif
