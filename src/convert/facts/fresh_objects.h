/* Objects that a function made and that no other thread knows yet. */
#ifndef INSULATE_CONVERT_FACTS_FRESH_OBJECTS_H
#define INSULATE_CONVERT_FACTS_FRESH_OBJECTS_H

#include "model/source.h"

/* Is NODE an instance that its function made, itself or by a function that gives back what
 * it made, and that nobody else knows when USE runs? */
bool node_is_fresh(const struct node *node, const struct node *use);

#endif
