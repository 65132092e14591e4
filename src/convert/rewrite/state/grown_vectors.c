/* Visits, clears and frees arrays of objects that grow. */
#include "convert/rewrite/state/grown_vectors.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/grown_vectors.h"

/* The length as it is named once all moved. */
static const char *
length_access(const struct conversion *c, const char *state,
              const struct variable *length)
{
    const struct variable_plan *plan = moving(c, length);
    return plan != NULL ? TEXT(c, "%s->%s", state, plan->field) : length->name;
}

void
add_grown_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                const char *state, const struct variable_plan *plan)
{
    const char *freeing;
    const struct variable *length = length_of_grown(plan->variable, &freeing);
    const char *access = length_access(c, state, length);
    if (strcmp(macro, "Py_CLEAR") == 0) {
        strbuf_format(out,
                      "\twhile (%s > 0) {\n"
                      "\t\t%s--;\n"
                      "\t\tPy_CLEAR(%s->%s[%s]);\n\t}\n",
                      access, access, state, plan->field, access);
        return;
    }
    strbuf_format(out,
                  "\tfor (%s i = 0; i < %s; i++) {\n"
                  "\t\t%s(%s->%s[i]);\n\t}\n",
                  length->type->spelling, access, macro, state, plan->field);
}
