/* Names of generated code: the module, its state, and functions that return it. */
#include "convert/plan/names.h"

#include <ctype.h>
#include <string.h>

#include "convert/facts/existing_state.h"
#include "convert/facts/index.h"
#include "convert/plan/export.h"

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
                                           "get_%s_state"};
    static const char *const of_export[] = {"_export", "_abi", "_token"};
    for (size_t i = 0; needs_export(c) && i < ARRAY_LENGTH(of_export); i++) {
        if (name_is_used(c, TEXT(c, "%s%s", base, of_export[i]))) {
            return false;
        }
    }
    for (size_t i = c->is_multi_phase ? 2 : 0; i < ARRAY_LENGTH(patterns); i++) {
        const char *mark = strstr(patterns[i], "%s");
        const char *name =
            TEXT(c, "%.*s%s%s", (int)(mark - patterns[i]), patterns[i], base, mark + 2);
        if (name_is_used(c, name) && !is_own_name(c, name)) {
            return false;
        }
    }
    return true;
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
    const struct initializer *name = variable_initializer(c->definition, "m_name");
    const struct node *value = name != NULL ? node_bare(name->value) : NULL;
    if (value != NULL && value->kind == NODE_STRING && value->text != NULL) {
        return value->text;
    }
    return c->entry != NULL && string_starts(c->entry->name, "PyInit_")
               ? c->entry->name + strlen("PyInit_")
               : "module";
}

void
plan_module_name(struct conversion *c)
{
    c->full_name = m_name_of(c);
}

void
plan_names(struct conversion *c)
{
    static const char *const locals[] = {"state", "st", "mod_state", "module_state"};

    c->base = base_name(c, c->full_name);
    for (int i = 2; !names_are_free(c, c->base); i++) {
        c->base = i == 2 ? TEXT(c, "%s_module", c->base)
                         : TEXT(c, "%s%d", base_name(c, c->full_name), i);
    }
    c->state = TEXT(c, "%s_module_state", c->base);
    for (size_t i = 0; i < ARRAY_LENGTH(locals); i++) {
        if (!is_taken_inside(c, locals[i])) {
            c->state = locals[i];
            break;
        }
    }
    c->existing_name = existing_state_local(c);
    if (c->existing_name != NULL) {
        c->state = c->existing_name;
    }
    c->state_type =
        c->old_state != NULL ? c->old_state_type : TEXT(c, "%s_state", c->base);
    c->get = c->getter != NULL ? c->getter->name : TEXT(c, "get_%s_state", c->base);
    c->get_by_type = c->type_getter != NULL ? c->type_getter->name
                                            : TEXT(c, "get_%s_state_by_type", c->base);
    c->get_by_operands = TEXT(c, "get_%s_state_by_operands", c->base);
    c->get_at_end = TEXT(c, "find_%s_state", c->base);
    c->new_type = TEXT(c, "%s_new_type", c->base);
}
