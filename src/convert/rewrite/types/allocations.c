/* PyObject_New does not know the garbage collector: instances of the new heap types
 * come from their tp_alloc ("Avoiding PyObject_New"). */
#include "convert/rewrite/types/allocations.h"

#include <string.h>

#include "convert/plan/free_lists.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "model/extent.h"

/* The moved type that NODE names, below casts and &. */
static const struct variable *
type_named(const struct conversion *c, const struct node *node)
{
    const struct node *referent = node != NULL ? node_referent(node) : NULL;
    const struct variable_plan *plan = referent != NULL && referent->kind == NODE_NAME
                                           ? moving(c, referent->variable)
                                           : NULL;
    return plan != NULL && plan->kind == FIELD_TYPE ? plan->variable : NULL;
}

/* Does a cast to TYPE * stand right in front of the macro use at BEGIN that gives CALL?
 * Its first byte. */
static bool
cast_before(const struct conversion *c, const struct node *call, uint32_t begin,
            const char *type, uint32_t *out_begin)
{
    const struct node *cast = call->parent;
    struct brackets brackets;
    while (cast != NULL && cast->begin == call->begin
           && (cast->kind == NODE_CAST || cast->kind == NODE_PAREN))
    {
        cast = cast->parent; /* the macro's own */
    }
    if (cast == NULL || cast->kind != NODE_CAST || cast->origin == ORIGIN_MACRO
        || cast->begin >= begin
        || !brackets_around(call->file, cast->begin + 1, &brackets)
        || brackets.open != cast->begin)
    {
        return false;
    }
    struct range written = brackets_content(&brackets);
    const char *text = text_of(c, call->file, written.begin, written.end);
    size_t size = strlen(type), blanks;
    *out_begin = cast->begin;
    if (!string_starts(text, type)) {
        return false;
    }
    blanks = strspn(text + size, " ");
    return strcmp(text + size + blanks, "*") == 0;
}

/* Can the type that NODE points to be one of those that get the collector's flag:
 * one that moves, or one that only a variable knows? */
static bool
is_a_heap_type(const struct conversion *c, const struct node *node)
{
    const struct variable *type = type_named(c, node);
    if (type != NULL) {
        return plan_of_variable(c, type)->is_collected;
    }
    return c->moves_types && node != NULL && node->kind == NODE_NAME
           && node->variable != NULL && node->type != NULL
           && node->type->kind == TYPE_POINTER;
}

static void
edit_new(struct rewriter *r, const struct node *call, bool is_sized)
{
    const struct source_file *file = call->file;
    const struct node *named = node_bare(call_argument(call, 0));
    struct brackets list, behind;
    struct range items[3], name;
    uint32_t from = call->begin, word = call->begin;
    bool is_plain = true;

    if (!is_a_heap_type(r->plan, named)) {
        return;
    }
    /* The macro may be named through another one: F(PyObject_New)(T, &type). */
    if (!use_brackets(file, from, &list)) {
        is_plain = brackets_around(file, from, &behind) && brackets_name(&behind, &name)
                   && brackets_behind(file, behind.close + 1, &list);
        from = is_plain ? name.begin : from;
    }
    else if (brackets_behind(file, list.close + 1, &behind)) {
        word = brackets_content(&list).begin;
        list = behind;
    }
    is_plain = is_plain && string_starts(file->text + word, "PyObject_N");
    size_t n_arguments = is_sized ? 3 : 2;
    for (size_t i = 0; i < n_arguments && is_plain; i++) {
        is_plain = brackets_item(&list, i, &items[i]);
    }
    if (!is_plain) {
        refuse_at(
            r->late, "type-not-converted", call, NULL,
            "unsupported allocation: only PyObject_New(T, &type) can be converted");
        return;
    }
    const char *record = text_of(r->plan, file, items[0].begin, items[0].end);
    const char *size = is_sized ? rendered(r, file, items[2].begin, items[2].end) : "0";
    const char *access = rendered(r, file, items[1].begin, items[1].end);
    uint32_t cast;
    if (cast_before(r->plan, call, from, record, &cast)) {
        from = cast;
    }
    const char *text = TEXT(r, "(%s *)%s(%s, %s)", record,
                            type_function(r->plan, access, "tp_alloc"), access, size);
    if (r->options->use_header && !is_sized) {
        require_header_at(r, HEADER_HEAP_TYPES, file, call->begin);
        text = TEXT(r, "(%s *)Insulate_Alloc(%s)", record, access);
    }
    change_cover(r, file, from, list.close + 1, text,
                 "allocated for the garbage collector");
}

static void
edit_call(struct rewriter *r, const struct node *call)
{
    static const char *const initializers[] = {"PyObject_Init",  "PyObject_InitVar",
                                               "PyObject_INIT",  "PyObject_INIT_VAR",
                                               "_PyObject_Init", "_PyObject_InitVar"};
    const char *name = call_name(call);

    if (strcmp(name, "_PyObject_New") == 0 || strcmp(name, "_PyObject_NewVar") == 0) {
        edit_new(r, call, strcmp(name, "_PyObject_NewVar") == 0);
        return;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(initializers); i++) {
        const struct variable *type = strcmp(name, initializers[i]) == 0
                                          ? type_named(r->plan, call_argument(call, 1))
                                          : NULL;
        if (type != NULL && plan_of_variable(r->plan, type)->is_collected
            && !is_revival(r->plan, call))
        {
            refuse_at(r->late, "type-not-converted", call, type->name,
                      "an instance of '%s' is created in memory of the module, which "
                      "has no room for a GC header",
                      type->name);
        }
    }
}

void
edit_allocations(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        if (!plan_of_function(r->plan, function)->belongs || function->body == NULL) {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_CALL) {
                edit_call(r, n);
            }
        }
    }
}
