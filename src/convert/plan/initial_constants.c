/* Initial values that cannot be assigned part by part: nested, made by macros, under
 * conditions of the preprocessor, or too many.
 * What was the static is then a constant, and the field begins as a copy of it. */
#include "convert/plan/initial_constants.h"

#include "convert/arena_text.h"
#include "convert/facts/inactive/code.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/nodes.h"
#include "convert/facts/used_names.h"
#include "convert/plan/module.h"
#include "convert/plan/variables.h"
#include "extension/conditional.h"
#include "model/extent.h"

/* Does an assignment to TYPE as a whole give it all that it has? */
static bool
is_assignable(const struct type *type)
{
    enum { MAX_FIELDS = 256 };
    type = type_element(type);
    if (type->is_const || type->is_volatile || type->is_atomic || type->is_reference) {
        return false;
    }
    const struct record *record = type->kind == TYPE_RECORD ? type->record : NULL;
    if (type->kind == TYPE_RECORD
        && (record == NULL || !record->is_complete || record->n_fields > MAX_FIELDS))
    {
        return false;
    }
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        if (record->fields[i].type == NULL || !is_assignable(record->fields[i].type)) {
            return false;
        }
    }
    return true;
}

/* Is it an array as long as its initial value is? */
static bool
has_no_length(const struct variable *variable)
{
    struct range sizes;
    const struct declaration *place = variable_declaration(variable);
    return variable->type->kind == TYPE_ARRAY
           && (!array_sizes(place, &sizes)
               || string_starts(place->file->text + sizes.begin, "[]"));
}

/* Is VALUE the same before the exec function as in it?  An object in it would have one
 * reference for all modules. */
static bool
is_constant(const struct node *value)
{
    for (const struct node *n = value; n != NULL; n = node_after(n, value)) {
        bool is_static = n->kind == NODE_NAME && n->variable != NULL
                         && n->variable->in_project && variable_is_static(n->variable);
        if (is_static || n->kind == NODE_CALL
            || (n->kind != NODE_INIT_LIST && type_is_object_pointer(n->type)
                && !is_null(node_bare(n))))
        {
            return false;
        }
    }
    return true;
}

enum { MACRO_DEPTH = 3 };

bool
initial_differs_by_build(const struct conversion *c, const struct variable *variable)
{
    const struct declaration *place = variable_declaration(variable);
    struct declaration_extent extent;
    uint32_t end = declaration_extent(place, &extent) ? extent.end : place->end;
    if (has_no_length(variable) && variable->initial != NULL
        && text_differs_by_macro(c, place->file, variable->initial->begin,
                                 variable->initial->end, MACRO_DEPTH))
    {
        return true; /* the length, too */
    }
    if (!text_has_directive(place->file, place->name, end)) {
        return false;
    }
    struct conditional conditional;
    for (uint32_t at = place->name; conditional_next(place->file, at, end, &conditional);
         at = conditional.begin + 1)
    {
        if (!conditional.is_plain
            || conditional_value(c->conditions, &conditional) == TRUTH_UNKNOWN)
        {
            return true;
        }
    }
    return !text_is_balanced(place->file, place->name, end);
}

bool
initial_sign(const struct variable *variable, uint32_t *out)
{
    const struct declaration *place = variable_declaration(variable);
    struct range code = {place->name, place->name};
    *out = 0;
    while (next_code(place->file, variable->initial->begin, &code)) {
        if (code.end - code.begin == 1 && place->file->text[code.begin] == '=') {
            *out = code.begin;
        }
    }
    return *out != 0 && !text_has_directive(place->file, place->begin, *out);
}

bool
can_start_as_copy(const struct conversion *c, const struct variable *variable)
{
    const struct node *initial = variable->initial;
    const struct declaration *place = variable_declaration(variable);
    const struct function *setup = c->init->setup;
    const struct declaration *exec = setup != NULL ? function_definition(setup) : NULL;
    struct declaration_extent extent;
    struct range second;
    uint32_t sign;
    if (initial_differs_by_build(c, variable)
        && (has_no_length(variable) || type_holds_object(variable->type)))
    {
        return false; /* what other builds have there is not known */
    }
    return initial != NULL && exec != NULL && place->within == NULL
           && place->file == exec->file && initial->file == exec->file
           && initial->end < exec->begin && place->n_declarators <= 1
           && variable->n_declarations == 1
           && declaration_extent(place, &extent)
           && !declaration_item(&extent, 1, &second)
           && initial_sign(variable, &sign) && is_assignable(variable->type)
           && is_constant(initial);
}

const char *
initial_constant_name(const struct conversion *c, const struct variable *variable)
{
    const char *name = TEXT(c, "%s_initial", variable->name);
    for (int i = 2; name_is_used(c, name); i++) {
        name = TEXT(c, "%s_initial%d", variable->name, i);
    }
    return name;
}
