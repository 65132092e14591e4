/* PyModExport_x, which Python 3.15 calls instead of PyInit_x, with its array of slots
 * (PEP 793, PEP 820): in addition to the definition and PyInit_x, or instead of
 * them. */
#include "convert/plan/export.h"

#include <string.h>

#include "convert/facts/index.h"
#include "convert/text/style.h"

static const char *
hook_name(const struct conversion *c)
{
    return TEXT(c, "PyModExport_%s", c->entry->name + strlen("PyInit_"));
}

bool
needs_export(const struct conversion *c)
{
    return c->options->exports && c->options->stage == STAGE_ALL && c->entry != NULL
           && string_starts(c->entry->name, "PyInit_")
           && !name_is_used(c, hook_name(c));
}

/* Is the definition named by nothing but what goes with it? */
static bool
is_alone(const struct conversion *c)
{
    for (size_t i = 0; i < c->definition->n_uses; i++) {
        const struct node *use = c->definition->uses[i];
        if (use->within == NULL
            || (use->within != c->entry
                && (c->is_multi_phase || use->within != c->setup)))
        {
            return false;
        }
    }
    return true;
}

bool
replaces_definition(const struct conversion *c)
{
    return needs_export(c) && c->options->floor >= FIRST_WITH_EXPORT
           && !c->is_multi_phase && is_alone(c) && !c->uses_at_end
           && c->entry->n_declarations == 1 && c->definition->n_declarations == 1
           && c->definition->declarations[0].within == NULL;
}

const char *
export_name(const struct conversion *c)
{
    return TEXT(c, "%s_export", c->base);
}

const char *
token_name(const struct conversion *c)
{
    return TEXT(c, "%s_token", c->base);
}

const char *
export_hook(const struct conversion *c)
{
    return TEXT(c, "%s\treturn %s;\n}\n",
                function_head(c, c->entry->body->file, "PyMODEXPORT_FUNC",
                              TEXT(c, "%s(void)", hook_name(c))),
                export_name(c));
}
