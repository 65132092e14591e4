#ifndef INSULATE_CONVERT_PLAN_LIBRARY_FLAGS_H
#define INSULATE_CONVERT_PLAN_LIBRARY_FLAGS_H

#include "convert/conversion.h"

/* Does VARIABLE tell what the process has done with a library? */
bool is_library_flag(const struct conversion *c, const struct variable *variable);

#endif
