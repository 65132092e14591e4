#include "convert/plan/sealed_bases.h"

#include <string.h>

#include "convert/facts/type_fields.h"
#include "convert/findings.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/variables.h"

/* The variable that is the base of TYPE; NULL: none, or another expression. */
static const struct variable *
base_variable(const struct conversion *c, const struct variable *type)
{
    const struct node *base = base_of(c, type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    return referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
}

/* Is BASE one of the sources' own that may be without the flag? */
static bool
is_own_sealed(const struct variable *base)
{
    return base->in_project && base->type->kind == TYPE_RECORD
           && !type_has_flag(base, TPFLAGS_BASETYPE, false);
}

static bool
is_built_in_sealed(const struct variable *base)
{
#define SEALED(name) #name,
    static const char *const names[] = {
#include "convert/plan/sealed_types.inc"
    };
#undef SEALED
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (!base->in_project && strcmp(base->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* The base of the type number I among the variables, if that moves and the base has no flag;
 * or NULL. */
static const struct variable *
sealed_base(const struct conversion *c, size_t i)
{
    const struct variable_plan *plan = moving(c, c->source->variables[i]);
    const struct variable *base =
        plan != NULL && plan->kind == FIELD_TYPE ? base_variable(c, plan->variable) : NULL;
    return base != NULL && (is_own_sealed(base) || is_built_in_sealed(base)) ? base : NULL;
}

bool
has_sealed_bases(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *base = sealed_base(c, i);
        if (base != NULL && base->in_project) {
            return true;
        }
    }
    return false;
}

void
check_sealed_bases(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i], *base = sealed_base(c, i);
        const struct declaration *place = variable_declaration(type);
        if (base != NULL && !base->in_project) {
            refuse(c, "type-not-converted", place->file, place->name, type->name,
                   "'%s' derives from '%s', which lacks Py_TPFLAGS_BASETYPE: a heap type cannot",
                   type->name, base->name);
        }
        else if (base != NULL && (c->options->abi3 != 0 || c->options->use_header)) {
            refuse(c, "type-not-converted", place->file, place->name, type->name,
                   "the base '%s' of '%s' lacks Py_TPFLAGS_BASETYPE, and a heap type cannot "
                   "derive from it; add the flag to the base",
                   base->name, type->name);
        }
    }
}
