/* The expression that makes a heap type at run time, and the base in it. */
#include "convert/plan/type_bases.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/run_time_slots.h"
#include "extension/expression.h"

const struct node *
base_of(const struct conversion *c, const struct variable *type)
{
    const struct initializer *field = variable_initializer(type, "tp_base");
    const struct node *base = given_to(plan_of_variable(c, type))->base;
    if (base == NULL && field != NULL && !field->is_zero) {
        base = field->value;
    }
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    const bool is_object = referent != NULL && referent->kind == NODE_NAME
                           && referent->variable != NULL
                           && strcmp(referent->variable->name, "PyBaseObject_Type") == 0;
    return is_object ? NULL : base;
}

const struct variable *
own_base(const struct conversion *c, const struct variable *type)
{
    const struct node *base = base_of(c, type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

/* The variable of CPython that the base of TYPE is, or points to; NULL: it is another. */
static const struct variable *
foreign_base(const struct conversion *c, const struct variable *type)
{
    const struct node *base = base_of(c, type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    const struct variable *variable =
        referent != NULL && referent->kind == NODE_NAME ? referent->variable : NULL;
    return variable != NULL && !variable->in_project ? variable : NULL;
}

enum collection
base_collection(const struct conversion *c, const struct variable *type)
{
    static const struct {
        const char *name;
        enum collection collection;
    } bases[] = {
        {"PyByteArray_Type", COLLECTION_NONE}, {"PyBytes_Type", COLLECTION_NONE},
        {"PyComplex_Type", COLLECTION_NONE},   {"PyDict_Type", COLLECTION_CLEARS},
        {"PyFloat_Type", COLLECTION_NONE},     {"PyFrozenSet_Type", COLLECTION_CLEARS},
        {"PyList_Type", COLLECTION_CLEARS},    {"PyLong_Type", COLLECTION_NONE},
        {"PySet_Type", COLLECTION_CLEARS},     {"PyTuple_Type", COLLECTION_TRAVERSES},
        {"PyType_Type", COLLECTION_CLEARS},    {"PyUnicode_Type", COLLECTION_NONE},
    };
    const struct variable *base = foreign_base(c, type);
    if (base_of(c, type) == NULL) {
        return COLLECTION_NONE;
    }
    for (size_t i = 0; base != NULL && i < ARRAY_LENGTH(bases); i++) {
        if (strcmp(base->name, bases[i].name) == 0) {
            return bases[i].collection;
        }
    }
    if (base != NULL) {
        return string_starts(base->name, "PyExc_") ? COLLECTION_CLEARS : COLLECTION_UNKNOWN;
    }
    const struct node *member = node_bare(base_of(c, type));
    return member->kind == NODE_MEMBER && type_is_pointer_to(member->first->type, "PyDateTime_CAPI")
               ? COLLECTION_NONE
               : COLLECTION_UNKNOWN;
}

bool
base_is_found(const struct conversion *c, const struct variable *type)
{
    const struct node *base = base_of(c, type);
    if (own_base(c, type) != NULL || foreign_base(c, type) != NULL) {
        return false;
    }
    for (const struct node *n = base; n != NULL; n = node_after(n, base)) {
        if (n->kind == NODE_CALL
            || (n->kind == NODE_NAME && n->variable != NULL
                && (n->variable->storage == STORAGE_AUTOMATIC
                    || moving(c, n->variable) != NULL)))
        {
            return true;
        }
    }
    return false;
}

const struct node *
name_literal(const struct variable *type)
{
    const struct node *value = node_bare(type_field(type, "tp_name"));
    const struct variable *variable = value != NULL ? node_variable(value) : NULL;
    for (size_t i = 0; variable != NULL && i < variable->n_uses; i++) {
        if (variable->uses[i]->is_written) {
            return NULL;
        }
    }
    if (variable != NULL) {
        value = node_bare(variable->initial);
    }
    return value != NULL && value->kind == NODE_STRING && value->text != NULL ? value : NULL;
}

bool
is_plain_name(const struct variable *type)
{
    const struct node *literal = name_literal(type);
    return literal != NULL && strchr(literal->text, '.') == NULL;
}

const char *
type_stem(const struct conversion *c, const char *name)
{
    static const char *const tails[] = {"_Type", "_type", "Type"};
    for (size_t i = 0; i < ARRAY_LENGTH(tails); i++) {
        if (string_ends(name, tails[i]) && strlen(name) > strlen(tails[i])) {
            return TEXT(c, "%.*s", (int)(strlen(name) - strlen(tails[i])), name);
        }
    }
    return name;
}
