#ifndef INSULATE_CONVERT_PLAN_EXIT_REGISTRATIONS_H
#define INSULATE_CONVERT_PLAN_EXIT_REGISTRATIONS_H

#include "convert/conversion.h"

/* Report what initialisation registers for the end of the process: once before, for each module
 * object now. */
void report_exit_registrations(struct conversion *c);

/* Does FUNCTION run at the end of the process, when there is no interpreter? */
bool is_registered_for_exit(const struct function *function);

#endif
