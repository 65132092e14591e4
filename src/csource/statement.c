#include <string.h>

#include "base/strbuf.h"
#include "csource/unit.h"
#include "model/tokens.h"

/* Is NODE what ends a round: `i++`, `i = …`? */
static bool
is_step(const struct node *node)
{
    return node->kind == NODE_ASSIGN
           || (node->kind == NODE_UNARY
               && (node->op == OP_INCREMENT || node->op == OP_DECREMENT));
}

/* Is NODE what only a condition is: a comparison, or a value that nothing is done with?  The
 * operator in a macro is not known to each libclang; those of a comma do something. */
static bool
is_condition(const struct node *node)
{
    switch (node->kind) {
    case NODE_BINARY:
        if (node->op == OP_NONE) {
            return !is_step(node->first) && !is_step(node->first->next);
        }
        return node->op == '<' || node->op == '>' || node->op == OP_LESS_EQUAL
               || node->op == OP_GREATER_EQUAL || node->op == OP_EQUAL
               || node->op == OP_NOT_EQUAL || node->op == OP_AND || node->op == OP_OR;
    case NODE_UNARY:
        return node->op == OP_NOT;
    default:
        return node->kind == NODE_NAME || node->kind == NODE_MEMBER;
    }
}

/* The parts of NODE, told by what they are, as its text is that of a macro; "" if that does not
 * tell. */
static const char *
parts_by_kind(const struct node *node)
{
    const struct node *first = node->first;
    const struct node *second = first != NULL ? first->next : NULL;
    if (second == NULL) {
        return "b";
    }
    bool is_declaration = first->kind == NODE_DECLARATIONS;
    if (is_condition(first)) {
        return second->next == NULL ? "cb" : "cnb";
    }
    if (second->next == NULL) {
        return is_declaration ? "ib" : "";
    }
    return is_condition(second)                                                   ? "icb"
           : (is_declaration || first->kind == NODE_ASSIGN) && is_step(second) ? "inb"
                                                                                : "";
}

const char *
node_for_parts(struct unit *unit, const struct node *node)
{
    if (node_n_children(node) == 4) {
        return "icnb";
    }
    const struct source_file *file = node->file;
    size_t i = source_token(file, node->begin);
    if (node->origin == ORIGIN_MACRO || !token_is(file, i, "for")) {
        return parts_by_kind(node);
    }
    uint32_t ends[3] = {0, 0, 0}; /* both semicolons, the bracket */
    size_t n_ends = 0, depth = 0;
    for (i = token_after(file, i); i < file->n_tokens && n_ends < 3;
         i = token_after(file, i))
    {
        if (token_is(file, i, "(") || token_is(file, i, "{") || token_is(file, i, "["))
        {
            depth++;
        }
        else if (token_is(file, i, ")") || token_is(file, i, "}")
                 || token_is(file, i, "]"))
        {
            if (--depth == 0) {
                ends[n_ends++] = file->tokens[i].begin;
                break;
            }
        }
        else if (depth == 1 && token_is(file, i, ";")) {
            ends[n_ends++] = file->tokens[i].begin;
        }
    }
    if (n_ends != 3) {
        return "";
    }
    CLEANUP(strbuf_done) struct strbuf parts = STRBUF_INIT;
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        size_t part = 0;
        while (part < 3 && child->begin >= ends[part]) {
            part++;
        }
        strbuf_add_char(&parts, "icnb"[part]);
    }
    return arena_copy(unit->reader->arena, parts.text, parts.size);
}

void
node_drop_semicolon(struct node *node)
{
    const struct source_file *file = node->file;
    if (node->end == 0 || node->end > file->size || file->text[node->end - 1] != ';') {
        return;
    }
    size_t last = source_token(file, node->end - 1);
    size_t before = last < file->n_tokens ? token_before(file, last) : file->n_tokens;
    if (before < file->n_tokens && file->tokens[before].end > node->begin) {
        node->end = file->tokens[before].end;
    }
}
