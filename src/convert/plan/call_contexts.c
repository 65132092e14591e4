/* Who calls a function, and so where it can get the module from. */
#include "convert/plan/call_contexts.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/mentions.h"
#include "convert/facts/nodes.h"
#include "convert/facts/reached_functions.h"
#include "convert/facts/type_contents.h"
#include "convert/plan/bindings.h"
#include "convert/plan/module.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/received_instances.h"
#include "convert/plan/static_methods.h"
#include "convert/plan/variables.h"
#include "extension/expression.h"
#include "extension/import_code.h"
#include "extension/methods.h"
#include "extension/slots.h"
#include "model/api.h"
#include "model/api_table.h"

static void
add_context(struct conversion *c, const struct function *function, enum access access,
            const struct node *where, const char *why)
{
    struct function_plan *plan = plan_of_function(c, function);
    if (!plan->has_context) {
        plan->has_context = true;
        plan->access = access;
        plan->where = where;
        plan->why = why;
        return;
    }
    enum access old = plan->access;
    if (old == access || old == ACCESS_UNREACHABLE || old == ACCESS_TEARDOWN) {
        return;
    }
    if ((old == ACCESS_SELF && access == ACCESS_OPERANDS)
        || (old == ACCESS_OPERANDS && access == ACCESS_SELF))
    {
        plan->access = ACCESS_OPERANDS;
        return;
    }
    bool was_either =
        old == ACCESS_EITHER || old == ACCESS_MODULE || old == ACCESS_SELF;
    if (was_either && (access == ACCESS_MODULE || access == ACCESS_SELF)) {
        plan->access = ACCESS_EITHER;
        return;
    }
    plan->access = access == ACCESS_TEARDOWN ? ACCESS_TEARDOWN : ACCESS_UNREACHABLE;
    plan->where = where;
    plan->why =
        access == ACCESS_UNREACHABLE ? why : "it is called with different signatures";
}

/* Where a function in the slot KIND (NULL: one that takes none) gets the module from. */
static enum access
slot_access(const struct slot_kind *kind)
{
    switch (kind != NULL ? kind->receiver : RECEIVER_SELF) {
    case RECEIVER_TEARDOWN:
        return ACCESS_TEARDOWN;
    case RECEIVER_CLASS:
        return ACCESS_CLASS;
    case RECEIVER_OPERANDS:
        return ACCESS_OPERANDS;
    default:
        return ACCESS_SELF;
    }
}

/* --- tables of methods ---------------------------------------------------------- */

/* The definition of the module that is made as a part of this one and has the table TABLE;
 * NULL: none is. */
static const struct variable *
part_of_table(const struct conversion *c, const struct variable *table)
{
    for (size_t i = 0; i < c->extension->n_modules; i++) {
        const struct module *part = &c->extension->modules[i];
        const struct initializer *methods = variable_initializer(part->variable, "m_methods");
        if (part->made_by != NULL && methods != NULL
            && node_variable(methods->value) == table)
        {
            return part->variable;
        }
    }
    return NULL;
}

/* A table that code binds: what bindings.c knows of it. */
static enum table_owner
owner_by_binding(void *context, const struct node *use)
{
    struct conversion *c = context;
    return is_bound_to_instance(c, use) ? TABLE_INSTANCE
           : is_bound_to_module(c, use) ? TABLE_MODULE
                                        : TABLE_UNKNOWN;
}

static enum table_owner
owner_of_table(struct conversion *c, const struct variable *table)
{
    return table_owner(table, c->module, owner_by_binding, c);
}

static void
add_method(struct conversion *c, const struct variable *table,
           const struct initializer *item, const struct function *function,
           enum table_owner owner)
{
    const struct method *method = method_of_entry(c->extension, item);
    int64_t flags = method != NULL && method->has_flags ? method->flags : 0;
    if (owner == TABLE_UNUSED) {
        return;
    }
    const struct variable *part =
        owner == TABLE_UNKNOWN ? part_of_table(c, table) : NULL;
    if (part != NULL) {
        add_context(c, function, ACCESS_UNREACHABLE, item->value,
                    TEXT(c,
                         "it is a function of '%s', a submodule, which does not lead to the "
                         "module that makes it",
                         part->name));
        return;
    }
    if (owner == TABLE_UNKNOWN) {
        add_context(c, function, ACCESS_UNREACHABLE, item->value,
                    "its method table is bound to an object other than the module or an instance of its types");
        return;
    }
    switch (method_receiver(owner, flags)) {
    case RECEIVER_MODULE:
        add_context(c, function, ACCESS_MODULE, item->value,
                    "a function of the module");
        return;
    case RECEIVER_NONE:
        if (can_be_class_method(function, initializer_beside(table, item, "ml_flags")))
        {
            add_context(c, function, ACCESS_CLASS, item->value,
                        "a method of the class");
            return;
        }
        add_context(c, function, ACCESS_UNREACHABLE, item->value,
                    "a static method gets neither a module nor a type");
        return;
    case RECEIVER_CLASS:
        add_context(c, function, ACCESS_CLASS, item->value, "a method");
        return;
    default:
        add_context(c, function, ACCESS_SELF, item->value,
                    owner == TABLE_INSTANCE ? "bound to an instance" : "a method");
        return;
    }
}

static bool
is_null_name(const char *record)
{
    return record == NULL || *record == '\0';
}

static void
add_table_context(struct conversion *c, const struct variable *table,
                  const struct initializer *item, const struct function *function)
{
    const char *record = is_null_name(item->record) ? "" : item->record;

    if (strcmp(record, "PyMethodDef") == 0
        && table_is_of_module_and_type(table, c->module, owner_by_binding, c))
    {
        add_method(c, table, item, function, TABLE_MODULE);
        add_method(c, table, item, function, TABLE_TYPE);
    }
    else if (strcmp(record, "PyMethodDef") == 0) {
        add_method(c, table, item, function, owner_of_table(c, table));
    }
    else if (strcmp(record, "PyGetSetDef") == 0) {
        add_context(c, function, ACCESS_SELF, item->value, "a getter or setter");
    }
    else if (record_is_type(record) || api_table_of(record) == API_TABLE_SLOTS) {
        add_context(c, function, slot_access(slot_kind_of_field(item->field)),
                    item->value, item->field);
    }
    else if (strcmp(record, "PyType_Slot") == 0) {
        const struct initializer *id = initializer_beside(table, item, "slot");
        const char *name = id != NULL ? slot_name(c->arena, id, false) : "";
        const struct slot_kind *kind = slot_kind_find(name);
        add_context(c, function, kind != NULL ? slot_access(kind) : ACCESS_UNREACHABLE,
                    item->value,
                    kind != NULL ? name + strlen("Py_") : "an unknown slot");
    }
    else if (strcmp(record, "PyModuleDef") == 0) {
        add_context(c, function, ACCESS_HOOK, item->value, item->field);
    }
    else if (strcmp(record, "PyModuleDef_Slot") == 0) {
        const struct initializer *id = initializer_beside(table, item, "slot");
        bool is_create =
            id != NULL && strcmp(slot_name(c->arena, id, true), "Py_mod_create") == 0;
        add_context(c, function, is_create ? ACCESS_UNREACHABLE : ACCESS_INIT, item->value,
                    is_create ? "as Py_mod_create it makes the module, which there is not yet"
                              : "a module slot");
    }
    else {
        add_context(c, function, ACCESS_UNREACHABLE, item->value,
                    TEXT(c, "it is called through the pointer '%s'",
                         *item->field != '\0' ? item->field : table->name));
    }
}

/* --- addresses taken in code ----------------------------------------------------- */

/* Is MEMBER a field of a static type, or of a static table of slots? */
static bool
is_of_static(const struct node *member)
{
    const struct node *object = node_referent(member->first);
    while (object != NULL && object->kind == NODE_MEMBER && object->op == '.') {
        object = node_referent(object->first);
    }
    return object != NULL && object->kind == NODE_NAME && object->variable != NULL
           && variable_is_static(object->variable)
           && type_element(object->variable->type)->kind == TYPE_RECORD;
}

static void
add_code_context(struct conversion *c, const struct function *function,
                 const struct node *use)
{
    const struct node *node = node_outer_reference(use);
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return;
    }
    if (parent->kind == NODE_BINARY
        && (parent->op == OP_EQUAL || parent->op == OP_NOT_EQUAL))
    {
        return;
    }
    if (parent->kind == NODE_OTHER && parent->function == function) {
        return; /* an operator of C++, which this calls */
    }
    if (parent->kind == NODE_ASSIGN && parent->first != node
        && parent->first->kind == NODE_MEMBER && slot_kind_of_field(parent->first->text) != NULL
        && !is_of_static(parent->first))
    {
        add_context(
            c, function, ACCESS_UNREACHABLE, use,
            TEXT(c,
                 "it becomes the %s of a class that is created at run time, which may not derive from a class of the module",
                 parent->first->text));
        return;
    }
    if (parent->kind == NODE_ASSIGN && parent->first != node
        && parent->first->kind == NODE_MEMBER && slot_kind_of_field(parent->first->text) != NULL)
    {
        add_context(c, function, slot_access(slot_kind_of_field(parent->first->text)), use,
                    parent->first->text);
        return;
    }
    if (parent->kind == NODE_CALL) {
        const char *name = call_name(parent);
        if (strstr(name, "_PyTrash") != NULL) {
            return;
        }
        add_context(c, function, ACCESS_UNREACHABLE, use,
                    *name != '\0'
                        ? TEXT(c,
                               "it is passed to %s as a callback, and its data does not lead to the module",
                               name)
                        : "it is passed as a callback, and its data does not lead to the module");
        return;
    }
    add_context(
        c, function, ACCESS_UNREACHABLE, use,
        "its address is stored, and a call through it does not pass the module or an instance");
}

static bool
is_in_initializers(const struct variable *variable, const struct function *function)
{
    for (size_t i = 0; variable != NULL && i < variable->n_initializers; i++) {
        const struct node *referent = node_referent(variable->initializers[i].value);
        if (referent != NULL && referent->function == function) {
            return true;
        }
    }
    return false;
}

/* What runs only while the module is initialised: by way of what does so already. */
static void
spread_init(struct conversion *c)
{
    const struct source *source = c->source;
    bool *roots = ARENA_ARRAY(c->arena, bool, source->n_functions + 1);
    bool *set = ARENA_ARRAY(c->arena, bool, source->n_functions + 1);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function_plan *plan = plan_of_function(c, source->functions[i]);
        uint32_t id = plan->function->id;
        roots[id] = plan->is_init;
        set[id] = plan->is_init
                  || (plan->belongs && !plan->has_context && plan->function->body != NULL);
    }
    import_code_spread(c->arena, source, roots, set);
    for (size_t i = 0; i < source->n_functions; i++) {
        plan_of_function(c, source->functions[i])->is_init =
            set[source->functions[i]->id];
    }
}

/* --- functions behind generated ones ------------------------------------------------ */

/* Does CALL, whose function is in a context, hand over what that function was handed first? */
static bool
hands_on_receiver(const struct conversion *c, const struct node *call)
{
    const struct function *caller = call != NULL ? call->within : NULL;
    const struct node *argument = call != NULL ? node_bare(call_argument(call, 0)) : NULL;
    return caller != NULL && caller->n_parameters > 0 && argument != NULL
           && argument->kind == NODE_NAME && argument->variable == caller->parameters[0]
           && !is_reassigned(argument->variable)
           && plan_of_function(c, caller)->has_context;
}

/* The project's own struct of instances that TYPE points to; NULL: none. */
static const struct record *
instance_record(const struct type *type)
{
    const struct record *record =
        type != NULL && type->kind == TYPE_POINTER && type->target != NULL
            ? type->target->record
            : NULL;
    return record != NULL && record->file != NULL && record->file->is_project
                   && record_is_object(record)
               ? record
               : NULL;
}

/* Does CALL hand FUNCTION an instance, as its first parameter is declared?  Its type leads to the
 * module. */
static bool
hands_on_instance(const struct node *call, const struct function *function)
{
    const struct node *argument = call != NULL ? call_argument(call, 0) : NULL;
    const struct variable *first = function->parameters[0];
    return argument != NULL && !is_null(argument) && instance_record(first->type) != NULL
           && instance_record(argument->type) == instance_record(first->type)
           && !is_tested_for_null(first);
}

/* Argument Clinic makes the function that CPython calls, which no parameter can be given to: it
 * calls FUNCTION with the same first argument.  Do all others do so, too, or hand it an
 * instance? */
static bool
is_behind_generated(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    bool is_generated = false;
    if (!plan->belongs || plan->has_context || function->body == NULL
        || function->n_parameters == 0)
    {
        return false;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *call = direct_call(function->uses[i]);
        if (!hands_on_receiver(c, call) && !hands_on_instance(call, function)) {
            return false;
        }
        is_generated |= hands_on_receiver(c, call) && call->within->file != NULL
                        && call->within->file->is_generated;
    }
    return is_generated;
}

/* True: there was one more. */
static bool
add_context_behind_generated(struct conversion *c)
{
    bool is_added = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        if (!is_behind_generated(c, function)) {
            continue;
        }
        is_added = true;
        for (size_t k = 0; k < function->n_uses; k++) {
            const struct node *call = direct_call(function->uses[k]);
            const struct function_plan *caller = plan_of_function(c, call->within);
            if (hands_on_receiver(c, call)) {
                add_context(c, function, caller->access, call, caller->why);
            }
        }
    }
    return is_added;
}

/* One of them may call another. */
static void
add_contexts_behind_generated(struct conversion *c)
{
    while (add_context_behind_generated(c)) {
    }
}

/* --- functions of the module that methods call -------------------------------------- */

bool
hands_over_instance(const struct conversion *c, const struct node *call)
{
    const struct function *caller = call != NULL ? call->within : NULL;
    const struct node *argument = call != NULL ? call_argument(call, 0) : NULL;
    return argument != NULL && is_null(argument) && call->origin != ORIGIN_MACRO
           && caller != NULL && plan_of_function(c, caller)->access == ACCESS_SELF
           && caller->n_parameters > 0 && !is_reassigned(caller->parameters[0]);
}

/* A function of the module that asks nothing of its first argument, and that a method calls with
 * NULL there, can be handed the instance to find the state by. */
static void
add_instances_for_null(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs || !plan->has_context || plan->access != ACCESS_MODULE
            || function->n_parameters == 0 || function->parameters[0]->n_uses > 0
            || !type_is_pointer_to(function->parameters[0]->type, "_object"))
        {
            continue;
        }
        for (size_t k = 0; k < function->n_uses; k++) {
            const struct node *call = direct_call(function->uses[k]);
            if (hands_over_instance(c, call)) {
                add_context(c, function, ACCESS_SELF, call, "called with an instance");
            }
        }
    }
}

/* Functions of the module by an entry of its table that is not compiled here. */
static void
add_inactive_contexts(struct conversion *c)
{
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        const struct variable *table = mention->holder;
        if (mention->function != NULL && mention->node == NULL && table != NULL
            && mention->within == NULL && mention->in_macro == NULL
            && type_is_record(table->type, "PyMethodDef")
            && plan_of_function(c, mention->function)->belongs
            && owner_of_table(c, table) == TABLE_MODULE)
        {
            add_context(c, mention->function, ACCESS_MODULE, NULL,
                        "a function of the module");
        }
    }
}

/* Functions of types that stay static, and whom they call: no type leads to the module there. */
static void
close_static_types(struct conversion *c)
{
    const struct source *source = c->source;
    bool *variables = ARENA_ARRAY(c->arena, bool, source->n_variables + 1);
    bool *functions = ARENA_ARRAY(c->arena, bool, source->n_functions + 1);
    bool all_kept = c->options->stage != STAGE_ALL;
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        bool is_kept =
            all_kept || (c->kept_statics != NULL && c->kept_statics[variable->id] != NULL);
        if (is_kept && variable->type != NULL && variable->type->kind == TYPE_RECORD
            && type_is_record(variable->type, "PyTypeObject"))
        {
            mark_type_contents(source, variable, variables, functions);
        }
    }
    add_callees(source, functions);
    for (size_t i = 0; i < source->n_functions; i++) {
        struct function_plan *plan = plan_of_function(c, source->functions[i]);
        if (functions[plan->function->id] && plan->has_context
            && plan->access != ACCESS_INIT && plan->access != ACCESS_HOOK)
        {
            plan->is_static = true;
            plan->access = ACCESS_UNREACHABLE;
            plan->why = "a type that stays static does not lead to the module";
        }
    }
}

/* --- functions that no code here calls by their name --------------------------------- */

/* The loader of shared objects calls FUNCTION, before or after any Python. */
static void
add_loader_context(struct conversion *c, const struct function *function)
{
    if (function->loader_attribute != NULL) {
        add_context(c, function, ACCESS_UNREACHABLE, NULL,
                    TEXT(c,
                         "the attribute '%s' has it called when the shared object is "
                         "loaded or unloaded, without a module",
                         function->loader_attribute));
    }
}

/* What another name is given to keeps its parameters: calls by that name hand over no more. */
static void
add_alias_contexts(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *alias = c->source->functions[i];
        for (size_t k = 0; alias->alias_of != NULL && k < c->source->n_functions; k++) {
            const struct function *function = c->source->functions[k];
            const struct function_plan *plan = plan_of_function(c, function);
            if (plan->belongs && !plan->has_context && function->body != NULL
                && strcmp(function->name, alias->alias_of) == 0)
            {
                add_context(c, function, ACCESS_UNREACHABLE, NULL,
                            TEXT(c, "an attribute gives it the name '%s', too",
                                 alias->name));
            }
        }
    }
}

/* The init function of a part is called as it is declared. */
static void
add_entry_contexts(struct conversion *c)
{
    for (size_t i = 0; i < c->extension->n_modules; i++) {
        const struct module *part = &c->extension->modules[i];
        if (part->made_by != NULL && part->entry != NULL
            && part->entry != c->module->entry)
        {
            add_context(c, part->entry, ACCESS_UNREACHABLE, NULL,
                        "it is an init function, which takes no parameters");
        }
    }
}

void
plan_call_contexts(struct conversion *c)
{
    const struct source *source = c->source;

    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *variable = source->variables[i];
        if (!variable->in_project || !plan_of_variable(c, variable)->belongs) {
            continue;
        }
        for (size_t k = 0; k < variable->n_initializers; k++) {
            const struct initializer *item = &variable->initializers[k];
            const struct node *referent = node_referent(item->value);
            if (referent != NULL && referent->function != NULL
                && referent->kind == NODE_NAME && referent->function->in_project)
            {
                add_table_context(c, variable, item, referent->function);
            }
        }
    }
    add_inactive_contexts(c);
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct function *function = source->functions[i];
        struct function_plan *plan = plan_of_function(c, function);
        if (!plan->belongs) {
            continue;
        }
        if (function == c->module->entry || function == c->init->setup) {
            plan->has_context = true;
            plan->access = ACCESS_INIT;
            plan->is_init = true;
            continue;
        }
        add_loader_context(c, function);
        if (function == c->opt_out->inner_release) {
            add_context(c, function, ACCESS_HOOK, NULL, "m_free"); /* for the opt-out */
        }
        const struct api *api = function->body != NULL ? api_find(function->name) : NULL;
        if (api != NULL) { /* in the builds without this one, its callers call CPython's */
            add_context(c, function, ACCESS_UNREACHABLE, NULL,
                        TEXT(c,
                             "CPython has it, too (since 3.%d or earlier), and gives it no "
                             "state",
                             api->added));
        }
        for (size_t k = 0; k < function->n_uses; k++) {
            const struct node *use = function->uses[k];
            if (direct_call(use) == NULL && !is_in_initializers(use->holder, function))
            {
                add_code_context(c, function, use);
            }
        }
        plan->is_init |= plan->has_context && plan->access == ACCESS_INIT;
    }
    add_entry_contexts(c);
    add_contexts_behind_generated(c);
    add_alias_contexts(c);
    spread_init(c);
    close_static_types(c);
    add_instances_for_null(c);
}

void
hand_over_state(struct conversion *c, const struct function *function)
{
    struct function_plan *plan = plan_of_function(c, function);
    plan->has_context = false;
    plan->access = ACCESS_PARAMETER;
}

void
change_access(struct conversion *c, const struct function *function, enum access access)
{
    plan_of_function(c, function)->access = access;
}

void
find_state_by_object(struct conversion *c, const struct function *function)
{
    struct function_plan *plan = plan_of_function(c, function);
    plan->has_context = true;
    plan->access = ACCESS_OBJECT;
}

void
explain_context(struct conversion *c, const struct function *function, const char *why)
{
    plan_of_function(c, function)->why = why;
}
