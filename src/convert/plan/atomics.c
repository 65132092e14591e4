/* Settings that stay process-wide because not all of the code that reads them can be
 * handed a state, and that are read and written in one piece then, so that interpreters
 * with a GIL each can do it at once.
 *
 * Only a number on which nobody relies having set it: each function that writes it does
 * nothing afterwards that could read it, and is called by Python code, or while the
 * module is initialised. */
#include "convert/plan/atomics.h"

#include <string.h>

#include "convert/facts/cxx.h"
#include "convert/facts/nodes.h"
#include "convert/plan/module.h"
#include "model/extent.h"

enum { MAX_CALLERS_DEPTH = 8 };

/* Is FUNCTION executed for the module's initialisation only, or called by nobody but
 * through a table? */
static bool
is_outermost(const struct conversion *c, const struct function *function,
             unsigned depth)
{
    if (function == c->init->setup || function == c->module->entry) {
        return true;
    }
    for (size_t i = 0; i < function->n_uses; i++) {
        const struct node *use = function->uses[i];
        bool is_entered =
            use->within == c->init->setup || use->within == c->module->entry;
        if (use->within == NULL) {
            continue; /* in a table */
        }
        if (direct_call(use) == NULL
            || (!is_entered
                && (depth == 0 || use->within->n_uses == 0
                    || !is_outermost(c, use->within, depth - 1))))
        {
            return false;
        }
    }
    return true;
}

/* Calls that make a result or count a reference, and run no code of the module. */
static bool
is_harmless_call(const struct node *call)
{
    static const char *const starts[] = {"Py_INCREF",  "_Py_INCREF",  "Py_NewRef",
                                         "_Py_NewRef", "PyLong_From", "PyBool_From",
                                         "_Py_IncRef", "Py_IncRef"};
    const char *name = call_name(call);
    bool is_foreign = call->function != NULL && !call->function->in_project;
    for (size_t i = 0; is_foreign && i < ARRAY_LENGTH(starts); i++) {
        if (string_starts(name, starts[i])) {
            return true;
        }
    }
    return false;
}

/* Is WRITE an assignment, in a statement of its own and in no loop, behind which its
 * function calls nothing and reads nothing of VARIABLE? */
static bool
is_last_deed(const struct variable *variable, const struct node *write)
{
    const struct node *assign = write->parent;
    const struct function *function = write->within;
    if (assign == NULL || assign->kind != NODE_ASSIGN || assign->op != '='
        || assign->first != write || assign->origin != ORIGIN_FILE || function == NULL
        || function->body == NULL || assign->parent == NULL
        || assign->parent->kind >= NODE_NAME)
    {
        return false;
    }
    for (const struct node *n = assign->parent; n != NULL; n = n->parent) {
        if (n->kind == NODE_FOR || n->kind == NODE_WHILE || n->kind == NODE_DO
            || n->kind == NODE_LABEL)
        {
            return false;
        }
    }
    for (const struct node *n = function->body; n != NULL;
         n = node_after(n, function->body))
    {
        bool is_behind = n->file == write->file && n->begin >= write->end;
        bool is_use = n->kind == NODE_NAME && n->variable == variable && !n->is_written;
        if (n->file != write->file || (is_use && n->begin >= assign->begin)
            || (is_behind && n->kind == NODE_CALL && !is_harmless_call(n)))
        {
            return false;
        }
    }
    return true;
}

static bool
is_declared_plainly(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_declarations; i++) {
        const struct declaration *d = &variable->declarations[i];
        if (d->from_macro || d->n_declarators != 1 || d->within != NULL
            || is_cxx_file(d->file) || d->file->is_generated)
        {
            return false;
        }
    }
    return variable->n_declarations > 0;
}

bool
is_shared_setting(const struct conversion *c, const struct variable *variable)
{
    const struct type *type = variable->type;
    if (type->kind != TYPE_INTEGER || strstr(type->canonical, "int128") != NULL
        || c->language->is_cxx || !is_declared_plainly(variable))
    {
        return false;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->is_address_taken
            || (use->is_written
                && (!is_last_deed(variable, use)
                    || !is_outermost(c, use->within, MAX_CALLERS_DEPTH))))
        {
            return false;
        }
    }
    return true;
}
