/* Objects that are initialised a second time: PyObject_New has done what PyObject_Init does. */
#ifndef INSULATE_EXTENSION_OBJECT_INIT_H
#define INSULATE_EXTENSION_OBJECT_INIT_H

#include "model/source.h"

/* The allocation of the object that CALL, PyObject_Init or the like, initialises again: both
 * take a reference to a heap type, and the instance gives one back.  NULL: it is none. */
const struct node *initialised_before(const struct node *call);

#endif
