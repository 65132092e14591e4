#ifndef INSULATE_CONVERT_PLAN_LONE_MODULE_H
#define INSULATE_CONVERT_PLAN_LONE_MODULE_H

#include "convert/conversion.h"

/* The interpreter's only module object, by which functions find the state. */
struct lone_module {
    bool is_used;    /* there are such functions */
    bool is_written; /* … and an earlier run wrote how */
};

/* Before the first question: no function finds the state so. */
void lone_module_begin(struct conversion *c);
void use_lone_module(struct conversion *c);

/* Is it to be registered around the exec function? */
bool registers_module(const struct conversion *c);
/* Its key in the dictionary of the interpreter. */
const char *interpreter_key(const struct conversion *c);
/* The function in the exec slot that registers it, and then calls the module's own. */
const char *alone_exec_name(const struct conversion *c);

#endif
