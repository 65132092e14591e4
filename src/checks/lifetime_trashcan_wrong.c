/* lifetime-trashcan-wrong: between Py_TRASHCAN_BEGIN and Py_TRASHCAN_END a dealloc
 * function may put the object aside and be called again for it (Include/cpython/object.h
 * up to 3.13; since 3.14 the macros are empty).  They are read as they are written. */
#include <string.h>

#include "checks/check.h"
#include "extension/expression.h"
#include "extension/heap_type.h"
#include "extension/trashcan.h"
#include "model/tokens.h"

/* A type with a dealloc function of the project. */
struct subject {
    const char *name;
    const struct function *dealloc;
    bool may_have_subclasses;
    bool is_heap;
};

/* Does FUNCTION, or the macro parameter it is written with, bear NAME? */
static bool
is_named(const struct source *source, const struct function *function, const char *name)
{
    const struct function *other = source_function(source, name);
    return strcmp(function->name, name) == 0 || other == NULL || other == function;
}

/* What is checked, and the last end in it. */
struct inspection {
    struct check *check;
    const struct subject *subject;
    struct trashcan_use end;
};

static void
check_begin(struct check *check, const struct subject *subject,
            const struct trashcan_use *begin)
{
    const struct expansion *use = begin->expansion;
    if (begin->kind == TRASHCAN_SAFE_BEGIN) {
        if (subject->may_have_subclasses) {
            check_add(check, "lifetime-trashcan-wrong", use->file, use->begin,
                      subject->dealloc->name,
                      "Py_TRASHCAN_SAFE_BEGIN defers an instance of a subclass of '%s' "
                      "that the subclass is already deallocating, so it is deallocated "
                      "twice; use Py_TRASHCAN_BEGIN(self, %s)",
                      subject->name, subject->dealloc->name);
        }
        return;
    }
    const char *named = begin->dealloc;
    if (named != NULL && !is_named(check->source, subject->dealloc, named)) {
        check_add(check, "lifetime-trashcan-wrong", use->file, use->begin,
                  subject->dealloc->name,
                  "Py_TRASHCAN_BEGIN has no effect: the dealloc function of '%s' is "
                  "%s, not %s, so long chains of objects overflow the stack; pass %s",
                  subject->name, subject->dealloc->name, named, subject->dealloc->name);
    }
}

/* Does the macro with END in its body drop references behind END alone?  What the
 * compiler says of them is where Py_DECREF is defined, so that the tokens have to tell. */
static bool
macro_drops_behind(const struct trashcan_use *end)
{
    const struct macro *macro = end->expansion->macro;
    const struct source_file *file = macro != NULL ? macro->file : NULL;
    bool is_behind = false;
    for (size_t i = file != NULL ? source_token(file, macro->body) : 0;
         file != NULL && i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        if (!token_is(file, i, "Py_DECREF") && !token_is(file, i, "Py_XDECREF")) {
            continue;
        }
        if (file->tokens[i].begin < end->offset) {
            return false;
        }
        is_behind = true;
    }
    return is_behind;
}

/* Does NODE stand behind END, in the function or in the same macro's body? */
static bool
is_behind(const struct node *node, const struct trashcan_use *end)
{
    const struct expansion *use = end->expansion;
    return node->file == use->file
           && (node->begin >= use->end
               || (node->begin >= use->begin && macro_drops_behind(end)));
}

/* What stands behind Py_TRASHCAN_END runs also for an object that was put aside only. */
static void
check_behind_end(struct check *check, const struct subject *subject,
                 const struct trashcan_use *end)
{
    const struct node *root = subject->dealloc->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        const struct node *dropped = released_reference(node);
        if (dropped != NULL && is_behind(node, end) && node_is_object_type(dropped)) {
            check_add_node(
                check, "lifetime-trashcan-wrong", node, subject->dealloc->name,
                "the type is also released when Py_TRASHCAN_BEGIN only defers the "
                "object, and again when it is freed; move this before Py_TRASHCAN_END");
        }
    }
}

static void
inspect(const struct trashcan_use *use, void *data)
{
    struct inspection *inspection = data;
    if (use->kind == TRASHCAN_END) {
        inspection->end = *use;
    }
    else {
        check_begin(inspection->check, inspection->subject, use);
    }
}

static void
check_subject(struct check *check, const struct trashcans *trashcans,
              const struct subject *subject)
{
    struct inspection inspection = {.check = check, .subject = subject};
    trashcans_visit(trashcans, subject->dealloc, inspect, &inspection);
    if (inspection.end.expansion != NULL && subject->is_heap) {
        check_behind_end(check, subject, &inspection.end);
    }
}

static struct subject
subject_of_static(const struct variable *variable)
{
    const struct initializer *dealloc = variable_initializer(variable, "tp_dealloc");
    const struct initializer *flags = variable_initializer(variable, "tp_flags");
    return (struct subject){
        .name = variable->name,
        .dealloc = dealloc != NULL ? node_function(dealloc->value) : NULL,
        .may_have_subclasses = flags != NULL && flags->value->has_value
                               && (flags->value->value & TYPE_FLAG_BASETYPE) != 0,
    };
}

void
check_lifetime_trashcan_wrong(struct check *check)
{
    const struct extension *extension = check->extension;
    const struct trashcans trashcans = trashcans_find(extension);
    for (size_t i = 0; trashcans.n_items > 0 && i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        struct subject subject = {
            .name = type->variable->name,
            .dealloc = slots_function(&type->slots, "Py_tp_dealloc"),
            .may_have_subclasses = heap_type_has_flag(type, TYPE_FLAG_BASETYPE),
            .is_heap = true,
        };
        if (subject.dealloc != NULL && subject.dealloc->body != NULL
            && type_is_first_with(extension, type, "Py_tp_dealloc", subject.dealloc))
        {
            check_subject(check, &trashcans, &subject);
        }
    }
    for (size_t i = 0; trashcans.n_items > 0 && i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        if (!variable_is_static(variable) || variable->type == NULL
            || !type_is_record(variable->type, "PyTypeObject"))
        {
            continue;
        }
        struct subject subject = subject_of_static(variable);
        if (subject.dealloc != NULL && subject.dealloc->body != NULL) {
            check_subject(check, &trashcans, &subject);
        }
    }
}
