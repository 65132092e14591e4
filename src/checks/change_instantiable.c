/* change-instantiable: a heap type inherits object.__new__, a static type without
 * tp_new does not. */
#include <string.h>

#include "checks/check.h"
#include "checks/fix.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/members.h"

/* Does any function take tp_new away from a type that was made, as before 3.10? */
static bool
takes_new_away(const struct source *source)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *root = source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind == NODE_ASSIGN && node->first->kind == NODE_MEMBER
                && strcmp(node->first->text, "tp_new") == 0)
            {
                return true;
            }
        }
    }
    return false;
}

/* Is CALL's result used as an object of another struct than RECORD? */
static bool
makes_another(const struct node *call, const struct record *record)
{
    const struct node *outer = node_outer(call);
    const struct type *type = outer->type;
    if (outer == call && outer->parent != NULL
        && (outer->parent->kind == NODE_VARIABLE || outer->parent->kind == NODE_ASSIGN))
    {
        type = outer->parent->type;
    }
    const struct record *made =
        type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            ? type->target->record
            : NULL;
    return made != NULL && made != record && strcmp(made->tag, "_object") != 0;
}

/* Does C code make objects with the struct RECORD itself, not through the type's
 * tp_new? */
static bool
makes_objects(const struct source *source, const struct record *record)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *root = source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const struct node *callee =
                node->kind == NODE_CALL ? node_bare(node->first) : NULL;
            if ((CALL_IS(node, "_PyObject_New", "_PyObject_NewVar", "_PyObject_GC_New",
                         "_PyObject_GC_NewVar", "PyType_GenericAlloc")
                 || (callee != NULL && callee->kind == NODE_MEMBER
                     && strcmp(callee->text, "tp_alloc") == 0))
                && !makes_another(node, record))
            {
                return true;
            }
        }
    }
    return false;
}

/* Does a function allocate instances with the struct RECORD, in so many words? */
static bool
is_made_in_c(const struct source *source, const struct record *record)
{
    for (size_t i = 0; record != NULL && i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *call = function->calls[k];
            const struct node *callee = node_bare(call->first);
            const struct variable *local = call_local(call);
            if ((CALL_IS(call, "_PyObject_New", "_PyObject_GC_New", "PyType_GenericAlloc")
                 || (callee != NULL && callee->kind == NODE_MEMBER
                     && strcmp(callee->text, "tp_alloc") == 0))
                && local != NULL && local->type->kind == TYPE_POINTER
                && local->type->target->record == record)
            {
                return true;
            }
        }
    }
    return false;
}

/* Is FIELD the place of the instance's __dict__ or of its weak references?  The interpreter
 * fills these. */
static bool
is_offset_member(const struct heap_type *type, const char *field)
{
    static const char *const names[] = {"__dictoffset__", "__weaklistoffset__"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        struct member member;
        if (!member_find(type, names[i], &member)) {
            continue;
        }
        if (member_names_field(type, &member, field)) {
            return true;
        }
    }
    return false;
}

static bool
has_pointers(const struct heap_type *type, const struct record *record)
{
    for (size_t i = 1; record != NULL && i < record->n_fields; i++) {
        if (type_element(record->fields[i].type)->kind == TYPE_POINTER
            && !is_offset_member(type, record->fields[i].name))
        {
            return true;
        }
    }
    return false;
}

static bool
fix_instantiable(struct draft *draft)
{
    return draft_add_flag(draft, "Py_TPFLAGS_DISALLOW_INSTANTIATION");
}

void
check_change_instantiable(struct check *check)
{
    if (takes_new_away(check->source)) {
        return;
    }
    for (size_t i = 0; i < check->extension->n_types; i++) {
        const struct heap_type *type = &check->extension->types[i];
        if (!type->has_flags || slots_have(&type->slots, "Py_tp_new")
            || heap_type_has_flag(type, TYPE_FLAG_DISALLOW_INSTANTIATION)
            || heap_type_bases(type) != BASES_NONE
            || !has_pointers(type, heap_type_record(type))
            || !(slots_have(&type->slots, "Py_tp_init")
                     ? is_made_in_c(check->source, heap_type_record(type))
                     : makes_objects(check->source, heap_type_record(type))))
        {
            continue;
        }
        if (slots_have(&type->slots, "Py_tp_init")) {
            check_add_variable(
                check, "change-instantiable", type->variable,
                "'%s' has no Py_tp_new and inherits object.__new__, which leaves NULL "
                "where C code that makes instances sets members; add a Py_tp_new that "
                "sets them, or Py_TPFLAGS_DISALLOW_INSTANTIATION (since 3.10)",
                type->variable->name);
            continue;
        }
        struct finding *finding = check_add_variable(
            check, "change-instantiable", type->variable,
            "'%s' has no Py_tp_new and inherits object.__new__, so Python code can "
            "create, copy and unpickle instances with NULL members; add "
            "Py_TPFLAGS_DISALLOW_INSTANTIATION (since 3.10)",
            type->variable->name);
        check_fix(check, finding, fix_instantiable);
    }
}
