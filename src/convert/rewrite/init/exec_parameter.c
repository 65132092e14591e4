/* The module as the function in Py_mod_exec names it. */
#include "convert/rewrite/init/exec_parameter.h"

#include "convert/rewrite/functions/function_head.h"

void
name_exec_parameter(struct rewriter *r)
{
    if (r->plan->setup != NULL && r->plan->setup->body != NULL
        && r->plan->is_multi_phase
        && plan_of_function(r->plan, r->plan->setup)->needs_state)
    {
        parameter_name(r, r->plan->setup, 0, "module");
    }
}
