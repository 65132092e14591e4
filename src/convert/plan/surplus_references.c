/* References that initialisation takes to a static type and gives to nobody.  A static
 * type is never freed, so one too many did no harm; a heap type would never be freed.
 *
 * What is counted is a type of the module, or what stands for one: a parameter that only
 * gets such types, a local or an element of a table.  Where the paths of a function tell how
 * many of its references are given away (reference_balance.c), that counts; else they are
 * surplus if no use of it in the same function can take one over. */
#include "convert/plan/surplus_references.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/kept_references.h"
#include "convert/plan/reference_balance.h"
#include "convert/plan/stored_references.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/holder.h"
#include "extension/object_init.h"
#include "extension/ownership.h"
#include "extension/references.h"

static const char rule[] = "lifetime-not-converted";

enum { MAX_ALIAS_DEPTH = 6 };

static bool takes_none(const struct conversion *c, const struct function *function,
                       const struct variable *object, int depth);

/* --- calls ----------------------------------------------------------------------------- */

/* Does the format of CALL have an N, which takes a reference over, or is it unknown? */
static bool
may_take_by_format(const struct node *call)
{
    if (strstr(call_name(call), "BuildValue") == NULL
        && !string_starts(call_name(call), "PyObject_Call"))
    {
        return false;
    }
    bool has_format = false;
    for (const struct node *at = call->first->next; at != NULL; at = at->next) {
        const struct node *format = node_bare(at);
        if (format != NULL && format->kind == NODE_STRING) {
            has_format = true;
            if (strchr(format->text, 'N') != NULL) {
                return true;
            }
        }
    }
    return !has_format && strstr(call_name(call), "BuildValue") != NULL;
}

/* Does CALL of the module's own function leave the references to argument I alone? */
static bool
own_takes_none(const struct conversion *c, const struct node *call, size_t i)
{
    const struct function *callee = call->function;
    if (callee->body == NULL || i >= callee->n_parameters) {
        return false;
    }
    return takes_none(c, callee, callee->parameters[i], 1);
}

/* Is CALL one of a slot: type->tp_alloc(type, 0)?  No slot takes a reference of an argument
 * over. */
static bool
is_slot_call(const struct node *call)
{
    const struct node *slot = node_bare(call->first);
    const struct type *owner = slot != NULL && slot->kind == NODE_MEMBER
                                   ? member_object_type(slot)
                                   : NULL;
    return owner != NULL && type_is_record(owner, "_typeobject");
}

/* Does CALL take no reference of its ARGUMENT over? */
static bool
call_takes_none(const struct conversion *c, const struct node *call,
                const struct node *argument)
{
    const struct function *callee = call->function;
    size_t i = call_argument_number(call, argument);
    if (call->first == argument) {
        return false;
    }
    if (callee == NULL) {
        return is_slot_call(call);
    }
    if (taken_reference(call) != NULL) {
        /* What Py_NewRef gives is looked at where it goes. */
        return true;
    }
    if (released_reference(call) != NULL) {
        return false;
    }
    if (callee->in_project) {
        return own_takes_none(c, call, i);
    }
    int stolen = reference_stolen_by(call_name(call));
    return (string_starts(call_name(call), "Py")
            || string_starts(call_name(call), "_Py"))
           && stolen != (int)i && stolen != REFERENCE_STOLEN_ALL
           && !may_take_by_format(call);
}

/* --- uses ------------------------------------------------------------------------------ */

/* The expression around NODE that still means the object, or a part of the table, that
 * NODE means. */
static const struct node *
widest_meaning(const struct node *node)
{
    for (const struct node *parent = node->parent; parent != NULL; parent = node->parent) {
        bool is_same =
            parent->kind == NODE_PAREN || parent->kind == NODE_CAST
            || (parent->kind == NODE_UNARY
                && (parent->op == OP_ADDRESS || parent->op == OP_DEREFERENCE))
            || (parent->kind == NODE_SUBSCRIPT && parent->first == node)
            || (parent->kind == NODE_CALL && parent->first != node
                && taken_reference(parent) != NULL && !is_whole_statement(node_outer(parent)));
        if (!is_same) {
            break;
        }
        node = parent;
    }
    return node;
}

/* Is MEMBER, of what means a type or a table of types, a type itself? */
static bool
member_is_object(const struct node *member)
{
    return member->type != NULL && type_is_object_pointer(member->type);
}

/* Does an assignment of the object to TARGET, in FUNCTION, leave its references alone? */
static bool
target_takes_none(const struct conversion *c, const struct function *function,
                  const struct node *target, int depth)
{
    const struct node *place = node_bare(target);
    if (place->kind == NODE_MEMBER) {
        /* T.tp_base and the like; PyType_Ready takes its own. */
        const struct type *owner = member_object_type(place);
        return owner != NULL && type_is_record(owner, "_typeobject");
    }
    return place->kind == NODE_NAME && place->variable != NULL
           && place->variable->storage == STORAGE_AUTOMATIC
           && takes_none(c, function, place->variable, depth + 1);
}

/* Can USE, of a type or of what stands for one, take no reference of it over? */
static bool
use_takes_none(const struct conversion *c, const struct function *function,
               const struct node *use, int depth)
{
    const struct node *node = widest_meaning(use);
    const struct node *parent = node->parent;
    if (parent != NULL && parent->kind == NODE_MEMBER && member_is_object(parent)
        && !type_is_record(member_object_type(parent), "_typeobject"))
    {
        node = widest_meaning(parent);
        parent = node->parent;
    }
    if (parent == NULL || depth > MAX_ALIAS_DEPTH) {
        return false;
    }
    switch (parent->kind) {
    case NODE_MEMBER:
    case NODE_BINARY:
    case NODE_UNARY:
    case NODE_IF:
    case NODE_FOR:
    case NODE_WHILE:
    case NODE_BLOCK:
        return true;
    case NODE_CALL:
        return call_takes_none(c, parent, node);
    case NODE_ASSIGN:
        return parent->first == node
               || target_takes_none(c, function, parent->first, depth);
    case NODE_INIT_LIST:
        while (parent != NULL && parent->kind == NODE_INIT_LIST) {
            parent = parent->parent;
        }
        if (parent == NULL || parent->kind != NODE_VARIABLE) {
            return false;
        }
        return parent->variable != NULL
               && takes_none(c, function, parent->variable, depth + 1);
    case NODE_VARIABLE:
        return parent->variable != NULL
               && parent->variable->storage == STORAGE_AUTOMATIC
               && takes_none(c, function, parent->variable, depth + 1);
    default:
        return false;
    }
}

/* Is no reference to what OBJECT means taken over in FUNCTION? */
static bool
takes_none(const struct conversion *c, const struct function *function,
           const struct variable *object, int depth)
{
    if (depth > MAX_ALIAS_DEPTH) {
        return false;
    }
    for (size_t i = 0; i < object->n_uses; i++) {
        if (object->uses[i]->within == function
            && !use_takes_none(c, function, object->uses[i], depth))
        {
            return false;
        }
    }
    return true;
}

/* --- what stands for a type --------------------------------------------------------------- */

/* The name of the variable that NODE is, or is a part of; NULL: it is none. */
static const struct node *
root_name(const struct node *node)
{
    node = node_bare(node);
    while (node != NULL
           && (node->kind == NODE_UNARY || node->kind == NODE_SUBSCRIPT
               || node->kind == NODE_MEMBER))
    {
        node = node_bare(node->first);
    }
    return node != NULL && node->kind == NODE_NAME ? node : NULL;
}

static const struct variable *
root_variable(const struct node *node)
{
    const struct node *name = root_name(node);
    return name != NULL ? name->variable : NULL;
}

static bool means_types(const struct conversion *c, const struct variable *variable,
                        int depth);

/* Is VALUE a type that moves, or what stands for one? */
static bool
value_means_types(const struct conversion *c, const struct node *value, int depth)
{
    const struct variable *root = root_variable(node_resolved(value));
    return root != NULL && means_types(c, root, depth + 1);
}

/* Does each call hand such a type over as parameter I of FUNCTION? */
static bool
parameter_means_types(const struct conversion *c, const struct function *function,
                      const struct variable *parameter, int depth)
{
    size_t i = 0;
    while (i < function->n_parameters && function->parameters[i] != parameter) {
        i++;
    }
    for (size_t k = 0; k < function->n_uses; k++) {
        const struct node *call = direct_call(function->uses[k]);
        const struct node *given = call != NULL ? call_argument(call, i) : NULL;
        if (given == NULL || !value_means_types(c, given, depth)) {
            return false;
        }
    }
    return i < function->n_parameters && function->n_uses > 0;
}

/* Is VARIABLE a type that moves, or does it hold such types, or pointers to them, only? */
static bool
means_types(const struct conversion *c, const struct variable *variable, int depth)
{
    const struct variable_plan *plan = moving(c, variable);
    size_t n_types = 0;
    if (depth > MAX_ALIAS_DEPTH) {
        return false;
    }
    if (plan != NULL && plan->kind == FIELD_TYPE) {
        return true;
    }
    if (variable->is_parameter) {
        return variable->owner != NULL
               && parameter_means_types(c, variable->owner, variable, depth);
    }
    for (size_t i = 0; i < variable->n_initializers; i++) {
        n_types += value_means_types(c, variable->initializers[i].value, depth);
    }
    const struct node *items = node_bare(variable->initial);
    if (variable->type->kind != TYPE_POINTER) {
        for (const struct node *item = items; item != NULL; item = node_after(item, items)) {
            n_types += item->kind == NODE_NAME && item->variable != NULL
                       && item->variable != variable
                       && means_types(c, item->variable, depth + 1);
        }
        return n_types > 0;
    }
    n_types = variable->initial != NULL && value_means_types(c, variable->initial, depth);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *assign = variable->uses[i]->parent;
        if (assign == NULL || assign->kind != NODE_ASSIGN
            || assign->first != variable->uses[i] || assign->op != '='
            || is_null(assign->first->next))
        {
            continue;
        }
        if (!value_means_types(c, assign->first->next, depth)) {
            return false;
        }
        n_types++;
    }
    return n_types > 0;
}

/* --- calls that take references ------------------------------------------------------------ */

/* Is a reference to OBJECT taken over in a function other than FUNCTION, by a call that
 * the state's own reference is not added for (kept_references.c)? */
static bool
is_stolen_elsewhere(const struct variable *object, const struct function *function)
{
    for (size_t i = 0; i < object->n_uses; i++) {
        const struct node *use = widest_meaning(object->uses[i]), *call = use->parent;
        if (object->uses[i]->within == function || call == NULL
            || call->kind != NODE_CALL || call->first == use)
        {
            continue;
        }
        int stolen = reference_stolen_by(call_name(call));
        if (strcmp(call_name(call), "PyModule_AddObject") != 0
            && strcmp(call_name(call), "PyModule_Add") != 0
            && (stolen == REFERENCE_STOLEN_ALL
                || stolen == (int)call_argument_number(call, use)))
        {
            return true;
        }
    }
    return false;
}

/* CALL, of NAME, which counts a reference to OBJECT, goes. */
static void
add_surplus(struct conversion *c, struct surplus_references *list,
            const struct node *call, const struct variable *object)
{
    const char *name = node_use(c->source, call);
    bool is_statement = !string_ends(name, "NewRef");
    const struct node *outer = node_outer(call);
    struct surplus_reference surplus = {
        .call = is_statement ? outer : call,
        .is_statement = is_statement,
        .is_branch = outer->parent != NULL && outer->parent->kind != NODE_BLOCK,
    };
    bool is_written =
        is_statement ? is_whole_statement(outer)
                     : use_brackets(call->file, call->begin, &surplus.brackets);
    if (is_written && !is_statement) {
        uint32_t begin = brackets_content(&surplus.brackets).begin;
        surplus.is_cast = call->file->text[begin] == '(';
    }
    if (root_name(last_argument(call))->origin == ORIGIN_MACRO || !is_written) {
        refuse_at(c, rule, call, object->name,
                  "nothing gives up the reference to '%s' that is taken here, so it would "
                  "never be freed; remove the call of %s",
                  object->name, name);
        return;
    }
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &surplus);
}

/* Are as many references to OBJECT taken in FUNCTION as calls there take over, by the text? */
static bool
is_even(const struct function *function, const struct variable *object)
{
    size_t n_taken = 0, n_stolen = 0;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i], *taken = taken_reference(call);
        int stolen = reference_stolen_by(call_name(call));
        n_taken += taken != NULL && root_variable(taken) == object;
        n_stolen += stolen >= 0 && call_argument(call, (size_t)stolen) != NULL
                    && root_variable(call_argument(call, (size_t)stolen)) == object;
    }
    return n_taken <= n_stolen;
}

/* Does the new reference that CALL gives go to a member that some function releases? */
static bool
is_given_to_owner(const struct conversion *c, const struct node *call)
{
    const struct node *value = node_outer(call), *assign = value->parent;
    const struct node *place = assign != NULL && assign->kind == NODE_ASSIGN
                                       && assign->first->next == value
                                   ? node_bare(assign->first)
                                   : NULL;
    const struct type *owner =
        place != NULL && place->kind == NODE_MEMBER ? member_object_type(place) : NULL;
    const struct record *record = owner == NULL ? NULL
                                  : owner->kind == TYPE_POINTER && owner->target != NULL
                                      ? owner->target->record
                                      : owner->record;
    return record != NULL && field_is_released(c->extension, record, place->text);
}

static void
plan_taken(struct conversion *c, struct surplus_references *list,
           const struct function *function, const struct node *call)
{
    const struct node *taken = taken_reference(call);
    const struct variable *object = taken != NULL ? root_variable(taken) : NULL;
    const struct variable *written =
        taken != NULL ? root_variable(last_argument(call)) : NULL;
    const char *name = object != NULL ? node_use(c->source, call) : "";

    if (object == NULL || written == NULL
        || (!string_ends(name, "INCREF") && !string_ends(name, "NewRef")
            && !string_ends(name, "IncRef"))
        || node_referent(taken)->kind == NODE_MEMBER
        || !type_is_object_pointer(node_outer(last_argument(call))->type)
        || !means_types(c, object, 0) || is_stolen_elsewhere(object, function))
    {
        return;
    }
    if (takes_none(c, function, object, 0) && takes_none(c, function, written, 0)) {
        add_surplus(c, list, call, object);
    }
    else if (moving(c, object) != NULL && moving(c, object)->kind == FIELD_TYPE
             && !is_even(function, object) && !is_given_to_owner(c, call))
    {
        note(c, rule, call->file, call->begin, object->name,
             "whether anything gives up the reference to '%s' that is taken here could not "
             "be told; if nothing does, the type is never freed: remove the call of %s then",
             object->name, name);
    }
}

/* Is a reference taken of what VARIABLE is, or is a part of? */
static bool
takes_some(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *taken = taken_reference(function->calls[i]);
        if (taken != NULL && root_variable(taken) == variable) {
            return true;
        }
    }
    return false;
}

/* The same, or is one released? */
static bool
counts_some(const struct function *function, const struct variable *variable)
{
    bool releases_some = false;
    for (size_t i = 0; i < function->n_calls && !releases_some; i++) {
        const struct node *released = released_reference(function->calls[i]);
        releases_some = released != NULL && root_variable(released) == variable;
    }
    return releases_some || takes_some(function, variable);
}

/* Does CALL give a type of a table away, of which FUNCTION takes no reference?  That would be
 * the state's own. */
static void
check_given(struct conversion *c, const struct function *function,
            const struct node *call)
{
    int stolen = reference_stolen_by(call_name(call));
    const struct node *given = stolen >= 0 ? call_argument(call, (size_t)stolen) : NULL;
    const struct node *element = node_resolved(given);
    const struct variable *table = element != NULL ? root_variable(element) : NULL;
    const struct variable *written = given != NULL ? root_variable(given) : NULL;
    if (element != NULL && element->kind == NODE_SUBSCRIPT && table != NULL
        && !(written == table && moving(c, table) != NULL && keeps_given(call))
        && means_types(c, table, 0) && !takes_some(function, table)
        && !takes_some(function, written))
    {
        refuse_at(c, rule, call, table->name,
                  "the reference to a type of '%s' that is given away here is the module "
                  "state's own; take one with Py_INCREF before",
                  table->name);
    }
}

/* --- paths ---------------------------------------------------------------------------------- */

/* Calls that are decided of. */
struct decided {
    const struct node **calls;
    size_t n_calls, capacity;
};

static bool
is_decided(const struct decided *decided, const struct node *call)
{
    for (size_t i = 0; i < decided->n_calls; i++) {
        if (decided->calls[i] == call) {
            return true;
        }
    }
    return false;
}

/* Decide of the calls of FUNCTION that count references of OBJECT, if its paths tell. */
static void
plan_paths(struct conversion *c, struct surplus_references *list, struct decided *decided,
           const struct function *function, const struct variable *object)
{
    struct reference_balance balance;
    balance_references(c, function, object, &balance);
    if (balance.answer == BALANCE_UNKNOWN
        || (balance.answer == BALANCE_WRONG && takes_none(c, function, object, 0)))
    {
        return;
    }
    if (balance.answer == BALANCE_WRONG) {
        refuse_at(c, rule, balance.place, object->name,
                  "as many references to '%s' must be taken in '%s' as are given away, on "
                  "each of its paths: too many would keep the heap type for ever, too few "
                  "would free it early",
                  object->name, function->name);
    }
    for (size_t i = 0; i < balance.n_calls; i++) {
        ARENA_ADD(c->arena, decided->calls, decided->n_calls, decided->capacity,
                  &balance.calls[i]);
    }
    for (size_t i = 0; balance.answer == BALANCE_MENDED && i < balance.n_going; i++) {
        add_surplus(c, list, balance.going[i], object);
    }
}

/* The same of an object that VARIABLE owns: nobody asked for more references, while it lived as
 * long as the process. */
static void
plan_object(struct conversion *c, struct surplus_references *list,
            const struct function *function, const struct variable *variable)
{
    const struct holder holder = {.variable = variable};
    struct reference_balance balance;
    if (!type_is_object_pointer(variable->type) || !counts_some(function, variable)
        || !holder_keeps_object(c->source, &holder, function)
        || !holder_owns_object(c->extension, &holder))
    {
        return;
    }
    balance_references(c, function, variable, &balance);
    for (size_t i = 0; balance.answer == BALANCE_MENDED && i < balance.n_going; i++) {
        add_surplus(c, list, balance.going[i], variable);
    }
}

static void
plan_paths_of(struct conversion *c, struct surplus_references *list,
              struct decided *decided, const struct function *function)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        const struct variable_plan *plan = moving(c, variable);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            plan_paths(c, list, decided, function, variable);
        }
        else if (plan != NULL && plan->kind == FIELD_OBJECT) {
            plan_object(c, list, function, variable);
        }
    }
    for (size_t i = 0; i < function->n_parameters; i++) {
        if (type_is_object_pointer(function->parameters[i]->type)
            && parameter_means_types(c, function, function->parameters[i], 0))
        {
            plan_paths(c, list, decided, function, function->parameters[i]);
        }
    }
}

/* --- objects that are initialised twice -------------------------------------------------- */

/* The statement that only initialises by CALL: the call, or a question whether it failed, which
 * it cannot; NULL: it is written otherwise. */
static const struct node *
initialising_statement(const struct node *call)
{
    const struct node *outer = node_outer(call), *parent = outer->parent;
    if (is_whole_statement(outer)) {
        return outer;
    }
    bool is_question = parent != NULL
                       && ((parent->kind == NODE_UNARY && parent->op == OP_NOT)
                           || (parent->kind == NODE_BINARY && parent->op == OP_EQUAL
                               && is_null(outer->next)));
    const struct node *question = is_question ? node_outer(parent)->parent : NULL;
    return question != NULL && question->kind == NODE_IF
                   && question->first == node_outer(parent)
                   && node_child(question, 2) == NULL
               ? question
               : NULL;
}

/* PyObject_New took the reference to the type that an instance gives back. */
static void
plan_initialised(struct conversion *c, struct surplus_references *list,
                 const struct node *call)
{
    const struct node *type = node_referent(call_argument(call, 1));
    const struct variable_plan *plan =
        type != NULL && type->kind == NODE_NAME ? moving(c, type->variable) : NULL;
    if (plan == NULL || plan->kind != FIELD_TYPE) {
        return;
    }
    const struct node *statement = initialising_statement(call);
    if (statement == NULL || statement->origin != ORIGIN_FILE
        || statement->parent->kind != NODE_BLOCK)
    {
        refuse_at(c, rule, call, plan->variable->name,
                  "an instance of '%s' is initialised here, and was already where it was made: "
                  "both take a reference to the type; leave the second out",
                  plan->variable->name);
        return;
    }
    struct surplus_reference surplus = {.call = statement, .is_statement = true};
    ARENA_ADD(c->arena, list->items, list->n_items, list->capacity, &surplus);
}

static void
plan_initialised_twice(struct conversion *c, struct surplus_references *list,
                       const struct function *function)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        if (initialised_before(function->calls[i]) != NULL) {
            plan_initialised(c, list, function->calls[i]);
        }
    }
}

void
plan_surplus_references(struct conversion *c)
{
    struct surplus_references *list = ARENA_NEW(c->arena, struct surplus_references);
    *list = (struct surplus_references){0};
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || function->body == NULL) {
            continue;
        }
        plan_initialised_twice(c, list, function);
        if (!plan->is_init) {
            continue;
        }
        struct decided decided = {0};
        plan_paths_of(c, list, &decided, function);
        for (size_t k = 0; k < function->n_calls; k++) {
            check_given(c, function, function->calls[k]);
            if (!is_decided(&decided, function->calls[k])) {
                plan_taken(c, list, function, function->calls[k]);
            }
        }
    }
    c->surplus_references = list;
}
