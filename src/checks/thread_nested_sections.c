/* thread-nested-sections: while a thread waits for the inner of two critical sections,
 * it gives the lock of the outer one up. */
#include <string.h>

#include "checks/check.h"
#include "extension/concurrency.h"
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
    }
}
