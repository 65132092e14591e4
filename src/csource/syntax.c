#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "csource/unit.h"
#include "model/tokens.h"

/* --- kinds --------------------------------------------------------------- */

static enum node_kind
kind_of(enum CXCursorKind kind)
{
    switch (kind) {
    case CXCursor_CompoundStmt:
        return NODE_BLOCK;
    case CXCursor_DeclStmt:
        return NODE_DECLARATIONS;
    case CXCursor_VarDecl:
        return NODE_VARIABLE;
    case CXCursor_IfStmt:
        return NODE_IF;
    case CXCursor_ForStmt:
        return NODE_FOR;
    case CXCursor_WhileStmt:
        return NODE_WHILE;
    case CXCursor_DoStmt:
        return NODE_DO;
    case CXCursor_SwitchStmt:
        return NODE_SWITCH;
    case CXCursor_CaseStmt:
        return NODE_CASE;
    case CXCursor_DefaultStmt:
        return NODE_DEFAULT;
    case CXCursor_LabelStmt:
        return NODE_LABEL;
    case CXCursor_GotoStmt:
        return NODE_GOTO;
    case CXCursor_BreakStmt:
        return NODE_BREAK;
    case CXCursor_ContinueStmt:
        return NODE_CONTINUE;
    case CXCursor_ReturnStmt:
        return NODE_RETURN;
    case CXCursor_CXXThrowExpr:
        return NODE_THROW;
    case CXCursor_NullStmt:
        return NODE_EMPTY;
    case CXCursor_DeclRefExpr:
        return NODE_NAME;
    case CXCursor_MemberRefExpr:
        return NODE_MEMBER;
    case CXCursor_ArraySubscriptExpr:
        return NODE_SUBSCRIPT;
    case CXCursor_CallExpr:
        return NODE_CALL;
    case CXCursor_UnaryOperator:
        return NODE_UNARY;
    case CXCursor_BinaryOperator:
        return NODE_BINARY;
    case CXCursor_CompoundAssignOperator:
        return NODE_ASSIGN;
    case CXCursor_ConditionalOperator:
        return NODE_CONDITIONAL;
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXFunctionalCastExpr:
        return NODE_CAST;
    case CXCursor_ParenExpr:
        return NODE_PAREN;
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_CXXBoolLiteralExpr:
    case CXCursor_CXXNullPtrLiteralExpr:
    case CXCursor_GNUNullExpr:
        return NODE_NUMBER;
    case CXCursor_StringLiteral:
        return NODE_STRING;
    case CXCursor_UnaryExpr:
        return NODE_SIZEOF;
    case CXCursor_InitListExpr:
        return NODE_INIT_LIST;
    case CXCursor_CompoundLiteralExpr:
        return NODE_COMPOUND_LITERAL;
    case CXCursor_StmtExpr:
        return NODE_STATEMENT_EXPRESSION;
    default:
        return NODE_OTHER;
    }
}

/* References to types, labels and fields, attributes, parameters of function
 * types: no code of their own. */
static bool
is_left_out(enum CXCursorKind kind)
{
    return (kind >= CXCursor_FirstRef && kind <= CXCursor_LastRef)
           || (kind >= CXCursor_FirstAttr && kind <= CXCursor_LastAttr)
           || kind == CXCursor_ParmDecl || kind == CXCursor_EnumDecl
           || kind == CXCursor_TypedefDecl || kind == CXCursor_TypeAliasDecl;
}

/* --- the tree ------------------------------------------------------------ */

struct siblings {
    struct unit *unit;
    struct node *parent;
    struct node *last;
    struct macro_use around; /* gives all of them */
    struct macro_use inner;  /* gives all of the last one */
};

/* In C a name or a number is one word of the text. */
static bool
is_one_word(enum CXCursorKind kind)
{
    return kind == CXCursor_DeclRefExpr || kind == CXCursor_IntegerLiteral
           || kind == CXCursor_FloatingLiteral;
}

static void build(struct siblings *siblings, CXCursor cursor);
static void build_in(struct siblings *siblings, CXCursor cursor, CXSourceRange range);

static enum CXChildVisitResult
visit_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    build(data, cursor);
    return CXChildVisit_Continue;
}

static void
build_children(struct unit *unit, struct node *node, CXCursor cursor,
               const struct macro_use *around)
{
    struct siblings siblings = {unit, node, NULL, *around, *around};
    if (unit->depth >= LIMIT_SYNTAX_DEPTH) {
        unit->is_too_deep = true;
        return;
    }
    unit->depth++;
    unit->clang->visitChildren(cursor, visit_child, &siblings);
    unit->depth--;
}

static struct node *
new_node(struct siblings *siblings, enum node_kind kind, CXSourceRange range)
{
    struct unit *unit = siblings->unit;
    struct node *node = ARENA_NEW(unit->reader->arena, struct node);
    struct extent extent = unit_extent(unit, range, &siblings->around);
    siblings->inner = unit->is_cxx ? siblings->around : extent.use;
    node->kind = (uint16_t)kind;
    node->origin = (uint8_t)extent.origin;
    node->file = extent.entry ? &extent.entry->file : NULL;
    node->begin = extent.begin;
    node->end = extent.end;
    if (extent.spelled.entry != NULL && extent.spelled.entry->file.is_project) {
        node->macro_file = &extent.spelled.entry->file;
        node->macro_offset = extent.spelled.offset;
    }
    node->within = unit->within ? &unit->within->function : NULL;
    node->holder = unit->holder ? &unit->holder->variable : NULL;
    node->parent = siblings->parent;
    if (siblings->last != NULL) {
        siblings->last->next = node;
    }
    else if (siblings->parent != NULL) {
        siblings->parent->first = node;
    }
    siblings->last = node;
    return node;
}

/* The children of a cursor: mostly one or two. */
struct cursor_list {
    struct unit *unit;
    LIST(CXCursor) cursors;
    CXCursor few[4];
};

static enum CXChildVisitResult
collect_cursor(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct cursor_list *list = data;
    LIST_ADD(list->unit->arena, list->cursors, cursor);
    return CXChildVisit_Continue;
}

static void
collect_children(struct unit *unit, CXCursor cursor, struct cursor_list *list)
{
    list->unit = unit;
    list->cursors.items = list->few;
    list->cursors.n_items = 0;
    list->cursors.capacity = ARRAY_LENGTH(list->few);
    unit->clang->visitChildren(cursor, collect_cursor, list);
}

static bool
same_range(CXSourceRange a, CXSourceRange b)
{
    return a.begin_int_data == b.begin_int_data && a.end_int_data == b.end_int_data;
}

/* `.field.inner[3] = value`: one node for each designator, nested. */
static void
build_designated(struct siblings *siblings, CXSourceRange range,
                 const struct cursor_list *list)
{
    struct unit *unit = siblings->unit;
    struct siblings level = *siblings;
    size_t n = list->cursors.n_items;
    bool is_first = true;
    for (size_t i = 0; i + 1 < n; i++) {
        CXCursor designator = list->cursors.items[i];
        bool is_field = unit->clang->getCursorKind(designator) == CXCursor_MemberRef;
        const char *field = is_field ? unit_spelling_of(unit, designator) : "";
        if (is_field && (field[0] == '\0' || strchr(field, '(') != NULL)) {
            continue; /* an unnamed member on the way, which clang puts there */
        }
        struct node *node = new_node(&level, NODE_DESIGNATED, range);
        if (is_first) {
            siblings->last = node;
        }
        is_first = false;
        node->text = field;
        if (!is_field) {
            node_evaluate(unit, designator, node);
        }
        level = (struct siblings){unit, node, NULL, level.inner, level.inner};
    }
    build(&level, list->cursors.items[n - 1]);
}

static bool
is_in_list(const struct siblings *siblings)
{
    return siblings->parent != NULL
           && (siblings->parent->kind == NODE_INIT_LIST
               || siblings->parent->kind == NODE_DESIGNATED);
}

/* Is CURSOR, of a C expression that libclang does not name, all that its only child ONLY
 * is?  It is where that is only if it is a cast, or names an element of a vector. */
static bool
is_cast_around(struct unit *unit, CXCursor cursor, CXCursor only)
{
    const struct libclang *clang = unit->clang;
    if (unit->is_cxx
        || clang->getCursorLocation(cursor).int_data
               != clang->getCursorLocation(only).int_data)
    {
        return false;
    }
    const struct type *type = unit_type(unit, clang->getCursorType(only));
    type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
    return type != NULL && type->kind != TYPE_OTHER;
}

/* What libclang does not name: implicit casts (left out), designated
 * initialisers, and the rest. */
static void
build_unexposed(struct siblings *siblings, CXCursor cursor)
{
    struct unit *unit = siblings->unit;
    const struct libclang *clang = unit->clang;
    struct cursor_list list;
    collect_children(unit, cursor, &list);
    size_t n = list.cursors.n_items;
    if (n == 1 && is_cast_around(unit, cursor, list.cursors.items[0])) {
        build(siblings, list.cursors.items[0]);
        return;
    }
    CXSourceRange range = clang->getCursorExtent(cursor);
    if (n == 1) {
        CXCursor only = list.cursors.items[0];
        CXSourceRange inner = clang->getCursorExtent(only);
        if (same_range(range, inner)) {
            if (clang->getCursorKind(only) == CXCursor_UnexposedExpr) {
                build_unexposed(siblings, only);
            }
            else if (!is_left_out(clang->getCursorKind(only))) {
                build_in(siblings, only, inner);
            }
            return;
        }
    }
    if (n > 1 && is_in_list(siblings)
        && clang->getCursorType(cursor).kind == CXType_Void)
    {
        build_designated(siblings, range, &list);
        return;
    }
    struct node *node = new_node(siblings, NODE_OTHER, range);
    if (clang->isExpression(clang->getCursorKind(cursor))) {
        node->type = unit_type(unit, clang->getCursorType(cursor));
    }
    build_children(unit, node, cursor, &siblings->inner);
    if (n == 0 && node->type != NULL && node->type->kind == TYPE_INTEGER) {
        node_evaluate(unit, cursor, node); /* offsetof and its like */
    }
}

/* Expressions in a declarator's type: `char buffer[n]`. */
static void
build_sizes(struct unit *unit, struct node *node, CXCursor cursor, CXCursor value)
{
    struct cursor_list list;
    collect_children(unit, cursor, &list);
    struct siblings siblings = {.unit = unit, .parent = node};
    for (const struct node *child = node->first; child != NULL; child = child->next) {
        siblings.last = (struct node *)(uintptr_t)child;
    }
    for (size_t i = 0; i < list.cursors.n_items; i++) {
        CXCursor child = list.cursors.items[i];
        if (!unit->clang->isExpression(unit->clang->getCursorKind(child))
            || is_left_out(unit->clang->getCursorKind(child))
            || unit->clang->equalCursors(child, value))
        {
            continue;
        }
        struct node *size =
            new_node(&siblings, NODE_OTHER, unit->clang->getCursorExtent(child));
        struct siblings inner = {.unit = unit, .parent = size};
        build(&inner, child);
    }
}

/* --- types as operands ---------------------------------------------------- */

static enum CXChildVisitResult
find_type(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = ((void **)data)[0];
    CXType *type = ((void **)data)[1];
    if (unit->clang->getCursorKind(cursor) == CXCursor_TypeRef) {
        *type = unit->clang->getCursorType(cursor);
    }
    return CXChildVisit_Continue;
}

/* The name of a type, of words only, in the brackets behind the word that SIZEOF begins
 * with. */
static bool
type_operand_range(const struct node *size_of, struct range *out)
{
    const struct source_file *file = size_of->file;
    if (file == NULL || !file->is_project) {
        return false;
    }
    size_t open = token_after(file, source_token(file, size_of->begin));
    if (!token_is(file, open, "(")) {
        return false;
    }
    size_t first = token_after(file, open), last = first;
    for (size_t i = first; i < file->n_tokens && !token_is(file, i, ")");
         i = token_after(file, i))
    {
        if (file->tokens[i].kind != TOKEN_IDENTIFIER && !token_is(file, i, "::")) {
            return false;
        }
        last = i;
    }
    if (first >= file->n_tokens || token_is(file, first, ")")) {
        return false;
    }
    *out = (struct range){file->tokens[first].begin, file->tokens[last].end};
    return true;
}

/* Can the TYPE that SIZEOF names be meant, and no pointer to it?  They differ in size, but
 * for a type that is as large as a pointer. */
static bool
is_size_of(struct unit *unit, const struct node *size_of, CXType type)
{
    long long size = unit->clang->Type_getSizeOf(type);
    return size_of->has_value && size_of->value == size
           && (size_t)size != sizeof(void *);
}

/* Give SIZEOF, which has no expression, the type that it names.  libclang tells which one
 * is named, not whether a pointer to it is meant: that is seen in the text, or, behind a
 * macro, by the size. */
static void
build_type_operand(struct unit *unit, struct node *size_of, CXCursor cursor)
{
    CXType type = {.kind = CXType_Invalid};
    void *data[] = {unit, &type};
    struct range range;
    unit->clang->visitChildren(cursor, find_type, data);
    if (type.kind == CXType_Invalid) {
        return;
    }
    if (size_of->origin == ORIGIN_MACRO) {
        if (!is_size_of(unit, size_of, type)) {
            return;
        }
        range = (struct range){size_of->begin, size_of->end};
    }
    else if (!type_operand_range(size_of, &range)) {
        return;
    }
    struct node *operand = ARENA_NEW(unit->reader->arena, struct node);
    operand->kind = NODE_TYPE;
    operand->origin = size_of->origin;
    operand->file = size_of->file;
    operand->begin = range.begin;
    operand->end = range.end;
    operand->macro_file = size_of->macro_file;
    operand->macro_offset = size_of->macro_offset;
    operand->within = size_of->within;
    operand->holder = size_of->holder;
    operand->parent = size_of;
    operand->type = unit_type(unit, type);
    size_of->first = operand;
}

/* --- variables ------------------------------------------------------------ */

static void
build_variable(struct siblings *siblings, CXCursor cursor, CXSourceRange range)
{
    struct unit *unit = siblings->unit;
    struct variable_entry *entry = unit_variable(unit, cursor);
    unit_declare_variable(unit, cursor);
    struct variable *variable = &entry->variable;
    struct node *node = new_node(siblings, NODE_VARIABLE, range);
    node->variable = variable;
    node->type = variable->type;
    CXCursor value = unit_initializer(unit, cursor);
    if (!unit->clang->Cursor_isNull(value)) {
        struct variable_entry *holder = unit->holder;
        if (variable_is_holder(variable)) {
            unit->holder = entry;
        }
        struct siblings inner = {unit, node, NULL, siblings->inner, siblings->inner};
        build(&inner, value);
        variable->initial = node->first;
        unit->holder = holder;
    }
    build_sizes(unit, node, cursor, value);
}

/* May the compiler know its value: `static const` or `constexpr` of C++? */
static bool
is_constant(const struct variable *variable)
{
    return !variable->is_parameter && variable->type != NULL
           && variable->type->kind == TYPE_INTEGER && variable->type->is_const
           && !variable->type->is_volatile;
}

static void
set_name(struct unit *unit, CXCursor cursor, struct node *node)
{
    const struct libclang *clang = unit->clang;
    CXCursor target = clang->getCursorReferenced(cursor);
    /* A template leaves open which function of a name it calls, also where there is
     * one only. */
    if (clang->getCursorKind(target) == CXCursor_OverloadedDeclRef
        && clang->getNumOverloadedDecls(target) == 1)
    {
        target = clang->getOverloadedDecl(target, 0);
    }
    switch (clang->getCursorKind(target)) {
    case CXCursor_UnexposedDecl:
        if (!unit_is_instance(unit, target)) {
            break;
        }
        /* fall through */
    case CXCursor_VarDecl:
    case CXCursor_ParmDecl:
        node->variable = &unit_variable(unit, target)->variable;
        node->text = node->variable->name;
        if (is_constant(node->variable)) {
            node_evaluate(unit, cursor, node);
        }
        return;
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_FunctionTemplate:
        node->function = &unit_function(unit, target)->function;
        node->text = node->function->name;
        return;
    case CXCursor_EnumConstantDecl:
        node_set_value(node, clang->getEnumConstantDeclValue(target));
        break;
    default:
        break;
    }
    node->text = unit_spelling_of(unit, cursor);
}

static void
set_number(struct unit *unit, CXCursor cursor, struct node *node)
{
    enum CXCursorKind kind = unit->clang->getCursorKind(cursor);
    if (kind == CXCursor_CXXNullPtrLiteralExpr || kind == CXCursor_GNUNullExpr) {
        node_set_value(node, 0);
    }
    else if (kind != CXCursor_FloatingLiteral) {
        node_evaluate(unit, cursor, node);
    }
    if (node->origin != ORIGIN_MACRO && node->file != NULL && node->end > node->begin
        && node->end <= node->file->size)
    {
        node->text = arena_copy(unit->reader->arena, node->file->text + node->begin,
                                node->end - node->begin);
    }
}

static enum CXChildVisitResult
find_label(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct siblings *found = data;
    if (found->unit->clang->getCursorKind(cursor) == CXCursor_LabelRef) {
        found->parent->text = unit_spelling_of(found->unit, cursor);
    }
    return CXChildVisit_Continue;
}

/* --- lambdas ------------------------------------------------------------- */

static enum CXChildVisitResult
find_call_operator(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = ((void **)data)[0];
    CXCursor *method = ((void **)data)[1];
    if (unit->clang->getCursorKind(cursor) != CXCursor_CXXMethod) {
        return CXChildVisit_Continue;
    }
    *method = cursor;
    return CXChildVisit_Break;
}

/* A lambda outside of functions, in a table of slots or hooks: a function without a
 * name.  (Inside of one it runs where it stands, or is taken for doing so: what it does
 * is told as part of that function.)  Returns false if it is none. */
static bool
build_lambda(struct siblings *siblings, CXCursor cursor, CXSourceRange range)
{
    struct unit *unit = siblings->unit;
    const struct libclang *clang = unit->clang;
    CXCursor class = clang->getTypeDeclaration(clang->getCursorType(cursor));
    CXCursor method = class;
    void *data[] = {unit, &method};
    if (unit->within != NULL) {
        return false;
    }
    clang->visitChildren(class, find_call_operator, data);
    if (clang->equalCursors(method, class)) {
        return false;
    }
    unit_declare_function(unit, method);
    struct function *function = &unit_function(unit, method)->function;
    function->name = "a lambda";
    function->fixed = FIXED_LAMBDA;
    struct node *node = new_node(siblings, NODE_NAME, range);
    node->type = function->type;
    node->function = function;
    node->text = function->name;
    return true;
}

static enum CXChildVisitResult
find_lambda(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = ((void **)data)[0];
    CXCursor *lambda = ((void **)data)[1];
    if (unit->clang->getCursorKind(cursor) != CXCursor_LambdaExpr) {
        return CXChildVisit_Recurse;
    }
    *lambda = cursor;
    return CXChildVisit_Break;
}

/* The lambda that CURSOR, a call that nobody wrote, makes a pointer of; CURSOR itself if it
 * is no such call. */
static CXCursor
converted_lambda(struct unit *unit, CXCursor cursor)
{
    const struct libclang *clang = unit->clang;
    CXCursor target = clang->getCursorReferenced(cursor);
    CXCursor lambda = cursor;
    void *data[] = {unit, &lambda};
    if (unit->within == NULL
        && clang->getCursorKind(target) == CXCursor_ConversionFunction)
    {
        clang->visitChildren(cursor, find_lambda, data);
    }
    return lambda;
}

/* --- nodes --------------------------------------------------------------- */

/* Calls that C++ writes without a call: constructors, operators. */
static bool
is_hidden_call(struct unit *unit, CXCursor cursor)
{
    CXCursor target = unit->clang->getCursorReferenced(cursor);
    enum CXCursorKind kind = unit->clang->getCursorKind(target);
    return kind == CXCursor_Constructor || kind == CXCursor_ConversionFunction
           || (kind != CXCursor_FieldDecl && kind != CXCursor_VarDecl
               && kind != CXCursor_ParmDecl
               && name_is_operator(unit_spelling_of(unit, target)));
}

static void
set_hidden_callee(struct unit *unit, CXCursor cursor, struct node *node)
{
    CXCursor target = unit->clang->getCursorReferenced(cursor);
    switch (unit->clang->getCursorKind(target)) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
        node->function = &unit_function(unit, target)->function;
        break;
    default:
        break;
    }
}

/* `1[array]`: the index stands in front of the array. */
static void
put_array_first(struct node *node)
{
    struct node *index = (struct node *)(uintptr_t)node->first;
    struct node *array = index != NULL ? (struct node *)(uintptr_t)index->next : NULL;
    if (array != NULL && index->type != NULL && index->type->kind == TYPE_INTEGER) {
        node->first = array;
        array->next = index;
        index->next = NULL;
    }
}

/* Set what needs the children. */
static void
finish_node(struct unit *unit, CXCursor cursor, struct node *node)
{
    switch (node->kind) {
    case NODE_MEMBER: {
        const struct type *object = node->first ? node->first->type : NULL;
        bool is_pointer = object == NULL || object->kind == TYPE_ARRAY
                          || (object->kind == TYPE_POINTER && !object->is_reference);
        node->op = is_pointer ? '>' : '.';
        node->text = unit_spelling_of(unit, cursor);
        CXCursor member = unit->clang->getCursorReferenced(cursor);
        if (unit->clang->getCursorKind(member) == CXCursor_CXXMethod) {
            node->function = &unit_function(unit, member)->function;
        }
        break;
    }
    case NODE_CALL: {
        const struct node *callee = node_bare(node->first);
        if (callee == NULL) {
            node->kind = NODE_OTHER; /* what a template leaves open */
        }
        else if (callee->kind == NODE_NAME) {
            node->function = callee->function;
        }
        break;
    }
    case NODE_UNARY:
        node->op = node_unary_op(unit, cursor, node);
        break;
    case NODE_BINARY:
    case NODE_ASSIGN:
        node_set_binary_op(unit, cursor, node);
        break;
    case NODE_SIZEOF:
        node_evaluate(unit, cursor, node);
        if (node->first == NULL) {
            build_type_operand(unit, node, cursor);
        }
        break;
    case NODE_SUBSCRIPT:
        put_array_first(node);
        break;
    case NODE_FOR:
        node->text = node_for_parts(unit, node);
        break;
    case NODE_LABEL:
        node->text = unit_spelling_of(unit, cursor);
        break;
    case NODE_DECLARATIONS:
        node_drop_semicolon(node);
        break;
    default:
        break;
    }
    node_fold(node);
    if (!node->has_value && !unit->clang->has_operator_kinds && node->op == OP_NONE
        && (node->kind == NODE_BINARY || node->kind == NODE_UNARY))
    {
        node_evaluate(unit, cursor, node);
    }
}

/* Is NODE, a declaration, `auto &[a, b] = object`, by which the parts of the object can be
 * written? */
static bool
binds_parts(const struct node *node)
{
    const struct source_file *file = node->file;
    bool is_reference = false;
    for (size_t i = file != NULL ? source_token(file, node->begin) : 0;
         file != NULL && i < file->n_tokens && file->tokens[i].begin < node->end;
         i = token_after(file, i))
    {
        if (token_is(file, i, "const") || token_is(file, i, "[")) {
            return is_reference && token_is(file, i, "[");
        }
        is_reference |= token_is(file, i, "&") || token_is(file, i, "&&");
    }
    return false;
}

static enum CXChildVisitResult
visit_template_argument(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct unit *unit = data;
    const struct node *root = unit->clang->isExpression(unit->clang->getCursorKind(cursor))
                                  ? unit_syntax(unit, cursor)
                                  : NULL;
    for (const struct node *at = root; at != NULL; at = node_after(at, root)) {
        if (at->kind == NODE_NAME && at->variable != NULL) {
            ((struct node *)(uintptr_t)at)->is_written = true;
        }
    }
    return CXChildVisit_Continue;
}

/* `f<counter>()`: a template that is given an object, or its address, may write it. */
static void
read_template_arguments(struct unit *unit, CXCursor name)
{
    struct variable_entry *holder = unit->holder;
    unit->holder = NULL;
    unit->clang->visitChildren(name, visit_template_argument, unit);
    unit->holder = holder;
}

/* Build what stands at CURSOR, whose extent is RANGE. */
static void
build_in(struct siblings *siblings, CXCursor cursor, CXSourceRange range)
{
    struct unit *unit = siblings->unit;
    const struct libclang *clang = unit->clang;
    enum CXCursorKind clang_kind = clang->getCursorKind(cursor);
    if (is_left_out(clang_kind)) {
        return;
    }
    switch (clang_kind) {
    case CXCursor_VarDecl:
        build_variable(siblings, cursor, range);
        return;
    case CXCursor_FunctionDecl:
        unit_declare_function(unit, cursor);
        return;
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassDecl:
        (void)unit_type(unit, clang->getCursorType(cursor));
        if (unit->is_cxx) {
            unit_read_local_class(unit, cursor);
        }
        return;
    case CXCursor_LambdaExpr:
        if (build_lambda(siblings, cursor, range)) {
            return;
        }
        break;
    default:
        break;
    }
    enum node_kind kind = kind_of(clang_kind);
    if (kind == NODE_CALL && is_hidden_call(unit, cursor)) {
        CXCursor lambda = converted_lambda(unit, cursor);
        if (!clang->equalCursors(lambda, cursor)
            && build_lambda(siblings, lambda, range))
        {
            return;
        }
        kind = NODE_OTHER;
    }
    struct node *node = new_node(siblings, kind, range);
    if (kind == NODE_OTHER && clang_kind == CXCursor_CallExpr) {
        set_hidden_callee(unit, cursor, node);
    }
    if (clang_kind == CXCursor_LambdaExpr) {
        node->op = OP_LAMBDA;
    }
    if (clang_kind == CXCursor_GCCAsmStmt || clang_kind == CXCursor_MSAsmStmt) {
        node->op = OP_ASM;
    }
    if (clang_kind == CXCursor_UnexposedDecl && binds_parts(node)) {
        node->op = OP_BINDING;
    }
    if (clang_kind == CXCursor_CXXNewExpr || clang_kind == CXCursor_CXXDeleteExpr) {
        node->op = clang_kind == CXCursor_CXXNewExpr ? OP_NEW : OP_DELETE;
    }
    if (clang->isExpression(clang_kind)) {
        node->type = unit_type(unit, clang->getCursorType(cursor));
    }
    switch (kind) {
    case NODE_NAME:
        set_name(unit, cursor, node);
        if (unit->is_cxx) {
            read_template_arguments(unit, cursor);
        }
        break;
    case NODE_NUMBER:
        set_number(unit, cursor, node);
        break;
    case NODE_STRING:
        node->text = unit_string_contents(unit, unit_spelling_of(unit, cursor));
        break;
    case NODE_GOTO: {
        struct siblings found = {.unit = unit, .parent = node};
        clang->visitChildren(cursor, find_label, &found);
        break;
    }
    case NODE_INIT_LIST:
        if (!node_is_big_table(node)) {
            build_children(unit, node, cursor, &siblings->inner);
        }
        break;
    default:
        build_children(unit, node, cursor, &siblings->inner);
        break;
    }
    if (node->op == OP_LAMBDA) {
        unit_read_captures(unit, node);
    }
    else if (kind == NODE_SWITCH && unit->is_cxx) {
        unit_read_switch_head(unit, node);
    }
    finish_node(unit, cursor, node);
}

static void
build(struct siblings *siblings, CXCursor cursor)
{
    struct unit *unit = siblings->unit;
    enum CXCursorKind kind = unit->clang->getCursorKind(cursor);
    CXSourceRange range;
    if (kind == CXCursor_UnexposedExpr) {
        build_unexposed(siblings, cursor);
    }
    else if (is_one_word(kind) && unit_word_range(unit, cursor, &range)) {
        build_in(siblings, cursor, range);
    }
    else if (!is_left_out(kind)) {
        build_in(siblings, cursor, unit->clang->getCursorExtent(cursor));
    }
}

struct node *
unit_syntax(struct unit *unit, CXCursor cursor)
{
    struct siblings siblings = {.unit = unit};
    build(&siblings, cursor);
    if (siblings.last != NULL) {
        LIST_ADD(unit->reader->arena, unit->reader->roots, siblings.last);
    }
    return siblings.last;
}
