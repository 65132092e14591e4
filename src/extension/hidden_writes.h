/* Who may write a variable out of sight of extension/writes.h. */
#ifndef INSULATE_EXTENSION_HIDDEN_WRITES_H
#define INSULATE_EXTENSION_HIDDEN_WRITES_H

#include "extension/extension.h"

/* The first use of VARIABLE whose address goes where more than import code may write through
 * it: in a member of a struct, a table of pointers, another pointer, what a function returns.
 * What is read in any member of that name counts, whatever object it is of; what cannot be
 * followed is a write.  NULL: there is none. */
const struct node *hidden_write(const struct extension *extension,
                                const struct variable *variable);

#endif
