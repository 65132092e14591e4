/* The module as the function in Py_mod_exec names it. */
#include "convert/rewrite/init/exec_parameter.h"

#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/rewrite/functions/function_head.h"

void
name_exec_parameter(struct rewriter *r)
{
    if (r->plan->init->setup != NULL && r->plan->init->setup->body != NULL
        && r->plan->module->is_multi_phase
        && plan_of_function(r->plan, r->plan->init->setup)->needs_state)
    {
        parameter_name(r, r->plan->init->setup, 0, "module");
    }
}
