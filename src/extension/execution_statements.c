/* Statements: which states reach what comes next. */
#include <string.h>

#include "extension/execution.h"
#include "extension/expression.h"

static void
sweep(struct execution *execution, struct states *states, const struct node *at)
{
    struct states kept = {0};
    for (size_t i = 0; i < states->n_items; i++) {
        state_sweep(execution, states->items[i], at);
        states_add(execution, &kept, states->items[i]);
    }
    *states = kept;
}

static void
add_all(struct execution *execution, struct states *to, const struct states *from)
{
    for (size_t i = 0; i < from->n_items; i++) {
        states_add(execution, to, from->items[i]);
    }
}

static void
execute_expression(struct execution *execution, const struct node *node,
                   struct states *io_states)
{
    struct states after = {0};
    for (size_t i = 0; i < io_states->n_items; i++) {
        struct outcomes values = {0};
        evaluate(execution, io_states->items[i], node, &values);
        for (size_t k = 0; k < values.n_items; k++) {
            states_add(execution, &after, values.items[k].state);
        }
    }
    sweep(execution, &after, node);
    *io_states = after;
}

/* What the declaration NODE gives the parts of its variable, a struct or an array; false: they
 * are not followed. */
static bool
execute_parts(struct execution *execution, const struct node *node, struct states *io_states)
{
    const struct variable *variable = node->variable;
    for (size_t i = 0; i < io_states->n_items; i++) {
        for (size_t k = 0; k < execution->n_places; k++) {
            if (execution->places[k].variable == variable) {
                io_states->items[i]->places[k] = (struct path_value){VALUE_UNKNOWN, 0};
            }
        }
    }
    const struct node *list = variable->initial != NULL ? node_bare(variable->initial) : NULL;
    if (list == NULL || list->kind != NODE_INIT_LIST) {
        return list == NULL;
    }
    size_t n = 0;
    for (const struct node *child = list->first; child != NULL; child = child->next, n++) {
        if (child->kind == NODE_DESIGNATED || place_of_part_at(execution, variable, n) < 0) {
            return false;
        }
    }
    n = 0;
    for (const struct node *child = list->first; child != NULL; child = child->next, n++) {
        int place = place_of_part_at(execution, variable, n);
        struct states after = {0};
        for (size_t i = 0; i < io_states->n_items; i++) {
            struct outcomes values = {0};
            evaluate(execution, io_states->items[i], child, &values);
            for (size_t k = 0; k < values.n_items; k++) {
                place_write(execution, values.items[k].state, place, values.items[k].value,
                            node);
                states_add(execution, &after, values.items[k].state);
            }
        }
        *io_states = after;
    }
    return true;
}

static void
execute_variable(struct execution *execution, const struct node *node,
                 struct states *io_states)
{
    const struct variable *variable = node->variable;
    if (variable == NULL || variable_is_static(variable)) {
        return;
    }
    bool has_parts = variable->type != NULL
                     && (variable->type->kind == TYPE_ARRAY || variable->type->kind == TYPE_RECORD);
    if (has_parts && execute_parts(execution, node, io_states)) {
        return;
    }
    if (variable->initial == NULL) {
        int place = place_of_variable(execution, variable);
        for (size_t i = 0; place >= 0 && i < io_states->n_items; i++) {
            io_states->items[i]->places[place] = (struct path_value){VALUE_UNKNOWN, 0};
        }
        return;
    }
    struct states after = {0};
    for (size_t i = 0; i < io_states->n_items; i++) {
        struct outcomes values = {0};
        evaluate(execution, io_states->items[i], variable->initial, &values);
        for (size_t k = 0; k < values.n_items; k++) {
            int place = place_of_variable(execution, variable);
            place_write(execution, values.items[k].state, place, values.items[k].value,
                        node);
            exception_noted_by(execution, values.items[k].state, node, place);
            states_add(execution, &after, values.items[k].state);
        }
    }
    *io_states = after;
}

static void
divide_all(struct execution *execution, const struct states *states,
           const struct node *condition, struct states *yes, struct states *no)
{
    for (size_t i = 0; i < states->n_items; i++) {
        divide(execution, states->items[i], condition, yes, no);
    }
    sweep(execution, yes, condition);
    sweep(execution, no, condition);
}

static void
execute_if(struct execution *execution, const struct node *node,
           struct states *io_states)
{
    struct states yes = {0}, no = {0};
    divide_all(execution, io_states, node->first, &yes, &no);
    if (node->first != NULL && node->first->next != NULL) {
        execute(execution, node->first->next, &yes);
        if (node->first->next->next != NULL) {
            execute(execution, node->first->next->next, &no);
        }
    }
    add_all(execution, &yes, &no);
    *io_states = yes;
}

/* A loop that must run at least once may look as if it need not.  What its body, whose
 * ends are AFTER, does with an object is not known in the states SKIPPED. */
static void
escape_changed(struct execution *execution, const struct states *skipped,
               const struct states *after)
{
    for (size_t i = 0; i < skipped->n_items; i++) {
        for (size_t k = 0; k < after->n_items; k++) {
            for (size_t n = 0; n < execution->n_sites; n++) {
                const struct path_object *a = &skipped->items[i]->objects[n];
                const struct path_object *b = &after->items[k]->objects[n];
                if ((a->flags & OBJECT_LIVE) && (b->flags & OBJECT_LIVE)
                    && (a->count != b->count
                        || ((a->flags ^ b->flags) & (OBJECT_UNKNOWN | OBJECT_STOLEN))))
                {
                    value_escape(skipped->items[i],
                                 (struct path_value){VALUE_OBJECT, (int32_t)n});
                }
            }
        }
    }
}

/* CONDITION, NEXT and BODY may be NULL. */
static void
execute_loop(struct execution *execution, const struct node *condition,
             const struct node *next, const struct node *body, bool is_body_first,
             struct states *io_states)
{
    struct states *outer_breaks = execution->breaks;
    struct states *outer_continues = execution->continues;
    struct states left = {0}, seen = {0}, skipped = {0}, at = *io_states;
    bool is_first = true;
    do {
        struct states fresh = {0};
        for (size_t i = 0; i < at.n_items; i++) {
            struct path_state *copy = state_copy(execution, at.items[i]);
            if (states_add(execution, &seen, copy)) {
                states_add(execution, &fresh, at.items[i]);
            }
        }
        if (fresh.n_items == 0 && !is_first) {
            break;
        }
        struct states yes = {0}, no = {0}, continues = {0};
        if (condition != NULL && !(is_body_first && is_first)) {
            divide_all(execution, &fresh, condition, &yes, &no);
        }
        else {
            yes = fresh;
        }
        if (is_first) {
            skipped = no;
        }
        else {
            add_all(execution, &left, &no);
        }
        execution->breaks = &left;
        execution->continues = &continues;
        if (body != NULL) {
            execute(execution, body, &yes);
        }
        add_all(execution, &yes, &continues);
        if (next != NULL) {
            execute_expression(execution, next, &yes);
        }
        execution->breaks = outer_breaks;
        execution->continues = outer_continues;
        escape_changed(execution, &skipped, &yes);
        at = yes;
        is_first = false;
    } while (!execution->is_given_up);
    add_all(execution, &left, &skipped);
    *io_states = left;
}

static void
execute_for(struct execution *execution, const struct node *node,
            struct states *io_states)
{
    const struct node *condition = NULL, *next = NULL, *body = NULL;
    const struct node *child = node->first;
    if (node->text == NULL || node->text[0] == '\0') {
        execution->is_given_up = true;
        return;
    }
    for (const char *part = node->text; *part != '\0' && child != NULL;
         part++, child = child->next)
    {
        switch (*part) {
        case 'i':
            execute(execution, child, io_states);
            break;
        case 'c':
            condition = child;
            break;
        case 'n':
            next = child;
            break;
        default:
            body = child;
            break;
        }
    }
    execute_loop(execution, condition, next, body, false, io_states);
}

/* Is SWITCH_ in a case of another one that asks the same local?  Then it has the cases that lead
 * there. */
static bool
is_asked_again(const struct node *switch_)
{
    const struct node *asked = node_bare(switch_->first);
    for (const struct node *node = switch_->parent; node != NULL && asked != NULL;
         node = node->parent)
    {
        const struct node *outer = node->kind == NODE_SWITCH ? node_bare(node->first) : NULL;
        if (outer != NULL && outer->kind == NODE_NAME && asked->kind == NODE_NAME
            && outer->variable != NULL && outer->variable == asked->variable)
        {
            return true;
        }
    }
    return false;
}

static void
execute_switch(struct execution *execution, const struct node *node,
               struct states *io_states)
{
    struct states *outer_breaks = execution->breaks;
    struct states *outer_switched = execution->switched;
    bool *outer_default = execution->has_default;
    struct states left = {0}, fall = {0};
    bool has_default = false;
    execute_expression(execution, node->first, io_states);
    execution->breaks = &left;
    execution->switched = io_states;
    execution->has_default = &has_default;
    if (node->first != NULL && node->first->next != NULL) {
        execute(execution, node->first->next, &fall);
    }
    execution->breaks = outer_breaks;
    execution->switched = outer_switched;
    execution->has_default = outer_default;
    add_all(execution, &left, &fall);
    if (!has_default && !is_asked_again(node)) {
        exception_is_unclear(io_states);
        add_all(execution, &left, io_states);
    }
    *io_states = left;
}

static void
execute_case(struct execution *execution, const struct node *node,
             struct states *io_states)
{
    const struct node *statement = node->first;
    while (statement != NULL && statement->next != NULL) {
        statement = statement->next;
    }
    if (execution->switched == NULL) {
        execution->is_given_up = true;
        return;
    }
    struct states entering = {0};
    for (size_t i = 0; i < execution->switched->n_items; i++) {
        states_add(execution, &entering,
                   state_copy(execution, execution->switched->items[i]));
    }
    if (node->kind == NODE_DEFAULT) {
        *execution->has_default = true;
        exception_is_unclear(&entering);
    }
    add_all(execution, io_states, &entering);
    if (statement != NULL) {
        execute(execution, statement, io_states);
    }
}

static struct pending *
label_of(struct execution *execution, const char *name)
{
    for (size_t i = 0; i < execution->n_labels; i++) {
        if (strcmp(execution->labels[i].label, name) == 0) {
            return &execution->labels[i];
        }
    }
    return NULL;
}

static void
execute_goto(struct execution *execution, const struct node *node,
             struct states *io_states)
{
    struct pending *pending =
        node->text != NULL ? label_of(execution, node->text) : NULL;
    if (pending == NULL) {
        execution->is_given_up = true;
        return;
    }
    for (size_t i = 0; i < io_states->n_items; i++) {
        struct path_state *copy = state_copy(execution, io_states->items[i]);
        if (states_add(execution, &pending->seen, copy)) {
            states_add(execution, &pending->waiting, io_states->items[i]);
        }
    }
    *io_states = (struct states){0};
}

static void
execute_label(struct execution *execution, const struct node *node,
              struct states *io_states)
{
    struct pending *pending =
        node->text != NULL ? label_of(execution, node->text) : NULL;
    if (pending == NULL) {
        execution->is_given_up = true;
        return;
    }
    add_all(execution, io_states, &pending->waiting);
    pending->waiting = (struct states){0};
    if (node->first != NULL) {
        execute(execution, node->first, io_states);
    }
}

static void
leave(struct execution *execution, struct states *to, struct states *io_states)
{
    if (to == NULL) {
        execution->is_given_up = true;
        return;
    }
    add_all(execution, to, io_states);
    *io_states = (struct states){0};
}

static void
execute_return(struct execution *execution, const struct node *node,
               struct states *io_states)
{
    for (size_t i = 0; i < io_states->n_items; i++) {
        struct outcomes values = {0};
        evaluate(execution, io_states->items[i], node->first, &values);
        for (size_t k = 0; k < values.n_items; k++) {
            state_finish(execution, values.items[k].state, node, values.items[k].value);
        }
    }
    *io_states = (struct states){0};
}

/* Is STATEMENT Py_CLEAR of what holds the object of the question?  The holder's own reference
 * goes, and it owns none any more: nothing is lost, and nothing is owed. */
static bool
clears_asked(const struct execution *execution, const struct node *statement)
{
    return execution->question != NULL
           && holder_is_cleared(execution->extension->source, statement,
                                &execution->question->answer->holder);
}

void
execute(struct execution *execution, const struct node *node, struct states *io_states)
{
    if (execution->is_given_up
        || (io_states->n_items == 0 && execution->n_labels == 0
            && execution->switched == NULL))
    {
        return;
    }
    if (++execution->depth > EXECUTION_DEPTH_MOST) {
        execution->is_given_up = true;
    }
    const struct node *first = node->first;
    switch (node->kind) {
    case NODE_BLOCK:
    case NODE_DECLARATIONS:
        for (const struct node *child = first; child; child = child->next) {
            execute(execution, child, io_states);
        }
        break;
    case NODE_VARIABLE:
        execute_variable(execution, node, io_states);
        break;
    case NODE_IF:
        execute_if(execution, node, io_states);
        break;
    case NODE_FOR:
        execute_for(execution, node, io_states);
        break;
    case NODE_WHILE:
        execute_loop(execution, first, NULL, first != NULL ? first->next : NULL, false,
                     io_states);
        break;
    case NODE_DO:
        if (clears_asked(execution, node)) {
            break;
        }
        execute_loop(execution, first != NULL ? first->next : NULL, NULL, first, true,
                     io_states);
        break;
    case NODE_SWITCH:
        execute_switch(execution, node, io_states);
        break;
    case NODE_CASE:
    case NODE_DEFAULT:
        execute_case(execution, node, io_states);
        break;
    case NODE_LABEL:
        execute_label(execution, node, io_states);
        break;
    case NODE_GOTO:
        execute_goto(execution, node, io_states);
        break;
    case NODE_BREAK:
        leave(execution, execution->breaks, io_states);
        break;
    case NODE_CONTINUE:
        leave(execution, execution->continues, io_states);
        break;
    case NODE_RETURN:
        execute_return(execution, node, io_states);
        break;
    case NODE_THROW:
        /* Destructors release what they hold; who catches it is not followed. */
        execute_expression(execution, node->first, io_states);
        *io_states = (struct states){0};
        break;
    case NODE_EMPTY:
        break;
    case NODE_OTHER:
        /* asm, an attribute, something of C++: it may do anything. */
        execution->is_given_up = node->type == NULL;
        execute_expression(execution, node, io_states);
        break;
    default:
        execute_expression(execution, node, io_states);
        break;
    }
    execution->depth--;
}

static bool
is_loop(const struct node *node)
{
    return node->kind == NODE_FOR || node->kind == NODE_WHILE || node->kind == NODE_DO;
}

/* How far the text goes in which USE of VARIABLE, or of a member (NULL), may run again. */
static uint32_t
end_of_use(const struct variable *variable, const struct node *use, uint32_t repeated)
{
    uint32_t end = use->end;
    const struct declaration *place = variable != NULL ? variable_declaration(variable) : NULL;
    for (const struct node *node = use; node != NULL; node = node->parent) {
        bool is_inside = place != NULL && place->begin >= node->begin
                         && place->end <= node->end && !variable->is_parameter;
        if ((is_loop(node) && !is_inside) || node->kind == NODE_STATEMENT_EXPRESSION) {
            end = node->end > end ? node->end : end;
        }
    }
    return repeated > end ? repeated : end;
}

static void
read_labels(struct execution *execution, uint32_t *out_repeated)
{
    const struct node *root = execution->function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_LABEL && node->text != NULL) {
            ARENA_GROW(execution->arena, execution->labels, execution->n_labels,
                       execution->labels_capacity);
            execution->labels[execution->n_labels++] =
                (struct pending){.label = node->text};
        }
        /* A goto back is a loop. */
        if (node->kind == NODE_GOTO && node->text != NULL
            && label_of(execution, node->text) != NULL)
        {
            *out_repeated = node->end;
        }
    }
}

/* What is called KEY, of SIZE bytes, is used up to END. */
static void
enter_use(struct execution *execution, const void *key, size_t size, uint32_t end)
{
    uint32_t *last = map_find(&execution->last_uses, key, size);
    if (last == NULL) {
        last = ARENA_NEW(execution->arena, uint32_t);
        map_set(&execution->last_uses, key, size, last);
    }
    *last = end > *last ? end : *last;
}

static void
read_last_uses(struct execution *execution, uint32_t repeated)
{
    const struct node *root = execution->function->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_MEMBER) {
            enter_use(execution, node->text, strlen(node->text) + 1,
                      end_of_use(NULL, node, repeated));
        }
        if (node->kind == NODE_NAME && node->variable != NULL
            && !variable_is_static(node->variable))
        {
            enter_use(execution, &node->variable, sizeof node->variable,
                      end_of_use(node->variable, node, repeated));
        }
    }
}

void
execute_function(struct execution *execution)
{
    const struct function *function = execution->function;
    struct path_state *begin = ARENA_NEW(execution->arena, struct path_state);
    uint32_t repeated = 0;
    map_init(&execution->atoms, execution->arena);
    map_init(&execution->last_uses, execution->arena);
    read_labels(execution, &repeated);
    read_last_uses(execution, repeated);
    atoms_read(execution);
    for (size_t i = 0; i < function->n_parameters; i++) {
        const struct variable *parameter = function->parameters[i];
        int place = place_of_variable(execution, parameter);
        if (place >= 0 && parameter->type->kind == TYPE_POINTER) {
            bool is_object = type_is_object_pointer(parameter->type);
            begin->places[place] =
                object_make(execution, begin,
                            (struct site){.variable = parameter,
                                          .place = -1,
                                          .origin = is_object ? FROM_PARAMETER
                                                              : FROM_POINTER});
        }
    }
    if (execution->question != NULL) {
        const struct variable *object = execution->question->answer->object;
        int parameter = object != NULL ? place_of_variable(execution, object) : -1;
        execution->question->value =
            parameter >= 0 ? begin->places[parameter]
            : object_make(execution, begin,
                        (struct site){.variable = object,
                                      .place = -1,
                                      .origin = FROM_PARAMETER});
        value_object(begin, execution->question->value)->flags |= OBJECT_NOT_NULL;
    }
    struct states states = {0};
    states_add(execution, &states, begin);
    execute(execution, function->body, &states);
    for (;;) {
        for (size_t i = 0; i < states.n_items; i++) {
            state_finish(execution, states.items[i], function->body,
                         (struct path_value){VALUE_UNKNOWN, 0});
        }
        bool is_waiting = false;
        for (size_t i = 0; i < execution->n_labels; i++) {
            is_waiting = is_waiting || execution->labels[i].waiting.n_items > 0;
        }
        if (!is_waiting || execution->is_given_up) {
            break;
        }
        states = (struct states){0};
        execute(execution, function->body, &states);
    }
}
