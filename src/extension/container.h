/* Containers of C++'s standard library, and what changes them. */
#ifndef INSULATE_EXTENSION_CONTAINER_H
#define INSULATE_EXTENSION_CONTAINER_H

#include "model/source.h"

/* Is TYPE one, or a pointer to one?  Texts and smart pointers count, too. */
bool type_is_container(const struct type *type);
/* The container that NODE, a call of a method or an operator, changes: by a method such as
 * insert(), an assignment, or operator[] of a map, which inserts what is not there.  NULL: none,
 * or NODE gives the place of an assignment, which is the write. */
const struct node *changed_container(const struct node *node);
/* The container, iterator or pointer that NODE, a call of a method or an operator, gives a
 * part of: `v[i]`, `v.at(i)`, `v.front()`, `map.find(k)`, `*it`; NULL: none. */
const struct node *container_of_item(const struct node *node);

#endif
