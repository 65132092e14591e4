/* The module that is converted: its definition, its entry and what is executed for it. */
#include "convert/plan/module.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/missing_module.h"
#include "convert/facts/module_outcome.h"
#include "convert/facts/nodes.h"
#include "convert/facts/parameters.h"
#include "convert/findings.h"
#include "convert/plan/functions.h"
#include "convert/plan/variables.h"
#include "extension/parts.h"

/* What is decided so far, to be changed. */
static struct init_plan *
change_init(struct conversion *c)
{
    struct init_plan *copy = ARENA_NEW(c->arena, struct init_plan);
    *copy = *c->init;
    c->init = copy;
    return copy;
}

void
plan_module(struct conversion *c)
{
    struct init_plan *init = ARENA_NEW(c->arena, struct init_plan);
    init->setup = c->module->setup;
    init->module = "module";
    if (c->module->create != NULL) {
        init->module_variable = variable_of_create(c->module->create);
        if (init->module_variable != NULL
            && init->module_variable->storage == STORAGE_AUTOMATIC)
        {
            init->module = init->module_variable->name;
        }
    }
    else if (init->setup != NULL && init->setup->n_parameters > 0) {
        init->module = init->setup->parameters[0]->name;
    }
    c->init = init;
}

/* A definition whose fields are given at run time: it must be whole before the module
 * is made, and the function that gives them is executed for one that is there. */
void
check_definition_fields(struct conversion *c)
{
    for (size_t i = 0; i < c->module->variable->n_uses; i++) {
        const struct node *use = c->module->variable->uses[i];
        const struct node *member = use->parent;
        const struct node *assign = member != NULL ? member->parent : NULL;
        if (member != NULL && member->kind == NODE_MEMBER && assign != NULL
            && assign->kind == NODE_ASSIGN && assign->first == member)
        {
            refuse_at(c, "init-not-converted", assign, c->module->variable->name,
                      "the field %s of the module definition is assigned at run time; "
                      "set it in the initialiser",
                      member->text);
            return;
        }
    }
}

void
execute_instead(struct conversion *c, const struct function *function)
{
    struct init_plan *init = change_init(c);
    init->setup = function;
    if (function != NULL && function->n_parameters > 0) {
        init->module = function->parameters[0]->name;
    }
}

/* Does anything have the address of what USE names, a function or Py_CLEAR? */
static bool
gives_address(const struct node *use)
{
    const struct node *user = node_outer(use)->parent;
    return user != NULL && user->kind == NODE_UNARY && user->op == OP_ADDRESS;
}

static bool
names_variable(const struct node *root, const struct variable *variable)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_NAME && n->variable == variable) {
            return true;
        }
    }
    return false;
}

/* Is VARIABLE used on the way from USE to the return that ends it, as far as that leads downwards
 * only? */
static bool
is_used_behind(const struct node *use, const struct variable *variable)
{
    for (const struct node *n = use; n->parent != NULL; n = n->parent) {
        bool is_list = n->parent->kind == NODE_BLOCK || n->parent->kind == NODE_LABEL;
        /* The other branch of an `if` is not on the way. */
        if (!is_list && n->parent->kind != NODE_IF && n->parent->origin != ORIGIN_MACRO) {
            return true;
        }
        for (const struct node *next = is_list ? n->next : NULL; next != NULL;
             next = next->next)
        {
            if (names_variable(next, variable) || next->kind == NODE_GOTO) {
                return true;
            }
            if (next->kind == NODE_RETURN) {
                return false;
            }
        }
    }
    return true;
}

/* A variable that is assigned elsewhere too, or is returned as NULL, keeps its life: it gets a
 * reference of its own, and gives it up as before.  So does a static one that does not move:
 * others read it. */
void
plan_module_variable(struct conversion *c)
{
    static const char *const names[] = {"mod", "self", "new_module", "the_module"};
    const struct variable *variable = c->init->module_variable;
    if (variable != NULL && c->module->create != NULL && variable_is_static(variable)
        && moving(c, variable) == NULL)
    {
        change_init(c)->keeps_variable = true;
    }
    for (size_t i = 0;
         variable != NULL && c->module->create != NULL && i < variable->n_uses; i++)
    {
        const struct node *use = variable->uses[i];
        const struct node *assign = use->parent;
        /* Py_CLEAR(m); leaves NULL there, and so may a function. */
        if (use->within == c->init->setup && gives_address(use)
            && is_used_behind(use, variable))
        {
            change_init(c)->keeps_variable = true;
            change_init(c)->reassigns_variable = true;
        }
        if (use->within != c->init->setup || assign == NULL
            || assign->kind != NODE_ASSIGN || assign->first != use
            || is_inside(c->module->create, assign)
            || calls(assign, "PyState_FindModule") || hands_module_over(assign, variable))
        {
            continue;
        }
        change_init(c)->keeps_variable = true;
        change_init(c)->reassigns_variable = true;
    }
    if (variable != NULL && c->module->create != NULL && c->init->setup->body != NULL
        && returns_missing_module(c->source, c->init->setup,
                                  (struct made_module){c->module->create, variable}))
    {
        change_init(c)->keeps_variable = true;
        change_init(c)->reassigns_variable = true;
    }
    for (size_t i = 0; c->init->keeps_variable && i < ARRAY_LENGTH(names); i++) {
        const struct node *body = c->init->setup->body;
        if (!text_has_word(body->file, body->begin, body->end, names[i])) {
            change_init(c)->module = names[i];
            return;
        }
    }
    if (c->init->keeps_variable) {
        refuse(c, "init-not-converted", variable_declaration(variable)->file,
               variable_declaration(variable)->name, variable->name,
               "'%s', the module, is assigned several times", variable->name);
    }
}

void
plan_exec_parameter(struct conversion *c)
{
    if (c->init->setup == NULL || c->init->setup->body == NULL
        || !c->module->is_multi_phase
        || !plan_of_function(c, c->init->setup)->needs_state)
    {
        return;
    }
    change_init(c)->module = parameter_naming_of(c, c->init->setup, 0, "module").name;
}

bool
has_module_first(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    return function != c->init->setup && !(plan->is_init && plan->module_parameter >= 0)
           && plan->has_context && plan->access == ACCESS_MODULE
           && function->n_parameters > 0 && is_plain_object(function->parameters[0]);
}
