#ifndef INSULATE_CONVERT_FACTS_READY_CALLS_H
#define INSULATE_CONVERT_FACTS_READY_CALLS_H

#include "model/source.h"

/* The call of PyType_Ready whose argument USE of a type is, or NULL. */
const struct node *ready_call(const struct node *use);

#endif
