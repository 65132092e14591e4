#include "extension/writes.h"

#include <string.h>

#include "base/strbuf.h"
#include "model/freeing.h"
#include "model/tokens.h"

enum { FOLLOW_DEPTH = 5 }; /* pointers to pointers, functions in functions */

static bool pointer_is_written_through(const struct node *node, int depth);
static bool object_is_written(const struct node *lvalue, int depth);

static bool
points_to_const(const struct type *type)
{
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type_element(type->target)->is_const;
}

/* Functions that take a pointer they could write through, and do not. */
static bool
only_keeps_pointer(const char *name)
{
    static const char *const names[] = {"PyCapsule_New", "PyCapsule_SetPointer",
                                        "PyCapsule_SetContext"};
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (strcmp(names[i], name) == 0) {
            return true;
        }
    }
    return freeing_of(name) != FREES_NOTHING;
}

static bool
is_argument_parser(const char *name)
{
    return string_starts(name, "PyArg_") || string_starts(name, "_PyArg_");
}

/* Is the local pointer VARIABLE written through? */
static bool
local_is_written_through(const struct variable *variable, int depth)
{
    if (depth <= 0 || points_to_const(variable->type)) {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        if (pointer_is_written_through(variable->uses[i], depth - 1)) {
            return true;
        }
    }
    return false;
}

static bool
is_within(const struct node *node, const struct node *around)
{
    while (node != NULL && node != around) {
        node = node->parent;
    }
    return node != NULL;
}

/* Is ASSIGN, of a local, executed wherever USE behind it is? */
static bool
comes_before(const struct node *assign, const struct node *use)
{
    const struct node *around = assign->parent;
    while (around != NULL && around->kind >= NODE_NAME) {
        around = around->parent;
    }
    return around != NULL && assign->begin < use->begin && is_within(use, around);
}

/* Does a loop around ASSIGN come back to USE? */
static bool
comes_back(const struct node *assign, const struct node *use)
{
    for (const struct node *at = assign->parent; at != NULL; at = at->parent) {
        bool is_loop =
            at->kind == NODE_FOR || at->kind == NODE_WHILE || at->kind == NODE_DO;
        if (is_loop && is_within(use, at)) {
            return true;
        }
    }
    return false;
}

bool
local_has_another(const struct variable *local, const struct node *assign,
                  const struct node *use)
{
    if (use->begin < assign->begin) {
        return !comes_back(assign, use);
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct node *other = local->uses[i]->parent;
        if (other != NULL && other != assign && other->kind == NODE_ASSIGN && other->op == '='
            && other->first == local->uses[i] && other->begin > assign->begin
            && comes_before(other, use))
        {
            return true;
        }
    }
    return false;
}

/* Is what the local of ASSIGN is given there written through it? */
static bool
assigned_is_written_through(const struct node *assign, int depth)
{
    const struct variable *local = node_bare(assign->first)->variable;
    for (size_t i = 0; depth > 0 && !points_to_const(local->type) && i < local->n_uses; i++) {
        if (!local_has_another(local, assign, local->uses[i])
            && pointer_is_written_through(local->uses[i], depth - 1))
        {
            return true;
        }
    }
    return false;
}

/* Is the pointer VARIABLE, which is given an address, written through?  What a static one is
 * given by a call as well may be all that is written. */
static bool
holder_is_written_through(const struct variable *variable, int depth)
{
    if (variable == NULL || variable->type->kind != TYPE_POINTER) {
        return false;
    }
    for (size_t i = 0; variable->storage != STORAGE_AUTOMATIC && i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i], *parent = use->parent;
        bool is_given = parent != NULL && parent->kind == NODE_ASSIGN && parent->first == use;
        if (is_given && node_bare(use->next)->kind == NODE_CALL) {
            return false;
        }
    }
    return local_is_written_through(variable, depth);
}

/* Does the function NAME of another project put its variable arguments into a text? */
static bool
is_formatter(const char *name)
{
    return strstr(name, "printf") != NULL || strstr(name, "Format") != NULL;
}

/* Does CALL write through its argument number I, a pointer? */
static bool
argument_is_written(const struct node *call, size_t i, bool is_array, int depth)
{
    const struct function *function = call->function;
    const char *name = call_name(call);
    if (function == NULL) {
        const struct type *type = call->first ? call->first->type : NULL;
        type = type && type->kind == TYPE_POINTER ? type->target : type;
        /* What a C++ template calls is open until it is used: no evidence. */
        return type != NULL && type->kind == TYPE_FUNCTION
               && (i >= type->n_parameters || !points_to_const(type->parameters[i]));
    }
    if (i >= function->n_parameters) {
        /* A variable argument: scanf and PyArg_… fill, all else prints. */
        if (is_argument_parser(name)) {
            return !is_array;
        }
        return strstr(name, "scanf") != NULL || (!is_array && !is_formatter(name));
    }
    /* The list of keywords is `char **` for history's sake. */
    if (only_keeps_pointer(name) || is_argument_parser(name)
        || points_to_const(function->parameters[i]->type))
    {
        return false;
    }
    if (function->body != NULL) {
        return local_is_written_through(function->parameters[i], depth);
    }
    return true;
}

/* Is the C++ reference PARAMETER written? */
static bool
reference_is_written(const struct variable *parameter, int depth)
{
    for (size_t i = 0; i < parameter->n_uses && depth > 0; i++) {
        if (object_is_written(parameter->uses[i], depth - 1)) {
            return true;
        }
    }
    return false;
}

/* Does CALL bind its argument number I to a reference that is written? */
static bool
bound_is_written(const struct node *call, size_t i, int depth)
{
    const struct function *function = call->function;
    const struct type *type = call_type(call);
    if (function == NULL && call->first != NULL && call->first->kind == NODE_MEMBER) {
        function = call->first->function;
    }
    if (type == NULL || i >= type->n_parameters
        || type->parameters[i] == NULL || !type->parameters[i]->is_reference
        || points_to_const(type->parameters[i]))
    {
        return false;
    }
    return function == NULL || function->body == NULL || i >= function->n_parameters
           || reference_is_written(function->parameters[i], depth);
}

/* Is NODE a method of C++ that is an operator, on the object that OPERAND denotes? */
static bool
is_operator_on(const struct node *node, const struct node *operand)
{
    const struct function *function = node->function;
    if (function == NULL || !name_is_operator(function->name)) {
        return false;
    }
    size_t n_operands = 0;
    const struct node *first = NULL;
    for (const struct node *at = node->first; at != NULL; at = at->next) {
        if (at->kind == NODE_NAME && at->function == function) {
            continue;
        }
        first = first ? first : at;
        n_operands++;
    }
    return first == operand && n_operands == function->n_parameters + 1;
}

/* Does the operator that NODE calls write its object: an assignment, a step, or one that
 * gives a reference which is written? */
static bool
operator_writes(const struct node *node, int depth)
{
    static const char *const writing[] = {"=",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=",
                                          "^=", "<<=", ">>=", "++", "--", "<<", ">>", "()"};
    const struct function *function = node->function;
    if (function->is_const) {
        return false;
    }
    const char *sign = function->name + strlen("operator");
    for (size_t i = 0; i < ARRAY_LENGTH(writing); i++) {
        if (strcmp(sign, writing[i]) == 0) {
            return true;
        }
    }
    return object_is_written(node, depth) || pointer_is_written_through(node, depth);
}

static bool
is_reference_result(const struct function *function)
{
    const struct type *result =
        function != NULL && function->type != NULL ? function->type->target : NULL;
    return result != NULL && result->is_reference && !points_to_const(result);
}

/* Is what FUNCTION returns, at any of its calls, written in the way of IS_WRITTEN? */
static bool
result_is_written(const struct function *function,
                  bool (*is_written)(const struct node *, int), int depth)
{
    for (size_t i = 0; function != NULL && depth > 0 && i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        const struct node *call = use->parent;
        while (call != NULL && call->kind == NODE_PAREN) {
            use = call;
            call = call->parent;
        }
        if (call != NULL && call->kind == NODE_CALL && call->first == use
            && is_written(call, depth))
        {
            return true;
        }
    }
    return false;
}

/* The C++ reference that CHILD is bound to in PARENT, a declaration or a loop over its parts; or
 * NULL. */
static const struct variable *
bound_reference(const struct node *parent, const struct node *child)
{
    const struct node *item = parent->first;
    const struct variable *variable =
        parent->kind == NODE_VARIABLE && item == child ? parent->variable
        : parent->kind == NODE_OTHER && parent->function == NULL && item->kind == NODE_VARIABLE
                && item->next == child
            ? item->variable
            : NULL;
    return variable != NULL && variable->type->is_reference && !points_to_const(variable->type)
               ? variable
               : NULL;
}

/* Is CHILD one of several objects that PARENT may denote? */
static bool
is_chosen(const struct node *parent, const struct node *child)
{
    return (parent->kind == NODE_CONDITIONAL && parent->first != child)
           || (parent->kind == NODE_BINARY && parent->op == ',' && child->next == NULL);
}

/* Is the object that LVALUE denotes written, or a part of it? */
static bool
object_is_written(const struct node *lvalue, int depth)
{
    if (lvalue->is_written) {
        return true;
    }
    const struct node *parent = lvalue->parent;
    const struct node *child = lvalue;
    while (parent != NULL && parent->kind == NODE_PAREN) {
        child = parent;
        parent = parent->parent;
    }
    bool is_pointer =
        lvalue->type != NULL && lvalue->type->kind == TYPE_ARRAY && lvalue->is_address_taken;
    if (parent == NULL || depth <= 0) {
        return is_pointer && pointer_is_written_through(lvalue, depth - 1);
    }
    if (lvalue->kind == NODE_MEMBER && lvalue->function != NULL) {
        return !lvalue->function->is_const; /* a C++ method is called */
    }
    if (parent->kind == NODE_ASSIGN && parent->first == child) {
        return true;
    }
    if (parent->kind == NODE_RETURN && is_reference_result(parent->within)) {
        return result_is_written(parent->within, object_is_written, depth - 1);
    }
    if (parent->kind == NODE_OTHER && is_operator_on(parent, child)) {
        return operator_writes(parent, depth - 1);
    }
    if (parent->kind == NODE_CALL && parent->first != child
        && bound_is_written(parent, call_argument_number(parent, child), depth))
    {
        return true;
    }
    const struct type *operand = parent->kind == NODE_OTHER ? node_operand_type(parent, child) : NULL;
    if (operand != NULL && operand->is_reference && !points_to_const(operand)) {
        size_t number = node_operand_number(parent, child);
        return parent->function->body == NULL || number >= parent->function->n_parameters
               || reference_is_written(parent->function->parameters[number], depth);
    }
    const struct variable *reference = bound_reference(parent, child);
    if (reference != NULL) {
        return reference_is_written(reference, depth);
    }
    if (!is_pointer && is_chosen(parent, child)) {
        return object_is_written(parent, depth - 1);
    }
    if (parent->kind == NODE_UNARY) {
        return parent->op == OP_INCREMENT || parent->op == OP_DECREMENT
               || (parent->op == OP_ADDRESS
                   && pointer_is_written_through(parent, depth - 1));
    }
    if ((parent->kind == NODE_MEMBER && parent->op == '.')
        || (parent->kind == NODE_SUBSCRIPT && parent->first == child
            && lvalue->type != NULL && lvalue->type->kind == TYPE_ARRAY))
    {
        return object_is_written(parent, depth);
    }
    return is_pointer && pointer_is_written_through(lvalue, depth - 1);
}

/* Is OTHER spelled as an atomic operation that writes, or any if COUNTS_LOADS:
 * `__atomic_fetch_add`, or a macro of <stdatomic.h>? */
static bool
is_spelled_atomic(const struct node *other, bool counts_loads)
{
    bool is_macro = other->origin == ORIGIN_MACRO;
    const struct source_file *file = is_macro ? other->macro_file : other->file;
    if (file == NULL) {
        return is_macro; /* of the system's headers */
    }
    size_t i = source_token(file, is_macro ? other->macro_offset : other->begin);
    const char *text = i < file->n_tokens ? file->text + file->tokens[i].begin : "";
    return (string_starts(text, "__atomic_") || string_starts(text, "__c11_atomic_"))
           && (counts_loads || !token_is(file, i, "__atomic_load"));
}

/* Is OTHER an atomic operation of the compiler that writes through POINTER?  Clang has no
 * name for them; their parts are the pointer, the memory order, and what is written. */
static bool
is_atomic_write(const struct node *other, const struct node *pointer)
{
    const struct node *order = pointer->next;
    return other->first == pointer && other->function == NULL && order != NULL
           && order->next != NULL && order->type != NULL
           && order->type->kind == TYPE_INTEGER && !points_to_const(pointer->type)
           && is_spelled_atomic(other, false);
}

/* Is NODE `a ?: b`, of pointers? */
static bool
is_gnu_choice(const struct node *node)
{
    return node->function == NULL && node->op == OP_NONE && node->type != NULL
           && node->type->kind == TYPE_POINTER && node->first != NULL
           && node->first->next != NULL && !is_spelled_atomic(node, true);
}

/* Does NODE make an object where POINTER leads to, `new (pointer) T`? */
static bool
is_placed_at(const struct node *node, const struct node *pointer)
{
    const struct source_file *file = node->file;
    size_t i = file != NULL ? token_after(file, source_token(file, node->begin)) : 0;
    return node->op == OP_NEW && node->first == pointer && file != NULL
           && token_is(file, i, "(") && file->tokens[i].end <= pointer->begin;
}

bool
node_is_atomic_write(const struct node *node)
{
    return node->kind == NODE_OTHER && node->first != NULL
           && is_atomic_write(node, node->first);
}

bool
node_begins_with(const struct node *node, const char *const *words, size_t n_words)
{
    const struct source_file *file = node->file;
    size_t i = file != NULL ? source_token(file, node->begin) : 0;
    const char *text =
        file != NULL && i < file->n_tokens ? file->text + file->tokens[i].begin : "";
    for (size_t k = 0; k < n_words; k++) {
        if (string_starts(text, words[k])) {
            return true;
        }
    }
    return false;
}

/* Is memory written through the pointer that NODE is the value of? */
static bool
pointer_is_written_through(const struct node *node, int depth)
{
    bool is_array = node->type != NULL && node->type->kind == TYPE_ARRAY;
    for (const struct node *parent = node->parent; parent != NULL && depth > 0;
         node = parent, parent = parent->parent)
    {
        switch (parent->kind) {
        case NODE_PAREN:
        case NODE_CAST:
            continue;
        case NODE_CONDITIONAL:
            if (parent->first == node) {
                return false;
            }
            continue;
        case NODE_BINARY:
            if (parent->op != '+' && parent->op != '-' && !is_chosen(parent, node)) {
                return false;
            }
            continue;
        case NODE_UNARY:
            if (parent->op == OP_INCREMENT || parent->op == OP_DECREMENT) {
                continue; /* `*p++ = c` */
            }
            return parent->op == OP_DEREFERENCE && object_is_written(parent, depth);
        case NODE_MEMBER:
            return parent->op == '>' && object_is_written(parent, depth);
        case NODE_SUBSCRIPT:
            return parent->first == node && object_is_written(parent, depth);
        case NODE_RETURN:
            return result_is_written(parent->within, pointer_is_written_through,
                                     depth - 1);
        case NODE_OTHER:
            if (is_gnu_choice(parent)) {
                continue;
            }
            return is_atomic_write(parent, node) || is_placed_at(parent, node);
        case NODE_CALL:
            return parent->first != node
                   && argument_is_written(parent, call_argument_number(parent, node),
                                          is_array, depth - 1);
        case NODE_VARIABLE:
            return holder_is_written_through(parent->variable, depth - 1);
        case NODE_ASSIGN: {
            const struct node *target = node_bare(parent->first);
            if (parent->first == node || target->kind != NODE_NAME
                || target->variable == NULL)
            {
                return false;
            }
            return target->variable->storage == STORAGE_AUTOMATIC
                       ? assigned_is_written_through(parent, depth - 1)
                       : holder_is_written_through(target->variable, depth - 1);
        }
        default:
            return false;
        }
    }
    /* The initial value of a static pointer. */
    return node->parent == NULL && holder_is_written_through(node->holder, depth - 1);
}

/* The widest lvalue that is NODE or a part of what NODE names. */
static bool
use_writes(const struct node *use)
{
    const struct node *parent = use->parent;
    bool is_operand = parent != NULL && parent->kind == NODE_OTHER
                      && (is_operator_on(parent, use) || node_operand_type(parent, use) != NULL);
    bool is_result = parent != NULL && parent->kind == NODE_RETURN;
    return use->is_written
           || ((use->is_address_taken || is_operand || is_result)
               && object_is_written(use, FOLLOW_DEPTH));
}

bool
variable_keeps_literal(const struct variable *variable)
{
    const struct node *value = variable->initial != NULL ? node_bare(variable->initial) : NULL;
    if (value != NULL && value->kind == NODE_UNARY && value->op == OP_ADDRESS) {
        value = node_bare(value->first);
    }
    return value != NULL && value->kind == NODE_COMPOUND_LITERAL && variable_is_static(variable)
           && variable->type->kind == TYPE_POINTER && !points_to_const(variable->type);
}

struct writes
variable_writes(const struct extension *extension, const struct variable *variable)
{
    struct writes writes = {NULL, 0, 0};
    bool has_literal = variable_keeps_literal(variable);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (!function_is_dead(extension, use->within) && !node_is_unevaluated(use)
            && (use_writes(use)
                || (has_literal && pointer_is_written_through(use, FOLLOW_DEPTH))))
        {
            ARENA_GROW(extension->arena, writes.items, writes.n_items, writes.capacity);
            writes.items[writes.n_items++] = use;
        }
    }
    return writes;
}

/* Is all that is done with VARIABLE, or behind it, a pointer, an atomic operation, or left to
 * a function whose code was not read?  *OUT_IS_SEEN is set if there is an atomic one. */
static bool
is_used_atomically(const struct variable *variable, int depth, bool *out_is_seen)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *child = node_outer_reference(variable->uses[i]);
        const struct node *parent = child->parent;
        if (parent != NULL && parent->kind == NODE_OTHER && parent->first == child
            && is_spelled_atomic(parent, true))
        {
            *out_is_seen = true;
            continue;
        }
        const char *name =
            parent != NULL && parent->kind == NODE_CALL ? call_name(parent) : "";
        if (string_starts(name, "_Py_atomic_") || string_starts(name, "__sync_")) {
            *out_is_seen = true;
            continue;
        }
        const struct function *function = name[0] != '\0' ? parent->function : NULL;
        size_t number = function != NULL && parent->first != child
                            ? call_argument_number(parent, child)
                            : SIZE_MAX;
        const struct variable *next =
            parent != NULL && parent->kind == NODE_VARIABLE ? parent->variable
            : function != NULL && function->body != NULL && number < function->n_parameters
                ? function->parameters[number]
                : NULL;
        if (next == NULL && function != NULL && function->body == NULL
            && number < function->n_parameters)
        {
            continue;
        }
        if (next == NULL || next->type->kind != TYPE_POINTER || depth <= 0
            || !is_used_atomically(next, depth - 1, out_is_seen))
        {
            return false;
        }
    }
    return variable->n_uses != 0;
}

bool
variable_is_used_atomically(const struct variable *variable)
{
    const struct type *element = type_element(variable->type);
    bool is_seen = false;
    return (element->kind == TYPE_INTEGER || element->kind == TYPE_POINTER)
           && is_used_atomically(variable, FOLLOW_DEPTH, &is_seen) && is_seen;
}
