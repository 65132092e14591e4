/* Where the address of static data goes. */
#ifndef INSULATE_EXTENSION_ADDRESS_USE_H
#define INSULATE_EXTENSION_ADDRESS_USE_H

#include "model/source.h"

/* The place where the address of VARIABLE, or of a part of it, is given to something that
 * may outlive a module object: a capsule, a thread, a handler, a variable of a library;
 * NULL: none is known. */
const struct node *address_outlives_module(const struct variable *variable);

/* The same of one use, whatever of it is given: an address, or what the variable holds. */
const struct node *address_keeper(const struct node *use);

#endif
