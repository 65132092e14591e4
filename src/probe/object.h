/* Objects seen from outside: is this word one, what is it, may it be shared. */
#ifndef INSULATE_PROBE_OBJECT_H
#define INSULATE_PROBE_OBJECT_H

#include "probe/python.h"

/* Does the word point to a live object?  Needs a fresh memory_refresh(). */
bool object_is_live(uintptr_t word);

/* Does the address hold a type object?  Needs a fresh memory_refresh(). */
bool address_is_type(uintptr_t address);

/* Does the object belong to the interpreter itself (a singleton, a core type)? */
bool object_is_core(const struct py_object *object);

/* Is it a function or method in C, also one that asks for its defining class, which is of a
 * type of its own? */
bool object_is_builtin(const struct py_object *object);

/* Is it a part of another object's inside, which only the interpreter can make? */
bool object_is_inner(const struct py_object *object);

/* static-type, heap-type, static-object, definition or object */
const char *object_kind(const struct py_object *object);

/* type_name() of what may only look like a type: never reads unmapped memory. */
const char *type_name_safe(const struct py_object *type);

/* The name of a type, the text of an exact str, else "".  Never calls repr: it
 * crashes on half-made objects.  Needs an attached thread state. */
const char *object_name(struct py_object *object);

#endif
