/* The interpreter's only module object: what is written around the exec function for it. */
#include "convert/plan/lone_module.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/names.h"

void
lone_module_begin(struct conversion *c)
{
    c->lone_module = ARENA_NEW(c->arena, struct lone_module);
}

void
use_lone_module(struct conversion *c)
{
    struct lone_module *plan = ARENA_NEW(c->arena, struct lone_module);
    *plan = (struct lone_module){.is_used = true};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        plan->is_written |= function->body != NULL
                            && strcmp(function->name, c->names->get_by_interpreter) == 0;
    }
    c->lone_module = plan;
}

bool
registers_module(const struct conversion *c)
{
    return c->lone_module->is_used && !c->lone_module->is_written;
}

const char *
interpreter_key(const struct conversion *c)
{
    return TEXT(c, "%s.module", c->full_name);
}

const char *
alone_exec_name(const struct conversion *c)
{
    return opt_out_name(c, "exec_alone");
}
