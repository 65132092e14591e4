#ifndef INSULATE_CONVERT_PLAN_MODULE_SLOTS_H
#define INSULATE_CONVERT_PLAN_MODULE_SLOTS_H

#include "convert/conversion.h"

/* What the module says of interpreters. */
const char *interpreters_value(const struct conversion *c);

/* The name of the function in Py_mod_exec. */
const char *exec_name(const struct conversion *c);

/* The one that a module in multi-phase initialisation has already, or NULL. */
const struct variable *slot_table(const struct conversion *c);

#endif
