#include <string.h>

#include "csource/unit.h"
#include "model/tokens.h"

/* --- in the text ---------------------------------------------------------- */

static const struct {
    const char *text;
    uint16_t op;
} long_operators[] = {
    {"==", OP_EQUAL},
    {"!=", OP_NOT_EQUAL},
    {"<=", OP_LESS_EQUAL},
    {">=", OP_GREATER_EQUAL},
    {"&&", OP_AND},
    {"||", OP_OR},
    {"<<", OP_SHIFT_LEFT},
    {">>", OP_SHIFT_RIGHT},
    {"++", OP_INCREMENT},
    {"--", OP_DECREMENT},
    {"<<=", OP_SHIFT_LEFT},
    {">>=", OP_SHIFT_RIGHT},
    {"->", '>'},
};

/* The op of the SIZE bytes at TEXT; of a compound assignment that of its
 * operation. */
static uint16_t
op_of(const char *text, size_t size)
{
    for (size_t i = 0; i < ARRAY_LENGTH(long_operators); i++) {
        if (strlen(long_operators[i].text) == size
            && memcmp(long_operators[i].text, text, size) == 0)
        {
            return long_operators[i].op;
        }
    }
    return size != 0 ? (unsigned char)text[0] : OP_NONE;
}

static bool
is_token(const struct source_file *file, size_t i, char text)
{
    const struct token *token = &file->tokens[i];
    return token->kind == TOKEN_PUNCTUATOR && file->text[token->begin] == text
           && token->end - token->begin == 1;
}

/* Does the comma at token I separate arguments: stands what opens its parentheses behind a
 * name? */
static bool
separates_arguments(const struct source_file *file, size_t i)
{
    size_t depth = 1;
    for (i = token_before(file, i); i < file->n_tokens; i = token_before(file, i)) {
        depth += (size_t)is_token(file, i, ')');
        if (is_token(file, i, '(') && --depth == 0) {
            i = token_before(file, i);
            return i < file->n_tokens && file->tokens[i].kind == TOKEN_IDENTIFIER;
        }
    }
    return false;
}

/* The punctuator between the first and the second child, in the text; none, where one use
 * of a macro gives both, or they are two of its arguments. */
static uint16_t
binary_op_in_text(const struct node *node)
{
    const struct node *left = node->first, *right = left ? left->next : NULL;
    if (right == NULL || left->file != right->file || left->file == NULL
        || left->end > right->begin)
    {
        return OP_NONE;
    }
    const struct source_file *file = left->file;
    for (size_t i = source_token(file, left->end);
         i < file->n_tokens && file->tokens[i].begin < right->begin; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->kind == TOKEN_PUNCTUATOR && file->text[token->begin] != ')') {
            bool is_between = left->origin == ORIGIN_ARGUMENT && is_token(file, i, ',')
                              && separates_arguments(file, i);
            return is_between
                       ? OP_NONE
                       : op_of(file->text + token->begin, token->end - token->begin);
        }
    }
    return OP_NONE;
}

/* The punctuator in front of the second child, where a macro of the project spells it. */
static uint16_t
binary_op_in_macro(const struct node *node)
{
    const struct node *right = node->first != NULL ? node->first->next : NULL;
    const struct source_file *file = right != NULL ? right->macro_file : NULL;
    if (file == NULL || node->macro_file != file || right->origin != ORIGIN_MACRO) {
        return OP_NONE;
    }
    size_t i = source_token(file, right->macro_offset);
    while (i > 0 && i <= file->n_tokens && is_token(file, i - 1, '(')) {
        i--;
    }
    if (i == 0 || i > file->n_tokens || file->tokens[i - 1].begin < node->macro_offset
        || file->tokens[i - 1].kind != TOKEN_PUNCTUATOR || is_token(file, i - 1, ')'))
    {
        return OP_NONE;
    }
    const struct token *token = &file->tokens[i - 1];
    return op_of(file->text + token->begin, token->end - token->begin);
}

static uint16_t
unary_op_in_text(const struct node *node)
{
    const struct source_file *file = node->file;
    if (file == NULL || node->first == NULL || node->origin == ORIGIN_MACRO) {
        return OP_NONE;
    }
    bool is_postfix = node->begin == node->first->begin; /* `((T *)p)->n++`, too */
    size_t i = source_token(file, is_postfix ? node->first->end : node->begin);
    if (i >= file->n_tokens || file->tokens[i].kind != TOKEN_PUNCTUATOR) {
        return OP_NONE;
    }
    uint16_t op = op_of(file->text + file->tokens[i].begin,
                        file->tokens[i].end - file->tokens[i].begin);
    /* Behind a macro's argument stands what the macro gets. */
    return is_postfix && op != OP_INCREMENT && op != OP_DECREMENT ? OP_NONE : op;
}

/* The punctuator behind the first child, where a macro of the project spells that between
 * parentheses, and the second in one of its own (NULL). */
static uint16_t
binary_op_behind_parentheses(const struct node *node)
{
    const struct node *left = node->first;
    const struct source_file *file = node->macro_file;
    if (left == NULL || file == NULL || left->kind != NODE_PAREN || left->macro_file != file
        || left->macro_offset != node->macro_offset || left->origin != ORIGIN_MACRO)
    {
        return OP_NONE;
    }
    int depth = 0;
    for (size_t i = source_token(file, left->macro_offset); i < file->n_tokens; i++) {
        depth += is_token(file, i, '(') - is_token(file, i, ')');
        const struct token *next = &file->tokens[i + 1];
        if (depth == 0) {
            return i + 1 < file->n_tokens && next->kind == TOKEN_PUNCTUATOR
                           && next->directive == file->tokens[i].directive
                       ? op_of(file->text + next->begin, next->end - next->begin)
                       : OP_NONE;
        }
    }
    return OP_NONE;
}

/* The punctuator that NODE begins with, where a macro of the project spells it: one behind
 * an operand begins with that. */
static uint16_t
unary_op_in_macro(const struct node *node)
{
    const struct source_file *file = node->macro_file;
    if (file == NULL || node->origin != ORIGIN_MACRO) {
        return OP_NONE;
    }
    size_t i = source_token(file, node->macro_offset);
    if (i >= file->n_tokens || file->tokens[i].begin != node->macro_offset
        || file->tokens[i].kind != TOKEN_PUNCTUATOR || is_token(file, i, '('))
    {
        return OP_NONE;
    }
    return op_of(file->text + file->tokens[i].begin,
                 file->tokens[i].end - file->tokens[i].begin);
}

/* --- by shape: old libclangs, in macros ------------------------------------ */

/* Without operator kinds and without text there is still the shape: where a
 * value is wanted, clang puts an implicit cast (an unexposed expression) around
 * an object; where the object itself is, it does not. */

static enum CXChildVisitResult
take_first(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    *(CXCursor *)data = cursor;
    return CXChildVisit_Break;
}

static bool
same_type(const struct type *a, const struct type *b)
{
    return a != NULL && b != NULL && strcmp(a->canonical, b->canonical) == 0;
}

/* Is the first operand of CURSOR, below parentheses, an object and not a value? */
static bool
has_object_operand(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    CXCursor operand = cursor;
    clang->visitChildren(cursor, take_first, &operand);
    while (clang->getCursorKind(operand) == CXCursor_ParenExpr) {
        clang->visitChildren(operand, take_first, &operand);
    }
    switch (clang->getCursorKind(operand)) {
    case CXCursor_DeclRefExpr:
    case CXCursor_MemberRefExpr:
    case CXCursor_ArraySubscriptExpr:
        return true;
    case CXCursor_UnaryOperator: { /* *p is an object, -x is none */
        CXCursor inner = operand;
        clang->visitChildren(operand, take_first, &inner);
        const struct type *type = unit_type(unit, clang->getCursorType(inner));
        return type != NULL && type->kind == TYPE_POINTER
               && same_type(type->target,
                            unit_type(unit, clang->getCursorType(operand)));
    }
    default:
        return false;
    }
}

static uint16_t
unary_op_by_shape(struct unit *unit, CXCursor cursor, const struct node *node)
{
    const struct type *operand = node->first ? node->first->type : NULL;
    const struct type *type = node->type;
    if (operand == NULL || type == NULL) {
        return OP_NONE;
    }
    if (type->kind == TYPE_POINTER && same_type(type->target, operand)) {
        return OP_ADDRESS;
    }
    if (operand->kind == TYPE_POINTER && same_type(operand->target, type)) {
        return OP_DEREFERENCE;
    }
    return has_object_operand(unit, cursor) ? OP_INCREMENT : OP_NONE;
}

static bool
is_void(const struct node *operand)
{
    operand = node_bare(operand);
    return operand != NULL && operand->type != NULL && operand->type->kind == TYPE_VOID;
}

/* Whether the operator of a binary node is an assignment cannot be told from
 * its op alone: `<=` is none, `=` is one. */
void
node_set_binary_op(struct unit *unit, CXCursor cursor, struct node *node)
{
    if (unit->clang->has_operator_kinds) {
        enum CXBinaryOperatorKind kind =
            unit->clang->getCursorBinaryOperatorKind(cursor);
        const char *text =
            unit_intern(unit, unit->clang->getBinaryOperatorKindSpelling(kind));
        node->op = op_of(text, strlen(text));
        if (kind == CXBinaryOperator_Assign) {
            node->kind = NODE_ASSIGN;
        }
        return;
    }
    node->op = binary_op_in_text(node);
    node->op = node->op != OP_NONE ? node->op : binary_op_in_macro(node);
    node->op = node->op != OP_NONE ? node->op : binary_op_behind_parentheses(node);
    if (node->op == OP_NONE && is_void(node->first)) {
        node->op = ','; /* no other takes that: an assertion before the value */
    }
    if (node->kind == NODE_BINARY
        && (node->op == '='
            || (node->op == OP_NONE && has_object_operand(unit, cursor))))
    {
        node->kind = NODE_ASSIGN;
        node->op = '=';
    }
}

uint16_t
node_unary_op(struct unit *unit, CXCursor cursor, const struct node *node)
{
    if (unit->clang->has_operator_kinds) {
        switch (unit->clang->getCursorUnaryOperatorKind(cursor)) {
        case CXUnaryOperator_PostInc:
        case CXUnaryOperator_PreInc:
            return OP_INCREMENT;
        case CXUnaryOperator_PostDec:
        case CXUnaryOperator_PreDec:
            return OP_DECREMENT;
        case CXUnaryOperator_AddrOf:
            return OP_ADDRESS;
        case CXUnaryOperator_Deref:
            return OP_DEREFERENCE;
        case CXUnaryOperator_Plus:
            return '+';
        case CXUnaryOperator_Minus:
            return '-';
        case CXUnaryOperator_Not:
            return '~';
        case CXUnaryOperator_LNot:
            return OP_NOT;
        default:
            return OP_NONE;
        }
    }
    uint16_t op = unary_op_in_text(node);
    op = op != OP_NONE ? op : unary_op_in_macro(node);
    return op != OP_NONE ? op : unary_op_by_shape(unit, cursor, node);
}
