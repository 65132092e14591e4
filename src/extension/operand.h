/* What a function asks of the objects it is given. */
#ifndef INSULATE_EXTENSION_OPERAND_H
#define INSULATE_EXTENSION_OPERAND_H

#include "extension/extension.h"

/* Is SLOT of a binary operator, which is called for either operand? */
bool slot_is_binary(const struct slot *slot);
/* Is parameter number I of FUNCTION, or its type, an argument of CALL? */
bool call_is_about(const struct function *function, const struct node *call, size_t i);
/* Does NODE ask for the type of an object: PyObject_TypeCheck(…), Py_TYPE(a) == b? */
bool node_asks_type(const struct node *node);
/* Does FUNCTION anywhere ask for the type of its parameter number I? */
bool function_asks_type(const struct function *function, size_t i);

#endif
