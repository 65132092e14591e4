#include "extension/module_state.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/index.h"
#include "model/freeing.h"
#include "model/tokens.h"

/* --- the state struct ---------------------------------------------------- */

static bool
is_api_lookup(const struct node *call)
{
    return CALL_IS(call, "PyModule_GetState", "PyType_GetModuleState");
}

/* The struct that the result of a state lookup is used as, or NULL. */
static const struct record *
record_of_lookup(const struct node *call)
{
    for (const struct node *node = call; node != NULL; node = node->parent) {
        const struct type *type = NULL;
        if (node->kind == NODE_CAST || node->kind == NODE_VARIABLE
            || (node == call && !is_api_lookup(call)))
        {
            type = node->type;
        }
        else if (node->kind == NODE_ASSIGN) {
            type = node->first->type;
        }
        else if (node->kind == NODE_RETURN) {
            type =
                node->within && node->within->type ? node->within->type->target : NULL;
        }
        else if (node != call && node->kind != NODE_PAREN) {
            return NULL;
        }
        if (type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            && type->target->kind == TYPE_RECORD)
        {
            return type->target->record;
        }
    }
    return NULL;
}

/* Does its function return the value of CALL as it is? */
static bool
node_is_returned(const struct node *call)
{
    const struct node *node = node_outer(call)->parent;
    return node != NULL && node->kind == NODE_RETURN;
}

/* Is CALL a lookup, or of a function around one that leaves open what the state is: it
 * gives a void *, or is a template? */
static bool
is_lookup(const struct node *call)
{
    if (is_api_lookup(call)) {
        return true;
    }
    const struct function *function = call->function;
    for (size_t i = 0; function != NULL && i < function->n_calls; i++) {
        if (is_api_lookup(function->calls[i])) {
            return record_of_lookup(function->calls[i]) == NULL
                   && node_is_returned(function->calls[i]);
        }
    }
    return false;
}

const struct record *
module_state_read(const struct extension *extension, const struct module *module)
{
    const struct record *found = NULL;
    for (size_t i = 0; i < extension->source->n_functions; i++) {
        const struct function *function = extension->source->functions[i];
        if (function->file == NULL
            || !module_holds_file(extension, module, function->file))
        {
            continue;
        }
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *node = function->calls[k];
            const struct record *record =
                is_lookup(node) ? record_of_lookup(node) : NULL;
            if (record != NULL && found != NULL && record != found) {
                return NULL;
            }
            found = record ? record : found;
        }
    }
    return found;
}

/* The record that the text [begin, end) of FILE, `sizeof(struct x)`, names: of SIZE bytes,
 * and that of the file itself where units have others of the same name. */
static const struct record *
record_of_sizeof(const struct source *source, const struct initializer *size)
{
    const struct source_file *file = size->file;
    size_t i = file != NULL && file->is_project ? source_token(file, size->begin) : 0;
    while (file != NULL && i < file->n_tokens && file->tokens[i].begin < size->end
           && !token_is(file, i, "sizeof"))
    {
        i++;
    }
    if (file == NULL || i >= file->n_tokens || !token_is(file, i + 1, "(")) {
        return NULL;
    }
    i += token_is(file, i + 2, "struct") ? 3 : 2;
    const struct record *found = NULL;
    for (size_t k = 0; k < source->n_records; k++) {
        const struct record *record = source->records[k];
        if ((token_is(file, i, record->name) || token_is(file, i, record->tag))
            && token_is(file, i + 1, ")") && record->size == size->value->value
            && (found == NULL || record->file == file))
        {
            found = record;
        }
    }
    return found;
}

const struct record *
module_state_sized(const struct extension *extension, const struct module *module)
{
    if (!module->has_size || module->size <= 0 || module->size_initializer == NULL) {
        return NULL;
    }
    const struct record *named =
        record_of_sizeof(extension->source, module->size_initializer);
    return named != NULL ? named
           : module->state != NULL && module->state->size == module->size
               ? module->state
               : NULL;
}

bool
type_points_to_state(const struct extension *extension, const struct type *type)
{
    const struct record *record = type != NULL && type->kind == TYPE_POINTER
                                          && type->target != NULL
                                          && type->target->kind == TYPE_RECORD
                                      ? type->target->record
                                      : NULL;
    for (size_t i = 0; record != NULL && i < extension->n_modules; i++) {
        if (extension->modules[i].state == record) {
            return true;
        }
    }
    return false;
}

bool
variable_is_module(const struct extension *extension, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = node_outer(variable->uses[i])->parent;
        if (node != NULL && node->kind == NODE_CALL
            && (CALL_IS(node, "PyModule_GetState")
                || type_points_to_state(extension, node->type)))
        {
            return true;
        }
    }
    return false;
}

/* --- what the hooks name ------------------------------------------------- */

bool
function_names_field(const struct extension *extension,
                     const struct function *function, const char *field, int depth)
{
    return function != NULL && members_are_named(extension, function, field, depth);
}

bool
function_frees_elements(const struct function *function, const char *field, int depth)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind != NODE_CALL) {
            continue;
        }
        const struct node *argument = node_bare(call_argument(node, 0));
        const struct node *array = argument != NULL && argument->kind == NODE_SUBSCRIPT
                                       ? node_bare(argument->first)
                                       : NULL;
        if (array != NULL && array->kind == NODE_MEMBER
            && strcmp(array->text, field) == 0
            && freeing_of(call_name(node)) != FREES_NOTHING)
        {
            return true;
        }
        if (depth > 0 && node->function != NULL && node->function != function
            && function_frees_elements(node->function, field, depth - 1))
        {
            return true;
        }
    }
    return false;
}

bool
field_is_borrowed(const struct extension *extension, const char *field)
{
    bool is_written = false;
    const struct member_uses *uses = members_called(extension, field);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        if (!node->is_written && !node->is_address_taken) {
            continue;
        }
        const struct node *parent = node->parent;
        const struct variable *given =
            parent != NULL && parent->kind == NODE_ASSIGN && parent->first == node
                ? node_variable(parent->first->next)
                : NULL;
        if (given == NULL || !given->is_parameter) {
            return false;
        }
        is_written = true;
    }
    return is_written;
}

bool
record_holds_objects(const struct record *record)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        if (type_holds_object(record->fields[i].type)) {
            return true;
        }
    }
    return false;
}
