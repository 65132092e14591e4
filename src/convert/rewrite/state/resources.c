/* Code in m_free that frees memory and locks of the state. */
#include "convert/rewrite/state/resources.h"

#include "convert/plan/resources.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"
#include "model/freeing.h"
#include "model/resource.h"

void
add_resource_releases(const struct conversion *c, struct strbuf *out, const char *state)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->stages->fields[i]);
        const struct resource *resource = plan != NULL ? kept_resource(c, plan) : NULL;
        if (resource == NULL) {
            continue;
        }
        if (freeing_of(resource->releaser) != FREES_NOTHING) { /* takes NULL, too */
            strbuf_format(out, "\t%s(%s->%s);\n", resource->releaser, state,
                          plan->field);
        }
        else {
            strbuf_format(out, "\tif (%s->%s != NULL) {\n\t\t%s(%s->%s);\n\t}\n", state,
                          plan->field, resource->releaser, state, plan->field);
        }
    }
}
