/* Code outside of a dealloc function that frees a partly initialised instance: an
 * instance of a heap type is tracked and owns a reference to its type. */
#include "convert/rewrite/types/frees.h"

#include <string.h>

#include "convert/text/places.h"
#include "convert/plan/collector.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"
#include "model/extent.h"
#include "model/freeing.h"

static bool
is_release(const struct node *node)
{
    enum freeing freeing = freeing_of(call_name(node));
    return freeing == FREES_OBJECT || freeing == FREES_COLLECTED;
}

/* The struct of the instance that CALL frees; NULL: it frees no Python object. */
static const struct record *
freed_record(const struct node *call)
{
    const struct node *argument = node_bare(call_argument(call, 0));
    return argument != NULL && type_is_object_pointer(argument->type)
               ? argument->type->target->record
               : NULL;
}

static bool
is_statement_of(const struct node *parent)
{
    switch (parent != NULL ? parent->kind : NODE_OTHER) {
    case NODE_BLOCK:
    case NODE_LABEL:
    case NODE_IF:
    case NODE_CASE:
    case NODE_DEFAULT:
        return true;
    default:
        return false;
    }
}

/* Were there types in the heap before?  Then a struct does not tell which protocol its
 * instances follow. */
static bool
has_old_heap_types(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (plan_of_variable(c, variable)->belongs
            && type_is_record(variable->type, "PyType_Spec"))
        {
            return true;
        }
    }
    return false;
}

static void
edit_release(struct rewriter *r, const struct function *function,
             const struct node *call)
{
    const struct source_file *file = call->file;
    const struct record *record = freed_record(call);
    const struct node *argument = node_bare(call_argument(call, 0));
    struct brackets arguments;

    if (call->origin == ORIGIN_ARGUMENT || !is_statement_of(call->parent)
        || argument->kind != NODE_NAME || !use_brackets(file, call->begin, &arguments))
    {
        refuse_at(r->late, "type-not-converted", call, function->name,
                  "'%s' frees an instance inside an expression or macro",
                  function->name);
        return;
    }
    if (string_equal(record->name, "PyObject") || string_equal(record->tag, "_object")
        || has_old_heap_types(r->plan))
    {
        refuse_at(r->late, "type-not-converted", call, function->name,
                  "'%s' frees an instance of unknown type outside its dealloc "
                  "function; release it with Py_DECREF",
                  function->name);
        return;
    }
    uint32_t end = after_semicolon(file, arguments.close + 1);
    const char *name = rendered(r, file, argument->begin, argument->end);
    const char *old = text_of(r->plan, file, argument->begin, argument->end);
    const char *type = string_equal(old, "tp") ? "type" : "tp";
    const char *lines = TEXT(
        r,
        "{\n\tPyTypeObject *%s = Py_TYPE(%s%s);\n"
        "%s"
        "\t%s(%s);\n"
        "\tPy_DECREF(%s%s);\n}\n",
        type, object_cast(r->plan), name,
        is_collected(r->plan, record) ? TEXT(r, "\tPyObject_GC_UnTrack(%s);\n", name)
                                      : "",
        type_function(r->plan, type, "tp_free"), name, object_cast(r->plan), type);
    const char *indent = indent_at(r->plan, file, call->begin);
    const char *block = indented(r->plan, file, lines, indent);
    /* The first line stands where the call stood, the last ends where it ended. */
    size_t size = strlen(block + strlen(indent));
    change_cover(r, file, call->begin, end,
                 arena_copy(r->arena, block + strlen(indent), size - 1),
                 "an instance holds a reference to its heap type");
}

void
edit_frees(struct rewriter *r)
{
    if (!r->plan->moves_types) {
        return;
    }
    for (size_t i = 0; i < r->source->n_functions; i++) {
        const struct function *function = r->source->functions[i];
        const struct function_plan *plan = plan_of_function(r->plan, function);
        if (!plan->belongs || function->body == NULL || plan->access == ACCESS_TEARDOWN)
        {
            continue;
        }
        for (const struct node *n = function->body; n != NULL;
             n = node_after(n, function->body))
        {
            if (n->kind == NODE_CALL && is_release(n) && freed_record(n) != NULL) {
                edit_release(r, function, n);
            }
        }
    }
}
