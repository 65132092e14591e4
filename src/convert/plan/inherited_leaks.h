#ifndef INSULATE_CONVERT_PLAN_INHERITED_LEAKS_H
#define INSULATE_CONVERT_PLAN_INHERITED_LEAKS_H

#include "convert/conversion.h"

/* Note the paths on which functions lose instances of types that move: an instance of a heap
 * type keeps its type, and that the module. */
void note_inherited_leaks(struct conversion *c);

#endif
