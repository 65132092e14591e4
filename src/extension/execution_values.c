/* Expressions and conditions. */
#include <limits.h>
#include <string.h>

#include "base/strbuf.h"
#include "extension/execution.h"
#include "extension/expression.h"

static const struct path_value UNKNOWN_VALUE = {VALUE_UNKNOWN, 0};
static const struct path_value SOMETHING = {VALUE_NOT_ZERO, 0};

static struct path_value
number(int64_t n)
{
    return n >= INT16_MIN && n <= INT16_MAX
               ? (struct path_value){VALUE_NUMBER, (int32_t)n}
               : (struct path_value){n < 0 ? VALUE_NEGATIVE : VALUE_POSITIVE, 0};
}

/* --- atoms: what conditions ask more than once ------------------------------ */

/* Does a call of NAME give the same as long as its arguments are the same? */
static bool
is_question(const struct node *call)
{
    static const char *const parts[] = {
        "Check",   "Py_Is",   "Py_IS",   "FastSubclass", "HasFeature",
        "Subtype", "Py_TYPE", "Py_SIZE", "GET_SIZE",     "GET_LENGTH",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(parts); i++) {
        if (strstr(call_name(call), parts[i]) != NULL) {
            return true;
        }
    }
    return call->function != NULL && call->function->in_project;
}

/* The pointer that tells VARIABLE from others, in the 16 digits of its address. */
static void
add_variable(struct strbuf *key, const struct variable *variable)
{
    char text[] = "v................ ";
    uintptr_t address = (uintptr_t)variable;
    for (size_t i = sizeof text - 3; i > 0; i--, address >>= 4) {
        text[i] = "0123456789abcdef"[address & 15];
    }
    strbuf_add_string(key, text);
}

static void
add_word(struct strbuf *key, char kind, const char *word)
{
    strbuf_add_char(key, kind);
    strbuf_add_string(key, word);
    strbuf_add_char(key, ' ');
}

static bool
add_key(struct strbuf *key, const struct node *node, int depth)
{
    node = node_bare(node);
    if (node == NULL || depth > 12) {
        return false;
    }
    switch (node->kind) {
    case NODE_NAME:
        if (node->variable == NULL && !node->has_value && node->function == NULL) {
            return false;
        }
        if (node->has_value) {
            strbuf_format(key, "%lld ", (long long)node->value);
        }
        else if (node->variable != NULL) {
            add_variable(key, node->variable);
        }
        else {
            add_word(key, 'f', node->function->name);
        }
        return true;
    case NODE_MEMBER:
        add_word(key, 'm', node->text);
        return node->first == NULL || add_key(key, node->first, depth + 1);
    case NODE_NUMBER:
        strbuf_format(key, "%lld ", (long long)(node->has_value ? node->value : 0));
        return true;
    case NODE_STRING:
        add_word(key, 's', node->text != NULL ? node->text : "");
        return true;
    case NODE_CALL:
        if (!is_question(node)) {
            return false;
        }
        break;
    case NODE_UNARY:
        if (node->op == OP_INCREMENT || node->op == OP_DECREMENT) {
            return false;
        }
        break;
    case NODE_BINARY:
    case NODE_SUBSCRIPT:
    case NODE_CONDITIONAL:
        break;
    default:
        if (node->has_value) {
            strbuf_format(key, "%lld ", (long long)node->value);
            return true;
        }
        return false;
    }
    strbuf_format(key, "%d.%d( ", node->kind, node->op);
    for (const struct node *child = node->first; child; child = child->next) {
        if (!add_key(key, child, depth + 1)) {
            return false;
        }
    }
    strbuf_add_string(key, ") ");
    return true;
}

const char *
expression_key(struct execution *execution, const struct node *node)
{
    CLEANUP(strbuf_done) struct strbuf key;
    strbuf_init(&key);
    return add_key(&key, node, 0) ? arena_string(execution->arena, key.text)
                                  : "";
}

static void
count_atoms(struct execution *execution, const struct node *node)
{
    node = node_bare(node);
    if (node == NULL || node->has_value) {
        return;
    }
    if (node->kind == NODE_UNARY && node->op == OP_NOT) {
        count_atoms(execution, node->first);
        return;
    }
    if (node->kind == NODE_BINARY && (node->op == OP_AND || node->op == OP_OR)) {
        count_atoms(execution, node->first);
        count_atoms(execution, node->first->next);
        return;
    }
    const char *key = expression_key(execution, node);
    if (key[0] == '\0') {
        return;
    }
    struct atom *atom = map_find_string(&execution->atoms, key);
    if (atom == NULL) {
        atom = ARENA_NEW(execution->arena, struct atom);
        atom->index = -1;
        map_set_string(&execution->atoms, key, atom);
    }
    if (++atom->n_uses == 2 && execution->n_atoms < EXECUTION_ATOMS_MOST) {
        execution->atom_keys[execution->n_atoms] = key;
        atom->index = (int)execution->n_atoms++;
    }
}

void
atoms_read(struct execution *execution)
{
    const struct node *root = execution->function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_IF || node->kind == NODE_CONDITIONAL) {
            count_atoms(execution, node->first);
        }
    }
}

void
atoms_forget(struct execution *execution, struct path_state *state,
             const struct variable *variable)
{
    CLEANUP(strbuf_done) struct strbuf name;
    strbuf_init(&name);
    for (size_t i = 0; i < execution->n_atoms; i++) {
        if (state->atoms[i] == 0) {
            continue;
        }
        if (name.size == 0) {
            add_variable(&name, variable);
        }
        if (strstr(execution->atom_keys[i], name.text) != NULL) {
            state->atoms[i] = 0;
        }
    }
}

/* --- expressions ----------------------------------------------------------- */

/* Escape what is named below NODE. */
static void
escape_all(struct execution *execution, struct path_state *state,
           const struct node *root)
{
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_NAME && node->variable != NULL) {
            int place = place_of_variable(execution, node->variable);
            if (place >= 0) {
                value_escape(state, state->places[place]);
                state->places[place] = UNKNOWN_VALUE;
                execution->escaped[place] |= node->is_address_taken;
                atoms_forget(execution, state, node->variable);
            }
        }
    }
}

/* The place that POINTER's FIELD is, where POINTER is the value of an object. */
static int
member_place(struct execution *execution, const struct node *member,
             struct path_value object)
{
    return object.kind == VALUE_OBJECT
               ? place_of_member(execution, object.number, member)
               : -1;
}

/* Is NODE only named for its address? */
static bool
is_for_address(const struct node *node)
{
    const struct node *parent = node_outer(node)->parent;
    return parent != NULL && parent->kind == NODE_UNARY && parent->op == OP_ADDRESS;
}

/* NODE is a member of the object VALUE: a caller may not give NULL for that. */
static void
parameter_is_read(const struct execution *execution, struct path_state *state,
                  const struct node *node, struct path_value value)
{
    struct path_object *object = value_object(state, value);
    if (object != NULL && execution->sites[value.number].origin == FROM_PARAMETER
        && !is_for_address(node))
    {
        object->flags |= OBJECT_NOT_NULL;
    }
}

/* NODE is behind POINTER, whose value is VALUE. */
static void
follow_pointer(struct execution *execution, struct path_state *state, const struct node *node,
               const struct node *pointer, struct path_value value)
{
    if (!is_for_address(node)) {
        tell_memory(execution, state, value, pointer, node);
    }
}

/* Each state of STATE with the place that NODE is, as an address; UNKNOWN: none. */
static void
locate(struct execution *execution, struct path_state *state, const struct node *node,
       struct outcomes *out)
{
    node = node_bare(node);
    int place = -1;
    if (node != NULL && node->kind == NODE_NAME && node->variable != NULL) {
        place = place_of_variable(execution, node->variable);
    }
    else if (node != NULL && (place = place_of_part(execution, node)) >= 0) {
        outcomes_add(execution, out, state, (struct path_value){VALUE_ADDRESS, place});
        return;
    }
    else if (node != NULL && node->kind == NODE_MEMBER && node->first != NULL
             && node->op == '>')
    {
        struct outcomes bases = {0};
        evaluate(execution, state, node->first, &bases);
        for (size_t i = 0; i < bases.n_items; i++) {
            if (bases.items[i].value.kind == VALUE_NUMBER && bases.items[i].value.number == 0) {
                tell_null(execution, node->first);
            }
            exception_within(bases.items[i].state, node->first, 1, INT32_MAX, true);
            parameter_is_read(execution, bases.items[i].state, node, bases.items[i].value);
            follow_pointer(execution, bases.items[i].state, node, node->first,
                           bases.items[i].value);
            int at = member_place(execution, node, bases.items[i].value);
            outcomes_add(execution, out, bases.items[i].state,
                         at >= 0 ? (struct path_value){VALUE_ADDRESS, at}
                                 : UNKNOWN_VALUE);
        }
        return;
    }
    else if (node != NULL && node->kind == NODE_UNARY && node->op == OP_DEREFERENCE) {
        struct outcomes pointers = {0};
        evaluate(execution, state, node->first, &pointers);
        for (size_t i = 0; i < pointers.n_items; i++) {
            struct path_value pointer = pointers.items[i].value;
            follow_pointer(execution, pointers.items[i].state, node, node->first, pointer);
            if (pointer.kind != VALUE_ADDRESS) {
                value_escape(pointers.items[i].state, pointer);
                pointer = UNKNOWN_VALUE;
            }
            outcomes_add(execution, out, pointers.items[i].state, pointer);
        }
        return;
    }
    else if (node != NULL && node->kind == NODE_SUBSCRIPT) {
        struct outcomes arrays = {0};
        evaluate(execution, state, node->first, &arrays);
        for (size_t i = 0; i < arrays.n_items; i++) {
            struct outcomes numbers = {0};
            evaluate(execution, arrays.items[i].state, node->first->next, &numbers);
            for (size_t k = 0; k < numbers.n_items; k++) {
                follow_pointer(execution, numbers.items[k].state, node, node->first,
                               arrays.items[i].value);
                outcomes_add(execution, out, numbers.items[k].state, UNKNOWN_VALUE);
            }
        }
        return;
    }
    outcomes_add(execution, out, state,
                 place >= 0 ? (struct path_value){VALUE_ADDRESS, place} : UNKNOWN_VALUE);
}

/* Is NODE an element of a local array, which owns what it holds, or does not? */
static bool
is_element_of_local(const struct node *node)
{
    const struct node *array = node->kind == NODE_SUBSCRIPT ? node_bare(node->first) : NULL;
    return array != NULL && array->kind == NODE_NAME && array->variable != NULL
           && array->variable->storage == STORAGE_AUTOMATIC && !array->variable->is_parameter
           && array->variable->type != NULL && array->variable->type->kind == TYPE_ARRAY;
}

static void
read_place(struct execution *execution, struct path_state *state,
           const struct node *node, struct outcomes *out)
{
    struct outcomes places = {0};
    locate(execution, state, node, &places);
    for (size_t i = 0; i < places.n_items; i++) {
        struct path_state *in = places.items[i].state;
        struct path_value value = UNKNOWN_VALUE;
        if (places.items[i].value.kind == VALUE_ADDRESS) {
            value = place_read(execution, in, places.items[i].value.number, node->type);
        }
        else if (node->type != NULL && node->type->kind == TYPE_POINTER
                 && !is_element_of_local(node)
                 && (node->kind == NODE_SUBSCRIPT
                     || (node->kind == NODE_UNARY
                         && !type_is_object_pointer(node->type))))
        {
            struct site site = {
                .node = node,
                .place = -1,
                .origin = type_is_object_pointer(node->type) ? FROM_ELEMENT
                                                             : FROM_POINTER,
            };
            value = object_make(execution, in, site);
        }
        else if (node->type != NULL && node->type->kind == TYPE_POINTER
                 && node->kind == NODE_MEMBER && !type_is_object_pointer(node->type))
        {
            value = object_make(
                execution, in,
                (struct site){.node = node, .place = -1, .origin = FROM_POINTER});
        }
        outcomes_add(execution, out, in, value);
    }
}

/* Is NODE what holds the object of the question? */
static bool
is_asked_holder(const struct execution *execution, const struct node *node)
{
    return execution->question != NULL
           && node_is_holder(node, &execution->question->answer->holder);
}

/* The object of the question is what ASSIGN puts into its holder: VALUE, of which the holder
 * owns one reference from here on. */
static void
give_to_holder(struct execution *execution, struct path_state *state,
               const struct node *assign, struct path_value value)
{
    struct path_value asked = execution->question->value;
    struct path_object *object = value_object(state, value);
    struct path_object *held = value_object(state, asked);
    if (object == NULL || value_is_asked(execution, value)) {
        return;
    }
    held->count = (int16_t)(held->count + object->count - 1);
    held->flags |= object->flags & OBJECT_UNKNOWN;
    *object = (struct path_object){0};
    for (size_t i = 0; i < execution->n_places; i++) {
        if (state->places[i].kind == VALUE_OBJECT && state->places[i].number == value.number) {
            state->places[i] = asked;
        }
    }
    take_kept(execution, state, assign);
}

static void
assign(struct execution *execution, struct path_state *state, const struct node *node,
       struct outcomes *out)
{
    struct outcomes values = {0};
    evaluate(execution, state, node->first->next, &values);
    for (size_t i = 0; i < values.n_items; i++) {
        struct outcomes places = {0};
        struct path_value value =
            node->op == '=' ? values.items[i].value : UNKNOWN_VALUE;
        locate(execution, values.items[i].state, node->first, &places);
        for (size_t k = 0; k < places.n_items; k++) {
            struct path_state *in = places.items[k].state;
            struct path_value place = places.items[k].value;
            if (is_asked_holder(execution, node_bare(node->first)) && node->op == '=') {
                give_to_holder(execution, in, node, value);
                outcomes_add(execution, out, in,
                             value.kind == VALUE_OBJECT ? execution->question->value : value);
                continue;
            }
            int to = place.kind == VALUE_ADDRESS ? place.number : -1;
            place_write(execution, in, to, value, node);
            exception_noted_by(execution, in, node, to);
            const struct node *target = node_bare(node->first);
            if (target != NULL && target->kind == NODE_NAME && target->variable != NULL) {
                atoms_forget(execution, in, target->variable);
            }
            outcomes_add(execution, out, in, value);
        }
    }
}

static void
evaluate_truth(struct execution *execution, struct path_state *state,
               const struct node *node, struct outcomes *out)
{
    struct states yes = {0}, no = {0};
    divide(execution, state, node, &yes, &no);
    for (size_t i = 0; i < yes.n_items; i++) {
        outcomes_add(execution, out, yes.items[i], number(1));
    }
    for (size_t i = 0; i < no.n_items; i++) {
        outcomes_add(execution, out, no.items[i], number(0));
    }
}

/* Evaluate all children; their values go where nobody follows them. */
static void
evaluate_lost(struct execution *execution, struct path_state *state,
              const struct node *node, struct outcomes *out)
{
    struct outcomes at = {0};
    outcomes_add(execution, &at, state, UNKNOWN_VALUE);
    for (const struct node *child = node->first; child; child = child->next) {
        struct outcomes next = {0};
        for (size_t i = 0; i < at.n_items; i++) {
            struct outcomes values = {0};
            evaluate(execution, at.items[i].state, child, &values);
            for (size_t k = 0; k < values.n_items; k++) {
                value_escape(values.items[k].state, values.items[k].value);
                outcomes_add(execution, &next, values.items[k].state, UNKNOWN_VALUE);
            }
        }
        at = next;
    }
    for (size_t i = 0; i < at.n_items; i++) {
        outcomes_add(execution, out, at.items[i].state, UNKNOWN_VALUE);
    }
}

/* Is NODE the object of the question? */
static bool
is_asked(const struct execution *execution, const struct node *node)
{
    const struct node *name = node_bare(node);
    return execution->question != NULL && name != NULL && name->kind == NODE_NAME
           && name->variable != NULL
           && name->variable == execution->question->answer->object;
}

/* P of P->member, a struct that P's begins with: the address of one is that of the other,
 * as of PyHeapTypeObject's ht_type.  NULL: NODE is none. */
static const struct node *
base_of_first_member(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL || node->kind != NODE_MEMBER || node->op != '>' || node->first == NULL
        || node->type == NULL || node->type->kind != TYPE_RECORD
        || node->first->type == NULL || node->first->type->kind != TYPE_POINTER)
    {
        return NULL;
    }
    const struct type *object = node->first->type->target;
    bool is_first = object != NULL && object->kind == TYPE_RECORD
                    && object->record->n_fields > 0
                    && strcmp(object->record->fields[0].name, node->text) == 0;
    return is_first ? node->first : NULL;
}

static void
evaluate_unary(struct execution *execution, struct path_state *state,
               const struct node *node, struct outcomes *out)
{
    struct outcomes operands = {0};
    switch (node->op) {
    case OP_NOT:
        evaluate_truth(execution, state, node, out);
        return;
    case OP_DEREFERENCE:
        read_place(execution, state, node, out);
        return;
    case OP_ADDRESS: {
        if (is_asked(execution, node->first)) {
            outcomes_add(execution, out, state, execution->question->value);
            return;
        }
        const struct node *base = base_of_first_member(node->first);
        if (base != NULL) {
            evaluate(execution, state, base, &operands);
        }
        else {
            locate(execution, state, node->first, &operands);
        }
        for (size_t i = 0; i < operands.n_items; i++) {
            struct path_value address = operands.items[i].value;
            bool is_known = address.kind == (base != NULL ? VALUE_OBJECT : VALUE_ADDRESS);
            outcomes_add(execution, out, operands.items[i].state,
                         is_known ? address : SOMETHING);
        }
        return;
    }
    case OP_INCREMENT:
    case OP_DECREMENT:
        locate(execution, state, node->first, &operands);
        for (size_t i = 0; i < operands.n_items; i++) {
            struct path_state *in = operands.items[i].state;
            exception_noted_by(execution, in, node, -1);
            if (operands.items[i].value.kind == VALUE_ADDRESS) {
                place_write(execution, in, operands.items[i].value.number, UNKNOWN_VALUE,
                            node);
            }
            const struct node *name = node_bare(node->first);
            if (name != NULL && name->kind == NODE_NAME && name->variable != NULL) {
                atoms_forget(execution, in, name->variable);
            }
            outcomes_add(execution, out, in, UNKNOWN_VALUE);
        }
        return;
    default:
        evaluate_lost(execution, state, node, out);
        return;
    }
}

/* Two numbers, which the answers to questions are, have a result. */
static void
evaluate_bits(struct execution *execution, struct path_state *state,
              const struct node *node, struct outcomes *out)
{
    struct outcomes first = {0};
    evaluate(execution, state, node->first, &first);
    for (size_t i = 0; i < first.n_items; i++) {
        struct path_value a = first.items[i].value;
        struct outcomes second = {0};
        evaluate(execution, first.items[i].state, node->first->next, &second);
        for (size_t k = 0; k < second.n_items; k++) {
            struct path_state *at = second.items[k].state;
            struct path_value b = second.items[k].value;
            bool is_known = a.kind == VALUE_NUMBER && b.kind == VALUE_NUMBER;
            value_escape(at, a);
            value_escape(at, b);
            outcomes_add(execution, out, at,
                         !is_known         ? UNKNOWN_VALUE
                         : node->op == '^' ? number(a.number ^ b.number)
                         : node->op == '&' ? number(a.number & b.number)
                                           : number(a.number | b.number));
        }
    }
}

static void
evaluate_binary(struct execution *execution, struct path_state *state,
                const struct node *node, struct outcomes *out)
{
    struct outcomes first = {0};
    switch (node->op) {
    case OP_AND:
    case OP_OR:
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_LESS_EQUAL:
    case OP_GREATER_EQUAL:
    case '<':
    case '>':
        evaluate_truth(execution, state, node, out);
        return;
    case ',':
        evaluate(execution, state, node->first, &first);
        for (size_t i = 0; i < first.n_items; i++) {
            evaluate(execution, first.items[i].state, node->first->next, out);
        }
        return;
    case '^':
    case '&':
    case '|':
        evaluate_bits(execution, state, node, out);
        return;
    default:
        evaluate_lost(execution, state, node, out);
        return;
    }
}

static void
evaluate_conditional(struct execution *execution, struct path_state *state,
                     const struct node *node, struct outcomes *out)
{
    struct states yes = {0}, no = {0};
    if (node_n_children(node) != 3) {
        evaluate_lost(execution, state, node, out);
        return;
    }
    divide(execution, state, node->first, &yes, &no);
    for (size_t i = 0; i < yes.n_items; i++) {
        evaluate(execution, yes.items[i], node_child(node, 1), out);
    }
    for (size_t i = 0; i < no.n_items; i++) {
        evaluate(execution, no.items[i], node_child(node, 2), out);
    }
}

static void
evaluate_block(struct execution *execution, struct path_state *state,
               const struct node *node, struct outcomes *out)
{
    struct states at = {0};
    states_add(execution, &at, state);
    const struct node *block = node->first;
    for (const struct node *child = block != NULL ? block->first : NULL; child;
         child = child->next)
    {
        bool is_statement = child->kind >= NODE_BLOCK && child->kind <= NODE_EMPTY;
        if (child->next != NULL || is_statement) {
            execute(execution, child, &at);
        }
        for (size_t i = 0; i < at.n_items && child->next == NULL; i++) {
            if (is_statement) { /* as the `if` of assert() is */
                outcomes_add(execution, out, at.items[i], UNKNOWN_VALUE);
            }
            else {
                evaluate(execution, at.items[i], child, out);
            }
        }
    }
}

void
evaluate(struct execution *execution, struct path_state *state, const struct node *node,
         struct outcomes *out)
{
    node = node_bare(node);
    if (node == NULL || execution->is_given_up) {
        outcomes_add(execution, out, state, UNKNOWN_VALUE);
        return;
    }
    if (node->has_value) {
        outcomes_add(execution, out, state, number(node->value));
        return;
    }
    if (++execution->depth > EXECUTION_DEPTH_MOST) {
        execution->is_given_up = true;
    }
    switch (node->kind) {
    case NODE_NAME:
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
        if (node->function != NULL) {
            outcomes_add(execution, out, state, SOMETHING);
        }
        else if (is_asked_holder(execution, node)) {
            outcomes_add(execution, out, state, execution->question->value);
        }
        else {
            read_place(execution, state, node, out);
        }
        break;
    case NODE_CALL:
        evaluate_call(execution, state, node, out);
        break;
    case NODE_UNARY:
        evaluate_unary(execution, state, node, out);
        break;
    case NODE_BINARY:
        evaluate_binary(execution, state, node, out);
        break;
    case NODE_ASSIGN:
        assign(execution, state, node, out);
        break;
    case NODE_CONDITIONAL:
        evaluate_conditional(execution, state, node, out);
        break;
    case NODE_STRING:
        outcomes_add(execution, out, state, SOMETHING);
        break;
    case NODE_NUMBER: /* nullptr */
        outcomes_add(execution, out, state, number(0));
        break;
    case NODE_SIZEOF:
    case NODE_TYPE:
    case NODE_EMPTY:
        outcomes_add(execution, out, state, UNKNOWN_VALUE);
        break;
    case NODE_INIT_LIST:
    case NODE_COMPOUND_LITERAL:
    case NODE_DESIGNATED:
        evaluate_lost(execution, state, node, out);
        break;
    case NODE_STATEMENT_EXPRESSION:
        evaluate_block(execution, state, node, out);
        break;
    default:
        /* A condition that is not followed, as that of assert(). */
        exception_is_forgotten(state);
        if (node->op == OP_NEW || node->op == OP_DELETE) { /* of data: see ownership.c */
            outcomes_add(execution, out, state, SOMETHING);
            break;
        }
        escape_all(execution, state, node);
        outcomes_add(execution, out, state, UNKNOWN_VALUE);
        break;
    }
    execution->depth--;
}

/* --- conditions ------------------------------------------------------------ */

struct bounds {
    int64_t low, high;
    bool not_zero;
};

static struct bounds
bounds_of(const struct path_state *state, struct path_value value)
{
    struct bounds all = {INT32_MIN, INT32_MAX, false};
    switch (value.kind) {
    case VALUE_NUMBER:
        return (struct bounds){value.number, value.number, false};
    case VALUE_NOT_ZERO:
    case VALUE_ADDRESS:
        return (struct bounds){all.low, all.high, true};
    case VALUE_NEGATIVE:
        return (struct bounds){all.low, -1, false};
    case VALUE_NOT_NEGATIVE:
        return (struct bounds){0, all.high, false};
    case VALUE_POSITIVE:
        return (struct bounds){value.number > 1 ? value.number : 1, all.high, false};
    case VALUE_OBJECT:
        if (state->objects[value.number].flags & OBJECT_NOT_NULL) {
            /* Small numbers may stand for something else; no object has such an
             * address. */
            return (struct bounds){INT16_MAX + 1, all.high, false};
        }
        return all;
    default:
        return all;
    }
}

static struct path_value
value_within(struct bounds bounds)
{
    if (bounds.not_zero) {
        bounds.low += bounds.low == 0;
        bounds.high -= bounds.high == 0;
    }
    return bounds.low == bounds.high ? number(bounds.low)
           : bounds.high < 0         ? (struct path_value){VALUE_NEGATIVE, 0}
           : bounds.low > 0
               ? (struct path_value){VALUE_POSITIVE,
                                     bounds.low > 1 ? (int32_t)bounds.low : 0}
           : bounds.low == 0         ? (struct path_value){VALUE_NOT_NEGATIVE, 0}
           : bounds.not_zero         ? SOMETHING
                                     : UNKNOWN_VALUE;
}

/* BOUNDS where `OP C` is true; false: never. */
static bool
bounds_narrow(struct bounds *bounds, int op, int64_t c)
{
    switch (op) {
    case OP_EQUAL:
        if (bounds->not_zero && c == 0) {
            return false;
        }
        bounds->low = bounds->low > c ? bounds->low : c;
        bounds->high = bounds->high < c ? bounds->high : c;
        break;
    case OP_NOT_EQUAL:
        bounds->not_zero |= c == 0;
        /* What may fail gives -1, and nothing else below 0. */
        bounds->low += bounds->low == c || (c == -1 && bounds->low == INT32_MIN)
                           ? (bounds->low == c ? 1 : -bounds->low)
                           : 0;
        bounds->high -= bounds->high == c;
        break;
    case '<':
        bounds->high = bounds->high < c - 1 ? bounds->high : c - 1;
        break;
    case OP_LESS_EQUAL:
        bounds->high = bounds->high < c ? bounds->high : c;
        break;
    case '>':
        bounds->low = bounds->low > c + 1 ? bounds->low : c + 1;
        break;
    case OP_GREATER_EQUAL:
        bounds->low = bounds->low > c ? bounds->low : c;
        break;
    default:
        break;
    }
    return bounds->low <= bounds->high
           && !(bounds->not_zero && bounds->low == 0 && bounds->high == 0);
}

static int
opposite(int op)
{
    switch (op) {
    case OP_EQUAL:
        return OP_NOT_EQUAL;
    case OP_NOT_EQUAL:
        return OP_EQUAL;
    case '<':
        return OP_GREATER_EQUAL;
    case OP_LESS_EQUAL:
        return '>';
    case '>':
        return OP_LESS_EQUAL;
    default:
        return '<';
    }
}

/* `c < x` is `x > c`. */
static int
mirrored(int op)
{
    switch (op) {
    case '<':
        return '>';
    case '>':
        return '<';
    case OP_LESS_EQUAL:
        return OP_GREATER_EQUAL;
    case OP_GREATER_EQUAL:
        return OP_LESS_EQUAL;
    default:
        return op;
    }
}

static void
divide_unknown(struct execution *execution, struct path_state *state,
               const struct node *node, struct states *yes, struct states *no)
{
    const struct atom *atom =
        execution->n_atoms > 0
            ? map_find_string(&execution->atoms, expression_key(execution, node))
            : NULL;
    int known = atom != NULL && atom->index >= 0 ? state->atoms[atom->index] : 0;
    if (known == 2) {
        states_add(execution, yes, state);
        return;
    }
    if (known == 1) {
        states_add(execution, no, state);
        return;
    }
    exception_before_question(state);
    struct path_state *other = state_copy(execution, state);
    if (atom != NULL && atom->index >= 0) {
        state->atoms[atom->index] = 2;
        other->atoms[atom->index] = 1;
    }
    states_add(execution, yes, state);
    states_add(execution, no, other);
}

/* Is NODE a pointer that a call set, together with what it gave? */
static bool
is_output(const struct node *node)
{
    node = node_bare(node);
    if (node == NULL || node->kind != NODE_NAME || node->variable == NULL
        || node->variable->type->kind != TYPE_POINTER
        || type_is_object_pointer(node->variable->type))
    {
        return false;
    }
    for (size_t i = 0; i < node->variable->n_uses; i++) {
        if (node->variable->uses[i]->is_address_taken) {
            return true;
        }
    }
    return false;
}

static void
escape_new(struct execution *execution, struct path_state *state)
{
    for (size_t i = 0; i < execution->n_sites; i++) {
        if (execution->sites[i].origin == FROM_NEW) {
            value_escape(state, (struct path_value){VALUE_OBJECT, (int32_t)i});
        }
    }
}

static bool
is_followed(const struct node *operand, struct path_value value)
{
    operand = node_bare(operand);
    if (operand != NULL && operand->kind == NODE_ASSIGN) {
        operand = node_bare(operand->first);
    }
    return value.kind != VALUE_UNKNOWN
           || (operand != NULL && operand->kind == NODE_NAME
               && operand->variable != NULL
               && !variable_is_static(operand->variable)
               && (operand->variable->type->kind == TYPE_POINTER
                   || operand->variable->type->kind == TYPE_INTEGER));
}

/* STATE where OPERAND, whose value is VALUE, is within BOUNDS. */
static void
narrow(struct execution *execution, struct path_state *state,
       const struct node *operand, struct path_value value, struct bounds bounds)
{
    struct path_value narrowed = value_within(bounds);
    exception_within(state, operand, bounds.low, bounds.high, bounds.not_zero);
    if (!is_followed(operand, value)) {
        return;
    }
    if (value.kind == VALUE_OBJECT) {
        if (narrowed.kind == VALUE_NUMBER && narrowed.number == 0) {
            exception_after_question(execution, state, value, true);
            value_assume(state, value, true);
        }
        else if (bounds.not_zero || narrowed.kind == VALUE_POSITIVE) {
            exception_after_question(execution, state, value, false);
            value_assume(state, value, false);
        }
        return;
    }
    operand = node_bare(operand);
    if (operand != NULL && operand->kind == NODE_ASSIGN) {
        operand = node_bare(operand->first);
    }
    if (operand != NULL && operand->kind == NODE_NAME && operand->variable != NULL
        && !variable_is_static(operand->variable))
    {
        int place = place_of_variable(execution, operand->variable);
        if (place >= 0 && !execution->escaped[place]) {
            state->places[place] = narrowed;
        }
        else if (place >= 0 && bounds.low == 0 && bounds.high == 0
                 && state->exception == EXCEPTION_NONE)
        {
            state->exception = EXCEPTION_UNKNOWN; /* what was given its address knows why */
        }
    }
}

/* OPERAND OP C, which is what NODE asks. */
static void
divide_compared(struct execution *execution, struct path_state *state,
                const struct node *node, const struct node *operand, int op, int64_t c,
                struct states *yes, struct states *no)
{
    struct outcomes values = {0};
    evaluate(execution, state, operand, &values);
    for (size_t i = 0; i < values.n_items; i++) {
        struct path_state *in = values.items[i].state;
        struct path_value value = values.items[i].value;
        if (value.kind == VALUE_UNKNOWN && is_output(operand)) {
            escape_new(execution, in);
        }
        struct bounds is = bounds_of(in, value), is_not = is;
        bool can_be = bounds_narrow(&is, op, c);
        bool can_be_not = bounds_narrow(&is_not, opposite(op), c);
        if (!is_followed(operand, value)
            || (can_be && can_be_not && value.kind != VALUE_OBJECT))
        {
            /* The same may have been asked in other words. */
            struct states maybe = {0}, maybe_not = {0};
            divide_unknown(execution, in, node, &maybe, &maybe_not);
            for (size_t k = 0; k < maybe.n_items; k++) {
                narrow(execution, maybe.items[k], operand, value, is);
                exception_after_comparison(maybe.items[k], operand, op, c);
                states_add(execution, yes, maybe.items[k]);
            }
            for (size_t k = 0; k < maybe_not.n_items; k++) {
                narrow(execution, maybe_not.items[k], operand, value, is_not);
                exception_after_comparison(maybe_not.items[k], operand, opposite(op), c);
                states_add(execution, no, maybe_not.items[k]);
            }
            continue;
        }
        struct path_state *other =
            can_be && can_be_not ? state_copy(execution, in) : in;
        if (can_be) {
            narrow(execution, in, operand, value, is);
            states_add(execution, yes, in);
        }
        if (can_be_not) {
            narrow(execution, other, operand, value, is_not);
            states_add(execution, no, other);
        }
    }
}

static bool
constant_of(const struct node *node, int64_t *out)
{
    node = node_bare(node);
    if (node == NULL || !(node->has_value || node->kind == NODE_NUMBER)) {
        return false;
    }
    *out = node->has_value ? node->value : 0;
    return *out >= INT16_MIN && *out <= INT16_MAX;
}

/* Is one of them NULL, and the other not? */
static bool
are_different(const struct path_state *state, struct path_value one, struct path_value two)
{
    bool is_one = one.kind == VALUE_NUMBER && one.number == 0;
    bool is_two = two.kind == VALUE_NUMBER && two.number == 0;
    struct bounds other = bounds_of(state, is_one ? two : one);
    return is_one != is_two && (other.not_zero || other.low > 0);
}

/* Put the states SAME, in which two objects are one, into TO: who owns it is not known.
 * It may be None, which nobody has to own. */
static void
escape_both(struct execution *execution, const struct states *same,
            struct path_value one, struct path_value two, struct states *to)
{
    for (size_t i = 0; i < same->n_items; i++) {
        value_escape(same->items[i], one);
        value_escape(same->items[i], two);
        states_add(execution, to, same->items[i]);
    }
}

static void
divide_comparison(struct execution *execution, struct path_state *state,
                  const struct node *node, struct states *yes, struct states *no)
{
    const struct node *a = node->first, *b = a->next;
    int64_t c;
    if (constant_of(b, &c)) {
        divide_compared(execution, state, node, a, node->op, c, yes, no);
        return;
    }
    if (constant_of(a, &c)) {
        divide_compared(execution, state, node, b, mirrored(node->op), c, yes, no);
        return;
    }
    struct outcomes left = {0};
    evaluate(execution, state, a, &left);
    for (size_t i = 0; i < left.n_items; i++) {
        struct outcomes right = {0};
        evaluate(execution, left.items[i].state, b, &right);
        for (size_t k = 0; k < right.n_items; k++) {
            struct path_state *in = right.items[k].state;
            struct path_value one = left.items[i].value, two = right.items[k].value;
            bool is_same = one.kind == VALUE_OBJECT && two.kind == VALUE_OBJECT
                           && one.number == two.number
                           && (node->op == OP_EQUAL || node->op == OP_NOT_EQUAL);
            bool is_question = node->op == OP_EQUAL || node->op == OP_NOT_EQUAL;
            if (is_same) {
                states_add(execution, node->op == OP_EQUAL ? yes : no, in);
            }
            else if (is_question && are_different(in, one, two)) {
                states_add(execution, node->op == OP_EQUAL ? no : yes, in);
            }
            else {
                struct states same = {0}, other = {0};
                bool is_equal = node->op != OP_NOT_EQUAL;
                divide_unknown(execution, in, node, is_equal ? &same : &other,
                               is_equal ? &other : &same);
                escape_both(execution, &same, one, two, is_equal ? yes : no);
                for (size_t n = 0; n < other.n_items; n++) {
                    states_add(execution, is_equal ? no : yes, other.items[n]);
                }
            }
        }
    }
}

static void
divide_each(struct execution *execution, const struct states *states,
            const struct node *node, struct states *yes, struct states *no)
{
    for (size_t i = 0; i < states->n_items; i++) {
        divide(execution, states->items[i], node, yes, no);
    }
}

void
divide(struct execution *execution, struct path_state *state, const struct node *node,
       struct states *yes, struct states *no)
{
    node = node_bare(node);
    if (node == NULL || execution->is_given_up) {
        states_add(execution, yes, state_copy(execution, state));
        states_add(execution, no, state);
        return;
    }
    if (node->has_value) {
        states_add(execution, node->value != 0 ? yes : no, state);
        return;
    }
    if (++execution->depth > EXECUTION_DEPTH_MOST) {
        execution->is_given_up = true;
    }
    struct states between = {0};
    struct outcomes first = {0};
    switch (node->kind == NODE_UNARY || node->kind == NODE_BINARY ? node->op : 0) {
    case OP_NOT:
        divide(execution, state, node->first, no, yes);
        break;
    case OP_AND:
        divide(execution, state, node->first, &between, no);
        divide_each(execution, &between, node->first->next, yes, no);
        break;
    case OP_OR:
        divide(execution, state, node->first, yes, &between);
        divide_each(execution, &between, node->first->next, yes, no);
        break;
    case OP_EQUAL:
    case OP_NOT_EQUAL:
    case OP_LESS_EQUAL:
    case OP_GREATER_EQUAL:
    case '<':
    case '>':
        divide_comparison(execution, state, node, yes, no);
        break;
    case ',':
        evaluate(execution, state, node->first, &first);
        for (size_t i = 0; i < first.n_items; i++) {
            divide(execution, first.items[i].state, node->first->next, yes, no);
        }
        break;
    default:
        if (CALL_IS(node, "__builtin_expect")) {
            divide(execution, state, call_argument(node, 0), yes, no);
        }
        else {
            divide_compared(execution, state, node, node, OP_NOT_EQUAL, 0, yes, no);
        }
        if (node->kind == NODE_BINARY && node->op == OP_NONE) {
            /* In macros libclangs up to 16 do not tell: something is asked for. */
            exception_is_unclear(yes);
            exception_is_unclear(no);
        }
        break;
    }
    execution->depth--;
}
