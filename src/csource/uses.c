#include <stdlib.h>
#include <string.h>

#include "csource/unit.h"
#include "model/tokens.h"

/* --- writes -------------------------------------------------------------- */

/* The reader made every node: it may still change them. */
static struct node *
own(const struct node *node)
{
    return (struct node *)(uintptr_t)node;
}

static bool
is_array(const struct node *node)
{
    return node != NULL && node->type != NULL && node->type->kind == TYPE_ARRAY;
}

static bool
is_record(const struct node *node)
{
    return node != NULL && node->type != NULL && node->type->kind == TYPE_RECORD;
}

static const struct node *
last_child(const struct node *node)
{
    const struct node *last = node->first;
    while (last != NULL && last->next != NULL) {
        last = last->next;
    }
    return last;
}

/* The operand that the object NODE is, or is a part of; NULL: it is known by a pointer, or by
 * its own name. */
static const struct node *
whole_of(const struct node *node)
{
    switch (node->kind) {
    case NODE_MEMBER:
        return node->op == '.' ? node->first : NULL;
    case NODE_SUBSCRIPT:
        return is_array(node_bare(node->first)) ? node->first : NULL;
    case NODE_UNARY:
        return (node->op == OP_DEREFERENCE && is_array(node_bare(node->first)))
                       || node->op == OP_INCREMENT || node->op == OP_DECREMENT
                   ? node->first
                   : NULL;
    case NODE_ASSIGN: /* in C++ an object, too */
        return node->first;
    case NODE_BINARY:
        return node->op == ','                   ? last_child(node)
               : is_record(node_bare(node->first)) ? node->first /* `a.*b` */
                                                   : NULL;
    default:
        return NULL;
    }
}

static void mark(const struct node *node, bool is_write);

/* NODE is one of several objects. */
static void
mark_each(const struct node *node, bool is_write)
{
    for (; node != NULL; node = node->next) {
        mark(node, is_write);
    }
}

/* Mark what NODE names and what that is a part of, up to where a pointer is
 * followed. */
static void
mark(const struct node *node, bool is_write)
{
    if (node_is_unevaluated(node)) {
        return;
    }
    while ((node = node_bare(node)) != NULL) {
        if (node->kind == NODE_NAME || node->kind == NODE_MEMBER
            || node->kind == NODE_SUBSCRIPT)
        {
            if (is_write) {
                own(node)->is_written = true;
            }
            else {
                own(node)->is_address_taken = true;
            }
        }
        if (node->kind == NODE_CONDITIONAL) {
            mark_each(node->first->next, is_write);
        }
        else if (node->kind == NODE_OTHER && node->function == NULL) {
            mark_each(node->first, is_write); /* `_Generic`, __builtin_choose_expr */
        }
        node = whole_of(node);
    }
}

/* Does the array NODE turn into a pointer that goes elsewhere?  (C11, 6.3.2.1) */
static bool
decays(const struct node *node)
{
    const struct node *child = node, *parent = node->parent;
    while (parent != NULL && parent->kind == NODE_PAREN) {
        child = parent;
        parent = parent->parent;
    }
    if (parent == NULL) {
        return node->holder != NULL; /* the value that a static pointer begins with */
    }
    switch (parent->kind) {
    case NODE_SUBSCRIPT:
        return parent->first != child;
    case NODE_UNARY:
        return parent->op != OP_ADDRESS && parent->op != OP_DEREFERENCE;
    case NODE_SIZEOF:
    case NODE_BLOCK:
        return false;
    default:
        return true;
    }
}

static bool
binds_reference(const struct type *type)
{
    return type != NULL && type->is_reference && type->target != NULL
           && !type->target->is_const;
}

static void
mark_arguments(const struct node *call)
{
    const struct node *callee = call->first;
    if (callee != NULL && callee->kind == NODE_MEMBER && callee->function != NULL
        && !callee->function->is_const)
    {
        mark(callee, false); /* a method that may change its object */
    }
    const struct type *type = call_type(call);
    if (type == NULL && callee != NULL && callee->type != NULL
        && strcmp(callee->type->spelling, "<builtin fn type>") == 0)
    {
        for (size_t i = 0; call_argument(call, i) != NULL; i++) {
            mark(call_argument(call, i), false); /* std::addressof, std::move … */
        }
    }
    for (size_t i = 0; type != NULL && i < type->n_parameters; i++) {
        const struct node *argument = call_argument(call, i);
        if (argument != NULL && binds_reference(type->parameters[i])) {
            mark(argument, false);
        }
    }
}

/* The operands of an operator of C++ that is no method. */
static void
mark_operands(const struct node *node)
{
    for (const struct node *at = node->first; at != NULL; at = at->next) {
        if (binds_reference(node_operand_type(node, at))) {
            mark(at, false);
        }
    }
}

/* `for (auto &item : items)`: NODE is it, and VARIABLE its item. */
static void
mark_range(const struct node *node, const struct node *variable)
{
    const struct node *range = variable->next;
    if (range != NULL && range->next != NULL && node->function == NULL
        && binds_reference(variable->type))
    {
        mark(range, false);
    }
}

static void
mark_other(const struct node *node)
{
    if (node->op == OP_ASM || node->op == OP_BINDING) {
        mark_each(node->first, true);
    }
    else if (node->first != NULL && node->first->kind == NODE_VARIABLE) {
        mark_range(node, node->first);
    }
    else if (node->function != NULL) {
        mark_operands(node);
    }
}

/* What a list gives the references among the fields of a struct. */
static void
mark_items(const struct node *list)
{
    const struct record *record =
        list->type != NULL && list->type->kind == TYPE_RECORD ? list->type->record : NULL;
    const struct node *item = list->first;
    for (size_t i = 0; record != NULL && i < record->n_fields && item != NULL;
         i++, item = item->next)
    {
        if (binds_reference(record->fields[i].type)) {
            mark(item->kind == NODE_DESIGNATED ? item->first : item, false);
        }
    }
}

/* What a function returns by reference. */
static void
mark_result(const struct node *node)
{
    const struct type *type =
        node->within != NULL && node->within->type != NULL ? node->within->type->target : NULL;
    if (node->first != NULL && binds_reference(type)) {
        mark(node->first, false);
    }
}

static void
mark_node(const struct node *node)
{
    switch (node->kind) {
    case NODE_ASSIGN:
        mark(node->first, true);
        break;
    case NODE_UNARY:
        if (node->op == OP_INCREMENT || node->op == OP_DECREMENT) {
            mark(node->first, true);
        }
        else if (node->op == OP_ADDRESS) {
            mark(node->first, false);
        }
        break;
    case NODE_NAME:
    case NODE_MEMBER:
    case NODE_SUBSCRIPT:
        if (is_array(node) && decays(node)) {
            mark(node, false);
        }
        break;
    case NODE_CALL:
        mark_arguments(node);
        break;
    case NODE_RETURN:
        mark_result(node);
        break;
    case NODE_INIT_LIST:
        mark_items(node);
        break;
    case NODE_OTHER:
        mark_other(node);
        break;
    case NODE_VARIABLE:
        if (node->first != NULL && binds_reference(node->type)) {
            mark(node->first, false);
        }
        break;
    default:
        break;
    }
}

/* --- uses ---------------------------------------------------------------- */

static int
by_place(const void *a, const void *b)
{
    const struct node *x = *(const struct node *const *)a;
    const struct node *y = *(const struct node *const *)b;
    if (x->file != y->file) {
        if (x->file == NULL || y->file == NULL) {
            return x->file == NULL ? -1 : 1;
        }
        return x->file->id < y->file->id ? -1 : 1;
    }
    return x->begin == y->begin ? 0 : x->begin < y->begin ? -1 : 1;
}

static void
count_use(const struct node *node)
{
    /* A symbol is its entry's first member. */
    if (node->variable != NULL) {
        ((struct variable_entry *)(uintptr_t)node->variable)->variable.n_uses++;
    }
    else if (node->function != NULL) {
        ((struct function_entry *)(uintptr_t)node->function)->function.n_uses++;
    }
}

static void
enter_use(struct arena *arena, const struct node *node)
{
    const struct node ***uses = NULL;
    const struct node *const **shown = NULL;
    size_t *n = NULL;
    if (node->variable != NULL) {
        struct variable_entry *entry = (void *)(uintptr_t)node->variable;
        uses = &entry->uses;
        shown = &entry->variable.uses;
        n = &entry->variable.n_uses;
    }
    else if (node->function != NULL) {
        struct function_entry *entry = (void *)(uintptr_t)node->function;
        uses = &entry->uses;
        shown = &entry->function.uses;
        n = &entry->function.n_uses;
    }
    else {
        return;
    }
    if (*uses == NULL) {
        *uses = ARENA_ARRAY(arena, const struct node *, *n);
        *shown = *uses;
        *n = 0;
    }
    (*uses)[(*n)++] = node;
}

static void
sort_uses(const struct node **uses, size_t n)
{
    if (n > 1) {
        qsort(uses, n, sizeof *uses, by_place);
    }
}

/* Calls, in the order they are met. */
struct calls {
    LIST(const struct node *) list;
};

static void
add_calls(struct reader *reader, struct calls *calls, const struct node *root)
{
    for (const struct node *node = root; node; node = node_after(node, root)) {
        if (node->kind == NODE_CALL) {
            LIST_ADD(reader->arena, calls->list, node);
        }
    }
}

/* Give the function whose body ROOT is the calls in it. */
static void
enter_calls(struct reader *reader, const struct node *root)
{
    struct function *function = (struct function *)(uintptr_t)root->within;
    if (function == NULL || function->body != root) {
        return;
    }
    struct calls calls = {0};
    for (size_t i = 0; i < function->n_initials; i++) {
        add_calls(reader, &calls, function->initials[i]);
    }
    add_calls(reader, &calls, root);
    function->calls = calls.list.items;
    function->n_calls = calls.list.n_items;
}

/* --- functions that an attribute names ----------------------------------- */

/* Is token I of FILE a name, in code that is compiled, and no member of a struct? */
static bool
is_plain_name(const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    if (token->kind != TOKEN_IDENTIFIER || token->directive != 0 || token->inactive) {
        return false;
    }
    size_t before = token_before(file, i);
    return before >= file->n_tokens
           || !(token_is(file, before, ".") || token_is(file, before, "->"));
}

/* A function that nothing uses, and how often its file names it besides its declarations. */
struct unused {
    struct function *function;
    struct unused *next; /* of the same name */
    size_t n_named;
};

static void
add_unused(struct arena *arena, struct map *names, struct function *function)
{
    struct unused *unused = ARENA_NEW(arena, struct unused);
    unused->function = function;
    unused->next = map_find_string(names, function->name);
    map_set_string(names, function->name, unused);
}

static void
count_names(const struct map *names, const struct source_file *file)
{
    for (size_t i = 0; i < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i];
        struct unused *unused =
            token->kind == TOKEN_IDENTIFIER
                ? map_find(names, file->text + token->begin, token->end - token->begin)
                : NULL;
        for (; unused != NULL; unused = unused->next) {
            unused->n_named += unused->function->file == file && is_plain_name(file, i);
        }
    }
}

static bool
is_named_apart(const struct unused *unused)
{
    const struct function *function = unused->function;
    size_t n_declared = 0;
    for (size_t i = 0; i < function->n_declarations; i++) {
        n_declared += function->declarations[i].file == function->file;
    }
    return unused->n_named > n_declared;
}

/* Find the static functions without uses that their files name all the same. */
static void
find_named_apart(struct reader *reader)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct map names, files;
    map_init(&names, arena);
    map_init(&files, arena);
    for (size_t i = 0; i < reader->functions.n_items; i++) {
        struct function *function = reader->functions.items[i];
        const struct source_file *file = function->file;
        if (function->is_static && function->n_uses == 0 && file != NULL) {
            add_unused(arena, &names, function);
            map_set(&files, &file, sizeof file, (void *)(uintptr_t)file);
        }
    }
    for (size_t i = 0; i < files.capacity; i++) {
        if (files.entries[i].value != NULL) {
            count_names(&names, files.entries[i].value);
        }
    }
    for (size_t i = 0; i < names.capacity; i++) {
        for (const struct unused *unused = names.entries[i].value; unused != NULL;
             unused = unused->next)
        {
            unused->function->is_named_apart = is_named_apart(unused);
        }
    }
}

void
uses_finish(struct reader *reader)
{
    for (size_t i = 0; i < reader->roots.n_items; i++) {
        enter_calls(reader, reader->roots.items[i]);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < reader->roots.n_items; i++) {
            const struct node *root = reader->roots.items[i];
            for (const struct node *node = root; node; node = node_after(node, root)) {
                if (pass == 0) {
                    mark_node(node);
                }
                if (node->kind != NODE_NAME) {
                    continue;
                }
                if (pass == 0) {
                    count_use(node);
                }
                else {
                    enter_use(reader->arena, node);
                }
            }
        }
    }
    for (size_t i = 0; i < reader->variables.n_items; i++) {
        struct variable_entry *entry = (void *)reader->variables.items[i];
        sort_uses(entry->uses, entry->variable.n_uses);
    }
    for (size_t i = 0; i < reader->functions.n_items; i++) {
        struct function_entry *entry = (void *)reader->functions.items[i];
        sort_uses(entry->uses, entry->function.n_uses);
    }
    find_named_apart(reader);
}
