/* The extension's traverse functions, as the collector and gc.get_referrers() call them. */
#ifndef INSULATE_PROBE_TRAVERSAL_H
#define INSULATE_PROBE_TRAVERSAL_H

#include "probe/python.h"

/* Does the type of the object have a traverse function of the extension itself?  The
 * interpreter's own are right, and some of them leave the visit to a base. */
bool traversal_is_own(struct py_object *object);

/* Report a traverse function that goes on where a visit says that it must stop, or that
 * changes reference counts: of a live object's type, or of a module.  Once for each. */
void traversal_check(struct py_object *object);
void traversal_check_module(struct py_object *module);

#endif
