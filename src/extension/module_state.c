#include "extension/module_state.h"

#include <string.h>

#include "extension/expression.h"
#include "extension/index.h"
#include "model/freeing.h"

enum {
    LOCAL_DEPTH = 2,  /* locals behind locals */
    HEADER_DEPTH = 4, /* functions of a header that call each other */
};

/* --- the state struct ---------------------------------------------------- */

bool
call_is_module_state(const struct node *call)
{
    return CALL_IS(call, "PyModule_GetState", "_PyModule_GetState");
}

static bool
is_api_lookup(const struct node *call)
{
    return call_is_module_state(call)
           || CALL_IS(call, "PyType_GetModuleState", "_PyType_GetModuleState");
}

static const struct record *record_of_value(const struct node *value, int depth);

/* The struct that all uses of a local `void *` are cast or assigned to, or NULL: CPython's
 * own accessors ask the local for NULL before they cast it. */
static const struct record *
record_of_local(const struct variable *local, int depth)
{
    const struct record *found = NULL;
    if (local == NULL || local->storage != STORAGE_AUTOMATIC || local->is_parameter
        || variable_only_object(local) == NULL || depth <= 0)
    {
        return NULL;
    }
    for (size_t i = 0; i < local->n_uses; i++) {
        const struct record *record =
            local->uses[i]->is_written ? NULL
                                       : record_of_value(local->uses[i], depth - 1);
        if (record != NULL && found != NULL && record != found) {
            return NULL;
        }
        found = record ? record : found;
    }
    return found;
}

/* The struct that VALUE, a lookup or the local that it is put into, is used as; NULL: not
 * seen. */
static const struct record *
record_of_value(const struct node *value, int depth)
{
    for (const struct node *node = value; node != NULL; node = node->parent) {
        const struct type *type = NULL;
        if (node->kind == NODE_CAST || node->kind == NODE_VARIABLE
            || (node == value && node->kind == NODE_CALL && !is_api_lookup(node)))
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
        else if (node != value && node->kind != NODE_PAREN) {
            return NULL;
        }
        if (type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            && type->target->kind == TYPE_RECORD)
        {
            return type->target->record;
        }
        if (node->kind == NODE_VARIABLE) {
            return record_of_local(node->variable, depth);
        }
        if (node->kind == NODE_ASSIGN) {
            return record_of_local(node_variable(node->first), depth);
        }
    }
    return NULL;
}

/* The struct that the result of a state lookup is used as, or NULL. */
static const struct record *
record_of_lookup(const struct node *call)
{
    return record_of_value(call, LOCAL_DEPTH);
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

/* May the code of MODULE run FUNCTION, of one of its files?  A header defines it for each that
 * includes it, and most do not call it. */
static bool
is_run_by(const struct extension *extension, const struct module *module,
          const struct function *function, int depth)
{
    bool is_plain = function->is_static && !function->is_member && !function->is_template;
    if (function->file->is_main || !is_plain || depth <= 0) {
        return true;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        if (use->within != function && module_holds_file(extension, module, use->file)
            && (use->within == NULL
                || is_run_by(extension, module, use->within, depth - 1)))
        {
            return true;
        }
    }
    return false;
}

const struct record *
module_state_read(const struct extension *extension, const struct module *module)
{
    const struct record *found = NULL;
    if (module->made_by != NULL && module->has_size && module->size <= 0) {
        return NULL; /* the state that the code of its files takes is the other module's */
    }
    for (size_t i = 0; i < extension->source->n_functions; i++) {
        const struct function *function = extension->source->functions[i];
        if (function->file == NULL
            || !module_holds_file(extension, module, function->file)
            || !is_run_by(extension, module, function, HEADER_DEPTH))
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

/* The struct that the first sizeof in SIZE is of, if it has the size that is given; or
 * NULL. */
static const struct record *
record_of_sizeof(const struct node *size)
{
    const struct node *node = size;
    while (node != NULL && node->kind != NODE_SIZEOF) {
        node = node_after(node, size);
    }
    const struct type *type =
        node != NULL && node->first != NULL ? node->first->type : NULL;
    const struct record *record =
        type != NULL && type->kind == TYPE_RECORD ? type->record : NULL;
    return record != NULL && record->size == size->value ? record : NULL;
}

const struct record *
module_state_sized(const struct module *module)
{
    if (!module->has_size || module->size <= 0 || module->size_initializer == NULL) {
        return NULL;
    }
    const struct record *named = record_of_sizeof(module->size_initializer->value);
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
            && (call_is_module_state(node)
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

/* The struct that MEMBER is one of, or NULL. */
static const struct record *
record_of_member(const struct node *member)
{
    const struct type *type = member_object_type(member);
    type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
    return type != NULL && type->kind == TYPE_RECORD ? type->record : NULL;
}

/* Does any code release the member FIELD of RECORD? */
static bool
member_is_released(const struct source *source, const struct record *record,
                   const char *field)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        for (size_t k = 0; k < function->n_calls; k++) {
            const struct node *dropped = released_reference(function->calls[k]);
            if (dropped != NULL && dropped->kind == NODE_MEMBER
                && strcmp(dropped->text, field) == 0
                && record_of_member(dropped) == record)
            {
                return true;
            }
        }
    }
    return false;
}

/* Is VALUE, which PLACE is given, what another struct owns, without a reference of its
 * own? */
static bool
is_owned_elsewhere(const struct node *place, const struct node *value)
{
    value = node_bare(value);
    const struct record *other =
        value != NULL && value->kind == NODE_MEMBER ? record_of_member(value) : NULL;
    return other != NULL && other != record_of_member(place)
           && !function_takes_reference(place->within, value)
           && !function_takes_reference(place->within, place);
}

bool
field_is_borrowed(const struct extension *extension, const struct record *record,
                  const char *field)
{
    bool is_written = false, is_other = false;
    const struct member_uses *uses = members_called(extension, field);
    for (size_t i = 0; uses != NULL && i < uses->n_items; i++) {
        const struct node *node = uses->items[i];
        if ((!node->is_written && !node->is_address_taken)
            || record_of_member(node) != record)
        {
            continue;
        }
        const struct node *parent = node->parent;
        const struct node *value =
            parent != NULL && parent->kind == NODE_ASSIGN && parent->first == node
                ? parent->first->next
                : NULL;
        const struct variable *given = value != NULL ? node_variable(value) : NULL;
        bool is_elsewhere = value != NULL && is_owned_elsewhere(node, value);
        if (!is_elsewhere && (given == NULL || !given->is_parameter)) {
            return false;
        }
        is_written = true;
        is_other = is_other || is_elsewhere;
    }
    return is_written
           && (!is_other || !member_is_released(extension->source, record, field));
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
