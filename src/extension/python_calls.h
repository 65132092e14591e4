/* Functions that CPython calls by a table: methods and slots. */
#ifndef INSULATE_EXTENSION_PYTHON_CALLS_H
#define INSULATE_EXTENSION_PYTHON_CALLS_H

#include "extension/extension.h"

/* Is FUNCTION a method, or in a slot?  What it is given is borrowed then. */
bool function_is_called_by_python(const struct extension *extension,
                                  const struct function *function);
/* The same, where its result is an object, which the caller takes over. */
bool function_gives_object(const struct extension *extension,
                           const struct function *function);
/* Does CPython take NULL from FUNCTION as the sign of an exception?  So of methods, getters
 * and slots that give objects, but for tp_iternext, and of what these return unread. */
bool function_raises_by_null(const struct extension *extension,
                             const struct function *function);
/* Is a negative result of FUNCTION the sign of an exception, and any other a success?  So of
 * slots of types and setters that give numbers, of what these return unread, and of helpers whose
 * callers only ask whether it is negative. */
bool function_raises_by_negative(const struct extension *extension,
                                 const struct function *function);
/* The same, where the callers set no exception themselves, but fail at once. */
bool function_owes_exception(const struct extension *extension, const struct function *function);
/* Is 0 the sign of an exception, and any other number a success?  So of converters for the
 * format unit O&, and of helpers whose callers fail where it is 0. */
bool function_raises_by_zero(const struct extension *extension, const struct function *function);

#endif
