/* The module that is converted: its definition, its entry and what is executed for it. */
#include "convert/plan/module.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/nodes.h"
#include "convert/facts/parameters.h"
#include "convert/plan/initial_values.h"

/* The variable that PyModule_Create's answer goes into, or NULL. */
static const struct variable *
variable_of_create(const struct node *create)
{
    const struct node *node = node_outer(create);
    const struct node *parent = node->parent;
    if (parent == NULL) {
        return NULL;
    }
    if (parent->kind == NODE_VARIABLE) {
        return parent->variable;
    }
    if (parent->kind == NODE_ASSIGN && parent->first != node) {
        const struct node *target = node_bare(parent->first);
        return target->kind == NODE_NAME ? target->variable : NULL;
    }
    return NULL;
}

void
plan_module(struct conversion *c, const struct module_seed *seed)
{
    c->known = seed->module;
    c->definition = seed->definition;
    c->entry = seed->entry;
    c->setup = seed->setup;
    c->create = seed->create;
    c->is_multi_phase = seed->is_multi_phase;
    for (size_t i = 0; i < c->source->n_files; i++) {
        c->is_pedantic |= c->source->files[i]->is_pedantic;
    }
    c->is_cxx = is_cxx_file(variable_declaration(c->definition)->file);
    c->module = "module";
    if (c->create != NULL) {
        c->module_variable = variable_of_create(c->create);
        if (c->module_variable != NULL
            && c->module_variable->storage == STORAGE_AUTOMATIC) {
            c->module = c->module_variable->name;
        }
    }
    else if (c->setup != NULL && c->setup->n_parameters > 0) {
        c->module = c->setup->parameters[0]->name;
    }
}

/* A definition whose fields are given at run time: it must be whole before the module
 * is made, and the function that gives them is executed for one that is there. */
void
check_definition_fields(struct conversion *c)
{
    for (size_t i = 0; i < c->definition->n_uses; i++) {
        const struct node *use = c->definition->uses[i];
        const struct node *member = use->parent;
        const struct node *assign = member != NULL ? member->parent : NULL;
        if (member != NULL && member->kind == NODE_MEMBER && assign != NULL
            && assign->kind == NODE_ASSIGN && assign->first == member)
        {
            refuse_at(c, "init-not-converted", assign, c->definition->name,
                      "the field %s of the module definition is assigned at run time; "
                      "set it in the initialiser",
                      member->text);
            return;
        }
    }
}

void
check_execution(struct conversion *c)
{
    bool is_executed = c->setup != NULL && c->setup->body != NULL;
    if (!is_executed && (!c->is_multi_phase || c->moves_types || has_initial_values(c)))
    {
        const struct declaration *place = variable_declaration(c->definition);
        refuse(c, "init-not-converted", place->file, place->name, c->definition->name,
               "the module has no exec function");
        c->is_done = true;
    }
}

void
plan_setup(struct conversion *c)
{
    if (c->opt_out.exec == NULL || c->opt_out.question != NULL) {
        return;
    }
    c->setup = c->opt_out.inner;
    if (c->setup != NULL && c->setup->n_parameters > 0) {
        c->module = c->setup->parameters[0]->name;
    }
}

/* A variable that is assigned elsewhere too keeps its life: it gets a reference of
 * its own, and gives it up as before. */
void
plan_module_variable(struct conversion *c)
{
    static const char *const names[] = {"mod", "self", "new_module", "the_module"};
    const struct variable *variable = c->module_variable;
    for (size_t i = 0; variable != NULL && c->create != NULL && i < variable->n_uses;
         i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign = use->parent;
        if (use->within != c->setup || assign == NULL || assign->kind != NODE_ASSIGN
            || assign->first != use || is_inside(c->create, assign)
            || calls(assign, "PyState_FindModule"))
        {
            continue;
        }
        c->keeps_variable = true;
    }
    for (size_t i = 0; c->keeps_variable && i < ARRAY_LENGTH(names); i++) {
        bool is_free = true;
        for (size_t k = 0; k < c->source->n_variables; k++) {
            is_free &= c->source->variables[k]->owner != c->setup
                       || strcmp(c->source->variables[k]->name, names[i]) != 0;
        }
        if (is_free) {
            c->module = names[i];
            return;
        }
    }
    if (c->keeps_variable) {
        refuse(c, "init-not-converted", variable_declaration(variable)->file,
               variable_declaration(variable)->name, variable->name,
               "'%s', the module, is assigned several times", variable->name);
    }
}

void
plan_exec_parameter(struct conversion *c)
{
    if (c->setup == NULL || c->setup->body == NULL || !c->is_multi_phase
        || !plan_of_function(c, c->setup)->needs_state)
    {
        return;
    }
    c->module = parameter_naming_of(c, c->setup, 0, "module").name;
}
