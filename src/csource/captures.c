/* What lambdas capture by a value: `[n = calls++, &c = total]`.  libclang shows next to nothing
 * of that. */
#include <string.h>

#include "csource/unit.h"
#include "model/tokens.h"

/* Does a local of FUNCTION hide what has its name outside? */
static bool
is_hidden(const struct reader *reader, const struct function *function, const char *name)
{
    for (size_t i = 0; i < reader->variables.n_items; i++) {
        const struct variable *variable = reader->variables.items[i];
        if (variable->storage == STORAGE_AUTOMATIC && variable->owner == function
            && strcmp(variable->name, name) == 0)
        {
            return true;
        }
    }
    return false;
}

static const struct node *
child_at(const struct node *node, uint32_t begin)
{
    const struct node *child = node->first;
    while (child != NULL && child->begin != begin) {
        child = child->next;
    }
    return child;
}

/* Token I of FILE, in what LAMBDA captures, names VARIABLE. */
static void
add_capture(struct unit *unit, struct node *lambda, const struct source_file *file, size_t i,
            struct variable *variable)
{
    uint32_t begin = file->tokens[i].begin;
    struct node *use = (struct node *)(uintptr_t)child_at(lambda, begin);
    if (use == NULL || use->kind != NODE_NAME) {
        use = ARENA_NEW(unit->reader->arena, struct node);
        *use = *lambda;
        use->kind = NODE_NAME;
        use->op = OP_NONE;
        use->first = NULL;
        use->parent = lambda;
        use->next = lambda->first;
        lambda->first = use;
        use->variable = variable;
        use->type = variable->type;
        use->text = variable->name;
        if (lambda->origin != ORIGIN_MACRO) {
            use->begin = begin;
            use->end = file->tokens[i].end;
        }
    }
    use->is_written = true;
    use->is_address_taken = true;
}

/* A word in a value: each static of that name counts as written. */
static void
read_word(struct unit *unit, struct node *lambda, const struct source_file *file, size_t i)
{
    const struct reader *reader = unit->reader;
    for (size_t k = 0; k < reader->variables.n_items; k++) {
        struct variable *variable = reader->variables.items[k];
        if (variable->storage != STORAGE_AUTOMATIC && token_is(file, i, variable->name)
            && !is_hidden(reader, lambda->within, variable->name))
        {
            add_capture(unit, lambda, file, i, variable);
            return;
        }
    }
}

void
unit_read_captures(struct unit *unit, struct node *lambda)
{
    bool is_macro = lambda->origin == ORIGIN_MACRO;
    const struct source_file *file = is_macro ? lambda->macro_file : lambda->file;
    size_t i = file != NULL
                   ? source_token(file, is_macro ? lambda->macro_offset : lambda->begin)
                   : 0;
    if (file == NULL || !token_is(file, i, "[")) {
        return;
    }
    size_t depth = 0;
    bool is_value = false;
    do {
        bool opens = token_is(file, i, "[") || token_is(file, i, "(") || token_is(file, i, "{");
        bool closes =
            token_is(file, i, "]") || token_is(file, i, ")") || token_is(file, i, "}");
        depth += opens;
        depth -= closes;
        is_value = (is_value || depth > 1 || token_is(file, i, "="))
                   && !(depth == 1 && token_is(file, i, ","));
        if (is_value && file->tokens[i].kind == TOKEN_IDENTIFIER) {
            read_word(unit, lambda, file, i);
        }
        i = token_after(file, i);
    } while (depth > 0 && i < file->n_tokens);
}
