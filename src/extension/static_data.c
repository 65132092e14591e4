#include "extension/static_data.h"

#include "base/strbuf.h"
#include "extension/expression.h"
#include "model/lock.h"
#include "model/thread_effect.h"

/* DEPTH bounds templates of templates. */
static bool
keeps_object(const struct type *type, int depth)
{
    if (type == NULL || type_holds_object(type)) {
        return type != NULL;
    }
    const struct record *record = type_element(type)->record;
    if (type_element(type)->kind != TYPE_RECORD || record == NULL || depth == 0) {
        return false;
    }
    for (size_t i = 0; i < record->n_arguments; i++) {
        if (keeps_object(record->arguments[i], depth - 1)) {
            return true;
        }
    }
    return false;
}

bool
type_keeps_object(const struct type *type)
{
    enum { MOST = 4 };
    return keeps_object(type, MOST);
}

bool
value_is_process_constant(const struct node *value)
{
    value = node_resolved(value);
    if (value == NULL) {
        return false;
    }
    if (value->kind == NODE_NUMBER || (value->has_value && value->value == 0)) {
        return true;
    }
    if (value->kind == NODE_CONDITIONAL) {
        const struct node *yes = value->first ? value->first->next : NULL;
        return yes != NULL && value_is_process_constant(yes)
               && value_is_process_constant(yes->next);
    }
    if (value->kind == NODE_CALL) {
        return CALL_IS(value, "Py_GetConstant", "Py_GetConstantBorrowed");
    }
    bool is_address = value->kind == NODE_UNARY && value->op == OP_ADDRESS;
    const struct variable *variable =
        is_address ? node_variable(value->first) : node_variable(value);
    return variable != NULL && !variable->in_project
           && variable->storage == STORAGE_EXTERN
           && (is_address ? record_is_object(type_element(variable->type)->record)
                          : string_starts(variable->name, "PyExc_"));
}

const struct node *
write_value(const struct node *write)
{
    const struct node *target = write;
    while (target->parent != NULL && target->parent->first == target
           && (target->parent->kind == NODE_SUBSCRIPT
               || target->parent->kind == NODE_PAREN))
    {
        target = target->parent;
    }
    const struct node *assign = target->parent;
    bool is_given = assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                    && assign->first == target;
    return is_given ? target->next : NULL;
}

/* Is the address of what NODE names cast to that of an object pointer? */
static bool
is_cast_to_object(const struct node *node)
{
    const struct node *at = node->parent;
    if (at == NULL || at->kind != NODE_UNARY || at->op != OP_ADDRESS) {
        return false;
    }
    do {
        at = at->parent;
    } while (at != NULL && at->kind == NODE_PAREN);
    return at != NULL && at->kind == NODE_CAST && at->type->kind == TYPE_POINTER
           && at->type->target != NULL && type_is_object_pointer(at->type->target);
}

bool
variable_is_given_object(const struct variable *variable, const struct writes *writes)
{
    const struct type *element = type_element(variable->type);
    bool is_pointer = element->kind == TYPE_POINTER && element->target != NULL
                      && element->target->kind == TYPE_VOID;
    if (!is_pointer && element->kind != TYPE_INTEGER) {
        return false;
    }
    for (size_t i = 0; i < writes->n_items; i++) {
        const struct node *write = writes->items[i];
        if (is_cast_to_object(write)) {
            return true;
        }
        const struct node *value = node_bare(write_value(write));
        if (value != NULL && value->type != NULL && type_is_object_pointer(value->type)
            && !value_is_process_constant(value))
        {
            return true;
        }
    }
    return false;
}

/* Is WRITE, as far as is seen, no more than the address that a function gets whose code
 * was not read, and that is not known to write there? */
static bool
is_handed_out(const struct node *write)
{
    const struct node *child = write, *parent = write->parent;
    while (parent != NULL
           && (parent->kind == NODE_PAREN || parent->kind == NODE_CAST
               || (parent->kind == NODE_UNARY && parent->op == OP_ADDRESS)))
    {
        child = parent;
        parent = parent->parent;
    }
    if (write->is_written || parent == NULL || parent->kind != NODE_CALL
        || parent->first == child
        || (parent->function != NULL && parent->function->body != NULL))
    {
        return false;
    }
    int written = memory_argument_of(call_name(parent));
    return written < 0 || call_argument(parent, (size_t)written) != child;
}

/* Does VARIABLE, an array of characters, begin as an empty text? */
static bool
is_empty_buffer(const struct variable *variable)
{
    const struct node *text = variable->initial != NULL ? node_bare(variable->initial) : NULL;
    return text != NULL && text->kind == NODE_STRING && variable->type != NULL
           && variable->type->kind == TYPE_ARRAY && text->text != NULL && *text->text == '\0';
}

bool
variable_may_be_constant(const struct variable *variable, const struct writes *writes)
{
    for (size_t i = 0; i < writes->n_items; i++) {
        if (!is_handed_out(writes->items[i])) {
            return false;
        }
    }
    return variable->n_initializers != 0 && !is_empty_buffer(variable);
}

bool
type_is_atomic(const struct type *type)
{
    static const char *const words[] = {"atomic", "_Atomic", "_Py_atomic_int",
                                        "_Py_atomic_address"};
    return type->is_atomic || type_element(type)->is_atomic
           || type_has_word(type, words, ARRAY_LENGTH(words));
}
