/* access-forbidden-name: a name that the project's own settings forbid. */
#include <fnmatch.h>
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"

static const struct forbidden_name *
find_forbidden(const struct check *check, const char *name)
{
    for (size_t i = 0; i < check->versions.n_forbidden; i++) {
        if (fnmatch(check->versions.forbidden[i].pattern, name, 0) == 0) {
            return &check->versions.forbidden[i];
        }
    }
    return NULL;
}

static void
check_place(struct check *check, const char *name, const struct source_file *file,
            uint32_t offset)
{
    const struct forbidden_name *forbidden = find_forbidden(check, name);
    if (forbidden == NULL || file == NULL || !file->is_project) {
        return;
    }
    /* What a macro's body names is named once, however often the macro is used. */
    for (size_t i = 0; i < check->findings->n_items; i++) {
        const struct finding *known = &check->findings->items[i];
        if (known->offset == (int64_t)offset && string_equal(known->path, file->path)
            && strcmp(known->rule, "access-forbidden-name") == 0)
        {
            return;
        }
    }
    check_add(check, "access-forbidden-name", file, offset, name,
              "the settings forbid '%s': %s", name, forbidden->reason);
}

/* The function or variable that NODE names and another file may have; NULL: neither. */
static const char *
name_of(const struct node *node)
{
    if (node->kind != NODE_NAME) {
        return NULL;
    }
    if (node->function != NULL) {
        return node->function->name;
    }
    return node->variable != NULL && node->variable->owner == NULL ? node->variable->name
                                                                   : NULL;
}

static void
check_tree(struct check *check, const struct node *root)
{
    for (const struct node *node = root; node != NULL; node = node_after(node, root)) {
        const char *name = name_of(node);
        if (name != NULL && node->origin == ORIGIN_MACRO) {
            check_place(check, name, node->macro_file, node->macro_offset);
        }
        else if (name != NULL) {
            check_place(check, name, node->file, node->begin);
        }
    }
}

void
check_access_forbidden_name(struct check *check)
{
    const struct source *source = check->source;
    if (check->versions.n_forbidden == 0) {
        return;
    }
    for (size_t i = 0; i < source->n_functions; i++) {
        check_tree(check, source->functions[i]->body);
    }
    for (size_t i = 0; i < source->n_variables; i++) {
        if (source->variables[i]->owner == NULL) {
            check_tree(check, source->variables[i]->initial);
        }
    }
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        check_place(check, use->name, use->file, use->begin);
    }
}
