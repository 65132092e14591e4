/* Arrays of objects that are allocated at run time: `static PyObject **errors;`.  The
 * state keeps their length beside them, so that the module can visit what is in them,
 * give it up, and free them. */
#include "convert/vectors.h"

#include <string.h>

#include "convert/changes.h"
#include "convert/grown_vectors.h"
#include "convert/nodes.h"
#include "convert/style.h"
#include "model/resource.h"

/* What CALL allocates if it can be had with zeros in it, too; or NULL. */
static const struct resource *
allocator_of(const struct node *call)
{
    const struct resource *given = resource_of(call_name(call));
    return given != NULL && given->zeroing != NULL ? given : NULL;
}

/* Can it be evaluated twice? */
static bool
is_plain_value(const struct node *value)
{
    for (const struct node *n = value; n != NULL; n = node_after(n, value)) {
        if (n->kind == NODE_SIZEOF || n->kind == NODE_NUMBER || n->kind == NODE_PAREN
            || n->kind == NODE_BINARY || n->kind == NODE_CAST
            || (n->parent != NULL && n->parent->kind == NODE_SIZEOF))
        {
            continue;
        }
        if (n->kind != NODE_NAME || n->is_written) {
            return false;
        }
    }
    return value->origin == ORIGIN_FILE;
}

/* How many elements CALL allocates room for: the one of two factors that is no sizeof;
 * NULL: not written so. */
static const struct node *
count_of(const struct node *call)
{
    const struct node *one = node_bare(call_argument(call, 0));
    const struct node *two = node_bare(call_argument(call, 1));
    if (one != NULL && two == NULL && one->kind == NODE_BINARY && one->op == '*') {
        two = node_bare(one->first->next);
        one = node_bare(one->first);
    }
    if (one == NULL || two == NULL
        || (one->kind == NODE_SIZEOF) == (two->kind == NODE_SIZEOF))
    {
        return NULL;
    }
    const struct node *count = one->kind == NODE_SIZEOF ? two : one;
    return is_plain_value(count) ? count : NULL;
}

static const struct node *
size_of(const struct node *call)
{
    for (const struct node *n = call; n != NULL; n = node_after(n, call)) {
        if (n->kind == NODE_SIZEOF) {
            return n;
        }
    }
    return NULL;
}

const struct node *
only_value(const struct variable *variable)
{
    const struct node *value = NULL;
    if (variable->initial != NULL && !is_null(variable->initial)) {
        return NULL;
    }
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        const struct node *assign = use->parent;
        if (use->is_address_taken) {
            return NULL;
        }
        if (assign == NULL || assign->kind != NODE_ASSIGN || assign->first != use) {
            continue;
        }
        const struct node *next = assign->first->next;
        if (is_null(next)) {
            continue;
        }
        if (assign->op != '=' || value != NULL || use->origin != ORIGIN_FILE) {
            return NULL;
        }
        value = next;
    }
    return value;
}

/* Is VARIABLE handed to a function of its own kind that frees? */
static bool
is_freed(const struct variable *variable, const struct resource *allocator)
{
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *node = node_outer(variable->uses[i])->parent;
        if (node != NULL && node->kind == NODE_CALL
            && (strcmp(call_name(node), allocator->releaser) == 0
                || strstr(call_name(node), "ealloc") != NULL))
        {
            return true;
        }
    }
    return false;
}

/* The call that allocates VARIABLE, if it is such an array. */
static const struct node *
allocation_of(const struct variable *variable)
{
    const struct type *type = variable->type;
    if (type->kind != TYPE_POINTER || type->target == NULL
        || !type_is_object_pointer(type->target))
    {
        return NULL;
    }
    const struct node *value = node_bare(only_value(variable));
    const struct resource *allocator =
        value != NULL && value->kind == NODE_CALL ? allocator_of(value) : NULL;
    return allocator != NULL && value->origin == ORIGIN_FILE && count_of(value) != NULL
                   && !is_freed(variable, allocator)
               ? value
               : NULL;
}

bool
is_vector(const struct conversion *c, const struct variable *variable)
{
    const char *ignored;
    return allocation_of(variable) != NULL
           || (!c->keeps_data && length_of_grown(variable, &ignored) != NULL);
}

/* The name of the field that says how many there are. */
static const char *
length_field(const struct conversion *c, const struct variable_plan *plan)
{
    return TEXT(c, "n_%s", plan->field);
}

void
add_vector_field(const struct conversion *c, struct strbuf *out,
                 const struct variable_plan *plan)
{
    if (allocation_of(plan->variable) != NULL) {
        strbuf_format(out, "\tsize_t %s;\n", length_field(c, plan));
    }
}

void
add_vector_lines(const struct conversion *c, struct strbuf *out, const char *macro,
                 const char *state, const struct variable_plan *plan)
{
    if (allocation_of(plan->variable) == NULL) {
        add_grown_lines(c, out, macro, state, plan);
        return;
    }
    strbuf_format(out,
                  "\tfor (size_t i = 0; %s->%s != NULL && i < %s->%s; i++) {\n"
                  "\t\t%s(%s->%s[i]);\n\t}\n",
                  state, plan->field, state, length_field(c, plan), macro, state,
                  plan->field);
}

void
add_vector_frees(const struct conversion *c, struct strbuf *out, const char *state)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->fields[i]);
        if (plan != NULL && plan->kind == FIELD_VECTOR) {
            const struct node *call = allocation_of(plan->variable);
            const char *freeing = call != NULL ? allocator_of(call)->releaser : NULL;
            if (call == NULL) {
                length_of_grown(plan->variable, &freeing);
            }
            strbuf_format(out, "\t%s(%s->%s);\n", freeing, state, plan->field);
        }
    }
}

bool
has_vectors(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_VECTOR) {
            return true;
        }
    }
    return false;
}

/* --- the edits ------------------------------------------------------------------------ */

static void
edit_vector(struct conversion *c, const struct variable_plan *plan)
{
    static const char reason[] = "the module visits and frees it";
    const struct node *call = allocation_of(plan->variable);
    const struct node *count = count_of(call), *size = size_of(call);
    const struct source_file *file = call->file;
    const struct node *statement = node_statement(call);
    while (statement->parent != NULL && statement->parent->kind != NODE_BLOCK) {
        statement = statement->parent;
    }
    if (statement->parent == NULL || statement->origin != ORIGIN_FILE) {
        refuse_at(c, "lifetime-not-converted", call, plan->variable->name,
                  "'%s' is allocated inside of a macro", plan->variable->name);
        return;
    }
    const char *length = rendered(c, file, count->begin, count->end);
    change(c, file, statement->begin, statement->begin,
           TEXT(c, "%s->%s = %s;\n%s", c->state, length_field(c, plan), length,
                indent_at(c, file, statement->begin)),
           reason);
    const char *zeroing = allocator_of(call)->zeroing;
    if (strcmp(call_name(call), zeroing) != 0) {
        change_cover(c, file, call->begin, call->end,
                     TEXT(c, "%s(%s, %s)", zeroing, length,
                          text_of(c, file, size->begin, size->end)),
                     reason);
    }
}

void
edit_vectors(struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_VECTOR
            && allocation_of(plan->variable) != NULL)
        {
            edit_vector(c, plan);
        }
    }
}
