#include "extension/methods.h"

#include <string.h>

#include "base/strbuf.h"
#include "extension/expression.h"

/* The node around USE that is an argument, an initial value or assigned. */
static const struct node *
whole_value(const struct node *use)
{
    const struct node *node = use;
    while (node->parent != NULL
           && (node->parent->kind == NODE_CAST || node->parent->kind == NODE_PAREN
               || node->parent->kind == NODE_SUBSCRIPT
               || (node->parent->kind == NODE_UNARY && node->parent->op == OP_ADDRESS)))
    {
        node = node->parent;
    }
    return node;
}

/* Is the type that CALL, of PyDescr_New…, makes a descriptor for one of the project?  An instance
 * of another does not lead to the module. */
static bool
is_for_own_type(const struct node *call)
{
    const struct node *type = node_referent(call_argument(call, 0));
    return type != NULL && type->variable != NULL && type->variable->in_project
           && variable_is_static(type->variable);
}

/* What USE, of a table or an entry, makes of it; *OUT_HOLDER becomes the definition, type
 * or slot table that names it, NULL: code does. */
static enum table_owner
table_owner_by_use(const struct node *use, const struct variable **out_holder)
{
    const struct variable *holder = use->holder;
    *out_holder = holder;
    if (holder != NULL && holder->type != NULL) {
        return type_is_record(holder->type, "PyModuleDef")
                       || type_is_record(holder->type, "PyModuleDef_Slot")
                   ? TABLE_MODULE
               : type_is_record(holder->type, "PyTypeObject")
                       || type_is_record(holder->type, "PyType_Slot")
                   ? TABLE_TYPE
                   : TABLE_UNKNOWN;
    }
    const struct node *node = whole_value(use);
    const struct node *parent = node->parent;
    if (parent != NULL && parent->kind == NODE_ASSIGN && parent->first != node
        && parent->first->kind == NODE_MEMBER
        && strcmp(parent->first->text, "tp_methods") == 0)
    {
        return TABLE_TYPE;
    }
    if (parent == NULL || parent->kind != NODE_CALL || parent->first == node) {
        return TABLE_UNKNOWN;
    }
    return string_starts(call_name(parent), "PyModule_") ? TABLE_MODULE
           : string_starts(call_name(parent), "PyDescr_New") && is_for_own_type(parent)
               ? TABLE_TYPE
               : TABLE_UNKNOWN;
}

/* Is HOLDER what defines MODULE, or its table of slots? */
static bool
is_of_module(const struct module *module, const struct variable *holder)
{
    const struct initializer *slots = variable_initializer(module->variable, "m_slots");
    return holder == module->variable
           || (slots != NULL && node_variable(slots->value) == holder);
}

/* The same where a module's means that of MODULE. */
static enum table_owner
owner_by_use(const struct node *use, const struct module *module,
             const struct variable **out_holder)
{
    enum table_owner owner = table_owner_by_use(use, out_holder);
    if (*out_holder == NULL) {
        return owner;
    }
    if (*out_holder == module->variable) {
        return TABLE_MODULE; /* slots are a module's or a type's since 3.15 */
    }
    return owner == TABLE_MODULE && !is_of_module(module, *out_holder) ? TABLE_UNKNOWN
                                                                       : owner;
}

/* What USE of a table makes of it; TABLE_UNUSED: it only asks for its size. */
static enum table_owner
owner_by(const struct node *use, const struct module *module, table_question *ask, void *context)
{
    if (use->parent != NULL && use->parent->kind == NODE_SIZEOF) {
        return TABLE_UNUSED;
    }
    const struct variable *holder;
    enum table_owner owner = owner_by_use(use, module, &holder);
    return owner == TABLE_UNKNOWN && holder == NULL && ask != NULL ? ask(context, use) : owner;
}

enum table_owner
table_owner(const struct variable *table, const struct module *module,
            table_question *ask, void *context)
{
    enum table_owner owner = TABLE_UNUSED;
    for (size_t i = 0; i < table->n_uses; i++) {
        enum table_owner next = owner_by(table->uses[i], module, ask, context);
        if (next != TABLE_UNUSED) {
            owner = owner == TABLE_UNUSED || owner == next ? next : TABLE_UNKNOWN;
        }
    }
    return owner;
}

bool
table_is_of_module_and_type(const struct variable *table, const struct module *module,
                            table_question *ask, void *context)
{
    bool is_of_module = false, is_of_type = false;
    for (size_t i = 0; i < table->n_uses; i++) {
        enum table_owner owner = owner_by(table->uses[i], module, ask, context);
        if (owner == TABLE_UNKNOWN || owner == TABLE_INSTANCE) {
            return false;
        }
        is_of_module |= owner == TABLE_MODULE;
        is_of_type |= owner == TABLE_TYPE;
    }
    return is_of_module && is_of_type;
}

enum slot_receiver
method_receiver(enum table_owner owner, int64_t flags)
{
    return owner == TABLE_MODULE             ? RECEIVER_MODULE
           : owner == TABLE_INSTANCE         ? RECEIVER_SELF
           : (flags & METHOD_FLAG_STATIC) != 0 ? RECEIVER_NONE
           : (flags & METHOD_FLAG_CLASS) != 0  ? RECEIVER_CLASS
                                               : RECEIVER_SELF;
}

/* The type whose slots name TABLE, or NULL. */
static const struct heap_type *
type_of_table(const struct extension *extension, const struct variable *table)
{
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct slot *slot =
            slots_find(&extension->types[i].slots, "Py_tp_methods");
        if (slot != NULL && node_variable(slot->value) == table) {
            return &extension->types[i];
        }
    }
    return NULL;
}

/* The module that TABLE's functions become those of, among others perhaps: its definition or
 * slots name it, or code of its file gives it the table; or NULL. */
static const struct module *
module_of_table(const struct extension *extension, const struct variable *table)
{
    const struct declaration *place = variable_declaration(table);
    for (size_t i = 0; i < extension->n_modules; i++) {
        const struct module *module = &extension->modules[i];
        bool is_of_file = place != NULL && place->file == module_file(module);
        for (size_t k = 0; k < table->n_uses; k++) {
            const struct variable *holder;
            if (owner_by_use(table->uses[k], module, &holder) == TABLE_MODULE
                && (holder != NULL || is_of_file))
            {
                return module;
            }
        }
    }
    return NULL;
}

/* Put one scalar of the entry into METHOD. */
static void
read_field(struct method *method, const struct initializer *given)
{
    const struct node *value = node_bare(given->value);
    if (strcmp(given->field, "ml_name") == 0) {
        method->name = value != NULL && value->kind == NODE_STRING ? value->text : "";
        method->place = method->place ? method->place : given;
    }
    else if (strcmp(given->field, "ml_meth") == 0) {
        method->function = node_function(given->value);
        method->place = given;
    }
    else if (strcmp(given->field, "ml_flags") == 0) {
        method->has_flags = given->value->has_value;
        method->flags = given->value->value;
    }
}

static bool
is_method_table(const struct variable *variable)
{
    return variable_is_static(variable) && variable->in_project
           && variable->type != NULL && type_is_record(variable->type, "PyMethodDef");
}

struct methods {
    struct method *items;
    size_t n_items, capacity;
};

static void
read_table(const struct extension *extension, const struct variable *table,
           struct methods *methods)
{
    const struct heap_type *type = type_of_table(extension, table);
    const struct module *module = module_of_table(extension, table);
    struct method *method = NULL;
    for (size_t i = 0; i < table->n_initializers; i++) {
        const struct initializer *given = &table->initializers[i];
        if (i == 0 || given->element != given[-1].element) {
            ARENA_GROW(extension->arena, methods->items, methods->n_items,
                       methods->capacity);
            method = &methods->items[methods->n_items++];
            *method = (struct method){.name = "", .type = type, .module = module};
        }
        read_field(method, given);
    }
}

const struct method *
methods_read(const struct extension *extension, size_t *out_n_methods)
{
    struct methods methods = {NULL, 0, 0};
    for (size_t i = 0; i < extension->source->n_variables; i++) {
        const struct variable *variable = extension->source->variables[i];
        if (is_method_table(variable)) {
            read_table(extension, variable, &methods);
        }
    }
    *out_n_methods = methods.n_items;
    return methods.items;
}

const struct method *
method_of_entry(const struct extension *extension, const struct initializer *entry)
{
    for (size_t i = 0; i < extension->n_methods; i++) {
        if (extension->methods[i].place == entry) {
            return &extension->methods[i];
        }
    }
    return NULL;
}
