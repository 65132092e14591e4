/* The opt-out ("Opt-Out: Limiting to One Module Object per Process"): while statics are
 * shared, one module object at a time has them.  It is put around the exec function and
 * m_free, so that neither changes, and taken away in one piece when nothing stays. */
#include "convert/plan/opt_out.h"

#include <string.h>

#include "convert/facts/inactive/code.h"
#include "convert/facts/nodes.h"
#include "convert/plan/module.h"
#include "convert/text/places.h"
#include "extension/opt_out.h"
#include "model/extent.h"

/* --- reading one ------------------------------------------------------------------- */

/* The number that NODE asks whether the module was loaded, if it is such a condition; or
 * NULL. */
static const struct variable *
static_number(const struct node *node)
{
    const struct variable *flag = opt_out_flag(node);
    return flag != NULL && flag->storage == STORAGE_STATIC && flag->type != NULL
                   && flag->type->kind == TYPE_INTEGER
               ? flag
               : NULL;
}

static bool
names(const struct node *root, const struct variable *variable)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_NAME && n->variable == variable) {
            return true;
        }
    }
    return false;
}

static bool
returns(const struct node *root)
{
    for (const struct node *n = root; n != NULL; n = node_after(n, root)) {
        if (n->kind == NODE_RETURN) {
            return true;
        }
    }
    return false;
}

static bool
is_lock_call(const struct node *node)
{
    /* Since 3.13 PyMutex_Lock is a macro for a function with an underscore. */
    return node->kind == NODE_EMPTY
           || (node->kind == NODE_CALL
               && (string_starts(call_name(node), "PyMutex_")
                   || string_starts(call_name(node), "_PyMutex_")));
}

static bool
assigns(const struct node *node, const struct variable *variable)
{
    return node->kind == NODE_ASSIGN && node->first->kind == NODE_NAME
           && node->first->variable == variable;
}

/* The project function that NODE calls with the only parameter of CALLER, or NULL. */
static const struct function *
passed_on(const struct node *node, const struct function *caller)
{
    for (const struct node *n = node; n != NULL; n = node_after(n, node)) {
        const struct node *argument =
            n->kind == NODE_CALL ? node_bare(call_argument(n, 0)) : NULL;
        if (argument != NULL && n->function != NULL && n->function->body != NULL
            && argument->kind == NODE_NAME
            && argument->variable == caller->parameters[0])
        {
            return n->function;
        }
    }
    return NULL;
}

/* Does FUNCTION, in the exec slot, claim the statics and hand on to another?  Fills the
 * owner and the other one. */
static bool
read_exec(const struct function *function, struct opt_out *guard)
{
    if (function->body == NULL || function->n_parameters != 1) {
        return false;
    }
    for (const struct node *n = function->body->first; n != NULL; n = n->next) {
        if (n->kind == NODE_IF && guard->owner == NULL) {
            guard->owner = static_number(n);
            if (guard->owner == NULL) {
                return false;
            }
        }
        else if (n->kind == NODE_IF && guard->inner == NULL) {
            guard->inner = passed_on(n->first, function);
            if (guard->inner == NULL) {
                return false;
            }
        }
        else if (!(n->kind == NODE_RETURN && is_null(n->first)) && !is_lock_call(n)
                 && !(guard->owner != NULL && assigns(n, guard->owner)))
        {
            return false;
        }
    }
    return guard->owner != NULL;
}

/* Does FUNCTION, in m_free, give up what OWNER says? */
static bool
read_release(const struct function *function, struct opt_out *guard)
{
    bool gives_up = false;
    if (function == NULL || function->body == NULL || function->n_parameters != 1) {
        return false;
    }
    for (const struct node *n = function->body->first; n != NULL; n = n->next) {
        const struct function *inner =
            n->kind == NODE_CALL ? passed_on(n, function) : NULL;
        if (n->kind == NODE_IF && names(n->first, guard->owner)) {
            gives_up = true;
        }
        else if (inner != NULL && guard->inner_release == NULL) {
            guard->inner_release = inner;
        }
        else if (!is_lock_call(n) && !assigns(n, guard->owner)) {
            return false;
        }
    }
    return gives_up;
}

static bool
is_inside_of(const struct declaration *d, uint32_t begin, uint32_t end)
{
    return d != NULL && begin >= d->begin && end <= d->end + 1;
}

/* Does all that is declared in the guard's text belong to it? */
static bool
holds_only_opt_out(const struct conversion *c, const struct opt_out *guard)
{
    const struct source_file *file = guard->file;
    struct range code = {guard->begin, guard->begin};
    while (next_code(file, guard->end, &code)) {
        bool is_known =
            is_inside_of(function_definition(guard->exec), code.begin, code.end)
            || (guard->release != NULL
                && is_inside_of(function_definition(guard->release), code.begin,
                                code.end));
        for (size_t k = 0; !is_known && k < c->source->n_variables; k++) {
            const struct variable *variable = c->source->variables[k];
            if (variable == guard->owner
                || (variable->owner == NULL && variable->type != NULL
                    && strstr(variable->type->spelling, "PyMutex") != NULL))
            {
                const struct declaration *d = variable_declaration(variable);
                is_known = d != NULL && d->file == file
                           && is_inside_of(d, code.begin, code.end);
            }
        }
        if (!is_known) {
            return false;
        }
    }
    return true;
}

static bool
is_used_elsewhere(const struct opt_out *guard)
{
    for (size_t i = 0; i < guard->owner->n_uses; i++) {
        const struct function *within = guard->owner->uses[i]->within;
        if (within != guard->exec && within != guard->release) {
            return true;
        }
    }
    return false;
}

/* --- the form that stands in the exec function itself ---------------------------------- */

/* The statement that USE of the flag or of the mutex is all of; NULL: it is another's part. */
static const struct node *
opt_out_statement(const struct node *use)
{
    const struct node *node = use->parent;
    if (node != NULL && node->kind == NODE_UNARY && node->op == OP_ADDRESS) {
        node = node->parent;
    }
    bool is_statement = node != NULL && node->parent != NULL
                        && node->parent->kind == NODE_BLOCK
                        && ((node->kind == NODE_ASSIGN && node->first == use
                             && node->origin == ORIGIN_FILE)
                            || (node->kind == NODE_CALL && is_lock_call(node)
                                && (node_text_is(node, "PyMutex_Lock")
                                    || node_text_is(node, "PyMutex_Unlock"))));
    return is_statement ? node : NULL;
}

static bool
serves_opt_out(const struct opt_out *guard, const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (!is_inside(use, guard->question) && opt_out_statement(use) == NULL) {
            return false;
        }
    }
    return variable->n_uses > 0 && variable->n_declarations == 1
           && variable->declarations[0].n_declarators == 1;
}

static void
add_statements(const struct conversion *c, struct opt_out *guard,
               const struct variable *flag)
{
    for (size_t i = 0; flag != NULL && i < flag->n_uses; i++) {
        const struct node *statement = opt_out_statement(flag->uses[i]);
        if (statement != NULL && !is_inside(flag->uses[i], guard->question)) {
            ARENA_ADD(c->arena, guard->statements, guard->n_statements, guard->capacity,
                      &statement);
        }
    }
}

static bool
read_inline(const struct conversion *c, struct opt_out *guard)
{
    const struct node *body = c->init->setup->body;
    for (const struct node *n = body != NULL ? body->first : NULL;
         n != NULL && guard->question == NULL; n = n->next)
    {
        if (n->kind == NODE_IF && n->origin == ORIGIN_FILE && node_child(n, 2) == NULL
            && returns(node_child(n, 1)))
        {
            guard->owner = static_number(n);
            guard->question = guard->owner != NULL ? n : NULL;
        }
    }
    if (guard->question == NULL || !serves_opt_out(guard, guard->owner)) {
        return false;
    }
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (variable->storage == STORAGE_STATIC && variable->type != NULL
            && string_ends(variable->type->spelling, "PyMutex")
            && serves_opt_out(guard, variable)
            && variable->uses[0]->within == c->init->setup)
        {
            guard->mutex = variable;
        }
    }
    add_statements(c, guard, guard->owner);
    add_statements(c, guard, guard->mutex);
    guard->exec = guard->inner = c->init->setup;
    return true;
}

static void
keep_opt_out(struct conversion *c, struct opt_out found)
{
    struct opt_out *opt_out = ARENA_NEW(c->arena, struct opt_out);
    *opt_out = found;
    c->opt_out = opt_out;
}

/* The form that convert writes: around the exec function. */
static void
plan_outer_opt_out(struct conversion *c)
{
    struct opt_out guard = {0};
    const struct initializer *item =
        variable_initializer(c->module->variable, "m_free");
    const struct node *release =
        item != NULL && !item->is_zero ? node_referent(item->value) : NULL;

    if (!read_exec(c->init->setup, &guard)) {
        return;
    }
    guard.exec = c->init->setup;
    guard.release = release != NULL ? release->function : NULL;
    if (guard.release != NULL && !read_release(guard.release, &guard)) {
        guard.release = guard.inner_release = NULL;
    }
    const struct declaration *owner = variable_declaration(guard.owner);
    const struct declaration *exec = function_definition(guard.exec);
    const struct declaration *free_ =
        guard.release != NULL ? function_definition(guard.release) : exec;
    if (is_used_elsewhere(&guard) || owner->file != exec->file
        || free_->file != exec->file)
    {
        return;
    }
    guard.file = exec->file;
    guard.begin = place_before(guard.file, owner->begin);
    guard.end = exec->end > free_->end ? exec->end : free_->end;
    if (!holds_only_opt_out(c, &guard)) {
        return;
    }
    keep_opt_out(c, guard);
}

void
plan_opt_out(struct conversion *c)
{
    struct opt_out guard = {0};
    if (!c->module->is_multi_phase || c->init->setup == NULL) {
        return;
    }
    plan_outer_opt_out(c);
    if (c->opt_out->exec == NULL && read_inline(c, &guard)) {
        keep_opt_out(c, guard);
    }
}

void
plan_setup(struct conversion *c)
{
    if (c->opt_out->exec != NULL && c->opt_out->question == NULL) {
        execute_instead(c, c->opt_out->inner);
    }
}
