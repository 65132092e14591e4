#include "model/source.h"

#include <ctype.h>
#include <string.h>

#include "model/api_table.h"
#include "model/tokens.h"

/* --- text ---------------------------------------------------------------- */

static size_t
line_index(const struct source_file *file, uint32_t offset)
{
    size_t low = 0, high = file->n_lines;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (file->lines[middle] <= offset) {
            low = middle;
        }
        else {
            high = middle;
        }
    }
    return low;
}

unsigned
source_line(const struct source_file *file, uint32_t offset)
{
    return (unsigned)line_index(file, offset) + 1;
}

unsigned
source_column(const struct source_file *file, uint32_t offset)
{
    uint32_t start = file->n_lines ? file->lines[line_index(file, offset)] : 0;
    return offset - start + 1;
}

unsigned
source_point(const struct source_file *file, uint32_t offset)
{
    uint32_t start = file->n_lines ? file->lines[line_index(file, offset)] : 0;
    unsigned n = 1;
    for (uint32_t i = start; i < offset && i < file->size; i++) {
        /* A byte-order mark is no character of the line. */
        bool is_mark =
            i == 0 && file->size >= 3 && memcmp(file->text, "\xef\xbb\xbf", 3) == 0;
        n += ((unsigned char)file->text[i] & 0xc0) != 0x80 && !is_mark;
    }
    return n;
}

const struct macro *
node_macro(const struct source *source, const struct node *node)
{
    for (size_t i = 0; i < source->n_macros && node->macro_file != NULL; i++) {
        const struct macro *macro = source->macros[i];
        if (macro->file == node->macro_file && macro->body <= node->macro_offset
            && node->macro_offset < macro->end)
        {
            return macro;
        }
    }
    return NULL;
}

/* --- code ---------------------------------------------------------------- */

bool
name_is_operator(const char *name)
{
    static const char word[] = "operator";
    size_t size = sizeof(word) - 1;
    return strncmp(name, word, size) == 0 && name[size] != '\0' && name[size] != '_'
           && !isalnum((unsigned char)name[size]);
}

bool
function_is_program(const struct function *function)
{
    if (function->body == NULL || function->file == NULL
        || strcmp(function->name, "main") != 0)
    {
        return false;
    }
    const struct source_file *file = function->file;
    for (size_t i = 0; i < file->n_tokens; i++) {
        const char *text = file->text + file->tokens[i].begin;
        if (file->tokens[i].kind == TOKEN_IDENTIFIER
            && (strncmp(text, "Py", 2) == 0 || strncmp(text, "_Py", 3) == 0))
        {
            return false;
        }
    }
    return true;
}

const struct node *
node_bare(const struct node *node)
{
    while (node != NULL && (node->kind == NODE_PAREN || node->kind == NODE_CAST)
           && node->first != NULL)
    {
        node = node->first;
    }
    return node;
}

bool
node_is_unevaluated(const struct node *node)
{
    while (node != NULL && node->kind != NODE_BLOCK && node->kind != NODE_SIZEOF) {
        node = node->parent;
    }
    return node != NULL && node->kind == NODE_SIZEOF;
}

const struct node *
node_outer(const struct node *node)
{
    while (node->parent != NULL
           && (node->parent->kind == NODE_PAREN || node->parent->kind == NODE_CAST))
    {
        node = node->parent;
    }
    return node;
}

const struct type *
call_type(const struct node *call)
{
    const struct node *callee = call->first;
    const struct type *type = callee != NULL ? callee->type : NULL;
    if (type != NULL && type->kind == TYPE_POINTER) {
        type = type->target;
    }
    if ((type == NULL || type->kind != TYPE_FUNCTION) && callee != NULL
        && callee->kind == NODE_MEMBER && callee->function != NULL)
    {
        type = callee->function->type; /* of a method */
    }
    return type != NULL && type->kind == TYPE_FUNCTION ? type : NULL;
}

/* Does CHILD of NODE, an operator of C++, name the function that does it? */
static bool
is_operator_name(const struct node *node, const struct node *child)
{
    return child->kind == NODE_NAME && child->function != NULL
           && child->function == node->function;
}

size_t
node_operand_number(const struct node *node, const struct node *child)
{
    size_t number = 0;
    for (const struct node *at = node->first; at != NULL && at != child; at = at->next) {
        number += !is_operator_name(node, at);
    }
    return number;
}

const struct type *
node_operand_type(const struct node *node, const struct node *child)
{
    const struct type *type = NULL;
    for (const struct node *at = node->first; at != NULL && node->function != NULL;
         at = at->next)
    {
        type = is_operator_name(node, at) ? at->type : type;
    }
    if (node->kind != NODE_OTHER || type == NULL || type->kind != TYPE_FUNCTION
        || is_operator_name(node, child)
        || type->n_parameters != node_operand_number(node, NULL))
    {
        return NULL; /* a method has its object besides */
    }
    return type->parameters[node_operand_number(node, child)];
}

const struct node *
node_outer_reference(const struct node *node)
{
    while (node->parent != NULL
           && (node->parent->kind == NODE_PAREN || node->parent->kind == NODE_CAST
               || (node->parent->kind == NODE_UNARY && node->parent->op == OP_ADDRESS)))
    {
        node = node->parent;
    }
    return node;
}

const struct node *
node_referent(const struct node *node)
{
    node = node_bare(node);
    if (node != NULL && node->kind == NODE_UNARY
        && (node->op == OP_ADDRESS || node->op == '+'))
    {
        node = node_bare(node->first);
    }
    return node;
}

const struct node *
node_child(const struct node *node, size_t i)
{
    const struct node *child = node->first;
    while (child != NULL && i-- > 0) {
        child = child->next;
    }
    return child;
}

size_t
node_n_children(const struct node *node)
{
    size_t n = 0;
    for (const struct node *child = node->first; child; child = child->next) {
        n++;
    }
    return n;
}

bool
node_is_in_lambda(const struct node *node)
{
    while (node != NULL && (node->kind != NODE_OTHER || node->op != OP_LAMBDA)) {
        node = node->parent;
    }
    return node != NULL;
}

const struct node *
call_argument(const struct node *call, size_t i)
{
    return node_child(call, i + 1);
}

size_t
call_argument_number(const struct node *call, const struct node *argument)
{
    size_t i = 0;
    for (const struct node *at = call->first->next; at != NULL && at != argument;
         at = at->next)
    {
        i++;
    }
    return i;
}

const char *
call_name(const struct node *call)
{
    return call->kind == NODE_CALL && call->function ? call->function->name : "";
}

const struct node *
node_after(const struct node *node, const struct node *root)
{
    if (node->first != NULL) {
        return node->first;
    }
    while (node != root) {
        if (node->next != NULL) {
            return node->next;
        }
        node = node->parent;
        if (node == NULL) {
            break;
        }
    }
    return NULL;
}

const struct node *
node_statement(const struct node *node)
{
    while (node != NULL && node->parent != NULL) {
        const struct node *parent = node->parent;
        switch (parent->kind) {
        case NODE_BLOCK:
        case NODE_LABEL:
        case NODE_CASE:
        case NODE_DEFAULT:
            return node;
        default:
            break;
        }
        if (node->kind >= NODE_BLOCK && node->kind <= NODE_EMPTY
            && node->kind != NODE_VARIABLE)
        {
            return node;
        }
        node = parent;
    }
    return node;
}

/* --- symbols ------------------------------------------------------------- */

const struct initializer *
variable_initializer(const struct variable *variable, const char *field)
{
    for (size_t i = 0; i < variable->n_initializers; i++) {
        const struct initializer *known = &variable->initializers[i];
        if (known->element == 0
            && (strcmp(known->path, field) == 0 || strcmp(known->field, field) == 0))
        {
            return known;
        }
    }
    return NULL;
}

bool
variable_is_static(const struct variable *variable)
{
    return variable->storage != STORAGE_AUTOMATIC;
}

bool
variable_is_holder(const struct variable *variable)
{
    return variable_is_static(variable) || type_is_api_table(variable->type);
}

const struct declaration *
variable_declaration(const struct variable *variable)
{
    for (size_t i = 0; i < variable->n_declarations; i++) {
        if (variable->declarations[i].is_definition) {
            return &variable->declarations[i];
        }
    }
    return variable->n_declarations ? &variable->declarations[0] : NULL;
}

const struct declaration *
function_definition(const struct function *function)
{
    for (size_t i = 0; i < function->n_declarations; i++) {
        if (function->declarations[i].is_definition) {
            return &function->declarations[i];
        }
    }
    return NULL;
}

const struct source_file *
source_file_named(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (path != NULL && strcmp(source->files[i]->path, path) == 0) {
            return source->files[i];
        }
    }
    return NULL;
}

const struct function *
source_function(const struct source *source, const char *name)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        if (strcmp(source->functions[i]->name, name) == 0) {
            return source->functions[i];
        }
    }
    return NULL;
}

/* --- types --------------------------------------------------------------- */

const struct type *
type_element(const struct type *type)
{
    while (type != NULL && type->kind == TYPE_ARRAY && type->target != NULL) {
        type = type->target;
    }
    return type;
}

static bool
record_is(const struct record *record, const char *name)
{
    return strcmp(record->name, name) == 0 || strcmp(record->tag, name) == 0;
}

/* The number of the first use that does not stand in front of OFFSET of FILE. */
static size_t
expansion_index(const struct source *source, const struct source_file *file,
                uint32_t offset)
{
    size_t low = 0, high = source->n_expansions;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct expansion *use = &source->expansions[middle];
        if (use->file->id < file->id || (use->file == file && use->begin < offset)) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low;
}

const struct expansion *
expansion_in(const struct source *source, const struct source_file *file, uint32_t begin,
             uint32_t end, const char *name)
{
    for (size_t i = expansion_index(source, file, begin); i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        if (use->file != file || use->begin >= end) {
            break;
        }
        if (name == NULL || strcmp(use->name, name) == 0) {
            return use;
        }
    }
    return NULL;
}

const char *
node_use(const struct source *source, const struct node *node)
{
    const struct expansion *use =
        node->file != NULL
            ? expansion_in(source, node->file, node->begin, node->begin + 1, NULL)
            : NULL;
    return use != NULL ? use->name : call_name(node);
}

bool
type_is_record(const struct type *type, const char *name)
{
    type = type_element(type);
    return type != NULL && type->kind == TYPE_RECORD && type->record != NULL
           && record_is(type->record, name);
}

bool
type_is_api_table(const struct type *type)
{
    type = type_element(type);
    return type != NULL && type->kind == TYPE_RECORD && type->record != NULL
           && (api_table_of(type->record->name) != API_TABLE_NONE
               || api_table_of(type->record->tag) != API_TABLE_NONE);
}

bool
record_is_object(const struct record *record)
{
    /* The first field of the first field … is PyObject or PyVarObject. */
    for (int depth = 0; record != NULL && depth < 16; depth++) {
        if (record_is(record, "PyObject") || record_is(record, "_object")
            || record_is(record, "PyVarObject") || record_is(record, "_typeobject")
            || record_is(record, "PyTypeObject"))
        {
            return true;
        }
        if (record->is_union || record->n_fields == 0) {
            return false;
        }
        const struct type *first = record->fields[0].type;
        record = first != NULL && first->kind == TYPE_RECORD ? first->record : NULL;
    }
    return false;
}

bool
type_is_object_pointer(const struct type *type)
{
    return type != NULL && type->kind == TYPE_POINTER && type->target != NULL
           && type->target->kind == TYPE_RECORD && type->target->record != NULL
           && record_is_object(type->target->record);
}

bool
type_is_pointer_to(const struct type *type, const char *record)
{
    if (type == NULL || type->kind != TYPE_POINTER) {
        return false;
    }
    const char *spelled = type->canonical;
    spelled += string_starts(spelled, "struct ") ? strlen("struct ") : 0;
    return string_starts(spelled, record)
           && strcmp(spelled + strlen(record), " *") == 0;
}

static bool
holds_object(const struct type *type, int depth)
{
    type = type_element(type);
    if (type == NULL || depth > 16) {
        return false;
    }
    if (type_is_object_pointer(type)) {
        return true;
    }
    if (type->kind != TYPE_RECORD || type->record == NULL) {
        return false;
    }
    if (record_is_object(type->record)) {
        return true;
    }
    for (size_t i = 0; i < type->record->n_fields; i++) {
        if (holds_object(type->record->fields[i].type, depth + 1)) {
            return true;
        }
    }
    return false;
}

bool
type_holds_object(const struct type *type)
{
    return holds_object(type, 0);
}
