#ifndef INSULATE_CONVERT_PLAN_MODULE_H
#define INSULATE_CONVERT_PLAN_MODULE_H

#include "convert/conversion.h"

/* What is executed for the module. */
struct init_plan {
    const struct function *setup; /* calls PyModule_Create; or the exec slot */
    const struct variable *module_variable; /* local of setup, or NULL */
    bool keeps_variable; /* it means other things too, and gets its own reference */
    bool reassigns_variable; /* keeps_variable, and the code gives it other values */
    const char *module;  /* name of the module object in exec */
};

/* What is executed, as the module says it. */
void plan_module(struct conversion *c);

/* Refuse a definition that is filled at run time. */
void check_definition_fields(struct conversion *c);

/* FUNCTION (NULL: nothing) is executed for the module: what an opt-out stands around. */
void execute_instead(struct conversion *c, const struct function *function);

/* A variable that means other modules, too, gets a reference of its own; exec's names for
 * the module. */
void plan_module_variable(struct conversion *c);
void plan_exec_parameter(struct conversion *c);

/* Is the module that FUNCTION has its first parameter?  Else it has it in another way, or
 * not at all. */
bool has_module_first(const struct conversion *c, const struct function *function);

#endif
