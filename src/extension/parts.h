/* Modules that are made as a part of another one: `spam.sub`, which the init function of `spam`
 * makes. */
#ifndef INSULATE_EXTENSION_PARTS_H
#define INSULATE_EXTENSION_PARTS_H

#include "extension/extension.h"

/* Say of each module of EXTENSION which function makes it as a part of another. */
void parts_read(struct extension *extension);

/* The variable that the result of CALL, which makes a module, goes into, or NULL. */
const struct variable *variable_of_create(const struct node *call);

#endif
