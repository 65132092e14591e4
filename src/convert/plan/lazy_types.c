/* Types that are made ready when they are first needed: in constructors, and in functions
 * of the module.  Exec makes the heap type; PyType_Ready, the questions around it and what
 * follows its failure go where they are a statement. */
#include "convert/plan/lazy_types.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/facts/ready_calls.h"
#include "model/extent.h"

struct lazy_types {
    const struct lazy_ready *items;
    size_t n_items, capacity;
};

void
lazy_types_begin(struct conversion *c)
{
    c->lazy_types = ARENA_NEW(c->arena, struct lazy_types);
}

const struct lazy_ready *
lazy_ready_at(const struct conversion *c, size_t i)
{
    return i < c->lazy_types->n_items ? &c->lazy_types->items[i] : NULL;
}

bool
is_in_lazy_ready(const struct conversion *c, const struct source_file *file,
                 uint32_t offset)
{
    const struct lazy_ready *ready;
    for (size_t i = 0; (ready = lazy_ready_at(c, i)) != NULL; i++) {
        if (ready->file == file && ready->range.begin <= offset
            && offset < ready->range.end)
        {
            return true;
        }
    }
    return false;
}

/* Does CONDITION ask for nothing but TYPE, without changing it? */
static bool
asks_for_type(const struct node *condition, const struct variable *type)
{
    static const char *const asking[] = {"PyType_Ready", "PyType_HasFeature",
                                         "PyType_GetFlags", "Py_TYPE"};
    for (const struct node *n = condition; n != NULL; n = node_after(n, condition)) {
        bool is_known = n->kind != NODE_NAME || n->function == NULL;
        for (size_t i = 0; !is_known && i < ARRAY_LENGTH(asking); i++) {
            is_known = strcmp(n->function->name, asking[i]) == 0;
        }
        if (!is_known || n->kind == NODE_ASSIGN
            || (n->kind == NODE_NAME && n->variable != NULL && n->variable != type
                && !n->has_value))
        {
            return false;
        }
    }
    return true;
}

static bool
is_block_statement(const struct node *node)
{
    return node->parent != NULL && node->parent->kind == NODE_BLOCK
           && node->origin == ORIGIN_FILE;
}

/* The `if` that leaves its function when CALL fails, or CALL, if nobody asks; NULL: it is
 * part of something else. */
static const struct node *
ready_statement(const struct node *call, const struct variable *type)
{
    bool is_success;
    const struct node *test = ready_failure(call, &is_success);
    const struct node *condition = test != NULL ? test : call;
    while (condition->parent != NULL
           && (condition->parent->kind == NODE_PAREN
               || (condition->parent->kind == NODE_BINARY
                   && condition->parent->op == OP_AND)))
    {
        condition = condition->parent;
    }
    const struct node *question = condition->parent;
    if (condition == call && is_block_statement(call)) {
        return call;
    }
    return question != NULL && question->kind == NODE_IF && question->first == condition
                   && !is_success && is_block_statement(question)
                   && leaves(node_child(question, 1)) && node_child(question, 2) == NULL
                   && asks_for_type(condition, type)
               ? question
               : NULL;
}

/* The `if (type.tp_dict == NULL)` around STATEMENT, which is all that it does; or that. */
static const struct node *
with_guards(const struct node *statement, const struct variable *type)
{
    for (;;) {
        const struct node *block = statement->parent, *guard = block->parent;
        if (block->first != statement || statement->next != NULL || guard == NULL
            || guard->kind != NODE_IF || node_child(guard, 1) != block
            || node_child(guard, 2) != NULL || !is_block_statement(guard)
            || !asks_for_type(guard->first, type))
        {
            return statement;
        }
        statement = guard;
    }
}

void
plan_lazy_ready(struct conversion *c, const struct variable *type,
                const struct node *call)
{
    const struct node *statement =
        call->origin == ORIGIN_FILE ? ready_statement(call, type) : NULL;
    if (statement == NULL) {
        return; /* it is ready already, and says so */
    }
    statement = with_guards(statement, type);
    struct lazy_types *all = ARENA_NEW(c->arena, struct lazy_types);
    struct lazy_ready ready = {
        statement->file,
        {statement->begin, after_semicolon(statement->file, statement->end)}};
    *all = *c->lazy_types;
    ARENA_ADD(c->arena, all->items, all->n_items, all->capacity, &ready);
    c->lazy_types = all;
}
