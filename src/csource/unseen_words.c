/* What libclang shows next to nothing of: what lambdas capture by a value, `[n = calls++, &c =
 * total]`, and what stands in a switch in front of its value, `switch (n = calls++; n)`. */
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

static void
append(struct node *node, struct node *child)
{
    struct node *last = (struct node *)(uintptr_t)node->first;
    while (last != NULL && last->next != NULL) {
        last = (struct node *)(uintptr_t)last->next;
    }
    if (last != NULL) {
        last->next = child;
    }
    else {
        node->first = child;
    }
}

/* Token I of FILE, in NODE, names VARIABLE. */
static void
add_use(struct unit *unit, struct node *node, const struct source_file *file, size_t i,
        struct variable *variable)
{
    uint32_t begin = file->tokens[i].begin;
    struct node *use = (struct node *)(uintptr_t)child_at(node, begin);
    if (use == NULL || use->kind != NODE_NAME) {
        use = ARENA_NEW(unit->reader->arena, struct node);
        *use = *node;
        use->kind = NODE_NAME;
        use->op = OP_NONE;
        use->first = NULL;
        use->parent = node;
        use->next = NULL;
        use->variable = variable;
        use->type = variable->type;
        use->text = variable->name;
        if (node->origin != ORIGIN_MACRO) {
            use->begin = begin;
            use->end = file->tokens[i].end;
        }
        append(node, use);
    }
    use->is_written = true;
    use->is_address_taken = true;
}

/* A word: each static of that name counts as written. */
static void
read_word(struct unit *unit, struct node *node, const struct source_file *file, size_t i)
{
    const struct reader *reader = unit->reader;
    for (size_t k = 0; k < reader->variables.n_items; k++) {
        struct variable *variable = reader->variables.items[k];
        if (variable->storage != STORAGE_AUTOMATIC && token_is(file, i, variable->name)
            && !is_hidden(reader, node->within, variable->name))
        {
            add_use(unit, node, file, i, variable);
            return;
        }
    }
}

/* The file in which NODE is spelled, and its first token there; NULL: in none. */
static const struct source_file *
spelled_in(const struct node *node, size_t *out_first)
{
    bool is_macro = node->origin == ORIGIN_MACRO;
    const struct source_file *file = is_macro ? node->macro_file : node->file;
    if (file != NULL) {
        *out_first = source_token(file, is_macro ? node->macro_offset : node->begin);
    }
    return file;
}

void
unit_read_captures(struct unit *unit, struct node *lambda)
{
    size_t i = 0;
    const struct source_file *file = spelled_in(lambda, &i);
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

void
unit_read_switch_head(struct unit *unit, struct node *node)
{
    size_t i = 0;
    const struct source_file *file = spelled_in(node, &i);
    size_t open = file != NULL ? token_after(file, i) : 0;
    size_t close = file != NULL && token_is(file, open, "(") ? token_closing(file, open) : 0;
    size_t end = open;
    for (size_t k = open; k < close; k = token_after(file, k)) {
        end = token_is(file, k, ";") ? k : end;
    }
    for (size_t k = open; k < end; k = token_after(file, k)) {
        if (file->tokens[k].kind == TOKEN_IDENTIFIER) {
            read_word(unit, node, file, k);
        }
    }
}
