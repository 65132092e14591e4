/* The expression that makes a heap type. */
#include "convert/rewrite/types/type_creation.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/names.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/type_maker.h"
#include "convert/rewrite/changes.h"

/* The base as an expression of type PyTypeObject *; "NULL" for object. */
const char *
base_text(struct rewriter *r, const struct variable *type)
{
    const struct variable *own = own_base(r->plan, type);
    const struct node *base = base_of(r->plan, type);
    if (own != NULL) {
        return field_access(r->plan, own);
    }
    return base != NULL ? rendered(r, base->file, base->begin, base->end) : "NULL";
}

char *
type_creation(struct rewriter *r, const struct variable *type, const char *module)
{
    const char *base = base_text(r, type);
    bool makes = needs_type_maker(r->plan);

    if (makes && r->options->use_header) {
        require_header(r, HEADER_HEAP_TYPES);
        return TEXT(r, "Insulate_NewType(%s, &%s_spec, %s%s)", module, type->name,
                    strcmp(base, "NULL") == 0 ? "" : "(PyObject *)", base);
    }
    if (makes) {
        require(r, REQUIRES_NEW_TYPE);
        return TEXT(r, "%s(%s, &%s_spec%s%s)", r->plan->names->new_type, module, type->name,
                    has_bases(r->plan) ? ", " : "", has_bases(r->plan) ? base : "");
    }
    return TEXT(r, "(PyTypeObject *)PyType_FromModuleAndSpec(%s, &%s_spec, %s%s)",
                module, type->name, strcmp(base, "NULL") == 0 ? "" : "(PyObject *)",
                base);
}
