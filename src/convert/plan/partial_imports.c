/* Imports of the module's own package while it is initialised.  With multi-phase initialisation
 * the module is in sys.modules by then: code of the package that imports it gets it without what
 * is added later, where single-phase initialisation ran once more. */
#include "convert/plan/partial_imports.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/module.h"
#include "convert/plan/unchecked_results.h"
#include "extension/calls.h"
#include "extension/expression.h"

/* The name of the module that CALL imports, as the text has it; NULL: none, or not to be
 * seen. */
static const char *
imported_name(const struct node *call)
{
    if (!CALL_IS(call, "PyImport_ImportModule", "PyImport_ImportModuleNoBlock",
                 "PyImport_ImportModuleEx", "PyImport_ImportModuleLevel",
                 "PyImport_ImportModuleAttrString", "PyImport_Import"))
    {
        return NULL;
    }
    const struct node *name = node_bare(call_argument(call, 0));
    if (name != NULL && name->kind == NODE_NAME && name->variable != NULL) {
        name = node_bare(variable_only_value(name->variable));
    }
    if (name != NULL && name->kind == NODE_CALL
        && CALL_IS(name, "PyUnicode_FromString", "PyUnicode_InternFromString"))
    {
        name = node_bare(call_argument(name, 0));
    }
    return name != NULL && name->kind == NODE_STRING ? name->text : NULL;
}

/* How long the first part of the dotted NAME is. */
static size_t
length_of_top(const char *name)
{
    return strcspn(name, ".");
}

/* Do two dotted names have the same first part, but for underscores in front: `_spam` and
 * `spam.core`? */
static bool
have_same_top(const char *one, const char *other)
{
    one += strspn(one, "_");
    other += strspn(other, "_");
    size_t length = length_of_top(one);
    return length > 0 && length == length_of_top(other) && strncmp(one, other, length) == 0;
}

/* Is FILE in a folder that is named as the first part of NAME? */
static bool
is_in_package(const struct source_file *file, const char *name)
{
    size_t length = length_of_top(name);
    const char *part = file->path, *slash;
    while ((slash = strchr(part, '/')) != NULL) {
        if ((size_t)(slash - part) == length && strncmp(part, name, length) == 0) {
            return true;
        }
        part = slash + 1;
    }
    return false;
}

/* Is something added behind the import CALL of FUNCTION? */
static bool
is_followed_by_additions(const struct conversion *c, const struct function *function,
                         const struct node *call)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *later = function->calls[i];
        if (later->begin > call->begin
            && (adds_object(later) || (later->function != NULL && later->function->in_project)))
        {
            return true;
        }
    }
    return function != c->init->setup;
}

void
note_partial_imports(struct conversion *c)
{
    if (c->module->is_multi_phase) {
        return;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || !plan->is_init) {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const char *name = imported_name(call);
            if (name != NULL
                && (have_same_top(c->full_name, name) || is_in_package(call->file, name))
                && is_followed_by_additions(c, function, call))
            {
                note(c, "init-not-converted", call->file, call->begin, name,
                     "imports '%s' while '%s' is half made, and in sys.modules already: code "
                     "there that imports '%s' misses what is added later; import it behind "
                     "the last addition",
                     name, c->full_name, c->full_name);
                return;
            }
        }
    }
}
