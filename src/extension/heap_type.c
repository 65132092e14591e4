#include "extension/heap_type.h"

#include <string.h>

#include "base/macros.h"
#include "extension/calls.h"
#include "extension/expression.h"
#include "extension/index.h"
#include "model/freeing.h"

static bool
is_free(const struct node *call, void *data)
{
    (void)data;
    const struct node *callee = node_bare(call->first);
    if (callee != NULL && callee->kind == NODE_MEMBER
        && strcmp(callee->text, "tp_free") == 0)
    {
        return true;
    }
    /* `freefunc f = PyType_GetSlot(tp, Py_tp_free); f(self);` */
    if (callee != NULL && callee->kind == NODE_NAME && callee->variable != NULL
        && callee->type != NULL && strcmp(callee->type->spelling, "freefunc") == 0)
    {
        return true;
    }
    /* PyMem_Free and the like free much else: only objects count. */
    enum freeing freeing = freeing_of(call_name(call));
    const struct variable *freed = freeing != FREES_NOTHING
                                       ? node_variable(call_argument(call, 0))
                                       : NULL;
    return freed != NULL
           && ((freed->is_parameter && freeing <= FREES_OBJECT)
               || type_is_object_pointer(freed->type));
}

bool
call_finds_module(const struct node *call, void *data)
{
    (void)data;
    return CALL_IS(call, "PyType_GetModuleByDef", "PyType_GetModuleState",
                   "PyType_GetModule", "PyType_GetModuleByToken", "_PyType_GetModuleState");
}

bool
function_frees_object(const struct function *function)
{
    return function_visit_calls(function, SLOT_DEPTH - 1, is_free, NULL);
}

/* Py_DECREF and what it is in other headers: a macro, an inline function, with
 * or without a file name. */
static bool
is_type_release(const struct node *call, void *data)
{
    (void)data;
    const char *name = call_name(call);
    if (strstr(name, "DECREF") == NULL && strstr(name, "DecRef") == NULL
        && strstr(name, "Dealloc") == NULL)
    {
        return false;
    }
    for (const struct node *argument = call->first->next; argument != NULL;
         argument = argument->next)
    {
        const struct variable *variable = node_variable(argument);
        if (node_is_object_type(argument)
            || (variable != NULL && variable->type->kind == TYPE_POINTER
                && variable->type->target != NULL
                && type_is_record(variable->type->target, "PyTypeObject")))
        {
            return true;
        }
    }
    return false;
}

/* Is a local of a C++ class made of the type, whose destructor may release it? */
static bool
has_owner(const struct function *dealloc)
{
    for (const struct node *node = dealloc->body; node;
         node = node_after(node, dealloc->body))
    {
        if (node->kind != NODE_VARIABLE || node->type == NULL
            || node->type->kind != TYPE_RECORD)
        {
            continue;
        }
        for (const struct node *at = node->first; at; at = node_after(at, node)) {
            if (node_is_object_type(at)) {
                return true;
            }
        }
    }
    return false;
}

bool
function_keeps_type(const struct function *dealloc)
{
    return function_frees_object(dealloc) && !has_owner(dealloc)
           && !function_visit_calls(dealloc, SLOT_DEPTH - 1, is_type_release, NULL);
}

const struct node *
function_free_call(const struct function *function)
{
    const struct node *found = NULL;
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind != NODE_CALL) {
            continue;
        }
        const struct node *callee = node_bare(node->first);
        bool is_method = callee != NULL && callee->kind == NODE_MEMBER;
        if (!node_is_parameter(function, call_argument(node, 0), 0)
            || !(is_free(node, NULL)
                 || (!is_method && node->function != NULL && node->function != function
                     && function_frees_object(node->function))))
        {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = node;
    }
    return found;
}

bool
type_is_first_with(const struct extension *extension, const struct heap_type *type,
                   const char *name, const struct function *function)
{
    const struct heap_type *first = first_type_with(extension, name, function);
    return first == NULL || first == type;
}

/* Is NODE a name of FUNCTION's parameter number I? */
static bool
is_parameter(const struct function *function, const struct node *node, size_t i)
{
    return node != NULL && i < function->n_parameters
           && node_variable(node) == function->parameters[i];
}

/* Is FUNCTION's visit procedure an argument of CALL? */
static bool
passes_visit(const struct function *function, const struct node *call)
{
    for (const struct node *argument = call->first ? call->first->next : NULL;
         argument != NULL; argument = argument->next)
    {
        if (is_parameter(function, argument, 1)) {
            return true;
        }
    }
    return false;
}

enum visit_answer
function_visits_type(const struct function *function, int depth)
{
    enum visit_answer answer = VISITS_NOT;
    if (function->body == NULL || function->n_parameters < 3) {
        return UNKNOWN;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind != NODE_CALL) {
            continue;
        }
        if (is_parameter(function, node->first, 1)) {
            if (node_is_object_type(call_argument(node, 0))) {
                return VISITS;
            }
            continue;
        }
        if (!passes_visit(function, node)) {
            continue;
        }
        if (node->function == NULL) {
            answer = UNKNOWN; /* a base's tp_traverse */
        }
        else if (node->function->body != NULL && node->function != function
                 && depth > 0)
        {
            enum visit_answer inner = function_visits_type(node->function, depth - 1);
            if (inner == VISITS) {
                return VISITS;
            }
            answer = inner == UNKNOWN ? UNKNOWN : answer;
        }
    }
    return answer;
}

bool
function_hands_visit_on(const struct function *function, int depth)
{
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind != NODE_CALL || is_parameter(function, node->first, 1)
            || !passes_visit(function, node))
        {
            continue;
        }
        if (node->function == NULL
            || (depth > 0 && node->function != function
                && function_hands_visit_on(node->function, depth - 1)))
        {
            return true;
        }
    }
    return false;
}

/* Is NODE the type of the object that FUNCTION is given, not of one that it finds? */
static bool
is_own_type(const struct function *function, const struct node *node)
{
    const struct node *value = node_bare(node);
    if (!node_is_object_type(value)) {
        return false;
    }
    if (value->kind == NODE_NAME && value->variable != NULL) {
        value = node_bare(variable_only_value(value->variable));
    }
    const struct node *object = value == NULL              ? NULL
                                : value->kind == NODE_CALL ? call_argument(value, 0)
                                : value->kind == NODE_MEMBER ? value->first
                                                             : NULL;
    return object == NULL || node_is_parameter(function, object, 0);
}

int
function_count_type_visits(const struct function *function, int depth)
{
    int n = 0;
    if (function->n_parameters < 3) {
        return 0;
    }
    for (const struct node *node = function->body; node;
         node = node_after(node, function->body))
    {
        if (node->kind != NODE_CALL) {
            continue;
        }
        if (is_parameter(function, node->first, 1)) {
            n += is_own_type(function, call_argument(node, 0));
        }
        else if (depth > 0 && node->function != NULL && node->function != function
                 && passes_visit(function, node)
                 && is_parameter(function, call_argument(node, 0), 0))
        {
            n += function_count_type_visits(node->function, depth - 1);
        }
    }
    return n;
}

/* --- what the spec says -------------------------------------------------- */

bool
heap_type_has_flag(const struct heap_type *type, int64_t flag)
{
    return type->has_flags && (type->flags & flag) != 0;
}

bool
heap_type_is_collected(const struct heap_type *type)
{
    return heap_type_has_flag(type, TYPE_FLAG_HAVE_GC);
}

int64_t
heap_type_size(const struct heap_type *type)
{
    const struct initializer *size = variable_initializer(type->variable, "basicsize");
    const struct slot *slot = slots_find(&type->slots, "Py_tp_basicsize");
    const struct node *value = size != NULL   ? size->value
                               : slot != NULL ? slot->value
                                              : NULL;
    return value != NULL && value->has_value && value->value > 0 ? value->value : 0;
}

/* The object struct that TYPE points to, if it has SIZE bytes. */
static const struct record *
record_of_size(const struct type *type, int64_t size)
{
    const struct type *target =
        type != NULL && type->kind == TYPE_POINTER ? type->target : NULL;
    const struct record *record =
        target != NULL && target->kind == TYPE_RECORD ? target->record : NULL;
    return record != NULL && record->size == size && record->n_fields > 1
                   && strcmp(record->tag, "_object") != 0 && record_is_object(record)
               ? record
               : NULL;
}

/* The struct of SIZE bytes that FUNCTION takes its first parameter for. */
static const struct record *
record_of_self(const struct function *function, int64_t size)
{
    if (function == NULL || function->n_parameters == 0) {
        return NULL;
    }
    const struct variable *self = function->parameters[0];
    const struct record *record = record_of_size(self->type, size);
    for (size_t i = 0; i < self->n_uses && record == NULL; i++) {
        for (const struct node *node = self->uses[i]->parent;
             node != NULL && record == NULL
             && (node->kind == NODE_CAST || node->kind == NODE_PAREN
                 || (node->kind == NODE_CALL && node_is_parameter(function, node, 0)));
             node = node->parent)
        {
            record = record_of_size(node->type, size);
        }
    }
    return record;
}

const struct record *
heap_type_record(const struct heap_type *type)
{
    int64_t size = heap_type_size(type);
    for (size_t i = 0; i < type->slots.n_items && size != 0; i++) {
        const struct slot *slot = &type->slots.items[i];
        const struct record *record = record_of_self(slot->function, size);
        const struct variable *table = record == NULL && slot->function == NULL
                                           ? node_variable(slot->value)
                                           : NULL;
        for (size_t k = 0; table != NULL && record == NULL && k < table->n_initializers;
             k++)
        {
            record = record_of_self(node_function(table->initializers[k].value), size);
        }
        if (record != NULL) {
            return record;
        }
    }
    return NULL;
}

/* --- how it is made ------------------------------------------------------ */

/* The argument that gives the bases in a call of the API; -1: it has none; -2: it is
 * no such call. */
static int
bases_argument(const struct node *call)
{
    static const struct {
        const char *name;
        int argument;
    } known[] = {{"PyType_FromSpec", -1},
                 {"PyType_FromSpecWithBases", 1},
                 {"PyType_FromModuleAndSpec", 2},
                 {"PyType_FromMetaclass", 3},
                 {"PyType_FromSlots", -1}};
    for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
        if (strcmp(call_name(call), known[i].name) == 0) {
            return known[i].argument;
        }
    }
    return -2;
}

/* ARGUMENT gives the bases: *OUT_GIVEN becomes it. */
static enum bases
bases_of_argument(const struct node *argument, const struct node **out_given)
{
    *out_given = argument;
    return argument == NULL    ? BASES_UNKNOWN
           : node_is_null(argument) ? BASES_NONE
                               : BASES_SOME;
}

/* The parameter of HELPER that its local BASES is a tuple of, where that is not NULL; the
 * number of parameters: it is none. */
static size_t
parameter_in_tuple(const struct function *helper, const struct node *bases)
{
    const struct variable *local = node_variable(bases);
    size_t found = helper->n_parameters;
    if (local == NULL || local->initial == NULL || !node_is_null(local->initial)) {
        return found;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *assign = node_outer(local->uses[i])->parent;
        if (!local->uses[i]->is_written) {
            continue;
        }
        const struct node *call = assign != NULL && assign->kind == NODE_ASSIGN
                                      ? node_bare(assign->first->next)
                                      : NULL;
        bool is_tuple = call != NULL && call->kind == NODE_CALL
                        && strcmp(call_name(call), "PyTuple_Pack") == 0;
        size_t k = 0;
        while (is_tuple && k < helper->n_parameters
               && !node_is_parameter(helper, call_argument(call, 1), k))
        {
            k++;
        }
        if (!is_tuple || found != helper->n_parameters) {
            return helper->n_parameters;
        }
        found = k;
    }
    return found;
}

/* The bases that CALL gives: of the API itself, or of a function of the project that
 * hands its parameters on.  *OUT_GIVEN becomes the argument of CALL that gives them; NULL:
 * there is none. */
static enum bases
bases_of_call(const struct node *call, const struct node **out_given)
{
    *out_given = NULL;
    int argument = bases_argument(call);
    if (argument >= -1) {
        return argument < 0 ? BASES_NONE
                            : bases_of_argument(call_argument(call, (size_t)argument),
                                                out_given);
    }
    const struct function *helper = call->function;
    const struct node *root = helper ? helper->body : NULL;
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        argument = node->kind == NODE_CALL ? bases_argument(node) : -2;
        if (argument == -1) {
            return BASES_NONE;
        }
        if (argument < 0) {
            continue;
        }
        const struct node *bases = call_argument(node, (size_t)argument);
        for (size_t i = 0; i < helper->n_parameters; i++) {
            if (node_is_parameter(helper, bases, i)) {
                return bases_of_argument(call_argument(call, i), out_given);
            }
        }
        size_t packed = parameter_in_tuple(helper, bases);
        return packed < helper->n_parameters
                   ? bases_of_argument(call_argument(call, packed), out_given)
               : node_is_null(bases) ? BASES_NONE
                                     : BASES_UNKNOWN;
    }
    return BASES_UNKNOWN;
}

const struct node *
heap_type_creation(const struct heap_type *type)
{
    for (size_t i = 0; i < type->variable->n_uses; i++) {
        const struct node *call = call_around(type->variable->uses[i], NULL);
        if (call != NULL) {
            return call;
        }
    }
    return NULL;
}

const struct node *
heap_type_bases_argument(const struct heap_type *type)
{
    const struct node *call = heap_type_creation(type);
    int argument = call != NULL ? bases_argument(call) : -1;
    const struct node *bases =
        argument >= 0 ? call_argument(call, (size_t)argument) : NULL;
    return bases != NULL && !node_is_null(bases) ? bases : NULL;
}

/* The tuple that BASES, or the local that it is, is packed from; NULL: it is none, or not
 * known. */
static const struct node *
packed_bases(const struct node *bases)
{
    const struct node *value = node_bare(bases);
    if (value != NULL && value->kind == NODE_NAME && value->variable != NULL) {
        value = node_bare(variable_only_value(value->variable));
    }
    return CALL_IS(value, "PyTuple_Pack") ? value : NULL;
}

const struct node *
heap_type_only_base(const struct heap_type *type)
{
    const struct node *only = NULL;
    for (size_t i = 0; i < type->variable->n_uses; i++) {
        const struct node *use = type->variable->uses[i], *given = NULL;
        const struct node *call = call_around(use, NULL);
        bool is_read = use->parent != NULL && use->parent->kind == NODE_MEMBER;
        if (call == NULL && is_read) {
            continue;
        }
        if (call == NULL || only != NULL || bases_of_call(call, &given) != BASES_SOME) {
            return NULL;
        }
        only = given;
    }
    const struct node *tuple = packed_bases(only);
    if (tuple == NULL) {
        return only;
    }
    return call_argument(tuple, 2) == NULL ? call_argument(tuple, 1) : NULL;
}

const struct node *
heap_type_base(const struct heap_type *type)
{
    const struct slot *slot = slots_find(&type->slots, "Py_tp_base");
    const struct node *base =
        slot != NULL ? slot->value : heap_type_bases_argument(type);
    const struct node *value = node_bare(base);
    if (value != NULL && value->kind == NODE_NAME && value->variable != NULL) {
        const struct node *only = node_bare(variable_only_value(value->variable));
        value = only != NULL && only->kind == NODE_CALL ? only : value;
    }
    return CALL_IS(value, "PyTuple_Pack") ? call_argument(value, 1) : base;
}

enum bases
heap_type_bases(const struct heap_type *type)
{
    if (slots_have(&type->slots, "Py_tp_base")
        || slots_have(&type->slots, "Py_tp_bases"))
    {
        return BASES_SOME;
    }
    /* A size of 0 is the base's. */
    enum bases answer = heap_type_size(type) != 0 ? BASES_NONE : BASES_UNKNOWN;
    for (size_t i = 0; i < type->variable->n_uses; i++) {
        const struct node *use = type->variable->uses[i];
        const struct node *call = call_around(use, NULL);
        bool is_read = use->parent != NULL && use->parent->kind == NODE_MEMBER;
        const struct node *given;
        enum bases bases = call != NULL ? bases_of_call(call, &given)
                           : is_read    ? BASES_NONE
                                        : BASES_UNKNOWN;
        if (bases == BASES_SOME) {
            return BASES_SOME;
        }
        answer = bases == BASES_UNKNOWN ? BASES_UNKNOWN : answer;
    }
    return answer;
}
