/* lifetime-trashcan-wrong: between Py_TRASHCAN_BEGIN and Py_TRASHCAN_END a dealloc
 * function may put the object aside and be called again for it (Include/cpython/object.h
 * up to 3.13; since 3.14 the macros are empty).  They are read as they are written. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "checks/expression.h"
#include "checks/heap_type.h"

/* A type with a dealloc function of the project. */
struct subject {
    const char *name;
    const struct function *dealloc;
    bool may_have_subclasses;
    bool is_heap;
};

static bool
is_macro(const struct expansion *use, const char *one, const char *other)
{
    return strcmp(use->name, one) == 0
           || (other != NULL && strcmp(use->name, other) == 0);
}

/* All uses of the macros. */
struct trashcans {
    const struct expansion **items;
    size_t n_items, capacity;
};

static struct trashcans
trashcans_of(const struct check *check)
{
    struct trashcans found = {NULL, 0, 0};
    for (size_t i = 0; i < check->source->n_expansions; i++) {
        const struct expansion *use = &check->source->expansions[i];
        if (string_starts(use->name, "Py_TRASHCAN_")) {
            ARENA_GROW(check->arena, found.items, found.n_items, found.capacity);
            found.items[found.n_items++] = use;
        }
    }
    return found;
}

static bool
is_within(const struct expansion *use, const struct function *function)
{
    const struct node *body = function->body;
    return use->file == body->file && use->begin >= body->begin && use->end <= body->end;
}

/* The last identifier among the arguments of USE: the function that its second one
 * names, below casts. */
static const char *
last_name(struct arena *arena, const struct expansion *use)
{
    const struct source_file *file = use->file;
    const char *name = NULL;
    for (size_t i = source_token(file, use->begin);
         i < file->n_tokens && file->tokens[i].begin < use->end; i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->kind == TOKEN_IDENTIFIER) {
            name =
                arena_copy(arena, file->text + token->begin, token->end - token->begin);
        }
    }
    return name;
}

/* Does FUNCTION, or the macro parameter it is written with, bear NAME? */
static bool
is_named(const struct source *source, const struct function *function, const char *name)
{
    const struct function *other = source_function(source, name);
    return strcmp(function->name, name) == 0 || other == NULL || other == function;
}

static void
check_begin(struct check *check, const struct subject *subject,
            const struct expansion *use)
{
    if (is_macro(use, "Py_TRASHCAN_SAFE_BEGIN", NULL)) {
        if (subject->may_have_subclasses) {
            check_add(
                check, "lifetime-trashcan-wrong", use->file, use->begin,
                subject->dealloc->name,
                "Py_TRASHCAN_SAFE_BEGIN puts an object of a subclass of '%s' aside "
                "although the subclass is taking it apart, which then happens "
                "twice; use Py_TRASHCAN_BEGIN(self, %s)",
                subject->name, subject->dealloc->name);
        }
        return;
    }
    const char *named = last_name(check->arena, use);
    if (named != NULL && !is_named(check->source, subject->dealloc, named)) {
        check_add(
            check, "lifetime-trashcan-wrong", use->file, use->begin,
            subject->dealloc->name,
            "Py_TRASHCAN_BEGIN does nothing here, as the dealloc function of '%s' "
            "is %s and not %s, so long chains of objects overflow the stack; name "
            "%s",
            subject->name, subject->dealloc->name, named, subject->dealloc->name);
    }
}

/* What stands behind Py_TRASHCAN_END runs also for an object that was put aside only. */
static void
check_behind_end(struct check *check, const struct subject *subject,
                 const struct expansion *end)
{
    const struct node *root = subject->dealloc->body;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        const struct node *dropped = released_reference(node);
        if (dropped != NULL && node->file == end->file && node->begin >= end->end
            && node_is_object_type(dropped))
        {
            check_add_node(
                check, "lifetime-trashcan-wrong", node, subject->dealloc->name,
                "the type is released also when Py_TRASHCAN_BEGIN only put "
                "the object aside, and once more when it is freed; move this "
                "before Py_TRASHCAN_END");
        }
    }
}

static void
check_subject(struct check *check, const struct trashcans *trashcans,
              const struct subject *subject)
{
    const struct expansion *end = NULL;
    for (size_t i = 0; i < trashcans->n_items; i++) {
        const struct expansion *use = trashcans->items[i];
        if (!is_within(use, subject->dealloc)) {
            continue;
        }
        if (is_macro(use, "Py_TRASHCAN_BEGIN", "Py_TRASHCAN_SAFE_BEGIN")) {
            check_begin(check, subject, use);
        }
        else if (is_macro(use, "Py_TRASHCAN_END", "Py_TRASHCAN_SAFE_END")) {
            end = use;
        }
    }
    if (end != NULL && subject->is_heap) {
        check_behind_end(check, subject, end);
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
    const struct trashcans trashcans = trashcans_of(check);
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
