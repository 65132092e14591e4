/* The module as the function in Py_mod_exec names it. */
#include "convert/rewrite/init/exec_parameter.h"

#include "convert/rewrite/functions/function_head.h"

void
name_exec_parameter(struct conversion *c)
{
    if (c->setup != NULL && c->setup->body != NULL && c->is_multi_phase
        && plan_of_function(c, c->setup)->needs_state)
    {
        parameter_name(c, c->setup, 0, "module");
    }
}
