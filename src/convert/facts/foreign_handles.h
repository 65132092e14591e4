/* Handles of other libraries: pointers to what a header declares and never defines. */
#ifndef INSULATE_CONVERT_FACTS_FOREIGN_HANDLES_H
#define INSULATE_CONVERT_FACTS_FOREIGN_HANDLES_H

#include "model/source.h"

/* The call of a library's function that gives the pointer at USE, of a variable, a handle: it
 * returns it, or has the pointer's address.  NULL: there is none. */
const struct node *call_giving_handle(const struct node *use);

/* Does a function called NAME, of which nothing else is known, end what it is given? */
bool ends_what_it_gets(const char *name);

#endif
