/* References of what moves: the state keeps its own where a value is given away, releases
 * what an element had. */
#include "convert/plan/kept_references.h"

#include <string.h>

#include "convert/facts/argument_formats.h"
#include "convert/facts/handed_references.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/moved_memory.h"
#include "convert/plan/second_owners.h"
#include "convert/plan/value_ownership.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/holder.h"
#include "extension/module_state.h"
#include "extension/ownership.h"
#include "model/extent.h"

/* --- PyModule_AddObject takes a reference away ----------------------------------------- */

/* Does CALL stand first in what STATEMENT, around it, does?  In a condition that also
 * makes the type, it does not. */
static bool
is_first_in(const struct node *call, const struct node *statement)
{
    const struct node *condition = statement->first;
    if (statement == call) {
        return true;
    }
    if (statement->kind != NODE_IF || !is_inside(call, condition)) {
        return false;
    }
    for (const struct node *n = condition; n != NULL; n = node_after(n, condition)) {
        if (n->kind == NODE_BINARY && (n->op == OP_OR || n->op == OP_AND)) {
            return false;
        }
    }
    return true;
}

bool
keeps_given(const struct node *call)
{
    return CALL_IS(call, "PyModule_AddObject", "PyModule_Add");
}

/* Is CALL one of the C API that takes the reference of ARGUMENT over? */
static bool
is_adding(const struct node *call, const struct node *argument)
{
    return keeps_given(call) && call_argument(call, 2) == argument;
}

/* Does FUNCTION release a reference to VARIABLE (NULL: to PART), as where one is not taken
 * over?  A field that Py_CLEAR releases gives up its own. */
static bool
releases_reference(const struct conversion *c, const struct function *function,
                   const struct variable *variable, const struct node *part)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i], *released = released_reference(call);
        const struct node *referent = released != NULL ? node_referent(released) : NULL;
        if (referent != NULL
            && (variable != NULL
                    ? referent->variable == variable
                    : nodes_are_alike(released, part)
                          && (part->kind == NODE_NAME
                              || strcmp(node_use(c->source, call), "Py_CLEAR") != 0)))
        {
            return true;
        }
    }
    return false;
}

/* Is OBJECT an element or a member of the VARIABLE itself? */
static bool
is_part_of(const struct conversion *c, const struct node *object,
           const struct variable *variable)
{
    bool is_object = plan_of_variable(c, variable)->kind == FIELD_OBJECT;
    while (object->kind == NODE_SUBSCRIPT || object->kind == NODE_MEMBER) {
        if (object->kind == NODE_MEMBER && object->op == '>' && is_object) {
            return false; /* what an instance has */
        }
        object = node_bare(object->first);
    }
    return object->kind == NODE_NAME && object->variable == variable;
}

/* Can PART, which CALL is given, be written a second time: does it change nothing? */
static bool
can_repeat(const struct node *part, const struct node *call)
{
    for (const struct node *n = part; n != NULL; n = node_after(n, part)) {
        bool is_lookup = n->kind == NODE_CALL && call_is_module_state(n);
        if (n->is_written || (n->kind == NODE_CALL && !is_lookup) || n->kind == NODE_ASSIGN) {
            return false;
        }
    }
    return part->origin == ORIGIN_FILE || call->origin == ORIGIN_FILE;
}

/* Does NODE name what OBJECT does? */
static bool
names_object(const struct node *node, const struct node *object)
{
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        if (n->kind == object->kind && nodes_are_alike(n, object)) {
            return true;
        }
    }
    return false;
}

/* Is OBJECT, which STATEMENT names, the result of a call in a statement in front of it, and does
 * none between them ask for NULL, or name it at all? */
static bool
is_unchecked(const struct node *object, const struct node *statement)
{
    const struct node *block = statement->parent;
    bool is_open = false;
    for (const struct node *n = block != NULL ? block->first : NULL;
         n != NULL && n != statement; n = n->next)
    {
        if (!names_object(n, object)) {
            continue;
        }
        const struct node *value =
            n->kind == NODE_ASSIGN && n->op == '=' && nodes_are_alike(node_bare(n->first), object)
                ? node_bare(n->first->next)
                : NULL;
        is_open = value != NULL && value->kind == NODE_CALL;
    }
    return is_open;
}

/* CALL takes the reference of ARGUMENT that VARIABLE, or PART of it, is to keep; NULL: that the
 * module's own state is to keep. */
static void
keep_argument(struct conversion *c, struct kept_references *list,
              const struct variable *variable, const struct node *part,
              const struct node *call, const struct node *argument)
{
    const struct node *statement = call;
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    struct kept_reference kept = {
        .variable = variable,
        .part = part,
        .keeping = KEEPS_IN_PLACE,
        .call = call,
        .argument = argument,
        .statement = statement,
    };
    /* Where there is PyModule_Add, there is the other. */
    if ((c->options->floor >= 0x030A0000
         || strcmp(call_name(call), "PyModule_Add") == 0)
        && is_adding(call, argument)
        && !releases_reference(c, call->within, variable, part)
        && call->origin == ORIGIN_FILE
        && call->first->kind == NODE_NAME)
    {
        kept.keeping = KEEPS_BY_REF;
    }
    else if (statement->parent != NULL && statement->origin == ORIGIN_FILE
             && is_first_in(call, statement))
    {
        kept.keeping = KEEPS_BEFORE;
    }
    if (taken_by_format(call, argument)) {
        kept.keeping = KEEPS_BY_FORMAT;
    }
    kept.may_be_null = kept.keeping == KEEPS_BY_FORMAT
                       || is_unchecked(node_bare(argument), statement);
    if (part != NULL && kept.keeping != KEEPS_BY_REF && !can_repeat(part, call)) {
        const char *owner = variable != NULL ? variable->name : part->text;
        refuse_at(c, "state-not-converted", argument, owner,
                  "%s takes the reference that '%s' keeps, in an expression that cannot be "
                  "repeated; take a reference with Py_INCREF in front of it",
                  call_name(call), owner);
        return;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &kept);
}

/* Are as many references to VARIABLE taken in FUNCTION as calls there take over? */
static bool
is_even(const struct function *function, const struct variable *variable)
{
    size_t n_taken = 0, n_given = 0;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i], *taken = taken_reference(call);
        n_taken += taken != NULL && node_variable(taken) == variable;
        for (size_t k = 0; call_argument(call, k) != NULL; k++) {
            const struct node *argument = call_argument(call, k);
            n_given += node_variable(argument) == variable
                       && (is_adding(call, argument) || taken_by_format(call, argument));
        }
    }
    return n_taken >= n_given;
}

/* An N of CALL takes the reference of ARGUMENT, that of VARIABLE. */
static void
plan_formatted(struct conversion *c, struct kept_references *list,
               const struct variable *variable, const struct node *call,
               const struct node *argument)
{
    const struct function *function = call->within;
    if (is_even(function, variable)) {
        return;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == function && use->is_written
            && !function_runs_only_at_import(c->extension, function))
        {
            refuse_at(c, "lifetime-not-converted", argument, variable->name,
                      "the format takes the only reference to what '%s' stores in '%s' at each call, "
                      "and the module state would own it, too; take a reference, and release what "
                      "'%s' had before",
                      function->name, variable->name, variable->name);
            return;
        }
    }
    keep_argument(c, list, variable, NULL, call, argument);
}

static void
plan_added(struct conversion *c, struct kept_references *list,
           const struct variable *variable, const struct node *use)
{
    const struct node *argument = use;
    while (argument->parent != NULL && argument->parent->kind != NODE_CALL
           && argument->parent->kind >= NODE_NAME)
    {
        argument = argument->parent;
    }
    const struct node *call = argument->parent;
    bool is_formatted =
        call != NULL && call->kind == NODE_CALL && taken_by_format(call, argument);
    if (call == NULL || call->kind != NODE_CALL
        || (!is_adding(call, argument) && !is_formatted && !hands_on(c, call, argument)))
    {
        return;
    }
    const struct node *object = node_referent(argument);
    bool is_part = node_variable(argument) != variable;
    if (is_formatted && !is_part) {
        plan_formatted(c, list, variable, call, argument);
        return;
    }
    if (is_part ? !is_part_of(c, object, variable)
                      || function_takes_reference(use->within, object)
                : takes_reference(use->within, variable))
    {
        return;
    }
    keep_argument(c, list, variable, is_part ? object : NULL, call, argument);
}

/* --- elements that are given a value twice ---------------------------------------------- */

enum { MAX_ELEMENTS = 4096 };

/* The element that USE of an array assigns, if the compiler knows its number. */
static bool
element_assigned(const struct node *use, int64_t *out_index)
{
    const struct node *subscript = use->parent;
    while (subscript != NULL && subscript->kind == NODE_CAST) {
        subscript = subscript->parent;
    }
    const struct node *assign = subscript != NULL ? subscript->parent : NULL;
    if (subscript == NULL || subscript->kind != NODE_SUBSCRIPT || assign == NULL
        || assign->kind != NODE_ASSIGN || assign->first != subscript)
    {
        return false;
    }
    const struct node *index = subscript->first->next;
    if (index == NULL || !index->has_value) {
        return false;
    }
    *out_index = index->value;
    return true;
}

static bool
has_element_assigned_twice(const struct conversion *c, const struct variable *array)
{
    bool *is_known = ARENA_ARRAY(c->arena, bool, MAX_ELEMENTS);
    for (size_t i = 0; i < array->n_uses; i++) {
        int64_t index;
        if (!element_assigned(array->uses[i], &index) || index < 0
            || index >= MAX_ELEMENTS)
        {
            continue;
        }
        if (is_known[index]) {
            return true;
        }
        is_known[index] = true;
    }
    return false;
}

/* `array[i] = value;` around USE, the array, in the file itself. */
static bool
element_assignment(const struct node *use, struct element_assignment *out)
{
    const struct node *element = use->parent;
    const struct node *assign = element != NULL ? element->parent : NULL;
    struct range sign;
    if (assign == NULL || element->kind != NODE_SUBSCRIPT || element->first != use
        || assign->kind != NODE_ASSIGN || assign->op != '=' || assign->first != element
        || !is_whole_statement(assign) || !node_operator(assign, &sign))
    {
        return false;
    }
    *out =
        (struct element_assignment){assign->begin, element->end, sign.end, assign->end};
    return true;
}

static void
plan_element(struct conversion *c, struct kept_references *list,
             const struct mention *mention)
{
    const struct node *node = mention->node;
    struct replaced_element element = {.file = mention->file};
    bool has_tree =
        mention->in_macro == NULL && node != NULL && node->origin == ORIGIN_FILE;
    if (has_tree ? element_assignment(node, &element.text)
                 : word_element_assignment(mention->file, mention->begin, &element.text))
    {
        ARENA_ADD(c->arena, list->elements, list->n_elements, list->elements_capacity,
                  &element);
    }
}

/* A static array loses what its elements had when they get another value; so would each
 * module object. */
static void
plan_elements(struct conversion *c, struct kept_references *list)
{
    for (size_t i = 0; i < mention_count(c) && c->options->abi3 == 0; i++) {
        const struct mention *mention = mention_at(c, i);
        const struct variable_plan *plan =
            mention->variable != NULL ? moving(c, mention->variable) : NULL;
        if (plan != NULL && plan->kind == FIELD_OBJECT
            && mention->variable->type->kind == TYPE_ARRAY
            && has_element_assigned_twice(c, mention->variable))
        {
            plan_element(c, list, mention);
        }
    }
}

/* --- through pointers and locals --------------------------------------------------------- */

/* The variable that moves and has the object at PLACE, or the pointer behind which it is in
 * memory that moves; NULL: neither. */
static const struct variable *
owner_of_place(const struct conversion *c, const struct node *place)
{
    const struct node *pointer = pointer_of_target(place), *root = node_bare(place);
    if (pointer != NULL) {
        for (root = pointer; root != NULL && root->kind != NODE_NAME;) {
            root = node_bare(root->first);
        }
        return root != NULL && memory_of(c, pointer) != MEMORY_OTHER ? root->variable : NULL;
    }
    while (root != NULL && (root->kind == NODE_MEMBER || root->kind == NODE_SUBSCRIPT)) {
        root = node_bare(root->first);
    }
    const struct variable_plan *plan =
        root != NULL && root->kind == NODE_NAME ? moving(c, root->variable) : NULL;
    return plan != NULL && !plan->is_free_list
                   && (plan->kind == FIELD_OBJECT || plan->kind == FIELD_RECORD)
               ? root->variable
               : NULL;
}

/* The owner of the object that VALUE gives without a reference of its own, as in
 * `local = field = PyErr_NewException(…)` and `local = field`; NULL: there is none. */
static const struct variable *
owner_of_value(const struct conversion *c, const struct node *value)
{
    const struct node *bare = value != NULL ? node_bare(value) : NULL;
    if (bare == NULL) {
        return NULL;
    }
    bool is_place = bare->kind == NODE_NAME || bare->kind == NODE_MEMBER
                    || bare->kind == NODE_SUBSCRIPT
                    || (bare->kind == NODE_UNARY && bare->op == OP_DEREFERENCE);
    return bare->kind == NODE_ASSIGN && bare->op == '=' ? owner_of_place(c, bare->first)
           : is_place                                   ? owner_of_place(c, bare)
                                                        : NULL;
}

/* The owner of what LOCAL has; *OUT_IS_SHARED: of each of its values there is one. */
static const struct variable *
owner_of_local(const struct conversion *c, const struct variable *local, bool *out_is_shared)
{
    const struct variable *owner = NULL;
    const struct node *value = local->initial;
    *out_is_shared = true;
    for (size_t i = 0; i <= local->n_uses; i++) {
        if (value != NULL && !is_null(value)) {
            const struct variable *one = owner_of_value(c, value);
            *out_is_shared &= one != NULL;
            owner = one != NULL ? one : owner;
        }
        value = NULL;
        if (i < local->n_uses) {
            const struct node *use = node_outer(local->uses[i]), *assign = use->parent;
            bool is_set = assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                          && assign->first == use;
            value = is_set ? use->next : NULL;
        }
    }
    return owner;
}

/* CALL may take the reference of ARGUMENT, a local or behind a pointer, that the module state is
 * to keep. */
static void
plan_given(struct conversion *c, struct kept_references *list, const struct node *call,
           const struct node *argument)
{
    const struct node *object = node_bare(argument), *pointer = pointer_of_target(object);
    const struct variable *local =
        object->kind == NODE_NAME && object->variable != NULL
                && object->variable->storage == STORAGE_AUTOMATIC && !object->variable->is_parameter
            ? object->variable
            : NULL;
    bool is_shared = true;
    const struct variable *owner = pointer != NULL ? owner_of_place(c, object)
                                   : local != NULL ? owner_of_local(c, local, &is_shared)
                                                   : NULL;
    if (owner == NULL
        || (!is_adding(call, argument) && !taken_by_format(call, argument)
            && !hands_on(c, call, argument))
        || (local != NULL ? takes_reference(call->within, local)
                          : function_takes_reference(call->within, object)))
    {
        return;
    }
    if (!is_shared || (pointer != NULL && memory_of(c, pointer) == MEMORY_UNCLEAR)) {
        refuse_at(c, "lifetime-not-converted", argument, owner->name,
                  "%s takes a reference here that the module state may own; take one with "
                  "Py_INCREF in front of it",
                  call_name(call));
        return;
    }
    keep_argument(c, list, owner, object, call, argument);
}

static void
plan_all_given(struct conversion *c, struct kept_references *list)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        for (size_t k = 0;
             k < function->n_calls && plan_of_function(c, function)->belongs; k++)
        {
            const struct node *call = function->calls[k];
            for (size_t n = 0; call_argument(call, n) != NULL; n++) {
                const struct node *argument = call_argument(call, n);
                if (argument->type != NULL && type_is_object_pointer(argument->type)) {
                    plan_given(c, list, call, argument);
                }
            }
        }
    }
}

/* --- fields of the state that the module has already -------------------------------------- */

/* Does LINK, an assignment or a declaration, give FIELD and VARIABLE the same object? */
static bool
is_linked_by(const struct node *link, const struct holder *field,
             const struct variable *variable)
{
    bool has_field = false, has_variable = false;
    const struct node *n = link;
    if (link->kind == NODE_VARIABLE) {
        has_variable = link->variable == variable;
        n = has_variable ? node_bare(variable->initial) : NULL;
    }
    for (; n != NULL; n = n->kind == NODE_ASSIGN ? node_bare(n->first->next) : NULL) {
        const struct node *place = n->kind == NODE_ASSIGN ? node_bare(n->first) : n;
        has_field |= place != NULL && node_is_holder(place, field);
        has_variable |=
            place != NULL && place->kind == NODE_NAME && place->variable == variable;
    }
    return has_field && has_variable;
}

/* Is what VARIABLE, a static, has stored in FIELD at import? */
static bool
is_stored_in(const struct conversion *c, const struct variable *variable,
             const struct holder *field)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body = function->body;
        if (body == NULL || !function_runs_only_at_import(c->extension, function)) {
            continue;
        }
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            if (n->kind == NODE_ASSIGN && n->op == '='
                && node_is_holder(stored_place(n), field) && static_stored(n) == variable
                && !function_takes_reference(function, node_bare(n->first)))
            {
                return true;
            }
        }
    }
    return false;
}

/* Is OBJECT, in FUNCTION, that in FIELD, or a local or a static with the same? */
static bool
means_field(const struct conversion *c, const struct function *function,
            const struct node *object, const struct holder *field)
{
    if (object->kind != NODE_NAME || object->variable == NULL || object->variable->is_parameter)
    {
        return node_is_holder(object, field);
    }
    for (const struct node *n = function->body; n != NULL; n = node_after(n, function->body)) {
        if ((n->kind == NODE_ASSIGN || n->kind == NODE_VARIABLE)
            && is_linked_by(n, field, object->variable))
        {
            return true;
        }
    }
    return variable_is_static(object->variable) && is_stored_in(c, object->variable, field);
}

/* How many references to what is in HOLDER FUNCTION takes at the most, those that it gives away
 * deducted, wherever it succeeds; 0 if that is not known. */
static int
references_taken(const struct conversion *c, const struct function *function,
                 const struct holder *holder)
{
    struct object_balance balance = {.holder = *holder};
    ask_balance(c->extension, function, &balance);
    return balance.is_known && balance.success.is_seen ? balance.success.most : 0;
}

/* Does FUNCTION give away the reference of what is in HOLDER, for which nothing takes one, on a
 * path on which it succeeds? */
static bool
may_give_away(const struct conversion *c, const struct function *function,
              const struct holder *holder)
{
    struct object_balance balance = {.holder = *holder};
    ask_balance(c->extension, function, &balance);
    return balance.is_known && balance.success.is_seen && balance.success.least < 0;
}

/* Does FUNCTION give away the reference of what is in HOLDER, and no other takes one for it? */
static bool
gives_away(const struct conversion *c, const struct function *function,
           const struct holder *holder)
{
    if (references_taken(c, function, holder) >= 0) {
        return false;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *other = c->source->functions[i];
        if (other != function && other->body != NULL
            && function_runs_only_at_import(c->extension, other)
            && references_taken(c, other, holder) > 0)
        {
            return false;
        }
    }
    return true;
}

/* Is the one reference that initialisation makes of VARIABLE, a static that stays, FIELD's? */
static bool
has_reference_of(const struct conversion *c, const struct variable *variable)
{
    const struct holder holder = {.variable = variable};
    if (moving(c, variable) != NULL || variable_is_released(c->extension, variable)
        || !holder_owns_object(c->extension, &holder))
    {
        return false;
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        if (takes_reference(c->source->functions[i], variable)) {
            return false;
        }
    }
    return true;
}

/* m_clear gives up what is in FIELD, and FUNCTION gave its reference to the module's
 * dictionary. */
static void
plan_robbed(struct conversion *c, struct kept_references *list,
            const struct function *function, const struct holder *field)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        for (size_t n = 0; call_argument(call, n) != NULL; n++) {
            const struct node *argument = call_argument(call, n), *object = node_bare(argument);
            if ((!is_adding(call, argument) && !hands_on(c, call, argument))
                || !means_field(c, function, object, field))
            {
                continue;
            }
            bool is_static =
                object->kind == NODE_NAME && variable_is_static(object->variable);
            const struct holder own = {.variable = is_static ? object->variable : NULL};
            if (is_static ? has_reference_of(c, object->variable)
                                && may_give_away(c, function, &own)
                          : holder_is_counted(c->extension, field)
                                && gives_away(c, function, field))
            {
                keep_argument(c, list, NULL, object, call, argument);
            }
        }
    }
}

static void
plan_fields(struct conversion *c, struct kept_references *list)
{
    const struct record *record = c->module->is_multi_phase ? NULL : c->existing->record;
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct holder field = {.record = record, .member = record->fields[i].name};
        if (!type_is_object_pointer(record->fields[i].type)
            || !field_is_released(c->extension, record, field.member))
        {
            continue;
        }
        for (size_t k = 0; k < c->source->n_functions; k++) {
            const struct function *function = c->source->functions[k];
            if (function->body != NULL && plan_of_function(c, function)->belongs
                && function_runs_only_at_import(c->extension, function))
            {
                plan_robbed(c, list, function, &field);
            }
        }
    }
}

void
plan_kept_references(struct conversion *c)
{
    struct kept_references *list = ARENA_NEW(c->arena, struct kept_references);
    *list = (struct kept_references){0};
    plan_elements(c, list);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan == NULL || plan->kind == FIELD_DATA || plan->is_free_list) {
            continue;
        }
        for (size_t k = 0; k < variable->n_uses; k++) {
            if (variable->uses[k]->within != NULL) {
                plan_added(c, list, variable, variable->uses[k]);
            }
        }
    }
    plan_all_given(c, list);
    plan_fields(c, list);
    c->kept_references = list;
}
