#ifndef INSULATE_CONVERT_PLAN_MODULE_H
#define INSULATE_CONVERT_PLAN_MODULE_H

#include "convert/facts/modules.h"

/* Take what SEED says of the module. */
void plan_module(struct conversion *c, const struct module_seed *seed);

/* Refuse a definition that is filled at run time, and a module for which no function is
 * executed, where one is needed. */
void check_definition_fields(struct conversion *c);
void check_execution(struct conversion *c);

/* What an opt-out of its own executes is the module's setup. */
void plan_setup(struct conversion *c);

/* A variable that means other modules, too, gets a reference of its own; exec's names for
 * the module. */
void plan_module_variable(struct conversion *c);
void plan_exec_parameter(struct conversion *c);

#endif
