/* Struct sequences that fill a static type. */
#ifndef INSULATE_EXTENSION_STRUCT_SEQUENCE_H
#define INSULATE_EXTENSION_STRUCT_SEQUENCE_H

#include "model/source.h"

/* The call of PyStructSequence_InitType or its like that fills the type, or the element
 * of an array of types, which USE, a use of its variable, is; NULL: it is none. */
const struct node *struct_sequence_call(const struct node *use);
/* Does such a call fill the static type VARIABLE? */
bool variable_is_struct_sequence(const struct variable *variable);

#endif
