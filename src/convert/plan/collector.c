/* Which types can have subclasses, and whose instances the garbage collector must see.
 *
 * An instance owns a reference to its type, and the type to its module; that is a cycle
 * only if something leads back from there to the instance.  A type that cannot change
 * does not, so instances whose members the collector could not follow need it only where
 * the module itself keeps one: those that hold no Python object, or only strings, numbers,
 * weak references to themselves, buffers and memory of their own.  (Classes that Python code
 * derives bring the collector with their __dict__, whatever their base.)  CPython does the
 * same with such types, because the collector's head costs time and memory for each instance
 * (gh-138337). */
#include "convert/plan/collector.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/records.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/functions.h"
#include "convert/plan/linked_objects.h"
#include "convert/plan/moved_memory.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/variables.h"
#include "extension/cycle_members.h"
#include "extension/expression.h"
#include "model/extent.h"

/* The struct of TYPE's instances, as tp_basicsize names it; or NULL. */
static const struct record *
instance_record(const struct conversion *c, const struct variable *type)
{
    const struct initializer *size = variable_initializer(type, "tp_basicsize");
    const struct node *value = size != NULL && !size->is_zero && !size->from_macro
                                   ? node_bare(size->value)
                                   : NULL;
    const struct node *operand =
        value != NULL && value->kind == NODE_SIZEOF ? value->first : NULL;
    const struct record *part = value != NULL ? record_of_offset(c, value) : NULL;
    if (part != NULL) {
        return part;
    }
    if (operand == NULL || operand->type == NULL || operand->type->kind != TYPE_RECORD)
    {
        return NULL;
    }
    return record_called(c, operand->type->record->name, operand->file);
}

enum { MAX_DEPTH = 16 };

/* Can a value of TYPE keep a Python object alive?  Of structs of libraries only their
 * pointers are known. */
static bool
may_hold_object(const struct type *type, int depth)
{
    type = type_element(type);
    if (type == NULL || depth > MAX_DEPTH || type_holds_object(type)) {
        return true;
    }
    if (type->kind == TYPE_POINTER) {
        const struct type *target = type->target;
        return target == NULL || target->kind == TYPE_VOID || target->kind == TYPE_OTHER
               || ((target->kind == TYPE_POINTER
                    || (target->kind == TYPE_RECORD && target->record != NULL
                        && target->record->is_complete && target->record->file != NULL))
                   && may_hold_object(target, depth + 1));
    }
    if (type->kind != TYPE_RECORD || type->record == NULL) {
        return type->kind != TYPE_INTEGER && type->kind != TYPE_FLOAT
               && type->kind != TYPE_FUNCTION;
    }
    for (size_t i = 0; i < type->record->n_fields; i++) {
        if (may_hold_object(type->record->fields[i].type, depth + 1)) {
            return true;
        }
    }
    return false;
}

static bool
instances_may_hold_objects(const struct conversion *c, const struct variable *type)
{
    const struct record *record = instance_record(c, type);
    if (record == NULL || !record_is_object(record)) {
        return true;
    }
    if (string_equal(record->name, "PyObject") || string_equal(record->tag, "_object"))
    {
        return false; /* nothing but the head */
    }
    for (size_t i = 1; i < record->n_fields; i++) { /* 0: PyObject_HEAD */
        if (may_hold_object(record->fields[i].type, 0)) {
            return true;
        }
    }
    return false;
}

/* Does DEALLOC, or what it hands its object to, release a member of the struct RECORD that may
 * be part of a cycle?  Those are what a traverse function can visit. */
static bool
releases_cycle_member(const struct conversion *c, const struct record *record,
                      const struct function *dealloc)
{
    struct object_functions functions;
    object_functions_of(dealloc, &functions);
    if (functions.n_items == 0 || functions.n_items == MAX_OBJECT_FUNCTIONS) {
        return true; /* it cannot be seen, or not all of it */
    }
    for (size_t f = 0; f < functions.n_items; f++) {
        const struct function *function = functions.items[f];
        for (size_t i = 0; i < function->n_calls; i++) {
            const struct node *member = dropped_member(function, function->calls[i]);
            if (member != NULL && record_has_field(record, member->text)
                && !member_holds_leaves(c->extension, record, member->text))
            {
                return true;
            }
        }
    }
    return false;
}

/* Would a traverse function of TYPE, which has none, visit more than the type? */
static bool
has_visible_members(const struct conversion *c, const struct variable *type)
{
    const struct record *record = instance_record(c, type);
    const struct node *dealloc = slot_value(c, type, "tp_dealloc");
    if (record == NULL || !record_is_object(record)) {
        return true;
    }
    if (!instances_may_hold_objects(c, type)) {
        return false;
    }
    return dealloc == NULL
           || function_in_slot(c, type, "tp_dealloc") == NULL
           || releases_cycle_member(c, record, function_in_slot(c, type, "tp_dealloc"));
}

/* The calls at initialisation that make the type known, and no instance. */
static bool
is_publication(const char *name)
{
    static const char *const names[] = {
        "PyType_Ready",
        "PyModule_AddObject",
        "PyModule_AddObjectRef",
        "PyModule_AddType",
        "PyDict_SetItemString",
        "Py_INCREF",
        "Py_DECREF",
        "Py_XDECREF",
        "Py_SET_TYPE",
        "_Py_NewRef",
        "Py_NewRef",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Does CALL call `register` of an abstract base class?  That keeps weak references. */
static bool
registers_class(const struct node *call)
{
    const struct node *method = node_bare(call_argument(call, 1));
    return CALL_IS(call, "PyObject_CallMethod", "_PyObject_CallMethod_SizeT") && method != NULL
           && method->kind == NODE_STRING && strcmp(method->text, "register") == 0;
}

/* Does USE of a type, in a function that runs at initialisation, do more than to make it
 * ready and to publish it? */
static bool
may_make_instance(const struct node *use)
{
    for (const struct node *n = use->parent; n != NULL && n->kind != NODE_BLOCK;
         n = n->parent)
    {
        if (n->kind == NODE_CALL) {
            return !is_publication(call_name(n)) && !registers_class(n);
        }
        if (n->kind == NODE_MEMBER) {
            return false; /* a field of the type is given */
        }
    }
    return true;
}

/* The field that USE of a type gives at run time, `X.field = …`; or NULL. */
static const char *
field_given(const struct node *use)
{
    const struct node *member = use->parent;
    const struct node *assign = member != NULL ? member->parent : NULL;
    return member != NULL && member->kind == NODE_MEMBER && assign != NULL
                   && assign->kind == NODE_ASSIGN && assign->first == member
               ? member->text
               : NULL;
}

/* Is USE the base of another type? */
static bool
is_base(const struct node *use)
{
    const struct node *node = use;
    while (node->parent != NULL
           && (node->parent->kind == NODE_CAST || node->parent->kind == NODE_PAREN
               || node->parent->kind == NODE_UNARY))
    {
        node = node->parent;
    }
    const struct node *assign = node->parent;
    if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first != node) {
        return assign->first->kind == NODE_MEMBER
               && strcmp(assign->first->text, "tp_base") == 0;
    }
    const struct initializer *base =
        use->holder != NULL ? variable_initializer(use->holder, "tp_base") : NULL;
    const struct node *referent = base != NULL ? node_referent(base->value) : NULL;
    return referent != NULL && referent->variable == use->variable;
}

static bool
is_given(const struct variable *type, const char *field)
{
    const struct initializer *item = variable_initializer(type, field);
    return item != NULL && !item->is_zero;
}

/* Is TYPE the base of a type of the module, or are its flags given at run time? */
static bool
is_extended(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const char *field = field_given(type->uses[i]);
        if (is_base(type->uses[i]) || (field != NULL && strcmp(field, "tp_flags") == 0))
        {
            return true;
        }
    }
    return false;
}

/* The base of TYPE, given in its initialiser or at run time; or NULL. */
static const struct node *
base_given(const struct variable *type)
{
    for (size_t i = 0; i < type->n_uses; i++) {
        const char *field = field_given(type->uses[i]);
        if (field != NULL && strcmp(field, "tp_base") == 0) {
            return assigned_value(type->uses[i]->parent->parent);
        }
    }
    return is_given(type, "tp_base") ? variable_initializer(type, "tp_base")->value
                                     : NULL;
}

bool
base_owns_nothing(const struct variable *type)
{
    const struct node *base = base_given(type);
    const struct node *referent = base != NULL ? node_referent(base) : NULL;
    if (base == NULL) {
        return true;
    }
    if (referent != NULL && referent->kind == NODE_NAME) {
        return referent->variable != NULL
               && strcmp(referent->variable->name, "PyBaseObject_Type") == 0;
    }
    base = node_bare(base);
    return base->kind == NODE_MEMBER && strcmp(base->text, "TZInfoType") == 0;
}

/* --- what the module keeps ---------------------------------------------------------- */

/* Does TARGET, the left side of an assignment, lie in the module's state: in a static
 * that moves there, or in the struct there is? */
static bool
is_in_state(const struct conversion *c, const struct node *target)
{
    while (target != NULL && target->kind == NODE_SUBSCRIPT) {
        target = node_bare(target->first);
    }
    for (const struct node *n = target; n != NULL; n = node_bare(n->first)) {
        if (n->kind == NODE_NAME) {
            return n->variable != NULL && moving(c, n->variable) != NULL;
        }
        if (n->kind == NODE_MEMBER && is_of_existing_state(c, n)) {
            return true;
        }
    }
    return false;
}

/* Does the interpreter's function NAME call a type, or make an instance of it? */
static bool
calls_type(const char *name)
{
    static const char *const prefixes[] = {"_PyObject_New",     "_PyObject_GC_New",
                                           "PyObject_Call",     "PyObject_Vectorcall",
                                           "PyObject_Init",     "PyType_Generic",
                                           "_PyObject_CallFunction"};
    for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++) {
        if (string_starts(name, prefixes[i])) {
            return true;
        }
    }
    return false;
}

/* Does the interpreter's function NAME give one of several objects, which others made? */
static bool
gives_element(const char *name)
{
    static const char *const names[] = {"PyIter_Next", "PyList_GetItem", "PyList_GetItemRef",
                                        "PyList_GET_ITEM", "PySequence_GetItem",
                                        "PyTuple_GetItem", "PyTuple_GET_ITEM"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

enum { MAX_LOCALS = 4 }; /* locals and functions that hand a value on */

/* The next use of LOCAL behind number *I that gives it a value: the value, or NULL. */
static const struct node *
next_value(const struct variable *local, size_t *i)
{
    if (*i == 0 && local->initial != NULL) {
        ++*i;
        return node_bare(local->initial);
    }
    for (size_t k = *i > 0 ? *i - 1 : 0; k < local->n_uses; k++) {
        const struct node *assign = local->uses[k]->parent;
        if (assign != NULL && assign->kind == NODE_ASSIGN && assign->first == local->uses[k]) {
            *i = k + 2;
            return node_bare(assign->first->next);
        }
    }
    return NULL;
}

/* The local variable of a function that VALUE names, if all that it gets is assigned to it;
 * or NULL. */
static const struct variable *
plain_local(const struct node *value)
{
    const struct variable *local = value->kind == NODE_NAME ? value->variable : NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter) {
        return NULL;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        if (local->uses[i]->is_address_taken) {
            return NULL;
        }
    }
    return local;
}

static bool can_be_instance(const struct node *value, int depth);

/* The same of what FUNCTION, of the project, returns. */
static bool
can_return_instance(const struct function *function, int depth)
{
    const struct node *body = depth > 0 ? function->body : NULL;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_RETURN
            && (n->first == NULL || can_be_instance(node_bare(n->first), depth)))
        {
            return true;
        }
    }
    return body == NULL;
}

/* Can VALUE be an instance that the module has made?  What the interpreter's functions
 * give is none, if they do not call a type.  What a function behind a pointer gives may be:
 * tp_alloc, tp_new. */
static bool
can_be_instance(const struct node *value, int depth)
{
    if (CALL_IS(value, "Py_NewRef", "Py_XNewRef", "_Py_NewRef", "_Py_XNewRef")) {
        return can_be_instance(node_bare(call_argument(value, 0)), depth);
    }
    const struct variable *local = depth > 0 ? plain_local(value) : NULL;
    if (local != NULL) {
        const struct node *given;
        for (size_t i = 0; (given = next_value(local, &i)) != NULL;) {
            if (can_be_instance(given, depth - 1)) {
                return true;
            }
        }
        return false;
    }
    if (value->kind != NODE_CALL) {
        bool is_type = value->type != NULL && value->type->kind == TYPE_POINTER
                       && type_is_record(value->type->target, "PyTypeObject");
        return !is_type && !is_null(value);
    }
    const struct node *callee = node_bare(value->first);
    if (value->function != NULL && value->function->in_project) {
        return can_return_instance(value->function, depth - 1);
    }
    bool is_pointer = value->function == NULL
                      && (callee->kind != NODE_NAME || callee->variable != NULL);
    return is_pointer || calls_type(call_name(value)) || gives_element(call_name(value));
}

/* Is VALUE an object of the state, or a local that gets one? */
static bool
is_state_object(const struct conversion *c, const struct node *value)
{
    const struct variable *local = plain_local(value);
    const struct node *given;
    if (is_in_state(c, value)) {
        return true;
    }
    for (size_t i = 0; local != NULL && (given = next_value(local, &i)) != NULL;) {
        if (is_in_state(c, given)) {
            return true;
        }
    }
    return false;
}

/* Does CALL put what may be an instance into a container that the module keeps? */
static bool
fills_container(const struct conversion *c, const struct node *call)
{
    static const char *const fillers[] = {
        "PyDict_SetItem",   "PyDict_SetItemString", "PyDict_SetDefault",
        "PyDict_SetDefaultRef", "PyList_Append",    "PyList_Insert",
        "PyList_SetItem",   "PyList_SET_ITEM",      "PySet_Add",
        "PyTuple_SetItem",  "PyTuple_SET_ITEM",     "PyObject_SetItem",
        "PyObject_SetAttr", "PyObject_SetAttrString"};
    const struct node *container = node_bare(call_argument(call, 0));
    bool is_filler = false;
    for (size_t i = 0; i < ARRAY_LENGTH(fillers); i++) {
        is_filler |= strcmp(call_name(call), fillers[i]) == 0;
    }
    if (!is_filler || container == NULL || !is_state_object(c, container)) {
        return false;
    }
    const struct node *argument;
    for (size_t i = 1; (argument = call_argument(call, i)) != NULL; i++) {
        if (argument->type != NULL && type_is_object_pointer(argument->type)
            && can_be_instance(node_bare(argument), MAX_LOCALS))
        {
            return true;
        }
    }
    return false;
}

/* Does TARGET, the left side of an assignment, lead to the module's state by a pointer, as that
 * of Py_XSETREF does? */
static bool
leads_to_state(struct conversion *c, const struct node *target)
{
    const struct node *pointer = pointer_of_target(target);
    const struct variable *local = pointer != NULL ? plain_local(node_bare(pointer)) : NULL;
    const struct node *given;
    for (size_t i = 0; local != NULL && (given = next_value(local, &i)) != NULL;) {
        if (given->kind == NODE_UNARY && given->op == OP_ADDRESS
            && is_in_state(c, node_bare(given->first)))
        {
            return true;
        }
    }
    return pointer != NULL && memory_of(c, pointer) != MEMORY_OTHER;
}

/* Does CALL store its arguments in objects of the module's state? */
static bool
parses_into_state(struct conversion *c, const struct node *call)
{
    const struct node *argument;
    bool parses = string_starts(call_name(call), "PyArg_");
    for (size_t i = 1; parses && (argument = call_argument(call, i)) != NULL; i++) {
        const struct node *bare = node_bare(argument);
        if (bare->kind == NODE_UNARY && bare->op == OP_ADDRESS
            && type_is_object_pointer(bare->first->type)
            && is_in_state(c, node_bare(bare->first)))
        {
            return true;
        }
    }
    return false;
}

/* Does the state lead to lists of objects that it visits? */
static bool
keeps_lists(const struct conversion *c)
{
    struct linked_objects list;
    const struct record *record = c->existing->record;
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (leads_to_list(c, record->fields[i].type, &list)) {
            return true;
        }
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (is_linked_list(c, c->source->variables[i], &list)) {
            return true;
        }
    }
    return false;
}

static bool
keeps_instances(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct node *body =
            plan_of_function(c, function)->belongs ? function->body : NULL;
        for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
            const struct node *value =
                n->kind == NODE_ASSIGN ? node_bare(n->first->next) : NULL;
            if (value != NULL && type_is_object_pointer(n->first->type)
                && (is_in_state(c, node_bare(n->first)) || leads_to_state(c, n->first))
                && can_be_instance(value, MAX_LOCALS))
            {
                return true;
            }
            if (n->kind == NODE_CALL && (fills_container(c, n) || parses_into_state(c, n))) {
                return true;
            }
        }
    }
    return false;
}

/* The name that FIELD of TYPE is given; or NULL. */
static const char *
name_in_slot(const struct conversion *c, const struct variable *type, const char *field)
{
    const struct function *function = function_in_slot(c, type, field);
    return function != NULL ? function->name : NULL;
}

static bool
needs_collector(const struct conversion *c, const struct variable *type)
{
    static const char *const fields[] = {"tp_traverse", "tp_clear", "tp_dictoffset", "tp_dict",
                                         "tp_alloc", "tp_flags"};
    if (type_has_flag(type, TPFLAGS_HAVE_GC, true) || is_extended(type)
        || !base_owns_nothing(type) || has_visible_members(c, type))
    {
        return true;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(fields) - 1; i++) {
        if (is_given(type, fields[i])
            && !string_equal(name_in_slot(c, type, fields[i]), "PyType_GenericAlloc"))
        {
            return true;
        }
    }
    for (size_t i = 0; i < type->n_uses; i++) {
        const struct node *use = type->uses[i];
        const char *field = field_given(use);
        for (size_t k = 0; field != NULL && k < ARRAY_LENGTH(fields); k++) {
            if (strcmp(field, fields[k]) == 0) {
                return true;
            }
        }
        if (use->within != NULL && plan_of_function(c, use->within)->is_init
            && may_make_instance(use))
        {
            return true;
        }
    }
    return false;
}

/* Types that share a function which frees their instances free them alike. */
static bool
shares_dealloc(const struct conversion *c, const struct variable *type)
{
    const struct initializer *mine = variable_initializer(type, "tp_dealloc");
    const struct node *function = mine != NULL ? node_referent(mine->value) : NULL;
    for (size_t i = 0; i < c->source->n_variables && function != NULL; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        const struct initializer *item =
            plan != NULL && plan->kind == FIELD_TYPE && plan->is_collected
                ? variable_initializer(plan->variable, "tp_dealloc")
                : NULL;
        const struct node *other = item != NULL ? node_referent(item->value) : NULL;
        if (other != NULL && function->function != NULL
            && other->function == function->function && function->function->in_project)
        {
            return true;
        }
    }
    return false;
}

void
plan_collector(struct conversion *c)
{
    bool keeps = keeps_instances(c) || keeps_lists(c);
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            plan->is_collected =
                !plan->is_sequence && (keeps || needs_collector(c, plan->variable));
        }
    }
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < c->source->n_variables; i++) {
            struct variable_plan *plan = moving(c, c->source->variables[i]);
            if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence
                && !plan->is_collected && shares_dealloc(c, plan->variable))
            {
                plan->is_collected = grows = true;
            }
        }
    }
}

bool
is_collected(const struct conversion *c, const struct record *record)
{
    bool is_known = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence
            && instance_record(c, plan->variable) == record)
        {
            is_known = true;
            if (plan->is_collected) {
                return true;
            }
        }
    }
    return !is_known;
}

/* --- the state by the type alone ---------------------------------------------------- */

/* The types whose instances a function is called with. */
struct receivers {
    const struct variable *type; /* the last one */
    bool are_several;
    bool are_open; /* one of them is not final */
    bool (*is_one)(const struct conversion *, const struct variable *, const void *);
    bool (*is_call)(const struct conversion *, const struct node *, const void *);
    const void *context;
    bool are_others; /* one of them is not what IS_ONE (NULL: not asked) says */
};

/* Does USE belong to a type of the module, as the holder of a table or of a slot?  If so,
 * it is added to OUT. */
static bool
is_of_type(const struct conversion *c, const struct node *use, int depth,
           struct receivers *out)
{
    const struct variable *holder = use->holder;
    if (holder == NULL) {
        const struct node *node = use;
        while (node->parent != NULL && node->parent->kind != NODE_ASSIGN
               && node->parent->kind != NODE_BLOCK)
        {
            node = node->parent;
        }
        const struct node *assign = node->parent;
        const struct node *target = assign != NULL && assign->kind == NODE_ASSIGN
                                        ? node_bare(assign->first)
                                        : NULL;
        if (target == NULL || target == use || target->kind != NODE_MEMBER) {
            return false;
        }
        const struct node *object = node_bare(target->first);
        holder = object != NULL && object->kind == NODE_NAME ? object->variable : NULL;
    }
    if (holder == NULL) {
        return false;
    }
    const struct variable_plan *plan = moving(c, holder);
    if (plan != NULL && plan->kind == FIELD_TYPE) {
        out->are_several |= out->type != NULL && out->type != holder;
        out->type = holder;
        out->are_open |= !plan->is_final;
        out->are_others |= out->is_one != NULL && !out->is_one(c, holder, out->context);
        return true;
    }
    if (depth == 0 || !type_is_api_table(holder->type) || holder->n_uses == 0) {
        return false;
    }
    for (size_t i = 0; i < holder->n_uses; i++) {
        if (field_given(holder->uses[i]) == NULL
            && !is_of_type(c, holder->uses[i], depth - 1, out))
        {
            return false;
        }
    }
    return true;
}

/* Are all instances that FUNCTION is called with of types of the module?  Adds them to
 * OUT. */
static bool
has_receivers(const struct conversion *c, const struct function *function,
              struct receivers *out)
{
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        if (call != NULL && out->is_call != NULL && out->is_call(c, call, out->context)) {
            continue;
        }
        if (call != NULL || !is_of_type(c, function->uses[i], 2, out))
        {
            return false;
        }
    }
    return function->n_uses > 0;
}

bool
is_called_for_final_types(const struct conversion *c, const struct function *function)
{
    struct receivers receivers = {.type = NULL};
    return has_receivers(c, function, &receivers) && !receivers.are_open;
}

bool
is_called_for_types(const struct conversion *c, const struct function *function,
                    bool (*is_one)(const struct conversion *, const struct variable *,
                                   const void *),
                    bool (*is_call)(const struct conversion *, const struct node *,
                                    const void *),
                    const void *context)
{
    struct receivers receivers = {.is_one = is_one, .is_call = is_call, .context = context};
    return has_receivers(c, function, &receivers) && receivers.type != NULL
           && !receivers.are_others;
}

/* --- a type known by its instance ---------------------------------------------------- */

static bool
keeps_first_argument(const struct function *function)
{
    const struct variable *self =
        function->n_parameters > 0 ? function->parameters[0] : NULL;
    if (self == NULL || *self->name == '\0') {
        return false;
    }
    for (size_t i = 0; i < self->n_uses; i++) {
        if (self->uses[i]->is_written || self->uses[i]->is_address_taken) {
            return false;
        }
    }
    return true;
}

void
plan_receivers(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_TYPE) {
            plan->is_final = !plan->is_sequence && !is_extended(plan->variable)
                             && !type_has_flag(plan->variable, TPFLAGS_BASETYPE, true);
        }
    }
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        struct receivers receivers = {.type = NULL};
        bool is_teardown = plan->access == ACCESS_TEARDOWN;
        if (plan->has_context && (plan->access == ACCESS_SELF || is_teardown)
            && function->body != NULL && keeps_first_argument(function)
            && has_receivers(c, function, &receivers) && !receivers.are_several
            && (is_teardown || !receivers.are_open))
        {
            plan->own_type = receivers.type;
        }
    }
}

/* Is an instance made of the type at MENTION: does it stand in PyObject_New(X, &T) or the
 * like?  Where it is compared with an instance's type, Py_TYPE(self) would say nothing. */
static bool
makes_instance(const struct mention *mention)
{
    static const char *const makers[] = {"PyObject_New", "PyObject_GC_New",
                                         "PyObject_NewVar", "PyObject_GC_NewVar"};
    struct brackets arguments;
    struct range item;
    if (mention->address == mention->qualifier
        || !brackets_around(mention->file, mention->address, &arguments)
        || !brackets_item(&arguments, 1, &item) || item.begin != mention->address)
    {
        return false;
    }
    for (size_t k = 0; k < ARRAY_LENGTH(makers); k++) {
        if (brackets_have_name(&arguments, makers[k])) {
            return true;
        }
    }
    return false;
}

/* Is the type at MENTION, in a function that deallocates its instances, asked how to free
 * one, or named in a report?  The type of the instance itself does as well, and is right
 * for those of subclasses, too. */
static bool
frees_instance(const struct mention *mention)
{
    const struct node *outer =
        mention->node != NULL ? node_outer_reference(mention->node) : NULL;
    const struct node *user = outer != NULL ? outer->parent : NULL;
    if (user == NULL) {
        return false;
    }
    return (user->kind == NODE_MEMBER && strcmp(user->text, "tp_free") == 0)
           || (user->kind == NODE_CALL
               && strcmp(call_name(user), "PyErr_WriteUnraisable") == 0);
}

bool
is_own_type(const struct conversion *c, const struct mention *mention)
{
    if (mention->variable == NULL || mention->within == NULL
        || mention->in_macro != NULL || mention->holder != NULL)
    {
        return false;
    }
    const struct function_plan *plan = plan_of_function(c, mention->within);
    return plan->own_type == mention->variable
           && (plan->access == ACCESS_TEARDOWN ? frees_instance(mention)
                                               : makes_instance(mention));
}
