#include "extension/cycle_members.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/index.h"
#include "extension/members.h"
#include "model/tokens.h"

enum { VALUE_DEPTH = 4 }; /* locals behind locals */

/* Functions by whose documentation the result is a string, bytes or a number.  (Of
 * PyObject_Repr and its like it may be an instance of a subclass; one that leads back to
 * its holder was never seen.) */
static bool
makes_leaf(const char *name)
{
    static const char *const begins[] = {
        "PyBytes_From",   "PyUnicode_From",   "PyUnicode_Decode", "PyLong_From",
        "PyFloat_From",   "PyBool_From",      "PyComplex_From",   "Py_GetConstant",
        "PyUnicode_As",   "PyUnicode_Substr", "PyUnicode_Concat", "PyUnicode_Join",
        "PyUnicode_New",      "PyUnicode_Intern", "PyUnicode_Format",
        "PyUnicode_Replace",  "PyBytes_Concat",   "PyObject_Repr",    "PyObject_Str",
        "PyObject_ASCII",     "PyNumber_Index",   "PyNumber_Long",    "PyNumber_Float",
        "PyNumber_ToBase",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(begins); i++) {
        if (string_starts(name, begins[i])) {
            return true;
        }
    }
    return false;
}

static bool value_is_leaf(const struct node *value, int depth);

/* Is NODE an argument of a call that lets a string or bytes object grow, given by its
 * address, or that gives it one for another? */
static bool
is_resized(const struct node *node)
{
    const struct node *call = call_around(node, NULL);
    return CALL_IS(call, "_PyBytes_Resize", "PyUnicode_Resize", "PyUnicode_InternInPlace",
                   "_PyUnicode_InternMortal", "_PyUnicode_InternImmortal",
                   "PyUnicode_Append", "PyUnicode_AppendAndDel", "PyBytes_Concat",
                   "PyBytes_ConcatAndDel");
}

/* Is it the argument of a call that wants a tuple of strings there? */
static bool
is_keyword_names(const struct node *node)
{
    const struct node *child = NULL, *call = call_around(node, &child);
    return CALL_IS(call, "PyObject_Vectorcall", "PyObject_VectorcallMethod",
                   "_PyObject_Vectorcall")
           && call_argument(call, 3) == child;
}

/* Is the tuple that CALL makes one of leaves only? */
static bool
makes_leaf_tuple(const struct node *call, int depth)
{
    if (!CALL_IS(call, "PyTuple_Pack")) {
        return false;
    }
    for (size_t i = 1; call_argument(call, i) != NULL; i++) {
        if (!value_is_leaf(call_argument(call, i), depth - 1)) {
            return false;
        }
    }
    return true;
}

/* Is CALL asked for an attribute of a type that the interpreter defines statically, by its
 * name or as that of a leaf?  Such a type, and what belongs to it, leads to no module. */
static bool
is_attribute_of_builtin(const struct node *call, int depth)
{
    if (!CALL_IS(call, "PyObject_GetAttr", "PyObject_GetAttrString")) {
        return false;
    }
    const struct node *object = node_resolved(call_argument(call, 0));
    const struct variable *local =
        object != NULL && object->kind == NODE_NAME ? object->variable : NULL;
    if (local != NULL && local->storage == STORAGE_AUTOMATIC && !local->is_parameter) {
        object = node_bare(variable_only_value(local));
    }
    if (CALL_IS(object, "PyObject_Type", "Py_TYPE")) {
        return value_is_leaf(call_argument(object, 0), depth - 1);
    }
    return object != NULL && object->kind == NODE_UNARY && object->op == OP_ADDRESS
           && node_variable(object) != NULL && !node_variable(object)->in_project;
}

/* Does the local VARIABLE only get such values? */
static bool
local_is_leaf(const struct variable *variable, int depth)
{
    size_t n_values = 0;
    if (variable == NULL || variable->storage != STORAGE_AUTOMATIC
        || variable->is_parameter)
    {
        return false;
    }
    if (variable->initial != NULL) {
        n_values++;
        if (!value_is_leaf(variable->initial, depth - 1)) {
            return false;
        }
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *parent = use->parent;
        if (use->is_address_taken && !is_resized(use)) {
            return false;
        }
        if (!use->is_written || parent == NULL || parent->kind != NODE_ASSIGN
            || parent->first != use)
        {
            continue;
        }
        n_values++;
        if (!value_is_leaf(parent->first->next, depth - 1)) {
            return false;
        }
    }
    return n_values != 0;
}

static bool
value_is_leaf(const struct node *value, int depth)
{
    value = node_bare(value);
    if (value == NULL || depth <= 0) {
        return false;
    }
    switch (value->kind) {
    case NODE_CALL:
        /* Py_NewRef(x) is x. */
        return makes_leaf(call_name(value)) || makes_leaf_tuple(value, depth)
               || is_attribute_of_builtin(value, depth)
               || (taken_reference(value) != NULL
                   && value_is_leaf(taken_reference(value), depth - 1));
    case NODE_CONDITIONAL:
        return value_is_leaf(node_child(value, 1), depth - 1)
               && value_is_leaf(node_child(value, 2), depth - 1);
    case NODE_ASSIGN:
        return value_is_leaf(value->first->next, depth - 1);
    case NODE_NAME:
        return node_is_null(value) || local_is_leaf(value->variable, depth);
    case NODE_UNARY: /* Py_None and its like are static objects */
        return value->op == OP_ADDRESS && node_variable(value) != NULL
               && !node_variable(value)->in_project;
    default:
        return node_is_null(value);
    }
}

/* Py_CLEAR and Py_SETREF since 3.12 take the address of what they write, into a local
 * POINTER.  Is what is written through that a leaf? */
static bool
pointer_writes_leaves(const struct variable *pointer, bool *out_given)
{
    for (size_t i = 0; i < pointer->n_uses; i++) {
        const struct node *star = pointer->uses[i]->parent;
        while (star != NULL && star->kind == NODE_PAREN) {
            star = star->parent;
        }
        if (star == NULL || star->kind != NODE_UNARY || star->op != OP_DEREFERENCE) {
            return false;
        }
        const struct node *assign = star->parent;
        if (assign == NULL || assign->kind != NODE_ASSIGN || assign->first != star) {
            continue;
        }
        *out_given = *out_given || !node_is_null(star->next);
        if (!value_is_leaf(star->next, VALUE_DEPTH)) {
            return false;
        }
    }
    return true;
}

/* Is what USE, a NODE_MEMBER, does to the member harmless?  OUT_GIVEN becomes true where
 * it gives the member an object. */
static bool
use_keeps_leaf(const struct node *use, bool *out_given)
{
    bool is_array = use->type != NULL && use->type->kind == TYPE_ARRAY;
    use = node_outer(use);
    const struct node *parent = use->parent;
    if (is_array && parent != NULL && parent->kind == NODE_SUBSCRIPT
        && parent->first == use)
    {
        use = node_outer(parent);
        parent = use->parent;
    }
    else if (is_array) {
        return parent != NULL && parent->kind == NODE_SIZEOF;
    }
    if (parent == NULL) {
        return true;
    }
    if (parent->kind == NODE_ASSIGN && parent->first == use) {
        *out_given = *out_given || !node_is_null(use->next);
        return value_is_leaf(use->next, VALUE_DEPTH);
    }
    if (parent->kind != NODE_UNARY || parent->op != OP_ADDRESS || is_resized(use)) {
        return true;
    }
    const struct node *holder = node_outer(parent)->parent;
    return holder != NULL && holder->kind == NODE_VARIABLE && holder->variable != NULL
           && pointer_writes_leaves(holder->variable, out_given);
}

/* May Python code set a member by an entry of TABLE, PyMemberDef, whose offset is that of
 * FIELD? */
static bool
table_sets(const struct variable *table, const char *field)
{
    for (size_t k = 0; k < table->n_initializers; k++) {
        const struct initializer *at = &table->initializers[k];
        const struct source_file *file = at->file;
        if (strcmp(at->field, "offset") != 0 || file == NULL) {
            continue;
        }
        for (size_t t = source_token(file, at->begin);
             t < file->n_tokens && file->tokens[t].begin < at->end; t++)
        {
            if (token_is(file, t, field) && !members_are_readonly(table, at->element)) {
                return true;
            }
        }
    }
    return false;
}

/* The same for any table. */
static bool
is_set_by_table(const struct extension *extension, const char *field)
{
    for (size_t i = 0; i < extension->source->n_variables; i++) {
        const struct variable *table = extension->source->variables[i];
        if (table->type != NULL && type_is_record(table->type, "PyMemberDef")
            && table_sets(table, field))
        {
            return true;
        }
    }
    return false;
}

bool
member_holds_leaves(const struct extension *extension, const struct record *record,
                    const char *field)
{
    const struct member_uses *uses = members_called(extension, field);
    bool is_given = false, is_strings = false, is_leaf = true;
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        const struct type *type = member_object_type(node);
        type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
        if (type == NULL || type->record != record) {
            continue;
        }
        is_strings = is_strings || is_keyword_names(node);
        is_leaf = use_keeps_leaf(node, &is_given) && is_leaf;
    }
    return is_given && (is_leaf || is_strings) && !is_set_by_table(extension, field);
}

bool
record_holds_leaves(const struct extension *extension, const struct record *record)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (type_holds_object(field->type)
            && !(type_is_object_pointer(type_element(field->type))
                 && member_holds_leaves(extension, record, field->name)))
        {
            return false;
        }
    }
    return true;
}

bool
member_may_be_in_cycle(const struct extension *extension, const struct record *record,
                       const char *field)
{
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, field) == 0) {
            return type_is_object_pointer(record->fields[i].type)
                   && !member_holds_leaves(extension, record, field);
        }
    }
    return false;
}

/* The member of FUNCTION's parameter number I that CALL drops a reference to, or NULL. */
static const struct node *
member_dropped(const struct function *function, const struct node *call, size_t i)
{
    const struct node *object = released_reference(call);
    return object != NULL && object->kind == NODE_MEMBER
                   && node_is_parameter(function, object->first, i)
               ? object
               : NULL;
}

static bool
drops_member(const struct function *function, size_t i, const char *field, int depth)
{
    for (size_t k = 0; function != NULL && k < function->n_calls; k++) {
        const struct node *call = function->calls[k];
        const struct node *member = member_dropped(function, call, i);
        if (member != NULL && string_equal(member->text, field)) {
            return true;
        }
        const struct function *target = depth > 0 ? call->function : NULL;
        for (size_t p = 0; target != NULL && target != function && p < target->n_parameters;
             p++)
        {
            if (node_is_parameter(function, call_argument(call, p), i)
                && drops_member(target, p, field, depth - 1))
            {
                return true;
            }
        }
    }
    return false;
}

bool
function_drops_member(const struct function *function, const char *field, int depth)
{
    return drops_member(function, 0, field, depth);
}

bool
record_points_to_unowned(const struct record *record, const struct function *dealloc)
{
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct type *type = record->fields[i].type;
        if (type_is_object_pointer(type) && type->target->record->file != NULL
            && type->target->record->file->is_project
            && !function_drops_member(dealloc, record->fields[i].name, SLOT_DEPTH - 1))
        {
            return true;
        }
    }
    return false;
}

static void
add_object_functions(const struct function *function, struct object_functions *out)
{
    for (size_t i = 0; i < out->n_items; i++) {
        if (out->items[i] == function) {
            return;
        }
    }
    if (out->n_items == MAX_OBJECT_FUNCTIONS || function->body == NULL
        || function->n_parameters == 0)
    {
        return;
    }
    out->items[out->n_items++] = function;
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        if (call->function != NULL && call->function->in_project
            && node_is_parameter(function, call_argument(call, 0), 0))
        {
            add_object_functions(call->function, out);
        }
    }
}

void
object_functions_of(const struct function *function, struct object_functions *out)
{
    *out = (struct object_functions){.n_items = 0};
    add_object_functions(function, out);
}

bool
object_functions_name(const struct object_functions *functions, const char *field)
{
    for (size_t i = 0; i < functions->n_items; i++) {
        const struct node *body = functions->items[i]->body;
        for (const struct node *node = body; node != NULL; node = node_after(node, body)) {
            if (node->kind == NODE_MEMBER && strcmp(node->text, field) == 0) {
                return true;
            }
        }
    }
    return false;
}

const struct node *
dropped_member(const struct function *function, const struct node *call)
{
    return member_dropped(function, call, 0);
}

/* --- what is given after an instance was made ------------------------------ */

/* Is FUNCTION a setter of TYPE? */
static bool
is_setter(const struct heap_type *type, const struct function *function)
{
    const struct slot *slot = slots_find(&type->slots, "Py_tp_getset");
    const struct variable *table = slot != NULL ? node_variable(slot->value) : NULL;
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        if (strcmp(table->initializers[i].field, "set") == 0
            && node_function(table->initializers[i].value) == function)
        {
            return true;
        }
    }
    return false;
}

/* Does Python code call FUNCTION with an instance of TYPE that is made, and not to be taken
 * apart? */
static bool
is_called_later(const struct extension *extension, const struct heap_type *type,
                const struct function *function)
{
    static const char *const slots[] = {
        "Py_tp_new",   "Py_tp_init",     "Py_tp_alloc", "Py_tp_dealloc",
        "Py_tp_clear", "Py_tp_finalize", "Py_tp_del",   "Py_tp_traverse",
    };
    bool is_slot = false, is_method = false;
    for (size_t i = 0; i < ARRAY_LENGTH(slots); i++) {
        if (slots_function(&type->slots, slots[i]) == function) {
            return false;
        }
    }
    for (size_t i = 0; i < type->slots.n_items; i++) {
        is_slot |= type->slots.items[i].function == function;
    }
    for (size_t i = 0; i < extension->n_methods; i++) {
        const struct method *method = &extension->methods[i];
        /* What a pickle gives back is a part of making it. */
        is_method |= method->function == function && method->type == type
                     && strcmp(method->name, "__setstate__") != 0;
    }
    return is_slot || is_method || is_setter(type, function);
}

/* The caller that hands its own object on to FUNCTION, which nothing else calls; or NULL. */
static const struct function *
only_caller(const struct function *function)
{
    const struct node *child,
        *call = function->n_uses == 1 ? call_around(function->uses[0], &child) : NULL;
    const struct function *caller = call != NULL ? function->uses[0]->within : NULL;
    return caller != NULL && call->first == child && function->is_static
                   && node_is_parameter(caller, call_argument(call, 0), 0)
               ? caller
               : NULL;
}

/* Does a call take VARIABLE out of the arguments, whatever its type? */
static bool
is_parsed_freely(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *call = call_around(variable->uses[i], NULL);
        bool is_parsed =
            variable->uses[i]->is_address_taken && strstr(call_name(call), "PyArg_") != NULL;
        for (const struct node *at = is_parsed ? call->first->next : NULL; at != NULL;
             at = at->next)
        {
            const struct node *format = node_bare(at);
            if (format->kind == NODE_STRING) {
                return strpbrk(format->text, "!&USY") == NULL;
            }
        }
    }
    return false;
}

/* Does FUNCTION ask for the type of VARIABLE, or give it to what may? */
static bool
asks_for_type(const struct function *function, const struct variable *variable)
{
    for (size_t i = 0; i < function->n_calls; i++) {
        const struct node *call = function->calls[i];
        const char *name = call_name(call);
        bool is_question = strstr(name, "Check") != NULL || strstr(name, "IS_TYPE") != NULL
                           || strstr(name, "Py_TYPE") != NULL || call->function == NULL
                           || call->function->in_project
                           || strstr(name, "IsInstance") != NULL;
        for (size_t k = 0; is_question && call_argument(call, k) != NULL; k++) {
            if (node_resolved_variable(call_argument(call, k)) == variable) {
                return true;
            }
        }
    }
    return false;
}

/* Is VALUE an object that FUNCTION was given, of any type? */
static bool
value_is_given(const struct function *function, const struct node *value)
{
    const struct node *taken = taken_reference(node_bare(value));
    const struct variable *variable = node_resolved_variable(taken != NULL ? taken : value);
    if (variable == NULL || !type_is_object_pointer(variable->type)
        || variable->storage != STORAGE_AUTOMATIC || asks_for_type(function, variable))
    {
        return false;
    }
    for (size_t i = 1; i < function->n_parameters; i++) {
        if (function->parameters[i] == variable) {
            return true;
        }
    }
    return is_parsed_freely(variable);
}

/* Does the assignment, or Py_SETREF, around USE, a member, put such an object there? */
static bool
use_gives(const struct function *function, const struct node *use)
{
    const struct node *parent = node_outer(use)->parent;
    if (parent == NULL) {
        return false;
    }
    if (parent->kind == NODE_ASSIGN && parent->first == node_outer(use)) {
        return value_is_given(function, parent->first->next);
    }
    const struct node *holder = parent->kind == NODE_UNARY && parent->op == OP_ADDRESS
                                    ? node_outer(parent)->parent
                                    : NULL;
    const struct variable *pointer =
        holder != NULL && holder->kind == NODE_VARIABLE ? holder->variable : NULL;
    for (size_t i = 0; pointer != NULL && i < pointer->n_uses; i++) {
        const struct node *star = node_outer(pointer->uses[i])->parent;
        star = star != NULL && star->kind == NODE_UNARY && star->op == OP_DEREFERENCE
                   ? node_outer(star)
                   : NULL;
        if (star != NULL && star->parent != NULL && star->parent->kind == NODE_ASSIGN
            && star->parent->first == star && value_is_given(function, star->next))
        {
            return true;
        }
    }
    return false;
}

bool
member_is_given_later(const struct extension *extension, const struct heap_type *type,
                      const struct record *record, const char *field)
{
    const struct slot *members = slots_find(&type->slots, "Py_tp_members");
    const struct variable *table = members != NULL ? node_variable(members->value) : NULL;
    if (table != NULL && table_sets(table, field)) {
        return true;
    }
    const struct member_uses *uses = members_called(extension, field);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *use = uses->items[i];
        const struct type *object = member_object_type(use);
        const struct function *function = use->within;
        object = object != NULL && object->kind == TYPE_POINTER ? object->target : object;
        if (object == NULL || object->record != record || function == NULL
            || !node_is_parameter(function, use->first, 0) || !use_gives(function, use))
        {
            continue;
        }
        const struct function *caller = only_caller(function);
        if (is_called_later(extension, type, caller != NULL ? caller : function)) {
            return true;
        }
    }
    return false;
}
