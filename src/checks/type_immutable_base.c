/* type-immutable-base: since 3.12 a DeprecationWarning, since 3.14 a TypeError. */
#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/type_origin.h"

enum { MOST_BASES = 8 };

/* The classes that BASES, a class or a tuple of them, names: into OUT, of MOST_BASES;
 * how many. */
static size_t
bases_of(const struct node *bases, const struct node **out)
{
    const struct node *value = node_bare(bases);
    if (value != NULL && value->kind == NODE_NAME && value->variable != NULL) {
        const struct node *only = node_bare(variable_only_value(value->variable));
        value = only != NULL && only->kind == NODE_CALL ? only : value;
    }
    if (!CALL_IS(value, "PyTuple_Pack")) {
        out[0] = value;
        return value != NULL;
    }
    size_t n = 0;
    for (size_t i = 1; n < MOST_BASES && call_argument(value, i) != NULL; i++) {
        out[n++] = call_argument(value, i);
    }
    return n;
}

static void
check_type(struct check *check, const struct heap_type *type)
{
    const struct node *call = heap_type_creation(type);
    const struct node *argument = heap_type_bases_argument(type);
    const struct node *bases[MOST_BASES];
    size_t n = argument != NULL ? bases_of(argument, bases) : 0;
    for (size_t i = 0; i < n; i++) {
        const struct heap_type *base = type_of_expression(check->extension, bases[i]);
        if (base == NULL || base == type || !base->has_flags
            || heap_type_has_flag(base, TYPE_FLAG_IMMUTABLETYPE))
        {
            continue;
        }
        check_add_node(check, "type-immutable-base", call, type->variable->name,
                       "the immutable type '%s' has the mutable base '%s', which is "
                       "deprecated since 3.12 and a TypeError since 3.14; set "
                       "Py_TPFLAGS_IMMUTABLETYPE on both, or on neither",
                       type->variable->name, base->variable->name);
    }
}

void
check_type_immutable_base(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        if (heap_type_has_flag(type, TYPE_FLAG_IMMUTABLETYPE)
            && heap_type_creation(type) != NULL)
        {
            check_type(check, type);
        }
    }
}
