/* The PyMethodDef tables of the sources. */
#ifndef INSULATE_EXTENSION_METHODS_H
#define INSULATE_EXTENSION_METHODS_H

#include "extension/extension.h"

/* Read all tables; the modules and types of EXTENSION are known by then. */
const struct method *methods_read(const struct extension *extension,
                                  size_t *out_n_methods);

/* What a table of methods is for. */
enum table_owner {
    TABLE_UNKNOWN, /* something else, or what cannot be seen */
    TABLE_MODULE,  /* functions of a module: m_methods, PyModule_AddFunctions … */
    TABLE_TYPE,    /* methods of a type: tp_methods, Py_tp_methods, PyDescr_New… */
};
/* What USE, of a table of PyMethodDef or an entry, makes of it; *OUT_HOLDER becomes the
 * definition, type or slot table that names it, NULL: code does. */
enum table_owner table_owner_by_use(const struct node *use,
                                    const struct variable **out_holder);
/* The method whose function ENTRY, a scalar of a table, gives; NULL if none. */
const struct method *method_of_entry(const struct extension *extension,
                                     const struct initializer *entry);

#endif
