#ifndef INSULATE_CONVERT_FACTS_ALLOCATED_MEMORY_H
#define INSULATE_CONVERT_FACTS_ALLOCATED_MEMORY_H

#include "model/source.h"

/* The call that allocates what VALUE points to: itself, or what gave the local that it is its
 * memory; NULL: none does. */
const struct node *allocation_behind(const struct node *value);

/* The call that gives VARIABLE, a pointer, its memory, in the function WITHIN (NULL: in any);
 * NULL: none does. */
const struct node *allocation_of(const struct variable *variable,
                                 const struct function *within);

/* Is the address of PLACE handed to a function that allocates memory for it, or for a part
 * of it, or put into a local by which that is done? */
bool is_allocated_by_address(const struct node *place);
/* Is it handed to a function that frees that? */
bool is_freed_by_address(const struct node *place);

#endif
