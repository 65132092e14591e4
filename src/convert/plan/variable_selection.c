/* Which variables move into the module state, and under what name. */
#include "convert/plan/unvisited_memory.h"
#include "convert/plan/variable_selection.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/header_statics.h"
#include "convert/facts/inactive/members.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/inactive/writes.h"
#include "convert/facts/initial_texts.h"
#include "convert/facts/kept_contents.h"
#include "convert/facts/nodes.h"
#include "convert/facts/once_guards.h"
#include "convert/facts/struct_copies.h"
#include "convert/facts/struct_sequences.h"
#include "convert/findings.h"
#include "convert/plan/atomics.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/hooks.h"
#include "convert/plan/module.h"
#include "convert/plan/module_lookups.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/initial_constants.h"
#include "convert/plan/lent_addresses.h"
#include "convert/plan/library_registries.h"
#include "convert/plan/library_flags.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/static_states.h"
#include "convert/plan/variables.h"
#include "convert/plan/vectors.h"
#include "extension/address_use.h"
#include "extension/expression.h"
#include "extension/hidden_writes.h"
#include "extension/process_memory.h"
#include "extension/slots.h"
#include "extension/static_data.h"
#include "model/api.h"
#include "model/lock.h"

static bool
has_initial_value(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        if (!item_is_null(&variable->initializers[i])) {
            return true;
        }
    }
    return variable->initial != NULL && variable->initial->kind != NODE_INIT_LIST
           && !is_null_in_each_build(variable->initial);
}

/* Does the call that NODE (the use, below casts and &) is an argument of take a
 * pointer through which it may write? */
static bool
may_be_written_by_call(const struct node *use)
{
    const struct node *argument = use;
    while (argument->parent != NULL && argument->parent->kind != NODE_CALL) {
        uint16_t kind = argument->parent->kind;
        if (kind != NODE_CAST && kind != NODE_PAREN && kind != NODE_UNARY
            && kind != NODE_SUBSCRIPT && kind != NODE_MEMBER)
        {
            return false;
        }
        argument = argument->parent;
    }
    const struct node *call = argument->parent;
    if (call == NULL || call->first == argument) {
        return false;
    }
    if (string_starts(call_name(call), "PyArg_")
        || string_starts(call_name(call), "_PyArg_"))
    {
        const struct type *element = type_element(use->variable->type);
        return use->is_address_taken
               && (use->variable->type->kind != TYPE_ARRAY
                   || element->kind != TYPE_POINTER); /* not the names of keywords */
    }
    size_t i = 0;
    while (call_argument(call, i) != NULL && call_argument(call, i) != argument) {
        i++;
    }
    const struct function *callee = call->function;
    const struct type *called = call_type(call); /* of a template: what it is here */
    if (called != NULL && i < called->n_parameters && called->parameters[i] != NULL
        && called->parameters[i]->is_reference)
    {
        return !called->parameters[i]->target->is_const;
    }
    if (callee == NULL || i >= callee->n_parameters) {
        return true;
    }
    const struct type *type = callee->parameters[i]->type;
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && !type->target->is_const;
}

static bool
is_written(const struct variable *variable)
{
    bool is_constant_like = has_initial_value(variable);
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->is_written) {
            return true;
        }
        bool is_handed_over =
            use->is_address_taken || variable->type->kind == TYPE_ARRAY;
        if (is_handed_over && !is_constant_like && may_be_written_by_call(use)) {
            return true;
        }
        if (use->is_address_taken && variable->type->kind != TYPE_ARRAY
            && variable->type->kind != TYPE_RECORD && may_be_written_by_call(use))
        {
            return true;
        }
    }
    return false;
}

/* Is what VARIABLE is, or a part of it, written through pointers after import?  What fills a
 * table at import does the same in each. */
static bool
is_changed(const struct conversion *c, const struct variable *variable)
{
    struct writes writes = variable_writes(c->extension, variable);
    bool is_late = false;
    for (size_t i = 0; i < writes.n_items; i++) {
        is_late |= !function_runs_only_at_import(c->extension, writes.items[i]->within);
    }
    return (is_late && !variable_may_be_constant(variable, &writes))
           || hidden_write(c->extension, variable) != NULL;
}

/* The assignment whose target USE is, or a part of it; NULL if it is written otherwise. */
static const struct node *
assignment_of(const struct node *use)
{
    const struct node *node = use;
    while (node->parent != NULL
           && (node->parent->kind == NODE_SUBSCRIPT || node->parent->kind == NODE_MEMBER
               || node->parent->kind == NODE_PAREN))
    {
        node = node->parent;
    }
    const struct node *assign = node->parent;
    return assign != NULL && assign->kind == NODE_ASSIGN && assign->first == node
               ? assign
               : NULL;
}

/* Is VALUE the same in each module: a number, a function, or the address of constant data? */
static bool
is_same_everywhere(const struct node *value)
{
    if (value->has_value) {
        return true;
    }
    bool is_address = value->kind == NODE_UNARY && value->op == OP_ADDRESS;
    const struct node *name = is_address ? node_bare(value->first) : value;
    if (name == NULL || name->kind != NODE_NAME) {
        return false;
    }
    return name->function != NULL
           || (is_address && name->variable != NULL && variable_is_static(name->variable)
               && name->variable->type->is_const && !type_holds_object(name->variable->type));
}

/* Is what is ever written to VARIABLE a function, a number or constant data, the same in each
 * module? */
static bool
has_same_contents(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign = use->is_written ? assignment_of(use) : NULL;
        const struct node *value =
            assign != NULL ? node_bare(assign->first->next) : NULL;
        if (use->is_written && (value == NULL || !is_same_everywhere(value))) {
            return false;
        }
    }
    return true;
}

/* Does a capsule give away the address of VARIABLE?  Who imports the capsule may keep the
 * address for as long as the process lives. */
static bool
is_in_capsule(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *argument = variable->uses[i];
        while (argument->parent != NULL
               && (argument->parent->kind == NODE_CAST
                   || argument->parent->kind == NODE_PAREN
                   || argument->parent->kind == NODE_UNARY))
        {
            argument = argument->parent;
        }
        const struct node *call = argument->parent;
        if (call != NULL && call->kind == NODE_CALL
            && strcmp(call_name(call), "PyCapsule_New") == 0
            && call_argument(call, 0) == argument)
        {
            return true;
        }
    }
    return false;
}

/* Is the place that USE of a table writes the same at each import, and no other use writes it? */
static bool
is_written_alone(const struct variable *variable, const struct node *use)
{
    const struct node *place = assignment_of(use)->first;
    for (const struct node *n = node_bare(place); n->kind != NODE_NAME; n = node_bare(n->first)) {
        bool is_element = n->kind == NODE_SUBSCRIPT && n->first->next->has_value;
        if (!is_element && (n->kind != NODE_MEMBER || n->op != '.')) {
            return false;
        }
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *other = variable->uses[i];
        if (other != use && other->is_written
            && nodes_are_alike(assignment_of(other)->first, place))
        {
            return false;
        }
    }
    return true;
}

/* Does each import write into the table VARIABLE what stands there already? */
static bool
is_filled_at_import(const struct conversion *c, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->is_written
            && (use->within == NULL || !is_written_alone(variable, use)
                || !function_runs_only_at_import(c->extension, use->within)))
        {
            return false;
        }
    }
    return !inactive_code_writes(c, variable);
}

/* Does what USE of a pointer leads to become that of a memoryview, and m_free release it? */
static const struct node *
freed_under_view(const struct conversion *c, const struct node *use)
{
    const struct function *release = release_function(c);
    const struct node *place = address_keeper(use);
    bool is_view = place != NULL && place->kind == NODE_CALL
                   && (string_starts(call_name(place), "PyMemoryView_")
                       || strcmp(call_name(place), "PyBuffer_FillInfo") == 0);
    return is_view && release != NULL && hook_names(release, use->variable) ? place : NULL;
}

/* Does code that may outlive the module object get the address of VARIABLE?  A capsule that
 * initialisation makes can keep the module (plan/capsules.h), unless it has a destructor,
 * which asks for what it was given. */
static bool
leaves_module(const struct conversion *c, const struct variable *variable)
{
    bool is_pointer = variable->type->kind == TYPE_POINTER;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *place = use->is_address_taken ? address_keeper(use)
                                   : is_pointer          ? freed_under_view(c, use)
                                                         : NULL;
        bool is_init = use->within != NULL
                       && (use->within == c->module->entry || use->within == c->init->setup);
        bool keeps_module = place != NULL && is_init && place->kind == NODE_CALL
                            && strcmp(call_name(place), "PyCapsule_New") == 0
                            && call_argument(place, 2) != NULL
                            && is_null(call_argument(place, 2));
        if (place != NULL && !keeps_module) {
            return true;
        }
    }
    return false;
}

/* Do all that get the address of VARIABLE keep it, and does none write there? */
static bool
is_only_kept(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->is_address_taken && !use->is_written && address_keeper(use) == NULL) {
            return false;
        }
    }
    return true;
}

/* Is something written to what POINTER points to? */
static bool
is_written_through(const struct variable *pointer)
{
    for (size_t i = 0; i < pointer->n_uses; i++) {
        const struct node *use = pointer->uses[i], *part = use->parent;
        bool is_part = part != NULL
                       && (part->kind == NODE_SUBSCRIPT || part->kind == NODE_MEMBER
                           || (part->kind == NODE_UNARY && part->op == '*'));
        if ((is_part && assignment_of(part) != NULL)
            || (is_part && part->kind == NODE_SUBSCRIPT && part->is_written)
            || (!use->is_written && may_be_written_by_call(use)))
        {
            return true;
        }
    }
    return false;
}

/* Is VARIABLE a pointer to memory that stays where it is, which is found by a search and
 * then changed?  Another module object would search for what is not there any more. */
static bool
is_found_once(const struct conversion *c, const struct variable *variable)
{
    const struct variable *memory = process_memory_found(c->extension, variable);
    return memory != NULL && (!memory->in_project || !is_written(memory))
           && is_written_through(variable);
}

static bool
is_const(const struct type *type)
{
    return type_element(type)->is_const;
}

/* A setting that is left behind because of OBSTACLE (NULL: not known yet), and made safe for
 * interpreters with a GIL each. */
static void
share(struct conversion *c, const struct variable *variable, const char *obstacle)
{
    const struct declaration *place = variable_declaration(variable);
    plan_of_variable(c, variable)->is_atomic = true;
    note(c, "state-not-converted", place->file, place->name, variable->name,
         "'%s' stays process-wide and becomes atomic%s%s", variable->name,
         obstacle != NULL ? ", because " : "", obstacle != NULL ? obstacle : "");
}

/* Does code that runs once in the process set the object VARIABLE? */
static bool
is_object_set_once(struct conversion *c, const struct variable *variable)
{
    const struct node *guard = once_guard_of(c, variable);
    if (guard == NULL) {
        return false;
    }
    const struct declaration *place = variable_declaration(variable);
    refuse(c, "state-not-converted", place->file, place->name, variable->name,
           "code that runs once in the process (%s:%u) sets '%s', so a second module object "
           "would find it unset; set it in the exec function",
           guard->file->path, source_line(guard->file, guard->begin), variable->name);
    return true;
}

/* Is VARIABLE a local of a back-port of CPython's API that nothing calls?  Who brings a header of
 * such uses a few of them. */
static bool
is_of_unused_back_port(const struct conversion *c, const struct variable *variable)
{
    const struct function *owner = variable->owner;
    return owner != NULL && function_is_dead(c->extension, owner)
           && api_find(owner->name) != NULL;
}

/* Is what VARIABLE keeps alive there for the C library, which has one of these? */
static bool
has_kept_contents(struct conversion *c, const struct variable *variable)
{
    const struct node *keeper = keeper_of_contents(c, variable);
    if (keeper == NULL) {
        return false;
    }
    const struct declaration *place = variable_declaration(variable);
    const char *name = node_use(c->source, keeper);
    refuse(c, "state-not-converted", place->file, place->name, variable->name,
           "'%s' keeps alive what %s (%s:%u) gives to the whole process, and would release "
           "it with the module; give it a copy that is never freed",
           variable->name, name[0] != '\0' ? name : "a function", keeper->file->path,
           source_line(keeper->file, keeper->begin));
    return true;
}

/* Is VARIABLE a buffer that nothing fills or releases as a whole, so that what its member obj
 * names is not its own: one for PyMemoryView_FromBuffer, or a copy of another's? */
static bool
is_unowned_buffer(const struct variable *variable)
{
    if (!type_is_record(type_element(variable->type), "Py_buffer")) {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *part = node_outer(use)->parent;
        const struct node *user = node_outer_reference(use)->parent;
        bool is_filled = use->is_address_taken && user != NULL && user->kind == NODE_CALL
                         && strcmp(call_name(user), "PyMemoryView_FromBuffer") != 0;
        bool is_given_object = part != NULL && part->kind == NODE_MEMBER
                               && strcmp(part->text, "obj") == 0 && part->is_written;
        bool is_elsewhere = use->is_address_taken && (user == NULL || user->kind != NODE_CALL)
                            && (part == NULL || part->kind != NODE_MEMBER);
        if (is_filled || is_given_object || is_elsewhere) {
            return false;
        }
    }
    return true;
}

static enum field_kind
kind_of(struct conversion *c, const struct variable *variable)
{
    const struct type *type = variable->type;
    const struct type *element = type_element(type);
    const struct declaration *place = variable_declaration(variable);

    if (type_is_api_table(type) || place == NULL) {
        return FIELD_NONE;
    }
    if (element->record != NULL && record_is_type(element->record->name)
        && element->kind == TYPE_RECORD)
    {
        if (type->kind == TYPE_RECORD) {
            return FIELD_TYPE;
        }
        refuse(c, "type-not-converted", place->file, place->name, variable->name,
               "'%s' is an array of static types; use one variable for each type",
               variable->name);
        return FIELD_NONE;
    }
    if (variable_keeps_literal(variable)
        && (is_written(variable) || is_changed(c, variable)))
    {
        retain_global(c, variable, KEPT_FOR_LITERAL);
        return FIELD_NONE;
    }
    if (variable->is_thread_local) {
        if (type_holds_object(type)) {
            refuse(c, "state-not-converted", place->file, place->name, variable->name,
                   "the objects in '%s' belong to a thread, not to a module",
                   variable->name);
        }
        return FIELD_NONE;
    }
    if (is_of_unused_back_port(c, variable)) {
        return FIELD_NONE;
    }
    if (type_is_object_pointer(element) && is_object_set_once(c, variable)) {
        return FIELD_NONE;
    }
    if (type_is_object_pointer(element)) {
        return has_kept_contents(c, variable) ? FIELD_NONE : FIELD_OBJECT;
    }
    if (element->kind == TYPE_RECORD && element->record != NULL
        && record_is_object(element->record))
    {
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' is a Python object in static memory; create it during "
               "initialisation and store a pointer to it",
               variable->name);
        return FIELD_NONE;
    }
    /* Locks guard what the whole process shares; they stay where they are. */
    /* A lock that is allocated belongs to the module that allocates it. */
    if (is_const(type) || (type->kind != TYPE_POINTER && type_is_lock(type))) {
        return FIELD_NONE;
    }
    if (type_is_constructed(c, type)) {
        if (type_keeps_object(type)) { /* also one in a container */
            refuse(c, "state-not-converted", place->file, place->name, variable->name,
                   "'%s' keeps objects in a C++ class, and the memory of the module state is not "
                   "constructed; keep a pointer to one that is made with new",
                   variable->name);
        }
        else if (!type->is_reference) {
            retain_global(c, variable, KEPT_FOR_CONSTRUCTOR);
        }
        return FIELD_NONE;
    }
    if (is_unowned_buffer(variable)) {
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "the object in the buffer '%s' belongs to something else, and would be released "
               "with the module; fill it with PyObject_GetBuffer, or use a local",
               variable->name);
        return FIELD_NONE;
    }
    if (type_holds_object(type)) {
        return FIELD_RECORD;
    }
    if (is_vector(c, variable)) {
        return FIELD_VECTOR;
    }
    if (!is_written(variable) && !is_changed(c, variable)
        && !inactive_code_writes(c, variable))
    {
        return FIELD_NONE;
    }
    if (has_same_contents(variable) && is_in_capsule(variable)) {
        if (is_filled_at_import(c, variable)) {
            retain_constant(c, variable);
        }
        else {
            retain_global(c, variable, KEPT_FOR_CAPSULE);
        }
        return FIELD_NONE;
    }
    if (leaves_module(c, variable)) {
        if (is_written(variable) && has_same_contents(variable) && is_only_kept(variable)
            && is_filled_at_import(c, variable))
        {
            retain_constant(c, variable);
        }
        else {
            retain_global(c, variable, KEPT_FOR_ADDRESS);
        }
        return FIELD_NONE;
    }
    if (is_found_once(c, variable)) {
        retain_global(c, variable, KEPT_FOR_PROCESS);
        return FIELD_NONE;
    }
    if (once_guard_of(c, variable) != NULL) {
        retain_global(c, variable, KEPT_FOR_ONCE);
        return FIELD_NONE;
    }
    if (is_library_flag(c, variable) || is_process_setting(variable)) {
        retain_global(c, variable, KEPT_FOR_FLAG);
        return FIELD_NONE;
    }
    return FIELD_DATA;
}

static bool
field_is_taken(const struct conversion *c, const struct variable_plan *own,
               const char *name)
{
    const struct variable_plan *plan = plan_of_field(c, name);
    if ((plan != NULL && plan->kind != FIELD_NONE)
        || (own->field != NULL && strcmp(own->field, name) == 0))
    {
        return true;
    }
    for (size_t i = 0; c->existing->record != NULL && i < c->existing->record->n_fields;
         i++)
    {
        if (strcmp(c->existing->record->fields[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static void
name_field(struct conversion *c, struct variable_plan *plan)
{
    const struct variable *variable = plan->variable;
    const char *name = variable->name;
    if (field_is_taken(c, plan, name) && variable->owner != NULL) {
        name = TEXT(c, "%s_%s", variable->owner->name, variable->name);
    }
    for (int i = 2; field_is_taken(c, plan, name); i++) {
        name = TEXT(c, "%s_%d", variable->name, i);
    }
    plan->field = name;
    enter_field(c, plan);
}

enum { MAX_INITIAL_PARTS = 64 };

static bool
part_is_array(const struct variable *variable, const struct initializer *item)
{
    const struct record *record = type_element(variable->type)->record;
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (strcmp(record->fields[i].name, item->field) == 0) {
            return record->fields[i].type->kind == TYPE_ARRAY;
        }
    }
    return false;
}

/* Is each of its first values a number, a text or an address that can be assigned to
 * its part alone? */
static bool
starts_by_parts(const struct variable *variable)
{
    size_t n_parts = 0;
    if (variable->type->kind == TYPE_ARRAY
        && (variable->type->target->kind == TYPE_ARRAY
            || variable->type->n_elements < 0))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *item = &variable->initializers[i];
        const struct node *value = node_bare(item->value);
        if (item_is_null(item)) {
            continue;
        }
        bool is_text = value != NULL && value->kind == NODE_STRING;
        bool is_simple = is_text || (value != NULL && value->kind != NODE_INIT_LIST);
        const struct record *record = type_element(variable->type)->record;
        bool is_character = type_element(variable->type)->kind == TYPE_INTEGER;
        bool is_direct =
            record == NULL
            || (string_equal(item->path, item->field) && *item->field != '\0');
        if (!is_simple || (is_text && is_character) || !is_direct || item->from_macro
            || part_is_array(variable, item) || ++n_parts > MAX_INITIAL_PARTS)
        {
            return false;
        }
    }
    return true;
}

/* Can the value VARIABLE starts with be given to a field when the module is
 * executed? */
static bool
can_start(const struct variable *variable)
{
    if (!has_initial_value(variable)) {
        return true;
    }
    uint8_t kind = variable->type->kind;
    if (begins_as_text(variable).text != NULL) {
        return true;
    }
    if (kind == TYPE_ARRAY || kind == TYPE_RECORD) {
        return starts_by_parts(variable);
    }
    return (kind == TYPE_INTEGER || kind == TYPE_FLOAT || kind == TYPE_POINTER)
           && variable->initial != NULL && variable->initial->kind != NODE_INIT_LIST;
}

static bool
is_header(const struct source_file *file)
{
    const char *dot = strrchr(file->path, '.');
    return dot != NULL && (dot[1] == 'h' || dot[1] == 'H');
}

/* Does the word NAME stand in a header of the project? */
static bool
is_in_headers(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        struct word word = {.file = c->source->files[i]};
        if (word.file->is_project && is_header(word.file)
            && word_next(&word, name, word.file->size))
        {
            return true;
        }
    }
    return false;
}

/* Is WORD a macro that FILE itself defines? */
static bool
is_own_macro(const struct conversion *c, const struct source_file *file,
             const struct word *word)
{
    for (size_t i = 0; i < c->source->n_macros; i++) {
        const struct macro *macro = c->source->macros[i];
        if (macro->file == file && word_is(word, macro->name)) {
            return true;
        }
    }
    return false;
}

/* Does NODE name a function or a variable that its file has for itself, and that stays? */
static bool
is_own_symbol(const struct conversion *c, const struct node *node)
{
    const struct variable *variable = node->kind == NODE_NAME ? node->variable : NULL;
    const struct function *function = node->kind == NODE_NAME ? node->function : NULL;
    return (variable != NULL && variable->storage == STORAGE_STATIC
            && variable->type != NULL
            && (plan_of_variable(c, variable)->kept_for != KEPT_FOR_NOTHING
                || (type_element(variable->type)->is_const
                    && !type_holds_object(variable->type))))
           || (function != NULL && function->is_static && function->file == node->file);
}

/* Does the value of VARIABLE name a macro, an enumerator, a function or a variable that the
 * exec function, in another file, does not know? */
static bool
starts_with_private_name(const struct conversion *c, const struct variable *variable)
{
    const struct node *initial = variable->initial;
    const struct function *setup = c->init->setup;
    if (initial == NULL || setup == NULL || setup->file == NULL
        || initial->file == setup->file || is_header(initial->file))
    {
        return false;
    }
    struct word word = {.file = initial->file, .end = initial->begin};
    while (word_next(&word, NULL, initial->end)) {
        if (is_own_macro(c, initial->file, &word)) {
            return true;
        }
    }
    for (const struct node *n = initial; n != NULL; n = node_after(n, initial)) {
        bool is_enumerator = n->kind == NODE_NAME && n->variable == NULL
                             && n->function == NULL && n->origin == ORIGIN_FILE;
        if (is_own_symbol(c, n)
            || (is_enumerator
                && !is_in_headers(c, text_of(c, n->file, n->begin, n->end))))
        {
            return true;
        }
    }
    return false;
}

/* Do only units without Python.h hold FILE?  A library that is compiled into the module is made
 * of such. */
static bool
is_of_library(const struct source_file *file)
{
    for (size_t i = 0; i < file->n_mains; i++) {
        if (file->mains[i]->includes_python || file->mains[i]->is_broken) {
            return false;
        }
    }
    return true;
}

static bool
is_extern_only(const struct variable *variable)
{
    return variable->storage == STORAGE_EXTERN;
}

/* A macro spells the declaration of VARIABLE, so it cannot become a field. */
static void
refuse_made(struct conversion *c, const struct variable *variable,
            const struct declaration *place)
{
    const struct expansion *use =
        expansion_in(c->source, place->file, place->begin, place->end, NULL);
    struct finding *finding =
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' is declared by a macro; declare it without", variable->name);
    if (use != NULL) {
        finding->cause = TEXT(c, "the macro '%s'", use->name);
    }
}

/* Is VARIABLE one that code of a template may write out of sight?  What depends on parameters of
 * a template (`Box<T>::made++`) names nothing until it is instantiated. */
static bool
may_change_in_template(const struct variable *variable)
{
    return variable->is_of_template && variable->type->kind != TYPE_FUNCTION
           && !type_element(variable->type)->is_const && !variable->type->is_const;
}

/* Does TYPE point to the struct of the state by a name that stands behind that only? */
static bool
is_named_state(const struct conversion *c, const struct type *type)
{
    return type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD && c->existing->record != NULL
           && type->target->record == c->existing->record
           && !string_starts(type->target->spelling, "struct ");
}

static void
consider(struct conversion *c, const struct variable *variable)
{
    struct variable_plan *plan = plan_of_variable(c, variable);
    if (!plan->belongs || !variable->in_project || !variable_is_static(variable)
        || variable->type == NULL || variable == c->opt_out->owner)
    {
        return;
    }
    if (c->kept_statics != NULL && c->kept_statics[variable->id] != NULL) {
        retain_global(c, variable, KEPT_FOR_REST);
        return;
    }
    if (c->constants != NULL && c->constants[variable->id]) {
        retain_constant(c, variable);
        return;
    }
    if (c->settings != NULL && c->settings[variable->id] != NULL) {
        share(c, variable, c->settings[variable->id]);
        return;
    }
    enum field_kind kind = kind_of(c, variable);
    if (kind == FIELD_NONE && !may_change_in_template(variable)) {
        return;
    }
    const struct declaration *place = variable_declaration(variable);
    if (variable->is_of_template) {
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' belongs to a template, and each instance has its own; give the module "
               "one variable for each",
               variable->name);
        return;
    }
    bool is_data = kind == FIELD_DATA || kind == FIELD_VECTOR;
    if (c->rung == RUNG_LIBRARY_DATA && is_data && is_of_library(place->file)) {
        retain_global(c, variable, KEPT_FOR_LIBRARY);
        return;
    }
    if (c->rung == RUNG_STATIC_DATA && kind == FIELD_DATA) {
        if (c->options->stage != STAGE_INIT && is_shared_setting(c, variable)) {
            mark_kept(c);
            share(c, variable, c->retained->obstacle);
            return;
        }
        retain_global(c, variable, KEPT_FOR_OBSTACLE);
        return;
    }
    if (is_extern_only(variable)) {
        if (variable->n_uses > 0 && kind != FIELD_DATA) {
            refuse(c, "state-not-converted", place->file, place->name, variable->name,
                   "'%s' is not defined in any file of this run", variable->name);
        }
        return;
    }
    if (plan->is_shared) {
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' is used by several modules, but each has its own state",
               variable->name);
        return;
    }
    if (place->from_macro) {
        refuse_made(c, variable, place);
        return;
    }
    const char *hidden = kind != FIELD_TYPE ? inactive_object_member(c, variable->type) : NULL;
    if (hidden != NULL) {
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' has a %s in a branch of #if that is not compiled, and the module would "
               "neither visit nor release it; convert with the defines after -- that take it",
               variable->name, hidden);
        return;
    }
    const struct node *copy =
        kind == FIELD_RECORD || kind == FIELD_OBJECT ? struct_copy_into(variable) : NULL;
    if (copy != NULL) {
        refuse_at(c, "state-not-converted", copy, variable->name,
                  "'%s' gets a copy of %s here, so two have one reference to each "
                  "object in it, and the module would release both; take one with "
                  "Py_XINCREF",
                  variable->name, kind == FIELD_RECORD ? "another struct" : "what others have");
        return;
    }
    if (has_copies(c, variable) && !can_join_copies(c, variable)) {
        if (kind == FIELD_DATA) {
            retain_global(c, variable, KEPT_FOR_COPIES);
            return;
        }
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' is another variable in each file that includes its header, and the "
               "module state would have one; define it in one file",
               variable->name);
        return;
    }
    if (kind == FIELD_TYPE && is_sequence(variable)) {
        plan->is_sequence = true;
        plan->kind = kind;
        name_field(c, plan);
        return;
    }
    if (kind == FIELD_TYPE && variable->n_initializers == 0) {
        refuse(c, "type-not-converted", place->file, place->name, variable->name,
               "'%s' is only initialised at run time", variable->name);
        return;
    }
    bool is_private = starts_with_private_name(c, variable);
    bool differs = initial_differs_by_build(c, variable);
    bool is_assigned = can_start(variable) && !differs;
    bool starts_as_copy =
        kind != FIELD_TYPE && !is_assigned && can_start_as_copy(c, variable);
    if (kind != FIELD_TYPE && !starts_as_copy && (!is_assigned || is_private)) {
        if (kind == FIELD_DATA) {
            retain_global(c, variable,
                          is_private ? KEPT_FOR_NAME
                          : differs  ? KEPT_FOR_BUILDS
                                     : KEPT_FOR_VALUE);
        }
        else {
            refuse(c, "state-not-converted", place->file, place->name, variable->name,
                   "the initial value of '%s' cannot be assigned in the exec function",
                   variable->name);
        }
        return;
    }
    plan->kind = kind;
    plan->constant = starts_as_copy ? initial_constant_name(c, variable) : NULL;
    if (is_static_state(c, variable)) {
        plan->field = ""; /* the state itself */
        return;
    }
    if (is_named_state(c, variable->type)) {
        plan->kind = FIELD_NONE;
        refuse(c, "state-not-converted", place->file, place->name, variable->name,
               "'%s' leads to the state that the module has, and is not only given that at import "
               "and followed; look the state up in its place",
               variable->name);
        return;
    }
    name_field(c, plan);
    if (kind == FIELD_DATA) {
        report_unvisited(c, variable);
        note_lent_address(c, variable);
        note_library_registry(c, variable);
    }
}

bool
move_table(struct conversion *c, const struct variable *variable)
{
    struct variable_plan *plan = plan_of_variable(c, variable);
    const struct declaration *place = variable_declaration(variable);
    if (place == NULL || place->from_macro || is_extern_only(variable)
        || variable->is_thread_local || !starts_by_parts(variable)
        || variable->is_of_template
        || type_is_constructed(c, variable->type)) /* also a reference: bound only once */
    {
        return false;
    }
    plan->kind = type_is_object_pointer(type_element(variable->type)) ? FIELD_OBJECT
                 : type_holds_object(variable->type)                  ? FIELD_RECORD
                                                                      : FIELD_DATA;
    name_field(c, plan);
    return true;
}

/* The state has the name of a static that led to it: that must go. */
static void
check_state_name(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable_is_static(variable) && strcmp(variable->name, c->names->state) == 0
            && is_static_state(c, variable) && moving(c, variable) == NULL)
        {
            const struct declaration *place = variable_declaration(variable);
            refuse(c, "state-not-converted", place->file, place->name, variable->name,
                   "'%s' leads to the module state, and cannot be replaced by a look-up",
                   variable->name);
        }
    }
}

void
select_variables(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        consider(c, c->source->variables[i]);
    }
    check_state_name(c);
    report_unvisited_fields(c);
}

void
plan_has_state(struct conversion *c)
{
    struct selection *selection = ARENA_NEW(c->arena, struct selection);
    selection->has_state = c->existing->record != NULL;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        enum field_kind kind = plan_of_variable(c, c->source->variables[i])->kind;
        selection->has_state |= kind != FIELD_NONE;
        selection->moves_types |= kind == FIELD_TYPE;
    }
    c->selection = selection;
}

void
plan_lookup_state(struct conversion *c)
{
    struct selection *selection = ARENA_NEW(c->arena, struct selection);
    *selection = *c->selection;
    selection->has_state |= c->lookups->has_module_field;
    c->selection = selection;
}

void
leave_static(struct conversion *c, const struct variable *variable)
{
    plan_of_variable(c, variable)->kind = FIELD_NONE;
}
