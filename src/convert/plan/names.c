/* Names of generated code: the module, its state, and functions that return it. */
#include "convert/plan/names.h"

#include <ctype.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/used_names.h"
#include "convert/plan/existing_state.h"
#include "convert/plan/export.h"
#include "convert/plan/functions.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/static_states.h"
#include "convert/plan/variables.h"

/* "markupsafe._speedups" gives "speedups". */
static const char *
base_name(const struct conversion *c, const char *full)
{
    const char *dot = strrchr(full, '.');
    const char *name = dot != NULL ? dot + 1 : full;
    while (*name == '_') {
        name++;
    }
    char *copy = arena_string(c->arena, *name != '\0' ? name : "module");
    for (char *p = copy; *p != '\0'; p++) {
        if (!isalnum((unsigned char)*p) && *p != '_') {
            *p = '_';
        }
    }
    return copy;
}

static bool
names_are_free(const struct conversion *c, const char *base)
{
    /* The first two are written for single-phase initialisation only. */
    static const char *const patterns[] = {"%s_exec",     "%s_slots", "%s_traverse",
                                           "%s_clear",    "%s_free",  "%s_state",
                                           "get_%s_state", "%s_new_type", "%s_new_sequence",
                                           "%s_new_capsule", "%s_drop_capsule"};
    static const char *const of_export[] = {"_export", "_abi", "_token"};
    for (size_t i = 0; needs_export(c) && i < ARRAY_LENGTH(of_export); i++) {
        if (name_is_used(c, TEXT(c, "%s%s", base, of_export[i]))) {
            return false;
        }
    }
    for (size_t i = c->module->is_multi_phase ? 2 : 0; i < ARRAY_LENGTH(patterns); i++)
    {
        const char *mark = strstr(patterns[i], "%s");
        const char *name =
            TEXT(c, "%.*s%s%s", (int)(mark - patterns[i]), patterns[i], base, mark + 2);
        if (name_is_used(c, name) && !is_own_name(c, name)) {
            return false;
        }
    }
    return true;
}

/* Does C++ find something that a class of the project has by the NAME alone: a member? */
static bool
is_member_name(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_records && c->language->is_cxx; i++) {
        const struct record *record = c->source->records[i];
        for (size_t k = 0; k < record->n_fields; k++) {
            if (strcmp(record->fields[k].name, name) == 0) {
                return true;
            }
        }
    }
    for (size_t i = 0; i < c->source->n_functions && c->language->is_cxx; i++) {
        if (strcmp(c->source->functions[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Is NAME a local or parameter of a project function, or a macro? */
static bool
is_taken_inside(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (strcmp(variable->name, name) != 0) {
            continue;
        }
        if (variable->owner == NULL || plan_of_function(c, variable->owner)->belongs) {
            return true;
        }
    }
    for (size_t i = 0; i < c->source->n_macros; i++) {
        if (strcmp(c->source->macros[i]->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static const char *
m_name_of(const struct conversion *c)
{
    const struct initializer *name =
        variable_initializer(c->module->variable, "m_name");
    const struct node *value = name != NULL ? node_bare(name->value) : NULL;
    if (value != NULL && value->kind == NODE_STRING && value->text != NULL) {
        return value->text;
    }
    return c->module->entry != NULL && string_starts(c->module->entry->name, "PyInit_")
               ? c->module->entry->name + strlen("PyInit_")
               : "module";
}

void
plan_module_name(struct conversion *c)
{
    c->full_name = m_name_of(c);
}

/* Does FUNCTION give the state by a type, as its first of N_PARAMETERS? */
static bool
gives_state_by_type(const struct conversion *c, const struct function *function,
                    size_t n_parameters)
{
    const struct type *result = function->type != NULL ? function->type->target : NULL;
    return c->existing->record != NULL && function->body != NULL
           && function->n_parameters == n_parameters
           && type_is_pointer_to(function->parameters[0]->type, "_typeobject")
           && result != NULL && result->kind == TYPE_POINTER && result->target != NULL
           && result->target->record == c->existing->record;
}

/* NAME, or one like it that is free.  The function of an earlier stage, which gives the state by
 * a type and has N_PARAMETERS, is used again: OUT_IS_THERE. */
static const char *
getter_name(const struct conversion *c, const char *name, size_t n_parameters,
            bool *out_is_there)
{
    *out_is_there = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        *out_is_there |= strcmp(function->name, name) == 0
                         && gives_state_by_type(c, function, n_parameters);
    }
    const char *free_name = name;
    for (int i = 2; !*out_is_there && name_is_used(c, free_name); i++) {
        free_name = TEXT(c, "%s%d", name, i);
    }
    return free_name;
}

void
plan_names(struct conversion *c)
{
    static const char *const locals[] = {"state", "st", "mod_state", "module_state"};

    struct names *names = ARENA_NEW(c->arena, struct names);
    const char *base = base_name(c, c->full_name);
    for (int i = 2; !names_are_free(c, base); i++) {
        base = i == 2 ? TEXT(c, "%s_module", base)
                      : TEXT(c, "%s%d", base_name(c, c->full_name), i);
    }
    names->base = base;
    names->state = TEXT(c, "%s_module_state", base);
    for (size_t i = 0; i < ARRAY_LENGTH(locals); i++) {
        if (!is_taken_inside(c, locals[i]) && !is_member_name(c, locals[i])) {
            names->state = locals[i];
            break;
        }
    }
    if (c->existing->local != NULL) {
        names->state = c->existing->local;
    }
    else if (static_state_name(c) != NULL) {
        names->state = static_state_name(c);
    }
    names->state_type =
        c->existing->record != NULL ? c->existing->type : TEXT(c, "%s_state", base);
    names->get = c->existing->getter != NULL ? c->existing->getter->name
                                             : TEXT(c, "get_%s_state", base);
    names->get_by_type = c->existing->type_getter != NULL
                             ? c->existing->type_getter->name
                             : TEXT(c, "get_%s_state_by_type", base);
    names->get_by_final_type = getter_name(
        c, TEXT(c, "get_%s_state_by_final_type", base), 1, &names->has_by_final_type);
    names->get_kept =
        getter_name(c, TEXT(c, "get_%s_state_kept", base), 2, &names->has_kept);
    names->get_by_operands = TEXT(c, "get_%s_state_by_operands", base);
    names->get_by_power = TEXT(c, "get_%s_state_by_power", base);
    names->get_by_interpreter = TEXT(c, "get_%s_state_by_interpreter", base);
    names->get_at_end = TEXT(c, "find_%s_state", base);
    names->new_type = TEXT(c, "%s_new_type", base);
    names->new_sequence = TEXT(c, "%s_new_sequence", base);
    names->new_capsule = TEXT(c, "%s_new_capsule", base);
    c->names = names;
}

char *
field_access(const struct conversion *c, const struct variable *variable)
{
    const char *field = plan_of_variable(c, variable)->field;
    return *field != '\0' ? TEXT(c, "%s->%s", c->names->state, field)
                          : arena_string(c->arena, c->names->state);
}

const char *
export_name(const struct conversion *c)
{
    return TEXT(c, "%s_export", c->names->base);
}

const char *
token_name(const struct conversion *c)
{
    return TEXT(c, "%s_token", c->names->base);
}

const char *
opt_out_name(const struct conversion *c, const char *tail)
{
    const char *name = TEXT(c, "%s_%s", c->names->base, tail);
    for (int i = 2; name_is_used(c, name); i++) {
        name = TEXT(c, "%s_%s%d", c->names->base, tail, i);
    }
    return name;
}

const char *
opt_out_exec_name(const struct conversion *c)
{
    return c->opt_out->exec != NULL ? c->opt_out->exec->name
                                   : opt_out_name(c, "exec_once");
}

const char *
opt_out_release_name(const struct conversion *c)
{
    return c->opt_out->release != NULL ? c->opt_out->release->name
                                      : opt_out_name(c, "free_once");
}
