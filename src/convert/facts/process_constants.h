/* Data that the initialisation sets once, to what is the same for the whole process. */
#ifndef INSULATE_CONVERT_FACTS_PROCESS_CONSTANTS_H
#define INSULATE_CONVERT_FACTS_PROCESS_CONSTANTS_H

#include "convert/conversion.h"

/* May all interpreters share VARIABLE as it is, because each import writes into it no more than
 * what stands there already?  No number in between is ever to be seen, nobody else has its
 * address, and no import asks for it before it sets it. */
bool is_process_constant(const struct conversion *c, const struct variable *variable);

#endif
