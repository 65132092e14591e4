/* version-abi3: names, and insides of structs, that the limited API does not have. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/api_use.h"
#include "extension/conditional.h"

static bool
is_compiled(const struct check *check, const struct source_file *file, uint32_t offset)
{
    struct build build = {
        .version =
            check->versions.floor ? check->versions.floor : check->versions.abi3 | 0xf0,
        .limited = check->versions.abi3,
    };
    return offset_is_compiled(file, offset, &build) == TRUTH_YES;
}

static void
check_use(const struct api_use *use, void *data)
{
    struct check *check = data;
    int minor = (int)(check->versions.abi3 >> 16 & 0xff);
    bool is_private = use->api == NULL && string_starts(use->name, "_Py");
    if (use->api == NULL ? !is_private
                         : use->api->limited != 0 && use->api->limited <= minor)
    {
        return;
    }
    if (!is_compiled(check, use->file, use->offset)) {
        return;
    }
    if (use->api != NULL && use->api->limited != 0) {
        check_add(check, "version-abi3", use->file, use->offset, use->name,
                  "%s is in the limited API only since 3.%d, but the sources use that "
                  "of 3.%d",
                  use->name, use->api->limited, minor);
    }
    else {
        check_add(check, "version-abi3", use->file, use->offset, use->name,
                  "%s is not in the limited API; use an alternative that is",
                  use->name);
    }
}

/* Types, and most objects, have no visible insides in the limited API. */
static void
check_member(struct check *check, const struct node *node)
{
    static const char *const opaque[] = {"_typeobject",  "_heaptypeobject",
                                         "PyListObject", "PyTupleObject",
                                         "PyDictObject", "PyLongObject"};
    const struct type *type = node->first ? node->first->type : NULL;
    type = type != NULL && type->kind == TYPE_POINTER ? type->target : type;
    const struct record *record =
        type != NULL && type->kind == TYPE_RECORD ? type->record : NULL;
    if (record == NULL || node->origin == ORIGIN_MACRO || node->file == NULL
        || !node->file->is_project)
    {
        return;
    }
    for (size_t i = 0; i < ARRAY_LENGTH(opaque); i++) {
        if ((strcmp(record->tag, opaque[i]) == 0
             || strcmp(record->name, opaque[i]) == 0)
            && is_compiled(check, node->file, node->begin))
        {
            check_add_node(check, "version-abi3", node, node->text,
                           "%s is opaque in the limited API, so '%s' does not compile; "
                           "use a function (such as PyType_GetSlot)",
                           record->name, node->text);
            return;
        }
    }
}

void
check_version_abi3(struct check *check)
{
    if (check->versions.abi3 == 0) {
        return;
    }
    api_uses_visit(check->arena, check->source, check_use, check);
    for (size_t i = 0; i < check->source->n_functions; i++) {
        const struct node *root = check->source->functions[i]->body;
        for (const struct node *node = root; node; node = node_after(node, root)) {
            if (node->kind == NODE_MEMBER) {
                check_member(check, node);
            }
        }
    }
}
