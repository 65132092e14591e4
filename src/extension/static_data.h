/* What static data holds, and which of it is no state at all. */
#ifndef INSULATE_EXTENSION_STATIC_DATA_H
#define INSULATE_EXTENSION_STATIC_DATA_H

#include "extension/writes.h"

/* Does TYPE hold a Python object, or is it a container of C++ for such? */
bool type_keeps_object(const struct type *type);
/* Is VALUE the same object in every interpreter, for the whole process: an exception
 * class or singleton of the interpreter, the address of a type of its own, NULL? */
bool value_is_process_constant(const struct node *value);
/* The variable that WRITE, a use of it, is of, or the element of it, is given this by an
 * assignment; NULL: it is written in another way. */
const struct node *write_value(const struct node *write);
/* Does VARIABLE, of a type that says nothing of objects (void *, uintptr_t), get one by
 * WRITES? */
bool variable_is_given_object(const struct variable *variable,
                              const struct writes *writes);
/* Has VARIABLE a value from the beginning, and are WRITES no more than its address, given
 * to functions whose code was not read?  Perhaps nobody changes it. */
bool variable_may_be_constant(const struct variable *variable,
                              const struct writes *writes);
/* Is TYPE made for being changed by several threads at a time? */
bool type_is_atomic(const struct type *type);

#endif
