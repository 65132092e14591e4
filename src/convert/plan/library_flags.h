#ifndef INSULATE_CONVERT_PLAN_LIBRARY_FLAGS_H
#define INSULATE_CONVERT_PLAN_LIBRARY_FLAGS_H

#include "convert/conversion.h"

/* Does VARIABLE have a setting of the process, as it was before and will be again: a signal's
 * handler, the attributes of the terminal? */
bool is_process_setting(const struct variable *variable);

/* Does CALL act on a library as a whole, and on nothing that it gave out? */
bool acts_on_library(const struct node *call);

/* Does VARIABLE tell what the process has done with a library? */
bool is_library_flag(const struct conversion *c, const struct variable *variable);

#endif
