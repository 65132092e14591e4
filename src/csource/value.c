#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "csource/unit.h"
#include "model/tokens.h"

void
node_set_value(struct node *node, int64_t value)
{
    node->has_value = true;
    node->value = value;
}

void
node_evaluate(struct unit *unit, CXCursor cursor, struct node *node)
{
    CXEvalResult result = unit->clang->Cursor_Evaluate(cursor);
    if (result == NULL) {
        return;
    }
    if (unit->clang->EvalResult_getKind(result) == CXEval_Int) {
        node_set_value(node, unit->clang->EvalResult_getAsLongLong(result));
    }
    unit->clang->EvalResult_dispose(result);
}

/* What A op B is, for the operators that flags and sizes are made with. */
static bool
fold(uint16_t op, int64_t a, int64_t b, int64_t *out_value)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (op) {
    case '+':
        *out_value = (int64_t)(x + y);
        return true;
    case '-':
        *out_value = (int64_t)(x - y);
        return true;
    case '*':
        *out_value = (int64_t)(x * y);
        return true;
    case '|':
        *out_value = (int64_t)(x | y);
        return true;
    case '&':
        *out_value = (int64_t)(x & y);
        return true;
    case '^':
        *out_value = (int64_t)(x ^ y);
        return true;
    case OP_SHIFT_LEFT:
        *out_value = (int64_t)(y < 64 ? x << y : 0);
        return true;
    case OP_SHIFT_RIGHT:
        *out_value = (int64_t)(y < 64 ? x >> y : 0);
        return true;
    default:
        return false;
    }
}

void
node_fold(struct node *node)
{
    const struct node *first = node->first;
    if (first == NULL || !first->has_value) {
        return;
    }
    const struct node *second = first->next;
    switch (node->kind) {
    case NODE_PAREN:
    case NODE_CAST:
        if (node->type != NULL
            && (node->type->kind == TYPE_INTEGER || node->type->kind == TYPE_POINTER))
        {
            node_set_value(node, first->value);
        }
        break;
    case NODE_UNARY:
        switch (node->op) {
        case '-':
            node_set_value(node, (int64_t)(0 - (uint64_t)first->value));
            break;
        case '+':
            node_set_value(node, first->value);
            break;
        case '~':
            node_set_value(node, ~first->value);
            break;
        case OP_NOT:
            node_set_value(node, !first->value);
            break;
        default:
            break;
        }
        break;
    case NODE_BINARY: {
        int64_t value;
        if (second != NULL && second->has_value
            && fold(node->op, first->value, second->value, &value))
        {
            node_set_value(node, value);
        }
        break;
    }
    default:
        break;
    }
}

const char *
unit_string_contents(struct unit *unit, const char *literal)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    const char *c = strchr(literal, '"');
    size_t size = strlen(literal);
    const char *end = literal + size - (size != 0 && literal[size - 1] == '"');
    static const char names[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    for (c = c ? c + 1 : literal; c < end; c++) {
        if (*c != '\\' || c + 1 >= end) {
            strbuf_add_char(&text, *c);
            continue;
        }
        c++;
        const char *name = strchr(names, *c);
        if (name != NULL) {
            strbuf_add_char(&text, values[name - names]);
        }
        else if (*c >= '0' && *c <= '7') {
            char digits[4] = {0};
            for (size_t i = 0; i < 3 && c < end && *c >= '0' && *c <= '7'; i++) {
                digits[i] = *c++;
            }
            c--;
            strbuf_add_char(&text, (char)strtol(digits, NULL, 8));
        }
        else {
            strbuf_add_char(&text, *c);
        }
    }
    return unit_intern_text(unit, text.text);
}

/* --- data ----------------------------------------------------------------- */

enum { TABLE_TOKENS = 4096 }; /* a list with more of them counts as a big one */

bool
node_is_big_table(const struct node *list)
{
    const struct type *type = list->type;
    const struct source_file *file = list->file;
    bool is_const = false; /* clang says it of the array or of its elements */
    while (type != NULL && type->kind == TYPE_ARRAY) {
        is_const = is_const || type->is_const;
        type = type->target;
    }
    bool is_number =
        type != NULL && (type->kind == TYPE_INTEGER || type->kind == TYPE_FLOAT);
    if (!is_number || !(is_const || type->is_const) || file == NULL
        || list->origin != ORIGIN_FILE)
    {
        return false;
    }
    size_t first = source_token(file, list->begin);
    if (file->n_tokens - first < TABLE_TOKENS) {
        return false;
    }
    size_t i = first;
    for (; i < file->n_tokens && file->tokens[i].begin < list->end; i++) {
        const struct token *token = &file->tokens[i];
        bool is_plain = token->kind == TOKEN_NUMBER || token->kind == TOKEN_CHARACTER
                        || token->kind == TOKEN_COMMENT
                        || (token->kind == TOKEN_PUNCTUATOR
                            && strchr("{},-+", file->text[token->begin]) != NULL);
        if (!is_plain || token->directive != 0) {
            return false;
        }
    }
    return i - first >= TABLE_TOKENS;
}
