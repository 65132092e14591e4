/* gc-state-not-visited */
#include <string.h>

#include "checks/check.h"
#include "checks/heap_type.h"

/* --- the state struct ---------------------------------------------------- */

/* The struct that the result of a state lookup is used as, or NULL. */
static const struct record *
record_of_lookup(const struct node *call)
{
    for (const struct node *node = call; node != NULL; node = node->parent) {
        const struct type *type = NULL;
        if (node->kind == NODE_CAST || node->kind == NODE_VARIABLE) {
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

/* The struct that all code of MODULE's files takes its state for; NULL if there
 * is none or more than one. */
static const struct record *
state_record(const struct check *check, const struct module *module)
{
    const struct record *found = NULL;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        if (function->file == NULL
            || !module_holds_file(check->extension, module, function->file))
        {
            continue;
        }
        for (const struct node *node = function->body; node;
             node = node_after(node, function->body))
        {
            if (node->kind != NODE_CALL
                || strcmp(call_name(node), "PyModule_GetState") != 0)
            {
                continue;
            }
            const struct record *record = record_of_lookup(node);
            if (record != NULL && found != NULL && record != found) {
                return NULL;
            }
            found = record ? record : found;
        }
    }
    return found;
}

/* --- what the hooks name ------------------------------------------------- */

/* Does FUNCTION, or what it calls, name a member called FIELD? */
static bool
function_names_field(const struct function *function, const char *field, int depth)
{
    const struct node *root = function ? function->body : NULL;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_MEMBER && strcmp(node->text, field) == 0) {
            return true;
        }
        if (depth > 0 && node->kind == NODE_CALL && node->function != NULL
            && node->function != function
            && function_names_field(node->function, field, depth - 1))
        {
            return true;
        }
    }
    return false;
}

/* Is FIELD only ever given a bare parameter: the module itself, for instance?
 * Such a reference is borrowed. */
static bool
is_borrowed(const struct check *check, const char *field)
{
    bool is_written = false;
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct node *root = check->source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind != NODE_MEMBER || strcmp(node->text, field) != 0
                || (!node->is_written && !node->is_address_taken))
            {
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
    }
    return is_written;
}

static void
check_fields(struct check *check, const struct module *module,
             const struct record *record)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (!type_holds_object(field->type) || field->name[0] == '\0'
            || function_names_field(module->traverse, field->name, SLOT_DEPTH)
            || is_borrowed(check, field->name))
        {
            continue;
        }
        check_add_function(check, "gc-state-not-visited", module->traverse,
                           "%s does not visit the field '%s' of the module state, so a "
                           "cycle through it is never collected; add Py_VISIT",
                           module->traverse->name, field->name);
    }
}

static bool
holds_objects(const struct record *record)
{
    for (size_t i = 0; i < record->n_fields; i++) {
        if (type_holds_object(record->fields[i].type)) {
            return true;
        }
    }
    return false;
}

void
check_gc_state_not_visited(struct check *check)
{
    for (size_t i = 0; i < check->extension->n_modules; i++) {
        const struct module *module = &check->extension->modules[i];
        if (!module->is_multi_phase) {
            continue;
        }
        const struct record *record = state_record(check, module);
        if (record == NULL || !record->is_complete || !holds_objects(record)) {
            continue;
        }
        if (!module->has_traverse) {
            check_add_variable(
                check, "gc-state-not-visited", module->variable,
                "the module state holds objects, but the module has no "
                "m_traverse, so cycles through them are never collected; "
                "add one that visits each");
        }
        else if (module->traverse != NULL && module->traverse->body != NULL) {
            check_fields(check, module, record);
        }
    }
}
