/* Tables in functions that hold addresses of what moves are no longer static. */
#include "convert/rewrite/state/tables.h"

#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "model/extent.h"

/* `static` goes from the declarations of tables inside of functions. */
void
edit_tables(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        if (!plan_of_variable(r->plan, variable)->is_automatic) {
            continue;
        }
        struct declaration_extent extent;
        struct range word;
        if (declaration_extent(variable_declaration(variable), &extent)
            && declaration_word(&extent, "static", &word))
        {
            change_cover(r, extent.file, word.begin, word.end, "",
                         "its values belong to one module object");
        }
    }
}
