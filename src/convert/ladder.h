/* How far a module can go.  One that cannot be converted whole goes as far as it honestly can:
 * without its C data, without its types, or with its initialisation only. */
#ifndef INSULATE_CONVERT_LADDER_H
#define INSULATE_CONVERT_LADDER_H

#include "convert/attempt.h"

/* Convert the module that A has begun, on the highest rung that it can reach; the findings
 * say what stood in the way of the higher ones. */
void ladder_convert(struct attempt *a);

#endif
