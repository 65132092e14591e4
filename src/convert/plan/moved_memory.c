/* `struct globals *g = &all; g->object = …;` is done to an object of `all`, which the module
 * owns. */
#include "convert/plan/moved_memory.h"

#include "convert/facts/nodes.h"
#include "convert/plan/variables.h"

enum { MAX_DEPTH = 6, MAX_STEPS = 10000 };

/* Where a pointer comes from is followed through variables, calls and results. */
struct walk {
    const struct conversion *c;
    unsigned depth, n_steps;
};

static enum memory memory_at(struct walk *walk, const struct node *pointer);

/* The same, one variable, call or result further. */
static enum memory
memory_further(struct walk *walk, const struct node *pointer)
{
    walk->depth++;
    enum memory found = memory_at(walk, pointer);
    walk->depth--;
    return found;
}

/* What holds where ONE or OTHER does. */
static enum memory
either(enum memory one, enum memory other)
{
    return one == other ? one : MEMORY_UNCLEAR;
}

/* Does VARIABLE move, with objects in it? */
static bool
has_moved_objects(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = moving(c, variable);
    return plan != NULL && !plan->is_free_list
           && (plan->kind == FIELD_RECORD || plan->kind == FIELD_OBJECT);
}

static bool
is_reference(const struct variable *variable)
{
    return variable != NULL && variable->type != NULL && variable->type->is_reference;
}

/* The memory that PLACE, an lvalue, stands in. */
static enum memory
memory_of_place(struct walk *walk, const struct node *place)
{
    place = node_bare(place);
    switch (place->kind) {
    case NODE_NAME:
        return is_reference(place->variable)                  ? memory_further(walk, place)
               : has_moved_objects(walk->c, place->variable) ? MEMORY_MOVED
                                                              : MEMORY_OTHER;
    case NODE_CALL: /* of a function that gives a reference */
        return memory_further(walk, place);
    case NODE_MEMBER:
        return place->first == NULL ? MEMORY_OTHER
               : place->op == '>'   ? memory_at(walk, place->first)
                                    : memory_of_place(walk, place->first);
    case NODE_SUBSCRIPT: {
        const struct type *type = node_bare(place->first)->type;
        return type != NULL && type->kind == TYPE_ARRAY ? memory_of_place(walk, place->first)
                                                        : memory_at(walk, place->first);
    }
    case NODE_UNARY:
        return place->op == OP_DEREFERENCE ? memory_at(walk, place->first) : MEMORY_OTHER;
    default:
        return MEMORY_OTHER;
    }
}

/* Does a struct of RECORD move, or an array of objects? */
static bool
is_moved_type(const struct conversion *c, const struct type *type)
{
    const struct record *record = type->kind == TYPE_RECORD ? type->record : NULL;
    if (type_is_object_pointer(type)) {
        return true;
    }
    for (size_t i = 0; record != NULL && i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (has_moved_objects(c, variable) && type_element(variable->type)->record == record) {
            return true;
        }
    }
    return false;
}

/* What all values that VARIABLE, a pointer, gets lead to. */
static enum memory
memory_of_variable(struct walk *walk, const struct variable *variable)
{
    if (is_reference(variable) && variable->initial != NULL) {
        return memory_of_place(walk, variable->initial);
    }
    enum memory all = MEMORY_OTHER;
    bool is_any = false;
    const struct node *value = variable->initial;
    for (size_t i = 0; i <= variable->n_uses; i++) {
        if (value != NULL && !is_null(value)) {
            enum memory one = memory_further(walk, value);
            all = is_any ? either(all, one) : one;
            is_any = true;
        }
        value = NULL;
        if (i < variable->n_uses) {
            const struct node *use = node_outer(variable->uses[i]), *assign = use->parent;
            bool is_set = assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                          && assign->first == use;
            value = is_set ? use->next : NULL;
        }
    }
    /* By its address, or by a loop over a range of C++. */
    const struct type *target = variable->type->target;
    bool is_set_elsewhere = !is_any && variable->storage == STORAGE_AUTOMATIC
                            && variable->type->kind == TYPE_POINTER && target != NULL
                            && is_moved_type(walk->c, target);
    return is_set_elsewhere ? MEMORY_UNCLEAR : all;
}

/* What all callers of FUNCTION give as its PARAMETER. */
static enum memory
memory_of_parameter(struct walk *walk, const struct function *function,
                    const struct variable *parameter)
{
    enum memory all = MEMORY_OTHER;
    size_t number = 0;
    while (number < function->n_parameters && function->parameters[number] != parameter) {
        number++;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        const struct node *argument = call != NULL ? call_argument(call, number) : NULL;
        enum memory one = argument == NULL ? MEMORY_OTHER
                          : is_reference(parameter) ? memory_of_place(walk, argument)
                                                    : memory_further(walk, argument);
        all = i == 0 ? one : either(all, one);
    }
    return all;
}

static enum memory
memory_of_result(struct walk *walk, const struct function *function)
{
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    bool gives_reference = result != NULL && result->is_reference;
    enum memory all = MEMORY_OTHER;
    bool is_any = false;
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        if (n->kind == NODE_RETURN && n->first != NULL && !is_null(n->first)) {
            enum memory one = gives_reference ? memory_of_place(walk, n->first)
                                              : memory_further(walk, n->first);
            all = is_any ? either(all, one) : one;
            is_any = true;
        }
    }
    return all;
}

/* What the field of MEMBER leads to in the tables that initialisers fill: `{&Error, "Error"}`. */
static enum memory
memory_of_field(struct walk *walk, const struct node *member)
{
    const struct source *source = walk->c->source;
    const struct type *owner = member->first != NULL ? member->first->type : NULL;
    const struct type *type = member->type;
    enum memory all = MEMORY_OTHER;
    bool is_any = false;
    if (owner == NULL || type == NULL || type->kind != TYPE_POINTER || type->target == NULL
        || !is_moved_type(walk->c, type->target))
    {
        return MEMORY_OTHER;
    }
    owner = owner->kind == TYPE_POINTER ? owner->target : owner;
    const struct record *record = owner != NULL ? type_element(owner)->record : NULL;
    for (size_t i = 0; record != NULL && i < source->n_variables; i++) {
        const struct variable *table = source->variables[i];
        bool is_table = table->type != NULL && type_element(table->type)->record == record;
        for (size_t k = 0; is_table && k < table->n_initializers; k++) {
            const struct initializer *item = &table->initializers[k];
            if (string_equal(item->field, member->text) && !item_is_null(item)) {
                enum memory one = memory_further(walk, item->value);
                all = is_any ? either(all, one) : one;
                is_any = true;
            }
        }
    }
    return all;
}

static enum memory
memory_at(struct walk *walk, const struct node *pointer)
{
    pointer = node_bare(pointer);
    if (pointer == NULL || walk->depth > MAX_DEPTH) {
        return MEMORY_OTHER;
    }
    if (walk->n_steps++ > MAX_STEPS) {
        return MEMORY_UNCLEAR;
    }
    switch (pointer->kind) {
    case NODE_NAME:
        if (pointer->variable == NULL || pointer->variable->type == NULL) {
            return MEMORY_OTHER;
        }
        if (pointer->variable->type->kind == TYPE_ARRAY) {
            return memory_of_place(walk, pointer);
        }
        return pointer->variable->is_parameter && pointer->within != NULL
                   ? memory_of_parameter(walk, pointer->within, pointer->variable)
                   : memory_of_variable(walk, pointer->variable);
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
        return pointer->type != NULL && pointer->type->kind == TYPE_ARRAY
                   ? memory_of_place(walk, pointer)
               : pointer->kind == NODE_MEMBER ? memory_of_field(walk, pointer)
                                              : MEMORY_OTHER;
    case NODE_UNARY:
        return pointer->op == OP_ADDRESS ? memory_of_place(walk, pointer->first)
               : pointer->op == OP_INCREMENT || pointer->op == OP_DECREMENT
                   ? memory_at(walk, pointer->first)
                   : MEMORY_OTHER;
    case NODE_BINARY:
        return pointer->type != NULL && pointer->type->kind == TYPE_POINTER
                   ? memory_further(walk, pointer->first)
                   : MEMORY_OTHER;
    case NODE_CONDITIONAL:
        return either(memory_further(walk, node_child(pointer, 1)),
                      memory_further(walk, node_child(pointer, 2)));
    case NODE_ASSIGN:
        return memory_at(walk, pointer->first->next);
    case NODE_CALL:
        return pointer->function != NULL && pointer->function->body != NULL
                   ? memory_of_result(walk, pointer->function)
                   : MEMORY_OTHER;
    default:
        return MEMORY_OTHER;
    }
}

enum memory
memory_of(const struct conversion *c, const struct node *pointer)
{
    struct walk walk = {.c = c};
    return memory_at(&walk, pointer);
}

bool
is_record_alias(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = moving(c, variable);
    const struct type *type = variable->type;
    struct walk walk = {.c = c};
    return plan != NULL && plan->kind == FIELD_DATA && type->kind == TYPE_POINTER
           && type->target != NULL && type_holds_object(type->target)
           && (*plan->field == '\0' /* the state itself */
               || memory_of_variable(&walk, variable) != MEMORY_OTHER);
}

const struct node *
pointer_of_target(const struct node *target)
{
    for (target = node_bare(target); target != NULL; target = node_bare(target->first)) {
        if ((target->kind == NODE_NAME && is_reference(target->variable))
            || target->kind == NODE_CALL)
        {
            return target;
        }
        const struct node *inner = target->first != NULL ? node_bare(target->first) : NULL;
        bool is_pointer =
            inner != NULL && inner->type != NULL && inner->type->kind == TYPE_POINTER;
        if (target->kind == NODE_UNARY && target->op == OP_DEREFERENCE) {
            return inner;
        }
        if (target->kind == NODE_MEMBER && target->op == '>') {
            return inner;
        }
        if (target->kind == NODE_SUBSCRIPT && is_pointer) {
            return inner;
        }
        if (target->kind != NODE_MEMBER && target->kind != NODE_SUBSCRIPT) {
            return NULL;
        }
    }
    return NULL;
}
