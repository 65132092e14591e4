/* Where the address of static data goes. */
#ifndef INSULATE_EXTENSION_ADDRESS_USE_H
#define INSULATE_EXTENSION_ADDRESS_USE_H

#include "model/source.h"

/* The place where what USE of a variable is goes, if that is something that may outlive a
 * module object: a capsule, a thread, a handler, a variable of a library; NULL: none is
 * known. */
const struct node *address_keeper(const struct node *use);

/* The static variable that USE is assigned to, or to a part of; NULL: there is none. */
const struct variable *address_holder(const struct node *use);

/* Does what CALL calls, which another extension module or library gave as a pointer without a
 * type, or as a member of its struct, belong to that one? */
bool call_is_imported(const struct node *call);

#endif
