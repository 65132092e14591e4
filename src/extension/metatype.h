/* The types of classes. */
#ifndef INSULATE_EXTENSION_METATYPE_H
#define INSULATE_EXTENSION_METATYPE_H

#include "extension/extension.h"

/* Does NODE give an object another type: Py_SET_TYPE(object, type), object->ob_type =
 * type?  Both are borrowed from the source. */
bool node_sets_type(const struct node *node, const struct node **out_object,
                    const struct node **out_type);
/* The metatype that the initialiser of the static type VARIABLE names; NULL: none, or
 * `type` itself. */
const struct node *static_metatype(const struct variable *variable);
/* The metatype of the class that NODE names, as far as it is seen: of a static type, or
 * of a heap type of the project; NULL: none is seen. */
const struct node *class_metatype(const struct extension *extension,
                                  const struct node *node);
/* Its tp_new, if it brings one of its own, by which PyType_FromMetaclass refuses it;
 * NULL: none is seen. */
const struct node *metatype_new(const struct extension *extension,
                                const struct node *metatype);

#endif
