/* `PyObject *m = module = PyModule_Create(&def);`: the module is put into one variable, and then
 * from that into the other.  The text means the same afterwards, and each statement can be edited. */
#include "convert/preparation/chained_creation.h"

#include <string.h>

#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "extension/calls.h"
#include "extension/expression.h"

static char *
copied(struct arena *arena, const struct source_file *file, uint32_t begin, uint32_t end)
{
    return arena_copy(arena, file->text + begin, end - begin);
}

/* The statement of a block, an assignment or the declaration of one variable, that puts VALUE into
 * something; NULL: it is none. */
static const struct node *
statement_around(const struct node *value)
{
    const struct node *parent = node_outer(value)->parent;
    const struct node *statement = parent;
    if (parent != NULL && parent->kind == NODE_VARIABLE) {
        statement = parent->parent;
        if (statement->kind != NODE_DECLARATIONS || node_n_children(statement) != 1) {
            return NULL;
        }
    }
    else if (parent == NULL || parent->kind != NODE_ASSIGN || parent->op != '=') {
        return NULL;
    }
    bool is_whole = statement->parent != NULL && statement->parent->kind == NODE_BLOCK;
    return is_whole && statement->origin == ORIGIN_FILE ? statement : NULL;
}

/* `module = PyModule_Create(&def)` around USE, the definition, as a part of an expression; or
 * NULL. */
static const struct node *
inner_assignment(const struct node *use)
{
    const struct node *call = call_around(use, NULL);
    const struct node *assign =
        call != NULL && CALL_IS(call, "PyModule_Create", "PyModule_Create2")
            ? node_outer(call)->parent
            : NULL;
    bool is_one = assign != NULL && assign->kind == NODE_ASSIGN && assign->op == '='
                  && assign->origin == ORIGIN_FILE && node_bare(assign->first) == assign->first
                  && assign->first->kind == NODE_NAME;
    return is_one && assign->parent->kind != NODE_BLOCK ? assign : NULL;
}

void
prepare_chained_creation(struct arena *arena, struct edits *edits,
                         const struct variable *definition)
{
    for (size_t i = 0; i < definition->n_uses; i++) {
        const struct node *inner = inner_assignment(definition->uses[i]);
        const struct node *statement = inner != NULL ? statement_around(inner) : NULL;
        if (statement == NULL || statement->file != inner->file) {
            continue;
        }
        const struct source_file *file = statement->file;
        const struct node *value = node_outer(inner), *first = inner->first;
        uint32_t line = line_begin(file, statement->begin);
        const char *indent =
            copied(arena, file, line, line + (uint32_t)strspn(file->text + line, " \t"));
        edits_add(edits, file, statement->begin, statement->begin,
                  arena_format(arena, "%s;\n%s", copied(arena, file, inner->begin, inner->end),
                               indent),
                  "one statement for each variable");
        edits_cover(edits, file, value->begin, value->end,
                    copied(arena, file, first->begin, first->end),
                    "one statement for each variable");
    }
}
