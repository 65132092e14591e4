#ifndef INSULATE_CONVERT_PLAN_LIBRARY_REGISTRIES_H
#define INSULATE_CONVERT_PLAN_LIBRARY_REGISTRIES_H

#include "convert/conversion.h"

/* Tell where VARIABLE, C data that moves, is searched for what a library handed out. */
void note_library_registry(struct conversion *c, const struct variable *variable);

#endif
