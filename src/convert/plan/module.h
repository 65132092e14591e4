#ifndef INSULATE_CONVERT_PLAN_MODULE_H
#define INSULATE_CONVERT_PLAN_MODULE_H

#include "convert/facts/modules.h"

/* Take what SEED says of the module. */
void plan_module(struct conversion *c, const struct module_seed *seed);

/* Refuse a definition that is filled at run time, and a module for which no function is
 * executed, where one is needed. */
void check_definition_fields(struct conversion *c);
void check_execution(struct conversion *c);

#endif
