/* state-static-object */
#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/state.h"
#include "checks/writes.h"

static bool
is_object_holder(const struct type *type)
{
    const struct type *element = type_element(type);
    if (element->kind == TYPE_POINTER && element->target != NULL
        && !type_is_object_pointer(element))
    {
        /* A pointer to a struct of objects: state that was allocated. */
        return type_element(element->target)->kind == TYPE_RECORD
               && !type_is_api_table(element->target)
               && type_holds_object(element->target);
    }
    return type_holds_object(element);
}

/* An object, not a pointer to one. */
static bool
is_object_itself(const struct type *type)
{
    const struct type *element = type_element(type);
    return element->kind == TYPE_RECORD && element->record != NULL
           && record_is_object(element->record);
}

/* How far an object is one for all interpreters. */
enum sharing {
    SHARING_NOT,
    SHARING_LATER, /* the interpreter's constants: since 3.12 they are immortal, and the
                      same in all interpreters (PEP 683; Include/internal/
                      pycore_global_objects.h) */
    SHARING_ALWAYS,
};

static bool
is_number(const struct node *node, int64_t least, int64_t most)
{
    return node != NULL && node->has_value && node->value >= least
           && node->value <= most;
}

/* The numbers and empty containers that each interpreter has one of. */
static bool
makes_constant(const struct node *call)
{
    const struct node *first = call_argument(call, 0);
    const struct node *text = node_bare(first);
    bool is_empty =
        text != NULL && text->kind == NODE_STRING && text->text[0] == '\0';
    return (CALL_IS(call, "PyLong_FromLong", "PyLong_FromSsize_t", "PyLong_FromSize_t")
            && is_number(first, -5, 256))
           || (CALL_IS(call, "PyUnicode_FromStringAndSize", "PyBytes_FromStringAndSize")
               && is_number(call_argument(call, 1), 0, 0))
           || (CALL_IS(call, "PyUnicode_FromString", "PyBytes_FromString") && is_empty)
           || (CALL_IS(call, "PyTuple_New") && is_number(first, 0, 0));
}

/* What VALUE is: an exception class or singleton of the interpreter, the address of a
 * type of its own, NULL; or one of its constants. */
static enum sharing
sharing_of(const struct node *value)
{
    value = node_resolved(value);
    if (value == NULL) {
        return SHARING_NOT;
    }
    if (value->kind == NODE_NUMBER || (value->has_value && value->value == 0)) {
        return SHARING_ALWAYS;
    }
    if (value->kind == NODE_CONDITIONAL) {
        const struct node *yes = value->first ? value->first->next : NULL;
        enum sharing one = sharing_of(yes), other = yes ? sharing_of(yes->next) : one;
        return one < other ? one : other;
    }
    if (value->kind == NODE_CALL) {
        return CALL_IS(value, "Py_GetConstant", "Py_GetConstantBorrowed")
                   ? SHARING_ALWAYS
               : makes_constant(value) ? SHARING_LATER
                                       : SHARING_NOT;
    }
    bool is_address = value->kind == NODE_UNARY && value->op == OP_ADDRESS;
    const struct variable *variable =
        is_address ? node_variable(value->first) : node_variable(value);
    bool is_own =
        variable != NULL && !variable->in_project && variable->storage == STORAGE_EXTERN
        && (is_address ? record_is_object(type_element(variable->type)->record)
                       : string_starts(variable->name, "PyExc_"));
    return is_own ? SHARING_ALWAYS : SHARING_NOT;
}

/* The least that all of WRITES give to the variable, or to an element of it. */
static enum sharing
sharing_of_writes(const struct writes *writes)
{
    enum sharing least = SHARING_ALWAYS;
    for (size_t i = 0; i < writes->n_items && least != SHARING_NOT; i++) {
        const struct node *target = writes->items[i];
        while (target->parent != NULL && target->parent->first == target
               && (target->parent->kind == NODE_SUBSCRIPT
                   || target->parent->kind == NODE_PAREN))
        {
            target = target->parent;
        }
        const struct node *assign = target->parent;
        bool is_plain = assign != NULL && assign->kind == NODE_ASSIGN
                        && assign->op == '=' && assign->first == target;
        enum sharing one = is_plain ? sharing_of(target->next) : SHARING_NOT;
        least = one < least ? one : least;
    }
    return least;
}

static void
report(struct check *check, const struct variable *variable,
       const struct writes *writes, enum sharing sharing)
{
    const struct type *element = type_element(variable->type);
    const char *where = variable->owner ? "static of a function" : "static";
    const char *what = is_object_itself(element)         ? "an object"
                       : type_is_object_pointer(element) ? "a reference to an object"
                                                         : "references to objects";
    struct finding *finding = check_add_variable(
        check, "state-static-object", variable,
        "'%s' keeps %s in a C %s%s, shared by every interpreter and module object; "
        "move "
        "it into the module state",
        variable->name, what, variable->is_thread_local ? "thread-local " : "", where);
    if (sharing == SHARING_LATER) {
        finding->level = LEVEL_NOTE;
        finding_add_evidence(check->findings, finding,
                             "it only gets constants of the interpreter, which are the "
                             "same for all since 3.12");
    }
    finding->automatic = type_is_object_pointer(element) && !variable->is_thread_local;
    state_add_writers(check, finding, writes);
    check_weigh_guard(check, finding, variable_declaration(variable)->file);
}

void
check_state_static_object(struct check *check)
{
    for (size_t i = 0; i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        if (!variable_is_process_wide(check->extension, variable)
            || type_is_api_table(variable->type)
            || type_is_record(variable->type, "PyTypeObject")
            || !is_object_holder(variable->type))
        {
            continue;
        }
        struct writes writes = variable_writes(check->extension, variable);
        /* Never assigned: a constant name of a type or object that is told
         * where it is defined. */
        enum sharing sharing = sharing_of_writes(&writes);
        if (sharing == SHARING_ALWAYS && !is_object_itself(variable->type)) {
            continue;
        }
        report(check, variable, &writes, sharing);
    }
}
