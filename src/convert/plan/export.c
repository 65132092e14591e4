/* PyModExport_x, which Python 3.15 calls instead of PyInit_x, with its array of slots
 * (PEP 793, PEP 820): in addition to the definition and PyInit_x, or instead of
 * them. */
#include "convert/plan/export.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/used_names.h"

const char *
export_hook_name(const struct conversion *c)
{
    return TEXT(c, "PyModExport_%s", c->module->entry->name + strlen("PyInit_"));
}

bool
needs_export(const struct conversion *c)
{
    return c->options->exports && c->options->stage == STAGE_ALL
           && c->module->entry != NULL
           && string_starts(c->module->entry->name, "PyInit_")
           && !name_is_used(c, export_hook_name(c));
}
