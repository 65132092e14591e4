/* thread-nested-sections: while a thread waits for the inner of two critical sections,
 * it gives the lock of the outer one up. */
#include <string.h>

#include "checks/check.h"
#include "extension/calls.h"
#include "extension/concurrency.h"
#include "extension/expression.h"
#include "extension/flow.h"
#include "extension/held_locks.h"
#include "extension/lock.h"
#include "model/extent.h"

/* The text between the brackets with which the critical section NODE, a block, begins;
 * false: it is no section of one object. */
static bool
section_object(const struct check *check, const struct node *node, const char **out_text,
               size_t *out_size)
{
    struct brackets brackets;
    if (node->kind != NODE_BLOCK
        || strcmp(node_use(check->source, node), "Py_BEGIN_CRITICAL_SECTION") != 0
        || !use_brackets(node->file, node->begin, &brackets))
    {
        return false;
    }
    struct range range = brackets_content(&brackets);
    *out_text = node->file->text + range.begin;
    *out_size = range.end - range.begin;
    return true;
}

/* The section around NODE, a section of the object TEXT, that is of another one; NULL:
 * none. */
static const struct node *
other_section_around(const struct check *check, const struct node *node,
                     const char *text, size_t size)
{
    for (const struct node *at = node->parent; at != NULL; at = at->parent) {
        const char *outer;
        size_t outer_size;
        if (section_object(check, at, &outer, &outer_size)
            && (outer_size != size || memcmp(outer, text, size) != 0))
        {
            return at;
        }
    }
    return NULL;
}

/* --- sections of helpers ------------------------------------------------------ */

/* The object whose critical sections are all that HELD has; NULL: there are others, or none. */
static const struct variable *
only_section(const struct held_locks *held)
{
    const struct variable *object = NULL;
    for (size_t i = 0; i < held->n_items; i++) {
        const struct variable *each = held->items[i].kind == HELD_SECTION
                                          ? variable_origin(held->items[i].variable)
                                          : NULL;
        if (each == NULL || (object != NULL && each != object)) {
            return NULL;
        }
        object = each;
    }
    return object;
}

static const struct node *
section_around(const struct node *node)
{
    while (node != NULL && !block_is_section(node)) {
        node = node->parent;
    }
    return node;
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

/* The parameter of the function that CALL calls in whose critical section it works; NULL: none.
 * *OUT_SECTION: where. */
static const struct variable *
locked_parameter(const struct check *check, const struct node *call,
                 const struct node **out_section)
{
    const struct function *target = call_target(call);
    const struct node *root = target != NULL && target->in_project ? target->body : NULL;
    for (const struct node *node = root; node; node = node_after(node, root)) {
        struct held_locks held;
        if (node->kind != NODE_BLOCK || node->first == NULL || !block_is_section(node)) {
            continue;
        }
        held_locks_read(check->extension, last_child(node), &held);
        const struct variable *object = only_section(&held);
        if (object != NULL && object->is_parameter) {
            *out_section = node;
            return object;
        }
    }
    return NULL;
}

static const struct node *
argument_for(const struct node *call, const struct variable *parameter)
{
    const struct function *target = call_target(call);
    for (size_t i = 0; i < target->n_parameters; i++) {
        if (target->parameters[i] == parameter) {
            return call_argument(call, i);
        }
    }
    return NULL;
}

/* A field of OBJECT that SECTION uses in front of CALL and writes behind it; NULL: none. */
static const struct node *
field_used_around(const struct node *section, const struct node *call,
                  const struct variable *object)
{
    for (const struct node *node = section; node; node = node_after(node, section)) {
        if (node->kind != NODE_MEMBER || !node->is_written || node->begin < call->end
            || node->first == NULL
            || variable_origin(node_resolved_variable(node->first)) != object
            || !node_flows_to(call, node))
        {
            continue;
        }
        for (const struct node *at = section; at != call; at = node_after(at, section)) {
            if (at->kind == NODE_MEMBER && nodes_are_alike(at, node)) {
                return node;
            }
        }
    }
    return NULL;
}

/* CALL, in a critical section, of a helper that begins one of another object: while it waits,
 * the outer one is suspended, in the middle of what it keeps together. */
static void
check_call(struct check *check, const struct node *call)
{
    struct held_locks held;
    const struct node *inner, *argument, *field, *section = section_around(call);
    const struct variable *parameter =
        section != NULL ? locked_parameter(check, call, &inner) : NULL;
    if (parameter == NULL) {
        return;
    }
    held_locks_read(check->extension, call, &held);
    argument = argument_for(call, parameter);
    const struct variable *object = only_section(&held);
    const struct variable *other =
        argument != NULL ? variable_origin(node_resolved_variable(argument)) : NULL;
    field = object != NULL && other != NULL && other != object
                ? field_used_around(section, call, object)
                : NULL;
    if (field == NULL) {
        return;
    }
    struct finding *finding = check_add_node(
        check, "thread-nested-sections", call, call->within->name,
        "%s begins a critical section of '%s' inside of that of '%s'; while it waits, that one "
        "is suspended, and another thread can change '%s' between its uses in front of the "
        "call and behind it: lock both with Py_BEGIN_CRITICAL_SECTION2(%s, %s), and call a "
        "helper that expects that",
        call_name(call), other->name, object->name, field->text, object->name, other->name);
    finding_add_evidence(check->findings, finding, "%s begins it at %s:%u", call_name(call),
                         inner->file->path, source_line(inner->file, inner->begin));
    finding_add_evidence(check->findings, finding, "'%s' is written behind it at %s:%u",
                         field->text, field->file->path,
                         source_line(field->file, field->begin));
}

void
check_thread_nested_sections(struct check *check)
{
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct function *function = check->source->functions[i];
        const struct node *root =
            check_runs_without_gil(check, function) ? function->body : NULL;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            const char *text;
            size_t size;
            const struct node *outer =
                section_object(check, node, &text, &size)
                    ? other_section_around(check, node, text, size)
                    : NULL;
            if (outer != NULL) {
                check_add_node(check, "thread-nested-sections", node, function->name,
                               "the critical section of line %u may be suspended while "
                               "this one waits for its lock, and other threads then "
                               "enter it: lock both objects with "
                               "Py_BEGIN_CRITICAL_SECTION2",
                               source_line(outer->file, outer->begin));
            }
        }
        for (size_t k = 0; root != NULL && k < function->n_calls; k++) {
            check_call(check, function->calls[k]);
        }
    }
}
