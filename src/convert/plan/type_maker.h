#ifndef INSULATE_CONVERT_PLAN_TYPE_MAKER_H
#define INSULATE_CONVERT_PLAN_TYPE_MAKER_H

#include "convert/conversion.h"

/* Has any type that moves a base other than object? */
bool has_bases(const struct conversion *c);
/* Has any of them no tp_new, not even of its base? */
bool has_uninstantiable(const struct conversion *c);
/* Does TYPE, given HAS_NEW, get Py_TPFLAGS_DISALLOW_INSTANTIATION? */
bool is_uninstantiable(const struct conversion *c, const struct variable *type, bool has_new);

/* Is there more to do for a type than PyType_FromModuleAndSpec does in every supported
 * version, so that the result has a function of its own for that? */
bool needs_type_maker(const struct conversion *c);

#endif
