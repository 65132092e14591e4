/* Writes to what threads share: module state, objects that they are given, and memory
 * behind both. */
#ifndef INSULATE_EXTENSION_SHARED_WRITE_H
#define INSULATE_EXTENSION_SHARED_WRITE_H

#include "extension/extension.h"

/* The field of module state, or of an object that threads share, that PLACE is, is a part
 * of or lies behind; NULL: none. */
const struct node *shared_field(const struct extension *extension,
                                const struct node *place);
/* The same of a field that NODE writes: an assignment, an increment, Py_CLEAR and the like,
 * a library function that writes or frees what it is given; NULL: none, or a lock or an
 * atomic type, or a struct of another project. */
const struct node *written_field(const struct extension *extension,
                                 const struct node *node);
/* The struct that MEMBER, of a pointer, is a field of; NULL: unknown. */
const struct record *member_record(const struct node *member);

#endif
