/* Types of the project that derive from others of it, heap types and static ones. */
#ifndef INSULATE_EXTENSION_OWN_BASE_H
#define INSULATE_EXTENSION_OWN_BASE_H

#include "extension/extension.h"

/* The type of the project that TYPE alone derives from; NULL: none, or not known. */
const struct heap_type *type_own_base(const struct extension *extension,
                                      const struct heap_type *type);
/* The type of the project whose tp_traverse TYPE inherits, with tp_clear and
 * Py_TPFLAGS_HAVE_GC, having none of them itself; NULL: none, or not known. */
const struct heap_type *type_lending_traverse(const struct extension *extension,
                                              const struct heap_type *type);
/* Does code write the field NAME of a type that it has by a pointer? */
bool field_is_written_by_pointer(const struct extension *extension, const char *name);
/* Is FIELD one that the struct RECORD has besides what it shares with BASE, the struct of a
 * base's instances: that stands first in it, or its members are repeated? */
bool record_adds_field(const struct record *record, const struct record *base,
                       const char *field);
/* Is FIELD one that TYPE adds to the struct of instances of BASE, of which it is known? */
bool type_adds_field(const struct heap_type *type, const struct heap_type *base,
                     const char *field);

#endif
