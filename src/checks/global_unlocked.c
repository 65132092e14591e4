/* global-unlocked: a handle of the process, used by interpreters that share no GIL. */
#include <string.h>

#include "base/strbuf.h"
#include "checks/check.h"
#include "extension/lock.h"
#include "extension/static_data.h"
#include "model/lock.h"

/* Is TYPE a handle of some library: a pointer to a struct that is neither the
 * project's nor Python's? */
static bool
is_handle(const struct type *type)
{
    const struct type *target = type->kind == TYPE_POINTER ? type->target : NULL;
    const struct record *record =
        target != NULL && target->kind == TYPE_RECORD ? target->record : NULL;
    return record != NULL && (record->file == NULL || !record->file->is_project)
           && !type_holds_object(target) && !type_is_api_table(target)
           && !string_starts(record->name, "Py") && !string_starts(record->tag, "_")
           && !target->is_const;
}

/* C's own streams are structs whose tag is reserved. */
static bool
is_stream(const struct type *type)
{
    return type->kind == TYPE_POINTER && type->target != NULL
           && type->target->record != NULL
           && strcmp(type->target->record->tag, "_IO_FILE") == 0;
}

/* Does a module that holds FILE declare that interpreters with their own GIL use it? */
static bool
is_parallel(const struct extension *extension, const struct source_file *file)
{
    for (size_t i = 0; i < extension->n_modules; i++) {
        if (module_holds_file(extension, &extension->modules[i], file)
            && extension->modules[i].claim == CLAIM_OWN_GIL)
        {
            return true;
        }
    }
    return false;
}

void
check_global_unlocked(struct check *check)
{
    for (size_t i = 0; i < check->source->n_variables; i++) {
        const struct variable *variable = check->source->variables[i];
        const struct node *unlocked;
        if (!variable_is_process_wide(check->extension, variable)
            || variable->is_thread_local || variable->type->is_const
            || !(is_handle(variable->type) || is_stream(variable->type))
            || type_is_lock(variable->type)
            || variable_is_locked(check->extension, variable, &unlocked)
            || unlocked == NULL)
        {
            continue;
        }
        const struct source_file *file = variable_declaration(variable)->file;
        if (file_is_guarded(check->extension, file)) {
            continue;
        }
        struct finding *finding = check_add_node(
            check, "global-unlocked", unlocked, variable->name,
            "'%s' is a process-wide resource, and %s uses it without a lock; "
            "interpreters with their own GIL can do so concurrently (data race): lock "
            "every use, or open one resource for each module object",
            variable->name, unlocked->within->name);
        if (!is_parallel(check->extension, file)) {
            finding->level = LEVEL_NOTE;
        }
    }
}
